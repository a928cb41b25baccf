import type { ElementFingerprint, TargetFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../contracts/recipe/replay.ts';
import { findVeto } from './identity/find-action-objection.ts';
import { findObjection } from './identity/find-objection.ts';
import {
  type ComparedCandidate,
  compareOnPage,
  type SearchedPage,
  toSearchedPage,
} from './identity/searched-page.ts';
import { compareElements } from './signs/compare-elements.ts';
import { wordlessFeatures } from './signs/element-features.ts';
import { saidLikeness, sameWords } from './signs/said-words.ts';
import { keepsStrongValue } from './signs/strong-values.ts';

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

/** Least likeness to the fingerprint; an element below it is another one. */
export const leastScore = 0.5;
/** Least lead of the best candidate over the next; with less the choice would be a guess. */
const leastLead = 0.03;

/**
 * The one element that the element of the fingerprint has become; `undefined` where none has, or where two could have.
 * It must be like enough, clearly ahead of all others, resemble no rival of old more, and have kept its identity.
 * Figures of the thresholds: 91.3 % of 205 targets found over 63 kinds of redesign, no wrong one among 10,558 cases of
 * a study.
 */
export function chooseElement(input: ChooseElementInput): ChosenElement | undefined {
  const page = toSearchedPage(input);
  const { isTranslated } = page;
  const ranked = rankCandidates(page).filter(
    ({ candidate }) => findVeto(page, candidate) === undefined,
  );
  const [best] = ranked;
  if (best === undefined) return undefined;
  // Ancestors and descendants of the best may hold the same text: they do not compete with it, and replace it if it
  // is refused.
  const line = ranked.filter((each) => each === best || isWithin(each.candidate, best.candidate));
  const next = ranked.find((other) => !line.includes(other))?.comparison.score ?? 0;
  for (const compared of line) {
    const { index, candidate } = compared;
    const { likeness, score, changed } = compared.comparison;
    if (score < leastScore || score - next < leastLead) return undefined;
    if (candidate.text !== best.candidate.text) continue;
    if (findObjection(compared) !== undefined) continue;
    const said = saidLikeness(page.fingerprint.element, candidate) ?? 0;
    if (isTranslated && said < sameWords && !leadsWithoutWords(page, candidate)) return undefined;
    return { index, likeness, changed };
  }
  return undefined;
}

/** The candidates with how they compare with the target, the most alike first. */
export function rankCandidates(
  page: SearchedPage,
): readonly (ComparedCandidate & { readonly index: number })[] {
  return page.candidates
    .map((candidate, index) => {
      const comparison = compareOnPage(page, page.fingerprint.element, candidate);
      return { page, index, candidate, comparison };
    })
    .toSorted((a, b) => b.comparison.score - a.comparison.score);
}

/** Whether the element also leads without word features: words of different languages are alike only by chance. */
function leadsWithoutWords(
  { fingerprint, candidates, purpose, survival }: SearchedPage,
  chosen: ElementFingerprint,
): boolean {
  if (purpose === 'items' || keepsStrongValue(fingerprint, chosen)) return true;
  const scoreOf = (candidate: ElementFingerprint): number =>
    compareElements(fingerprint.element, candidate, wordlessFeatures, survival).score;
  const least = scoreOf(chosen) - leastLead;
  return candidates.every(
    (other) => other === chosen || isWithin(other, chosen) || scoreOf(other) <= least,
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
