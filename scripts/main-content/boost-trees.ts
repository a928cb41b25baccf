/** A tree as parallel arrays; children ≥ 0 are nodes, negative ones leaves (`-1 - leaf`). */
export interface TrainedTree {
  readonly feature: number[];
  /** Goes left where the bin is not above it. */
  readonly bin: number[];
  readonly left: number[];
  readonly right: number[];
  readonly leaf: number[];
}

export interface BoostInput {
  /** Bins of all rows, row after row. */
  readonly bins: Uint8Array;
  readonly featureCount: number;
  /** Rows to learn from. */
  readonly rows: Int32Array;
  /** Between 0 and 1, by row. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
  readonly options: BoostOptions;
}

export interface BoostOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly learningRate: number;
  /** Smallest number of rows in a leaf, of all rows (before sampling). */
  readonly minRows: number;
  readonly featureShare: number;
  readonly rowShare: number;
  /** Added to the sum of second derivatives. */
  readonly ridge: number;
  readonly seed: number;
}

const binCount = 64;

interface Leaf {
  start: number;
  end: number;
  gradient: number;
  hessian: number;
  histogram: Float64Array | undefined;
  gain: number;
  feature: number;
  bin: number;
  /** Where the parent points to this leaf. */
  parent: number;
  isLeft: boolean;
}

/** Gradient boosting of small trees for cross-entropy with soft labels: histograms, best leaf first. */
export function boostTrees(input: BoostInput): {
  readonly base: number;
  readonly trees: TrainedTree[];
} {
  const { rows, labels, weights, options } = input;
  const random = seededRandom(options.seed);
  let weightSum = 0;
  let labelSum = 0;
  for (const row of rows) {
    weightSum += weights[row] as number;
    labelSum += (weights[row] as number) * (labels[row] as number);
  }
  const mean = labelSum / weightSum;
  const base = Math.log(mean / (1 - mean));
  const scores = new Float32Array(labels.length).fill(base);
  const scale = rows.length / weightSum;
  const trees: TrainedTree[] = [];
  const grower = new TreeGrower(input);
  for (let round = 0; round < options.trees; round += 1) {
    const features = sampleFeatures(input.featureCount, options.featureShare, random);
    let sampled = 0;
    for (const row of rows) {
      if (options.rowShare < 1 && random() > options.rowShare) continue;
      grower.rows[sampled] = row;
      const chance = 1 / (1 + Math.exp(-(scores[row] as number)));
      const weight = (weights[row] as number) * scale;
      grower.gradients[sampled] = weight * (chance - (labels[row] as number));
      grower.hessians[sampled] = weight * Math.max(1e-4, chance * (1 - chance));
      sampled += 1;
    }
    const tree = grower.grow(sampled, features);
    trees.push(tree);
    for (const row of rows) {
      scores[row] = (scores[row] as number) + treeValue(tree, input.bins, row * input.featureCount);
    }
  }
  return { base, trees };
}

/** The tree's value for the row whose bins start at `offset`. */
export function treeValue(tree: TrainedTree, bins: Uint8Array, offset: number): number {
  let node = tree.feature.length === 0 ? -1 : 0;
  while (node >= 0) {
    const bin = bins[offset + (tree.feature[node] as number)] as number;
    node = (bin <= (tree.bin[node] as number) ? tree.left[node] : tree.right[node]) as number;
  }
  return tree.leaf[-1 - node] as number;
}

class TreeGrower {
  readonly rows: Int32Array;
  readonly gradients: Float32Array;
  readonly hessians: Float32Array;
  readonly #input: BoostInput;
  readonly #scratchRows: Int32Array;
  readonly #scratchGradients: Float32Array;
  readonly #scratchHessians: Float32Array;

  constructor(input: BoostInput) {
    const size = input.rows.length;
    this.#input = input;
    this.rows = new Int32Array(size);
    this.gradients = new Float32Array(size);
    this.hessians = new Float32Array(size);
    this.#scratchRows = new Int32Array(size);
    this.#scratchGradients = new Float32Array(size);
    this.#scratchHessians = new Float32Array(size);
  }

  grow(count: number, features: Int32Array): TrainedTree {
    const { options } = this.#input;
    const tree: TrainedTree = { feature: [], bin: [], left: [], right: [], leaf: [] };
    const first = this.#leaf(0, count, -1, false);
    first.histogram = this.#histogram(first, features);
    this.#findSplit(first, features);
    const leaves = [first];
    while (leaves.length < options.leaves) {
      let best = leaves[0] as Leaf;
      for (const leaf of leaves) if (leaf.gain > best.gain) best = leaf;
      if (best.gain <= 0) break;
      const node = tree.feature.length;
      tree.feature.push(best.feature);
      tree.bin.push(best.bin);
      tree.left.push(0);
      tree.right.push(0);
      if (best.parent >= 0) (best.isLeft ? tree.left : tree.right)[best.parent] = node;
      const middle = this.#partition(best);
      const left = this.#leaf(best.start, middle, node, true);
      const right = this.#leaf(middle, best.end, node, false);
      const [small, large] =
        left.end - left.start < right.end - right.start ? [left, right] : [right, left];
      small.histogram = this.#histogram(small, features);
      large.histogram = best.histogram;
      const from = large.histogram as Float64Array;
      for (let index = 0; index < from.length; index += 1) {
        from[index] = (from[index] as number) - (small.histogram[index] as number);
      }
      this.#findSplit(left, features);
      this.#findSplit(right, features);
      leaves[leaves.indexOf(best)] = left;
      leaves.push(right);
    }
    for (const leaf of leaves) {
      const place = tree.leaf.length;
      tree.leaf.push((-options.learningRate * leaf.gradient) / (leaf.hessian + options.ridge));
      if (leaf.parent >= 0) (leaf.isLeft ? tree.left : tree.right)[leaf.parent] = -1 - place;
    }
    return tree;
  }

  #leaf(start: number, end: number, parent: number, isLeft: boolean): Leaf {
    let gradient = 0;
    let hessian = 0;
    for (let index = start; index < end; index += 1) {
      gradient += this.gradients[index] as number;
      hessian += this.hessians[index] as number;
    }
    return {
      start,
      end,
      gradient,
      hessian,
      histogram: undefined,
      gain: 0,
      feature: 0,
      bin: 0,
      parent,
      isLeft,
    };
  }

  /** Per feature and bin: sum of gradients, of second derivatives, and rows. */
  #histogram(leaf: Leaf, features: Int32Array): Float64Array {
    const { bins, featureCount } = this.#input;
    const histogram = new Float64Array(features.length * binCount * 3);
    const { rows, gradients, hessians } = this;
    for (let index = leaf.start; index < leaf.end; index += 1) {
      const offset = (rows[index] as number) * featureCount;
      const gradient = gradients[index] as number;
      const hessian = hessians[index] as number;
      for (let at = 0; at < features.length; at += 1) {
        const slot = (at * binCount + (bins[offset + (features[at] as number)] as number)) * 3;
        histogram[slot] = (histogram[slot] as number) + gradient;
        histogram[slot + 1] = (histogram[slot + 1] as number) + hessian;
        histogram[slot + 2] = (histogram[slot + 2] as number) + 1;
      }
    }
    return histogram;
  }

  #findSplit(leaf: Leaf, features: Int32Array): void {
    const { options } = this.#input;
    const minRows = options.minRows * options.rowShare;
    const { histogram } = leaf;
    if (histogram === undefined || leaf.end - leaf.start < minRows * 2) return;
    const whole = (leaf.gradient * leaf.gradient) / (leaf.hessian + options.ridge);
    for (let at = 0; at < features.length; at += 1) {
      let gradient = 0;
      let hessian = 0;
      let rows = 0;
      for (let bin = 0; bin < binCount - 1; bin += 1) {
        const slot = (at * binCount + bin) * 3;
        gradient += histogram[slot] as number;
        hessian += histogram[slot + 1] as number;
        rows += histogram[slot + 2] as number;
        if (rows < minRows) continue;
        if (leaf.end - leaf.start - rows < minRows) break;
        const other = leaf.gradient - gradient;
        const gain =
          (gradient * gradient) / (hessian + options.ridge) +
          (other * other) / (leaf.hessian - hessian + options.ridge) -
          whole;
        if (gain > leaf.gain) {
          leaf.gain = gain;
          leaf.feature = features[at] as number;
          leaf.bin = bin;
        }
      }
    }
  }

  #partition(leaf: Leaf): number {
    const { bins, featureCount } = this.#input;
    const { rows, gradients, hessians } = this;
    let kept = leaf.start;
    let moved = 0;
    for (let index = leaf.start; index < leaf.end; index += 1) {
      const row = rows[index] as number;
      const gradient = gradients[index] as number;
      const hessian = hessians[index] as number;
      if ((bins[row * featureCount + leaf.feature] as number) <= leaf.bin) {
        rows[kept] = row;
        gradients[kept] = gradient;
        hessians[kept] = hessian;
        kept += 1;
      } else {
        this.#scratchRows[moved] = row;
        this.#scratchGradients[moved] = gradient;
        this.#scratchHessians[moved] = hessian;
        moved += 1;
      }
    }
    rows.set(this.#scratchRows.subarray(0, moved), kept);
    gradients.set(this.#scratchGradients.subarray(0, moved), kept);
    hessians.set(this.#scratchHessians.subarray(0, moved), kept);
    return kept;
  }
}

function sampleFeatures(count: number, share: number, random: () => number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, index) => index);
  const wanted = Math.max(1, Math.round(count * share));
  for (let index = 0; index < wanted; index += 1) {
    const other = index + Math.floor(random() * (count - index));
    const kept = all[index] as number;
    all[index] = all[other] as number;
    all[other] = kept;
  }
  return all.slice(0, wanted).sort();
}

/** mulberry32: the same numbers for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
