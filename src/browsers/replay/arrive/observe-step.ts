import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { checkArrival } from './check-arrival.ts';
import { tellRefusedLogin } from './tell-refused-login.ts';
import { acceptStatus, checkStatus, tellUnexpected } from './check-status.ts';

/** Steps that take the page as it is, or leave it. */
const needsNoPage: ReadonlySet<RecipeStep['type']> = new Set([
  'navigate',
  'close',
  'setViewport',
  'emulateNetworkConditions',
]);

/** Takes a step and checks where it led: the status of its page, the place that was recorded, and log-ins. */
export async function observeStep(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  take: () => Promise<void>,
): Promise<void> {
  const { documents } = run;
  if (!needsNoPage.has(step.type)) await checkStatus(run, place, step);
  if (step.type === 'navigate') {
    await tellRefusedLogin(run);
    run.logins.clear();
  }
  const loadedBefore = documents.count();
  await take();
  // A page that is not there ends a pagination, and not the run.
  if (step.type === 'paginate') acceptStatus(run, place);
  else await checkStatus(run, place, step);
  await tellUnexpected(run, place, step, loadedBefore);
  if (maySend(step)) run.logins.noteSent(step);
  await checkArrival(run, place, step);
  if (step.type === 'extract' || step.type === 'paginate') await tellRefusedLogin(run);
}

/** Whether a step may send a form. */
function maySend(step: RecipeStep): boolean {
  if (step.type === 'keyDown') return step.key === 'Enter' || step.key === 'NumpadEnter';
  return step.type === 'click' || step.type === 'doubleClick';
}
