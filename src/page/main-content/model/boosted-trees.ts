/** Small decision trees; the sum of their values is the log-odds of a block. */
export interface BoostedTrees extends TreeNodes {
  readonly base: number;
  readonly conditions: TreeConditions;
}

/** Blocks that are scored together. The leaves that they can still reach in each tree fit into the fastest cache. */
const batch = 64;

/**
 * Returns the chance of each block to be main content, from feature columns that lie one after the other. The loop
 * runs over features, not down each tree, where the processor mispredicts every other branch; and over runs of
 * blocks, because a feature differs between neighbouring blocks in only 11 of 125 cases. Measured: half the time.
 */
export function readChances(
  trees: BoostedTrees,
  values: Float32Array,
  count: number,
): Float32Array {
  const chances = new Float32Array(count);
  const reached = new Int32Array(batch * trees.roots.length);
  const shared = new Int32Array(trees.roots.length);
  for (let first = 0; first < count; first += batch) {
    const end = Math.min(count, first + batch);
    reached.fill(-1);
    shared.fill(-1);
    ruleOutLeaves(trees.conditions, { values, count, first, end, reached, shared });
    for (let block = first; block < end; block += 1) {
      chances[block] = 1 / (1 + Math.exp(-sumLeaves(trees, { reached, shared }, block - first)));
    }
  }
  return chances;
}

/** The leaves that can still be reached, one bit each. */
interface ReachedLeaves {
  /** By tree, and within each tree by block. */
  readonly reached: Int32Array;
  /** By tree: the leaves that the features with one value for the whole batch leave reachable. */
  readonly shared: Int32Array;
}

interface Batch extends ReachedLeaves {
  readonly values: Float32Array;
  readonly count: number;
  readonly first: number;
  readonly end: number;
}

function ruleOutLeaves(
  { feature, start, threshold, tree, remaining }: TreeConditions,
  { values, count, first, end, reached, shared }: Batch,
): void {
  for (let index = 0; index < feature.length; index += 1) {
    const column = (feature[index] as number) * count;
    const from = start[index] as number;
    const to = start[index + 1] as number;
    let block = first;
    while (block < end) {
      const value = values[column + block] as number;
      let met = from;
      while (met < to && !(value <= (threshold[met] as number))) met += 1;
      const low = met > from ? (threshold[met - 1] as number) : -Infinity;
      const high = met < to ? (threshold[met] as number) : Infinity;
      const runStart = block;
      block += 1;
      while (block < end) {
        const next = values[column + block] as number;
        if (!(next > low && next <= high)) break;
        block += 1;
      }
      if (runStart === first && block === end) {
        for (let at = from; at < met; at += 1) {
          const place = tree[at] as number;
          shared[place] = (shared[place] as number) & (remaining[at] as number);
        }
        break;
      }
      for (let at = from; at < met; at += 1) {
        const leaves = remaining[at] as number;
        const row = (tree[at] as number) * batch - first;
        for (let place = row + runStart; place < row + block; place += 1) {
          reached[place] = (reached[place] as number) & leaves;
        }
      }
    }
  }
}

function sumLeaves(
  { base, conditions }: BoostedTrees,
  { reached, shared }: ReachedLeaves,
  row: number,
): number {
  const { leaf, firstLeaf } = conditions;
  let sum = base;
  for (let tree = 0, place = row; tree < firstLeaf.length; tree += 1, place += batch) {
    const leaves = (reached[place] as number) & (shared[tree] as number);
    const leftmost = 31 - Math.clz32(leaves & -leaves);
    sum += leaf[(firstLeaf[tree] as number) + leftmost] as number;
  }
  return sum;
}

/** Returns the log-odds of one block, from its features in order. */
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

/** The conditions of all trees, sorted by feature: a block is compared with each feature once, not along each tree. */
export interface TreeConditions {
  /** The features in use; the conditions of `feature[i]` start at `start[i]` and end before `start[i + 1]`. */
  readonly feature: Int16Array;
  readonly start: Int32Array;
  /** Ascending within a feature. */
  readonly threshold: Float32Array;
  readonly tree: Int16Array;
  /**
   * The leaves of the tree that stay reachable where the feature is above the threshold: one bit
   * each, the leftmost first.
   */
  readonly remaining: Int32Array;
  /** The leaves of all trees from left to right, and the start of each tree's leaves. */
  readonly leaf: Float32Array;
  readonly firstLeaf: Int32Array;
}

/** The nodes of trees, as arrays over the nodes and leaves of all trees. */
export interface TreeNodes {
  /** First node of each tree. */
  readonly roots: Int32Array;
  readonly feature: Int16Array;
  /** The left child is taken where the feature is not above the threshold. */
  readonly threshold: Float32Array;
  /** Children: nodes, or leaves as `-1 - leaf`. */
  readonly left: Int16Array;
  readonly right: Int16Array;
  readonly leaf: Float32Array;
}

/** Leaves of a tree: as many as the bits of an integer. */
const maxLeaves = 32;

interface Condition {
  readonly feature: number;
  readonly threshold: number;
  readonly tree: number;
  readonly remaining: number;
}

/**
 * Sorts the conditions of trees by feature. The leaf that a block reaches is the leftmost one that no condition
 * excludes.
 */
export function toConditions(nodes: TreeNodes): TreeConditions {
  const conditions: Condition[] = [];
  const leaves: number[] = [];
  const firstLeaf: number[] = [];
  for (const [tree, root] of nodes.roots.entries()) {
    const first = leaves.length;
    firstLeaf.push(first);
    // Numbers the leaves below an entry from left to right; trees are a few levels deep.
    const visit = (entry: number): void => {
      if (entry < 0) {
        leaves.push(nodes.leaf[-1 - entry] as number);
        return;
      }
      const start = leaves.length - first;
      visit(nodes.left[entry] as number);
      const end = leaves.length - first;
      conditions.push({
        feature: nodes.feature[entry] as number,
        threshold: nodes.threshold[entry] as number,
        tree,
        remaining: ~(((1 << (end - start)) - 1) << start),
      });
      visit(nodes.right[entry] as number);
    };
    visit(root);
    if (leaves.length - first > maxLeaves)
      throw new TypeError(`A tree has more than ${maxLeaves} leaves.`);
  }
  conditions.sort((one, other) => one.feature - other.feature || one.threshold - other.threshold);
  const features = [...new Set(conditions.map(({ feature }) => feature))];
  const starts = features.map((wanted) =>
    conditions.findIndex(({ feature }) => feature === wanted),
  );
  return {
    feature: Int16Array.from(features),
    start: Int32Array.from([...starts, conditions.length]),
    threshold: Float32Array.from(conditions, ({ threshold }) => threshold),
    tree: Int16Array.from(conditions, ({ tree }) => tree),
    remaining: Int32Array.from(conditions, ({ remaining }) => remaining),
    leaf: Float32Array.from(leaves),
    firstLeaf: Int32Array.from(firstLeaf),
  };
}
