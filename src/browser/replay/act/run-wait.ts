import type {
  RecipeStep,
  Target,
  WaitForElementStep,
  WaitForExpressionStep,
  WaitStep,
} from '../../../runtime/contracts/recipe/recipe.ts';
import { raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import { callFrame } from '../../call-page.ts';
import type { PageOperations } from '../../in-page/page-operations.ts';
import { closeConsent } from '../locate/close-notice.ts';
import { type Place, askPlace } from '../tabs.ts';
import { LeftOutError, failStep, nameSelectors } from '../fail-step.ts';
import { isShown } from '../locate/locate-target.ts';
import { missTarget } from '../locate/miss-target.ts';
import { type PageBefore, type ReplayRun, searchTimeoutOf, timeoutOf } from '../run/replay-run.ts';
import { servedBy } from '../run/run-report.ts';
import type { PageState } from '../../in-page/element-state.ts';
import { nameFirst } from '../../../runtime/name-first.ts';

/** Milliseconds between two checks; the same interval as in the Recorder's replay. */
const everyMs = 100;
/** Milliseconds after which a page that has not replied hangs; applies also to steps with a shorter time-out. */
const responseMs = 5_000;
/** Milliseconds after which a notice may be what the element waits for. */
const obstacleMs = 1_500;

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
  const { signal } = run.session;
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
      const isLate = performance.now() - startedMs >= Math.min(obstacleMs, timeoutMs / 2);
      if (isLate && !hasCleared && !step.isOptional) {
        hasCleared = true;
        await closeConsent(run, place.frame);
      }
      const state = await callFrame(place.frame, 'state', question, {
        signal,
        timeoutMs: Math.max(timeoutMs, responseMs),
      });
      last = state;
      const holds = compare(state.fitting, operator, count);
      return holds === wants ? state : undefined;
    },
  });
  if (met === undefined) {
    const found = last === undefined || last.count === 0 ? {} : { found: describe(step, last) };
    throw await missTarget({ run, place, step, target, timeoutMs, ...found });
  }
  // The condition was that no element is there: no selector was used.
  if (met.alternative === -1) return;
  run.report.targets.note({ target, purpose: 'action', ...servedBy(target, met.alternative) });
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
  const limit = AbortSignal.any([run.session.signal, AbortSignal.timeout(timeoutMs)]);
  const met = await waitUntil({
    timeoutMs,
    everyMs,
    signal: run.session.signal,
    async poll() {
      try {
        // A promise is always truthy: await it.
        const value = await raceSignal(place.frame.evaluate<unknown>(step.expression), limit);
        return value ? true : undefined;
      } catch {
        run.session.signal.throwIfAborted();
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
  const wait = { poll: look, timeoutMs: conditionMs, everyMs, signal: run.session.signal };
  if ((await waitUntil(wait)) === true) return true;
  if (!isFirst || (await closeConsent(run, place.frame)) !== 'closed') return false;
  return (await waitUntil(wait)) === true;
}

/** Milliseconds without a request after which the network rests: scripts that wait for a pause in typing take up to 300. */
const quietMs = 500;
/** Milliseconds between two looks; equal ones say that the page has come to rest. */
const lookMs = 100;
/** Milliseconds after which a changed page is taken although it goes on changing, as one with a clock does. */
const restlessMs = 1_500;

/** Waits for what the step before set off; rejects with `timed_out` and says what was still open. */
export async function runWaitStep(run: ReplayRun, place: Place, step: WaitStep): Promise<void> {
  if (step.for === 'network') await waitForNetwork(run, step);
  else await waitForChange(run, place, step);
}

async function waitForNetwork(run: ReplayRun, step: WaitStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const { requests, signal } = run.session;
  const isQuiet = await waitUntil({
    timeoutMs,
    signal,
    poll: async () => (requests === undefined || requests.restMs() >= quietMs ? true : undefined),
  });
  if (isQuiet !== undefined) return;
  const what = `was still waiting for the network after ${timeoutMs / 1_000} s${nameOpen(requests?.paths() ?? [])}.`;
  throw failStep(step, 'timed_out', what);
}

/** Most paths in a message. */
const maxNamed = 3;

function nameOpen(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  return `: ${nameFirst(paths, maxNamed)} had no whole response`;
}

/**
 * Looks at the page before a step, where the step behind it waits for a change: the change may come before that wait begins.
 * Opening a page changes all of it, so that what counts is the change after it.
 */
export async function lookBefore(
  run: ReplayRun,
  steps: readonly RecipeStep[],
  index: number,
): Promise<void> {
  const step = steps[index];
  if (step === undefined || step.type === 'keyUp' || step.type === 'navigate') return;
  // Releasing a key belongs to pressing it.
  const wait = steps.slice(index + 1).find(({ type }) => type !== 'keyUp');
  if (wait?.type !== 'wait' || wait.for !== 'change') return;
  try {
    const place = await run.session.tabs.requirePlace(wait, lookMs);
    run.session.before.set(wait.path, await takeBefore(run, place, wait));
  } catch {
    // The step opens the place that changes: what is there when the wait begins counts.
    run.session.signal.throwIfAborted();
    run.session.before.delete(wait.path);
  }
}

async function takeBefore(run: ReplayRun, place: Place, step: WaitStep): Promise<PageBefore> {
  const open = run.session.requests?.list();
  return { state: await readState(run, place, step), open };
}

function readState(
  { session: { signal } }: ReplayRun,
  place: Place,
  { element }: WaitStep,
): Promise<PageState> {
  const selectors = element?.selectors.map(({ parts }) => parts);
  return askPlace(place, 'shown', { selectors }, signal);
}

async function waitForChange(run: ReplayRun, place: Place, step: WaitStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const before = run.session.before.get(step.path) ?? (await takeBefore(run, place, step));
  run.session.before.delete(step.path);
  let last = before.state;
  let changedMs: number | undefined;
  const open = (): readonly string[] => run.session.requests?.paths(before.open) ?? [];
  const isMet = await waitUntil({
    timeoutMs,
    everyMs: lookMs,
    signal: run.session.signal,
    async poll() {
      const previous = last;
      last = await readState(run, place, step);
      // What is shown while something loads is no result yet.
      if (last.shown === before.state.shown || open().length > 0) {
        changedMs = undefined;
        return undefined;
      }
      changedMs ??= performance.now();
      const isRestless = performance.now() - changedMs >= restlessMs;
      return last.shown === previous.shown || isRestless ? true : undefined;
    },
  });
  note(run, step, last);
  if (isMet !== undefined) return;
  const { element: target } = step;
  if (target !== undefined && last.alternative === -1) {
    throw await missTarget({ run, place, step, target, timeoutMs });
  }
  const what = target === undefined ? 'the page' : 'its element';
  const isSame = last.shown === before.state.shown;
  throw failStep(
    step,
    'timed_out',
    `saw ${isSame ? `no change of ${what}` : `${what} still loading`} within ${timeoutMs / 1_000} s${nameOpen(open())}.`,
  );
}

/** A wait for an element to go needs none at its end. */
function note(run: ReplayRun, { element: target }: WaitStep, { alternative }: PageState): void {
  if (target === undefined || alternative === -1) return;
  run.report.targets.note({ target, purpose: 'action', ...servedBy(target, alternative) });
}
