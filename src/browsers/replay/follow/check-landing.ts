import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import { failStep } from '../fail-step.ts';
import type { Tab } from '../frames/tab.ts';
import { findWall, wallReasons } from '../locate/miss-target.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { withoutHash } from './to-page-link.ts';

export interface LandingInput {
  readonly run: ReplayRun;
  readonly step: ExtractStep;
  /** The tab that opened the link. */
  readonly tab: Tab;
  /** The link's URL. */
  readonly url: string;
  /** The URL of the page that shows the items. */
  readonly from: string;
}

/**
 * Rejects when a link led to something other than its item's page: an error, a wall, or the list or home page that sites
 * send people to when an item is gone. Fields such as `h1` would find values on all of them.
 */
export async function checkLanding({ run, step, tab, url, from }: LandingInput): Promise<void> {
  const status = tab.response?.status;
  if (status !== undefined && step.expectStatus?.includes(status) === true) return;
  const wall = await findWall(run, tab);
  // A page may still be empty because scripts render it.
  if (wall !== undefined && wall.reason !== 'empty_page') {
    const what = wallReasons[wall.reason](wall.why);
    throw failStep(step, wall.reason, what, { pageStatus: status });
  }
  if (status !== undefined && status >= 400) {
    throw failStep(step, 'fetch_failed', `got HTTP status ${status}.`, { pageStatus: status });
  }
  const landed = withoutHash(tab.page.url());
  if (landed === withoutHash(url)) return;
  if (landed === withoutHash(from)) {
    throw failStep(step, 'fetch_failed', 'was sent back to the list.', { pageStatus: status });
  }
  if (isHome(landed) && !isHome(url)) {
    throw failStep(step, 'fetch_failed', 'was sent to a home page.', { pageStatus: status });
  }
}

function isHome(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}
