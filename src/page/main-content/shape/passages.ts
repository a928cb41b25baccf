import { isTag } from 'domhandler';
import { isDataTable } from '../../tree/data-table.ts';
import { getOrMake, toWordSet } from '../../../runtime/collections.ts';
import { classKinds } from '../blocks/lexicon.ts';
import {
  type BlockRange,
  type PageBlocks,
  headingLevel,
  regionBits,
} from '../blocks/page-blocks.ts';
import { isRelatedLabel } from './asides.ts';

/** What stands between two paragraphs of one element. */
export interface Passage extends BlockRange {
  /** The blocks of the paragraphs before and after it. */
  readonly before: number;
  readonly after: number;
}

/** A list of plain items. */
export interface PlainList extends BlockRange {
  readonly items: number;
}

/** A heading between two parts of the element that it stands in. */
export interface InnerHeading {
  readonly heading: number;
  /** The last block of the part before it, and the first one of the part after it. */
  readonly before: number;
  readonly after: number;
}

/** The parts of a text that belong to what stands around them, each kind in page order. */
export interface TextParts {
  readonly passages: readonly Passage[];
  readonly lists: readonly PlainList[];
  readonly innerHeadings: readonly InnerHeading[];
}

/** Elements with text, by the element that holds them. */
type Children = ReadonlyMap<number, readonly number[]>;

/** Returns the parts of a page's texts that are kept with what stands around them. */
export function listTextParts(page: PageBlocks): TextParts {
  const { blockStart, blockEnd, node, parent } = page.elements;
  const children = new Map<number, number[]>();
  for (let element = 1; element < node.length; element += 1) {
    if (blockStart[element] === blockEnd[element]) continue;
    getOrMake(children, parent[element] ?? 0, () => []).push(element);
  }
  const texts = [...children.values()].filter((own) => own.some((one) => isParagraph(page, one)));
  return {
    passages: texts.flatMap((own) => listPassages(page, children, own)),
    lists: listPlainLists(page, children),
    innerHeadings: texts
      .flatMap((own) => listInnerHeadings(page, own))
      .toSorted((one, other) => one.heading - other.heading),
  };
}

/** Words. Shorter lines are labels. */
const leastParagraph = 8;

function isParagraph({ blocks, elements }: PageBlocks, element: number): boolean {
  const start = elements.blockStart[element] ?? 0;
  return (
    elements.tag[element]?.holder === paragraphHolder &&
    blocks.endsSentence[start] === 1 &&
    (blocks.words[start] ?? 0) >= leastParagraph
  );
}

const paragraphHolder = 1;

/** Words. Longer ones are chapters of their own. */
const mostPassage = 150;

/** Share of their words that are links. Those of more links lead to other pages. */
const passageLinks = 0.2;
/** A quote names its source with a link. */
const quoteLinks = 0.5;

const wholeTags: ReadonlySet<string> = toWordSet('ul ol dl table pre blockquote');

const shareBit = 1 << classKinds.indexOf('share');
/** Names of what stands in a text and is not of it. */
export const strangeBits: number = (
  ['navigation', 'related', 'share', 'comment', 'advert', 'dialog', 'controls'] as const
).reduce((bits, kind) => bits | (1 << classKinds.indexOf(kind)), 0);

/**
 * Returns what stands between two paragraphs of one element and is of the text by its kind: a paragraph, a list, a table, code,
 * a quote, or a note that ends in a sentence. Of those that were left out on the pages of all sets 34 of 53 are wanted, on 22
 * of 30 pages. Divisions, sections and figures are mostly something else: advertisements, captions.
 */
function listPassages(
  page: PageBlocks,
  children: Children,
  siblings: readonly number[],
): readonly Passage[] {
  const { blockStart, blockEnd } = page.elements;
  const passages: Passage[] = [];
  let before: number | undefined;
  let waiting: (Omit<Passage, 'after'> & { readonly isPost: boolean })[] = [];
  for (const element of siblings) {
    const start = blockStart[element] ?? 0;
    const isText = isParagraph(page, element);
    if (isText) {
      passages.push(...waiting.map((passage) => ({ ...passage, after: start })));
      waiting = [];
    }
    if (before !== undefined && isPassage(page, children, element))
      waiting.push({
        start,
        end: blockEnd[element] ?? 0,
        before,
        isPost: isPost(page, readWhole(page, children, element)),
      });
    if (isText) before = start;
  }
  // A post stands for itself: no text need go on behind it.
  passages.push(
    ...waiting
      .filter(({ isPost }) => isPost)
      .map((passage) => ({ ...passage, after: passage.before })),
  );
  return passages;
}

function isPassage(page: PageBlocks, children: Children, element: number): boolean {
  const { blocks, elements } = page;
  const start = elements.blockStart[element] ?? 0;
  const end = elements.blockEnd[element] ?? 0;
  const whole = readWhole(page, children, element);
  const name = readName(page, whole);
  if (name === undefined || !isOfText(page, element, name)) return false;
  if (name === 'aside' && blocks.endsSentence[end - 1] !== 1) return false;
  const { words, links } = countWords(page, start, end);
  // What is a link alone says where the post is, and not what.
  if (isPost(page, whole)) return words <= mostPassage && links < words;
  return (
    words <= mostPassage && links < words * (name === 'blockquote' ? quoteLinks : passageLinks)
  );
}

/** As what embeds a post of another site in a text names the quote that it shows in place of it. */
const postClass = /(?:^|[\s-])(?:tweet|embed|media)(?:[\s-]|$)/;

/** Whether an element is a post of another site that a text shows, which is mostly links. */
function isPost({ elements }: PageBlocks, element: number): boolean {
  const own = elements.node[element];
  return (
    own !== undefined &&
    isTag(own) &&
    own.name === 'blockquote' &&
    postClass.test(own.attribs['class']?.slice(0, 400) ?? '')
  );
}

/**
 * Returns the list, table or quote that is all that stands in a division, or else the element itself. Of what figures hold, a
 * table of data and a post are of the text.
 */
function readWhole(page: PageBlocks, children: Children, element: number): number {
  let whole = element;
  let isInFigure = false;
  for (let inner = children.get(whole); inner?.length === 1; inner = children.get(whole)) {
    const [only = 0] = inner;
    const name = readName(page, whole);
    if (name !== 'div' && name !== 'figure') break;
    isInFigure ||= name === 'figure';
    whole = only;
  }
  const own = page.elements.node[whole];
  if (own === undefined || !isTag(own) || !wholeTags.has(own.name)) return element;
  if (!isInFigure) return whole;
  return isPost(page, whole) || (own.name === 'table' && isDataTable(own)) ? whole : element;
}

function readName({ elements }: PageBlocks, element: number): string | undefined {
  const own = elements.node[element];
  return own !== undefined && isTag(own) ? own.name : undefined;
}

function isOfText(page: PageBlocks, element: number, name: string): boolean {
  const { facts, region } = page.elements;
  // A quote that is named after a site to share things on is from there.
  const strange = name === 'blockquote' ? strangeBits & ~shareBit : strangeBits;
  if (((facts[element]?.mask ?? 0) & strange) !== 0) return false;
  if (((region[element] ?? 0) & regionBits.hidden) !== 0) return false;
  return name === 'aside' || wholeTags.has(name) || isParagraph(page, element);
}

function countWords(
  { blocks }: PageBlocks,
  start: number,
  end: number,
): { readonly words: number; readonly links: number } {
  let words = 0;
  let links = 0;
  for (let block = start; block < end; block += 1) {
    words += blocks.words[block] ?? 0;
    links += blocks.linkWords[block] ?? 0;
  }
  return { words, links };
}

/** Share of the words of a list that are links. Lists of more links lead to other pages, and some of them are left out. */
const listLinks = 0.5;

/** Returns the lists whose items hold one block each, all of them as visible as the list. */
function listPlainLists(page: PageBlocks, children: Children): readonly PlainList[] {
  const { blockStart, blockEnd, region } = page.elements;
  const lists: PlainList[] = [];
  for (const [list, items] of children) {
    const name = readName(page, list);
    if (name !== 'ul' && name !== 'ol') continue;
    const isPlain = items.every(
      (item) =>
        (blockEnd[item] ?? 0) - (blockStart[item] ?? 0) === 1 &&
        (((region[item] ?? 0) ^ (region[list] ?? 0)) & regionBits.hidden) === 0,
    );
    const start = blockStart[list] ?? 0;
    const end = blockEnd[list] ?? 0;
    if (!isPlain || end - start !== items.length || items.length < 2) continue;
    const { words, links } = countWords(page, start, end);
    if (links < words * listLinks) lists.push({ start, end, items: items.length });
  }
  return lists;
}

/** Words. Longer ones are calls to do something. */
const mostHeading = 15;

/** Returns the headings that stand between two parts of a text, without those of links and of other pages. */
function listInnerHeadings(page: PageBlocks, siblings: readonly number[]): readonly InnerHeading[] {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, tag } = elements;
  const headings: InnerHeading[] = [];
  for (const [at, element] of siblings.entries()) {
    const level = tag[element]?.level ?? 0;
    const heading = blockStart[element] ?? 0;
    const next = siblings[at + 1];
    if (level < 2 || at === 0 || next === undefined || blockEnd[element] !== heading + 1) continue;
    const words = blocks.words[heading] ?? 0;
    if (words > mostHeading || (blocks.linkWords[heading] ?? 0) * 2 > words) continue;
    const after = blockStart[next] ?? 0;
    const nextLevel = headingLevel(page, after);
    if ((nextLevel > 0 && nextLevel <= level) || isRelatedLabel(page, heading)) continue;
    headings.push({ heading, before: heading - 1, after });
  }
  return headings;
}
