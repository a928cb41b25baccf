import type { RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { isSamePlace } from '../../../recipes/run/is-same-place.ts';
import { waitUntil } from '../../../runtime/signals/waiting.ts';
import { failStep, nameStep } from '../fail-step.ts';
import type { Place } from '../tabs.ts';
import type { ReplayRun, TypedPassword } from '../run/replay-run.ts';
import type { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { isShown } from '../locate/locate-target.ts';
import { decodePercent } from '../../../runtime/unicode/decode-percent.ts';

/** Milliseconds for the page that a step led to when it was recorded; scripts may lead on to it. */
const arrivalMs = 2_000;
/** Characters of a path in a message. */
const maxPath = 200;

/**
 * Compares where a step led with where it led when it was recorded (`isSamePlace`). A warning names another place; where the step
 * sent a password, it rejects with `login_required`.
 */
export async function checkArrival(run: ReplayRun, place: Place, step: RecipeStep): Promise<void> {
  const { page } = place.tab;
  const recorded = findRecordedUrl(step);
  if (recorded === undefined || page.isClosed()) return;
  const arrived = await waitUntil({
    // In a loop, or behind a log-in, it is not waited for again.
    timeoutMs: run.session.missedArrivals.has(step.path) ? 0 : arrivalMs,
    signal: run.session.signal,
    poll: async () => (isSamePlace(recorded, page.url()) ? true : undefined),
  });
  const { pending } = run.session.logins;
  if (arrived !== undefined) {
    run.session.logins.clear();
    return;
  }
  run.session.missedArrivals.add(step.path);
  const where = describePlaces(recorded, page.url(), 'led to');
  if (pending !== undefined) throw await failLogin(run, step, pending, where);
  run.report.warn(
    `${nameStep(step)} ${where}. If the site has moved its page, record the step again.`,
  );
}

/** Returns the error for a log-in whose recorded navigation did not come; `undefined` where no password was typed. */
export async function findLoginFailure(
  run: ReplayRun,
  step: Pick<RecipeStep, 'path' | 'type' | 'navigations'>,
): Promise<Error | undefined> {
  const { pending } = run.session.logins;
  if (pending === undefined) return undefined;
  const now = pending.place.tab.page.url();
  return failLogin(run, step, pending, describePlaces(findRecordedUrl(step), now, 'stayed on'));
}

/** Where the last recorded navigation of a step ended; recordings may hold an empty text. */
function findRecordedUrl({ navigations }: Pick<RecipeStep, 'navigations'>): string | undefined {
  return navigations.findLast(({ url }) => url !== undefined && url !== '')?.url;
}

function describePlaces(recorded: string | undefined, now: string, verb: string): string {
  const [from, to] = [URL.parse(recorded ?? ''), URL.parse(now)];
  const isOtherHost = from !== null && to !== null && from.hostname !== to.hostname;
  const name = (url: URL | null): string =>
    url === null ? 'another page' : `${isOtherHost ? url.hostname : ''}${toPath(url)}`;
  return `should have led to ${name(from)} and ${verb} ${name(to)}`;
}

/** The path as people read it, with the route of an application behind `#`; the query may hold what was typed. */
function toPath({ pathname, hash }: URL): string {
  const route = /^#!?\/[^?]*/.exec(hash)?.[0] ?? '';
  return decodePercent(pathname + route).slice(0, maxPath);
}

/** Milliseconds for a form to go away that a script closes once the log-in was taken. */
const closingMs = 1_000;

/**
 * Reports when the form of a log-in is still there after it was sent, and no recorded navigation says where it should have
 * led.
 */
export async function warnOfRefusedLogin(run: ReplayRun): Promise<void> {
  const { pending } = run.session.logins;
  if (pending?.sentBy === undefined) return;
  run.session.logins.clear();
  const gone = await waitUntil({
    timeoutMs: closingMs,
    signal: run.session.signal,
    poll: async () => ((await showsForm(run, pending)) ? undefined : true),
  });
  if (gone !== undefined) return;
  run.report.warn(
    `${nameStep(pending.sentBy)} sent a log-in, and the page still shows its form: it was probably refused. ${adviseOn(pending)}`,
  );
}

/** Returns the error for the step of a log-in that did not lead where it did when it was recorded. */
async function failLogin(
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
    run.session.signal.throwIfAborted();
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
