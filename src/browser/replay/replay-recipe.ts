import type {
  PaginationEnd,
  ReplayReport,
  ReplayRequest,
} from '../../runtime/contracts/recipe/replay.ts';
import type { RecipeStep, RepeatStep } from '../../runtime/contracts/recipe/recipe.ts';
import { listSteps } from '../../recipes/steps/step-kinds.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Browsing, BrowsingOptions, BrowsingSession } from '../session/browsing.ts';
import { watchDocuments } from './watch-documents.ts';
import { type Place, createTabs } from './tabs.ts';
import { LeftOutError, failStep, nameStep } from './fail-step.ts';
import {
  type ReplayRun,
  createLoginWatch,
  createSelectorOverrides,
  finishDownloads,
  searchTimeoutOf,
  timeoutOf,
} from './run/replay-run.ts';
import { createOpenRequests, createStepDialogs, createStepDownloads } from './run/step-events.ts';
import { createFollower } from './create-follower.ts';
import { createPageCollector, createReadingNotes, createTargetLog } from './run/run-report.ts';
import { isConditionMet, lookBefore } from './act/run-wait.ts';
import { warnUnpaginated } from './paginate/pagination-candidates.ts';
import { showStep } from './watch-step.ts';
import { whileReplying } from './run/while-replying.ts';
import { type Progress, findRunner } from './step-runners.ts';
import { CallTimeoutError } from '../call-page.ts';
import { isPlaywrightError, isPlaywrightTimeout } from '../launch/load-playwright.ts';
import { checkArrival, warnOfRefusedLogin } from './arrive/check-arrival.ts';
import { acceptStatus, checkStatus, warnOfUnexpected } from './arrive/check-status.ts';

/** Replays a recipe in its own session. See `Browser.replay`. */
export async function replayRecipe(
  request: ReplayRequest,
  browsing: Browsing,
): Promise<ReplayReport> {
  const steps = listSteps(request.recipe.steps);
  for (const step of steps) await findRunner(step).check?.(step, request);
  return browsing.withSession(toBrowsingOptions(request, steps), request.signal, (session) =>
    replay(request, steps, session),
  );
}

async function replay(
  request: ReplayRequest,
  steps: readonly RecipeStep[],
  browsing: BrowsingSession,
): Promise<ReplayReport> {
  const { context, signal } = browsing;
  const warnings = new Set<string>();
  const warn = (warning: string): void => void warnings.add(warning);
  const documents = watchDocuments(context);
  const tabs = await createTabs(browsing, documents);
  const targets = createTargetLog();
  const pages = createPageCollector(request);
  const notes = createReadingNotes(request.fingerprints);
  const waitsForRequests = steps.some((step) => findRunner(step).waitsForRequests?.(step));
  const follower = createFollower(signal, runSteps);
  const folder = request.files.downloads;
  const run: ReplayRun = {
    session: {
      ...browsing,
      tabs,
      documents,
      follower,
      dialogs: createStepDialogs(tabs, signal, warn),
      stepDownloads: createStepDownloads({ session: browsing, tabs, folder, warn }),
      logins: createLoginWatch(),
      requests: waitsForRequests ? createOpenRequests(context) : undefined,
      before: new Map(),
      checked: new WeakSet(),
      missedArrivals: new Set(),
      noticeClicks: new Map(),
    },
    recipe: {
      request,
      selectors: createSelectorOverrides(),
      learnedWaits: undefined,
      findKnown: (path) => request.fingerprints?.targets[path],
    },
    report: { targets, pages, notes, warn },
  };
  const end = await runSteps(run, request.recipe.steps);
  follower.checkAnyRead();
  await pages.flush();
  // What the last steps set off may have begun since.
  await finishDownloads(run, { timeoutMs: undefined });
  const learned = { ...request.fingerprints?.targets, ...targets.fingerprints() };
  return {
    end,
    targets: targets.reports(),
    fingerprints: { version: 1, targets: notes.withScopes(learned) },
    warnings: [...warnings, ...notes.warnings()],
  };
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
    load:
      loadMedia || steps.some((step) => findRunner(step).takesPictures?.(step))
        ? ['image', 'media', 'font']
        : [],
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

/** Most rounds of a loop. */
const maxRounds = 1_000;

/** Runs the steps one after another; returns why the last pagination ended. */
export async function runSteps(
  run: ReplayRun,
  steps: readonly RecipeStep[],
): Promise<PaginationEnd> {
  const progress: Progress = { end: 'no_pagination', extracted: [] };
  await takeSteps(run, steps, progress);
  const stopped = run.report.pages.stopped();
  // A loop around the step may be the recipe's own way from page to page.
  const isTopLevel = ({ path }: RecipeStep): boolean => steps.some((step) => step.path === path);
  const unfollowed = progress.extracted.map(({ step }) => step).filter(isTopLevel);
  if (stopped === undefined) await warnUnpaginated(run, unfollowed);
  return stopped ?? progress.end;
}

async function takeSteps(
  run: ReplayRun,
  steps: readonly RecipeStep[],
  progress: Progress,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (run.report.pages.stopped() !== undefined) return;
    const { watch } = run.recipe.request;
    await watch?.beforeStep(step);
    run.recipe.request.onStep(step.path, step.type);
    run.session.dialogs.begin(step);
    run.session.stepDownloads.begin(step);
    let shown: Place | undefined;
    try {
      if (step.type === 'repeat') {
        await lookBefore(run, steps, index);
        await repeat(run, step, progress);
      } else {
        const place = await run.session.tabs.requirePlace(step, searchTimeoutOf(run, step));
        shown = place;
        await whileReplying(run, place, step, async (watched) => {
          await lookBefore(watched, steps, index);
          await takeStep(watched, place, step, progress);
        });
      }
      await run.session.dialogs.finish(step);
      await finishDownloads(run, step);
      if (shown !== undefined && findRunner(step).isShownAfter === true) {
        await showStep(run, { step, place: shown });
      }
      watch?.onStepEnd(step, 'done');
    } catch (error) {
      run.session.signal.throwIfAborted();
      if (error instanceof LeftOutError) {
        watch?.onStepEnd(step, 'left_out');
        run.report.warn(`${nameStep(step)} was left out: ${error.message}.`);
        continue;
      }
      if (shown !== undefined) await showStep(run, { step, place: shown });
      watch?.onStepEnd(step, 'failed');
      throw toStepError(run, step, error);
    }
  }
}

/**
 * Returns the error for an unexpected failure of a step: a page that hangs or was closed. Errors of callbacks are
 * returned unchanged.
 */
function toStepError(run: ReplayRun, step: RecipeStep, cause: unknown): unknown {
  if (run.session.dialogs.hasStayed() && isGleanerError(cause, 'validation_failed')) {
    const what =
      'could not leave its page, which asked whether to; give the step "dialog": "accept".';
    return failStep(step, 'target_not_found', what, { cause });
  }
  if (isPlaywrightTimeout(cause) || cause instanceof CallTimeoutError) {
    const seconds = timeoutOf(run, step) / 1_000;
    const what = `got no reply from its page within ${seconds} s: a script keeps it busy, or its next document does not come.`;
    return failStep(step, 'timed_out', what, { cause });
  }
  if (!isPlaywrightError(cause)) return cause;
  const { context, page } = run.session;
  const isClosed = page.isClosed() || /detached|has been closed/.test(cause.message);
  if (!isClosed || context.browser()?.isConnected() !== true) return cause;
  return failStep(step, 'target_not_found', 'lost its page, which was closed.', { cause });
}

/** Takes a step and checks where it led: the status of its page, the place that was recorded, and log-ins. */
async function takeStep(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  progress: Progress,
): Promise<void> {
  const { documents, logins } = run.session;
  const runner = findRunner(step);
  if (runner.needsNoPage !== true) await checkStatus(run, place, step);
  if (step.type === 'navigate') {
    await warnOfRefusedLogin(run);
    logins.clear();
  }
  const loadedBefore = documents.count();
  if (runner.bringsContent === true) {
    run.session.startPage();
    documents.begin(place.tab.page, step);
  }
  await runner.run?.(run, place, step, progress);
  // A page that is not there ends a pagination, and not the run.
  if (step.type === 'paginate') acceptStatus(run, place);
  else await checkStatus(run, place, step);
  if (runner.collects !== true) await warnOfUnexpected(run, place, step, loadedBefore);
  if (runner.maySend?.(step) === true) logins.noteSent(step);
  await checkArrival(run, place, step);
  if (runner.collects === true) await warnOfRefusedLogin(run);
}

async function repeat(run: ReplayRun, step: RepeatStep, progress: Progress): Promise<void> {
  const rounds = Math.min(step.times ?? maxRounds, maxRounds);
  for (let index = 1; index <= rounds; index += 1) {
    if (run.report.pages.stopped() !== undefined) return;
    const round = step.inRound?.(index) ?? step;
    const { while: target } = round;
    if (target !== undefined) {
      const place = await run.session.tabs.requirePlace(step, searchTimeoutOf(run, step));
      const goesOn = await whileReplying(run, place, step, (watched) =>
        isConditionMet(watched, place, target, index === 1),
      );
      if (!goesOn) return;
    }
    await takeSteps(run, round.steps, progress);
  }
  if (step.times === undefined) {
    run.report.warn(`${nameStep(step)} was ended after ${maxRounds} rounds.`);
  }
}
