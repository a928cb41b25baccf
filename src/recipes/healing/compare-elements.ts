import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import { type ElementFeature, featuresByPurpose } from './element-features.ts';
import { type MarkupSurvival, fullSurvival, measureSurvival } from './measure-survival.ts';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import { hintText } from './text-likeness.ts';

/** How two elements compare. */
interface ElementComparison {
  /** 0 to 1: the weighted mean of the features that at least one of them has. */
  readonly likeness: number;
  /** The likeness in which other markup counts only as far as the page has kept its markup; by it is chosen. */
  readonly score: number;
  /** 0 to 1, by feature. */
  readonly features: ReadonlyMap<string, number>;
  /** Features that make the greatest difference, at most three, the greatest first. */
  readonly changed: readonly string[];
}

/** A feature below this counts as changed. */
const unchanged = 0.95;
const maxChanged = 3;

/**
 * Compares an element as it was with one as it is. In the score, markup that is alike counts in full; markup that is
 * not counts as much against the element as the page has kept of its markup.
 */
export function compareElements(
  before: ElementFingerprint,
  now: ElementFingerprint,
  compared: readonly ElementFeature[],
  survival: MarkupSurvival = fullSurvival,
): ElementComparison {
  const features = new Map<string, number>();
  const losses: { readonly name: string; readonly loss: number }[] = [];
  const all = createMean();
  const kept = createMean();
  for (const { name, weight, markup, compare } of compared) {
    const likeness = compare(before, now);
    if (likeness === undefined) continue;
    const share = markup === undefined ? 1 : Math.max(survival[markup], likeness);
    features.set(name, likeness);
    all.add(likeness, weight);
    kept.add(likeness, weight * share);
    if (likeness < unchanged) losses.push({ name, loss: weight * (1 - likeness) });
  }
  return {
    likeness: all.value(),
    score: kept.value(),
    features,
    changed: losses
      .toSorted((a, b) => b.loss - a.loss)
      .slice(0, maxChanged)
      .map(({ name }) => name),
  };
}

interface Mean {
  add(value: number, weight: number): void;
  /** 0 of nothing. */
  value(): number;
}

function createMean(): Mean {
  let sum = 0;
  let weights = 0;
  return {
    add(value, weight) {
      sum += weight * value;
      weights += weight;
    },
    value: () => (weights === 0 ? 0 : sum / weights),
  };
}

/** How many of the features are at least as alike as said. */
export function countFeatures(
  { features }: ElementComparison,
  thresholds: Readonly<Record<string, number>>,
): number {
  return Object.entries(thresholds).filter(([name, least]) => (features.get(name) ?? 0) >= least)
    .length;
}

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
