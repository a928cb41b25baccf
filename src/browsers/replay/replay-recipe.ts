import type { PaginationEnd, ReplayReport, ReplayRequest } from '../../contracts/recipe/replay.ts';
import type { RecipeStep } from '../../contracts/recipe/recipe.ts';
import { listSteps } from '../../recipe/run/list-steps.ts';
import { advice } from '../../errors/advice.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import type { Browsing, BrowsingOptions, BrowsingSession } from '../session/browsing.ts';
import { watchDocuments } from './frames/watch-documents.ts';
import { createTabs } from './frames/create-tabs.ts';
import { nameStep } from './fail-step.ts';
import { checkFiles, takesPictures } from './run/check-files.ts';
import { createLoginWatch } from './run/login-watch.ts';
import { createOpenRequests } from './run/open-requests.ts';
import { createStepDialogs } from './run/create-step-dialogs.ts';
import { createFollower } from './follow/create-follower.ts';
import { createPageCollector } from './run/page-collector.ts';
import { createStepDownloads } from './run/create-step-downloads.ts';
import { type ReplayRun, createSelectorOverrides, finishDownloads } from './run/replay-run.ts';
import { createReadingNotes } from './run/reading-notes.ts';
import { runSteps } from './run-steps.ts';
import { createTargetLog } from './run/target-log.ts';

/** Replays a recipe in its own session. See `Browser.replay`. */
export async function replayRecipe(
  request: ReplayRequest,
  browsing: Browsing,
): Promise<ReplayReport> {
  const steps = listSteps(request.recipe.steps);
  checkExpressions(request, steps);
  await checkFiles(request, steps);
  return browsing.withSession(toBrowsingOptions(request, steps), request.signal, (session) =>
    replay(request, steps, session),
  );
}

async function replay(
  request: ReplayRequest,
  steps: readonly RecipeStep[],
  session: BrowsingSession,
): Promise<ReplayReport> {
  const warnings = new Set<string>();
  const warn = (warning: string): void => void warnings.add(warning);
  const documents = watchDocuments(session.context);
  const tabs = await createTabs(session, documents);
  const run: ReplayRun = {
    request,
    session,
    signal: session.signal,
    dialogs: createStepDialogs(tabs, session.signal, warn),
    documents,
    judged: new WeakSet(),
    downloads: createStepDownloads({ session, tabs, folder: request.files.downloads, warn }),
    logins: createLoginWatch(),
    strayed: new Set(),
    tabs,
    targets: createTargetLog(),
    overrides: createSelectorOverrides(),
    pages: createPageCollector(request),
    requests: steps.some(waitsForRequests) ? createOpenRequests(session.context) : undefined,
    before: new Map(),
    notes: createReadingNotes(request.fingerprints),
    habits: undefined,
    follower: createFollower(session.signal, runSteps),
    presses: new Map(),
    warnings,
  };
  const end: PaginationEnd = await runSteps(run, request.recipe.steps);
  run.follower.checkHope();
  await run.pages.flush();
  // What the last steps set off may have begun since.
  await finishDownloads(run, { timeoutMs: undefined });
  return {
    end,
    targets: run.targets.reports(),
    fingerprints: {
      version: 1,
      targets: run.notes.withHomes({
        ...request.fingerprints?.targets,
        ...run.targets.fingerprints(),
      }),
    },
    warnings: [...warnings, ...run.notes.warnings()],
  };
}

function waitsForRequests(step: RecipeStep): boolean {
  return step.type === 'wait' || (step.type === 'scroll' && step.isToEnd);
}

/** Checks all expressions before a page is opened: a run must not fail halfway because of its recipe. */
function checkExpressions(request: ReplayRequest, steps: readonly RecipeStep[]): void {
  if (request.allowExpressions) return;
  for (const step of steps) {
    if (step.type !== 'waitForExpression') continue;
    const message = `${nameStep(step)} runs code of the recipe in the page. ${advice.allowExpressions}`;
    throw invalidRequest('run the recipe', [{ path: step.path, message }]);
  }
}

function toBrowsingOptions(request: ReplayRequest, steps: readonly RecipeStep[]): BrowsingOptions {
  const { recipe, headers, stealth, proxy, loadMedia, files } = request;
  const first = recipe.steps.find((step) => step.type === 'navigate');
  const viewport = recipe.steps.find((step) => step.type === 'setViewport');
  return {
    stealth,
    proxy,
    keepsDownloads: files.downloads !== undefined,
    // A picture of a page shows its pictures.
    load: loadMedia || steps.some(takesPictures) ? ['image', 'media', 'font'] : [],
    ...(first === undefined || Object.keys(headers).length === 0
      ? {}
      : { headers: { url: first.url, values: headers } }),
    // Scale, touch and mobile cannot be changed after a page is opened.
    ...(viewport === undefined
      ? {}
      : {
          emulation: {
            viewport: { width: viewport.width, height: viewport.height },
            deviceScaleFactor: viewport.deviceScaleFactor,
            isMobile: viewport.isMobile,
            hasTouch: viewport.hasTouch,
          },
        }),
  };
}
