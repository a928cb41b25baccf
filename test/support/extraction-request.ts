import type { ExtractionRequest } from '../../src/contracts/extractor.ts';
import { readPage } from '../../src/page/read-page.ts';

/** A request about a page, with what every caller gets who asks for nothing special. */
export function toExtractionRequest(
  html: string,
  changes: Partial<ExtractionRequest> = {},
): ExtractionRequest {
  return {
    reading: readPage({ html, url: 'https://books.example/page' }),
    prompt: 'what the page offers',
    schema: undefined,
    detailLevel: 'medium',
    pageComplexity: 'low',
    plainText: false,
    reduceContent: undefined,
    signal: new AbortController().signal,
    ...changes,
  };
}
