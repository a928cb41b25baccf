import type { Selector, Target } from '../../../runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { parseSelector } from '../../../recipes/format/parse-selector.ts';
import type { PaginationCandidate } from '../../in-page/pagination-candidates.ts';
import { askPlace } from '../tabs.ts';
import { nameStep } from '../fail-step.ts';
import { type ClickPagination, createClickPaginator } from './create-click-paginator.ts';
import { type FoundCandidates, findCandidates } from './pagination-candidates.ts';
import {
  type NextPage,
  type PageView,
  type PaginationInput,
  type Paginator,
  createPageView,
} from './paginator.ts';
import {
  type PageReading,
  countPending,
  listItems,
  toKeys,
  withoutRepeats,
} from '../read/page-reader.ts';
import { createSteadyRows } from './create-steady-rows.ts';
import { timeoutOf } from '../run/replay-run.ts';
import { toCount, toDuration } from '../../../runtime/errors/shown-text.ts';
import { callFrame } from '../../call-page.ts';
import type { ReadItem, StatedRows } from '../../in-page/item-reader.ts';
import type { ListMove, ListPosition } from '../../in-page/scrolling.ts';
import { pause, waitUntil } from '../../../runtime/signals/waiting.ts';
import { type NavigationWatch, watchNavigation } from '../arrive/navigation.ts';

/**
 * Creates a paginator that scrolls a list to its end, and goes on where that end is a button for more or a link to a next
 * page. Many lists load a few times by themselves and then ask, or the other way round.
 */
export function createScrollPaginator(input: PaginationInput, view: PageView): Paginator {
  const { run, step, steps } = input;
  const scrolling = createPlainScrolling(input, view);

  async function follow(
    { place }: FoundCandidates,
    candidate: PaginationCandidate,
  ): Promise<NextPage> {
    const question = { mark: candidate.mark, purpose: 'action' } as const;
    const sources = await askPlace(place, 'propose', question, run.session.signal);
    const [selector] = sources.flatMap((source) => parseSelector(source).selector ?? []);
    const end = { end: 'no_new_items' } as const;
    if (selector === undefined) return end;
    const element: Target = { path: `${step.path}/parameters/scroll`, selectors: [selector] };
    const by: ClickPagination = { kind: candidate.kind === 'more' ? 'loadMore' : 'next', element };
    const clickInput = { ...input, place, step: { ...step, by } };
    const clickView = createPageView(clickInput);
    const clicking = createClickPaginator(clickInput, clickView, by, false);
    const whole = await clickView.read();
    if ((await clicking.findEnd(whole)) !== undefined) return end;
    try {
      const next = await clicking.next(whole);
      if ('end' in next) return next.end === 'no_change' ? end : next;
      run.report.warn(
        `${nameStep(step)}: the list that is scrolled goes on behind ${candidate.kind === 'more' ? 'a button' : 'a link'} ("${candidate.label}"), which was followed.`,
      );
      return next;
    } catch (error) {
      run.session.signal.throwIfAborted();
      if (!isGleanerError(error, 'validation_failed')) throw error;
      // It cannot be clicked: the end of the list is reported with what was seen.
      return end;
    }
  }

  return {
    wasSeen: () => true,
    findEnd: (current) => scrolling.findEnd(current),
    async next(current) {
      const scrolled = await scrolling.next(current);
      if (!('end' in scrolled) || scrolled.end !== 'no_new_items') return scrolled;
      for (const extract of steps) {
        const found = await findCandidates(run, await view.placeOf(extract), extract);
        // The number of a page leads on only once.
        const candidate = found.candidates.find(({ kind, isSafe }) => isSafe && kind !== 'numbers');
        if (candidate !== undefined) return follow(found, candidate);
      }
      return scrolled;
    },
  };
}

/** Creates a paginator that clicks a button for more as long as it is there, and then scrolls: some lists load by themselves then. */
export function createButtonPaginator(
  input: PaginationInput,
  view: PageView,
  by: ClickPagination,
): Paginator {
  const { run, step } = input;
  const clicking = createClickPaginator(input, view, by);
  // Once at the bottom is enough to recognise a list that loads by itself: each click has scrolled there already.
  const scrolling = createPlainScrolling(input, view, 1);
  /** What scrolling brought while the end was searched. */
  let scrolled: PageReading | undefined;

  return {
    wasSeen: () => clicking.wasSeen(),
    async findEnd(current) {
      const end = await clicking.findEnd(current);
      const isGone = end === 'no_next' || end === 'next_disabled';
      if (!isGone || !clicking.wasSeen()) return end;
      await scrolling.findEnd(current);
      const next = await scrolling.next(current);
      if ('end' in next) return end;
      run.report.warn(
        `${nameStep(step)}: behind the last button the list goes on by scrolling, which was done.`,
      );
      // The whole list: the button may be there again, and what changes is seen against all of it.
      scrolled = await view.read();
      return undefined;
    },
    async next(current) {
      if (scrolled === undefined) return clicking.next(current);
      const reading = scrolled;
      scrolled = undefined;
      return { reading, status: undefined };
    },
  };
}

/** Scroll steps that count as one page of an endless list whose height does not grow. */
const maxSteps = 15;
/** Milliseconds between two readings; rows that come into view are rendered within a frame or two. */
const renderMs = 50;
/** Milliseconds at the bottom within which loading begins; extended while a request is open. */
const bottomMs = 700;
const responseMs = 4_000;
/** CSS pixels scrolled up and down again at the bottom, to trigger scripts that listen for scrolling. */
const nudgePx = 200;
/** Share of the visible height that one step scrolls; the rest overlaps, so that no row is skipped. */
const stepShare = 0.8;
/** Times in a row that a view without a known row is tried again, each in steps of half the size. */
const maxRetries = 4;
/** Each costs the patience of the step. */
const maxLostWays = 2;
/** Milliseconds that a list which exchanges its rows may take to do so after it was scrolled. */
const exchangeMs = 1_500;
/** Such lists are waited for until this many of their views stayed the same for that long. */
const maxLateDraws = 3;
/** Milliseconds for rows without content once others stayed so. */
const resignedMs = 1_000;
/** Most milliseconds that a page is left alone after it has filled its rows. */
const restMaxMs = 1_000;
/** Most gaps that are reported one by one. */
const maxReported = 5;
/** By how much steps grow again after one that was right. */
const shareGrowth = 1.5;
/** Steps without a new item after which a page that moves its list back by itself is left. */
const maxIdleSteps = 2_000;
/** Milliseconds for rows that are empty and do not say that they are being filled. */
const emptyMs = 2_500;

/** New items by the index of their step. */
type Gathered = Map<number, readonly ReadItem[]>;

/** What one reading showed of the list, and where it was scrolled to. */
interface ListView {
  /** Of its items, by step and in order. */
  readonly keys: readonly (readonly string[])[];
  readonly positions: readonly (readonly (number | undefined)[])[];
  /** CSS pixels. */
  readonly y: number;
  readonly reading: PageReading;
}

/** Rounds in which a list that neither moves nor grows says something new, after which it is taken for one that lives. */
const maxStandingRounds = 2;

/**
 * Scrolls a list to its end and collects items at every step, since virtual lists remove rows that leave the view. Each view
 * has to overlap the one before it: a page that draws late is scrolled back, and on in smaller steps.
 */
function createPlainScrolling(
  input: PaginationInput,
  view: PageView,
  /** Times at the bottom without new items after which the list has ended. */
  quietRounds = 2,
): Paginator {
  const { run, place, step: paginate, steps } = input;
  const { signal } = run.session;
  const limits = { signal, timeoutMs: 10_000 };
  const patienceMs = timeoutOf(run, paginate);
  const items: readonly Selector['parts'][] = steps.flatMap((step) =>
    step.items === undefined ? [] : run.recipe.selectors.apply(step.items),
  );
  const seen = new Set<string>();
  /** The last view whose items are known. */
  let known: ListView | undefined;
  /** Whether rows leave the page when they leave the view. */
  let isVirtual = false;
  let share = stepShare;
  let retries = 0;
  /** Times that the page did not show again what it had shown there. */
  let lostWays = 0;
  let lateDraws = 0;
  let gaps = 0;
  /** Whether the list grows at its top, as chats do. */
  let isUpwards = false;
  /** What `next` returned last; it holds nothing that was not seen. */
  let returned: PageReading | undefined;
  /** Whether rows without content were waited for once and stayed so. */
  let isResigned = false;
  /** Whether a sign behind the last item was waited for once and stayed. */
  let hasBusyEnd = false;
  let stated: StatedRows | undefined;
  const rows = createSteadyRows();
  /** All items so far, by step. */
  const found: Gathered = new Map();
  /** Rounds in a row that brought only rows that say something new where they stood. */
  let standing = 0;
  let rowCount = 0;

  /** Reads the page; rows that are found to change while they stand are known by the rest from then on. */
  async function read(): Promise<PageReading> {
    return note(await view.read());
  }

  function note(reading: PageReading): PageReading {
    if (rows.note(reading)) {
      seen.clear();
      see(rows.steady(withItems(reading, found)));
      known = known && toView(rows.steady(known.reading), known.y);
    }
    return rows.steady(reading);
  }

  const move = (to: ListMove): Promise<ListPosition> =>
    callFrame(place.frame, 'scrollList', { items, move: to, isUpwards }, limits);

  /** Adds the items that were not seen before; returns their number. */
  function gather(all: PageReading, gathered: Gathered): number {
    const before = seen.size;
    for (const { output } of all.steps) {
      const now = output.stated;
      if (now === undefined) continue;
      stated = { total: now.total, last: Math.max(now.last, stated?.last ?? 0) };
    }
    const fresh = see(all);
    for (const [step, items] of fresh) {
      gathered.set(step, [...(gathered.get(step) ?? []), ...items]);
      found.set(step, [...(found.get(step) ?? []), ...items]);
    }
    return seen.size - before;
  }

  /** Notes the items of a reading as seen; returns those that were not, by step. */
  function see(all: PageReading): Gathered {
    const fresh: Gathered = new Map();
    const reading = withoutRepeats(all);
    const keys = toKeys(reading);
    for (const [step, reads] of reading.steps.entries()) {
      if (reads.step.items === undefined) continue;
      const times = new Map<string, number>();
      for (const [index, item] of listItems(reads).entries()) {
        const key = keys[step]?.[index] ?? '';
        const time = (times.get(key) ?? 0) + 1;
        times.set(key, time);
        const name = `${step}:${time}:${key}`;
        if (seen.has(name)) continue;
        seen.add(name);
        fresh.set(step, [...(fresh.get(step) ?? []), item]);
      }
    }
    return fresh;
  }

  /** Reads until what is in view has content, and a list that exchanges its rows has done so. */
  async function readSettled(hasMoved: boolean): Promise<PageReading> {
    const startedMs = performance.now();
    let pendingMs = 0;
    for (;;) {
      const reading = await read();
      const waitedMs = performance.now() - startedMs;
      const { busy, empty } = countPending(reading);
      const limitMs = Math.min(isResigned ? resignedMs : patienceMs, busy > 0 ? Infinity : emptyMs);
      const isPending = busy + empty > 0 && waitedMs < limitMs;
      const isOld = isVirtual && (isBlank(reading) || (hasMoved && isSame(reading)));
      const isLeft = isOld && lateDraws < maxLateDraws && waitedMs < exchangeMs;
      if (isOld && waitedMs >= exchangeMs) lateDraws += 1;
      else if (!isOld && waitedMs > 0) lateDraws = 0;
      if (!isPending && !isLeft) {
        if (busy + empty > 0) warnOfUnread(busy + empty, waitedMs);
        // A page that took its time has often more to do: as much again lets it keep up.
        else if (pendingMs > 0) await pause(Math.min(pendingMs, restMaxMs), signal);
        return pendingMs > 0 ? read() : reading;
      }
      if (isPending) pendingMs = waitedMs;
      await pause(renderMs, signal);
    }
  }

  /** Tells it once, and waits for later rows no longer than for one that may never come. */
  function warnOfUnread(rows: number, waitedMs: number): void {
    if (isResigned) return;
    isResigned = true;
    run.report.warn(
      `${nameStep(paginate)}: ${toCount(rows, 'row')} in view stayed without content for ${toDuration(Math.round(waitedMs))}, and may be missing, as may others behind.`,
    );
  }

  function warnOfBusyEnd(waitedMs: number): void {
    hasBusyEnd = true;
    run.report.warn(
      `${nameStep(paginate)}: what stands behind the last item said for ${toDuration(Math.round(waitedMs))} that more is on its way, and nothing came: items may be missing.`,
    );
  }

  function isBlank(reading: PageReading): boolean {
    return known !== undefined && toKeys(reading).every((keys) => keys.length === 0);
  }

  function warnOfGap(what: string): void {
    gaps += 1;
    if (gaps > maxReported) return;
    const more = gaps === maxReported ? ' Further gaps are not reported.' : '';
    run.report.warn(`${nameStep(paginate)}: ${what}${more}`);
  }

  function isSame(reading: PageReading): boolean {
    return JSON.stringify(toKeys(reading)) === JSON.stringify(known?.keys);
  }

  /** Scrolls back to the last known view and waits until the page draws some of it; else the way on is lost. */
  async function goBack(to: ListView): Promise<boolean> {
    await move({ kind: 'to', y: to.y });
    const isBack = await waitUntil({
      timeoutMs: patienceMs,
      everyMs: renderMs,
      signal,
      poll: async () => (isJoined(to, toView(await read(), to.y)) ? true : undefined),
    });
    return isBack === true;
  }

  /**
   * Takes a view that follows the last one. One that does not is tried again from there, and reported as a gap where that leads to
   * nothing else; returns whether it was taken.
   */
  async function take(reading: PageReading, y: number): Promise<boolean> {
    // A view that the page has not drawn anew yet is where it was, wherever the page is scrolled to.
    if (isSame(reading) || isBlank(reading)) return true;
    const now = toView(reading, y);
    if (known === undefined || isJoined(known, now)) {
      isVirtual ||= known !== undefined && hasLost(known, now);
      retries = 0;
      share = Math.min(stepShare, share * shareGrowth);
    } else {
      isVirtual = true;
      retries += 1;
      share /= 2;
      // A list that has gaps by its nature is not searched as long for each of them.
      const most = gaps === 0 ? maxRetries : 1;
      // Where the list did not move, or never showed again what it showed, there is no way back.
      const mayReturn = retries <= most && y !== known.y && lostWays < maxLostWays;
      if (mayReturn && (await goBack(known))) return false;
      if (mayReturn) lostWays += 1;
      warnOfGap(describeGap(known, now, seen.size));
      retries = 0;
      share = stepShare;
      await move({ kind: 'to', y });
    }
    known = now;
    return true;
  }

  /** Waits where the list is; returns the reading once new items arrive, and `back` where it had to go back for others. */
  async function waitForMore(
    watch: NavigationWatch,
    gathered: Gathered,
    y: number,
  ): Promise<PageReading | 'back' | undefined> {
    const startedMs = performance.now();
    let quietSinceMs = startedMs;
    for (;;) {
      const reading = await read();
      const { busy } = countPending(reading);
      if (!(await take(reading, y))) return 'back';
      if (gather(reading, gathered) > 0) return reading;
      const waitedMs = performance.now() - startedMs;
      const isFilling = busy > 0 && waitedMs < (isResigned ? resignedMs : patienceMs);
      const quietMs = performance.now() - quietSinceMs;
      if (!isFilling && quietMs >= (watch.isAsking ? responseMs : bottomMs)) {
        if (hasBusyEnd || !(await move({ kind: 'to', y })).isBusy) return undefined;
        if (waitedMs >= patienceMs) {
          warnOfBusyEnd(waitedMs);
          return undefined;
        }
        quietSinceMs = performance.now();
      }
      await pause(renderMs, signal);
    }
  }

  return {
    wasSeen: () => true,
    findEnd: async (current) => {
      // What came otherwise than by scrolling, as by a link to a next page, is where scrolling goes on.
      if (current !== returned && gather(note(current), new Map()) > 0) known = undefined;
      return undefined;
    },
    next,
  };

  async function next(current: PageReading): Promise<NextPage> {
    const gathered: Gathered = new Map();
    const watch = watchNavigation(place.tab, signal);
    let last = current;
    let count = 0;
    let quiet = 0;
    const start = await move({ kind: 'down', share: 0 });
    let { y, maxY } = start;
    const [startY, startMaxY] = [y, maxY];
    let hasMoved = false;
    try {
      for (let step = 1; quiet < quietRounds && step <= maxIdleSteps; step += 1) {
        await pause(renderMs, signal);
        const reading = await readSettled(hasMoved);
        if (await take(reading, y)) {
          last = reading;
          count += gather(reading, gathered);
        } else y = known?.y ?? y;
        const at = await move({ kind: 'down', share });
        hasMoved = at.y !== y;
        ({ y, maxY } = at);
        if (count > 0 && retries === 0 && (maxY > startMaxY || step >= maxSteps)) break;
        // What is drawn where it went is read first.
        if (hasMoved) continue;
        let more = await waitForMore(watch, gathered, y);
        if (more === undefined && count === 0) more = await lookAtEnd(watch, gathered, y);
        if (more === 'back') {
          y = known?.y ?? y;
          continue;
        }
        if (more !== undefined) {
          last = more;
          count += 1;
          break;
        }
        if (count > 0) break;
        quiet += 1;
        await move({ kind: 'up', px: nudgePx });
        ({ y, maxY } = await move({ kind: 'to', y }));
      }
      if (gathered.size === 0) {
        if (start.isAtEnd && returned === undefined && !isUpwards) {
          isUpwards = true;
          known = undefined;
          return await next(current);
        }
        warnOfUnreadRows();
        return { end: 'no_new_items' };
      }
      // The remaining new rows are rendered within the next frames.
      await pause(renderMs, signal);
      const rest = await readSettled(hasMoved);
      if (await take(rest, y)) gather(rest, gathered);
    } finally {
      watch.stop();
    }
    const isStanding = y === startY && maxY === startMaxY && countRows(last) <= rowCount;
    rowCount = countRows(last);
    standing = isStanding ? standing + 1 : 0;
    if (standing >= maxStandingRounds) {
      warnOfLiveRows();
      return { end: 'no_new_items' };
    }
    returned = withItems(last, gathered);
    return { reading: returned, status: undefined };
  }

  /** Scrolls back from the bottom to the end of the list: what loads more there is out of view below a tall footer. */
  async function lookAtEnd(
    watch: NavigationWatch,
    gathered: Gathered,
    bottom: number,
  ): Promise<PageReading | 'back' | undefined> {
    const at = await move({ kind: 'end' });
    if (at.y >= bottom) return undefined;
    const more = await waitForMore(watch, gathered, at.y);
    if (more === undefined) await move({ kind: 'to', y: bottom });
    return more;
  }

  function warnOfLiveRows(): void {
    run.report.warn(
      `${nameStep(paginate)} ended where the list stands: its rows change what they say while they are read, so items may be in the result more than once. Read a field that stays, such as a name or a link.`,
    );
  }

  function warnOfUnreadRows(): void {
    if (stated === undefined) return;
    // A window over the list holds fewer rows than it showed one after another.
    const last = Math.max(stated.last, seen.size);
    if (last >= stated.total) return;
    run.report.warn(
      `${nameStep(paginate)}: the list has ${stated.total} rows, as the page says, and row ${last} was the last one that it showed.`,
    );
  }
}

function toView(reading: PageReading, y: number): ListView {
  return {
    keys: toKeys(reading),
    positions: reading.steps.map((reads) =>
      listItems(reads).map(({ identity }) => identity.position),
    ),
    y,
    reading,
  };
}

/** Whether a view goes on from another: it shows rows of it, in the same order or at least half of them. */
function isJoined(before: ListView, now: ListView): boolean {
  return before.keys.every((old, step) => {
    const keys = now.keys[step] ?? [];
    // Of several lists one may be out of view.
    if (old.length === 0 || keys.length === 0) return true;
    const places = (before.positions[step] ?? []).filter((place) => place !== undefined);
    const others = (now.positions[step] ?? []).filter((place) => place !== undefined);
    if (places.length === old.length && others.length === keys.length) {
      const [low, high] = [Math.min(...places), Math.max(...places)];
      return others.some((place) => place >= low - 1 && place <= high + 1);
    }
    const olds = new Set(old);
    const common = new Set(keys.filter((key) => olds.has(key))).size;
    return common * 2 >= Math.min(old.length, keys.length) || isShifted(old, keys);
  });
}

/** Whether the same rows stand in both, one behind the other: a row of the same text far away is none of them. */
function isShifted(old: readonly string[], now: readonly string[]): boolean {
  for (let shift = -now.length + 1; shift < old.length; shift += 1) {
    const first = Math.max(0, shift);
    const end = Math.min(old.length, now.length + shift);
    let same = 0;
    for (let index = first; index < end; index += 1) {
      if (old[index] === now[index - shift]) same += 1;
    }
    if (same > 0 && same * 2 >= end - first) return true;
  }
  return false;
}

function hasLost(before: ListView, now: ListView): boolean {
  return before.keys.some((old, step) => {
    const keys = new Set(now.keys[step]);
    return keys.size > 0 && old.some((key) => !keys.has(key));
  });
}

/** Names what two views that share no row may have between them: by the numbers of the rows, else by those of the items. */
function describeGap(before: ListView, now: ListView, count: number): string {
  const numbers = ({ positions }: ListView): readonly number[] =>
    positions.flat().filter((position) => position !== undefined);
  const [last, next] = [Math.max(0, ...numbers(before)), Math.min(...numbers(now))];
  const between =
    last > 0 && Number.isFinite(next) && next > last + 1
      ? `rows ${last + 1} to ${next - 1} were not read`
      : `items may be missing between item ${count} and item ${count + 1}`;
  return `${between}: the list showed no row of one view in the next, though it was scrolled in small steps.`;
}

function countRows({ steps }: PageReading): number {
  return steps.reduce((sum, { output }) => sum + output.itemCount, 0);
}

function withItems(reading: PageReading, gathered: Gathered): PageReading {
  return {
    ...reading,
    steps: reading.steps.map((step, index) => ({
      ...step,
      output: { ...step.output, items: gathered.get(index) ?? [] },
    })),
  };
}
