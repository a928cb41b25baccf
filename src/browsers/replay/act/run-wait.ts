import type {
  Target,
  WaitForElementStep,
  WaitForExpressionStep,
} from '../../../contracts/recipe/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { PageOperations } from '../../in-page/page-operations.ts';
import { closeConsent } from '../locate/close-notice.ts';
import type { Place } from '../frames/create-tabs.ts';
import { failStep, LeftOutError, nameSelectors } from '../fail-step.ts';
import { isShown } from '../locate/is-shown.ts';
import { missTarget } from '../locate/miss-target.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** Milliseconds between two checks; the same interval as in the Recorder's replay. */
const everyMs = 100;
/** Milliseconds after which a page that has not replied hangs; applies also to steps with a shorter time-out. */
const responseMs = 5_000;
/** Milliseconds after which a notice may be what the element waits for. */
const wallMs = 1_500;

type ElementState = ReturnType<PageOperations['state']>;

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
  const startedMs = performance.now();
  let last: ElementState | undefined;
  let hasCleared = false;
  const met = await waitUntil({
    timeoutMs,
    everyMs,
    signal,
    async poll() {
      const isLate = performance.now() - startedMs >= Math.min(wallMs, timeoutMs / 2);
      if (isLate && !hasCleared && !step.isOptional) {
        hasCleared = true;
        await closeConsent(run, place.frame);
      }
      const state = await callFrame(place.frame, 'state', question, {
        signal,
        timeoutMs: Math.max(timeoutMs, responseMs),
      });
      last = state;
      const holds = compare(state.count, operator, count) && state.holds;
      return holds === wants ? state : undefined;
    },
  });
  if (met === undefined) {
    const found = last === undefined || last.count === 0 ? {} : { found: describe(step, last) };
    throw await missTarget({ run, place, step, target, timeoutMs, ...found });
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

/** What a wait found in the end: "found 4 of 5 elements by "li", 2 of them hidden". */
function describe(
  { element, operator, count, visible }: WaitForElementStep,
  found: ElementState,
): string {
  const names = nameSelectors(element);
  if (visible === false || operator === '<=') {
    const most = visible === false ? '' : ` and at most ${count} were asked for`;
    return `still found ${found.count} elements by ${names}${most}`;
  }
  const wanted = operator === '==' ? `exactly ${count}` : String(count);
  const isShort = operator === '==' || found.count < count;
  const facts = [
    found.hidden === 0 ? '' : `${found.hidden} of them hidden`,
    found.unlike === 0 ? '' : `${found.unlike} of them with other attributes or properties`,
  ].filter((fact) => fact !== '');
  return `found ${found.count}${isShort ? ` of ${wanted}` : ''} elements by ${names}${facts.length === 0 ? '' : `, ${facts.join(' and ')},`}`;
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

/** Milliseconds in which a page that was just loaded shows the element of a loop's condition. */
const conditionMs = 1_000;

/** Whether the loop's condition is visible, or is soon; a notice in front of the first round is closed. */
export async function isConditionMet(
  run: ReplayRun,
  place: Place,
  target: Target,
  isFirst: boolean,
): Promise<boolean> {
  const look = async (): Promise<true | undefined> =>
    (await isShown(run, place, target)) ? true : undefined;
  const wait = { poll: look, timeoutMs: conditionMs, everyMs, signal: run.signal };
  if ((await waitUntil(wait)) === true) return true;
  if (!isFirst || (await closeConsent(run, place.frame)) !== 'closed') return false;
  return (await waitUntil(wait)) === true;
}
