import type { ScrollStep } from '../../../contracts/recipe.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import { locateTarget } from '../locate/locate-target.ts';
import { type ReplayRun, timeoutOf } from '../replay-run.ts';
import { waitUntil } from '../wait-until.ts';

/** A lazy page grows this soon after its end comes into view, or not at all. */
const growthMs = 700;

/** Scrolls to an absolute position. A lazy page is not so long at first: it is scrolled to its end until it is, or stops growing. */
export async function runScroll(run: ReplayRun, place: Place, step: ScrollStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const limits = { signal: run.signal, timeoutMs };
  const { element: target, x, y } = step;
  const located =
    target === undefined ? undefined : await locateTarget({ run, place, step, target, timeoutMs });
  const { frame } = place;
  const scroll = () => callFrame(frame, 'scroll', { mark: located?.mark, x, y }, limits);
  const endMs = performance.now() + timeoutMs;
  let at = await scroll();
  const wanted = Math.floor(y ?? 0);
  while (at.y < wanted && performance.now() < endMs) {
    const { maxY } = at;
    const grown = await waitUntil({
      timeoutMs: growthMs,
      signal: run.signal,
      async poll() {
        const now = await scroll();
        return now.maxY > maxY ? now : undefined;
      },
    });
    if (grown === undefined) return;
    at = grown;
  }
}
