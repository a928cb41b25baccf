import type { ExtractStep, Follow, RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import type { Collection, FollowedPage } from '../../runtime/contracts/recipe/replay.ts';
import {
  type AnyGleanerError,
  GleanerError,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import {
  type FollowInput,
  type Follower,
  type LearnedWaits,
  type ReplayRun,
  finishDownloads,
  navigationTimeoutOf,
} from './run/replay-run.ts';
import { type HostPace, type SideRun, createHostPace, maxTabs, openSideRun } from './side-runs.ts';
import { parseRetryAfter } from '../../network/egress/create-egress.ts';
import { listFollowedFields } from '../../recipes/steps/step-kinds.ts';
import { CallTimeoutError } from '../call-page.ts';
import { navigateTab } from './arrive/navigation.ts';
import { failStep } from './fail-step.ts';
import type { PageCollector } from './run/run-report.ts';
import { whileReplying } from './run/while-replying.ts';
import type { Tab } from './watch-documents.ts';
import { readObstacle, obstacleReasons } from './locate/miss-target.ts';

/** Pages opened from the items of one page of a list, and in one run. */
const maxFollowed = { page: 100, run: 1_000 } as const;
/** Obstacles in a row after which a site is asked no more. */
const maxObstacles = 5;
/** Failed pages after which a run that has read none of them is given up. */
const maxUnread = 5;

/** What came of a link. */
type Outcome =
  | { readonly page: FollowedPage }
  | { readonly failure: AnyGleanerError }
  /** Why it was not opened. */
  | { readonly unopened: string };

/** What a site does that does not want to be read, or is down: more requests would bring the same. */
const refusals: ReadonlySet<string> = new Set(['page_blocked', 'login_required', 'timed_out']);

/** Creates the follower of one run. Links are opened in tabs of the same browser context, so log-ins hold. */
export function createFollower(signal: AbortSignal, takeSteps: TakeSteps): Follower {
  const pace = createHostPace(signal);
  /** By what is done there and URL: several items, also of several pages of the list, may have the same link. */
  const known = new Map<Follow, Map<string, Outcome>>();
  const learnedWaits = { atOnce: new Set<ExtractStep>(), missedPages: new Map<string, number>() };
  const obstaclesInRow = new Map<string, number>();
  let isFollowing = false;
  let opened = 0;
  let read = 0;
  let failed = 0;
  let firstFailure: AnyGleanerError | undefined;
  /** Pages that were allowed and then could not be read. */
  let spare = 0;

  async function isAllowed({ recipe: { request } }: ReplayRun): Promise<boolean> {
    if (spare === 0) return request.mayFollow();
    spare -= 1;
    return true;
  }

  async function open(
    run: ReplayRun,
    input: FollowInput,
    url: string,
    borrow: BorrowTab,
  ): Promise<Outcome> {
    if (!(await isAllowed(run))) return { unopened: 'the credits allow no more' };
    const { host } = new URL(url);
    try {
      const page = await readLinkedPage({ run: await borrow(), input, url, pace, takeSteps });
      if (page === undefined) {
        spare += 1;
        return { unopened: 'its site turned the pages before it away' };
      }
      read += 1;
      obstaclesInRow.delete(host);
      return { page };
    } catch (error) {
      signal.throwIfAborted();
      const isOwn =
        isGleanerError(error, 'validation_failed') || isGleanerError(error, 'invalid_request');
      if (!isOwn) throw error;
      spare += 1;
      failed += 1;
      firstFailure ??= error;
      const inRow = isObstacle(error) ? (obstaclesInRow.get(host) ?? 0) + 1 : 0;
      obstaclesInRow.set(host, inRow);
      if (inRow >= maxObstacles) pace.shut(host);
      return { failure: error };
    }
  }

  /** A page without any of the fields counts as an obstacle until another page had some. */
  function isObstacle({ code, details }: AnyGleanerError): boolean {
    if (code !== 'validation_failed') return false;
    return refusals.has(details.reason) || (read === 0 && details.reason === 'target_not_found');
  }

  function checkAnyRead(least = 1): void {
    if (read > 0 || failed < least || firstFailure === undefined) return;
    const { code, details, message } = firstFailure;
    const { reason = 'fetch_failed', ...facts } = code === 'validation_failed' ? details : {};
    throw new GleanerError(
      'validation_failed',
      `None of the pages that the items link to could be read (${toCount(failed, 'page')} opened). ${message}`,
      { details: { reason, ...facts }, cause: firstFailure },
    );
  }

  async function follow(run: ReplayRun, input: FollowInput): Promise<Collection['followed']> {
    const from = input.from.page.url();
    const { path } = input.step;
    const outcomes = known.get(input.follow) ?? new Map<string, Outcome>();
    known.set(input.follow, outcomes);
    const links = input.links.map((link): PageLink => toPageLink(link, from));
    const urls = new Set(links.flatMap(({ url }) => (url === undefined ? [] : [url])));
    const fresh = [...urls].filter((url) => !outcomes.has(url));
    const most = Math.min(maxFollowed.page, maxFollowed.run - opened);
    const queue = fresh.slice(0, most);
    const report = (done: number): void =>
      run.recipe.request.onFollow({ path, done, of: queue.length });
    report(0);
    isFollowing = true;
    const found = await openInTabs({
      run,
      learnedWaits,
      urls: queue,
      // What is learnt and healed on the first page of the run serves the others.
      isFirstAlone: read === 0,
      open: (url, borrow) => open(run, input, url, borrow),
      mayHang: isTimeout,
      onDone: report,
    });
    isFollowing = false;
    // A covered page draws seldom, and a list that grows by scrolling hardly grows.
    if (queue.length > 0) await raceSignal(input.from.page.bringToFront(), signal);
    for (const [url, outcome] of found) {
      if ('unopened' in outcome) continue;
      opened += 1;
      outcomes.set(url, outcome);
    }
    const cap =
      most < maxFollowed.page
        ? `at most ${maxFollowed.run} links are followed in a run`
        : `at most ${maxFollowed.page} links are followed from one page`;
    const unread: UnreadItem[] = [];
    const followed = links.map(({ url, problem }, index) => {
      const outcome: Outcome =
        problem === undefined
          ? (outcomes.get(url) ?? found.get(url) ?? { unopened: cap })
          : { unopened: problem };
      if ('page' in outcome) return outcome.page;
      const reason = 'failure' in outcome ? toReason(outcome.failure) : outcome.unopened;
      unread.push({ number: index + 1, url, reason });
      return undefined;
    });
    for (const sentence of describeUnread(run.report.pages.count(), unread))
      run.report.warn(sentence);
    checkAnyRead(maxUnread);
    return followed;
  }

  return { follow, checkAnyRead, isFollowing: () => isFollowing };
}

function isTimeout(outcome: Outcome): boolean {
  if (!('failure' in outcome)) return false;
  const { code, details } = outcome.failure;
  return code === 'validation_failed' && details.reason === 'timed_out';
}

function toReason({ code, details, message }: AnyGleanerError): string {
  const said = code === 'invalid_request' ? (details.issues[0]?.message ?? message) : message;
  return said.replace(/\.$/, '');
}

/** An item without the fields of its page. */
interface UnreadItem {
  /** From 1. */
  readonly number: number;
  /** The URL of its link; `undefined` where it has none that can be opened. */
  readonly url: string | undefined;
  /** Without a full stop. */
  readonly reason: string;
}

/** Sentences about one page of a list; sites can fail in many ways at once. */
const maxSentences = 8;
/** Characters of a URL's path in a sentence. */
const maxPath = 100;

/** Returns a sentence for each reason why items of a page lack the fields of their own pages. */
function describeUnread(page: number, unread: readonly UnreadItem[]): readonly string[] {
  const groups = Map.groupBy(unread, ({ reason }) => reason);
  const sentences = [...groups].map(([reason, items]) => describe(page, reason, items));
  if (sentences.length <= maxSentences) return sentences;
  const more = sentences.length - maxSentences;
  return [
    ...sentences.slice(0, maxSentences),
    `Page ${page}: items lack the fields of their pages for ${more} more reasons.`,
  ];
}

function describe(page: number, reason: string, items: readonly UnreadItem[]): string {
  const [first] = items;
  const path =
    first?.url === undefined ? '' : ` (${new URL(first.url).pathname.slice(0, maxPath)})`;
  const example = `item ${first?.number}${path}`;
  if (items.length === 1)
    return `Page ${page}, ${example} lacks the fields of its page: ${reason}.`;
  return `Page ${page}: ${items.length} items lack the fields of their pages, e.g. ${example}: ${reason}.`;
}

/** Returns a tab to open a page in; the first call opens or reuses one, later ones return the same. */
type BorrowTab = () => Promise<SideRun>;

interface OpenInTabsInput<Outcome> {
  readonly run: ReplayRun;
  readonly learnedWaits: LearnedWaits;
  readonly urls: readonly string[];
  /** Whether the first URL is opened alone. */
  readonly isFirstAlone: boolean;
  readonly open: (url: string, borrow: BorrowTab) => Promise<Outcome>;
  /** Whether the page of an outcome may hang, so that its tab is not used again. */
  readonly mayHang: (outcome: Outcome) => boolean;
  /** Called after each URL. */
  readonly onDone: (done: number) => void;
}

/** Opens URLs a few at a time, each in a blank or used tab; all tabs are closed at the end, also after an error. */
async function openInTabs<Outcome>(
  input: OpenInTabsInput<Outcome>,
): Promise<ReadonlyMap<string, Outcome>> {
  const { open, mayHang } = input;
  const outcomes = new Map<string, Outcome>();
  const waiting = [...input.urls];
  const opened = new Set<SideRun>();
  const idle: SideRun[] = [];
  let isOver = false;

  async function openNext(): Promise<boolean> {
    const url = waiting.shift();
    if (url === undefined || isOver) return false;
    let tab: SideRun | undefined;
    const outcome = await open(url, async () => {
      tab ??= idle.pop() ?? (await openSideRun(input.run, input.learnedWaits));
      opened.add(tab);
      return tab;
    });
    outcomes.set(url, outcome);
    if (tab !== undefined) giveBack(tab, mayHang(outcome));
    input.onDone(outcomes.size);
    return true;
  }

  function giveBack(tab: SideRun, isLost: boolean): void {
    tab.session.tabs.closePopups();
    if (!isLost) idle.push(tab);
    else {
      opened.delete(tab);
      tab.session.tabs.close();
    }
  }

  async function openRest(): Promise<void> {
    while (await openNext());
  }

  try {
    if (input.isFirstAlone) await openNext();
    await Promise.all(Array.from({ length: maxTabs }, openRest));
  } finally {
    isOver = true;
    for (const { session } of opened) session.tabs.close();
  }
  return outcomes;
}

/** Takes the steps of a recipe. */
type TakeSteps = (run: ReplayRun, steps: readonly RecipeStep[]) => Promise<unknown>;

interface LinkedPageInput {
  readonly run: SideRun;
  readonly input: FollowInput;
  readonly url: string;
  readonly pace: HostPace;
  readonly takeSteps: TakeSteps;
}

/** Statuses by which a site asks for less. */
const overloaded: ReadonlySet<number | undefined> = new Set([429, 503]);
/** How often a page is asked for again. */
const maxRetries = 2;
/** Milliseconds before the first retry where the site names no time; doubled before the second. */
const firstDelayMs = 1_000;
/** Longest wait in milliseconds; a site that asks for more gets no further requests in this run. */
const maxDelayMs = 30_000;

/**
 * Opens an item's page, takes the steps on it, and returns what its extract steps read; `undefined` when its site is to be
 * asked no more. Rejects with the failure of this page.
 */
async function readLinkedPage(given: LinkedPageInput): Promise<FollowedPage | undefined> {
  const { pace, url } = given;
  const { host } = new URL(url);
  for (let retries = 0; ; retries += 1) {
    if (!(await pace.enter(host))) return undefined;
    try {
      await openPage(given);
      const delayMs = delayBeforeRetry(given, retries);
      if (delayMs === undefined) return await readOpened(given);
      pace.slowDown(host, delayMs);
    } catch (cause) {
      if (!(cause instanceof CallTimeoutError)) throw cause;
      const what = 'got no reply in time from the page of an item: a script keeps it busy.';
      throw failStep(given.input.step, 'timed_out', what, { cause });
    } finally {
      pace.leave(host);
    }
  }
}

async function openPage({ run, input, url }: LinkedPageInput): Promise<void> {
  const { session } = run;
  const { step, from } = input;
  const { page } = run.session.tabs.main;
  session.startPage();
  run.session.stepDownloads.begin(step);
  // A change of the fragment alone loads nothing: the fields would be read from the page before.
  if (withoutHash(page.url()) === withoutHash(url)) {
    await raceSignal(page.goto('about:blank'), session.signal);
  }
  run.session.documents.begin(run.session.tabs.main.page, step);
  try {
    await navigateTab({
      tab: run.session.tabs.main,
      url,
      referer: from.page.url(),
      timeoutMs: navigationTimeoutOf(run, step),
      step,
      session,
    });
  } finally {
    // A link may lead to a file.
    await finishDownloads(run, step);
  }
}

/** Returns the milliseconds to wait before the page is asked for again; `undefined` when it is not. */
function delayBeforeRetry(
  { run, input, url, pace }: LinkedPageInput,
  retries: number,
): number | undefined {
  const { status: pageStatus, headers } = run.session.tabs.main.response ?? {};
  if (!overloaded.has(pageStatus)) return undefined;
  const asked = parseRetryAfter(headers?.['retry-after'], Date.now());
  const delayMs = asked ?? firstDelayMs * 2 ** retries;
  if (delayMs <= maxDelayMs) return retries < maxRetries ? delayMs : undefined;
  pace.shut(new URL(url).host);
  const what = `was asked by HTTP status ${pageStatus} to wait for more than ${maxDelayMs / 1_000} s.`;
  throw failStep(input.step, 'page_blocked', what, { pageStatus });
}

async function readOpened({ run, input, url, takeSteps }: LinkedPageInput): Promise<FollowedPage> {
  const { step, follow } = input;
  const tab = run.session.tabs.main;
  const place = { tab, frame: tab.page.mainFrame() };
  const from = input.from.page.url();
  const check = () =>
    whileReplying(run, place, step, (watched) =>
      checkLanding({ run: watched, step, tab, url, from }),
    );
  await check();
  const landed = tab.page.url();
  const texts: Record<string, readonly string[]> = {};
  let language = '';
  const pages: PageCollector = {
    async add(page, _step, collect) {
      ({ language } = page);
      const { items } = await collect();
      Object.assign(texts, items[0]);
      return true;
    },
    mayGoOn: async () => false,
    flush: async () => {},
    isHandingOn: () => false,
    count: () => run.report.pages.count(),
    stopped: () => undefined,
  };
  await takeSteps({ ...run, report: { ...run.report, pages } }, follow.steps);
  const end = tab.page.url();
  // A script may have led elsewhere since.
  if (withoutHash(end) !== withoutHash(landed)) await check();
  const isWanted = listFollowedFields(step).some(({ isOptional }) => !isOptional);
  if (isWanted && Object.keys(texts).length === 0) {
    throw failStep(step, 'target_not_found', 'found none of the fields on the page of an item.');
  }
  return { url: end, ...(language === '' ? {} : { language }), texts };
}

interface LandingInput {
  readonly run: ReplayRun;
  readonly step: ExtractStep;
  /** The tab that opened the link. */
  readonly tab: Tab;
  /** The link's URL. */
  readonly url: string;
  /** The URL of the page that shows the items. */
  readonly from: string;
}

/**
 * Rejects when a link led to something other than its item's page: an error, an obstacle, or the list or home page that sites
 * send people to when an item is gone. Fields such as `h1` would find values on all of them.
 */
async function checkLanding({ run, step, tab, url, from }: LandingInput): Promise<void> {
  const status = tab.response?.status;
  if (status !== undefined && step.expectStatus?.includes(status) === true) return;
  const obstacle = await readObstacle(run, tab);
  // A page may still be empty because scripts render it.
  if (obstacle !== undefined && obstacle.reason !== 'empty_page') {
    const what = obstacleReasons[obstacle.reason](obstacle.why);
    throw failStep(step, obstacle.reason, what, { pageStatus: status });
  }
  if (status !== undefined && status >= 400) {
    throw failStep(step, 'fetch_failed', `got HTTP status ${status}.`, { pageStatus: status });
  }
  const landed = withoutHash(tab.page.url());
  if (landed === withoutHash(url)) return;
  if (landed === withoutHash(from)) {
    throw failStep(step, 'fetch_failed', 'was sent back to the list.', { pageStatus: status });
  }
  if (isHome(landed) && !isHome(url)) {
    throw failStep(step, 'fetch_failed', 'was sent to a home page.', { pageStatus: status });
  }
}

function isHome(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}

/** An item's link: the page that it leads to, or why it leads to none. */
type PageLink =
  | { readonly url: string; readonly problem?: undefined }
  | { readonly url?: undefined; readonly problem: string };

/**
 * Returns the page that an item's link leads to. `link` is an absolute URL, empty when the link's element names none,
 * `undefined` when the item has no such element; `from` is the URL of the page that shows the items.
 */
function toPageLink(link: string | undefined, from: string): PageLink {
  if (link === undefined) return { problem: 'no element for its link was found' };
  if (link === '') {
    return {
      problem:
        'its link has no href, data-href or formaction that names one page, so only a click could open it',
    };
  }
  const url = URL.parse(link);
  if (url === null) return { problem: 'its link is no URL' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `its link begins with "${url.protocol}" and leads to no page` };
  }
  if (withoutHash(url.href) === withoutHash(from) && !isRoute(url.hash)) {
    return { problem: 'its link leads to the page of the list itself' };
  }
  if (!isRoute(url.hash)) url.hash = '';
  return { url: url.href };
}

/** Returns a URL without its fragment: what the server knows the document by. */
function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}

/** Whether a fragment is the address of a view that scripts render (`#/item/3`, `#!item`), not a place on the page. */
function isRoute(hash: string): boolean {
  return /^#[!/]/.test(hash);
}
