import { decodeHTMLAttribute } from 'entities';
import { callFrame } from '../../call-page.ts';
import { maxOf } from '../../../runtime/collections.ts';
import { parseRetryAfter } from '../../../network/egress/create-egress.ts';
import type { PaginationEnd } from '../../../runtime/contracts/recipe/replay.ts';
import { isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { CallTimeoutError } from '../../call-page.ts';
import { nameStep } from '../fail-step.ts';
import { readDocument } from '../../render/read-document.ts';
import { readObstacle } from '../locate/miss-target.ts';
import { navigateTab, watchNavigation } from '../arrive/navigation.ts';
import {
  type PageReading,
  countPending,
  isFilled,
  listItems,
  readPage,
  restMs,
  revealLazy,
  toSignature,
  warnPending,
} from '../read/page-reader.ts';
import { type ReplayRun, navigationTimeoutOf, partsOf, timeoutOf } from '../run/replay-run.ts';
import type {
  ExtractStep,
  PaginateStep,
  RecipeStep,
} from '../../../runtime/contracts/recipe/recipe.ts';
import type { Place } from '../tabs.ts';
import { nothingMore, paginationLabels } from '../../../page/links/pagination-labels.ts';
import type { PagerInput } from '../../in-page/element-state.ts';
import { pause, waitUntil } from '../../../runtime/signals/waiting.ts';

/** The next page, or why there is none. `status` is the HTTP status of a new document. */
export type NextPage =
  | { readonly end: PaginationEnd }
  | { readonly reading: PageReading; readonly status: number | undefined };

/** Goes from one page of a pagination to the next. */
export interface Paginator {
  /** Returns why there is no next page, by the current one; `undefined` when there may be one. */
  findEnd(current: PageReading): Promise<PaginationEnd | undefined>;
  /** Whether a page showed the control of the recipe; a kind without one has none to miss. */
  wasSeen(): boolean;
  /** Goes to the next page and reads it. */
  next(current: PageReading): Promise<NextPage>;
}

/** Opens the next page in the same tab and reads it. A page that does not load, or hangs, ends the pagination, not the run. */
export async function followLink(
  input: PaginationInput,
  view: PageView,
  url: string,
  current: PageReading,
): Promise<NextPage> {
  return (await openPage(input, url, current.url)) ?? readNextPage(input, view, current, url);
}

/** Opens a page of the list, where a site refuses it for the moment twice. Returns the end where it cannot be had. */
async function openPage(
  { run, place, step }: PaginationInput,
  url: string,
  referer: string,
): Promise<{ readonly end: PaginationEnd } | undefined> {
  const { session } = run;
  const timeoutMs = navigationTimeoutOf(run, step);
  try {
    await navigateTab({ tab: place.tab, url, referer, timeoutMs, step, session });
    const { status = 0, headers } = place.tab.response ?? {};
    const waitMs = isPassing(status) ? findRetryWait([headers?.['retry-after']]) : undefined;
    if (waitMs !== undefined) {
      await pause(waitMs, session.signal);
      await navigateTab({ tab: place.tab, url, referer, timeoutMs, step, session });
    }
    return undefined;
  } catch (error) {
    if (error instanceof CallTimeoutError) {
      run.report.warn(`${nameStep(step)}: the next page does not reply: a script keeps it busy.`);
      return { end: 'page_error' };
    }
    session.signal.throwIfAborted();
    const isPageError =
      isGleanerError(error, 'validation_failed') || isGleanerError(error, 'invalid_request');
    if (!isPageError) throw error;
    return { end: 'page_error' };
  }
}

/** Milliseconds before what a site refused is asked for again, and the most that a site may ask for. */
const retryMs = 1_000;
const mostRetryMs = 10_000;

/** The milliseconds after which to ask again; `undefined` where a site wants more than is waited for. */
export function findRetryWait(retryAfters: readonly (string | undefined)[]): number | undefined {
  const waits = retryAfters.map((each) => parseRetryAfter(each, Date.now()) ?? 0);
  const waitMs = maxOf(waits, retryMs);
  return waitMs > mostRetryMs ? undefined : waitMs;
}

/** The requests to the own site of the page at `url`: a measuring service fails without a loss to the list. */
export async function listOwn<Request extends { readonly url: string }>(
  requests: readonly Request[],
  url: string,
): Promise<readonly Request[]> {
  if (requests.length === 0) return [];
  // Loaded by the first failure: the list of public suffixes takes 3 MB of files.
  const { getPublicSuffix } = await import('tough-cookie');
  const siteOf = (host: string) => {
    const options = { allowSpecialUseDomain: true, ignoreError: true };
    return getPublicSuffix(host, options) ?? host;
  };
  const here = hostOf(url);
  return requests.filter((request) => {
    const host = hostOf(request.url);
    return host === here || siteOf(host) === siteOf(here);
  });
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}

/** Whether a status says that the page may come when it is asked for again. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Seconds that a page may wait before it goes on; one that waits longer is a page. */
const maxLeaveS = 5;
/** Pages in a row that only lead on. */
const maxWaitingPages = 5;

/** Waits while a page without items says that it goes on to another one, as those do that check a browser. */
async function passWaitingPages(
  { run, place: { tab }, step }: PaginationInput,
  view: PageView,
): Promise<void> {
  for (let pages = 0; pages < maxWaitingPages; pages += 1) {
    const watch = watchNavigation(tab, run.session.signal);
    try {
      const reading = await view.read();
      const seconds = reading.leavesAfter ?? findRefreshHeader(tab.response?.headers['refresh']);
      if (isFilled(reading) || seconds === undefined || seconds > maxLeaveS) return;
      const timeoutMs = seconds * 1_000 + navigationTimeoutOf(run, step);
      if (!(await watch.waitForNavigation({ mustCome: true, timeoutMs }))) return;
    } finally {
      watch.stop();
    }
  }
}

/** Seconds of a `Refresh` header that names another address. */
function findRefreshHeader(header = ''): number | undefined {
  const [, seconds] = /^\s*(\d+(?:\.\d+)?)\s*[;,]\s*url\s*=/i.exec(header) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Reads the new document. An obstacle in its place is an error and not the end of the list. */
export async function readNextPage(
  input: PaginationInput,
  view: PageView,
  before: PageReading,
  asked?: string,
): Promise<NextPage> {
  const { run, place } = input;
  const { tab } = place;
  await passWaitingPages(input, view);
  const status = tab.response?.status;
  if (status !== undefined && status >= 400) return { reading: await view.read(), status };
  const reading = await view.readNew(before);
  if (isFilled(reading)) return { reading, status };
  const obstacle = await readObstacle(run, tab);
  if (obstacle !== undefined && obstacle.reason !== 'empty_page') return { end: 'page_error' };
  // A pager that the server renders behind the last page too is that of the list: there is nothing more.
  const isOfList = input.isImmediate && reading.pager?.control !== undefined;
  return isFilled(before) && !isOfList
    ? readBarePage(input, view, { reading, status }, asked)
    : { reading, status };
}

/** Milliseconds that a page without rows or links may take to go on or to show rows, as those that check a browser do. */
const bareMs = 5_000;

/**
 * Where a link to a next page led to one without rows and hardly a link, which is no page of a list: follows its link to what was
 * asked for, or waits; reports where it stays so. Counting on by addresses ends with such a page as a rule, and so does a list
 * that says that there is nothing more.
 */
async function readBarePage(
  input: PaginationInput,
  view: PageView,
  empty: { readonly reading: PageReading; readonly status: number | undefined },
  asked: string | undefined,
): Promise<NextPage> {
  const { run, place, step } = input;
  const { tab } = place;
  const { signal } = run.session;
  const links = step.by.kind === 'urlTemplate' ? undefined : await listBareLinks(run, tab);
  if (links === undefined) return empty;
  const here = empty.reading.url;
  const onward = links.find((link) => [asked ?? here, here].some((url) => leadsTo(link, url)));
  const watch = watchNavigation(tab, signal);
  try {
    const failed = onward === undefined ? undefined : await openPage(input, onward, here);
    if (failed !== undefined) return failed;
    const filled = await waitUntil({
      timeoutMs: links.length === 0 ? bareMs : 0,
      everyMs: restMs,
      signal,
      poll: async () => {
        if (watch.isLoading || watch.hasNewDocument) {
          const timeoutMs = navigationTimeoutOf(run, step);
          await watch.waitForNavigation({ mustCome: false, timeoutMs });
        }
        const now = await view.read();
        return isFilled(now) ? now : undefined;
      },
    });
    if (filled !== undefined) {
      return { reading: await view.readNew(filled), status: tab.response?.status };
    }
  } finally {
    watch.stop();
  }
  if ((await listBareLinks(run, tab)) !== undefined) {
    run.report.warn(
      `${nameStep(step)}: the last page that was opened shows neither items nor links of a list, and does not say that there is nothing more: items may be missing.`,
    );
  }
  return { reading: await view.read(), status: tab.response?.status };
}

/** Links of a page that only leads on, or asks for something first; one with more is a page of the site. */
const maxBareLinks = 3;

/** The links of a page that has hardly one, and no word that there is nothing to show; else `undefined`. */
async function listBareLinks(
  run: ReplayRun,
  tab: Place['tab'],
): Promise<readonly string[] | undefined> {
  const html = await readDocument(tab.devtools, maxBare).catch(() => {
    run.session.signal.throwIfAborted();
    return undefined;
  });
  if (html === undefined) return undefined;
  const links = [...html.matchAll(/<a\s(?:[^>]*\s)?href="([^"]*)"/gi)].flatMap(([, href = '']) => {
    const link = URL.parse(decodeHTMLAttribute(href), tab.page.url());
    return link === null ? [] : [link.href];
  });
  if (links.length > maxBareLinks) return undefined;
  const text = html.replaceAll(/<(script|style|title)\b.*?<\/\1>|<[^<>]*>/gis, ' ');
  return nothingMore.test(text) ? undefined : links;
}

/** Whether a link leads to a page, whatever it adds to its address. */
function leadsTo(link: string, url: string): boolean {
  const to = URL.parse(link);
  const wanted = URL.parse(url);
  return (
    to !== null &&
    to.origin === wanted?.origin &&
    to.pathname === wanted.pathname &&
    [...wanted.searchParams].every(([name, value]) => to.searchParams.get(name) === value)
  );
}

/** Characters; what is longer is a page. */
const maxBare = 100_000;

export interface PaginationInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly step: PaginateStep;
  /** The extract steps to repeat. */
  readonly steps: readonly ExtractStep[];
  /** Whether the server rendered what the steps read on the first page. */
  readonly isImmediate: boolean;
}

/** The current page of a pagination: what its steps read, and the control to the next page. */
export interface PageView {
  /** Reads the page; with `wantsMarks` also returns the marks of elements, for healing. */
  read(wantsMarks?: boolean): Promise<PageReading>;
  /** Reads a new document once its content no longer changes. */
  readNew(before: PageReading): Promise<PageReading>;
  /** Scrolls through what the page loads when it comes into view, and reads it again if there was any. */
  reveal(reading: PageReading): Promise<PageReading>;
  placeOf(step: ExtractStep): Promise<Place>;
  /** The mark by which actions know the control that is shown now; the marks of readings are of another world. */
  markControl(): Promise<number | undefined>;
}

/**
 * Milliseconds within which scripts fill an empty page. Measured on lists that load late: 2.5 s was right for all 28.
 */
const scriptedMs = 2_500;
/**
 * Milliseconds for late parts of a page on a site whose earlier pages were server-rendered: there an empty page stays
 * empty.
 */
const renderedMs = 700;

/** Creates the view of a page; steps in several frames are read as one page. */
export function createPageView(input: PaginationInput): PageView {
  const { run, place, step, steps, isImmediate } = input;
  const { by, until } = step;
  let firstLabel: string | undefined;

  // Found anew for every reading: a navigation replaces the frames.
  function placeOf(step: RecipeStep): Promise<Place> {
    return run.session.tabs.requirePlace(step, timeoutOf(run, step));
  }

  async function read(wantsMarks = false): Promise<PageReading> {
    const groups = new Map<Place['frame'], { place: Place; steps: ExtractStep[] }>();
    const groupOf = (place: Place) => {
      const group = groups.get(place.frame) ?? { place, steps: [] };
      groups.set(place.frame, group);
      return group;
    };
    const places = await Promise.all(steps.map(placeOf));
    for (const [index, extract] of steps.entries()) {
      groupOf(places[index] ?? place).steps.push(extract);
    }
    const controlled = groupOf(step.frame.length === 0 ? place : await placeOf(step));
    const readings = await Promise.all(
      [...groups.values()].map((group) =>
        readPage(run, {
          ...group,
          wantsMarks,
          pager: group === controlled ? toPager() : undefined,
        }),
      ),
    );
    const [first = await readPage(run, { place, steps }), ...others] = readings;
    const pager = readings.find((reading) => reading.pager !== undefined)?.pager;
    firstLabel ??= pager?.control?.label;
    if (others.length === 0) return first;
    const all = readings.flatMap(({ steps }) => steps);
    return {
      ...first,
      pager,
      steps: steps.flatMap((step) => all.find((reading) => reading.step === step) ?? []),
    };
  }

  function toPager(): PagerInput {
    return {
      control: 'element' in by ? run.recipe.selectors.apply(by.element) : undefined,
      until: until && partsOf(until),
      labels: by.kind === 'next' ? paginationLabels : undefined,
      firstLabel,
    };
  }

  return {
    read,
    placeOf,
    async markControl() {
      const question = { steps: [], pager: toPager(), wantsMarks: false };
      const limits = { signal: run.session.signal, timeoutMs: timeoutOf(run, step) };
      return (await callFrame(place.frame, 'read', question, limits)).pager?.control?.mark;
    },
    async reveal(reading) {
      let hasScrolled = false;
      for (const each of reading.steps) {
        if (!each.output.isLazy) continue;
        const isLazy = await revealLazy(run, await placeOf(each.step), { steps: [each] });
        hasScrolled ||= isLazy;
      }
      return hasScrolled ? read() : reading;
    },
    async readNew(before) {
      const startedMs = performance.now();
      let last = await read();
      // On a server-rendered site a page with as many items as the one before is complete.
      const isWhole = isFilled(last) && countPending(last).busy === 0;
      if (isImmediate && isWhole && countItems(last) >= countItems(before)) return last;
      for (;;) {
        const signature = toSignature(last);
        const waitedMs = performance.now() - startedMs;
        if (countPending(last).busy > 0) {
          if (waitedMs >= timeoutOf(run, step)) {
            warnPending(run, step, last, waitedMs);
            return last;
          }
        } else if (!isFilled(last)) {
          const isOver = isImmediate
            ? last.isLoaded || waitedMs >= renderedMs
            : waitedMs >= scriptedMs;
          if (isOver) return last;
        }
        await pause(restMs, run.session.signal);
        last = await read();
        if (countPending(last).busy > 0) continue;
        if (isFilled(last) && toSignature(last) === signature) return last;
        // A page that never stops changing is returned as it is.
        if (waitedMs >= scriptedMs * 2) return last;
      }
    },
  };
}

/** Returns the number of items of all steps. */
function countItems({ steps }: PageReading): number {
  return steps.reduce((sum, reading) => sum + listItems(reading).length, 0);
}
