import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import type { GleanerError } from '../../../errors/gleaner-error.ts';
import { isSamePlace } from '../../../recipe/run/is-same-place.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import { failStep, nameStep } from '../fail-step.ts';
import { isShown } from '../locate/is-shown.ts';
import type { TypedPassword } from '../run/login-watch.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** Milliseconds for a form to go away that a script closes once the log-in was taken. */
const closingMs = 1_000;

/**
 * Tells when the form of a log-in is still there after it was sent, and no recorded navigation says where it should have
 * led.
 */
export async function tellRefusedLogin(run: ReplayRun): Promise<void> {
  const { pending } = run.logins;
  if (pending?.sentBy === undefined) return;
  run.logins.clear();
  const gone = await waitUntil({
    timeoutMs: closingMs,
    signal: run.signal,
    poll: async () => ((await showsForm(run, pending)) ? undefined : true),
  });
  if (gone !== undefined) return;
  run.warnings.add(
    `${nameStep(pending.sentBy)} sent a log-in, and the page still shows its form: it was probably refused. ${adviseOn(pending)}`,
  );
}

/** Returns the error for the step of a log-in that did not lead where it did when it was recorded. */
export async function failLogin(
  run: ReplayRun,
  step: Pick<RecipeStep, 'path' | 'type'>,
  pending: TypedPassword,
  where: string,
): Promise<GleanerError<'validation_failed'>> {
  const why = (await showsForm(run, pending))
    ? `the log-in was refused. ${adviseOn(pending)}`
    : `the log-in was refused, or leads elsewhere now. ${adviseOn(pending)} Else record the step again.`;
  return failStep(step, 'login_required', `${where}: ${why}`);
}

async function showsForm(run: ReplayRun, { place, step, url }: TypedPassword): Promise<boolean> {
  if (place.tab.page.isClosed() || !isSamePlace(url, place.tab.page.url())) return false;
  return isShown(run, place, step.element).catch(() => {
    run.signal.throwIfAborted();
    // The page is being left.
    return false;
  });
}

function adviseOn({ variables }: TypedPassword): string {
  if (variables.length === 0) return 'Check the user name and the password that the recipe types.';
  const [last = '', ...others] = variables.toReversed();
  const names = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
  return `Check the variable${others.length === 0 ? '' : 's'} ${names}.`;
}
