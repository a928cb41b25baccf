import type { ExtractionRequest } from '../../../contracts/extractor.ts';
import { chunkContent, type ContentChunk } from '../../../page/content/chunks/chunk-content.ts';
import { toContentBudget } from './content-budget.ts';

/** What of a page is sent to the model: one part a call, at least one. */
export interface PageParts {
  readonly parts: readonly ContentChunk[];
  readonly warnings: readonly string[];
}

/** For pages that are read whole: calls of a size that every current model takes, and no more of them than a caller would wait for. */
const wholePage = { tokens: 8_000, maxParts: 32 } as const;

/** The part of a page that the request's budget has room for, or all its parts where it must be read whole. */
export function selectPageParts(request: ExtractionRequest): PageParts {
  const { reduceContent } = request;
  const budget = toContentBudget(request);
  const query = {
    prompt: request.prompt,
    schema: request.plainText ? undefined : request.schema,
    budgetTokens: reduceContent === false ? Math.max(budget, wholePage.tokens) : budget,
    reduce: reduceContent,
    keepLayout: request.pageComplexity === 'high',
  };
  const parts =
    reduceContent === false
      ? chunkContent(request.reading, query, wholePage.maxParts)
      : chunkContent(request.reading, query);
  const omitted = parts[0]?.omittedTokens ?? 0;
  if (omitted === 0) return { parts, warnings: [] };
  const warning = `About ${omitted} tokens of the page's text were not read: they exceed the content budget or seemed irrelevant.`;
  return { parts, warnings: [warning] };
}
