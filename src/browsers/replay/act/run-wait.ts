import type {
  Target,
  WaitForElementStep,
  WaitForExpressionStep,
} from '../../../contracts/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import { failStep, LeftOutError } from '../fail-step.ts';
import { missTarget } from '../locate/miss-target.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** Milliseconds between two checks; the same interval as in the Recorder's replay. */
const everyMs = 100;
/** Milliseconds after which a page that has not replied hangs; applies also to steps with a shorter time-out. */
const responseMs = 5_000;

/**
 * Waits until the required number of elements is there in the required state; `visible: false` negates the whole
 * condition.
 */
export async function runWaitForElement(
  run: ReplayRun,
  place: Place,
  step: WaitForElementStep,
): Promise<void> {
  const { signal } = run;
  const { element: target, visible, properties, attributes, operator, count } = step;
  const timeoutMs = searchTimeoutOf(run, step);
  const selectors = target.selectors.map(({ parts }) => parts);
  const question = {
    selectors,
    visible: visible === false ? true : visible,
    properties,
    attributes,
  };
  const wants = visible !== false;
  const met = await waitUntil({
    timeoutMs,
    everyMs,
    signal,
    async poll() {
      const state = await callFrame(place.frame, 'state', question, {
        signal,
        timeoutMs: Math.max(timeoutMs, responseMs),
      });
      const holds = compare(state.count, operator, count) && state.holds;
      return holds === wants ? state : undefined;
    },
  });
  if (met === undefined) {
    throw await missTarget({ run, place, step, target, timeoutMs });
  }
  // The condition was that no element is there: no selector was used.
  if (met.alternative === -1) return;
  run.targets.note({
    target,
    purpose: 'action',
    servedBy: met.alternative === 0 ? 'first' : 'alternative',
    lost: [...Array(met.alternative).keys()],
    healed: met.alternative === 0 ? undefined : target.selectors[met.alternative]?.source,
  });
}

function compare(found: number, operator: WaitForElementStep['operator'], count: number): boolean {
  switch (operator) {
    case '>=':
      return found >= count;
    case '<=':
      return found <= count;
    case '==':
      break;
  }
  return found === count;
}

/** Waits until the recipe's expression is truthy. It runs in the page's main world, as when it was recorded. */
export async function runWaitForExpression(
  run: ReplayRun,
  place: Place,
  step: WaitForExpressionStep,
): Promise<void> {
  const timeoutMs = searchTimeoutOf(run, step);
  const limit = AbortSignal.any([run.signal, AbortSignal.timeout(timeoutMs)]);
  const met = await waitUntil({
    timeoutMs,
    everyMs,
    signal: run.signal,
    async poll() {
      try {
        // A promise is always truthy: await it.
        const value = await raceSignal(place.frame.evaluate<unknown>(step.expression), limit);
        return value ? true : undefined;
      } catch {
        run.signal.throwIfAborted();
        // The expression reads something that is not there yet.
        return undefined;
      }
    },
  });
  if (met === undefined) {
    if (step.isOptional) throw new LeftOutError('it was not met');
    throw failStep(step, 'timed_out', `was not met within ${timeoutMs / 1_000} s.`);
  }
}

/** Whether the target is visible now. */
export async function isShown(run: ReplayRun, place: Place, target: Target): Promise<boolean> {
  const selectors = target.selectors.map(({ parts }) => parts);
  const limits = { signal: run.signal, timeoutMs: 10_000 };
  const hits = await callFrame(place.frame, 'look', { selectors }, limits);
  return hits.some(({ isVisible }) => isVisible);
}
