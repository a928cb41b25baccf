import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { ModelExchange, Pipeline, PipelineOutput } from './pipeline.ts';
import { checkMembers } from '../../runtime/errors/option-checks.ts';
import { toTextDigest } from '../result/describe-case.ts';
import type { Evidence } from '../../runtime/contracts/evidence.ts';
import type { ListCoverage } from '../../runtime/contracts/list-coverage.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson } from '../../runtime/plain-json.ts';

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
  /** Whether a case has the same answer whenever it is asked, as with a parser: each case lost since an earlier result then counts. @default false */
  readonly deterministic?: boolean | undefined;
  /** Called when the comparison ends. */
  readonly close?: (() => Promise<void> | void) | undefined;
}

/** A pipeline of a function. Its source text is a part of the options, so that another one's outcomes are not taken for its. */
export function createFunctionPipeline(name: string, definition: FunctionPipeline): Pipeline {
  const { run, options = {}, deterministic = false, close } = definition;
  checkMembers(`The pipeline "${name}"`, definition, ['run', 'options', 'deterministic', 'close']);
  if (typeof run !== 'function') {
    throw new TypeError(`Expected \`run\` of the pipeline "${name}" to be a function.`);
  }
  return {
    name,
    options: { function: toTextDigest(run.toString()).slice(0, 16), ...options },
    isDeterministic: () => deterministic,
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

/** Characters of a path that a message quotes: one that holds itself has a path without end. */
const maxPath = 100;
/** An answer holds no more values than a large page has nodes. */
const limits = { maxDepth: 256, maxNodes: 300_000 } as const;
/** Of an output as JSON: what one case may add to a result. */
const maxBytes = 8 * 1_024 * 1_024;

/**
 * What a pipeline returned, as plain JSON of its own.
 *
 * @throws GleanerError `validation_failed` with reason `answer_unreadable` where it is no JSON, too large or of the wrong form.
 */
function parsePipelineOutput(returned: object & { readonly value: unknown }): PipelineOutput {
  if (returned.value === undefined) throw refusal('answered with nothing');
  const { value: copied, issues } = copyPlainJson(returned, limits);
  const [issue] = issues;
  if (issue !== undefined)
    throw refusal(
      `answered with what is no JSON: ${issue.path.slice(0, maxPath)} ${issue.message}`,
    );
  const output = copied as Readonly<Record<string, unknown>>;
  const bytes = Buffer.byteLength(JSON.stringify(output));
  if (bytes > maxBytes) {
    throw refusal(
      `answered with ${Math.ceil(bytes / 1_048_576)} MB; at most ${maxBytes / 1_048_576} MB are kept`,
    );
  }
  return {
    value: output['value'],
    model: parseText(output, 'model'),
    inputTokens: parseAmount(output, 'inputTokens'),
    outputTokens: parseAmount(output, 'outputTokens'),
    creditsUsed: parseAmount(output, 'creditsUsed'),
    wasRepaired: parseFlag(output, 'wasRepaired'),
    withoutModel: parseFlag(output, 'withoutModel'),
    fromCache: parseFlag(output, 'fromCache'),
    warnings: parseList(output, 'warnings', (entry) => typeof entry === 'string') as
      | readonly string[]
      | undefined,
    evidence: parseList(output, 'evidence', (entry) => hasTexts(entry, ['path', 'status'])) as
      | readonly Evidence[]
      | undefined,
    lists: parseList(output, 'lists', (entry) => hasTexts(entry, ['path'])) as
      | readonly ListCoverage[]
      | undefined,
    exchanges: parseList(output, 'exchanges', (entry) => hasTexts(entry, ['prompt', 'answer'])) as
      | readonly ModelExchange[]
      | undefined,
  };
}

function parseAmount(output: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const amount = output[name];
  if (amount === undefined) return undefined;
  if (typeof amount === 'number' && amount >= 0) return amount;
  throw refusal(`gave no amount as \`${name}\`: expected a number from 0 on`);
}

function parseText(output: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = output[name];
  if (text === undefined || typeof text === 'string') return text;
  throw refusal(`gave no text as \`${name}\``);
}

function parseFlag(output: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const flag = output[name];
  if (flag === undefined || typeof flag === 'boolean') return flag;
  throw refusal(`gave no flag as \`${name}\`: expected true or false`);
}

function parseList(
  output: Readonly<Record<string, unknown>>,
  name: string,
  isEntry: (entry: unknown) => boolean,
): readonly unknown[] | undefined {
  const list = output[name];
  if (list === undefined) return undefined;
  if (Array.isArray(list) && list.every(isEntry)) return list as readonly unknown[];
  throw refusal(`gave no list of the expected entries as \`${name}\``);
}

function hasTexts(entry: unknown, names: readonly string[]): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const members = new Map<string, unknown>(Object.entries(entry));
  return names.every((name) => typeof members.get(name) === 'string');
}

function refusal(what: string): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The pipeline ${what}.`, {
    details: { reason: 'answer_unreadable' },
  });
}
