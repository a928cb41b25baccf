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
import { type PageReading, listItems, toKeys, withoutRepeats } from '../read/page-reader.ts';
import { callFrame } from '../../call-page.ts';
import type { ReadItem } from '../../in-page/item-reader.ts';
import type { ScrollPosition } from '../../in-page/scrolling.ts';
import { pause } from '../../../runtime/signals/waiting.ts';
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
/** Milliseconds after a step; rows that come into view are rendered within a frame or two. */
const renderMs = 50;
/** Milliseconds at the bottom within which loading begins; extended while a request is open. */
const bottomMs = 700;
const responseMs = 4_000;
/** CSS pixels scrolled up and down again at the bottom, to trigger scripts that listen for scrolling. */
const nudgePx = 200;

/** New items by the index of their step. */
type Gathered = Map<number, readonly ReadItem[]>;

/** Scrolls a list to its end and collects items at every step, since virtual lists remove rows that leave the view. */
function createPlainScrolling(
  input: PaginationInput,
  view: PageView,
  /** Times at the bottom without new items after which the list has ended. */
  quietRounds = 2,
): Paginator {
  const { run, place, steps } = input;
  const limits = { signal: run.session.signal, timeoutMs: 10_000 };
  const items: readonly Selector['parts'][] = steps.flatMap((step) =>
    step.items === undefined ? [] : run.recipe.selectors.apply(step.items),
  );
  const seen = new Set<string>();

  const scroll = (up: number): Promise<ScrollPosition> =>
    callFrame(place.frame, 'scrollList', { items, up }, limits);

  /** Adds the items that were not seen before; returns their number. */
  function gather(all: PageReading, gathered: Gathered): number {
    const before = seen.size;
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
        gathered.set(step, [...(gathered.get(step) ?? []), item]);
      }
    }
    return seen.size - before;
  }

  /** Waits at the bottom; returns whether new items arrive. */
  async function waitForMore(
    watch: NavigationWatch,
    gathered: Gathered,
  ): Promise<PageReading | undefined> {
    const startedMs = performance.now();
    for (;;) {
      const reading = await view.read();
      if (gather(reading, gathered) > 0) return reading;
      const waitedMs = performance.now() - startedMs;
      if (waitedMs >= (watch.isAsking ? responseMs : bottomMs)) return undefined;
      await pause(renderMs, run.session.signal);
    }
  }

  return {
    wasSeen: () => true,
    findEnd: async (current) => {
      gather(current, new Map());
      return undefined;
    },
    async next(current) {
      const gathered: Gathered = new Map();
      const watch = watchNavigation(place.tab, run.session.signal);
      let last = current;
      let count = 0;
      let quiet = 0;
      try {
        const start = await scroll(0);
        for (let step = 1; quiet < quietRounds; step += 1) {
          await pause(renderMs, run.session.signal);
          last = await view.read();
          count += gather(last, gathered);
          const at = step === 1 ? start : await scroll(0);
          const isAtBottom = at.y >= at.maxY - 1;
          const hasGrown = at.maxY > start.maxY;
          if (count > 0 && (hasGrown || step >= maxSteps)) break;
          if (!isAtBottom) continue;
          const more = await waitForMore(watch, gathered);
          if (more !== undefined) {
            last = more;
            count += 1;
            break;
          }
          if (count > 0) break;
          quiet += 1;
          await scroll(nudgePx);
          await scroll(0);
        }
      } finally {
        watch.stop();
      }
      if (gathered.size === 0) return { end: 'no_new_items' };
      // The remaining new rows are rendered within the next frames.
      await pause(renderMs, run.session.signal);
      gather(await view.read(), gathered);
      return { reading: withItems(last, gathered), status: undefined };
    },
  };
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
