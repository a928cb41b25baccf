import type { Document, Element, Text } from 'domhandler';
import { isOwnBlock } from '../../display/custom-elements.ts';
import { type ClassFacts, classKinds } from './lexicon.ts';

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
type BlockColumns = Readonly<Record<(typeof blockColumns)[number], Int32Array>>;

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
interface ElementColumns extends Readonly<Record<(typeof elementColumns)[number], Int32Array>> {
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
  const start = blocks.textStart[block] ?? 0;
  const end = blocks.textEnd[block] ?? 0;
  let text = '';
  for (let index = start; index < end; index += 1) {
    if (breaks[index] === 1) text += '\n';
    text += texts[index]?.data ?? '';
  }
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** Returns the rank of a block as a heading: 1 to 6 by its tag, 7 when it only looks like one, else 0. */
export function headingLevel({ blocks, elements }: PageBlocks, block: number): number {
  const owner = blocks.element[block] ?? 0;
  const { level = 0, holder = 0 } = elements.tag[owner] ?? {};
  if (level > 0) return level;
  const words = blocks.words[block] ?? 0;
  if (words > lookalikeWords || (blocks.endsSentence[block] ?? 0) === 1) return 0;
  if ((blocks.linkWords[block] ?? 0) > words / 2) return 0;
  const mask = (elements.facts[owner]?.mask ?? 0) | (blocks.inlineMask[block] ?? 0);
  return holder === 8 || (mask & titleBit) !== 0 ? 7 : 0;
}

/**
 * Returns the end of the blocks that a heading can cover: those of its parent or, where it stands alone in the parent, of
 * the next larger ancestor.
 */
export function headingEnd({ blocks, elements }: PageBlocks, block: number): number {
  let scope = elements.parent[blocks.element[block] ?? 0] ?? 0;
  while (scope > 0 && (elements.blockEnd[scope] ?? 0) <= block + 1) {
    scope = elements.parent[scope] ?? 0;
  }
  return elements.blockEnd[scope] ?? 0;
}

const lookalikeWords = 6;
const titleBit = 1 << classKinds.indexOf('title');

/** Bits of a tag's facts: how the walk treats an element. */
export const tagBits = {
  skip: 1,
  block: 2,
  link: 4,
  transparent: 16,
  lineBreak: 32,
} as const;

/** Regions that an ancestor opens by its tag or role; the position of each is its bit in a mask. */
export const regionKinds = [
  'main',
  'article',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'table',
  'list',
  'figure',
  'dialog',
  'hidden',
  'link',
  'button',
  'quote',
  'innerHeader',
  'section',
  'itemBody',
  'noscript',
] as const;

type RegionKind = (typeof regionKinds)[number];

/** The bit of each region. */
export const regionBits: Readonly<Record<RegionKind, number>> = Object.fromEntries(
  regionKinds.map((kind, bit) => [kind, 1 << bit]),
) as Record<RegionKind, number>;

/** The regions that say that they hold the page's text. */
export const textRegions: number = regionBits.main | regionBits.article;

/** Facts of a tag: how the walk treats it, the region it opens, and the kind of text it holds. */
export interface TagFacts {
  readonly bits: number;
  readonly region: number;
  /** 1 p, 2 li, 3 cell, 4 heading, 5 dt, 6 dd, 7 division, 8 caption, 9 pre, 10 quote, 11 control, 12 section, 0 inline. */
  readonly holder: number;
  /** 1 to 6 for headings. */
  readonly level: number;
  readonly hash: number;
}

const facts = new Map<string, TagFacts>();
let lastHash = 0;

function define(tags: string, bits: number, region = 0, holder = 7): void {
  for (const tag of tags.split(' ')) {
    lastHash += 1;
    const level = /^h[1-6]$/.test(tag) ? Number(tag.charAt(1)) : 0;
    facts.set(tag, { bits, region, holder, level, hash: Math.imul(lastHash, 0x9e3779b1) });
  }
}

const { skip, block, link, transparent, lineBreak } = tagBits;
define('script style template svg iframe select object canvas audio video', skip);
define('textarea datalist math head title map area source track param embed', skip);
define('html body tbody thead tfoot', block | transparent);
define('br', lineBreak, 0, 0);
define('a', link, 0, 0);
define('p', block, 0, 1);
define('li', block, 0, 2);
define('ul ol menu dl', block, regionBits.list);
define('td th', block, 0, 3);
define('table', block, regionBits.table);
define('tr colgroup col', block);
define('h1 h2 h3 h4 h5 h6', block, 0, 4);
define('dt', block, 0, 5);
define('dd', block, 0, 6);
define('div center hr fieldset details address hgroup search frameset', block);
define('figcaption caption legend summary', block, 0, 8);
define('pre', block, regionBits.quote, 9);
define('blockquote', block, regionBits.quote, 10);
define('button label option', block, regionBits.button, 11);
define('section', block, regionBits.section, 12);
define('main', block, regionBits.main, 12);
define('article', block, regionBits.article, 12);
define('nav', block, regionBits.nav, 12);
define('header', block, regionBits.header, 12);
define('footer', block, regionBits.footer, 12);
define('aside', block, regionBits.aside, 12);
define('form', block, regionBits.form, 12);
define('figure', block, regionBits.figure);
define('dialog', block, regionBits.dialog);
define('noscript', block, regionBits.noscript);

const inline: TagFacts = { bits: 0, region: 0, holder: 0, level: 0, hash: 0x1f123bb5 };
const custom: TagFacts = { bits: block, region: 0, holder: 7, level: 0, hash: 0x2545f491 };

export const bodyFacts: TagFacts = facts.get('body') ?? inline;

/** Returns the facts of an element's tag. */
export function findTagFacts(element: Element): TagFacts {
  return facts.get(element.name) ?? (isOwnBlock(element) ? custom : inline);
}

const regionOfRole = new Map<string, number>([
  ['main', regionBits.main],
  ['article', regionBits.article],
  ['navigation', regionBits.nav],
  ['menu', regionBits.nav],
  ['menubar', regionBits.nav],
  ['banner', regionBits.header],
  ['contentinfo', regionBits.footer],
  ['complementary', regionBits.aside],
  ['search', regionBits.form],
  ['dialog', regionBits.dialog],
  ['alertdialog', regionBits.dialog],
  ['button', regionBits.button],
]);

const hidingStyle = /(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden)/i;
const bodyProperty = /articleBody|description|text|reviewBody/i;

/** Returns the region that an attribute of an element opens; 0 for most attributes. */
export function readAttributeRegion(
  name: string,
  attributes: Readonly<Record<string, string>>,
): number {
  switch (name) {
    case 'role': {
      return regionOfRole.get(attributes['role'] ?? '') ?? 0;
    }
    case 'hidden': {
      return regionBits.hidden;
    }
    case 'aria-hidden': {
      return attributes['aria-hidden'] === 'true' ? regionBits.hidden : 0;
    }
    case 'style': {
      return hidingStyle.test(attributes['style'] ?? '') ? regionBits.hidden : 0;
    }
    case 'itemprop': {
      return bodyProperty.test(attributes['itemprop'] ?? '') ? regionBits.itemBody : 0;
    }
    case 'aria-modal': {
      return attributes['aria-modal'] === 'true' ? regionBits.dialog : 0;
    }
    default: {
      return 0;
    }
  }
}
