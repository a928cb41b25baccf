/** What selection needs of a page: the size of its blocks, and who stands together. */
export interface BlockNeighbours {
  readonly words: ArrayLike<number>;
  /** Path group of each block. */
  readonly group: Int32Array;
  readonly element: ArrayLike<number>;
  readonly parent: ArrayLike<number>;
  readonly blockStart: ArrayLike<number>;
  readonly blockEnd: ArrayLike<number>;
}

/** Which blocks are kept, and how well the kept words are expected to match the main content. */
export interface Selection {
  readonly kept: Uint8Array;
  /** Expected F1, from 0 to 1. */
  readonly expectedF1: number;
}

/** Shares in the smoothed chance: the block's own, its path group's, its parent's and grandparent's, its neighbours'. */
const shares = { own: 0.35, group: 0.3, parent: 0.15, grandparent: 0.1, neighbours: 0.1 };
/** Blocks before and after one that count as its neighbours. */
const reach = 3;

/** Blocks of one template, of one parent and of one place mostly share their fate: mixes a block's chance with theirs. */
export function smoothChances(page: BlockNeighbours, chances: Float32Array): Float32Array {
  const { group } = page;
  const count = chances.length;
  const groupWords = new Float64Array(count);
  const groupSums = new Float64Array(count);
  const words = new Float64Array(count + 1);
  const sums = new Float64Array(count + 1);
  for (let block = 0; block < count; block += 1) {
    const id = group[block] as number;
    const weight = page.words[block] as number;
    const mass = weight * (chances[block] as number);
    groupWords[id] = (groupWords[id] as number) + weight;
    groupSums[id] = (groupSums[id] as number) + mass;
    words[block + 1] = (words[block] as number) + weight;
    sums[block + 1] = (sums[block] as number) + mass;
  }
  const meanOf = (start: number, end: number): number =>
    ((sums[end] as number) - (sums[start] as number)) /
    ((words[end] as number) - (words[start] as number));
  const elementMean = (element: number): number =>
    meanOf(page.blockStart[element] as number, page.blockEnd[element] as number);
  const smoothed = new Float32Array(count);
  for (let block = 0; block < count; block += 1) {
    const id = group[block] as number;
    const parent = page.parent[page.element[block] as number] as number;
    smoothed[block] =
      shares.own * (chances[block] as number) +
      (shares.group * (groupSums[id] as number)) / (groupWords[id] as number) +
      shares.parent * elementMean(parent) +
      shares.grandparent * elementMean(page.parent[parent] as number) +
      shares.neighbours * meanOf(Math.max(0, block - reach), Math.min(count, block + reach + 1));
  }
  return smoothed;
}

/**
 * What is left open about a page is mostly one question for many blocks at once: do the comments belong to it, the
 * reviews, the related products? So their chances do not err apart from each other: each reader wants more or less of
 * everything, by a factor of all odds; the logarithms are a normal distribution's quantiles, times `spread`.
 * Cross-validated over sites, word-F1 with page types alike: one reader .816, spread 1 to 3 .818 (products .643, .657).
 */
const quantiles = [-1.465, -0.792, -0.366, 0, 0.366, 0.792, 1.465];
const spread = 1.5;
const readers: readonly number[] = quantiles.map((quantile) => Math.exp(quantile * spread));
/** Raises odds so that the chance of a block over all readers stays about what it is. */
const steepness = Math.sqrt(1 + (spread / 1.7) ** 2);

/** Blocks in the order in which they would be kept, and what readers want of them. */
export interface Ranking {
  readonly words: ArrayLike<number>;
  readonly order: Float64Array;
  /** How many words of each block each reader wants, block by block, and of all blocks. */
  readonly wanted: Float64Array;
  readonly totals: Float64Array;
}

/** Ranks blocks by their smoothed chances. */
export function rankBlocks(words: ArrayLike<number>, chances: Float32Array): Ranking {
  return { words, order: orderByChance(chances), ...readWanted(words, chances) };
}

/** Keeps the likeliest blocks up to where the expected F1 is highest. `recallWeight` below 1 keeps less. */
export function selectBlocks(
  { words, order, wanted, totals }: Ranking,
  recallWeight: number,
): Selection {
  const count = order.length;
  const kept = new Uint8Array(count);
  const keptWanted = new Float64Array(readers.length);
  let keptWords = 0;
  let best = 0;
  let bestEnd = 0;
  let expectedF1 = 0;
  for (let index = 0; index < count; index += 1) {
    const block = order[index] as number;
    keptWords += words[block] as number;
    let value = 0;
    let f1 = 0;
    for (let reader = 0; reader < readers.length; reader += 1) {
      const total = totals[reader] as number;
      const found =
        (keptWanted[reader] as number) + (wanted[block * readers.length + reader] as number);
      keptWanted[reader] = found;
      value += (2 * found) / (keptWords + recallWeight * total);
      f1 += (2 * found) / (keptWords + total);
    }
    if (value <= best) continue;
    best = value;
    bestEnd = index + 1;
    expectedF1 = f1 / readers.length;
  }
  for (let index = 0; index < bestEnd; index += 1) kept[order[index] as number] = 1;
  return { kept, expectedF1 };
}

function readWanted(
  words: ArrayLike<number>,
  chances: Float32Array,
): Pick<Ranking, 'totals' | 'wanted'> {
  const wanted = new Float64Array(chances.length * readers.length);
  const totals = new Float64Array(readers.length);
  for (let block = 0; block < chances.length; block += 1) {
    const chance = chances[block] as number;
    const odds = (chance / (1 - chance)) ** steepness;
    for (let reader = 0; reader < readers.length; reader += 1) {
      // In this form a chance of 1 is no division of infinities.
      const share = (words[block] as number) / (1 + 1 / (odds * (readers[reader] as number)));
      wanted[block * readers.length + reader] = share;
      totals[reader] = (totals[reader] as number) + share;
    }
  }
  return { wanted, totals };
}

/** More blocks than a page has nodes. */
const maxBlocks = 2 ** 20;

/**
 * Blocks from the likeliest down, those alike in page order. Sorted as numbers of chance and position, five times as
 * fast as by a function: the bits of a number from 0 to 1 rise with it.
 */
function orderByChance(chances: Float32Array): Float64Array {
  const bits = new Uint32Array(chances.buffer, chances.byteOffset, chances.length);
  const order = new Float64Array(chances.length);
  for (let block = 0; block < order.length; block += 1) {
    order[block] = (2 ** 32 - (bits[block] as number)) * maxBlocks + block;
  }
  order.sort();
  for (let rank = 0; rank < order.length; rank += 1) {
    order[rank] = (order[rank] as number) % maxBlocks;
  }
  return order;
}
