import { type ClassKind, classKinds } from './class-words.ts';
import { type FeatureName, featureNames } from './feature-names.ts';
import type { PageBlocks } from './page-blocks.ts';
import type { PageSigns } from './page-signs.ts';
import { regionBits, regionKinds } from './tag-facts.ts';

/** One column of numbers a feature, one entry a block. */
export type FeatureColumns = Readonly<Record<FeatureName, Float32Array>>;

/** What the features were made from, for selection and explanation. */
export interface BlockFeatures {
  /** All columns, one after the other, in the order of `featureNames`. */
  readonly values: Float32Array;
  readonly columns: FeatureColumns;
  /** Path group of each block: blocks of one place in a repeated template share it. */
  readonly group: Int32Array;
}

const negativeKinds: readonly ClassKind[] = [
  'navigation',
  'footer',
  'header',
  'side',
  'related',
  'share',
  'comment',
  'advert',
  'dialog',
  'controls',
  'cart',
  'meta',
  'hidden',
  'review',
];
const negativeMask = negativeKinds.reduce(
  (mask, kind) => mask | (1 << classKinds.indexOf(kind)),
  0,
);
const bitOf = (kind: ClassKind): number => 1 << classKinds.indexOf(kind);
const cartBit = bitOf('cart');
const forumBit = bitOf('forum');
const reviewBit = bitOf('review');

/** A class on an element that holds nearly the whole page says nothing about its parts. */
const wholePageShare = 0.6;
const negativeRegions =
  regionBits.nav |
  regionBits.header |
  regionBits.footer |
  regionBits.aside |
  regionBits.form |
  regionBits.dialog |
  regionBits.hidden;

/** A block that reads like a paragraph of prose. */
const goodWords = 12;
const goodLinkShare = 0.35;

/** Turns a page's blocks into the numbers that the trees decide by. */
export function readBlockFeatures(page: PageBlocks, signs: PageSigns): BlockFeatures {
  const count = page.blocks.words.length;
  const values = new Float32Array(count * featureNames.length);
  const columns = {} as Record<FeatureName, Float32Array>;
  for (const [index, name] of featureNames.entries()) {
    columns[name] = values.subarray(index * count, (index + 1) * count);
  }
  const sums = sumBlocks(page);
  const elements = readElements(page, sums);
  fillOwn(page, columns);
  fillNames(page, elements, columns);
  fillHeadings(page, sums, columns);
  fillAround(page, sums, elements, columns);
  const group = fillGroups(page, sums, elements, columns);
  fillPosition(page, sums, elements, columns);
  fillPage(page, sums, signs, columns);
  return { values, columns, group };
}

/** Running sums over the blocks: entry i holds the sum of all blocks before i. */
interface BlockSums {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly goodWords: Float64Array;
  readonly goodBlocks: Float64Array;
  readonly currencies: Float64Array;
  readonly weight: Float64Array;
  readonly good: Uint8Array;
}

function sumBlocks({ blocks }: PageBlocks): BlockSums {
  const count = blocks.words.length;
  const sums: BlockSums = {
    words: new Float64Array(count + 1),
    linkWords: new Float64Array(count + 1),
    goodWords: new Float64Array(count + 1),
    goodBlocks: new Float64Array(count + 1),
    currencies: new Float64Array(count + 1),
    weight: new Float64Array(count + 1),
    good: new Uint8Array(count),
  };
  for (let block = 0; block < count; block += 1) {
    const words = blocks.words[block] as number;
    const links = blocks.linkWords[block] as number;
    const marks = (blocks.stops[block] as number) + (blocks.commas[block] as number);
    const good =
      words >= goodWords &&
      links < words * goodLinkShare &&
      (marks >= 2 || (blocks.endsSentence[block] as number) === 1)
        ? 1
        : 0;
    sums.good[block] = good;
    sums.words[block + 1] = (sums.words[block] as number) + words;
    sums.linkWords[block + 1] = (sums.linkWords[block] as number) + links;
    sums.goodWords[block + 1] = (sums.goodWords[block] as number) + good * words;
    sums.goodBlocks[block + 1] = (sums.goodBlocks[block] as number) + good;
    sums.currencies[block + 1] =
      (sums.currencies[block] as number) + (blocks.currencies[block] as number);
    sums.weight[block + 1] =
      (sums.weight[block] as number) + (blocks.weightSum[block] as number) / Math.min(words, 24);
  }
  return sums;
}

function between(sums: Float64Array, start: number, end: number): number {
  return (sums[end] as number) - (sums[start] as number);
}

/** What each element passes down to the blocks in it. */
interface ElementFacts {
  readonly words: Float64Array;
  readonly classFar: Int32Array;
  readonly classNear: Int32Array;
  readonly region: Int32Array;
  readonly lowest: Float32Array;
  readonly highest: Float32Array;
  readonly sum: Float32Array;
  readonly near40: Int32Array;
  readonly near200: Int32Array;
  readonly siblings: Int32Array;
  readonly innerItem: Int32Array;
  readonly outerItem: Int32Array;
  readonly top: number;
  readonly sharedDepth: Int32Array;
}

function readElements(page: PageBlocks, sums: BlockSums): ElementFacts {
  const { elements, blocks } = page;
  const count = elements.node.length;
  const facts = {
    words: new Float64Array(count),
    classFar: new Int32Array(count),
    classNear: new Int32Array(count),
    region: new Int32Array(count),
    lowest: new Float32Array(count),
    highest: new Float32Array(count),
    sum: new Float32Array(count),
    near40: new Int32Array(count),
    near200: new Int32Array(count),
    siblings: new Int32Array(count),
    innerItem: new Int32Array(count),
    outerItem: new Int32Array(count),
    sharedDepth: new Int32Array(count),
  };
  const siblings = new Map<number, number>();
  const siblingKey = (element: number): number =>
    (elements.parent[element] as number) * 0x40000000 + (elements.path[element] as number);
  for (let element = 1; element < count; element += 1) {
    if (elements.blockStart[element] === elements.blockEnd[element]) continue;
    const key = siblingKey(element);
    siblings.set(key, (siblings.get(key) ?? 0) + 1);
  }
  const total = sums.words[blocks.words.length] as number;
  const own = new Int32Array(count);
  for (let element = 0; element < count; element += 1) {
    const parent = elements.parent[element] as number;
    const words = between(
      sums.words,
      elements.blockStart[element] as number,
      elements.blockEnd[element] as number,
    );
    facts.words[element] = words;
    const whole = words > total * wholePageShare;
    const classes = elements.facts[element] as (typeof elements.facts)[number];
    const mask = whole ? classes.mask & ~negativeMask : classes.mask;
    own[element] = mask;
    facts.classFar[element] = mask | (facts.classFar[parent] as number);
    facts.classNear[element] = mask | (own[parent] as number);
    const region = elements.region[element] as number;
    const above = facts.region[parent] as number;
    // `region` holds what the ancestors opened, too: only what this element adds can be ignored.
    const added = region & ~(elements.region[parent] as number);
    facts.region[element] = above | (whole && element > 0 ? added & ~negativeRegions : added);
    facts.lowest[element] = Math.min(facts.lowest[parent] as number, whole ? 0 : classes.lowest);
    facts.highest[element] = Math.max(facts.highest[parent] as number, classes.highest);
    facts.sum[element] =
      (whole ? Math.max(0, classes.sum) : classes.sum) + 0.8 * (facts.sum[parent] as number);
    facts.near40[element] = words >= 40 ? element : (facts.near40[parent] as number);
    facts.near200[element] = words >= 200 ? element : (facts.near200[parent] as number);
    const same = element === 0 ? 0 : (siblings.get(siblingKey(element)) ?? 0);
    facts.siblings[element] = same;
    const repeated = same >= 3;
    facts.innerItem[element] = repeated ? element : (facts.innerItem[parent] as number);
    const outer = facts.outerItem[parent] as number;
    facts.outerItem[element] = outer === 0 && repeated ? element : outer;
  }
  const top = findTopElement(page, sums);
  const onTop = new Set<number>();
  for (let element = top; ; element = elements.parent[element] as number) {
    onTop.add(element);
    if (element === 0) break;
  }
  for (let element = 1; element < count; element += 1) {
    facts.sharedDepth[element] = onTop.has(element)
      ? (elements.depth[element] as number)
      : (facts.sharedDepth[elements.parent[element] as number] as number);
  }
  return { ...facts, top };
}

/** The element that holds most prose: paragraphs count for the parent in full and for the grandparent by half. */
function findTopElement({ blocks, elements }: PageBlocks, sums: BlockSums): number {
  const scores = new Float64Array(elements.node.length);
  let best = 0;
  for (let block = 0; block < blocks.words.length; block += 1) {
    if (sums.good[block] === 0) continue;
    const words = blocks.words[block] as number;
    const owner = blocks.element[block] as number;
    const parent =
      (elements.tag[owner]?.holder ?? 0) === 7 ? owner : (elements.parent[owner] as number);
    const grandparent = elements.parent[parent] as number;
    scores[parent] = (scores[parent] as number) + words;
    scores[grandparent] = (scores[grandparent] as number) + words / 2;
    if ((scores[parent] as number) > (scores[best] as number)) best = parent;
    if ((scores[grandparent] as number) > (scores[best] as number)) best = grandparent;
  }
  return best;
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

function fillHeadings(page: PageBlocks, sums: BlockSums, columns: FeatureColumns): void {
  const { blocks, elements } = page;
  const open: { level: number; weight: number; end: number; block: number }[] = [];
  const title = findTitleBlock(page);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const owner = blocks.element[block] as number;
    const level = elements.tag[owner]?.level ?? 0;
    while (open.length > 0 && block >= (open.at(-1)?.end ?? 0)) open.pop();
    if (level > 0) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      // A heading speaks for what its parent holds, or for more when it stands there alone.
      let scope = elements.parent[owner] as number;
      while (scope > 0 && (elements.blockEnd[scope] as number) <= block + 1) {
        scope = elements.parent[scope] as number;
      }
      const weight =
        (blocks.headingSum[block] as number) / Math.min(blocks.words[block] as number, 24);
      open.push({ level, weight, end: elements.blockEnd[scope] as number, block });
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

/** The first `h1` outside the page's header, else the first one, else -1. */
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

function fillAround(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const total = Math.max(1, sums.words[blocks.words.length] as number);
  const share = (which: Float64Array, element: number): number =>
    between(which, elements.blockStart[element] as number, elements.blockEnd[element] as number) /
    Math.max(1, facts.words[element] as number);
  const size = (element: number): number =>
    (elements.blockEnd[element] as number) - (elements.blockStart[element] as number);
  for (let block = 0; block < blocks.words.length; block += 1) {
    const element = blocks.element[block] as number;
    const parent = elements.parent[element] as number;
    const near40 = facts.near40[element] as number;
    const near200 = facts.near200[element] as number;
    const grand = elements.parent[parent] as number;
    columns.parentWords[block] = facts.words[parent] as number;
    columns.parentLinkShare[block] = share(sums.linkWords, parent);
    columns.parentGoodShare[block] = share(sums.goodWords, parent);
    columns.parentBlocks[block] = size(parent);
    columns.grandWords[block] = facts.words[grand] as number;
    columns.grandLinkShare[block] = share(sums.linkWords, grand);
    columns.grandGoodShare[block] = share(sums.goodWords, grand);
    columns.grandBlocks[block] = size(grand);
    columns.near40Words[block] = facts.words[near40] as number;
    columns.near40LinkShare[block] = share(sums.linkWords, near40);
    columns.near40GoodShare[block] = share(sums.goodWords, near40);
    columns.near40Share[block] = (facts.words[near40] as number) / total;
    columns.near200LinkShare[block] = share(sums.linkWords, near200);
    columns.near200GoodShare[block] = share(sums.goodWords, near200);
    columns.near200Share[block] = (facts.words[near200] as number) / total;
    columns.near200Blocks[block] = size(near200);
  }
}

function fillGroups(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): Int32Array {
  const count = blocks.words.length;
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
    const path = elements.path[blocks.element[block] as number] as number;
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
    const words = blocks.words[block] as number;
    stat.blocks += 1;
    stat.words += words;
    stat.links += blocks.linkWords[block] as number;
    stat.good += (sums.good[block] as number) * words;
    stat.weight += (blocks.weightSum[block] as number) / Math.min(words, 24);
    stat.last = block;
    const key = path * 0x20000 + ((blocks.hash[block] as number) & 0x1ffff);
    if (!seen.has(key)) {
      seen.add(key);
      stat.texts += 1;
    }
  }
  const total = Math.max(1, sums.words[count] as number);
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] as number;
    const stat = stats[group[block] as number];
    if (stat === undefined) continue;
    columns.pathBlocks[block] = stat.blocks;
    columns.pathShare[block] = stat.words / total;
    columns.pathLinkShare[block] = stat.links / stat.words;
    columns.pathGoodShare[block] = stat.good / stat.words;
    columns.pathDiversity[block] = stat.texts / stat.blocks;
    columns.pathWordMean[block] = stat.words / stat.blocks;
    columns.pathWeight[block] = stat.weight / stat.blocks;
    columns.pathSpan[block] = (stat.last - stat.first + 1) / count;
    columns.siblings[block] = facts.siblings[element] as number;
    const outer = facts.outerItem[element] as number;
    const inner = facts.innerItem[element] as number;
    if (outer > 0) {
      const start = elements.blockStart[outer] as number;
      const end = elements.blockEnd[outer] as number;
      const words = Math.max(1, facts.words[outer] as number);
      const same = facts.siblings[outer] as number;
      columns.itemCount[block] = same;
      columns.itemWords[block] = words;
      columns.itemLinkShare[block] = between(sums.linkWords, start, end) / words;
      columns.itemGoodShare[block] = between(sums.goodWords, start, end) / words;
      columns.itemPrices[block] = between(sums.currencies, start, end);
      const holder = elements.parent[outer] as number;
      columns.itemGroupShare[block] = (facts.words[holder] as number) / total;
    }
    if (inner > 0) {
      columns.innerItemCount[block] = facts.siblings[inner] as number;
      columns.innerItemWords[block] = facts.words[inner] as number;
    }
  }
  return group;
}

function fillPosition(
  { blocks, elements }: PageBlocks,
  sums: BlockSums,
  facts: ElementFacts,
  columns: FeatureColumns,
): void {
  const count = blocks.words.length;
  const total = Math.max(1, sums.words[count] as number);
  const totalGood = Math.max(1, sums.goodWords[count] as number);
  const { top } = facts;
  const topStart = elements.blockStart[top] as number;
  const topEnd = elements.blockEnd[top] as number;
  const topDepth = elements.depth[top] as number;
  let last = -500;
  for (let block = 0; block < count; block += 1) {
    columns.sincePreviousGood[block] = block - last;
    if (sums.good[block] === 1) last = block;
  }
  let next = count + 500;
  for (let block = count - 1; block >= 0; block -= 1) {
    columns.untilNextGood[block] = next - block;
    if (sums.good[block] === 1) next = block;
  }
  for (let block = 0; block < count; block += 1) {
    const element = blocks.element[block] as number;
    columns.depth[block] = elements.depth[element] as number;
    columns.blockPosition[block] = block / count;
    columns.wordPosition[block] = (sums.words[block] as number) / total;
    columns.blocksBefore[block] = block;
    columns.blocksAfter[block] = count - block;
    columns.goodBefore[block] = (sums.goodWords[block] as number) / totalGood;
    columns.goodAfter[block] = between(sums.goodWords, block + 1, count) / totalGood;
    columns.topDistance[block] = topDepth - (facts.sharedDepth[element] as number);
    columns.topOffset[block] =
      block < topStart ? block - topStart : block >= topEnd ? block - topEnd + 1 : 0;
    columns.topShare[block] = (facts.words[top] as number) / total;
    fillWindows(block, count, sums, columns);
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
