import type { ExtractionRequest } from '../../contracts/extractor.ts';
import { readText } from '../../page/node-text.ts';
import { toContentBudget } from './content-budget.ts';

/** What of a page is sent to the model: one text a call. */
export interface PageParts {
  readonly texts: readonly string[];
  readonly warnings: readonly string[];
}

const charsPerToken = 4;

export function selectPageParts(request: ExtractionRequest): PageParts {
  const text = readText(request.reading.document);
  const room = toContentBudget(request) * charsPerToken;
  return {
    texts: [`${request.reading.url}\n${request.reading.title}\n${text.slice(0, room)}`],
    warnings: [],
  };
}
