import type { ExtractionRequest, Extractor } from '../../runtime/contracts/extractor.ts';
import { toMissingPackage } from '../../runtime/errors/advice.ts';

/**
 * The elements that a selector matched: what of cheerio's type an extractor needs most. Name cheerio's own type for the rest:
 * `cheerioExtractor(($: CheerioAPI) => …)`.
 */
export interface CheerioElements {
  readonly length: number;
  text(): string;
  html(): string | null;
  attr(name: string): string | undefined;
  is(selector: string): boolean;
  find(selector: string): CheerioElements;
  closest(selector: string): CheerioElements;
  children(selector?: string): CheerioElements;
  parent(): CheerioElements;
  next(): CheerioElements;
  prev(): CheerioElements;
  first(): CheerioElements;
  last(): CheerioElements;
  eq(index: number): CheerioElements;
  /** Elements, to be wrapped by `$(element)`. */
  toArray(): unknown[];
}

/** Cheerio's `$`, loaded with a page. */
export type CheerioRoot = (
  selector: unknown,
  context?: string | CheerioElements,
) => CheerioElements;

/**
 * Creates an extractor that is a function over cheerio, for pages whose markup is known. `$` holds what people see of the page;
 * the value is JSON, and is validated like any extractor's. The function runs on the event loop. Needs the package cheerio:
 * without it a call rejects with `service_unavailable`.
 *
 * @example
 * createGleaner({ extractor: cheerioExtractor(($) => ({ name: $('h1').text(), price: $('.price').text() })) })
 */
export function cheerioExtractor<
  Root = CheerioRoot, // oxlint-disable-line typescript/no-unnecessary-type-parameters -- named by what the caller writes at `$`
>(read: ($: Root, request: ExtractionRequest) => unknown): Extractor {
  return {
    name: 'cheerio',
    async extract(request) {
      const { page, plainText, signal } = request;
      signal.throwIfAborted();
      const { load } = await loadCheerio();
      const $ = load(await page.tree());
      // Cheerio's own type has all members of ours; another one was named for it by the caller.
      const value = await read($ as Root, request);
      signal.throwIfAborted();
      return { value: plainText ? toText(value) : value, usage: [], warnings: [] };
    },
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

async function loadCheerio() {
  try {
    // Without the parsers, encodings and the HTTP client of the whole: the page was read already.
    return await import('cheerio/slim');
  } catch (cause) {
    throw toMissingPackage('cheerio', 'The cheerio extractor', cause);
  }
}
