import {
  type Lexicon,
  type WordTable,
  createClassTable,
  createWordTable,
  hashWord,
} from '../blocks/lexicon.ts';
import { type FeatureName, featureNames } from '../features/feature-names.ts';

/** Weights of words, and trees over the features of blocks. */
export interface MainContentModel {
  readonly lexicon: Lexicon;
  readonly trees: BoostedTrees;
}

/** The model as data, as the training script writes it. */
export interface MainContentWeights {
  readonly classes: readonly string[];
  readonly words: readonly string[];
  readonly headings: readonly string[];
  /** `feature: border border …`: the features that the trees use, and the borders they are compared with. */
  readonly borders: readonly string[];
  readonly base: number;
  /** Largest leaf value; leaves are stored as shares of it. */
  readonly leafScale: number;
  /**
   * Base64, trees one after the other, each in preorder. A node is two bytes: the position of its feature in
   * `borders` and of its border there. A leaf is 255 and a signed 16-bit share, high byte first.
   */
  readonly trees: readonly string[];
}

const leafMark = 255;
const maxShare = 32_767;

/** Returns the model in the form that the page walk and the trees use. */
export function decodeModel(weights: MainContentWeights): MainContentModel {
  return {
    lexicon: {
      classes: createClassTable(readWeights(weights.classes)),
      words: toTable(weights.words),
      headings: toTable(weights.headings),
    },
    trees: decodeTrees(weights),
  };
}

/** Reads entries like `word:12`, separated by spaces, many to a line. */
function* readWeights(lines: readonly string[]): Generator<[string, number]> {
  for (const entry of lines.join(' ').split(' ')) {
    const colon = entry.lastIndexOf(':');
    if (colon > 0) yield [entry.slice(0, colon), Number(entry.slice(colon + 1))];
  }
}

function toTable(lines: readonly string[]): WordTable {
  return createWordTable([...readWeights(lines)].map(([word, weight]) => [hashWord(word), weight]));
}

function decodeTrees(weights: MainContentWeights): BoostedTrees {
  const used = weights.borders.map((line) => {
    const [name = '', borders = ''] = line.split(': ');
    const feature = featureNames.indexOf(name as FeatureName);
    if (feature < 0) throw new TypeError(`The weight table names an unknown feature "${name}".`);
    return { feature, borders: borders.split(' ').map(Number) };
  });
  const bytes = Buffer.from(weights.trees.join(''), 'base64');
  const roots: number[] = [];
  const feature: number[] = [];
  const threshold: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const leaf: number[] = [];
  let at = 0;
  // Places of the missing children, where the next nodes or leaves belong; the left one is on top.
  const missing: { readonly list: number[]; readonly index: number }[] = [];
  while (at < bytes.length) {
    const place = missing.pop();
    const byte = bytes[at] ?? 0;
    let id: number;
    if (byte === leafMark) {
      id = -1 - leaf.length;
      leaf.push((bytes.readInt16BE(at + 1) / maxShare) * weights.leafScale);
      at += 3;
    } else {
      id = feature.length;
      const entry = used[byte];
      feature.push(entry?.feature ?? 0);
      threshold.push(entry?.borders[bytes[at + 1] ?? 0] ?? 0);
      left.push(0);
      right.push(0);
      missing.push({ list: right, index: id }, { list: left, index: id });
      at += 2;
    }
    if (place === undefined) roots.push(id);
    else place.list[place.index] = id;
  }
  const nodes = {
    roots: Int32Array.from(roots),
    feature: Int16Array.from(feature),
    threshold: Float32Array.from(threshold),
    left: Int16Array.from(left),
    right: Int16Array.from(right),
    leaf: Float32Array.from(leaf),
  };
  return { ...nodes, base: weights.base, conditions: toConditions(nodes) };
}

/** Small decision trees; the sum of their values is the log-odds of a block. */
export interface BoostedTrees extends TreeNodes {
  readonly base: number;
  readonly conditions: TreeConditions;
}

/** Columns of features that lie one after the other, each `stride` entries long. */
interface FeatureValues {
  readonly values: Float32Array;
  readonly stride: number;
}

/** Blocks that are scored together. The leaves that they can still reach in each tree fit into the fastest cache. */
const batch = 64;

/**
 * Returns the chance of each block to be main content, from the features' columns. The loop
 * runs over features, not down each tree, where the processor mispredicts every other branch; and over runs of
 * blocks, because a feature differs between neighbouring blocks in only 11 of 125 cases. Measured: half the time.
 */
export function readChances(
  trees: BoostedTrees,
  { values, stride }: FeatureValues,
  count: number,
): Float32Array {
  const chances = new Float32Array(count);
  const reached = new Int32Array(batch * trees.roots.length);
  const shared = new Int32Array(trees.roots.length);
  for (let first = 0; first < count; first += batch) {
    const end = Math.min(count, first + batch);
    reached.fill(-1);
    shared.fill(-1);
    ruleOutLeaves(trees.conditions, { values, stride, first, end, reached, shared });
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

interface Batch extends ReachedLeaves, FeatureValues {
  readonly first: number;
  readonly end: number;
}

function ruleOutLeaves(
  { feature, start, threshold, tree, remaining }: TreeConditions,
  { values, stride, first, end, reached, shared }: Batch,
): void {
  for (let index = 0; index < feature.length; index += 1) {
    const column = (feature[index] ?? 0) * stride;
    const from = start[index] ?? 0;
    const to = start[index + 1] ?? 0;
    let block = first;
    while (block < end) {
      const value = values[column + block] ?? 0;
      let met = from;
      while (met < to && !(value <= (threshold[met] ?? 0))) met += 1;
      const low = met > from ? (threshold[met - 1] ?? 0) : -Infinity;
      const high = met < to ? (threshold[met] ?? 0) : Infinity;
      const runStart = block;
      block += 1;
      while (block < end) {
        const next = values[column + block] ?? 0;
        if (!(next > low && next <= high)) break;
        block += 1;
      }
      if (runStart === first && block === end) {
        for (let at = from; at < met; at += 1) {
          const place = tree[at] ?? 0;
          shared[place] = (shared[place] ?? 0) & (remaining[at] ?? 0);
        }
        break;
      }
      for (let at = from; at < met; at += 1) {
        const leaves = remaining[at] ?? 0;
        const row = (tree[at] ?? 0) * batch - first;
        for (let place = row + runStart; place < row + block; place += 1) {
          reached[place] = (reached[place] ?? 0) & leaves;
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
    const leaves = (reached[place] ?? 0) & (shared[tree] ?? 0);
    const leftmost = 31 - Math.clz32(leaves & -leaves);
    sum += leaf[(firstLeaf[tree] ?? 0) + leftmost] ?? 0;
  }
  return sum;
}

/** The conditions of all trees, sorted by feature: a block is compared with each feature once, not along each tree. */
interface TreeConditions {
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
interface TreeNodes {
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
function toConditions(nodes: TreeNodes): TreeConditions {
  const conditions: Condition[] = [];
  const leaves: number[] = [];
  const firstLeaf: number[] = [];
  for (const [tree, root] of nodes.roots.entries()) {
    const first = leaves.length;
    firstLeaf.push(first);
    // Numbers the leaves below an entry from left to right; trees are a few levels deep.
    const visit = (entry: number): void => {
      if (entry < 0) {
        leaves.push(nodes.leaf[-1 - entry] ?? 0);
        return;
      }
      const start = leaves.length - first;
      visit(nodes.left[entry] ?? 0);
      const end = leaves.length - first;
      conditions.push({
        feature: nodes.feature[entry] ?? 0,
        threshold: nodes.threshold[entry] ?? 0,
        tree,
        remaining: ~(((1 << (end - start)) - 1) << start),
      });
      visit(nodes.right[entry] ?? 0);
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
