import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PipelineDefinition } from '../../evaluation/index.ts';
import { readEnvironment, structureExtractor } from '../../index.ts';
import { readJsonFile, readNamedFile } from './read-named-file.ts';

type Definitions = Readonly<Record<string, PipelineDefinition>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Members of one pipeline: an object that has others, too, is a record of pipelines. */
const engineMembers: ReadonlySet<string> = new Set(['gleaner', 'call', 'prompt', 'repair']);
const jsonMembers: ReadonlySet<string> = new Set([
  'extractor',
  'model',
  'call',
  'prompt',
  'repair',
]);

/**
 * The pipelines of files: modules whose default export is one, or a record of them, and JSON files with options. One
 * pipeline is named after its file.
 *
 * @throws TypeError that names the file which cannot be used, and why.
 */
export async function loadPipelines(
  files: readonly string[],
  environment: Environment,
): Promise<Definitions> {
  const loaded = new Map<string, PipelineDefinition>();
  for (const file of files) {
    const isJson = file.endsWith('.json');
    const definitions = isJson ? await loadJson(file, environment) : await loadModule(file);
    for (const [name, definition] of Object.entries(definitions)) {
      if (loaded.has(name)) {
        throw new TypeError(`Two pipelines are called "${name}"; the second is in "${file}".`);
      }
      loaded.set(name, definition);
    }
  }
  return Object.fromEntries(loaded);
}

async function loadModule(file: string): Promise<Definitions> {
  // A missing file is told in the words of other commands.
  await readNamedFile(file, 'pipeline');
  let exported: unknown;
  try {
    const module = (await import(pathToFileURL(path.resolve(file)).href)) as {
      readonly default?: unknown;
    };
    exported = module.default;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`Cannot load the pipeline "${file}": ${why}`, { cause });
  }
  // What each is made of is checked where the pipelines are made.
  if (typeof exported === 'function') return { [nameOf(file)]: exported as PipelineDefinition };
  if (typeof exported !== 'object' || exported === null) {
    throw new TypeError(
      `The pipeline "${file}" has no default export that is a function, the options of an engine, or a record of such.`,
    );
  }
  const isOne = 'run' in exported || Object.keys(exported).every((name) => engineMembers.has(name));
  return isOne ? { [nameOf(file)]: exported as PipelineDefinition } : (exported as Definitions);
}

async function loadJson(file: string, environment: Environment): Promise<Definitions> {
  const json = await readJsonFile(file, 'pipeline');
  if (!isObject(json)) throw new TypeError(`The pipeline "${file}" is no JSON object.`);
  if (Object.keys(json).every((name) => jsonMembers.has(name))) {
    return { [nameOf(file)]: toDefinition(json, `"${file}"`, environment) };
  }
  return Object.fromEntries(
    Object.entries(json).map(([name, options]) => {
      if (!isObject(options)) {
        throw new TypeError(
          `The pipeline "${file}" has no option "${name}": known are ${[...jsonMembers].join(', ')}.`,
        );
      }
      return [name, toDefinition(options, `"${name}" in "${file}"`, environment)];
    }),
  );
}

/** Options in JSON: the extractor and the model by their names, the endpoint and its key from the environment. */
function toDefinition(
  json: Readonly<Record<string, unknown>>,
  what: string,
  environment: Environment,
): PipelineDefinition {
  const { extractor, model, ...rest } = json;
  const unknown = Object.keys(json).find((name) => !jsonMembers.has(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `The pipeline ${what} has no option "${unknown}": known are ${[...jsonMembers].join(', ')}.`,
    );
  }
  if (extractor !== undefined && extractor !== 'structure' && extractor !== 'model') {
    throw new TypeError(
      `Expected "extractor" of the pipeline ${what} to be "structure" or "model".`,
    );
  }
  if (extractor === 'structure' || (extractor === undefined && model === undefined)) {
    return { ...rest, gleaner: { extractor: structureExtractor() } };
  }
  const named = typeof model === 'string' ? { ...environment, GLEANER_MODEL: model } : environment;
  const options = readEnvironment(named);
  if (options.model === undefined) {
    throw new TypeError(
      `The pipeline ${what} asks a model: set GLEANER_MODEL_URL, and GLEANER_MODEL or its "model".`,
    );
  }
  return { ...rest, gleaner: { model: options.model } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(file: string): string {
  return path.basename(file, path.extname(file));
}
