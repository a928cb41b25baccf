import type { TargetFingerprint } from '../../../src/runtime/contracts/recipe/fingerprint.ts';
import { toTargetFingerprint } from '../../../src/recipes/healing/target-fingerprint.ts';
import { findTarget, healTarget, type Verdict } from '../judge-case.ts';
import type { CaseResult, CaseTarget } from '../run-case.ts';
import type { Scene, SceneView } from './walk-markup.ts';

/** The outcome for one recorded action on another markup. */
export interface SceneJudgement {
  /** By likeness alone, as if no selector led anywhere. */
  readonly likeness: Verdict;
  /** The selectors first, as a replay tries them. */
  readonly replay: Verdict;
  /** Whether no recorded selector leads to the target. */
  readonly isCutOff: boolean;
}

/** What a run keeps of the target of an action. */
export function learnScene({ target, there }: Scene): TargetFingerprint {
  const others = there.candidates.filter(({ mark }) => mark !== target.mark);
  return toTargetFingerprint(
    target.element,
    others.map(({ element }) => element),
    'action',
  );
}

/** `recording`: index of the one whose selectors are tried. `isThere`: whether the view has the target. */
export function judgeScene(
  fingerprint: TargetFingerprint,
  scene: Scene,
  view: SceneView,
  recording: number,
): SceneJudgement {
  const isThere = view === scene.there;
  const hits = view.hits[recording] ?? [];
  const target: CaseTarget = {
    name: '',
    purpose: 'action',
    mark: scene.target.mark,
    isThere,
    selectors: [],
    hits,
  };
  const { candidates, others } = view;
  const result: CaseResult = { targets: [], actions: candidates, fields: [], others };
  const verdictOf = (mark: number | undefined): Verdict => {
    if (mark === undefined) return 'none';
    return isThere && scene.right.includes(mark) ? 'right' : 'other';
  };
  return {
    likeness: verdictOf(healTarget(target, fingerprint, result).mark),
    replay: verdictOf(findTarget(target, fingerprint, result).mark),
    isCutOff: !hits.some((mark) => mark !== null && scene.right.includes(mark)),
  };
}
