import type { RecipeStep } from '../../../contracts/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { acceptStatus, checkStatus, tellUnexpected } from './check-status.ts';

/** Steps that take the page as it is, or leave it. */
const needsNoPage: ReadonlySet<RecipeStep['type']> = new Set([
  'navigate',
  'close',
  'setViewport',
  'emulateNetworkConditions',
]);

/** Takes a step and checks where it led: the status of its page. */
export async function observeStep(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  take: () => Promise<void>,
): Promise<void> {
  const { documents } = run;
  if (!needsNoPage.has(step.type)) await checkStatus(run, place, step);
  const loadedBefore = documents.count();
  await take();
  if (step.type === 'paginate') acceptStatus(run, place);
  await checkStatus(run, place, step);
  await tellUnexpected(run, place, step, loadedBefore);
}
