import { between, type BlockSums } from './block-sums.ts';
import type { ElementFacts } from './element-facts.ts';
import type { FeatureColumns } from './feature-names.ts';
import type { PageBlocks } from '../blocks/page-blocks.ts';

/** Distance in blocks to a paragraph of prose, on a page without one. */
const faraway = 500;

/** Fills the features of the elements around a block. */
export function fillAncestorFeatures(
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

/** Fills the features that a block shares with others of its template, and returns the path group of each block. */
export function fillGroupFeatures(
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

/** Fills the features of a block's position. */
export function fillPositionFeatures(
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
  fillProseDistances(count, sums, columns);
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
