import { omitUndefined } from '../../runtime/collections.ts';
import {
  type FunctionPipeline,
  type PipelineFunction,
  createFunctionPipeline,
} from './create-function-pipeline.ts';
import { type ModelExchange, type Pipeline, type PipelineOutput, sumAmounts } from './pipeline.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { isUtf8 } from 'node:buffer';
import type { Fetcher } from '../../runtime/contracts/fetcher.ts';
import { createEgress } from '../../network/egress/create-egress.ts';
import { type ExtractInput, parseExtractInput } from '../../core/extract/parse-extract-input.ts';
import { GleanerError, isGleanerError, toLine } from '../../runtime/errors/gleaner-error.ts';
import type { ExtractResult, Gleaner, GleanerOptions, ModelExtractorOptions } from '../../index.ts';
import type { Extractor } from '../../runtime/contracts/extractor.ts';
import type { ModelObject } from '../../extraction/model/language-model.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { checkMembers } from '../../runtime/errors/option-checks.ts';

/** What a call of `extract` is given beside the page, the prompt and the schema. */
export type PipelineCall = Partial<Omit<ExtractInput, 'url' | 'html' | 'prompt' | 'schema'>>;

/**
 * An engine of its own. Pages come from the cases, also those of a cassette, unless `gleaner` has a fetcher; no browser is used
 * unless it names one.
 */
export interface EnginePipeline {
  /** The engine's parts and settings. @default {}: pages are read by their structure */
  readonly gleaner?: GleanerOptions | undefined;
  /** How each page is read, e.g. `{ detailLevel: 'high', parseMode: 'speed' }`. @default {} */
  readonly call?: PipelineCall | undefined;
  /** What is asked for; `{prompt}` stands for the case's own words. @default '{prompt}' */
  readonly prompt?: string | undefined;
  /** Whether an answer that breaks the schema is asked for again. @default true */
  readonly repair?: boolean | undefined;
  /**
   * Whether a case has the same answer whenever it is asked: each case lost since an earlier result then counts. @default `true` without a
   * model, extractor, fetcher or browser of its own: pages are then read by their structure, or replayed from cassettes
   */
  readonly deterministic?: boolean | undefined;
}

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

/** Of a prompt or an answer: more than the largest call of the model extractor, and a bound on results. */
const maxCharacters = 200_000;

/** What a model of the AI SDK was asked and answered, as texts; parts that are no text are left out. */
function toExchange(options: unknown, result: unknown): ModelExchange {
  const messages = listMember(options, 'prompt').map((message) =>
    toText(member(message, 'content')),
  );
  return { prompt: cut(messages.join('\n\n')), answer: cut(toText(member(result, 'content'))) };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => member(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

function listMember(of: unknown, name: string): readonly unknown[] {
  const list = member(of, name);
  return Array.isArray(list) ? list : [];
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)} … (cut)`;
}

/** A fetcher that answers with the page of the case under way, and reaches nothing else. */
function caseFetcher(scope: AsyncLocalStorage<CaseNotes>): Fetcher {
  return {
    name: 'case',
    async fetch({ url, signal }) {
      signal.throwIfAborted();
      const body = scope.getStore()?.case.body;
      if (body === undefined) {
        throw new GleanerError('validation_failed', 'The case has no page of its own.', {
          details: { reason: 'fetch_failed' },
        });
      }
      // Kept pages are often stored as UTF-8 whatever their markup declares, and a response header comes before that.
      const charset = isUtf8(body) ? '; charset=utf-8' : '';
      return {
        url,
        status: 200,
        headers: { 'content-type': `${toEssence(body)}${charset}` },
        // The receiver may transfer it to another thread.
        body: new Uint8Array(body),
      };
    },
  };
}

function toEssence(body: Uint8Array): string {
  const isPdf = Buffer.from(body.subarray(0, 5)).toString('latin1') === '%PDF-';
  return isPdf ? 'application/pdf' : 'text/html';
}

/** Options of a call that may hold a secret; a result says only that they are set. */
const secretFields: ReadonlySet<string> = new Set(['headers', 'proxy']);

/** What tells an engine from others, as plain JSON without secrets: parts by their names, settings as they are. */
function describeEngine(definition: EnginePipeline): Readonly<Record<string, unknown>> {
  const { gleaner = {}, call = {}, prompt, repair } = definition;
  return omitUndefined<Readonly<Record<string, unknown>>>({
    ...describeParts(gleaner),
    limits: describeNumbers(gleaner.limits),
    call: omitUndefined<Readonly<Record<string, unknown>>>(
      Object.fromEntries(
        Object.entries(call).map(([name, value]) => [
          name,
          secretFields.has(name) && value !== undefined ? '(set)' : value,
        ]),
      ),
    ),
    prompt,
    repair,
  });
}

function describeParts({
  model,
  extractor,
  fetcher,
  browser,
}: GleanerOptions): Readonly<Record<string, unknown>> {
  const models = model !== undefined && 'low' in model ? [model.low, model.high] : [model];
  const names = models.flatMap((one) =>
    one === undefined ? [] : `${one.provider}/${one.modelId}`,
  );
  return {
    extractor: extractor?.name ?? (model === undefined ? 'structure' : 'model'),
    model: extractor === undefined && names.length > 0 ? names.join(', ') : undefined,
    fetcher: fetcher?.name,
    browser: browser === undefined || browser === false ? undefined : 'browser',
  };
}

/** JSON has no infinity. */
function describeNumbers(limits: GleanerOptions['limits']): object | undefined {
  if (limits === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limit === Infinity ? 'none' : limit]),
  );
}

type Scope = AsyncLocalStorage<CaseNotes>;

/** The same fetcher, with its fetches counted. */
function watchFetcher(fetcher: Fetcher, scope: Scope): Fetcher {
  return {
    name: fetcher.name,
    fetch(request) {
      const notes = scope.getStore();
      if (notes !== undefined) notes.fetches += 1;
      return fetcher.fetch(request);
    },
  };
}

/** The same extractor, with its repairs counted, or without them. */
function watchExtractor(
  extractor: Extractor,
  { repairs }: { readonly repairs: boolean },
  scope: Scope,
): Extractor {
  const watched: Extractor = {
    name: extractor.name,
    extract: (request) => extractor.extract(request),
  };
  if (extractor.repair === undefined || !repairs) return watched;
  const repair = extractor.repair.bind(extractor);
  return {
    ...watched,
    repair(request) {
      const notes = scope.getStore();
      if (notes !== undefined) notes.repairs += 1;
      return repair(request);
    },
  };
}

/** The same model or models, with what they are asked and answer kept. */
function watchModel(
  model: ModelExtractorOptions['model'],
  scope: Scope,
): ModelExtractorOptions['model'] {
  return 'low' in model
    ? { low: watchOne(model.low, scope), high: watchOne(model.high, scope) }
    : watchOne(model, scope);
}

/** Models are instances of classes with private members, which only the instance itself can reach. */
function watchOne(model: ModelObject, scope: Scope): ModelObject {
  return new Proxy(model, {
    get(target, name) {
      if (name === 'doGenerate') {
        return async (options: never): Promise<object> => {
          const result = await target.doGenerate(options);
          scope.getStore()?.exchanges.push(toExchange(options, result));
          return result;
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A pipeline that extracts with an engine, which is made by the first case and kept. */
function createEnginePipeline(name: string, definition: EnginePipeline): Pipeline {
  checkMembers(`The pipeline "${name}"`, definition, [
    'gleaner',
    'call',
    'prompt',
    'repair',
    'deterministic',
  ]);
  const { gleaner: options = {}, call = {}, prompt: template = '{prompt}' } = definition;
  checkCall(name, definition);
  const scope = new AsyncLocalStorage<CaseNotes>();
  let opening: Promise<Gleaner> | undefined;

  async function open(parts: GleanerOptions): Promise<Gleaner> {
    // Loaded on first use: a comparison of functions needs no engine.
    const { createGleaner, modelExtractor, structureExtractor } = await import('../../index.ts');
    const { model, extractor, fetcher } = { ...parts, ...options };
    const asked =
      extractor ??
      (model === undefined
        ? structureExtractor()
        : modelExtractor({ model: watchModel(model, scope) }));
    return createGleaner({
      browser: false,
      ...parts,
      ...options,
      extractor: watchExtractor(asked, { repairs: definition.repair !== false }, scope),
      fetcher: watchFetcher(fetcher ?? caseFetcher(scope), scope),
    });
  }

  async function extract(
    gleaner: Gleaner,
    evaluationCase: EvaluationCase,
    signal: AbortSignal,
  ): Promise<PipelineOutput> {
    const notes: CaseNotes = { case: evaluationCase, exchanges: [], repairs: 0, fetches: 0 };
    const { url, prompt, schema } = evaluationCase;
    const input = {
      url,
      prompt: template.replaceAll('{prompt}', () => prompt),
      ...(schema === undefined ? {} : { schema }),
      ...call,
      include: [...new Set([...(call.include ?? ['evidence' as const]), 'usage' as const])],
    };
    const result = await scope.run(notes, () => gleaner.extract(input, { signal }));
    return toOutput(result, notes, call.maxAge !== undefined);
  }

  return {
    name,
    options: describeEngine(definition),
    isDeterministic: () => definition.deterministic ?? readsAlike(options),
    async run(evaluationCase, signal) {
      const { cassette: file } = evaluationCase;
      if (file === undefined) {
        return extract(await (opening ??= open({})), evaluationCase, signal);
      }
      const { cassette } = await import('../../testing/cassette/cassette.ts');
      const tape = cassette(file, { mode: 'replay' });
      try {
        // The tape's clock and ids are the case's own, so its engine is, too.
        const gleaner = await open(tape.parts);
        return await extract(gleaner, evaluationCase, signal).finally(() => gleaner.close());
      } finally {
        await tape.close();
      }
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

/** Throws a `TypeError` for what no call can be given: every case would fail of it. */
function checkCall(name: string, { call, gleaner }: EnginePipeline): void {
  const input = { url: 'https://page.example/', prompt: name, ...call };
  try {
    parseExtractInput(input, {}, { egress: createEgress(gleaner?.egress), maxPageBytes: 0 });
  } catch (cause) {
    if (!isGleanerError(cause, 'invalid_request')) throw cause;
    const lines = cause.details.issues.map(toLine).join('; ');
    throw new TypeError(`The pipeline "${name}" has a \`call\` that cannot be used: ${lines}`, {
      cause,
    });
  }
}

/** Without parts of its own an engine reads pages by their structure, or replays what the case's cassette holds. */
function readsAlike({ model, extractor, fetcher, browser = false }: GleanerOptions): boolean {
  const isStructure =
    extractor === undefined ? model === undefined : extractor.name === 'structure';
  return isStructure && fetcher === undefined && browser === false;
}

function toOutput(
  { result, creditsUsed, usage = [], warnings, evidence, lists }: ExtractResult,
  { exchanges, repairs, fetches }: CaseNotes,
  mayBeCached: boolean,
): PipelineOutput {
  return {
    value: result,
    model: usage[0]?.model,
    inputTokens: sumAmounts(usage.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumAmounts(usage.map(({ outputTokens }) => outputTokens)),
    creditsUsed,
    wasRepaired: repairs > 0,
    withoutModel: usage.length === 0,
    fromCache: mayBeCached && fetches === 0,
    warnings,
    evidence,
    lists,
    exchanges,
  };
}

/** What the parts of an engine note down while one of its calls answers a case. */
interface CaseNotes {
  readonly case: EvaluationCase;
  readonly exchanges: ModelExchange[];
  repairs: number;
  fetches: number;
}
