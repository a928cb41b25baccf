import type { RecipeStep, Target } from '../../../contracts/recipe.ts';
import { findObstacle, type Obstacle } from '../../../page/body/find-obstacle.ts';
import { readDocument } from '../../render/read-document.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { failStep, nameSelectors } from '../fail-step.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import type { Tab } from '../frames/tab.ts';

export interface MissTargetInput {
  readonly run: ReplayRun;
  readonly tab: Tab;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly timeoutMs: number;
}

/** Characters in which walls are looked for: none is longer. */
const maxHtml = 1_000_000;

/** Why a target is not there: what stands in the page's place, its status, or simply that nothing is like it. */
export async function missTarget(input: MissTargetInput): Promise<Error> {
  const { run, tab, step, target, timeoutMs } = input;
  const obstacle = await findWall(run, tab);
  const pageStatus = tab.response?.status;
  if (obstacle !== undefined) {
    const what = wallReasons[obstacle.reason](obstacle.why);
    return failStep(step, obstacle.reason, what, { pageStatus });
  }
  const status =
    pageStatus !== undefined && pageStatus >= 400
      ? ` on a page with HTTP status ${pageStatus}`
      : '';
  return failStep(
    step,
    status === '' ? 'target_not_found' : 'fetch_failed',
    `found no element by ${nameSelectors(target)} within ${timeoutMs / 1_000} s${status}.`,
    { pageStatus },
  );
}

/** What a step found in its page's place, for people. */
export const wallReasons: Readonly<Record<Obstacle['reason'], (why: string) => string>> = {
  page_blocked: (why) => `was not let see its page (${why}).`,
  login_required: (why) => `found a page that is shown only after logging in (${why}).`,
  empty_page: (why) => `found an empty page (${why}).`,
};

/** A wall, where one stands in the page's place. Asked only when something is missing. */
export async function findWall(run: ReplayRun, tab: Tab): Promise<ReturnType<typeof findObstacle>> {
  if (tab.page.isClosed()) return undefined;
  const html = await raceSignal(readDocument(tab.devtools, maxHtml), run.signal).catch(() => {
    run.signal.throwIfAborted();
    // Too long for a wall, or on its way elsewhere.
    return undefined;
  });
  if (html === undefined) return undefined;
  const { status, headers } = tab.response ?? { status: 200, headers: {} };
  const text = html.replaceAll(/<[^<>]*>/g, ' ');
  return findObstacle({ status, headers, url: tab.page.url(), body: { kind: 'html', html, text } });
}
