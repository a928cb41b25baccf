import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { Pipeline, PipelineOutput } from './pipeline.ts';
import { parsePipelineOutput } from './parse-pipeline-output.ts';
import { checkMembers } from './check-members.ts';
import { toTextDigest } from '../cases/to-digest.ts';

/**
 * Answers a case: with the bare answer, or with a `PipelineOutput` to tell tokens and evidence, too. An object is taken for a
 * `PipelineOutput` where it has a `value` and no member that an output lacks. Ends soon after `signal` aborts; work
 * that never lets go of the event loop cannot be ended.
 */
export type PipelineFunction = (evaluationCase: EvaluationCase, signal: AbortSignal) => unknown;

/** A function with what tells it from others. */
export interface FunctionPipeline {
  readonly run: PipelineFunction;
  /** Plain JSON, written to results: no secrets. Outcomes that were kept are taken again only where it is equal. @default {} */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Called when the comparison ends. */
  readonly close?: (() => Promise<void> | void) | undefined;
}

/** A pipeline of a function. Its source text is a part of the options, so that another one's outcomes are not taken for its. */
export function createFunctionPipeline(name: string, definition: FunctionPipeline): Pipeline {
  const { run, options = {}, close } = definition;
  checkMembers(`pipeline "${name}"`, definition, ['run', 'options', 'close']);
  if (typeof run !== 'function') {
    throw new TypeError(`Expected \`run\` of the pipeline "${name}" to be a function.`);
  }
  return {
    name,
    options: { function: toTextDigest(run.toString()).slice(0, 16), ...options },
    run: async (evaluationCase, signal) => toOutput(await run(evaluationCase, signal)),
    ...(close === undefined ? {} : { close: async () => close() }),
  };
}

function toOutput(returned: unknown): PipelineOutput {
  return parsePipelineOutput(isOutput(returned) ? returned : { value: returned });
}

const members: Readonly<Record<keyof PipelineOutput, true>> = {
  value: true,
  model: true,
  inputTokens: true,
  outputTokens: true,
  creditsUsed: true,
  wasRepaired: true,
  withoutModel: true,
  fromCache: true,
  warnings: true,
  evidence: true,
  lists: true,
  exchanges: true,
};

function isOutput(returned: unknown): returned is object & { readonly value: unknown } {
  return (
    typeof returned === 'object' &&
    returned !== null &&
    Object.hasOwn(returned, 'value') &&
    Object.keys(returned).every((name) => Object.hasOwn(members, name))
  );
}
