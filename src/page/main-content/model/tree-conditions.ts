/** What the nodes of all trees ask, by feature: a block is held against each feature once, not along each tree. */
export interface TreeConditions {
  /** The features that are asked for; the conditions of `feature[i]` start at `start[i]` and end at `start[i + 1]`. */
  readonly feature: Int16Array;
  readonly start: Int32Array;
  /** Rising within a feature. */
  readonly threshold: Float32Array;
  readonly tree: Int16Array;
  /** The leaves of the tree that are left where the feature is above the threshold: a bit each, the leftmost first. */
  readonly remaining: Int32Array;
  /** The leaves of all trees from left to right, and where those of each tree start. */
  readonly leaf: Float32Array;
  readonly firstLeaf: Int32Array;
}

/** The nodes of trees: arrays over the nodes and leaves of all of them. */
export interface TreeNodes {
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

/** Leaves of a tree: as many as a number has bits. */
const maxLeaves = 32;

interface Condition {
  readonly feature: number;
  readonly threshold: number;
  readonly tree: number;
  readonly remaining: number;
}

/** Orders what trees ask by feature. The leaf that a block reaches is the leftmost one that no condition ruled out. */
export function toConditions(nodes: TreeNodes): TreeConditions {
  const conditions: Condition[] = [];
  const leaves: number[] = [];
  const firstLeaf: number[] = [];
  for (const [tree, root] of nodes.roots.entries()) {
    const first = leaves.length;
    firstLeaf.push(first);
    // Numbers the leaves that an entry leads to, the left ones first; trees are a few levels deep.
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
