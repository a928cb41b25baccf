/** Small decision trees whose values add up to the log-odds of a block; arrays over the nodes and leaves of all trees. */
export interface BoostedTrees {
  readonly base: number;
  /** First node of each tree. */
  readonly roots: Int32Array;
  readonly feature: Int16Array;
  /** A node goes left where the feature is not above it. */
  readonly threshold: Float32Array;
  /** Children: nodes, or leaves as `-1 - leaf`. */
  readonly left: Int16Array;
  readonly right: Int16Array;
  readonly leaf: Float32Array;
}

/** The chance of each block to be main content, from feature columns that lie one after the other. */
export function readChances(
  trees: BoostedTrees,
  values: Float32Array,
  count: number,
): Float32Array {
  const chances = new Float32Array(count);
  // A block's features side by side: they fit into the fastest cache, the columns do not.
  const row = new Float32Array(count === 0 ? 0 : values.length / count);
  for (let block = 0; block < count; block += 1) {
    for (let feature = 0, at = block; feature < row.length; feature += 1, at += count) {
      row[feature] = values[at] as number;
    }
    chances[block] = 1 / (1 + Math.exp(-readLogOdds(trees, row)));
  }
  return chances;
}

/** The log-odds of one block whose features lie side by side. */
export function readLogOdds(trees: BoostedTrees, features: Float32Array): number {
  const { roots, feature, threshold, left, right, leaf } = trees;
  let sum = trees.base;
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] as number;
    while (node >= 0) {
      const value = features[feature[node] as number] as number;
      node = (value <= (threshold[node] as number) ? left[node] : right[node]) as number;
    }
    sum += leaf[-1 - node] as number;
  }
  return sum;
}
