import type { Target } from '../../../contracts/recipe/recipe.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** Whether the target is visible now. */
export async function isShown(run: ReplayRun, place: Place, target: Target): Promise<boolean> {
  const selectors = target.selectors.map(({ parts }) => parts);
  const limits = { signal: run.signal, timeoutMs: 10_000 };
  const hits = await callFrame(place.frame, 'look', { selectors }, limits);
  return hits.some(({ isVisible }) => isVisible);
}
