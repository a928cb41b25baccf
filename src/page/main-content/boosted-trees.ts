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
  const chances = new Float32Array(count).fill(trees.base);
  const { roots, feature, threshold, left, right, leaf } = trees;
  for (const root of roots) {
    for (let block = 0; block < count; block += 1) {
      let node = root;
      while (node >= 0) {
        const value = values[(feature[node] as number) * count + block] as number;
        node = (value <= (threshold[node] as number) ? left[node] : right[node]) as number;
      }
      chances[block] = (chances[block] as number) + (leaf[-1 - node] as number);
    }
  }
  for (let block = 0; block < count; block += 1) {
    chances[block] = 1 / (1 + Math.exp(-(chances[block] as number)));
  }
  return chances;
}

/** The log-odds of one block whose features lie side by side. */
export function readLogOdds(trees: BoostedTrees, features: Float32Array): number {
  let sum = trees.base;
  for (const root of trees.roots) {
    let node = root;
    while (node >= 0) {
      const value = features[trees.feature[node] as number] as number;
      node = (
        value <= (trees.threshold[node] as number) ? trees.left[node] : trees.right[node]
      ) as number;
    }
    sum += trees.leaf[-1 - node] as number;
  }
  return sum;
}
