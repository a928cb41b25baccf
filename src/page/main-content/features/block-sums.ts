import type { PageBlocks } from '../blocks/page-blocks.ts';

/** Words; a block with as many reads like a paragraph of prose. */
const goodWords = 12;
const goodLinkShare = 0.35;

/** Running sums over the blocks: entry i is the sum over all blocks before i. */
export interface BlockSums {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly goodWords: Float64Array;
  readonly goodBlocks: Float64Array;
  readonly currencies: Float64Array;
  /** Sums of the mean weights of the blocks' first words. */
  readonly weight: Float64Array;
  readonly good: Uint8Array;
}

/** Returns the running sums of a page's blocks. */
export function sumBlocks({ blocks }: PageBlocks): BlockSums {
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

/** Returns the sum over the blocks from `start` up to, but not including, `end`. */
export function between(sums: Float64Array, start: number, end: number): number {
  return (sums[end] as number) - (sums[start] as number);
}
