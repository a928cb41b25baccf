import { AsyncLocalStorage } from 'node:async_hooks';
import type { ExtractInput, ExtractResult, Gleaner, GleanerOptions } from '../../index.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { caseFetcher } from './case-fetcher.ts';
import { checkMembers } from './check-members.ts';
import type { CaseNotes } from './case-notes.ts';
import { describeEngine } from './describe-engine.ts';
import { watchExtractor, watchFetcher, watchModel } from './watch-parts.ts';
import type { Pipeline, PipelineOutput } from './pipeline.ts';
import { sumAmounts } from './sum-amounts.ts';

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
}

/** A pipeline that extracts with an engine, which is made by the first case and kept. */
export function createEnginePipeline(name: string, definition: EnginePipeline): Pipeline {
  checkMembers(`pipeline "${name}"`, definition, ['gleaner', 'call', 'prompt', 'repair']);
  const { gleaner: options = {}, call = {}, prompt: template = '{prompt}' } = definition;
  const scope = new AsyncLocalStorage<CaseNotes>();
  let opening: Promise<Gleaner> | undefined;

  async function open(): Promise<Gleaner> {
    // Loaded on first use: a comparison of functions needs no engine.
    const { createGleaner, modelExtractor, structureExtractor } = await import('../../index.ts');
    const { model, extractor, fetcher } = options;
    const asked =
      extractor ??
      (model === undefined
        ? structureExtractor()
        : modelExtractor({ model: watchModel(model, scope) }));
    return createGleaner({
      browser: false,
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
    async run(evaluationCase, signal) {
      return extract(await (opening ??= open()), evaluationCase, signal);
    },
    async close() {
      await (await opening)?.close();
    },
  };
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
