import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../../contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../../contracts/recipe/replay.ts';
import { compareElements, type ElementComparison } from '../signs/compare-elements.ts';
import { featuresByPurpose } from '../signs/element-features.ts';
import { fullSurvival, type MarkupSurvival, measureSurvival } from '../signs/measure-survival.ts';
import { hintText } from '../signs/strong-values.ts';

/** A page on which a target is searched, and what has become of the page as a whole. */
export interface SearchedPage {
  readonly fingerprint: TargetFingerprint;
  readonly purpose: TargetReport['purpose'];
  /** Everything that could be the target. */
  readonly candidates: readonly ElementFingerprint[];
  readonly survival: MarkupSurvival;
  /** Whether the page seems to be in another language than the one of the fingerprint. */
  readonly isTranslated: boolean;
}

/** An element of a searched page, compared with the target. */
export interface ComparedCandidate {
  readonly page: SearchedPage;
  readonly candidate: ElementFingerprint;
  readonly comparison: ElementComparison;
}

/** With a smaller share of the former words, the page is taken to be in another language. */
const leastSurviving = 0.3;
/** Fewest words for this judgement. */
const leastWords = 3;

/** What is known of a page before it is looked at as a whole. */
interface PageToSearch extends Pick<SearchedPage, 'fingerprint' | 'purpose'> {
  /** `undefined` where only a hit is known: the page is then taken to be as it was. */
  readonly candidates: readonly ElementFingerprint[] | undefined;
}

/** Looks at the page as a whole. Items are known by their markup alone, which therefore counts in full. */
export function toSearchedPage({ fingerprint, purpose, candidates }: PageToSearch): SearchedPage {
  const page = { fingerprint, purpose, candidates: candidates ?? [] };
  if (candidates === undefined) return { ...page, survival: fullSurvival, isTranslated: false };
  const survival = purpose === 'action' ? measureSurvival(fingerprint, candidates) : fullSurvival;
  return { ...page, survival, isTranslated: seemsTranslated(fingerprint, candidates) };
}

/** Compares an element of the page with what the target, or another element, was like. */
export function compareOnPage(
  { purpose, survival }: SearchedPage,
  before: ElementFingerprint,
  candidate: ElementFingerprint,
): ElementComparison {
  return compareElements(before, candidate, featuresByPurpose[purpose], survival);
}

/** Share of the markup below which a page counts as rewritten. */
const leastKept = 0.5;

/** Whether the markup around the target is new for the most part: then other markup says nothing. */
export function isRewritten({ survival: { names, structure } }: SearchedPage): boolean {
  return (names + structure) / 2 < leastKept;
}

/**
 * Whether the words that the target and its rivals said, and that were said around them, are for the most part nowhere
 * on the page any more, as after a change of language.
 */
function seemsTranslated(
  { element, rivals }: TargetFingerprint,
  candidates: readonly ElementFingerprint[],
): boolean {
  const words = new Set([element, ...rivals].flatMap(listLetters));
  if (words.size < leastWords) return false;
  const now = new Set(candidates.flatMap(listLetters));
  return [...words].filter((word) => now.has(word)).length / words.size < leastSurviving;
}

/** The words that an element says, and that are said around it. */
function listLetters(element: ElementFingerprint): readonly string[] {
  const { name, text, label, row, neighbours, heading } = element;
  const said = [name, text, label, row, heading, hintText(element), ...neighbours].join(' ');
  return said.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}
