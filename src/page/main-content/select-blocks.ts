import type { BlockRange } from './blocks/page-blocks.ts';
import { pageKinds } from './features/page-features.ts';

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
    const id = group[block] ?? 0;
    const weight = page.words[block] ?? 0;
    const mass = weight * (chances[block] ?? 0);
    groupWords[id] = (groupWords[id] ?? 0) + weight;
    groupSums[id] = (groupSums[id] ?? 0) + mass;
    words[block + 1] = (words[block] ?? 0) + weight;
    sums[block + 1] = (sums[block] ?? 0) + mass;
  }
  const meanOf = (start: number, end: number): number =>
    ((sums[end] ?? 0) - (sums[start] ?? 0)) / ((words[end] ?? 0) - (words[start] ?? 0));
  const elementMean = (element: number): number =>
    meanOf(page.blockStart[element] ?? 0, page.blockEnd[element] ?? 0);
  const smoothed = new Float32Array(count);
  for (let block = 0; block < count; block += 1) {
    const id = group[block] ?? 0;
    const parent = page.parent[page.element[block] ?? 0] ?? 0;
    smoothed[block] =
      shares.own * (chances[block] ?? 0) +
      (shares.group * (groupSums[id] ?? 0)) / (groupWords[id] ?? 0) +
      shares.parent * elementMean(parent) +
      shares.grandparent * elementMean(page.parent[parent] ?? 0) +
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
    const weight = words[block] ?? 0;
    groupWords[group] = (groupWords[group] ?? 0) + weight;
    groupSums[group] = (groupSums[group] ?? 0) + weight * (chances[block] ?? 0);
  }
  for (const [block, group] of cards.entries()) {
    if (group < 0) continue;
    const mean = (groupSums[group] ?? 0) / (groupWords[group] ?? 0);
    chances[block] = (1 - cardShare) * (chances[block] ?? 0) + cardShare * mean;
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
interface Ranking {
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
    const block = order[index] ?? 0;
    keptWords += words[block] ?? 0;
    let value = 0;
    let f1 = 0;
    for (let reader = 0; reader < readers.length; reader += 1) {
      const total = totals[reader] ?? 0;
      const found = (keptWanted[reader] ?? 0) + (wanted[block * readers.length + reader] ?? 0);
      keptWanted[reader] = found;
      value += (2 * found) / (keptWords + recallWeight * total);
      f1 += (2 * found) / (keptWords + total);
    }
    if (value <= best) continue;
    best = value;
    bestEnd = index + 1;
    expectedF1 = f1 / readers.length;
  }
  for (let index = 0; index < bestEnd; index += 1) kept[order[index] ?? 0] = 1;
  return { kept, expectedF1 };
}

function readWanted(
  words: ArrayLike<number>,
  chances: Float32Array,
): Pick<Ranking, 'totals' | 'wanted'> {
  const wanted = new Float64Array(chances.length * readers.length);
  const totals = new Float64Array(readers.length);
  for (let block = 0; block < chances.length; block += 1) {
    const chance = chances[block] ?? 0;
    const odds = (chance / (1 - chance)) ** steepness;
    for (let reader = 0; reader < readers.length; reader += 1) {
      // In this form a chance of 1 does not divide infinity by infinity.
      const share = (words[block] ?? 0) / (1 + 1 / (odds * (readers[reader] ?? 0)));
      wanted[block * readers.length + reader] = share;
      totals[reader] = (totals[reader] ?? 0) + share;
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
    order[block] = (2 ** 32 - (bits[block] ?? 0)) * maxBlocks + block;
  }
  order.sort();
  for (let rank = 0; rank < order.length; rank += 1) {
    order[rank] = (order[rank] ?? 0) % maxBlocks;
  }
  return order;
}

/** Units that are kept or dropped whole: runs of blocks, and the blocks between them. */
interface Units {
  /** First block of each unit, and the number of blocks at the end. */
  readonly start: Int32Array;
  readonly words: Float64Array;
  /** Word-weighted mean of the blocks' chances. */
  readonly chances: Float32Array;
}

/** Returns the units of a page, from runs of blocks in page order that do not overlap. */
export function poolBlocks(
  words: ArrayLike<number>,
  chances: Float32Array,
  runs: readonly BlockRange[],
): Units {
  const count = chances.length;
  const unitCount = runs.reduce((sum, { start, end }) => sum - (end - start) + 1, count);
  const units = {
    start: new Int32Array(unitCount + 1),
    words: new Float64Array(unitCount),
    chances: new Float32Array(unitCount),
  };
  let next = 0;
  let block = 0;
  for (let unit = 0; unit < unitCount; unit += 1) {
    units.start[unit] = block;
    const run = runs[next];
    const end = run?.start === block ? run.end : block + 1;
    if (run?.start === block) next += 1;
    let sum = 0;
    let mass = 0;
    for (; block < end; block += 1) {
      sum += words[block] ?? 0;
      mass += (words[block] ?? 0) * (chances[block] ?? 0);
    }
    units.words[unit] = sum;
    units.chances[unit] = mass / sum;
  }
  units.start[unitCount] = count;
  return units;
}

/** Returns which blocks are kept, from the units that are. */
export function toBlocks({ start }: Units, keptUnits: Uint8Array): Uint8Array {
  const kept = new Uint8Array(start.at(-1) ?? 0);
  for (let unit = 0; unit < keptUnits.length; unit += 1) {
    if (keptUnits[unit] === 1) kept.fill(1, start[unit], start[unit + 1]);
  }
  return kept;
}

/** `PageFeatures.kind` of pages that declare an article or no kind. Pages of other kinds are mostly lists. */
export const articleKinds: ReadonlySet<number> = new Set([pageKinds.unstated, pageKinds.article]);
/** Expected F1 above which the extent of an article is clear enough. */
const clearF1 = 0.6;
/**
 * Blocks around an article are worth less than those around a list of products. Cross-validated over sites with five
 * seeds: unwanted snippets .101 instead of .110, news .973 instead of .970 (4-gram F1), wanted snippets .959 instead
 * of .962, word-F1 .8154 instead of .8149. On all pages word-F1 would be lower by .002.
 */
const articleRecallWeight = 0.8;

/**
 * Returns the blocks with the highest expected match with the main content; for a clear article fewer rather than more.
 */
export function selectContent(ranking: Ranking, kind: number): Selection {
  const selection = selectBlocks(ranking, 1);
  if (!articleKinds.has(kind) || selection.expectedF1 <= clearF1) return selection;
  return selectBlocks(ranking, articleRecallWeight);
}

/** The columns of a page's blocks that are needed to find repeats. */
export interface RepeatableBlocks {
  readonly words: ArrayLike<number>;
  /** Hash of each block's words, in their order. */
  readonly hash: ArrayLike<number>;
  /**
   * Whether two blocks with the same text stand in one flow, as the refrains of a song do; a copy for another screen
   * stands in another part of the page. Without it no two blocks do.
   */
  readonly sharesFlow?: (one: number, other: number) => boolean;
}

/**
 * Words. Shorter texts are repeated on purpose: names, cells, captions. Cross-validated over sites on 1,035 pages,
 * word-F1 with page types alike: without .8037, from 1 word .8074, from 3 .8080, from 8 .8087, from 12 .8084.
 */
const shortestRepeat = 8;
/**
 * Short texts in the same order are a copy too, for small and for wide screens: .8163 becomes .8170 (products .653,
 * .656); with rows from 8 words and one block it is .8163, from 12 words and 3 blocks .8169.
 */
const shortestRow = { blocks: 3, words: 20 };
/** Places of one text whose following blocks are compared; a text with more places is a label such as "Add to cart". */
const maxPlaces = 20;

/**
 * Removes from `kept` the blocks that repeat earlier kept blocks, as one long block or as a row of short ones: pages
 * contain texts twice, for small and for wide screens, or as a preview. A table is removed whole or not at all: its cells may
 * be equal. Returns the removed blocks.
 */
export function dropRepeats(
  blocks: RepeatableBlocks,
  tables: readonly BlockRange[],
  kept: Uint8Array,
): ReadonlySet<number> {
  const rest: number[] = [];
  for (let block = 0; block < kept.length; block += 1) if (kept[block] === 1) rest.push(block);
  /** Earlier places in `rest` of each text, by hash. */
  const places = new Map<number, number[]>();
  const dropped = new Set<number>();
  for (let place = 0; place < rest.length;) {
    const hash = blocks.hash[rest[place] ?? 0] ?? 0;
    const known = places.get(hash);
    const length = known === undefined ? 0 : measureRepeat(blocks, rest, place, known);
    for (const block of rest.slice(place, place + length)) {
      kept[block] = 0;
      dropped.add(block);
    }
    if (length === 0) {
      if (known === undefined) places.set(hash, [place]);
      else if (known.length < maxPlaces) known.push(place);
    }
    place += Math.max(1, length);
  }
  for (const { start, end } of tables) {
    if (!kept.subarray(start, end).includes(1)) continue;
    for (let block = start; block < end; block += 1) {
      if (dropped.delete(block)) kept[block] = 1;
    }
  }
  return dropped;
}

/** Returns how many blocks from `place` on repeat those at an earlier place; 0 where they are too few or too short. */
function measureRepeat(
  { words, hash, sharesFlow }: RepeatableBlocks,
  rest: readonly number[],
  place: number,
  known: readonly number[],
): number {
  let longest = 0;
  for (const from of known) {
    let length = 0;
    let sum = 0;
    while (place + length < rest.length && from + length < place) {
      const block = rest[place + length] ?? 0;
      const before = rest[from + length] ?? 0;
      if (hash[block] !== hash[before] || words[block] !== words[before]) break;
      if (sharesFlow?.(before, block) === true) break;
      sum += words[block] ?? 0;
      length += 1;
    }
    const isRow = length >= shortestRow.blocks && sum >= shortestRow.words;
    // A long text is a repeat by itself, whatever follows.
    const alone = length > 0 && (words[rest[place] ?? 0] ?? 0) >= shortestRepeat ? 1 : 0;
    longest = Math.max(longest, isRow ? length : alone);
  }
  return longest;
}

/** A heading and what stands below it on the page. */
export interface Section {
  /** The heading's block. */
  readonly heading: number;
  /** End of the blocks up to the next heading. */
  readonly textEnd: number;
  /** End of the blocks up to the next heading of the same or a higher level, within the element that holds the heading. */
  readonly end: number;
}

interface SettleHeadingsInput {
  readonly words: ArrayLike<number>;
  readonly chances: Float32Array;
  readonly sections: readonly Section[];
  /** Blocks that are left out because a kept block says the same. */
  readonly repeats: ReadonlySet<number>;
}

/**
 * How far below the least likely kept block the mean chance of a heading and its text may be. Cross-validated over sites
 * with three seeds: with 0, .05 and .1 word-F1 with page types alike differs by .0003; at .05 as many headings get their
 * text as are removed.
 */
const tolerance = 0.05;

/**
 * Leaves no kept heading without text: where all that stands below it was removed, its text is added to `kept` if both
 * together are likely enough, or else the heading is removed.
 */
export function settleHeadings(
  { words, chances, sections, repeats }: SettleHeadingsInput,
  kept: Uint8Array,
): void {
  let least = 1;
  for (let block = 0; block < kept.length; block += 1) {
    if (kept[block] === 1) least = Math.min(least, chances[block] ?? 0);
  }
  // From the last to the first, so that a heading without text leaves nothing to the one above it.
  for (const { heading, textEnd, end } of sections.toReversed()) {
    const start = heading + 1;
    if (kept[heading] === 0 || start === end || kept.subarray(start, end).includes(1)) continue;
    const stop = textEnd > start ? textEnd : end;
    let sum = 0;
    let mass = 0;
    let isRepeated = false;
    for (let block = heading; block < stop; block += 1) {
      sum += words[block] ?? 0;
      mass += (words[block] ?? 0) * (chances[block] ?? 0);
      isRepeated ||= repeats.has(block);
    }
    if (!isRepeated && mass >= sum * (least - tolerance)) kept.fill(1, start, stop);
    else kept[heading] = 0;
  }
}
