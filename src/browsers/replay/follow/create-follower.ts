import type { ExtractStep, Follow } from '../../../contracts/recipe/recipe.ts';
import type { Collection, FollowedPage } from '../../../contracts/recipe/replay.ts';
import {
  type AnyGleanerError,
  GleanerError,
  isGleanerError,
} from '../../../errors/gleaner-error.ts';
import { toCount } from '../../../errors/to-count.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { Follower, FollowInput, ReplayRun } from '../run/replay-run.ts';
import { createHostPace } from './create-host-pace.ts';
import { describeUnread, type UnreadItem } from './describe-unread.ts';
import { type BorrowTab, openInTabs } from './open-in-tabs.ts';
import { readLinkedPage, type TakeSteps } from './read-linked-page.ts';
import { type PageLink, toPageLink } from './to-page-link.ts';

/** Pages opened from the items of one page of a list, and in one run. */
export const maxFollowed = { page: 100, run: 1_000 } as const;
/** Walls in a row after which a site is asked no more. */
const maxWalls = 5;
/** Failed pages after which a run that has read none of them is given up. */
const maxHopeless = 5;

/** What came of a link. */
type Outcome =
  | { readonly page: FollowedPage }
  | { readonly failure: AnyGleanerError }
  /** Why it was not opened. */
  | { readonly unopened: string };

/** What a site does that does not want to be read, or is down: more requests would bring the same. */
const walls: ReadonlySet<string> = new Set(['page_blocked', 'login_required', 'timed_out']);

/** Creates the follower of one run. Links are opened in tabs of the same browser context, so log-ins hold. */
export function createFollower(signal: AbortSignal, takeSteps: TakeSteps): Follower {
  const pace = createHostPace(signal);
  /** By what is done there and URL: several items, also of several pages of the list, may have the same link. */
  const known = new Map<Follow, Map<string, Outcome>>();
  const habits = { atOnce: new Set<ExtractStep>(), vain: new Map<string, number>() };
  const wallsInRow = new Map<string, number>();
  let isFollowing = false;
  let opened = 0;
  let read = 0;
  let failed = 0;
  let firstFailure: AnyGleanerError | undefined;
  /** Pages that were allowed and then could not be read. */
  let spare = 0;

  async function isAllowed({ request }: ReplayRun): Promise<boolean> {
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
      wallsInRow.delete(host);
      return { page };
    } catch (error) {
      signal.throwIfAborted();
      const isOwn =
        isGleanerError(error, 'validation_failed') || isGleanerError(error, 'invalid_request');
      if (!isOwn) throw error;
      spare += 1;
      failed += 1;
      firstFailure ??= error;
      const inRow = isWall(error) ? (wallsInRow.get(host) ?? 0) + 1 : 0;
      wallsInRow.set(host, inRow);
      if (inRow >= maxWalls) pace.shut(host);
      return { failure: error };
    }
  }

  /** A page without any of the fields counts as a wall until another page had some. */
  function isWall({ code, details }: AnyGleanerError): boolean {
    if (code !== 'validation_failed') return false;
    return walls.has(details.reason) || (read === 0 && details.reason === 'target_not_found');
  }

  function checkHope(least = 1): void {
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
    const tell = (done: number): void => run.request.onFollow({ path, done, of: queue.length });
    tell(0);
    isFollowing = true;
    const found = await openInTabs({
      run,
      habits,
      urls: queue,
      // What is learnt and healed on the first page of the run serves the others.
      isFirstAlone: read === 0,
      open: (url, borrow) => open(run, input, url, borrow),
      mayHang: isTimeout,
      onDone: tell,
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
    for (const sentence of describeUnread(run.pages.count(), unread)) run.warnings.add(sentence);
    checkHope(maxHopeless);
    return followed;
  }

  return { follow, checkHope, isFollowing: () => isFollowing };
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
