import type { StudioTrial } from '../../../../src/studio/api/studio-trial.ts';
import type { NearestElement, StepSeen, TargetMatches } from '../client/shapes.ts';

/** A step of a trial as the page shows it. */
export interface TrialStepView {
  readonly path: string;
  readonly type: string;
  readonly state: 'waiting' | 'running' | 'done' | 'left_out' | 'failed';
  /** Of all its rounds; `undefined` until it has ended once. */
  readonly durationMs: number | undefined;
  /** A JPEG in Base64. */
  readonly picture: string | undefined;
  readonly targets: readonly TargetMatches[];
  readonly nearest: readonly NearestElement[];
}

/** Puts a trial's events together by step, in the order in which steps were begun; a step of a loop stands once. */
export function listTrialSteps({ events }: StudioTrial): readonly TrialStepView[] {
  const steps = new Map<string, TrialStepView>();
  for (const event of events) {
    if (event.event === 'rows') continue;
    const { path, type } = event;
    const known: TrialStepView = steps.get(path) ?? {
      path,
      type,
      state: 'running',
      durationMs: undefined,
      picture: undefined,
      targets: [],
      nearest: [],
    };
    switch (event.event) {
      case 'step_begun':
        steps.set(path, { ...known, state: event.isWaiting ? 'waiting' : 'running' });
        break;
      case 'step_seen':
        steps.set(path, { ...known, ...mergeSeen(known, event) });
        break;
      case 'step_ended': {
        const durationMs = (known.durationMs ?? 0) + event.durationMs;
        steps.set(path, { ...known, state: event.outcome, durationMs });
      }
    }
  }
  return [...steps.values()];
}

function mergeSeen(
  known: TrialStepView,
  seen: StepSeen,
): Pick<TrialStepView, 'picture' | 'targets' | 'nearest'> {
  const now = new Set(seen.targets.map(({ path }) => path));
  return {
    picture: seen.picture ?? known.picture,
    targets: [...known.targets.filter(({ path }) => !now.has(path)), ...seen.targets],
    nearest: seen.nearest.length === 0 ? known.nearest : seen.nearest,
  };
}
