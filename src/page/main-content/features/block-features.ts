import {
  type BlockSums,
  type ElementFacts,
  between,
  negativeRegions,
  readElementFacts,
  sumBlocks,
} from './element-facts.ts';
import { type ClassKind, classKinds } from '../blocks/lexicon.ts';
import { type FeatureColumns, type FeatureName, featureNames } from './feature-names.ts';
import {
  type PageBlocks,
  headingEnd,
  headingLevel,
  regionBits,
  regionKinds,
} from '../blocks/page-blocks.ts';
import type { PageFeatures } from './page-features.ts';

/** The features of blocks, and the facts that selection and explanation need. */
export interface BlockFeatures {
  readonly table: FeatureTable;
  /** Path group of each block: blocks at the same place of a repeated template share it. */
  readonly group: Int32Array;
  readonly sums: BlockSums;
  readonly elements: ElementFacts;
}

const bitOf = (kind: ClassKind): number => 1 << classKinds.indexOf(kind);
const cartBit = bitOf('cart');
const forumBit = bitOf('forum');
const reviewBit = bitOf('review');

/** Blocks. A longer table is not kept for the next page: one of so many takes 2 MB. */
const maxKeptBlocks = 4_096;

/** A number for each feature of each block. */
export class FeatureTable {
  /** All columns, one after the other, in the order of `featureNames`. */
  readonly values: Float32Array;
  /** Entries of a column; at least as many as the page has blocks. */
  readonly stride: number;
  readonly columns: FeatureColumns;

  constructor(stride: number) {
    const values = new Float32Array(stride * featureNames.length);
    // With all names from the start: V8 turns an object that grows name by name into a dictionary.
    const columns: Record<FeatureName, Float32Array> = { ...noColumns };
    for (const [index, name] of featureNames.entries()) {
      columns[name] = values.subarray(index * stride, (index + 1) * stride);
    }
    this.values = values;
    this.stride = stride;
    this.columns = columns;
  }
}

const noColumns = Object.fromEntries(
  featureNames.map((name) => [name, new Float32Array(0)]),
) as FeatureColumns;

let kept = new FeatureTable(512);

/** Returns a table that the next page overwrites: a page takes no new memory for it. */
export function reuseTable(page: PageBlocks): FeatureTable {
  const count = page.blocks.words.length;
  if (count > maxKeptBlocks) return new FeatureTable(count);
  if (count > kept.stride) kept = new FeatureTable(Math.min(maxKeptBlocks, count * 2));
  return kept;
}

/** Returns the features of a page's blocks, which are the input of the trees. */
export function readBlockFeatures(
  page: PageBlocks,
  signs: PageFeatures,
  table: FeatureTable = new FeatureTable(page.blocks.words.length),
): BlockFeatures {
  const { columns } = table;
  const sums = sumBlocks(page);
  const elements = readElementFacts(page, sums);
  fillOwn(page, columns);
  fillNames(page, elements, columns);
  fillHeadingFeatures(page, sums, columns);
  fillAncestorFeatures(page, sums, elements, columns);
  const group = fillGroupFeatures(page, sums, elements, columns);
  fillPositionFeatures(page, sums, elements, columns);
  fillPage(page, sums, signs, columns);
  return { table, group, sums, elements };
}

function fillOwn({ blocks, elements }: PageBlocks, columns: FeatureColumns): void {
  const copies = new Map<number, number>();
  for (const hash of blocks.hash) copies.set(hash, (copies.get(hash) ?? 0) + 1);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const words = blocks.words[block] ?? 0;
    const letters = blocks.letters[block] ?? 0;
    const digits = blocks.digits[block] ?? 0;
    const tag = elements.tag[blocks.element[block] ?? 0];
    columns.words[block] = words;
    columns.wordLength[block] = (letters + digits) / words;
    columns.linkShare[block] = (blocks.linkWords[block] ?? 0) / words;
    columns.digitShare[block] = digits / (letters + digits);
    columns.capitalShare[block] = (blocks.capitals[block] ?? 0) / (letters + 1);
    columns.capitalWordShare[block] = (blocks.capitalWords[block] ?? 0) / words;
    columns.commaRate[block] = (blocks.commas[block] ?? 0) / words;
    columns.stopRate[block] = (blocks.stops[block] ?? 0) / words;
    columns.currencies[block] = blocks.currencies[block] ?? 0;
    columns.marks[block] = blocks.marks[block] ?? 0;
    columns.endsSentence[block] = blocks.endsSentence[block] ?? 0;
    columns.links[block] = blocks.links[block] ?? 0;
    columns.insideLink[block] = blocks.insideLink[block] ?? 0;
    columns.holder[block] = tag?.holder ?? 0;
    columns.headingLevel[block] = tag?.level ?? 0;
    columns.weightMean[block] = (blocks.weightSum[block] ?? 0) / Math.min(words, 24);
    columns.weightMin[block] = blocks.weightMin[block] ?? 0;
    const pairs = Math.min(words, 24);
    columns.statedTitle[block] = (blocks.statedTitle[block] ?? 0) / pairs;
    columns.statedBody[block] = (blocks.statedBody[block] ?? 0) / pairs;
    columns.statedMeta[block] = (blocks.statedMeta[block] ?? 0) / pairs;
    columns.statedReview[block] = (blocks.statedReview[block] ?? 0) / pairs;
    columns.weightMax[block] = blocks.weightMax[block] ?? 0;
    columns.repeats[block] = copies.get(blocks.hash[block] ?? 0) ?? 1;
  }
}

function fillNames(
  { blocks, elements }: PageBlocks,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const { length } = blocks.words;
  const classColumns = classKinds.map((kind) => columns[`class:${kind}`].fill(0, 0, length));
  const regionColumns = regionKinds.map((kind) => columns[`in:${kind}`].fill(0, 0, length));
  for (let block = 0; block < length; block += 1) {
    const element = blocks.element[block] ?? 0;
    const parent = elements.parent[element] ?? 0;
    const grandparent = elements.parent[parent] ?? 0;
    const inline = blocks.inlineMask[block] ?? 0;
    const near = (facts.classNear[element] ?? 0) | inline;
    const far = facts.classFar[element] ?? 0;
    markBits(classColumns, far, block, 1);
    markBits(classColumns, near, block, 2);
    markBits(regionColumns, facts.region[element] ?? 0, block, 1);
    columns.classOwn[block] = elements.facts[element]?.sum ?? 0;
    columns.classParent[block] = elements.facts[parent]?.sum ?? 0;
    columns.classGrandparent[block] = elements.facts[grandparent]?.sum ?? 0;
    columns.classLowest[block] = facts.lowest[element] ?? 0;
    columns.classHighest[block] = facts.highest[element] ?? 0;
    columns.classSum[block] = facts.sum[element] ?? 0;
    columns.inlineLowest[block] = blocks.inlineLowest[block] ?? 0;
    columns.inlineHighest[block] = blocks.inlineHighest[block] ?? 0;
  }
}

/** Sets a block's value in the columns of the bits that are set, which are few of them. */
function markBits(
  columns: readonly Float32Array[],
  bits: number,
  block: number,
  value: number,
): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const column = columns[31 - Math.clz32(rest & -rest)];
    if (column !== undefined) column[block] = value;
  }
}

function fillPage(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  signs: PageFeatures,
  columns: FeatureColumns,
): void {
  const count = blocks.words.length;
  const total = Math.max(1, sums.words[count] ?? 0);
  let titles = 0;
  let cart = 0;
  let forum = 0;
  let review = 0;
  let regions = 0;
  let repeats = 0;
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] ?? 0;
    if (elements.tag[element]?.level === 1) titles += 1;
    const mask = (elements.facts[element]?.mask ?? 0) | (blocks.inlineMask[block] ?? 0);
    if ((mask & cartBit) !== 0) cart += 1;
    if ((mask & forumBit) !== 0) forum += 1;
    if ((mask & reviewBit) !== 0) review += 1;
    if ((columns.repeats[block] ?? 0) > 1) repeats += 1;
    regions |= elements.region[element] ?? 0;
  }
  const values: readonly (readonly [FeatureName, number])[] = [
    ['pageWords', total],
    ['pageBlocks', count],
    ['pageLinkShare', (sums.linkWords[count] ?? 0) / total],
    ['pageGoodShare', (sums.goodWords[count] ?? 0) / total],
    ['pageGoodBlocks', sums.goodBlocks[count] ?? 0],
    ['pageKind', signs.kind],
    ['pageStated', signs.statedWords],
    ['pageData', signs.data],
    ['pageTitles', titles],
    ['pageCart', cart / count],
    ['pageForum', forum / count],
    ['pageReview', review / count],
    ['pagePrices', (sums.currencies[count] ?? 0) / count],
    ['pageRepeats', repeats / count],
    ['pageHasMain', (regions & regionBits.main) === 0 ? 0 : 1],
    ['pageHasArticle', (regions & regionBits.article) === 0 ? 0 : 1],
  ];
  for (const [name, value] of values) columns[name].fill(value, 0, count);
}

/** Fills the features of the headings above a block. */
function fillHeadingFeatures(page: PageBlocks, sums: BlockSums, columns: FeatureColumns): void {
  const { blocks } = page;
  const open: { level: number; weight: number; end: number; block: number }[] = [];
  const title = findTitleBlock(page);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const level = headingLevel(page, block);
    while (open.length > 0 && block >= (open.at(-1)?.end ?? 0)) open.pop();
    if (level > 0) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      const weight = (blocks.headingSum[block] ?? 0) / Math.min(blocks.words[block] ?? 0, 12);
      open.push({ level, weight, end: headingEnd(page, block), block });
    }
    const inner = open.at(-1);
    let lowest = 0;
    for (const heading of open) lowest = Math.min(lowest, heading.weight);
    columns.headingWeight[block] = inner?.weight ?? 0;
    columns.headingLowest[block] = lowest;
    columns.headingScopeLevel[block] = inner?.level ?? 0;
    columns.headingsOpen[block] = open.length;
    columns.blocksSinceHeading[block] = inner === undefined ? 500 : block - inner.block;
    columns.wordsSinceHeading[block] =
      inner === undefined ? 5000 : between(sums.words, inner.block, block);
    columns.blocksAfterTitle[block] = block - title;
    columns.wordsAfterTitle[block] =
      (sums.words[block] ?? 0) - (sums.words[Math.max(0, title)] ?? 0);
  }
}

/** Returns the first `h1` outside the page's header, else the first `h1`, else -1. */
function findTitleBlock({ blocks, elements }: PageBlocks): number {
  let first = -1;
  for (let block = 0; block < blocks.words.length; block += 1) {
    const owner = blocks.element[block] ?? 0;
    if (elements.tag[owner]?.level !== 1) continue;
    if (((elements.region[owner] ?? 0) & negativeRegions) === 0) return block;
    if (first < 0) first = block;
  }
  return first;
}

/** Distance in blocks to a paragraph of prose, on a page without one. */
const faraway = 500;

/** Fills the features of the elements around a block. */
function fillAncestorFeatures(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const total = Math.max(1, sums.words[blocks.words.length] ?? 0);
  const share = (which: Float64Array, element: number): number =>
    between(which, elements.blockStart[element] ?? 0, elements.blockEnd[element] ?? 0) /
    Math.max(1, facts.words[element] ?? 0);
  const size = (element: number): number =>
    (elements.blockEnd[element] ?? 0) - (elements.blockStart[element] ?? 0);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const element = blocks.element[block] ?? 0;
    const parent = elements.parent[element] ?? 0;
    const near40 = facts.near40[element] ?? 0;
    const near200 = facts.near200[element] ?? 0;
    const grand = elements.parent[parent] ?? 0;
    columns.parentWords[block] = facts.words[parent] ?? 0;
    columns.parentLinkShare[block] = share(sums.linkWords, parent);
    columns.parentGoodShare[block] = share(sums.goodWords, parent);
    columns.parentBlocks[block] = size(parent);
    columns.grandWords[block] = facts.words[grand] ?? 0;
    columns.grandLinkShare[block] = share(sums.linkWords, grand);
    columns.grandGoodShare[block] = share(sums.goodWords, grand);
    columns.grandBlocks[block] = size(grand);
    columns.near40Words[block] = facts.words[near40] ?? 0;
    columns.near40LinkShare[block] = share(sums.linkWords, near40);
    columns.near40GoodShare[block] = share(sums.goodWords, near40);
    columns.near40Share[block] = (facts.words[near40] ?? 0) / total;
    columns.near200LinkShare[block] = share(sums.linkWords, near200);
    columns.near200GoodShare[block] = share(sums.goodWords, near200);
    columns.near200Share[block] = (facts.words[near200] ?? 0) / total;
    columns.near200Blocks[block] = size(near200);
  }
}

/** Features of blocks in a repeated element; 0 for the others. */
const itemFeatures = [
  'itemCount',
  'itemWords',
  'itemLinkShare',
  'itemGoodShare',
  'itemPrices',
  'itemGroupShare',
  'innerItemCount',
  'innerItemWords',
] as const;

/** Fills the features that a block shares with others of its template, and returns the path group of each block. */
function fillGroupFeatures(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): Int32Array {
  const count = blocks.words.length;
  for (const name of itemFeatures) columns[name].fill(0, 0, count);
  const group = new Int32Array(count);
  const ids = new Map<number, number>();
  const seen = new Set<number>();
  const stats: {
    blocks: number;
    words: number;
    links: number;
    good: number;
    texts: number;
    weight: number;
    first: number;
    last: number;
  }[] = [];
  for (let block = 0; block < count; block += 1) {
    const path = elements.path[blocks.element[block] ?? 0] ?? 0;
    let id = ids.get(path);
    if (id === undefined) {
      id = stats.length;
      ids.set(path, id);
      stats.push({
        blocks: 0,
        words: 0,
        links: 0,
        good: 0,
        texts: 0,
        weight: 0,
        first: block,
        last: block,
      });
    }
    group[block] = id;
    const stat = stats[id];
    if (stat === undefined) continue;
    const words = blocks.words[block] ?? 0;
    stat.blocks += 1;
    stat.words += words;
    stat.links += blocks.linkWords[block] ?? 0;
    stat.good += (sums.good[block] ?? 0) * words;
    stat.weight += (blocks.weightSum[block] ?? 0) / Math.min(words, 24);
    stat.last = block;
    const key = path * 0x20000 + ((blocks.hash[block] ?? 0) & 0x1ffff);
    if (!seen.has(key)) {
      seen.add(key);
      stat.texts += 1;
    }
  }
  const total = Math.max(1, sums.words[count] ?? 0);
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] ?? 0;
    const stat = stats[group[block] ?? 0];
    if (stat === undefined) continue;
    columns.pathBlocks[block] = stat.blocks;
    columns.pathShare[block] = stat.words / total;
    columns.pathLinkShare[block] = stat.links / stat.words;
    columns.pathGoodShare[block] = stat.good / stat.words;
    columns.pathDiversity[block] = stat.texts / stat.blocks;
    columns.pathWordMean[block] = stat.words / stat.blocks;
    columns.pathWeight[block] = stat.weight / stat.blocks;
    columns.pathSpan[block] = (stat.last - stat.first + 1) / count;
    columns.siblings[block] = facts.siblings[element] ?? 0;
    const outer = facts.outerItem[element] ?? 0;
    const inner = facts.innerItem[element] ?? 0;
    if (outer > 0) {
      const start = elements.blockStart[outer] ?? 0;
      const end = elements.blockEnd[outer] ?? 0;
      const words = Math.max(1, facts.words[outer] ?? 0);
      const same = facts.siblings[outer] ?? 0;
      columns.itemCount[block] = same;
      columns.itemWords[block] = words;
      columns.itemLinkShare[block] = between(sums.linkWords, start, end) / words;
      columns.itemGoodShare[block] = between(sums.goodWords, start, end) / words;
      columns.itemPrices[block] = between(sums.currencies, start, end);
      const holder = elements.parent[outer] ?? 0;
      columns.itemGroupShare[block] = (facts.words[holder] ?? 0) / total;
    }
    if (inner > 0) {
      columns.innerItemCount[block] = facts.siblings[inner] ?? 0;
      columns.innerItemWords[block] = facts.words[inner] ?? 0;
    }
  }
  return group;
}

/** Fills the features of a block's position. */
function fillPositionFeatures(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const count = blocks.words.length;
  const total = Math.max(1, sums.words[count] ?? 0);
  const totalGood = Math.max(1, sums.goodWords[count] ?? 0);
  const { top } = facts;
  const topStart = elements.blockStart[top] ?? 0;
  const topEnd = elements.blockEnd[top] ?? 0;
  const topDepth = elements.depth[top] ?? 0;
  fillProseDistances(count, sums, columns);
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] ?? 0;
    columns.depth[block] = elements.depth[element] ?? 0;
    columns.blockPosition[block] = block / count;
    columns.wordPosition[block] = (sums.words[block] ?? 0) / total;
    columns.blocksBefore[block] = block;
    columns.blocksAfter[block] = count - block;
    columns.goodBefore[block] = (sums.goodWords[block] ?? 0) / totalGood;
    columns.goodAfter[block] = between(sums.goodWords, block + 1, count) / totalGood;
    columns.topDistance[block] = topDepth - (facts.sharedDepth[element] ?? 0);
    columns.topOffset[block] =
      block < topStart ? block - topStart : block >= topEnd ? block - topEnd + 1 : 0;
    columns.topShare[block] = (facts.words[top] ?? 0) / total;
    fillWindows(block, count, sums, columns);
  }
}

function fillProseDistances(count: number, sums: BlockSums, columns: FeatureColumns): void {
  let previous = -faraway;
  for (let block = 0; block < count; block += 1) {
    columns.sincePreviousGood[block] = block - previous;
    if (sums.good[block] === 1) previous = block;
  }
  let next = count + faraway;
  for (let block = count - 1; block >= 0; block -= 1) {
    columns.untilNextGood[block] = next - block;
    if (sums.good[block] === 1) next = block;
  }
}

function fillWindows(block: number, count: number, sums: BlockSums, columns: FeatureColumns): void {
  const start3 = Math.max(0, block - 3);
  const end3 = Math.min(count, block + 4);
  const start = Math.max(0, block - 10);
  const end = Math.min(count, block + 11);
  const words = between(sums.words, start, end);
  columns.window3Good[block] =
    between(sums.goodWords, start3, end3) / between(sums.words, start3, end3);
  columns.window10Good[block] = between(sums.goodWords, start, end) / words;
  columns.window10Link[block] = between(sums.linkWords, start, end) / words;
  columns.window10Words[block] = words / (end - start);
  columns.window10Weight[block] = between(sums.weight, start, end) / (end - start);
}
