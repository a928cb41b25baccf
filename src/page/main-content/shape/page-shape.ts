import { type Element, isTag } from 'domhandler';
import { walk } from '../../tree/footnotes.ts';
import { classKinds } from '../blocks/lexicon.ts';
import {
  type BlockRange,
  type PageBlocks,
  headingLevel,
  readBlockText,
  regionBits,
} from '../blocks/page-blocks.ts';
import type { BlockFeatures } from '../features/block-features.ts';
import { type ElementFacts, wholePageShare } from '../features/element-facts.ts';
import type { BlockNeighbours, RepeatableBlocks, Section } from '../select-blocks.ts';
import {
  type Aside,
  isRelatedLabel,
  listAdLabels,
  listAsides,
  listCaptions,
  listFooters,
  listSignatures,
  passageHolders,
} from './asides.ts';
import { type PostShape, listBylines } from './bylines.ts';
import { type CodePart, codeHolder, listCode } from './code-parts.ts';
import { listNotices } from './consent-notices.ts';
import { type TextParts, listTextParts } from './passages.ts';
import { type Term, listNoteTitles, listSections, listTerms, listTitles } from './sections.ts';
import { type ClosedTable, listClosedTables, listTables } from './tables.ts';

/** What the choice of a page's blocks depends on besides their chances. */
export interface PageShape extends BlockNeighbours, RepeatableBlocks, TextParts, PostShape {
  /** Tables of data in page order, which are kept or dropped whole. */
  readonly tables: readonly BlockRange[];
  /** Those of them in parts that are closed. */
  readonly closedTables: readonly ClosedTable[];
  /** The sections below the page's title, in page order. A heading that is a link is an entry of a list, and has none. */
  readonly sections: readonly Section[];
  /** What visitors said about the text before it, in page order. */
  readonly threads: readonly BlockRange[];
  /** The text of the page's only article where a part named as comments follows on it. */
  readonly commented: CommentedText | undefined;
  /** Parts that the page hides and that nothing on it can show, in page order. */
  readonly unseen: readonly BlockRange[];
  /** Footers of the page itself, in page order. */
  readonly footers: readonly BlockRange[];
  /** Parts for browsers without scripts, in page order. */
  readonly advice: readonly BlockRange[];
  /** Lists, tables and quotes that the block before them announces, in page order. */
  readonly announced: readonly Announced[];
  /** Those that the heading before them announces, in page order. */
  readonly headed: readonly Announced[];
  /** Blocks that say that an advertisement stands there, in page order. */
  readonly adLabels: readonly number[];
  /** Captions of pictures that no text refers to by number, in page order. */
  readonly captions: readonly BlockRange[];
  /** Signatures below the posts of a discussion, in page order. */
  readonly signatures: readonly BlockRange[];
  /** What asks for consent to cookies, in page order. */
  readonly notices: readonly BlockRange[];
  /** 1 for a block in a part that is hidden until a script shows it. */
  readonly hidden: Uint8Array;
  /** Parts that name themselves as something beside or below a text: related posts, a side, a legal notice. */
  readonly asides: readonly Aside[];
  /** Code, with the figure or table that lays it out. */
  readonly code: readonly CodePart[];
  /** Terms of lists, each with what is said of it. */
  readonly terms: readonly Term[];
  /** Whether a block says that other pages stand below it, and is no sentence. */
  readonly isRelatedLabel: (block: number) => boolean;
  /** Titles of notes within a text, each with its note, in page order. */
  readonly noteTitles: readonly BlockRange[];
}

/** What the block before it announces. */
export interface Announced extends BlockRange {
  /** Whether it is mostly links, and belongs to a text only where that goes on behind it. */
  readonly isLinked: boolean;
}

/** A text and what visitors said about it, in page order. */
export interface CommentedText extends BlockRange {
  readonly comments: readonly BlockRange[];
}

/** Returns the shape of a page with the given features. */
export function readPageShape(page: PageBlocks, features: BlockFeatures): PageShape {
  const { blocks, elements } = page;
  const { words, element, hash } = blocks;
  const { parent, blockStart, blockEnd } = elements;
  const tables = listTables(page);
  return {
    words,
    element,
    hash,
    parent,
    blockStart,
    blockEnd,
    group: features.group,
    cards: groupCards(page, features.elements),
    tables,
    closedTables: listClosedTables(page, features.elements, tables),
    sections: listSections(page),
    threads: listThreads(page, features.elements, features.sums.goodWords),
    commented: findCommented(page),
    unseen: listUnseen(page, features.elements),
    footers: listFooters(page),
    advice: listOpened(page, regionBits.noscript),
    announced: listAnnounced(page, isUnfinished),
    headed: listAnnounced(page, isHeading),
    ...listTextParts(page),
    adLabels: listAdLabels(page),
    captions: listCaptions(page),
    signatures: listSignatures(page),
    notices: listNotices(page, features.elements),
    hidden: Uint8Array.from(element, (owner) => isHidden(page, owner)),
    asides: listAsides(page),
    code: listCode(page),
    terms: listTerms(page),
    noteTitles: listNoteTitles(page),
    titles: listTitles(page),
    linkWords: blocks.linkWords,
    listBylines: (kept) => listBylines(page, features, kept),
    isRelatedLabel: (block) =>
      isRelatedLabel(page, block) && !/[.!?…]\s*$/.test(readBlockText(page, block)),
    sharesFlow: (one, other) => sharesFlow(page, one, other),
  };
}

function isHidden({ elements }: Pick<PageBlocks, 'elements'>, element: number): number {
  return ((elements.region[element] ?? 0) & regionBits.hidden) === 0 ? 0 : 1;
}

const slideBit = 1 << classKinds.indexOf('list');

/**
 * Whether two blocks belong to one run of text: they stand in the same element, or in siblings of one tag and class, or
 * these siblings do. A part for small screens has another class or another parent than that for wide ones.
 */
function sharesFlow({ blocks, elements }: PageBlocks, one: number, other: number): boolean {
  const { facts, parent, path, tag } = elements;
  let first = blocks.element[one] ?? 0;
  let second = blocks.element[other] ?? 0;
  if (isHidden({ elements }, first) !== 0 || isHidden({ elements }, second) !== 0) return false;
  if (first === second) return true;
  if (path[first] !== path[second]) return false;
  if (parent[first] === parent[second]) return true;
  first = parent[first] ?? 0;
  second = parent[second] ?? 0;
  return (
    path[first] === path[second] &&
    parent[first] === parent[second] &&
    passageHolders.has(tag[first]?.holder ?? 0) &&
    ((facts[first]?.mask ?? 0) & slideBit) === 0
  );
}

/** What a script or a control finds an element by is none of these. */
const namelessAttributes: ReadonlySet<string> = new Set(['style', 'hidden', 'lang', 'dir']);

/**
 * Returns the parts that are hidden for good: hidden by their own attributes, without a name by which a script or a
 * control could show them. A page with most of its words in such parts shows them some other way.
 */
function listUnseen(
  page: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
): readonly BlockRange[] {
  const { blockStart, blockEnd, node, parent } = page.elements;
  const unseen: BlockRange[] = [];
  let last = 0;
  let mass = 0;
  for (let element = 1; element < node.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last || isHidden(page, element) === 0) continue;
    if (isHidden(page, parent[element] ?? 0) === 1) continue;
    const own = node[element];
    if (own === undefined || !('attribs' in own)) continue;
    if (!Object.keys(own.attribs).every((name) => namelessAttributes.has(name))) continue;
    unseen.push({ start, end });
    last = end;
    mass += words[element] ?? 0;
  }
  return mass * 2 > (words[0] ?? 0) ? [] : unseen;
}

/** Returns the outermost elements of a region. */
function listOpened({ elements }: PageBlocks, region: number): readonly BlockRange[] {
  const { blockStart, blockEnd, parent } = elements;
  const opened: BlockRange[] = [];
  for (let element = 1; element < blockStart.length; element += 1) {
    const isOpened =
      ((elements.region[element] ?? 0) & ~(elements.region[parent[element] ?? 0] ?? 0) & region) !==
      0;
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (isOpened && start < end) opened.push({ start, end });
  }
  return opened;
}

const announcedTags: ReadonlySet<string> = new Set([
  'ul',
  'ol',
  'dl',
  'table',
  'pre',
  'blockquote',
]);

/** Words. Longer ones are chapters of their own. */
const mostAnnounced = 150;

/** Words of a sentence that a list goes on with. */
const leastUnfinished = 3;

/** Share of their words that are links. Those of more links may lead to other pages. */
const announcedLinks = 0.2;

/**
 * Returns what a block announces, where it stands directly below it. Of those on the pages of all sets that were left out below
 * a colon, 34 of 36 are wanted, on 21 of 22 sites; below an unfinished sentence none was left out there. Of lists of links below
 * a colon or a heading, with text behind them, 16 of 20 are.
 */
function listAnnounced(
  page: PageBlocks,
  announces: (page: PageBlocks, block: number) => boolean,
): readonly Announced[] {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, node, parent } = elements;
  const announced: Announced[] = [];
  for (let start = 1; start < blocks.words.length; start += 1) {
    if (!announces(page, start - 1)) continue;
    let part = blocks.element[start] ?? 0;
    for (
      let around = part;
      around > 0 && blockStart[around] === start;
      around = parent[around] ?? 0
    )
      part = around;
    const own = node[part];
    if (own === undefined || !isTag(own) || !announcedTags.has(own.name)) continue;
    if (blockStart[part] !== start) continue;
    const around = parent[part] ?? 0;
    if (around !== parent[blocks.element[start - 1] ?? 0]) continue;
    const end = blockEnd[part] ?? 0;
    let words = 0;
    let links = 0;
    for (let block = start; block < end && words <= mostAnnounced; block += 1) {
      words += blocks.words[block] ?? 0;
      links += blocks.linkWords[block] ?? 0;
    }
    if (words > mostAnnounced) continue;
    const isLinked = links >= words * announcedLinks;
    const isOfText = (): boolean =>
      end < (blockEnd[around] ?? 0) &&
      (blocks.endsSentence[end] === 1 || headingLevel(page, end) > 0) &&
      !isRelatedLabel(page, start - 1) &&
      leadsAway(own);
    if (!isLinked || isOfText()) announced.push({ start, end, isLinked });
  }
  return announced;
}

/** Whether a link leads to another page: those of a table of contents do not. */
function leadsAway(list: Element): boolean {
  for (const inner of walk(list))
    if (isTag(inner) && inner.name === 'a') return !(inner.attribs['href'] ?? '#').startsWith('#');
  return false;
}

function isHeading(page: PageBlocks, block: number): boolean {
  return (page.elements.tag[page.blocks.element[block] ?? 0]?.level ?? 0) > 1;
}

/** Whether a block ends in a colon, or a paragraph within its sentence, as one that a list goes on with. */
function isUnfinished({ blocks, elements, texts }: PageBlocks, block: number): boolean {
  const said = texts[(blocks.textEnd[block] ?? 0) - 1]?.data.trimEnd() ?? '';
  if (/[:：]$/.test(said)) return true;
  const own = elements.node[blocks.element[block] ?? 0];
  const words = blocks.words[block] ?? 0;
  return (
    own !== undefined &&
    isTag(own) &&
    own.name === 'p' &&
    words >= leastUnfinished &&
    words > (blocks.linkWords[block] ?? 0) * 2 &&
    /[\p{L}\p{N},]$/u.test(said)
  );
}

/**
 * Words of prose before the first comment, without those of other comments: what is commented on. On the pages of all sets
 * 60 to 250 give the same.
 */
const leastProse = 150;

const commentBit = 1 << classKinds.indexOf('comment');

/**
 * Returns the comments of a page: the outermost elements that are named so and follow on a text. `goodBefore` holds the
 * words of prose before each block.
 */
function listThreads(
  { elements }: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
  goodBefore: Float64Array,
): readonly BlockRange[] {
  const { blockStart, blockEnd, facts, tag } = elements;
  const threads: BlockRange[] = [];
  const most = (words[0] ?? 0) * wholePageShare;
  let last = 0;
  let commented = 0;
  for (let element = 1; element < facts.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last || tag[element]?.holder === codeHolder) continue;
    if (((facts[element]?.mask ?? 0) & commentBit) === 0) continue;
    const isThread = (goodBefore[start] ?? 0) - commented >= leastProse;
    // What surrounds the text and its comments has such a name, too: `comments-open`.
    if (!isThread && (words[element] ?? 0) > most) continue;
    commented += (goodBefore[end] ?? 0) - (goodBefore[start] ?? 0);
    last = end;
    if (isThread) threads.push({ start, end });
  }
  return threads;
}

/** Finds what stands below the heading of the page's only `<article>`, before the first part in it or behind it that is named as comments. */
function findCommented(page: PageBlocks): CommentedText | undefined {
  const { blockStart, blockEnd, facts, node, tag } = page.elements;
  let article: BlockRange | undefined;
  let text: BlockRange | undefined;
  const comments: BlockRange[] = [];
  let last = 0;
  for (let element = 1; element < node.length; element += 1) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end || start < last) continue;
    const own = node[element];
    const isNamed =
      ((facts[element]?.mask ?? 0) & commentBit) !== 0 && tag[element]?.holder !== codeHolder;
    if (isNamed && article !== undefined) {
      text ??= findHeadedText(page, article.start, Math.min(article.end, start));
      if (text === undefined) continue;
      comments.push({ start, end });
      last = end;
    } else if (own !== undefined && isTag(own) && own.name === 'article') {
      if (article !== undefined) return undefined;
      article = { start, end };
    }
  }
  return text === undefined ? undefined : { ...text, comments };
}

/** Finds what stands below the first heading of these blocks. */
function findHeadedText(page: PageBlocks, start: number, end: number): BlockRange | undefined {
  let text = start;
  while (text < end && headingLevel(page, text) === 0) text += 1;
  while (text < end && headingLevel(page, text) > 0) text += 1;
  return text < end ? { start: text, end } : undefined;
}

/** Fewer siblings of one template are two columns, or a text and what stands beside it. */
const leastCards = 3;

/** Share of the page's words. Siblings that hold more are the parts of the page, not cards in it. */
const largestShare = 0.5;

/**
 * Returns for each block the outermost group of cards that it stands in, -1 for none: siblings of one template, such as
 * products, reviews, filters or teasers. A group is named by its first card's element.
 */
export function groupCards(
  { blocks, elements }: PageBlocks,
  { words, siblings, firstSibling }: Pick<ElementFacts, 'firstSibling' | 'siblings' | 'words'>,
): Int32Array {
  const count = words.length;
  const groupWords = new Float64Array(count);
  for (let element = 1; element < count; element += 1) {
    const first = firstSibling[element] ?? 0;
    groupWords[first] = (groupWords[first] ?? 0) + (words[element] ?? 0);
  }
  const most = (words[0] ?? 0) * largestShare;
  const groups = new Int32Array(count).fill(-1);
  for (let element = 1; element < count; element += 1) {
    const around = groups[elements.parent[element] ?? 0] ?? 0;
    const first = firstSibling[element] ?? 0;
    const isCard = (siblings[element] ?? 0) >= leastCards && (groupWords[first] ?? 0) <= most;
    groups[element] = around < 0 && isCard ? first : around;
  }
  return Int32Array.from(blocks.element, (element) => groups[element] ?? 0);
}
