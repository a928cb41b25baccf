import type { ExtractStep, PaginateStep } from '../../../contracts/recipe/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { PagerInput } from '../../in-page/create-observer.ts';
import {
  isFilled,
  listItems,
  type PageReading,
  readPage,
  restMs,
  toSignature,
} from '../read/page-reader.ts';
import { revealLazy } from '../read/reveal-lazy.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { pause } from '../../../signals/wait-until.ts';

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
  const control = by.kind === 'next' || by.kind === 'loadMore' ? by.element : undefined;

  // Found anew for every reading: a navigation replaces the frames.
  function placeOf(step: ExtractStep): Promise<Place> {
    return run.tabs.requirePlace(step, timeoutOf(run, step));
  }

  async function read(wantsMarks = false): Promise<PageReading> {
    const places = await Promise.all(steps.map(placeOf));
    const groups = new Map<Place['frame'], { place: Place; steps: ExtractStep[] }>();
    for (const [index, place] of places.entries()) {
      const group = groups.get(place.frame) ?? { place, steps: [] };
      const extract = steps[index];
      if (extract !== undefined) group.steps.push(extract);
      groups.set(place.frame, group);
    }
    const pagerPlace =
      step.frame.length === 0 ? place : await run.tabs.requirePlace(step, timeoutOf(run, step));
    if (!groups.has(pagerPlace.frame))
      groups.set(pagerPlace.frame, { place: pagerPlace, steps: [] });
    const readings = await Promise.all(
      [...groups.values()].map((group) =>
        readPage(run, {
          ...group,
          wantsMarks,
          ...(group.place.frame === pagerPlace.frame ? { pager: toPager() } : {}),
        }),
      ),
    );
    const [first, ...others] = readings;
    if (first === undefined || others.length === 0) return first ?? readPage(run, { place, steps });
    const all = readings.flatMap(({ steps }) => steps);
    return {
      ...first,
      pager: readings.find(({ pager }) => pager !== undefined)?.pager,
      steps: steps.flatMap((step) => all.find((reading) => reading.step === step) ?? []),
    };
  }

  function toPager(): PagerInput {
    return {
      control: control === undefined ? undefined : run.overrides.apply(control),
      until: until?.selectors.map(({ parts }) => parts),
    };
  }

  return {
    read,
    placeOf,
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
      if (isImmediate && isFilled(last) && countItems(last) >= countItems(before)) return last;
      for (;;) {
        const signature = toSignature(last);
        const waitedMs = performance.now() - startedMs;
        if (!isFilled(last)) {
          const isOver = isImmediate
            ? last.isLoaded || waitedMs >= renderedMs
            : waitedMs >= scriptedMs;
          if (isOver) return last;
        }
        await pause(restMs, run.signal);
        last = await read();
        if (isFilled(last) && toSignature(last) === signature) return last;
        // A page that never stops changing is returned as it is.
        if (waitedMs >= scriptedMs * 2) return last;
      }
    },
  };
}

/** Returns the number of items of all steps. */
export function countItems({ steps }: PageReading): number {
  return steps.reduce((sum, reading) => sum + listItems(reading).length, 0);
}
