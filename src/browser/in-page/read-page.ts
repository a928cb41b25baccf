import type { PageQuestion, PageReadings } from './page-operations.ts';
import { readPager } from './pagination-candidates.ts';
import { readItems } from './item-reader.ts';

/** Reads what a page is asked for at once. */
export function readPage({ steps, pager, wantsMarks }: PageQuestion): PageReadings {
  return {
    steps: steps.map((step) => readItems(step, wantsMarks)),
    pager: pager === undefined ? undefined : readPager(pager),
    url: location.href,
    language: document.documentElement.lang.slice(0, 40),
    isLoaded: document.readyState === 'complete',
    leavesAfter: findRefresh(),
  };
}

/** A page that loads itself anew goes nowhere. */
function findRefresh(): number | undefined {
  for (const meta of document.querySelectorAll('meta[http-equiv="refresh" i][content]')) {
    const [, seconds = '', address = ''] =
      /^\s*(\d+(?:\.\d*)?)\s*[;,]?\s*(?:url\s*=\s*)?["']?(.*?)["']?\s*$/is.exec(
        meta.getAttribute('content') ?? '',
      ) ?? [];
    const to = address === '' ? null : URL.parse(address, document.baseURI);
    if (seconds !== '' && to !== null && to.href !== location.href) return Number(seconds);
  }
  return undefined;
}
