import type { PaginationEnd } from '../../contracts/replay.ts';
import type { Pagination } from '../../contracts/recipe.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { leadsToItself } from '../../recipe/create-pagination.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { actOn } from './act-on.ts';
import { locate } from './call-frame.ts';
import { findWall } from './miss-target.ts';
import { navigateTab } from './navigate-tab.ts';
import type { PageView } from './page-view.ts';
import { isFilled, type PageReading, restMs, toSignature } from './read-items.ts';
import { navigationTimeoutOf, timeoutOf } from './replay-run.ts';
import type { RunPaginateInput } from './run-paginate.ts';
import { createListScroller } from './scroll-list.ts';
import { hasClickListener } from './wait-for-listener.ts';
import { pause } from './wait-until.ts';
import { type NavigationWatch, watchNavigation } from './watch-navigation.ts';

/** The next page, or why there is none. `status` is that of a new document. */
export type TurnedPage =
  | { readonly end: PaginationEnd }
  | { readonly reading: PageReading; readonly status: number | undefined };

/** Goes from page to page. */
export interface Turner {
  /** Why there is nowhere to go, as far as the page itself tells. */
  findEnd(current: PageReading): Promise<PaginationEnd | undefined>;
  turn(current: PageReading): Promise<TurnedPage>;
}

/** A click that changes nothing by then changes nothing; while a script waits for an answer, it gets longer. */
const changeMs = 2_500;
const answerMs = 10_000;
/** A control that is disabled right after a click is busy. */
const busyMs = 1_500;
/** Pagers are rendered along with their lists, or a moment later. */
const pagerMs = 300;
const scriptedPagerMs = 1_000;

/** Makes the one that the kind of pagination asks for. */
export function createTurner(input: RunPaginateInput, view: PageView): Turner {
  const { by } = input.step;
  if (by.kind === 'scroll') return createListScroller(input, view);
  if (by.kind === 'urlTemplate') return createCounter(input, view, by.template);
  return createPresser(input, view, by);
}

function createCounter(input: RunPaginateInput, view: PageView, template: string): Turner {
  let number = 1;
  return {
    findEnd: async () => undefined,
    turn(current) {
      number += 1;
      return follow(input, view, template.replaceAll('{page}', String(number)), current);
    },
  };
}

/** Opens the next page in the same tab. A page that does not come ends the pagination, not the run. */
async function follow(
  { run, place: { tab }, step }: RunPaginateInput,
  view: PageView,
  url: string,
  current: PageReading,
): Promise<TurnedPage> {
  try {
    await navigateTab({
      tab,
      url,
      referer: current.url,
      timeoutMs: navigationTimeoutOf(run, step),
      step,
      session: run.session,
    });
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isGleanerError(error, 'validation_failed') && !isGleanerError(error, 'invalid_request')) {
      throw error;
    }
    return { end: 'page_error' };
  }
  return readTurned({ run, place: { tab } }, view, current);
}

async function readTurned(
  {
    run,
    place: { tab },
  }: {
    readonly run: RunPaginateInput['run'];
    readonly place: { readonly tab: RunPaginateInput['place']['tab'] };
  },
  view: PageView,
  before: PageReading,
): Promise<TurnedPage> {
  const status = tab.answer?.status;
  if (status !== undefined && status >= 400) return { reading: await view.read(), status };
  const reading = await view.readNew(before);
  if (!isFilled(reading)) {
    const wall = await findWall(run, tab);
    if (wall !== undefined && wall.reason !== 'empty_page') return { end: 'page_error' };
  }
  return { reading, status };
}

type Pressed = Extract<Pagination, { readonly kind: 'next' | 'loadMore' }>;

function createPresser(input: RunPaginateInput, view: PageView, by: Pressed): Turner {
  const { run, place, step, isImmediate } = input;
  const { element: target, kind } = by;
  /** Whether the link does what its address says, and no script goes between. */
  let isPlain: boolean | undefined;
  let hasPressed = false;

  async function isPlainLink(current: PageReading): Promise<boolean> {
    const control = current.pager?.control;
    const selector = run.overrides.apply(target)[control?.alternative ?? 0];
    const isInFrame = place.frame !== place.tab.page.mainFrame();
    if (kind === 'loadMore' || selector === undefined || isInFrame) return false;
    return !(await hasClickListener(place.tab, selector, run.signal));
  }

  async function findEnd(current: PageReading): Promise<PaginationEnd | undefined> {
    let { pager } = current;
    const startedMs = performance.now();
    const absentMs = isImmediate ? (hasPressed ? pagerMs : 0) : scriptedPagerMs;
    for (;;) {
      const waitedMs = performance.now() - startedMs;
      const control = pager?.control;
      if (control === undefined) {
        if (waitedMs >= absentMs) return 'no_next';
      } else if (!control.isDisabled) {
        noteControl(control);
        return leadsToItself(control.href, current.url) ? 'same_page' : undefined;
      } else if (!hasPressed || waitedMs >= busyMs) {
        noteControl(control);
        return 'next_disabled';
      }
      await pause(restMs, run.signal);
      const now = await view.read();
      ({ pager } = now);
    }
  }

  function noteControl({
    alternative,
    lost,
  }: {
    readonly alternative: number;
    readonly lost: readonly number[];
  }): void {
    const healed = run.overrides.find(target);
    if (healed !== undefined) {
      const all = [...target.selectors.keys()];
      run.targets.note({
        target,
        purpose: 'action',
        servedBy: 'likeness',
        lost: all,
        healed: healed.source,
      });
      return;
    }
    run.targets.note({
      target,
      purpose: 'action',
      servedBy: alternative === 0 ? 'first' : 'alternative',
      lost,
      healed: alternative === 0 ? undefined : target.selectors[alternative]?.source,
    });
  }

  return {
    findEnd,
    async turn(current) {
      // What pages and pagers are rendered with may have changed since the look at the page.
      const { pager } = current.pager?.control?.isDisabled === false ? current : await view.read();
      const control = pager?.control;
      if (control === undefined) return { end: 'no_next' };
      if (control.href !== '') {
        isPlain ??= await isPlainLink({ ...current, pager });
        if (isPlain) return follow(input, view, control.href, current);
      }
      const selector = run.overrides.apply(target)[control.alternative] ?? [];
      const { frame } = place;
      const element = {
        frame,
        mark: undefined,
        selector,
        locator: locate(frame, { mark: undefined, selector }),
      };
      const watch = watchNavigation(place.tab, run.signal);
      try {
        hasPressed = true;
        await actOn({
          run,
          step,
          target,
          element,
          timeoutMs: timeoutOf(run, step),
          act: (limits) => element.locator.click(limits),
        });
        return await waitForChange(input, view, current, watch);
      } finally {
        watch.stop();
      }
    },
  };
}

/** Until the list is another one, twice in a row: what says "Loading" in between is no change. */
async function waitForChange(
  input: RunPaginateInput,
  view: PageView,
  before: PageReading,
  watch: NavigationWatch,
): Promise<TurnedPage> {
  const { run, place, step } = input;
  const old = toSignature(before);
  const startedMs = performance.now();
  let last: string | undefined;
  for (;;) {
    if (watch.isLoading || watch.hasNewDocument) {
      const timeoutMs = navigationTimeoutOf(run, step);
      await raceSignal(watch.settle({ mustCome: false, timeoutMs }), run.signal);
      if (watch.hasNewDocument) return readTurned({ run, place }, view, before);
    }
    const reading = await view.read();
    const hadDialog = before.pager?.hasDialog === true;
    if (reading.pager?.hasDialog === true && !hadDialog) return { end: 'dialog_opened' };
    const signature = toSignature(reading);
    if (isFilled(reading) && signature !== old) {
      if (signature === last) return { reading, status: undefined };
      last = signature;
    } else last = undefined;
    const waitedMs = performance.now() - startedMs;
    const isOver = waitedMs >= (watch.isAsking ? answerMs : changeMs);
    if (isOver && last === undefined && !watch.isLoading) return { end: 'no_change' };
    await pause(restMs, run.signal);
  }
}
