import type { Frame } from 'playwright-core';
import type { RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { CallTimeoutError } from '../../call-page.ts';
import type { Place } from '../tabs.ts';
import { findRunner } from '../step-runners.ts';
import { type ReplayRun, timeoutOf } from './replay-run.ts';

/** Milliseconds between two questions to the page. A step that takes less asks none. */
const everyMs = 250;
/** Milliseconds; the scripts of ordinary pages hold up replies for less, on a busy machine too. */
const leastSilenceMs = 1_000;

/**
 * Does the work of a step; rejects with a `CallTimeoutError` once the step's time is over and its page does not reply. A
 * script that never ends holds up all calls to its page, and most of them have no time-out of their own.
 */
export async function whileReplying<Result>(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  work: (run: ReplayRun) => Promise<Result>,
): Promise<Result> {
  const watch = watchReplies(run, place, step);
  const signal = AbortSignal.any([run.session.signal, watch.signal]);
  try {
    return await work({ ...run, session: { ...run.session, signal } });
  } catch (error) {
    run.session.signal.throwIfAborted();
    watch.signal.throwIfAborted();
    // Shorter limits within the step come first; what they report is only what follows from the silence.
    const isMissing = isGleanerError(error, 'validation_failed');
    throw isMissing && missing.has(error.details.reason) && (await isSilent(place))
      ? new CallTimeoutError()
      : error;
  } finally {
    watch.stop();
  }
}

/** Reasons with which a step fails on a page that does not reply. */
const missing: ReadonlySet<string> = new Set(['target_not_found', 'timed_out']);

function watchReplies(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
): { readonly signal: AbortSignal; stop(): void } {
  const { page } = place.tab;
  const timeoutMs = timeoutOf(run, step);
  const hung = new AbortController();
  const { opensDocuments = false, onlyLooks = false } = findRunner(step);
  let endMs = opensDocuments ? Infinity : performance.now() + timeoutMs;
  let isAsked = false;
  // Counted by looks and not by the clock: a process that is held up itself has replies that it has not read yet.
  let silentMs = 0;

  async function ask(): Promise<void> {
    isAsked = true;
    await askForReply(place);
    isAsked = false;
    silentMs = 0;
  }

  function look(): void {
    // Servers have a time-out of their own.
    const awaitsDocument = !onlyLooks && place.tab.isAwaitingDocument();
    const isElsewhere = run.report.pages.isHandingOn() || run.session.follower.isFollowing();
    if (isElsewhere || awaitsDocument) silentMs = 0;
    else if (isAsked) silentMs += everyMs;
    else void ask();
    const isOver = silentMs >= timeoutMs || performance.now() >= endMs;
    if (silentMs >= leastSilenceMs && isOver) hung.abort(new CallTimeoutError());
  }

  /** An action may open a document as well: from then on it is that document which has to reply. */
  function onNavigated(frame: Frame): void {
    if (frame !== page.mainFrame()) return;
    endMs = Infinity;
    silentMs = 0;
  }

  const timer = setInterval(look, everyMs);
  page.on('framenavigated', onNavigated);
  return {
    signal: hung.signal,
    stop() {
      clearInterval(timer);
      page.off('framenavigated', onNavigated);
    },
  };
}

/** Whether a page that has its document does not reply within a second. */
async function isSilent(place: Place): Promise<boolean> {
  if (place.tab.isAwaitingDocument()) return false;
  const limit = AbortSignal.timeout(leastSilenceMs);
  try {
    await raceSignal(askForReply(place), limit);
    return false;
  } catch {
    return true;
  }
}

/** Resolves when the page has replied, or was closed or replaced. */
async function askForReply({ tab, frame }: Place): Promise<void> {
  try {
    if (frame === tab.page.mainFrame()) {
      await tab.devtools.send('Runtime.evaluate', { expression: '0' });
    } else await frame.evaluate('0');
  } catch {
    // A page that is gone does not hang.
  }
}
