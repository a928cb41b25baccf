import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import { nameStep } from '../fail-step.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { findWays, nameWay, proposeParameters } from './find-ways.ts';

/** Milliseconds; the run is over, and a page that hangs meanwhile must not hold it. */
const limitMs = 5_000;

/** Tells at the end of a run where the list of an extract step goes on which no paginate step follows. */
export async function tellUnpaginated(
  outer: ReplayRun,
  steps: readonly ExtractStep[],
): Promise<void> {
  const signal = AbortSignal.any([outer.signal, AbortSignal.timeout(limitMs)]);
  const run = { ...outer, signal };
  for (const step of steps) {
    try {
      const place = await run.tabs.requirePlace(step, 1);
      const found = await findWays(run, place, step);
      const [way] = found.ways;
      if (way === undefined) continue;
      const parameters = await proposeParameters(run, found, way);
      const example =
        parameters === undefined
          ? ''
          : `, e.g. {"type":"customStep","name":"paginate","parameters":${parameters}}`;
      const count = run.pages.count();
      const read =
        count === 1
          ? `${found.itemCount} items of page 1 only`
          : `page ${count} is the last one read`;
      run.warnings.add(
        `${nameStep(step)}: the page shows ${nameWay(way)}, which the recipe does not follow: ${read}. Add a paginate step behind it${example}.`,
      );
      return;
    } catch {
      outer.signal.throwIfAborted();
      // The page went away with the last steps, or does not reply: what it showed is not known.
    }
  }
}
