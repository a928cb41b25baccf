import type { PaginationEnd, ReplayReport, ReplayRequest } from '../../contracts/replay.ts';
import type { RecipeStep } from '../../contracts/recipe.ts';
import type { Browsing, BrowsingOptions, BrowsingSession } from '../browsing.ts';
import { navigateTab } from './navigate-tab.ts';
import { createPageCollector } from './page-collector.ts';
import { navigationTimeoutOf, type ReplayRun } from './replay-run.ts';
import { runExtract } from './run-extract.ts';
import { openTab, type Tab } from './tab.ts';
import { createTargetLog } from './target-log.ts';

/** Replays a recipe in a session of its own. See `Browser.replay`. */
export async function replayRecipe(
  request: ReplayRequest,
  browsing: Browsing,
): Promise<ReplayReport> {
  return browsing.withSession(toBrowsingOptions(request), request.signal, (session) =>
    replay(request, session),
  );
}

async function replay(request: ReplayRequest, session: BrowsingSession): Promise<ReplayReport> {
  const run: ReplayRun = {
    request,
    session,
    signal: session.signal,
    main: await openTab(session.page, session),
    targets: createTargetLog(),
    pages: createPageCollector(request),
    warnings: new Set(),
  };
  let end: PaginationEnd = 'no_pagination';
  for (const step of request.recipe.steps) {
    end = (await runStep(run, run.main, step)) ?? end;
    if (run.pages.stopped !== undefined) break;
  }
  await run.pages.flush();
  return {
    end: run.pages.stopped ?? end,
    targets: run.targets.reports(),
    memory: { version: 1, targets: { ...request.memory?.targets, ...run.targets.memory() } },
    warnings: [...run.warnings],
  };
}

/** Gives why a pagination ended, where the step was one. */
async function runStep(
  run: ReplayRun,
  tab: Tab,
  step: RecipeStep,
): Promise<PaginationEnd | undefined> {
  run.request.onStep(step.path, step.type);
  switch (step.type) {
    case 'navigate':
      await navigateTab({
        tab,
        url: step.url,
        timeoutMs: navigationTimeoutOf(run, step),
        step,
        session: run.session,
      });
      return undefined;
    case 'extract':
      await runExtract(run, tab, step);
      return undefined;
    default:
      return undefined;
  }
}

function toBrowsingOptions(request: ReplayRequest): BrowsingOptions {
  const { recipe, headers, stealth, proxy, loadMedia } = request;
  const first = recipe.steps.find((step) => step.type === 'navigate');
  return {
    stealth,
    ...(proxy === undefined ? {} : { proxy }),
    ...(first === undefined ? {} : { headers: { url: first.url, values: headers } }),
    load: loadMedia ? ['image', 'media', 'font'] : [],
  };
}
