import type { Browser } from '../../src/contracts/browser.ts';
import type { ExtractStep, Recipe } from '../../src/contracts/recipe.ts';
import type { RawItem, ReplayReport, ReplayRequest } from '../../src/contracts/replay.ts';

export interface StubReplay {
  /** Raw items by page. */
  readonly pages: readonly (readonly RawItem[])[];
  readonly report?: Partial<ReplayReport>;
  /** Called before each page. */
  readonly beforePage?: (number: number, request: ReplayRequest) => Promise<void> | void;
}

/** A browser whose pages are made up: for the rules around a replay, not for the replay itself. */
export function stubBrowser({ pages, report = {}, beforePage }: StubReplay): Browser & {
  readonly requests: readonly ReplayRequest[];
} {
  const requests: ReplayRequest[] = [];
  return {
    name: 'stub',
    requests,
    printPdf: () => Promise.reject(new Error('This browser prints nothing.')),
    renderPage: () => Promise.reject(new Error('This browser renders nothing.')),
    async replay(request) {
      requests.push(request);
      request.onStep('/steps/0', 'navigate');
      const step = findExtract(request.recipe);
      let number = 0;
      let end: ReplayReport['end'] = 'no_next';
      for (const items of pages) {
        if (number >= request.maxPages) {
          end = 'max_pages';
          break;
        }
        if (number > 0 && !(await request.mayGoOn())) {
          end = 'stopped';
          break;
        }
        number += 1;
        await beforePage?.(number, request);
        request.signal.throwIfAborted();
        await request.onPage({
          number,
          url: `https://shop.test/?page=${number}`,
          collections: [{ step, items, html: undefined }],
        });
      }
      return {
        end,
        targets: [],
        fingerprints: { version: 1, targets: {} },
        warnings: [],
        ...report,
      };
    },
  };
}

function findExtract({ steps }: Recipe): ExtractStep {
  const step = steps.find(({ type }) => type === 'extract');
  if (step?.type !== 'extract') throw new Error('The recipe extracts nothing.');
  return step;
}
