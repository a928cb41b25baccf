import type { RecipeStep, WaitStep } from '../../../contracts/recipe/recipe.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import type { PageState } from '../../in-page/create-state-reader.ts';
import { failStep } from '../fail-step.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import { missTarget } from '../locate/miss-target.ts';
import { type PageBefore, type ReplayRun, timeoutOf } from '../run/replay-run.ts';

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
  const { requests, signal } = run;
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
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
  return `: ${paths.slice(0, maxNamed).join(', ')}${more} had no whole response`;
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
    const place = await run.tabs.requirePlace(wait, lookMs);
    run.before.set(wait.path, await takeBefore(run, place, wait));
  } catch {
    // The step opens the place that changes: what is there when the wait begins counts.
    run.signal.throwIfAborted();
    run.before.delete(wait.path);
  }
}

async function takeBefore(run: ReplayRun, place: Place, step: WaitStep): Promise<PageBefore> {
  const open = run.requests?.list();
  return { state: await readState(run, place, step), open };
}

function readState({ signal }: ReplayRun, place: Place, { element }: WaitStep): Promise<PageState> {
  const selectors = element?.selectors.map(({ parts }) => parts);
  return askPlace(place, 'shown', { selectors }, signal);
}

async function waitForChange(run: ReplayRun, place: Place, step: WaitStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const before = run.before.get(step.path) ?? (await takeBefore(run, place, step));
  run.before.delete(step.path);
  let last = before.state;
  let changedMs: number | undefined;
  const open = (): readonly string[] => run.requests?.paths(before.open) ?? [];
  const isMet = await waitUntil({
    timeoutMs,
    everyMs: lookMs,
    signal: run.signal,
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
  run.targets.note({
    target,
    purpose: 'action',
    servedBy: alternative === 0 ? 'first' : 'alternative',
    lost: [...Array(alternative).keys()],
    healed: alternative === 0 ? undefined : target.selectors[alternative]?.source,
  });
}
