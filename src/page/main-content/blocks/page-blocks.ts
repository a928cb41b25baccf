import type { Document, Element, Text } from 'domhandler';
import { type ClassFacts, classKinds } from './class-words.ts';
import type { TagFacts } from './tag-facts.ts';

/** Columns of a block; all values are integers. */
export const blockColumns = [
  /** Positions in `texts` of the block's first text node and of the one after its last. */
  'textStart',
  'textEnd',
  'element',
  'words',
  'linkWords',
  'letters',
  'digits',
  'capitals',
  'capitalWords',
  'commas',
  'stops',
  'currencies',
  'marks',
  'endsSentence',
  'hash',
  'weightSum',
  'weightMin',
  'weightMax',
  'headingSum',
  'statedTitle',
  'statedBody',
  'statedMeta',
  'statedReview',
  /** Class facts of the inline elements in the block: kinds, lowest and highest weight. */
  'inlineMask',
  'inlineLowest',
  'inlineHighest',
  /** Number of links in the block, and whether the block is inside one. */
  'links',
  'insideLink',
] as const;

/** Runs of text between the borders of block-level elements; each column has one entry a block. */
export type BlockColumns = Readonly<Record<(typeof blockColumns)[number], Int32Array>>;

/** Columns of an element; all values are integers. */
export const elementColumns = [
  'parent',
  'depth',
  'region',
  'path',
  'blockStart',
  'blockEnd',
] as const;

/**
 * Block-level elements in document order; each column has one entry an element. The first element is the page itself.
 */
export interface ElementColumns extends Readonly<
  Record<(typeof elementColumns)[number], Int32Array>
> {
  readonly node: readonly (Element | Document)[];
  readonly tag: readonly TagFacts[];
  readonly facts: readonly ClassFacts[];
}

/** A page as columns of blocks and of the elements around them. */
export interface PageBlocks {
  /** Text nodes of the blocks; nodes after the last block's belong to no block. */
  readonly texts: readonly Text[];
  /** 1 for a text node that a line break or the border of two links separates from the previous one in its block. */
  readonly breaks: readonly number[];
  readonly blocks: BlockColumns;
  readonly elements: ElementColumns;
}

/** Neighbouring blocks: from `start` up to, but not including, `end`. */
export interface BlockRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the text of a block; line breaks count as white space, and white space is collapsed. */
export function readBlockText({ texts, breaks, blocks }: PageBlocks, block: number): string {
  const start = blocks.textStart[block] as number;
  const end = blocks.textEnd[block] as number;
  let text = '';
  for (let index = start; index < end; index += 1) {
    if (breaks[index] === 1) text += '\n';
    text += texts[index]?.data ?? '';
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the rank of a block as a heading: 1 to 6 by its tag, 7 when it only looks like one, else 0. */
export function headingLevel({ blocks, elements }: PageBlocks, block: number): number {
  const owner = blocks.element[block] as number;
  const { level = 0, holder = 0 } = elements.tag[owner] ?? {};
  if (level > 0) return level;
  const words = blocks.words[block] as number;
  if (words > lookalikeWords || (blocks.endsSentence[block] as number) === 1) return 0;
  if ((blocks.linkWords[block] as number) > words / 2) return 0;
  const mask = (elements.facts[owner]?.mask ?? 0) | (blocks.inlineMask[block] as number);
  return holder === 8 || (mask & titleBit) !== 0 ? 7 : 0;
}

/**
 * Returns the end of the blocks that a heading can cover: those of its parent or, where it stands alone in the parent, of
 * the next larger ancestor.
 */
export function headingEnd({ blocks, elements }: PageBlocks, block: number): number {
  let scope = elements.parent[blocks.element[block] as number] as number;
  while (scope > 0 && (elements.blockEnd[scope] as number) <= block + 1) {
    scope = elements.parent[scope] as number;
  }
  return elements.blockEnd[scope] as number;
}

const lookalikeWords = 6;
const titleBit = 1 << classKinds.indexOf('title');
