import type { Locator } from 'playwright-core';
import type { DragStep, Offset } from '../../../contracts/recipe/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { pause } from '../../../signals/wait-until.ts';
import { failStep } from '../fail-step.ts';
import type { Place } from '../frames/create-tabs.ts';
import { locateTarget } from '../locate/locate-target.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { watchNavigation } from '../wait/watch-navigation.ts';
import { actOn } from './act-on.ts';
import { awaitNavigation } from './run-action.ts';

/** Moves between the two places: lists that sort themselves look at each place that the pointer passes. */
const moves = 12;
/** Milliseconds in all between taking and moving, and between arriving and dropping: some lists wait for a long press. */
const holdMs = 120;

/** CSS pixels; from 5 on, browsers and libraries take a move for a drag. */
const firstMove = 6;

/** Drags with the mouse, which sorts lists, moves sliders, draws, and drops what HTML calls draggable. */
export async function runDrag(run: ReplayRun, place: Place, step: DragStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const { signal } = run;
  const { page } = place.tab;
  const { mouse } = page;
  if (run.tabs.hasSeveral()) await raceSignal(page.bringToFront(), signal);
  const found = { run, place, step, timeoutMs };
  const from = await locateTarget({ ...found, target: step.element });
  const to = step.to === undefined ? from : await locateTarget({ ...found, target: step.to });
  const watch = watchNavigation(place.tab, signal);
  let isHeld = false;
  try {
    const { offset } = step;
    await actOn({
      run,
      step,
      target: step.element,
      element: from,
      timeoutMs,
      act: (limits) => from.locator.hover({ ...limits, ...(offset && { position: offset }) }),
    });
    isHeld = true;
    await raceSignal(mouse.down(), signal);
    await pause(holdMs, signal);
    // A drag begins with the first move, where the element still lies: the place to drop may have to be scrolled to.
    const start = await requirePoint(run, step, from.locator, offset, timeoutMs);
    await raceSignal(mouse.move(start.x + firstMove, start.y + firstMove), signal);
    await raceSignal(to.locator.scrollIntoViewIfNeeded({ timeout: timeoutMs }), signal);
    const { x, y } = await requirePoint(run, step, to.locator, step.toOffset, timeoutMs);
    await raceSignal(mouse.move(x, y, { steps: moves }), signal);
    await pause(holdMs, signal);
    // What arrived may have moved aside: the place itself is entered once more.
    await raceSignal(mouse.move(x, y), signal);
    isHeld = false;
    await raceSignal(mouse.up(), signal);
    await awaitNavigation(run, step, watch);
  } finally {
    watch.stop();
    // A pressed button would make each later move a drag. Not awaited: a page that hangs takes its time.
    if (isHeld) void mouse.up().catch(ignoreGonePage);
  }
}

/** Returns the place of an element in the window, in CSS pixels. */
async function requirePoint(
  { signal }: ReplayRun,
  step: DragStep,
  locator: Locator,
  offset: Offset | undefined,
  timeout: number,
): Promise<Offset> {
  const box = await raceSignal(locator.boundingBox({ timeout }), signal);
  if (box === null) {
    throw failStep(
      step,
      'target_not_found',
      'cannot drag from or to an element that is not shown.',
    );
  }
  const { x, y } = offset ?? { x: box.width / 2, y: box.height / 2 };
  return { x: box.x + x, y: box.y + y };
}

function ignoreGonePage(): void {}
