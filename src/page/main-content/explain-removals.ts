import type { BlockFeatures } from './features/block-features.ts';
import { type BoostedTrees, readLogOdds } from './model/boosted-trees.ts';
import { featureNames } from './features/feature-names.ts';
import { positionFeatures, reasonFeatures, type RemovalReason } from './removal-reasons.ts';

const groupOfFeature = toGroups();
const positionGroup = reasonFeatures.length;
/**
 * Number of reasons that are decided by signs; `containerGroups` of them name the purpose of a whole part of the page.
 */
const signGroups = reasonFeatures.findIndex(([reason]) => reason === 'link list');
const containerGroups = 6;

function toGroups(): readonly number[] {
  const groups = new Map<string, number>();
  for (const [group, [, names]] of reasonFeatures.entries()) {
    for (const name of names) groups.set(name, group);
  }
  for (const name of positionFeatures) groups.set(name, reasonFeatures.length);
  return featureNames.map((name) => groups.get(name) ?? -1);
}

/**
 * Blocks whose reason is computed with the trees, at about 60 µs each; the others get a reason by their signs alone.
 */
const maxWeighed = 3_000;

export interface ExplainInput {
  readonly trees: BoostedTrees;
  readonly features: BlockFeatures;
  readonly kept: Uint8Array;
  /** Blocks that were removed because a kept block has the same text. */
  readonly repeats: ReadonlySet<number>;
}

/**
 * Returns the reason for each removed block. The nearest surroundings come first, because people can see them:
 * navigation, footer, dialog and so on. Otherwise it is the group of features whose replacement raises the block's
 * chance most; replaced by the average values of the page's kept blocks, or by zeros where none was kept.
 */
export function explainRemovals({
  trees,
  features,
  kept,
  repeats,
}: ExplainInput): ReadonlyMap<number, RemovalReason> {
  const count = kept.length;
  const neutral = averageKept(features.values, kept);
  const first = kept.indexOf(1);
  const last = kept.lastIndexOf(1);
  const reasons = new Map<number, RemovalReason>();
  const row = new Float32Array(featureNames.length);
  let weighed = 0;
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 1) continue;
    if (repeats.has(block)) {
      reasons.set(block, 'said before');
      continue;
    }
    for (let feature = 0; feature < row.length; feature += 1) {
      row[feature] = features.values[feature * count + block] as number;
    }
    let reason = findSign(row, signGroups, 2) ?? findSign(row, containerGroups, 1);
    if (reason === undefined && weighed < maxWeighed) {
      weighed += 1;
      reason = reasonFeatures[findGroup(trees, row, neutral)]?.[0];
    }
    reasons.set(block, reason ?? tellSide(block, first, last));
  }
  return reasons;
}

function averageKept(values: Float32Array, kept: Uint8Array): Float32Array {
  const count = kept.length;
  const average = new Float32Array(featureNames.length);
  const keptCount = Math.max(
    1,
    kept.reduce((sum, one) => sum + one, 0),
  );
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 0) continue;
    for (let feature = 0; feature < average.length; feature += 1) {
      const value = values[feature * count + block] as number;
      average[feature] = (average[feature] as number) + value / keptCount;
    }
  }
  return average;
}

/**
 * Returns the first of the reasons up to `groups` whose sign surrounds the block: a tag, role or class. A class
 * counts 2 on the two nearest elements and 1 on those above.
 */
function findSign(row: Float32Array, groups: number, nearness: number): RemovalReason | undefined {
  let best = groups;
  for (const [feature, group] of groupOfFeature.entries()) {
    if (group < 0 || group >= best) continue;
    const needed = featureNames[feature]?.startsWith('class:') === true ? nearness : 1;
    if ((row[feature] as number) >= needed) best = group;
  }
  return best < groups ? reasonFeatures[best]?.[0] : undefined;
}

/** Returns the group whose features lower the block's chance most; -1 when none does. */
function findGroup(trees: BoostedTrees, row: Float32Array, neutral: Float32Array): number {
  const changed = new Float32Array(row.length);
  let best = -1;
  let bestOdds = readLogOdds(trees, row);
  for (let group = 0; group <= positionGroup; group += 1) {
    changed.set(row);
    for (let feature = 0; feature < row.length; feature += 1) {
      if (groupOfFeature[feature] === group) changed[feature] = neutral[feature] as number;
    }
    const odds = readLogOdds(trees, changed);
    if (odds <= bestOdds) continue;
    best = group;
    bestOdds = odds;
  }
  return best;
}

function tellSide(block: number, first: number, last: number): RemovalReason {
  if (first >= 0 && block < first) return 'before the content';
  return block > last ? 'after the content' : 'away from the main text';
}
