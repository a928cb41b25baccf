import { type AnyNode, type Element, isTag } from 'domhandler';
import { getOrMake, toWordSet } from '../../../runtime/collections.ts';
import { splitClassWords } from '../blocks/lexicon.ts';
import { type PageBlocks, readBlockText, regionBits } from '../blocks/page-blocks.ts';
import type { BlockFeatures } from '../features/block-features.ts';
import type { Title } from './sections.ts';

/** Lines at one place of alike posts that say who wrote each, or when. */
export interface BylineSlot {
  readonly isName: boolean;
  readonly isDate: boolean;
  readonly lines: readonly Byline[];
}

/** A line, and the blocks of the post that it stands in. */
interface Byline {
  readonly block: number;
  readonly start: number;
  readonly end: number;
  /** End of what stands around the post. */
  readonly limit: number;
}

/** What the choice of bylines depends on. */
export interface PostShape {
  readonly words: ArrayLike<number>;
  /** Of each block the words that are links. */
  readonly linkWords: ArrayLike<number>;
  /** Headings of level 2 and more, each with the first block of its text, in page order. */
  readonly titles: readonly Title[];
  /** Returns who wrote the posts of a discussion of which this is kept, and when, the surest places first. */
  readonly listBylines: (kept: Uint8Array) => readonly BylineSlot[];
}

/** Words. Longer lines are texts. */
const mostWords = { name: 6, date: 12, both: 24 };
/** Lines of one place; a thread shows fewer posts on one page. */
const mostLines = 1_000;

/** How the software of forums names a writer, in classes, in properties and in the addresses of what is told about them. */
const nameWords: ReadonlySet<string> = toWordSet(
  'author authors username user users byline poster nickname nick creator member members profile vcard',
);

/** Finds one of these words within another, too: splitting all names costs more. */
const mayNameWriter = new RegExp([...nameWords].join('|'), 'i');

const nameBit = 1;
const dateBit = 2;
/** A date that the page's markup tells, before one that only looks like one. */
const markedBit = 4;

/** A year or a time of the day. */
const yearOrTime = /(?<!\d)(?:(?:19|20)\d\d|\d{1,2}:\d\d)(?!\d)/;
/** Digits of a time of the day and another number. */
const leastDigits = 4;
/** "Joined: 2012" tells of the writer, not of the post. */
const labelled = /^\p{L}[\p{L} ]{0,30}:/u;

/** The same without a colon. */
const ofMember = /(?<!\p{L})(?:joined|registered|member since|mitglied seit|dabei seit)(?!\p{L})/iu;

const strangeRegions =
  regionBits.quote | regionBits.hidden | regionBits.nav | regionBits.dialog | regionBits.button;

/** Returns the lines beside texts that are kept and are named as their writers or their dates, those with names first, and of each the surest. */
export function listBylines(
  page: PageBlocks,
  { group }: Pick<BlockFeatures, 'group'>,
  kept: Uint8Array,
): readonly BylineSlot[] {
  const { blocks, elements } = page;
  const places = new Map<number, { roles: number; block: number }[]>();
  const kinds = findKindsInText(group, kept);
  for (const [block, owner] of blocks.element.entries()) {
    if ((blocks.words[block] ?? 0) > mostWords.both || !kinds.has(group[block] ?? 0)) continue;
    if (((elements.region[owner] ?? 0) & strangeRegions) !== 0) continue;
    const roles = readRoles(page, block);
    if (roles === 0) continue;
    // A name and a date may be two lines of one kind.
    const key = (group[block] ?? 0) * 2 + (roles & nameBit);
    const place = getOrMake(places, key, () => []);
    if (place.length < mostLines) place.push({ roles, block });
  }
  const slots: (BylineSlot & { readonly trust: number })[] = [];
  for (const place of places.values()) {
    // What is the same on each is a button.
    if (new Set(place.map(({ block }) => blocks.hash[block])).size < 2) continue;
    const has = (bit: number): boolean =>
      place.filter(({ roles }) => (roles & bit) !== 0).length * 2 > place.length;
    const isName = has(nameBit);
    const isDate = has(dateBit);
    if (!isName && !isDate) continue;
    const trust = Number(isName && isDate) + Number(has(markedBit));
    const lines = toLines(
      page,
      place.map(({ block }) => block),
    );
    slots.push({ isName, isDate, lines, trust });
  }
  return slots.toSorted(
    (one, other) =>
      Number(other.isName) - Number(one.isName) ||
      other.trust - one.trust ||
      other.lines.length - one.lines.length,
  );
}

/** Finds the kinds of lines between which something is kept. Lines of menus and of teasers that are left out stand side by side. */
function findKindsInText(group: ArrayLike<number>, kept: Uint8Array): ReadonlySet<number> {
  const kinds = new Set<number>();
  const textsBefore = new Map<number, number>();
  let texts = 0;
  for (const [block, own] of kept.entries()) {
    const kind = group[block] ?? 0;
    if (texts > (textsBefore.get(kind) ?? Infinity)) kinds.add(kind);
    texts += own;
    textsBefore.set(kind, texts);
  }
  return kinds;
}

/** What a short line tells of the text beside it, as bits. */
function readRoles(page: PageBlocks, block: number): number {
  const { blocks, elements, texts } = page;
  const words = blocks.words[block] ?? 0;
  const owner = blocks.element[block] ?? 0;
  const holder = elements.node[elements.parent[owner] ?? 0];
  let roles = 0;
  for (let text = blocks.textStart[block] ?? 0; text < (blocks.textEnd[block] ?? 0); text += 1) {
    let node: AnyNode | null = texts[text]?.parent ?? null;
    for (; node !== null && isTag(node) && node !== holder; node = node.parent)
      roles |= readTagRoles(node);
  }
  if (holder !== undefined && isTag(holder)) roles |= readTagRoles(holder) & nameBit;
  if (roles === 0 && (blocks.digits[block] ?? 0) < leastDigits) return 0;
  const said = readBlockText(page, block);
  if ((roles & markedBit) === 0 && isDateText(said) && !labelled.test(said)) roles |= dateBit;
  // Last, since few lines come so far, and it looks at each letter of them.
  return isOfRoles(roles, words, said) && !ofMember.test(said) ? roles : 0;
}

/** Whether a line is as short as what has its roles. */
function isOfRoles(roles: number, words: number, said: string): boolean {
  const isName = (roles & nameBit) !== 0;
  if ((roles & dateBit) !== 0) return isName || words <= mostWords.date;
  return isName && words <= mostWords.name && /\p{L}/u.test(said);
}

/** Whether a text names a year or a time of the day, and another number. */
function isDateText(text: string): boolean {
  const found = yearOrTime.exec(text);
  if (found === null) return false;
  return /\d/.test(text.slice(0, found.index) + text.slice(found.index + found[0].length));
}

function readTagRoles({ name, attribs }: Element): number {
  if (name === 'time') return dateBit | markedBit;
  const { class: classes = '', itemprop = '', rel = '', href = '' } = attribs;
  if (classes === '' && itemprop === '' && rel === '' && href === '') return 0;
  const names = `${classes} ${itemprop} ${rel} ${href.slice(0, 100)}`;
  if (!mayNameWriter.test(names)) return 0;
  return splitClassWords(names).some((word) => nameWords.has(word)) ? nameBit : 0;
}

/** Each line with the largest element around it that holds no other one of its place. */
function toLines({ blocks, elements }: PageBlocks, places: readonly number[]): readonly Byline[] {
  const { blockStart, blockEnd, parent } = elements;
  const lines: Byline[] = [];
  for (const [at, block] of places.entries()) {
    const before = places[at - 1] ?? -1;
    const after = places[at + 1] ?? Infinity;
    let post = blocks.element[block] ?? 0;
    for (
      let around = parent[post] ?? 0;
      around > 0 && (blockStart[around] ?? 0) > before && (blockEnd[around] ?? 0) <= after;
      around = parent[around] ?? 0
    )
      post = around;
    lines.push({
      block,
      start: blockStart[post] ?? 0,
      end: blockEnd[post] ?? 0,
      limit: blockEnd[parent[post] ?? 0] ?? 0,
    });
  }
  return lines;
}

/** Words of a post; without one that says so much they may be the items of a list. */
const leastPost = 8;

/** Share of the words of posts that are links. Teasers are all links, and posts few. */
const mostLinks = 1 / 4;

/**
 * Keeps who wrote the posts that are kept, and when, by one line of each kind, at like places of all of them.
 */
export function keepBylines(shape: PostShape, kept: Uint8Array): void {
  const { words } = shape;
  const slots = shape.listBylines(kept);
  const told = { name: new Uint8Array(kept.length), date: new Uint8Array(kept.length) };
  const texts = kept.slice();
  for (const { lines } of slots) for (const { block } of lines) texts[block] = 0;
  for (const { isName, isDate, lines } of slots) {
    const posts = toPosts(lines, texts);
    let most = 0;
    for (const { start, end } of posts) most = Math.max(most, countWords(words, texts, start, end));
    if (posts.length < 2 || posts.length * 2 < lines.length || most < leastPost) continue;
    if (areTeasers(shape, posts, texts)) continue;
    // Dates alone are mostly those of other pages.
    const isTold = ({ block, start, end }: Byline): boolean =>
      isName || kept[block] === 1 || told.name.subarray(start, end).includes(1);
    if (posts.filter(isTold).length * 2 < posts.length) continue;
    for (const { block, start, end } of posts) {
      const tellsName = isName && !told.name.subarray(start, end).includes(1);
      const tellsDate = isDate && !told.date.subarray(start, end).includes(1);
      if (!tellsName && !tellsDate) continue;
      kept[block] = 1;
      if (isName) told.name[block] = 1;
      if (isDate) told.date[block] = 1;
    }
  }
}

/** The lines whose posts are kept. Where lines and texts are rows of one table, a post goes to the next line. */
function toPosts(lines: readonly Byline[], texts: Uint8Array): readonly Byline[] {
  const isKept = ({ start, end }: Byline): boolean => texts.subarray(start, end).includes(1);
  const posts = lines.filter(isKept);
  if (posts.length > 1) return posts;
  return lines
    .map((line, at) => ({ ...line, end: lines[at + 1]?.start ?? line.limit }))
    .filter(isKept);
}

/** Whether what stands beside the lines leads to texts on other pages: most of it has a title that is a link, or much of it is links. */
function areTeasers(
  { words, linkWords, titles }: PostShape,
  posts: readonly Byline[],
  kept: Uint8Array,
): boolean {
  const leads = new Uint8Array(kept.length);
  for (const { heading, isLinked } of titles) if (isLinked) leads[heading] = kept[heading] ?? 0;
  let titled = 0;
  let said = 0;
  let linked = 0;
  for (const { start, end } of posts) {
    titled += Number(leads.subarray(start, end).includes(1));
    said += countWords(words, kept, start, end);
    linked += countWords(linkWords, kept, start, end);
  }
  return titled * 2 > posts.length || linked > said * mostLinks;
}

function countWords(
  words: ArrayLike<number>,
  kept: Uint8Array,
  start: number,
  end: number,
): number {
  let count = 0;
  for (let block = start; block < end; block += 1)
    count += (kept[block] ?? 0) * (words[block] ?? 0);
  return count;
}
