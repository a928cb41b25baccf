import { sumBlocks, between, type BlockSums } from './block-sums.ts';
import { classKinds, type ClassKind } from '../blocks/class-words.ts';
import { readElementFacts, negativeRegions, type ElementFacts } from './element-facts.ts';
import { featureNames, type FeatureColumns, type FeatureName } from './feature-names.ts';
import { headingEnd, headingLevel, type PageBlocks } from '../blocks/page-blocks.ts';
import type { PageSigns } from './page-signs.ts';
import {
  fillAncestorFeatures,
  fillGroupFeatures,
  fillPositionFeatures,
} from './surrounding-features.ts';
import { regionBits, regionKinds } from '../blocks/tag-facts.ts';

/** The features of blocks, and the facts that selection and explanation need. */
export interface BlockFeatures {
  /** All columns, one after the other, in the order of `featureNames`. */
  readonly values: Float32Array;
  readonly columns: FeatureColumns;
  /** Path group of each block: blocks at the same place of a repeated template share it. */
  readonly group: Int32Array;
  readonly sums: BlockSums;
  readonly elements: ElementFacts;
}

const bitOf = (kind: ClassKind): number => 1 << classKinds.indexOf(kind);
const cartBit = bitOf('cart');
const forumBit = bitOf('forum');
const reviewBit = bitOf('review');

/** Returns the features of a page's blocks, which are the input of the trees. */
export function readBlockFeatures(page: PageBlocks, signs: PageSigns): BlockFeatures {
  const count = page.blocks.words.length;
  const values = new Float32Array(count * featureNames.length);
  const columns = toColumns(values, count);
  const sums = sumBlocks(page);
  const elements = readElementFacts(page, sums);
  fillOwn(page, columns);
  fillNames(page, elements, columns);
  fillHeadingFeatures(page, sums, columns);
  fillAncestorFeatures(page, sums, elements, columns);
  const group = fillGroupFeatures(page, sums, elements, columns);
  fillPositionFeatures(page, sums, elements, columns);
  fillPage(page, sums, signs, columns);
  return { values, columns, group, sums, elements };
}

/** An object with all columns: V8 turns an object that grows name by name into a dictionary. */
const noColumns = Object.fromEntries(
  featureNames.map((name) => [name, new Float32Array(0)]),
) as FeatureColumns;

function toColumns(values: Float32Array, count: number): FeatureColumns {
  const columns: Record<FeatureName, Float32Array> = { ...noColumns };
  for (const [index, name] of featureNames.entries()) {
    columns[name] = values.subarray(index * count, (index + 1) * count);
  }
  return columns;
}

function fillOwn({ blocks, elements }: PageBlocks, columns: FeatureColumns): void {
  const copies = new Map<number, number>();
  for (const hash of blocks.hash) copies.set(hash, (copies.get(hash) ?? 0) + 1);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const words = blocks.words[block] as number;
    const letters = blocks.letters[block] as number;
    const digits = blocks.digits[block] as number;
    const tag = elements.tag[blocks.element[block] as number];
    columns.words[block] = words;
    columns.wordLength[block] = (letters + digits) / words;
    columns.linkShare[block] = (blocks.linkWords[block] as number) / words;
    columns.digitShare[block] = digits / (letters + digits);
    columns.capitalShare[block] = (blocks.capitals[block] as number) / (letters + 1);
    columns.capitalWordShare[block] = (blocks.capitalWords[block] as number) / words;
    columns.commaRate[block] = (blocks.commas[block] as number) / words;
    columns.stopRate[block] = (blocks.stops[block] as number) / words;
    columns.currencies[block] = blocks.currencies[block] as number;
    columns.marks[block] = blocks.marks[block] as number;
    columns.endsSentence[block] = blocks.endsSentence[block] as number;
    columns.links[block] = blocks.links[block] as number;
    columns.insideLink[block] = blocks.insideLink[block] as number;
    columns.holder[block] = tag?.holder ?? 0;
    columns.headingLevel[block] = tag?.level ?? 0;
    columns.weightMean[block] = (blocks.weightSum[block] as number) / Math.min(words, 24);
    columns.weightMin[block] = blocks.weightMin[block] as number;
    const pairs = Math.min(words, 24);
    columns.statedTitle[block] = (blocks.statedTitle[block] as number) / pairs;
    columns.statedBody[block] = (blocks.statedBody[block] as number) / pairs;
    columns.statedMeta[block] = (blocks.statedMeta[block] as number) / pairs;
    columns.statedReview[block] = (blocks.statedReview[block] as number) / pairs;
    columns.weightMax[block] = blocks.weightMax[block] as number;
    columns.repeats[block] = copies.get(blocks.hash[block] as number) ?? 1;
  }
}

function fillNames(
  { blocks, elements }: PageBlocks,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const classColumns = classKinds.map((kind) => columns[`class:${kind}`]);
  const regionColumns = regionKinds.map((kind) => columns[`in:${kind}`]);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const element = blocks.element[block] as number;
    const parent = elements.parent[element] as number;
    const grandparent = elements.parent[parent] as number;
    const inline = blocks.inlineMask[block] as number;
    const near = (facts.classNear[element] as number) | inline;
    const far = facts.classFar[element] as number;
    for (let bit = 0; bit < classColumns.length; bit += 1) {
      (classColumns[bit] as Float32Array)[block] = ((near >> bit) & 1) * 2 || (far >> bit) & 1;
    }
    const region = facts.region[element] as number;
    for (let bit = 0; bit < regionColumns.length; bit += 1) {
      (regionColumns[bit] as Float32Array)[block] = (region >> bit) & 1;
    }
    columns.classOwn[block] = elements.facts[element]?.sum ?? 0;
    columns.classParent[block] = elements.facts[parent]?.sum ?? 0;
    columns.classGrandparent[block] = elements.facts[grandparent]?.sum ?? 0;
    columns.classLowest[block] = facts.lowest[element] as number;
    columns.classHighest[block] = facts.highest[element] as number;
    columns.classSum[block] = facts.sum[element] as number;
    columns.inlineLowest[block] = blocks.inlineLowest[block] as number;
    columns.inlineHighest[block] = blocks.inlineHighest[block] as number;
  }
}

function fillPage(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  signs: PageSigns,
  columns: FeatureColumns,
): void {
  const count = blocks.words.length;
  const total = Math.max(1, sums.words[count] as number);
  let titles = 0;
  let cart = 0;
  let forum = 0;
  let review = 0;
  let regions = 0;
  let repeats = 0;
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] as number;
    if (elements.tag[element]?.level === 1) titles += 1;
    const mask = (elements.facts[element]?.mask ?? 0) | (blocks.inlineMask[block] as number);
    if ((mask & cartBit) !== 0) cart += 1;
    if ((mask & forumBit) !== 0) forum += 1;
    if ((mask & reviewBit) !== 0) review += 1;
    if ((columns.repeats[block] as number) > 1) repeats += 1;
    regions |= elements.region[element] as number;
  }
  const values: readonly (readonly [FeatureName, number])[] = [
    ['pageWords', total],
    ['pageBlocks', count],
    ['pageLinkShare', (sums.linkWords[count] as number) / total],
    ['pageGoodShare', (sums.goodWords[count] as number) / total],
    ['pageGoodBlocks', sums.goodBlocks[count] as number],
    ['pageKind', signs.kind],
    ['pageStated', signs.statedWords],
    ['pageData', signs.data],
    ['pageTitles', titles],
    ['pageCart', cart / count],
    ['pageForum', forum / count],
    ['pageReview', review / count],
    ['pagePrices', (sums.currencies[count] as number) / count],
    ['pageRepeats', repeats / count],
    ['pageHasMain', (regions & regionBits.main) === 0 ? 0 : 1],
    ['pageHasArticle', (regions & regionBits.article) === 0 ? 0 : 1],
  ];
  for (const [name, value] of values) columns[name].fill(value);
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
      const weight =
        (blocks.headingSum[block] as number) / Math.min(blocks.words[block] as number, 12);
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
      (sums.words[block] as number) - (sums.words[Math.max(0, title)] as number);
  }
}

/** Returns the first `h1` outside the page's header, else the first `h1`, else -1. */
function findTitleBlock({ blocks, elements }: PageBlocks): number {
  let first = -1;
  for (let block = 0; block < blocks.words.length; block += 1) {
    const owner = blocks.element[block] as number;
    if (elements.tag[owner]?.level !== 1) continue;
    if (((elements.region[owner] as number) & negativeRegions) === 0) return block;
    if (first < 0) first = block;
  }
  return first;
}
