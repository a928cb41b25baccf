import type { Clock } from '../../contracts/clock.ts';
import type { RecipeStep } from '../../contracts/recipe/recipe.ts';
import type { ReplayWatch, StepView, WatchedStep } from '../../contracts/recipe/replay-watch.ts';
import { listSteps } from '../../recipe/run/list-steps.ts';
import type { Redactor } from '../../recipe/variables/create-redactor.ts';
import type { TrialEvent, TrialStep } from './trial-event.ts';

/** The steps of a trial, as they come to pass. */
export interface TrialSteps {
  readonly watch: ReplayWatch;
  /** Told before the wait for the step's turn. */
  begin(step: WatchedStep, isWaiting: boolean): void;
  list(): readonly TrialStep[];
  /** Path of the step that was begun last. */
  current(): string | undefined;
}

/** Most pictures of a trial: loops have up to a thousand rounds. */
const maxPictures = 60;

/** Creates the account of a trial in which no step was reached yet. */
export function createTrialSteps(
  steps: readonly RecipeStep[],
  redactor: Redactor,
  clock: Pick<Clock, 'monotonicMs'>,
  tell: (event: TrialEvent) => void,
): TrialSteps {
  const found = new Map<string, TrialStep>();
  for (const { path, type } of listSteps(steps)) {
    found.set(path, {
      path,
      type,
      outcome: 'not_reached',
      durationMs: 0,
      url: undefined,
      targets: [],
      nearest: [],
    });
  }
  const startedMs = new Map<string, number>();
  let current: string | undefined;
  let pictures = 0;

  function change(path: string, changes: Partial<TrialStep>): void {
    const step = found.get(path);
    if (step !== undefined) found.set(path, { ...step, ...changes });
  }

  function toSeen(view: StepView): Omit<StepView, 'path' | 'type'> {
    const hasPicture = view.picture !== undefined && pictures < maxPictures;
    if (hasPicture) pictures += 1;
    return {
      url: redactor.text(view.url),
      picture: hasPicture ? view.picture : undefined,
      targets: redactor.json(view.targets),
      nearest: redactor.json(view.nearest),
    };
  }

  const watch: ReplayWatch = {
    async beforeStep({ path }) {
      startedMs.set(path, clock.monotonicMs());
    },
    onView(view) {
      const { path, type } = view;
      const seen = toSeen(view);
      const { url, targets, nearest } = seen;
      const known = found.get(path);
      // The picture of a failure comes behind what its selectors found.
      change(path, {
        url,
        targets: mergeTargets(known?.targets ?? [], targets),
        nearest: nearest.length === 0 ? (known?.nearest ?? []) : nearest,
      });
      tell({ event: 'step_seen', path, type, ...seen });
    },
    onStepEnd({ path, type }, outcome) {
      const tookMs = Math.round(clock.monotonicMs() - (startedMs.get(path) ?? clock.monotonicMs()));
      change(path, { outcome, durationMs: (found.get(path)?.durationMs ?? 0) + tookMs });
      tell({ event: 'step_ended', path, type, outcome, durationMs: tookMs });
    },
  };

  return {
    watch,
    begin({ path, type }, isWaiting) {
      current = path;
      tell({ event: 'step_begun', path, type, isWaiting });
    },
    list: () => [...found.values()],
    current: () => current,
  };
}

/** The last look at each target; two targets of a step are looked at one after the other. */
function mergeTargets(
  before: TrialStep['targets'],
  now: TrialStep['targets'],
): TrialStep['targets'] {
  const seen = new Set(now.map(({ path }) => path));
  return [...before.filter(({ path }) => !seen.has(path)), ...now];
}
