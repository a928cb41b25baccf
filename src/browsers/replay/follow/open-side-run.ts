import type { SideTabs } from '../frames/create-tabs.ts';
import { createStepDialogs } from '../run/create-step-dialogs.ts';
import { createStepDownloads } from '../run/create-step-downloads.ts';
import { createOpenRequests } from '../run/open-requests.ts';
import type { PageHabits, ReplayRun } from '../run/replay-run.ts';
import { maxTabs } from './create-host-pace.ts';

/** A run whose steps act on a page beside the list; what it learns, heals and warns of is the run's own. */
export interface SideRun extends ReplayRun {
  readonly tabs: SideTabs;
}

/** Opens a page beside those of a run. */
export async function openSideRun(run: ReplayRun, habits: PageHabits): Promise<SideRun> {
  const { request, signal, requests, warnings } = run;
  const session = { ...run.session, startPage: () => run.session.startPage(maxTabs) };
  const warn = (warning: string): void => void warnings.add(warning);
  const tabs = await run.tabs.openBeside();
  return {
    ...run,
    tabs,
    // Progress is told by page: the steps of a hundred pages say little.
    request: { ...request, onStep: () => {}, watch: undefined },
    session,
    // What one page asks or waits for is nothing to the steps on another.
    dialogs: createStepDialogs(tabs, signal, warn),
    downloads: createStepDownloads({ session, tabs, folder: request.files.downloads, warn }),
    requests: requests === undefined ? undefined : createOpenRequests(tabs.main.page),
    before: new Map(),
    habits,
    follower: { ...run.follower, isFollowing: () => false },
  };
}
