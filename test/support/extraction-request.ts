import type { ExtractionRequest } from '../../src/runtime/contracts/extractor.ts';
import { systemClock } from '../../src/runtime/signals/waiting.ts';
import { openExtractionPage } from '../../test-kit/contracts/extractor-contract.ts';

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
    clock: systemClock(),
    signal: new AbortController().signal,
    ...changes,
  };
}
