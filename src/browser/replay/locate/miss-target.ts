import type { RecipeStep, Target } from '../../../runtime/contracts/recipe/recipe.ts';
import { findObstacle, type Obstacle } from '../../../page/body/find-obstacle.ts';
import { type NearElement, describeNearest } from '../../../recipes/healing/choose-element.ts';
import { guessFingerprint } from '../../../recipes/healing/target-fingerprint.ts';
import { readDocument } from '../../render/read-document.ts';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { failStep, LeftOutError, nameSelectors } from '../fail-step.ts';
import { type ReplayRun, partsOf } from '../run/replay-run.ts';
import { listNear, showTargets } from '../watch-step.ts';
import { type Place, askPlace } from '../tabs.ts';
import type { Tab } from '../watch-documents.ts';

export interface MissTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly timeoutMs: number;
  /** What was found, where it was something else than nothing: continues the sentence behind the step's name. */
  readonly found?: string;
  /** The elements most like a target that is known and was not found by likeness. */
  readonly nearest?: readonly NearElement[];
}

/** Most characters of a page in which an obstacle is searched; such pages are shorter. */
const maxHtml = 1_000_000;

/**
 * Notes that a target is missing and returns the error for it: an obstacle in place of the page, the page's status, or that no element is
 * similar.
 */
export async function missTarget(input: MissTargetInput): Promise<Error> {
  const { run, place, step, target, timeoutMs, found, nearest = [] } = input;
  const { tab } = place;
  if (step.isOptional) {
    // As an optional field: missed only where an earlier run found it.
    const isKnown = run.recipe.findKnown(target.path) !== undefined;
    if (isKnown) run.report.targets.noteAbsent(target, 'action');
    return new LeftOutError('its element was not on the page');
  }
  run.report.targets.note({ target, purpose: 'action', servedBy: 'nothing', lost: [] });
  await showMiss(input);
  const obstacle = await readObstacle(run, tab);
  const pageStatus = tab.response?.status;
  if (obstacle !== undefined) {
    const what = obstacleReasons[obstacle.reason](obstacle.why);
    return failStep(step, obstacle.reason, what, { pageStatus });
  }
  const status =
    pageStatus !== undefined && pageStatus >= 400
      ? ` on a page with HTTP status ${pageStatus}`
      : '';
  const near = nearest.length === 0 ? '' : ` ${describeNearest(nearest)}.`;
  return failStep(
    step,
    status === '' ? 'target_not_found' : 'fetch_failed',
    `${found ?? `found no element by ${nameSelectors(target)}`} within ${timeoutMs / 1_000} s${status}${await nameNearMiss(input)}.${near}`,
    { pageStatus },
  );
}

/** Shows a watcher what the selectors match, and the elements that would do in the place of the lost one. */
async function showMiss({ run, place, step, target }: MissTargetInput): Promise<void> {
  if (run.recipe.request.watch === undefined) return;
  const fingerprint = run.recipe.findKnown(target.path) ?? guessFingerprint(target.selectors);
  const nearest = await listNear(run, place, { target, purpose: 'action' }, fingerprint);
  await showTargets(run, { place, step, wanted: [{ target, isOptional: false }], nearest });
}

/** Characters of an element's text in a message. */
const maxShown = 40;

/** What comes close to the selectors, as the end of the sentence that they found nothing; empty where nothing does. */
async function nameNearMiss({ run, place, target }: MissTargetInput): Promise<string> {
  const selectors = partsOf(target);
  const misses = await askPlace(place, 'nearMisses', { selectors }, run.session.signal).catch(
    () => {
      run.session.signal.throwIfAborted();
      // The page went away: there is nothing to compare with.
      return [];
    },
  );
  for (const [index, { count, otherCase }] of misses.entries()) {
    const nth = selectors[index]?.find(({ kind }) => kind === 'nth')?.value;
    if (nth !== undefined && count > 0)
      return `: there are ${count}, and number ${nth} was asked for`;
    if (otherCase === undefined) continue;
    return `; one differs only in upper and lower case: "${otherCase.slice(0, maxShown)}"`;
  }
  return '';
}

/** Sentences for messages about what a step found in place of its page. */
export const obstacleReasons: Readonly<Record<Obstacle['reason'], (why: string) => string>> = {
  page_blocked: (why) => `was not let see its page (${why}).`,
  login_required: (why) => `found a page that is shown only after logging in (${why}).`,
  empty_page: (why) => `found an empty page (${why}).`,
};

/** Returns the obstacle shown in place of the page, if any; called only when something is missing. */
export async function readObstacle(
  run: ReplayRun,
  tab: Tab,
): Promise<ReturnType<typeof findObstacle>> {
  if (tab.page.isClosed()) return undefined;
  const html = await raceSignal(readDocument(tab.devtools, maxHtml), run.session.signal).catch(
    () => {
      run.session.signal.throwIfAborted();
      // The page is too long to be one, or is navigating.
      return undefined;
    },
  );
  if (html === undefined) return undefined;
  const { status, headers } = tab.response ?? { status: 200, headers: {} };
  const text = html.replaceAll(/<[^<>]*>/g, ' ');
  return findObstacle({ status, headers, url: tab.page.url(), body: { kind: 'html', html, text } });
}
