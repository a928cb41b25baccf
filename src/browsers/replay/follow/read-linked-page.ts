import type { FollowedPage } from '../../../contracts/recipe/replay.ts';
import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import { parseRetryAfter } from '../../../egress/parse-retry-after.ts';
import { listFollowedFields } from '../../../recipe/run/list-followed-fields.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { CallTimeoutError } from '../../in-page/call-document.ts';
import { navigateTab } from '../act/navigate-tab.ts';
import { failStep } from '../fail-step.ts';
import type { PageCollector } from '../run/page-collector.ts';
import {
  finishDownloads,
  type FollowInput,
  navigationTimeoutOf,
  type ReplayRun,
} from '../run/replay-run.ts';
import { whileReplying } from '../run/while-replying.ts';
import { checkLanding } from './check-landing.ts';
import type { HostPace } from './create-host-pace.ts';
import type { SideRun } from './open-side-run.ts';
import { withoutHash } from './to-page-link.ts';

/** Takes the steps of a recipe. */
export type TakeSteps = (run: ReplayRun, steps: readonly RecipeStep[]) => Promise<unknown>;

export interface LinkedPageInput {
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
export async function readLinkedPage(given: LinkedPageInput): Promise<FollowedPage | undefined> {
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
  const { page } = run.tabs.main;
  session.startPage();
  run.downloads.begin(step);
  // A change of the fragment alone loads nothing: the fields would be read from the page before.
  if (withoutHash(page.url()) === withoutHash(url)) {
    await raceSignal(page.goto('about:blank'), session.signal);
  }
  run.documents.begin(run.tabs.main.page, step);
  try {
    await navigateTab({
      tab: run.tabs.main,
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
  const { status: pageStatus, headers } = run.tabs.main.response ?? {};
  if (!overloaded.has(pageStatus)) return undefined;
  const asked = parseRetryAfter(headers?.['retry-after']);
  const delayMs = asked ?? firstDelayMs * 2 ** retries;
  if (delayMs <= maxDelayMs) return retries < maxRetries ? delayMs : undefined;
  pace.shut(new URL(url).host);
  const what = `was asked by HTTP status ${pageStatus} to wait for more than ${maxDelayMs / 1_000} s.`;
  throw failStep(input.step, 'page_blocked', what, { pageStatus });
}

async function readOpened({ run, input, url, takeSteps }: LinkedPageInput): Promise<FollowedPage> {
  const { step, follow } = input;
  const tab = run.tabs.main;
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
    count: () => run.pages.count(),
    stopped: () => undefined,
  };
  await takeSteps({ ...run, pages }, follow.steps);
  const end = tab.page.url();
  // A script may have led elsewhere since.
  if (withoutHash(end) !== withoutHash(landed)) await check();
  const isWanted = listFollowedFields(step).some(({ isOptional }) => !isOptional);
  if (isWanted && Object.keys(texts).length === 0) {
    throw failStep(step, 'target_not_found', 'found none of the fields on the page of an item.');
  }
  return { url: end, ...(language === '' ? {} : { language }), texts };
}
