import type { PageQuestion, PageReadings } from './page-operations.ts';
import { readPager } from './element-state.ts';
import { readItems } from './item-reader.ts';

/** Reads what a page is asked for at once. */
export function readPage({ steps, pager, wantsMarks }: PageQuestion): PageReadings {
  return {
    steps: steps.map((step) => readItems(step, wantsMarks)),
    pager: pager === undefined ? undefined : readPager(pager),
    url: location.href,
    language: document.documentElement.lang.slice(0, 40),
    isLoaded: document.readyState === 'complete',
  };
}
