import { pause } from '../../../signals/wait-until.ts';
import type { PageOperations } from '../../in-page/page-operations.ts';
import { nameStep } from '../fail-step.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { type NavigationWatch, watchNavigation } from '../wait/watch-navigation.ts';
import { type PageReading, restMs, toReadInput } from './page-reader.ts';

/** Most screens of a page that are scrolled to: 60 are about 600 cards. */
const maxScreens = 60;
/** Milliseconds for all screens of a page, and less where the step's time-out is shorter. */
const maxMs = 15_000;
/** Milliseconds without a change after which a screen is complete: scripts look at the scroll position four times a second. */
const quietMs = 350;
/** Milliseconds without a change while scripts wait for a response. */
const responseMs = 3_000;

/** Screens without a change after which pictures that are named are no longer scrolled to: no script loads them. */
const maxIdleScreens = 2;

/** What waits in the page to come into view, as the page program says it. */
type Waiting = ReturnType<PageOperations['waiting']>;

/**
 * Scrolls to whatever steps read that waits to come into view (late pictures, blocks that are still empty), screen by
 * screen, and back to where the page was. Returns whether anything was scrolled to; the page is then to be read again.
 * A page without such parts is not touched.
 */
export async function revealLazy(
  run: ReplayRun,
  place: Place,
  { steps }: Pick<PageReading, 'steps'>,
): Promise<boolean> {
  const lazy = steps.flatMap(({ step, output }) => (output.isLazy ? [step] : []));
  const [first] = lazy;
  if (first === undefined) return false;
  const question = { steps: lazy.map((step) => toReadInput(run, step)) };
  const look = () => askPlace(place, 'waiting', question, run.signal);
  const endMs = performance.now() + Math.min(maxMs, timeoutOf(run, first));
  const visited = new Set<number>();
  const watch = watchNavigation(place.tab, run.signal);
  try {
    let waiting = await look();
    const { positions } = waiting;
    let idleScreens = 0;
    for (let screens = 0; ; screens += 1) {
      const isIdle = idleScreens >= maxIdleScreens;
      const next = waiting.elements.find(
        ({ mark, isNamed }) => !visited.has(mark) && !(isNamed && isIdle),
      );
      if (next === undefined) break;
      if (screens === maxScreens || performance.now() >= endMs) {
        run.warnings.add(
          `${nameStep(first)} did not scroll through all of its page: parts that load when they come into view may be missing. A longer \`timeout\` of the step, up to ${maxMs / 1_000} s, lets it go further.`,
        );
        break;
      }
      await scrollTo(run, place, { ...next, x: undefined, y: undefined });
      visited.add(next.mark);
      waiting = await waitForScreen(run, { look, watch, endMs });
      const shown = waiting.elements.filter(({ isInView }) => isInView);
      for (const { mark } of shown) visited.add(mark);
      idleScreens = shown.length === 0 ? 0 : idleScreens + 1;
    }
    for (const position of visited.size === 0 ? [] : positions) {
      await scrollTo(run, place, position);
    }
    const busy = waiting.elements.filter(({ isBusy }) => isBusy).length;
    if (busy > 0 && visited.size > 0) {
      const parts = busy === 1 ? '1 part of the page' : `${busy} parts of the page`;
      run.warnings.add(
        `${nameStep(first)}: ${parts} stayed without content after coming into view.`,
      );
    }
    return visited.size > 0;
  } finally {
    watch.stop();
  }
}

/** Waits until nothing that is in view waits any more, or nothing happens to it. */
async function waitForScreen(
  { signal }: ReplayRun,
  {
    look,
    watch,
    endMs,
  }: {
    readonly look: () => Promise<Waiting>;
    readonly watch: NavigationWatch;
    readonly endMs: number;
  },
): Promise<Waiting> {
  let before: string | undefined;
  let changedMs = performance.now();
  for (;;) {
    await pause(restMs, signal);
    const waiting = await look();
    const shown = waiting.elements.filter(({ isInView }) => isInView).map(({ mark }) => mark);
    const nowMs = performance.now();
    if (shown.join() !== before) changedMs = nowMs;
    before = shown.join();
    const isOver = nowMs - changedMs >= (watch.isAsking ? responseMs : quietMs);
    if (shown.length === 0 || isOver || nowMs >= endMs) return waiting;
  }
}

function scrollTo(
  run: ReplayRun,
  place: Place,
  { mark, x, y }: Waiting['positions'][number] | { mark: number; x: undefined; y: undefined },
): Promise<unknown> {
  return askPlace(place, 'scroll', { mark, x, y }, run.signal);
}
