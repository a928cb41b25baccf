import type { ScreenshotStep } from '../../../contracts/recipe/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';
import { locateTarget } from '../locate/locate-target.ts';
import { navigationTimeoutOf, type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { takePicture } from '../run/take-picture.ts';

/** Keeps a picture of the window, the whole page or an element. */
export async function runScreenshot(
  run: ReplayRun,
  place: Place,
  step: ScreenshotStep,
): Promise<void> {
  const { element: target, isFullPage, name } = step;
  const timeoutMs = timeoutOf(run, step);
  const page = isFullPage ? 'whole page' : 'window';
  const of =
    target === undefined
      ? page
      : (await locateTarget({ run, place, step, target, timeoutMs })).locator;
  // A large page takes its time to be drawn.
  await takePicture({
    run,
    step,
    tab: place.tab,
    name,
    of,
    timeoutMs: navigationTimeoutOf(run, step),
  });
}
