import type {
  EmulateNetworkStep,
  ExtractStep,
  KeyStep,
  RecipeStep,
  RepeatStep,
} from '../../contracts/recipe/recipe.ts';
import type { PaginationEnd } from '../../contracts/recipe/replay.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { observeStep } from './arrive/observe-step.ts';
import type { Place } from './frames/create-tabs.ts';
import { failStep, LeftOutError, nameStep } from './fail-step.ts';
import { navigateTab } from './act/navigate-tab.ts';
import {
  finishDownloads,
  navigationTimeoutOf,
  searchTimeoutOf,
  timeoutOf,
  type ReplayRun,
} from './run/replay-run.ts';
import { awaitNavigation, runAction } from './act/run-action.ts';
import { runDrag } from './act/run-drag.ts';
import { runScreenshot } from './act/run-screenshot.ts';
import { runScroll } from './act/run-scroll.ts';
import { runUpload } from './act/run-upload.ts';
import { lookBefore, runWaitStep } from './act/run-wait-step.ts';
import { runExtract } from './read/run-extract.ts';
import { runPaginate } from './paginate/run-paginate.ts';
import { isConditionMet, runWaitForElement, runWaitForExpression } from './act/run-wait.ts';
import { tellUnpaginated } from './paginate/tell-unpaginated.ts';
import { watchNavigation } from './wait/watch-navigation.ts';
import { showStep } from './run/watch/watch-step.ts';
import { whileReplying } from './run/while-replying.ts';
import { CallTimeoutError } from '../in-page/call-document.ts';
import { isPlaywrightError, isPlaywrightTimeout } from '../launch/is-playwright-error.ts';

/** State that is carried from one step to the next. */
interface Progress {
  end: PaginationEnd;
  /** Extract steps since the last pagination, and whether their page was complete at the first reading. */
  extracted: { readonly step: ExtractStep; readonly wasImmediate: boolean }[];
}

/** Steps that search no element before they act: who watches is shown the page that they lead to. */
const shownAfter: ReadonlySet<RecipeStep['type']> = new Set([
  'navigate',
  'keyDown',
  'scroll',
  'waitForElement',
  'waitForExpression',
  'wait',
]);

/** Most rounds of a loop. */
const maxRounds = 1_000;

/** Runs the steps one after another; returns why the last pagination ended. */
export async function runSteps(
  run: ReplayRun,
  steps: readonly RecipeStep[],
): Promise<PaginationEnd> {
  const progress: Progress = { end: 'no_pagination', extracted: [] };
  await takeSteps(run, steps, progress);
  const stopped = run.pages.stopped();
  // A loop around the step may be the recipe's own way from page to page.
  const isTopLevel = ({ path }: ExtractStep): boolean => steps.some((step) => step.path === path);
  const unfollowed = progress.extracted.map(({ step }) => step).filter(isTopLevel);
  if (stopped === undefined) await tellUnpaginated(run, unfollowed);
  return stopped ?? progress.end;
}

async function takeSteps(
  run: ReplayRun,
  steps: readonly RecipeStep[],
  progress: Progress,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (run.pages.stopped() !== undefined) return;
    const { watch } = run.request;
    await watch?.beforeStep(step);
    run.request.onStep(step.path, step.type);
    run.dialogs.begin(step);
    run.downloads.begin(step);
    let shown: Place | undefined;
    try {
      if (step.type === 'repeat') {
        await lookBefore(run, steps, index);
        await repeat(run, step, progress);
      } else {
        const place = await run.tabs.requirePlace(step, searchTimeoutOf(run, step));
        shown = place;
        await whileReplying(run, place, step, async (watched) => {
          await lookBefore(watched, steps, index);
          await observeStep(watched, place, step, () => takeStep(watched, place, step, progress));
        });
      }
      await run.dialogs.finish(step);
      await finishDownloads(run, step);
      if (shown !== undefined && shownAfter.has(step.type)) {
        await showStep(run, { step, place: shown });
      }
      watch?.onStepEnd(step, 'done');
    } catch (error) {
      run.signal.throwIfAborted();
      if (error instanceof LeftOutError) {
        watch?.onStepEnd(step, 'left_out');
        run.warnings.add(`${nameStep(step)} was left out: ${error.message}.`);
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
  if (run.dialogs.hasStayed() && isGleanerError(cause, 'validation_failed')) {
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

/** Steps that may open a page or load more of it: the limits of a page count anew from each. */
const bringsContent: ReadonlySet<RecipeStep['type']> = new Set([
  'navigate',
  'click',
  'doubleClick',
  'hover',
  'change',
  'keyDown',
  'keyUp',
  'scroll',
  'drag',
  'upload',
]);

async function takeStep(
  run: ReplayRun,
  place: Place,
  step: Exclude<RecipeStep, RepeatStep>,
  progress: Progress,
): Promise<void> {
  const { page } = place.tab;
  if (bringsContent.has(step.type)) {
    run.session.startPage();
    run.documents.begin(page, step);
  }
  switch (step.type) {
    case 'navigate':
      await navigateTab({
        tab: place.tab,
        url: step.url,
        timeoutMs: navigationTimeoutOf(run, step),
        step,
        session: run.session,
      });
      break;
    case 'click':
    case 'doubleClick':
    case 'hover':
    case 'change':
      await runAction(run, place, step);
      break;
    case 'keyDown':
    case 'keyUp':
      await pressKey(run, place, step);
      break;
    case 'drag':
      await runDrag(run, place, step);
      break;
    case 'screenshot':
      await runScreenshot(run, place, step);
      break;
    case 'upload':
      await runUpload(run, place, step);
      break;
    case 'wait':
      await runWaitStep(run, place, step);
      break;
    case 'scroll':
      await runScroll(run, place, step);
      break;
    case 'setViewport':
      await raceSignal(
        page.setViewportSize({ width: step.width, height: step.height }),
        run.signal,
      );
      break;
    case 'emulateNetworkConditions':
      await emulateNetwork(run, place, step);
      break;
    case 'waitForElement':
      await runWaitForElement(run, place, step);
      break;
    case 'waitForExpression':
      await runWaitForExpression(run, place, step);
      break;
    case 'close':
      await raceSignal(page.close(), run.signal);
      break;
    case 'extract': {
      const rested = await runExtract(run, place, step);
      // The same step of an earlier round may differ in what its `{{index}}` stands for.
      const others = progress.extracted.filter((other) => other.step.path !== step.path);
      const { wasImmediate = false } = rested ?? {};
      progress.extracted = [...others, { step, wasImmediate }];
      break;
    }
    case 'paginate': {
      const steps = progress.extracted;
      progress.extracted = [];
      progress.end = await runPaginate({
        run,
        place,
        step,
        steps: steps.map(({ step }) => step),
        isImmediate: steps.every(({ wasImmediate }) => wasImmediate),
      });
      break;
    }
  }
}

async function repeat(run: ReplayRun, step: RepeatStep, progress: Progress): Promise<void> {
  const rounds = Math.min(step.times ?? maxRounds, maxRounds);
  for (let index = 1; index <= rounds; index += 1) {
    if (run.pages.stopped() !== undefined) return;
    const round = step.inRound?.(index) ?? step;
    const { while: target } = round;
    if (target !== undefined) {
      const place = await run.tabs.requirePlace(step, searchTimeoutOf(run, step));
      const goesOn = await whileReplying(run, place, step, (watched) =>
        isConditionMet(watched, place, target, index === 1),
      );
      if (!goesOn) return;
    }
    await takeSteps(run, round.steps, progress);
  }
  if (step.times === undefined) {
    run.warnings.add(`${nameStep(step)} was ended after ${maxRounds} rounds.`);
  }
}

async function pressKey(run: ReplayRun, { tab }: Place, step: KeyStep): Promise<void> {
  const { keyboard } = tab.page;
  const watch = watchNavigation(tab, run.signal);
  try {
    const press = step.type === 'keyDown' ? keyboard.down(step.key) : keyboard.up(step.key);
    await raceSignal(press, run.signal);
    await awaitNavigation(run, step, watch);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.includes('Unknown key');
    if (!isUnknown) throw error;
    // A key of another keyboard layout: at most a typed letter is lost.
    run.warnings.add(`${nameStep(step)} was left out: a browser has no such key.`);
  } finally {
    watch.stop();
  }
}

async function emulateNetwork(
  { signal }: ReplayRun,
  { tab }: Place,
  { download, upload, latencyMs }: EmulateNetworkStep,
): Promise<void> {
  const emulated = tab.devtools.send('Network.emulateNetworkConditions', {
    offline: download === 0 && upload === 0,
    latency: latencyMs,
    downloadThroughput: download,
    uploadThroughput: upload,
  });
  await raceSignal(emulated, signal);
}
