import type { Browser } from '../../src/runtime/contracts/browser.ts';
import type { ExtractStep, Recipe } from '../../src/runtime/contracts/recipe/recipe.ts';
import type {
  FollowedPage,
  RawItem,
  ReplayReport,
  ReplayRequest,
} from '../../src/runtime/contracts/recipe/replay.ts';

export interface StubReplay {
  /** Raw items by page. */
  readonly pages: readonly (readonly RawItem[])[];
  /** What the page of each item shows, by page of the list and item; `undefined` where it could not be read. */
  readonly linked?: readonly (readonly (FollowedPage | undefined)[])[];
  readonly report?: Partial<ReplayReport>;
  /** Called before each page. */
  readonly beforePage?: (number: number, request: ReplayRequest) => Promise<void> | void;
}

/** A browser whose pages are made up: for the rules around a replay, not for the replay itself. */
export function stubBrowser({ pages, linked, report = {}, beforePage }: StubReplay): Browser & {
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
          collections: [
            { step, items, followed: await follow(linked?.[number - 1], request), html: undefined },
          ],
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

/** As a replay does it: a page that is allowed and cannot be read allows another one. */
async function follow(
  linked: readonly (FollowedPage | undefined)[] = [],
  request: ReplayRequest,
): Promise<readonly (FollowedPage | undefined)[]> {
  const followed: (FollowedPage | undefined)[] = [];
  let isAllowed = false;
  for (const page of linked) {
    isAllowed ||= await request.mayFollow();
    if (!isAllowed) return followed;
    followed.push(page);
    if (page !== undefined) isAllowed = false;
    request.onFollow({ path: '/steps/1', done: followed.length, of: linked.length });
  }
  return followed;
}

function findExtract({ steps }: Recipe): ExtractStep {
  const step = steps.find(({ type }) => type === 'extract');
  if (step?.type !== 'extract') throw new Error('The recipe extracts nothing.');
  return step;
}
