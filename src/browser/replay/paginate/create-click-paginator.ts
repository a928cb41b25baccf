import type { Request } from 'playwright-core';
import type { Pagination } from '../../../runtime/contracts/recipe/recipe.ts';
import type { PaginationEnd } from '../../../runtime/contracts/recipe/replay.ts';
import { leadsToItself } from '../../../recipes/run/create-pagination.ts';
import { actOn, hasClickListener, hydrationMs, waitForListener } from '../act/act-on.ts';
import { locate } from '../../call-page.ts';
import { nameSelectors, nameStep } from '../fail-step.ts';
import { closeConsent } from '../locate/close-notice.ts';
import { healTarget, takeTarget } from '../locate/locate-target.ts';
import type { PagerControl, PagerState } from '../../in-page/element-state.ts';
import {
  type NextPage,
  type PageView,
  type PaginationInput,
  type Paginator,
  findRetryWait,
  followLink,
  listOwn,
  readNextPage,
} from './paginator.ts';
import {
  type PageReading,
  countPending,
  isFilled,
  restMs,
  toSignature,
  warnPending,
} from '../read/page-reader.ts';
import { servedBy } from '../run/run-report.ts';
import { navigationTimeoutOf, timeoutOf } from '../run/replay-run.ts';
import { pause, raceSignal } from '../../../runtime/signals/waiting.ts';
import { type FailedRequest, type NavigationWatch, watchNavigation } from '../arrive/navigation.ts';
import type { ElementFingerprint } from '../../../runtime/contracts/recipe/fingerprint.ts';
import { paginationLabels } from '../../../page/links/pagination-labels.ts';
import { findCandidates } from './pagination-candidates.ts';

/**
 * Milliseconds; a control that is disabled at first sight or right after a click may only be busy, and one that is gone after a
 * click may come back once all has loaded. Extended while a request is open.
 */
const busyMs = 1_500;
const mostBusyMs = 6_000;
/** Milliseconds; a pager is rendered with its list or shortly after it. */
const scriptedPagerMs = 1_000;

/** A pagination whose next page is behind a link or a button. */
export type ClickPagination = Extract<Pagination, { readonly kind: 'next' | 'loadMore' }>;

/**
 * Creates a paginator that follows the link, or clicks the button, to the next page. A control that the recipe does not name,
 * but the page, is neither compared with a fingerprint nor reported.
 */
export function createClickPaginator(
  input: PaginationInput,
  view: PageView,
  by: ClickPagination,
  isRecorded = true,
): Paginator {
  const { run, place, step, isImmediate } = input;
  const { element: target, kind } = by;
  /** Whether the link can be opened by its URL because no script handles its clicks. */
  let isPlain: boolean | undefined;
  let hasClicked = false;
  let isVerified = !isRecorded;
  let wasSeen = false;
  /** What stayed open for long: streams never end. */
  let streams: ReadonlySet<Request> | undefined;
  /** The control that `findEnd` found. */
  let ready: PagerControl | undefined;

  async function isPlainLink({ alternative }: PagerControl): Promise<boolean> {
    const selector = run.recipe.selectors.apply(target)[alternative];
    const isInFrame = place.frame !== place.tab.page.mainFrame();
    if (kind === 'loadMore' || selector === undefined || isInFrame) return false;
    return !(await hasClickListener(place.tab, selector, run.session.signal));
  }

  /** Whether the control on the first page is the recorded one; it is then clicked on every page. */
  async function verify(pager: PagerState | undefined): Promise<boolean> {
    if (isVerified) return true;
    isVerified = true;
    const mark = pager?.control?.mark;
    const healed = await healTarget({ run, place, target, purpose: 'action', mark });
    if (healed !== 'wrong') return true;
    run.report.targets.note({ target, purpose: 'action', servedBy: 'nothing', lost: [] });
    run.report.warn(
      `${nameStep(step)} was not taken: ${nameSelectors(target)} leads to another element than it did.`,
    );
    return false;
  }

  async function findEnd(current: PageReading): Promise<PaginationEnd | undefined> {
    if (!(await verify(current.pager))) return 'no_next';
    const isNewlyHealed = !hasClicked && run.recipe.selectors.find(target) !== undefined;
    let { pager } = isNewlyHealed ? await view.read() : current;
    const startedMs = performance.now();
    const absentMs = hasClicked ? busyMs : isImmediate ? 0 : scriptedPagerMs;
    const ignored = streams;
    for (;;) {
      const elapsedMs = performance.now() - startedMs;
      const isAsking = (run.session.requests?.paths(ignored).length ?? 0) > 0;
      const waitedMs = isAsking && elapsedMs < mostBusyMs ? 0 : elapsedMs;
      if (elapsedMs >= mostBusyMs) streams = run.session.requests?.list();
      const control = pager?.control;
      wasSeen ||= control !== undefined;
      if (control === undefined) {
        const isAbsent = absentMs === 0 || waitedMs >= absentMs;
        if (isAbsent && (wasSeen || !isRecorded || !(await healByWords(input, by))))
          return 'no_next';
      } else if (!control.isDisabled) {
        noteControl(control);
        ready = control;
        return leadsToItself(control.href, current.url) ? 'same_page' : undefined;
      } else if (waitedMs >= busyMs) {
        noteControl(control);
        return 'next_disabled';
      }
      await pause(restMs, run.session.signal);
      const now = await view.read();
      ({ pager } = now);
    }
  }

  function noteControl({ alternative, lost }: PagerControl): void {
    if (!isRecorded) return;
    const healed = run.recipe.selectors.find(target);
    const all = [...target.selectors.keys()];
    run.report.targets.note({
      target,
      purpose: 'action',
      ...(healed === undefined
        ? servedBy(target, alternative, lost)
        : { servedBy: 'likeness', lost: all, healed: healed.source }),
    });
  }

  /** Returns whether the control was there. */
  async function click({ alternative, isOther }: PagerControl): Promise<boolean> {
    const { frame } = place;
    // The selector would lead to the first match, which is another control.
    const mark = isOther ? await view.markControl() : undefined;
    if (isOther && mark === undefined) return false;
    const applied = run.recipe.selectors.apply(target)[alternative] ?? [];
    const selector = isOther ? [] : applied;
    const locator = locate(frame, { mark, selector });
    await actOn({
      run,
      step,
      target,
      element: { frame, mark, selector, locator },
      timeoutMs: timeoutOf(run, step),
      act: (limits) => locator.click(limits),
    });
    return true;
  }

  /** Clicks once more after the site refused what the first click asked for. */
  async function clickAgain(
    current: PageReading,
    watch: NavigationWatch,
    failed: readonly FailedRequest[],
  ): Promise<NextPage> {
    const waitMs = findRetryWait(failed.map(({ retryAfter }) => retryAfter));
    if (waitMs === undefined) return { end: 'page_error' };
    await pause(waitMs, run.session.signal);
    const reading = await view.read();
    const control = reading.pager?.control;
    // A list that the failure emptied counts on from it: the next click would skip a page.
    const isAsBefore = toSignature(reading) === toSignature(current);
    if (!isAsBefore || control === undefined || control.isDisabled) return { end: 'page_error' };
    if (!(await click(control))) return { end: 'page_error' };
    const next = await waitForChange(input, view, current, watch);
    if ((await listOwn(watch.failed, current.url)).length === 0) return next;
    if ('end' in next) return next.end === 'no_change' ? { end: 'page_error' } : next;
    run.report.warn(
      `${nameStep(step)}: a request of the page failed and was not made again: items may be missing.`,
    );
    return next;
  }

  return {
    findEnd,
    wasSeen: () => wasSeen,
    async next(current) {
      const control = ready;
      if (control === undefined) return { end: 'no_next' };
      if (control.href !== '') {
        isPlain ??= await isPlainLink(control);
        if (isPlain) return followLink(input, view, control.href, current);
      }
      const applied = run.recipe.selectors.apply(target)[control.alternative] ?? [];
      const { frame } = place;
      // A server-rendered button has no effect until its scripts have run.
      if (!hasClicked && frame === place.tab.page.mainFrame()) {
        await waitForListener(place.tab, applied, hydrationMs, run.session.signal);
      }
      const watch = watchNavigation(place.tab, run.session.signal);
      try {
        hasClicked = true;
        if (!(await click(control))) return { end: 'no_next' };
        const next = await waitForChange(input, view, current, watch);
        if (!('end' in next) || next.end !== 'no_change') return next;
        const failed = await listOwn(watch.failed, current.url);
        if (failed.length > 0) return await clickAgain(current, watch, failed);
        return (await listOwn(watch.gone, current.url)).length > 0 ? { end: 'empty_page' } : next;
      } finally {
        watch.stop();
      }
    },
  };
}

/** Milliseconds without a change after which a click had no effect; extended while a script waits for a response. */
const changeMs = 2_500;
const responseMs = 10_000;

/** Waits until the list has changed in two readings in a row: a "Loading" message in between is not a change. */
async function waitForChange(
  input: PaginationInput,
  view: PageView,
  before: PageReading,
  watch: NavigationWatch,
): Promise<NextPage> {
  const { run, step } = input;
  const old = toSignature(before);
  const startedMs = performance.now();
  let last: string | undefined;
  for (;;) {
    if (watch.isLoading || watch.hasNewDocument) {
      const timeoutMs = navigationTimeoutOf(run, step);
      await raceSignal(watch.waitForNavigation({ mustCome: false, timeoutMs }), run.session.signal);
      if (watch.hasNewDocument) return readNextPage(input, view, before);
    }
    const reading = await view.read();
    const hadDialog = before.pager?.hasDialog === true;
    if (reading.pager?.hasDialog === true && !hadDialog) {
      if ((await closeConsent(run, input.place.frame)) !== 'closed')
        return { end: 'dialog_opened' };
      continue;
    }
    const signature = toSignature(reading);
    const waitedMs = performance.now() - startedMs;
    const isBusy = countPending(reading).busy > 0;
    const hasChanged = isFilled(reading) && signature !== old;
    if (isBusy && waitedMs >= timeoutOf(run, step)) {
      warnPending(run, step, reading, waitedMs);
      return hasChanged ? { reading, status: undefined } : { end: 'no_change' };
    }
    if (hasChanged && !isBusy) {
      if (signature === last) return { reading, status: undefined };
      last = signature;
    } else last = undefined;
    const isOver = !isBusy && waitedMs >= (watch.isAsking ? responseMs : changeMs);
    if (isOver && last === undefined && !watch.isLoading) {
      const number = reading.pager?.current;
      // A page of the same items is none where the pager says that it is another.
      const isOther = number !== undefined && number !== before.pager?.current;
      return isOther && isFilled(reading) ? { reading, status: undefined } : { end: 'no_change' };
    }
    await pause(restMs, run.session.signal);
  }
}

/**
 * Takes the control that the page itself names as the way on for a recorded one that was named so too, where neither its
 * selectors nor its likeness led to it: its words, its place beside the list and its being the only one of its kind are
 * enough, and a wrong page ends the pagination. Returns whether there was one.
 */
async function healByWords(
  { run, place, steps }: PaginationInput,
  { kind, element: target }: ClickPagination,
): Promise<boolean> {
  const known = run.recipe.findKnown(target.path);
  const wanted = kind === 'next' ? 'next' : 'more';
  if (known === undefined || !isNamed(known.element, wanted)) return false;
  for (const step of steps) {
    const { candidates } = await findCandidates(run, place, step);
    const candidate = candidates.find((candidate) => candidate.kind === wanted && candidate.isSafe);
    if (candidate === undefined) continue;
    return takeTarget({ run, place, target, purpose: 'action', mark: candidate.mark });
  }
  return false;
}

function isNamed({ name, text, attributes }: ElementFingerprint, kind: 'next' | 'more'): boolean {
  const words = new RegExp(paginationLabels[kind], 'u');
  const labels = [name, text, attributes['aria-label'] ?? '', attributes['title'] ?? ''];
  return labels.some((label) => words.test(label.trim().toLowerCase()));
}
