import type { ExtractionRequest } from '../../src/contracts/extractor.ts';
import { openExtractionPage } from '../../src/testing/open-extraction-page.ts';

/** A request about a page, with what every caller gets who asks for nothing special. */
export async function toExtractionRequest(
  html: string,
  changes: Partial<ExtractionRequest> = {},
): Promise<ExtractionRequest> {
  return {
    page: await openExtractionPage({ html, url: 'https://books.example/page' }),
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
