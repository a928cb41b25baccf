import { AsyncLocalStorage } from 'node:async_hooks';
import type { ExtractResult, Gleaner, GleanerOptions } from '../../index.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { caseFetcher } from './case-fetcher.ts';
import { checkMembers } from './check-members.ts';
import type { CaseNotes } from './case-notes.ts';
import { describeEngine } from './describe-engine.ts';
import type { EnginePipeline } from './engine-pipeline.ts';
import { watchExtractor, watchFetcher, watchModel } from './watch-parts.ts';
import type { Pipeline, PipelineOutput } from './pipeline.ts';
import { sumAmounts } from './sum-amounts.ts';

/** A pipeline that extracts with an engine, which is made by the first case and kept. */
export function createEnginePipeline(name: string, definition: EnginePipeline): Pipeline {
  checkMembers(`pipeline "${name}"`, definition, ['gleaner', 'call', 'prompt', 'repair']);
  const { gleaner: options = {}, call = {}, prompt: template = '{prompt}' } = definition;
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
    async run(evaluationCase, signal) {
      const { cassette: file } = evaluationCase;
      if (file === undefined) {
        return extract(await (opening ??= open({})), evaluationCase, signal);
      }
      const { cassette } = await import('../../testing/index.ts');
      await using tape = cassette(file, { mode: 'replay' });
      // The tape's clock and ids are the case's own, so its engine is, too.
      await using gleaner = await open(tape.parts);
      return await extract(gleaner, evaluationCase, signal);
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
