import { createEnginePipeline } from './create-engine-pipeline.ts';
import type { EnginePipeline } from './engine-pipeline.ts';
import {
  createFunctionPipeline,
  type FunctionPipeline,
  type PipelineFunction,
} from './create-function-pipeline.ts';
import type { Pipeline } from './pipeline.ts';

/** An engine with options, or a function. */
export type PipelineDefinition = EnginePipeline | FunctionPipeline | PipelineFunction;

/** Longest name that still fits the reports. */
const maxName = 100;

/**
 * The pipelines that a record of definitions names, in its order.
 *
 * @throws TypeError that names the definition that cannot be used.
 */
export function toPipelines(
  definitions: Readonly<Record<string, PipelineDefinition>>,
): readonly Pipeline[] {
  const entries = Object.entries(definitions);
  if (entries.length === 0) throw new TypeError('Expected `pipelines` to name at least one.');
  return entries.map(([name, definition]) => toPipeline(name, definition));
}

function toPipeline(name: string, definition: PipelineDefinition): Pipeline {
  if (name.trim() === '' || name.length > maxName) {
    throw new TypeError(`Expected the name of a pipeline to have 1 to ${maxName} characters.`);
  }
  if (typeof definition === 'function') return createFunctionPipeline(name, { run: definition });
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    throw new TypeError(
      `Expected the pipeline "${name}" to be a function, { run } or the options of an engine.`,
    );
  }
  return 'run' in definition
    ? createFunctionPipeline(name, definition)
    : createEnginePipeline(name, definition);
}
