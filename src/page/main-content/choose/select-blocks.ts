/** The facts of a page that selection needs: the words of its blocks, and which blocks belong together. */
export interface BlockNeighbours {
  readonly words: ArrayLike<number>;
  /** Path group of each block. */
  readonly group: Int32Array;
  /** Group of cards that each block stands in, as an element; -1 for none. */
  readonly cards: Int32Array;
  readonly element: ArrayLike<number>;
  readonly parent: ArrayLike<number>;
  readonly blockStart: ArrayLike<number>;
  readonly blockEnd: ArrayLike<number>;
}

/** The blocks that are kept, and the expected match of the kept words with the main content. */
export interface Selection {
  readonly kept: Uint8Array;
  /** Expected F1, from 0 to 1. */
  readonly expectedF1: number;
}

/** Shares in the smoothed chance: of the block, its path group, its parent and grandparent, and its neighbours. */
const shares = { own: 0.35, group: 0.3, parent: 0.15, grandparent: 0.1, neighbours: 0.1 };
/** Blocks before and after a block that count as its neighbours. */
const reach = 3;

/**
 * Share of the mean chance of all cards of a group. Cross-validated over sites with three seeds: collections .682 instead of
 * .672 (24 sites differ, 16 for the better), services .902 instead of .900 (30 of 48), all types alike .8160 instead of .8143.
 * Cards as units, kept or dropped whole, are worse (.811): with a product's name come its price and buttons.
 */
const cardShare = 0.3;

/**
 * Returns each block's chance mixed with those of its template, its parent, its neighbours, and of the cards that it is one
 * of: such blocks mostly belong to the main content together or not at all.
 */
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
  mixCards(page, smoothed);
  return smoothed;
}

function mixCards({ words, cards, parent }: BlockNeighbours, chances: Float32Array): void {
  const groupWords = new Float64Array(parent.length);
  const groupSums = new Float64Array(parent.length);
  for (const [block, group] of cards.entries()) {
    if (group < 0) continue;
    const weight = words[block] as number;
    groupWords[group] = (groupWords[group] as number) + weight;
    groupSums[group] = (groupSums[group] as number) + weight * (chances[block] as number);
  }
  for (const [block, group] of cards.entries()) {
    if (group < 0) continue;
    const mean = (groupSums[group] as number) / (groupWords[group] as number);
    chances[block] = (1 - cardShare) * (chances[block] as number) + cardShare * mean;
  }
}

/**
 * Errors in the chances of a page's blocks are correlated: whether comments, reviews or related products belong to
 * the content is one question for many blocks. Selection therefore averages over several readers, who each want more
 * or less of everything: a reader multiplies all odds by one factor. The logarithms of the factors are quantiles of a
 * normal distribution times `spread`. Cross-validated over sites, word-F1 with page types alike: one reader .816,
 * spread 1 to 3 .818 (products .643, .657).
 */
const quantiles = [-1.465, -0.792, -0.366, 0, 0.366, 0.792, 1.465];
const spread = 1.5;
const readers: readonly number[] = quantiles.map((quantile) => Math.exp(quantile * spread));
/** Raises odds so that a block's chance, averaged over all readers, stays about the same. */
const steepness = Math.sqrt(1 + (spread / 1.7) ** 2);

/** Blocks in descending order of chance, and the words that each reader wants. */
export interface Ranking {
  readonly words: ArrayLike<number>;
  readonly order: Float64Array;
  /** Words that each reader wants of each block, block by block; `totals` holds the sums over all blocks. */
  readonly wanted: Float64Array;
  readonly totals: Float64Array;
}

/** Returns blocks ranked by their smoothed chances. */
export function rankBlocks(words: ArrayLike<number>, chances: Float32Array): Ranking {
  return { words, order: orderByChance(chances), ...readWanted(words, chances) };
}

/**
 * Keeps the blocks with the highest chances, up to where the expected F1 is highest. `recallWeight` below 1 keeps less.
 */
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
      // In this form a chance of 1 does not divide infinity by infinity.
      const share = (words[block] as number) / (1 + 1 / (odds * (readers[reader] as number)));
      wanted[block * readers.length + reader] = share;
      totals[reader] = (totals[reader] as number) + share;
    }
  }
  return { wanted, totals };
}

/** Above the number of nodes that a page may have. */
const maxBlocks = 2 ** 20;

/**
 * Returns the blocks by descending chance, equal ones in page order. Each chance and position form one number, which
 * sorts five times as fast as with a compare function: the bits of a number from 0 to 1 increase with it.
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
