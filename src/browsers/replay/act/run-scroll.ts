import type { ScrollStep } from '../../../contracts/recipe/recipe.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import { nameStep } from '../fail-step.ts';
import type { Place } from '../frames/create-tabs.ts';
import { closeConsent } from '../locate/close-notice.ts';
import { locateTarget } from '../locate/locate-target.ts';
import { navigationTimeoutOf, type ReplayRun, timeoutOf } from '../run/replay-run.ts';

/** Milliseconds within which a lazy page grows after its end comes into view, when it asks for nothing. */
const growthMs = 700;
/** CSS pixels; more than any page is high. */
const beyondAll = 1e9;

/**
 * Scrolls to an absolute position, to an element, or to the end. A lazy page may be too short at first: it is scrolled to
 * its end until it is long enough or stops growing.
 */
export async function runScroll(run: ReplayRun, place: Place, step: ScrollStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const { element: target, x, isToEnd } = step;
  const located =
    target === undefined ? undefined : await locateTarget({ run, place, step, target, timeoutMs });
  if (located === undefined) await closeConsent(run, place.frame, { onlyLocked: true });
  const limits = { signal: run.signal, timeoutMs };
  const y = isToEnd ? beyondAll : step.y;
  const scroll = () => callFrame(place.frame, 'scroll', { mark: located?.mark, x, y }, limits);
  // The end of a feed is as far as many pages.
  const endMs = performance.now() + (isToEnd ? navigationTimeoutOf(run, step) : timeoutMs);
  const wanted = Math.floor(y ?? 0);
  let at = await scroll();
  let isWaiting = false;
  while (at.y < wanted && performance.now() < endMs) {
    const { maxY } = at;
    const startedMs = performance.now();
    // What was open before may be a stream, which never ends.
    const ignored = run.requests?.list();
    const grown = await waitUntil({
      timeoutMs: Math.min(timeoutMs, endMs - startedMs),
      signal: run.signal,
      async poll() {
        const now = await scroll();
        if (now.maxY > maxY) return now;
        isWaiting = (run.requests?.paths(ignored).length ?? 0) > 0;
        return !isWaiting && performance.now() - startedMs >= growthMs ? now : undefined;
      },
    });
    if (grown === undefined || grown.maxY <= maxY) break;
    at = grown;
  }
  if (isToEnd && (isWaiting || performance.now() >= endMs)) {
    run.warnings.add(`${nameStep(step)} ran out of time while the page was loading more.`);
  }
}
