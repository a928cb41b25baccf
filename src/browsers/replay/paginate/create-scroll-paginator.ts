import type { Selector } from '../../../contracts/recipe/recipe.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { ReadItem } from '../../in-page/create-item-reader.ts';
import type { ScrollPosition } from '../../in-page/create-mover.ts';
import type { PageView, PaginationInput } from './page-view.ts';
import { listItems, type PageReading, toKeys, withoutRepeats } from '../read/page-reader.ts';
import type { Paginator } from './paginator.ts';
import { pause } from '../../../signals/wait-until.ts';
import { type NavigationWatch, watchNavigation } from '../wait/watch-navigation.ts';

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

/**
 * Creates a paginator that scrolls a list to its end and collects items at every step, since virtual lists remove
 * rows that leave the view.
 */
export function createScrollPaginator(
  input: PaginationInput,
  view: PageView,
  /** Times at the bottom without new items after which the list has ended. */
  quietRounds = 2,
): Paginator {
  const { run, place, steps } = input;
  const limits = { signal: run.signal, timeoutMs: 10_000 };
  const items: readonly Selector['parts'][] = steps.flatMap((step) =>
    step.items === undefined ? [] : run.overrides.apply(step.items),
  );
  const seen = new Set<string>();

  const scroll = (up: number): Promise<ScrollPosition> =>
    callFrame(place.frame, 'scrollList', { items, up }, limits);

  /** Adds the items that were not seen before; returns their number. */
  function gather(all: PageReading, gathered: Gathered): number {
    let count = 0;
    const reading = withoutRepeats(all);
    for (const [step, keys] of toKeys(reading).entries()) {
      const reads = reading.steps[step];
      if (reads === undefined || reads.step.items === undefined) continue;
      const shown = listItems(reads);
      const times = new Map<string, number>();
      for (const [index, key] of keys.entries()) {
        const time = (times.get(key) ?? 0) + 1;
        times.set(key, time);
        const name = `${step}:${time}:${key}`;
        const item = shown[index];
        if (item === undefined || seen.has(name)) continue;
        seen.add(name);
        gathered.set(step, [...(gathered.get(step) ?? []), item]);
        count += 1;
      }
    }
    return count;
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
      await pause(renderMs, run.signal);
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
      const watch = watchNavigation(place.tab, run.signal);
      let last = current;
      let count = 0;
      let quiet = 0;
      try {
        const start = await scroll(0);
        for (let step = 1; quiet < quietRounds; step += 1) {
          await pause(renderMs, run.signal);
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
      await pause(renderMs, run.signal);
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
