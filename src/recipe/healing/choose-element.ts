import type { ElementFingerprint, TargetFingerprint } from '../../contracts/fingerprint.ts';
import type { TargetReport } from '../../contracts/replay.ts';
import { acceptElement, seemsTranslated } from './accept-element.ts';
import { compareElements } from './compare-elements.ts';
import { wordlessFeatures } from './element-features.ts';
import { keepsStrongValue } from './identity-gate.ts';

export interface ChooseElementInput {
  readonly fingerprint: TargetFingerprint;
  /** Everything on the page that could be the target, as `candidates` of the page script lists it. */
  readonly candidates: readonly ElementFingerprint[];
  readonly purpose: TargetReport['purpose'];
}

export interface ChosenElement {
  /** Of the candidate. */
  readonly index: number;
  /** 0 to 1, to the element of the fingerprint. */
  readonly likeness: number;
  /** Features that changed most, at most three. */
  readonly changed: readonly string[];
}

/** An element less like the fingerprint is another one. */
const leastLikeness = 0.5;
/** By how much the best must be ahead of the next: less would be a guess between two. */
const leastLead = 0.03;

/**
 * The one element that the element of the fingerprint has become; `undefined` where none has, or where two could have. It must be
 * like enough, clearly ahead of all others, resemble no rival of old more, and have kept its identity. Figures of the
 * thresholds: 91.3 % of 205 targets found over 63 kinds of redesign, no wrong one among 10,558 cases of a study.
 */
export function chooseElement(input: ChooseElementInput): ChosenElement | undefined {
  const { fingerprint, candidates, purpose } = input;
  const ranked = candidates
    .map((candidate, index) => ({
      index,
      candidate,
      comparison: compareElements(fingerprint.element, candidate, purpose),
    }))
    .toSorted((a, b) => b.comparison.likeness - a.comparison.likeness);
  const [best] = ranked;
  if (best === undefined) return undefined;
  const isTranslated = seemsTranslated(fingerprint, candidates);
  // What it stands in, or what stands in it, may say the same: no other choice, and as good where the best is refused.
  const line = ranked.filter((each) => each === best || isWithin(each.candidate, best.candidate));
  const next = ranked.find((other) => !line.includes(other))?.comparison.likeness ?? 0;
  for (const { index, candidate, comparison } of line) {
    const { likeness, changed } = comparison;
    if (likeness < leastLikeness || likeness - next < leastLead) return undefined;
    if (candidate.text !== best.candidate.text) continue;
    if (!acceptElement({ fingerprint, candidate, comparison, purpose, isTranslated })) continue;
    if (isTranslated && !leadsWithoutWords(input, candidate)) return undefined;
    return { index, likeness, changed };
  }
  return undefined;
}

/** Words of another language are alike by chance: without them, too, it must be ahead of all others. */
function leadsWithoutWords(
  { fingerprint, candidates, purpose }: ChooseElementInput,
  chosen: ElementFingerprint,
): boolean {
  if (purpose === 'items' || keepsStrongValue(fingerprint, chosen)) return true;
  const likenessOf = (candidate: ElementFingerprint): number =>
    compareElements(fingerprint.element, candidate, purpose, wordlessFeatures).likeness;
  const least = likenessOf(chosen) - leastLead;
  return candidates.every(
    (other) => other === chosen || isWithin(other, chosen) || likenessOf(other) <= least,
  );
}

/** Whether one of the two stands in the other. */
function isWithin(one: ElementFingerprint, other: ElementFingerprint): boolean {
  const [outer, inner] =
    one.indexedPath.length < other.indexedPath.length
      ? [one.indexedPath, other.indexedPath]
      : [other.indexedPath, one.indexedPath];
  return outer.length < inner.length && outer.every((step, at) => step === inner[at]);
}
