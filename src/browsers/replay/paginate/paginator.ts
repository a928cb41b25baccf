import type { PaginationEnd } from '../../../contracts/recipe/replay.ts';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import { CallTimeoutError } from '../../in-page/call-document.ts';
import { nameStep } from '../fail-step.ts';
import { findWall } from '../locate/miss-target.ts';
import { navigateTab } from '../act/navigate-tab.ts';
import type { PageView, PaginationInput } from './page-view.ts';
import { isFilled, type PageReading } from '../read/page-reader.ts';
import { navigationTimeoutOf } from '../run/replay-run.ts';

/** The next page, or why there is none. `status` is the HTTP status of a new document. */
export type NextPage =
  | { readonly end: PaginationEnd }
  | { readonly reading: PageReading; readonly status: number | undefined };

/** Goes from one page of a pagination to the next. */
export interface Paginator {
  /** Returns why there is no next page, judged by the current one; `undefined` when there may be one. */
  findEnd(current: PageReading): Promise<PaginationEnd | undefined>;
  /** Whether a page showed the control of the recipe; a kind without one has none to miss. */
  wasSeen(): boolean;
  /** Goes to the next page and reads it. */
  next(current: PageReading): Promise<NextPage>;
}

/** Opens the next page in the same tab. A page that does not load, or hangs, ends the pagination, not the run. */
export async function followLink(
  input: PaginationInput,
  view: PageView,
  url: string,
  current: PageReading,
): Promise<NextPage> {
  const { run, place, step } = input;
  try {
    await navigateTab({
      tab: place.tab,
      url,
      referer: current.url,
      timeoutMs: navigationTimeoutOf(run, step),
      step,
      session: run.session,
    });
  } catch (error) {
    if (error instanceof CallTimeoutError) {
      run.warnings.add(`${nameStep(step)}: the next page does not reply: a script keeps it busy.`);
      return { end: 'page_error' };
    }
    run.signal.throwIfAborted();
    if (!isGleanerError(error, 'validation_failed') && !isGleanerError(error, 'invalid_request')) {
      throw error;
    }
    return { end: 'page_error' };
  }
  return readNextPage(input, view, current);
}

/** Reads the new document. A wall in its place is an error and not the end of the list. */
export async function readNextPage(
  { run, place: { tab } }: PaginationInput,
  view: PageView,
  before: PageReading,
): Promise<NextPage> {
  const status = tab.response?.status;
  if (status !== undefined && status >= 400) return { reading: await view.read(), status };
  const reading = await view.readNew(before);
  if (!isFilled(reading)) {
    const wall = await findWall(run, tab);
    if (wall !== undefined && wall.reason !== 'empty_page') return { end: 'page_error' };
  }
  return { reading, status };
}
