import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import type { ElementFeature } from './element-features.ts';
import { fullSurvival, type MarkupSurvival } from './measure-survival.ts';

/** How two elements compare. */
export interface ElementComparison {
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
