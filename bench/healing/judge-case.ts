import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../src/runtime/contracts/recipe/fingerprint.ts';
import { chooseElement, judgeHit } from '../../src/recipes/healing/choose-element.ts';
import type { ElementMark } from '../../src/browser/in-page/marks.ts';
import type { DescribedElement } from '../../src/browser/in-page/targets.ts';
import type { CaseResult, CaseTarget } from './run-case.ts';

/** `other`: an element was taken that is not the target. `same_text`: it is not, but it holds the target, or is held by it, and says the same. */
export type Verdict = 'right' | 'other' | 'same_text' | 'none';

/** The outcome for one target of one redesigned page. */
export interface Judgement {
  /** By likeness alone, as if no selector led anywhere. */
  readonly likeness: Verdict;
  /** The first selector that leads somewhere, if what it leads to passes; else by likeness. */
  readonly replay: Verdict;
  /** The first selector that leads somewhere, unseen. */
  readonly naive: Verdict;
  /** Whether no recorded selector leads to the target any more. */
  readonly isCutOff: boolean;
}

/** What a replay would go on with. */
export interface FoundTarget {
  readonly mark: ElementMark | undefined;
  /** Of the selector that led there; `undefined`: by likeness, or not at all. */
  readonly alternative: number | undefined;
  readonly element: ElementFingerprint | undefined;
  readonly likeness: number;
  readonly changed: readonly string[];
}

/** Tries the selectors as a replay does, and what is most like the target after them. */
export function findTarget(
  target: CaseTarget,
  fingerprint: TargetFingerprint,
  result: CaseResult,
): FoundTarget {
  const { purpose, hits } = target;
  const candidates = candidatesOf(target, result);
  const elements = candidates.map(({ element }) => element);
  const known = knownOf(result);
  for (const [alternative, mark] of hits.entries()) {
    const hit = mark === null ? undefined : known.get(mark);
    if (mark === null || hit === undefined) continue;
    const question = { fingerprint, hit, purpose, isGrave: true, candidates: elements };
    const { isRight, likeness, changed } = judgeHit(question);
    if (isRight) return { mark, alternative, element: hit, likeness, changed };
  }
  return healTarget(target, fingerprint, result);
}

export function healTarget(
  target: CaseTarget,
  fingerprint: TargetFingerprint,
  result: CaseResult,
): FoundTarget {
  const candidates = candidatesOf(target, result);
  const elements = candidates.map(({ element }) => element);
  const chosen = chooseElement({ fingerprint, candidates: elements, purpose: target.purpose });
  const { mark, element } = (chosen === undefined ? undefined : candidates[chosen.index]) ?? {};
  const { likeness = 0, changed = [] } = chosen ?? {};
  return { mark, alternative: undefined, element, likeness, changed };
}

function candidatesOf(
  { purpose }: CaseTarget,
  { actions, fields }: CaseResult,
): readonly DescribedElement[] {
  return purpose === 'action' ? actions : fields;
}

function knownOf({
  actions,
  fields,
  others,
}: CaseResult): ReadonlyMap<ElementMark, ElementFingerprint> {
  return new Map([...others, ...fields, ...actions].map(({ mark, element }) => [mark, element]));
}

/** Judges one target. */
export function judgeCase(
  target: CaseTarget,
  fingerprint: TargetFingerprint,
  result: CaseResult,
): Judgement {
  const known = knownOf(result);

  function verdictOf(mark: ElementMark | null | undefined): Verdict {
    if (mark === undefined || mark === null) return 'none';
    if (!target.isThere) return 'other';
    if (mark === target.mark) return 'right';
    const [wanted, taken] = [known.get(target.mark), known.get(mark)];
    const isSame = wanted !== undefined && taken !== undefined && saysTheSame(wanted, taken);
    return target.purpose === 'field' && isSame ? 'same_text' : 'other';
  }

  return {
    likeness: verdictOf(healTarget(target, fingerprint, result).mark),
    replay: verdictOf(findTarget(target, fingerprint, result).mark),
    naive: verdictOf(target.hits.find((mark) => mark !== null)),
    isCutOff: !target.hits.includes(target.mark),
  };
}

function saysTheSame(one: ElementFingerprint, other: ElementFingerprint): boolean {
  const [outer, inner] =
    one.indexedPath.length < other.indexedPath.length ? [one, other] : [other, one];
  return (
    one.text === other.text && outer.indexedPath.every((step, at) => step === inner.indexedPath[at])
  );
}
