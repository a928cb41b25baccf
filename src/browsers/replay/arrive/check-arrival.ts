import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import { isSamePlace } from '../../../recipe/run/is-same-place.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import { nameStep } from '../fail-step.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { failLogin } from './tell-refused-login.ts';

/** Milliseconds for the page that a step led to when it was recorded; scripts may lead on to it. */
const arrivalMs = 2_000;
/** Characters of a path in a message. */
const maxPath = 200;

/**
 * Compares where a step led with where it led when it was recorded (`isSamePlace`). Another place is told; where the step
 * sent a password, it rejects with `login_required`.
 */
export async function checkArrival(run: ReplayRun, place: Place, step: RecipeStep): Promise<void> {
  const { page } = place.tab;
  const recorded = findRecordedUrl(step);
  if (recorded === undefined || page.isClosed()) return;
  const arrived = await waitUntil({
    // In a loop, or behind a log-in, it is not waited for again.
    timeoutMs: run.strayed.has(step.path) ? 0 : arrivalMs,
    signal: run.signal,
    poll: async () => (isSamePlace(recorded, page.url()) ? true : undefined),
  });
  const { pending } = run.logins;
  if (arrived !== undefined) {
    run.logins.clear();
    return;
  }
  run.strayed.add(step.path);
  const where = describePlaces(recorded, page.url(), 'led to');
  if (pending !== undefined) throw await failLogin(run, step, pending, where);
  run.warnings.add(
    `${nameStep(step)} ${where}. If the site has moved its page, record the step again.`,
  );
}

/** Returns the error for a log-in whose recorded navigation did not come; `undefined` where no password was typed. */
export async function findLoginFailure(
  run: ReplayRun,
  step: Pick<RecipeStep, 'path' | 'type' | 'navigations'>,
): Promise<Error | undefined> {
  const { pending } = run.logins;
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
  const path = pathname + route;
  try {
    return decodeURIComponent(path).slice(0, maxPath);
  } catch {
    // A stray "%" is a part of the path.
    return path.slice(0, maxPath);
  }
}
