import type { RecipeStep, Target } from '../../../contracts/recipe/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import { isPlaywrightTimeout } from '../../launch/is-playwright-error.ts';
import { failStep, nameSelectors } from '../fail-step.ts';
import type { Obstruction } from '../../in-page/notices/create-cover-reader.ts';
import { noticeWords } from '../../in-page/notices/notice-words.ts';
import { closeConsent, pressNotice } from '../locate/close-notice.ts';
import { explainFailure } from './explain-failure.ts';
import type { ElementPlace } from '../locate/locate-target.ts';
import type { ReplayRun } from '../run/replay-run.ts';

export interface ActOnInput {
  readonly run: ReplayRun;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly element: ElementPlace;
  readonly timeoutMs: number;
  /** Does the action; waits until the element is ready. */
  readonly act: (limits: { readonly timeout: number; readonly force: boolean }) => Promise<unknown>;
}

/** Milliseconds after which an element that is not ready needs help: a notice closed or a motion stopped. */
const firstTryMs = 1_500;
/** Most notices closed for one action; closing one may open another. */
const maxHelps = 3;

/**
 * Acts on an element once it is ready. A covering notice or dialog is closed if it has a button for
 * that, never clicked through; an endless motion is stopped. Rejects with `target_not_found` when nothing helps.
 */
export async function actOn(input: ActOnInput): Promise<void> {
  const { run, timeoutMs } = input;
  const endMs = performance.now() + timeoutMs;
  let force = false;
  let cause: unknown;
  let obstruction: Obstruction | undefined;
  for (let help = 0; help <= maxHelps; help += 1) {
    const leftMs = endMs - performance.now();
    if (help > 0 && leftMs <= 0) break;
    const isLast = help === maxHelps;
    const timeout = Math.max(1, isLast ? leftMs : Math.min(leftMs, firstTryMs));
    try {
      await raceSignal(input.act({ timeout, force }), run.signal);
      return;
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isPlaywrightTimeout(error)) throw toActionError(input, error);
      if (mayHaveActed(error)) return;
      cause = error;
    }
    const before = await look(input);
    const after = before === undefined ? undefined : await look(input);
    obstruction = after;
    // A script keeps moving the element. If nothing covers it, a forced click still hits it.
    force = after !== undefined && after.cover === undefined && after.box !== before?.box;
  }
  throw await explainFailure(input, obstruction, cause);
}

/**
 * Whether a timed-out action may have happened: on a slow page the time may run out between the click and its reply,
 * and a second click could undo the first.
 */
function mayHaveActed({ message }: Error): boolean {
  const acted = message.lastIndexOf('performing click action');
  return acted > message.lastIndexOf('intercepts pointer events');
}

/** Returns what is in the way of the element, after removing it if possible. */
async function look({ run, element }: ActOnInput): Promise<Obstruction | undefined> {
  const limits = { signal: run.signal, timeoutMs: 2_000 };
  try {
    const { frame, selector } = element;
    const selectors = [selector];
    const mark = element.mark ?? (await callFrame(frame, 'look', { selectors }, limits))[0]?.mark;
    if (mark === undefined) return undefined;
    const question = { mark, words: noticeWords };
    const found = await callFrame(frame, 'obstruction', question, limits);
    if (found?.cover === undefined) return found ?? undefined;
    if ((await closeConsent(run, frame)) !== 'none') return found;
    const { closer } = found.cover;
    if (closer !== undefined)
      await pressNotice(run, frame, closer, 'A notice over the page was closed');
    return found;
  } catch {
    run.signal.throwIfAborted();
    // The page is navigating or the notice disappeared: the next attempt shows which.
    return undefined;
  }
}

function toActionError({ step, target }: ActOnInput, cause: unknown): Error {
  return failStep(
    step,
    'target_not_found',
    `could not act on the element that ${nameSelectors(target)} leads to: it takes no such action, or went away.`,
    { cause },
  );
}
