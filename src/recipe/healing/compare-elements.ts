import type { ElementFingerprint } from '../../contracts/fingerprint.ts';
import type { TargetReport } from '../../contracts/replay.ts';
import { type ElementFeature, elementFeatures, itemFeatures } from './element-features.ts';

/** How two elements compare. */
export interface ElementComparison {
  /** 0 to 1: the weighted mean of the features that at least one of them has. */
  readonly likeness: number;
  /** 0 to 1, by feature. */
  readonly features: ReadonlyMap<string, number>;
  /** Features that make the greatest difference, at most three, the greatest first. */
  readonly changed: readonly string[];
}

/** A feature below this counts as changed. */
const unchanged = 0.95;
const maxChanged = 3;

/** Compares an element as it was with one as it is. */
export function compareElements(
  before: ElementFingerprint,
  now: ElementFingerprint,
  purpose: TargetReport['purpose'],
  compared: readonly ElementFeature[] = purpose === 'items' ? itemFeatures : elementFeatures,
): ElementComparison {
  const features = new Map<string, number>();
  const losses: { readonly name: string; readonly loss: number }[] = [];
  let sum = 0;
  let weights = 0;
  for (const feature of compared) {
    const { name, weight } = feature;
    const likeness = feature.compare(before, now);
    if (likeness === undefined) continue;
    features.set(name, likeness);
    sum += weight * likeness;
    weights += weight;
    if (likeness < unchanged) losses.push({ name, loss: weight * (1 - likeness) });
  }
  return {
    likeness: weights === 0 ? 0 : sum / weights,
    features,
    changed: losses
      .toSorted((a, b) => b.loss - a.loss)
      .slice(0, maxChanged)
      .map(({ name }) => name),
  };
}
