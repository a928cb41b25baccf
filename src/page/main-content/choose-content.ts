import type { BlockRange } from './blocks/page-blocks.ts';
import { type PageFeatures, declaresArticle, declaresProduct } from './features/page-features.ts';
import {
  articleKinds,
  dropRepeats,
  poolBlocks,
  rankBlocks,
  selectContent,
  settleHeadings,
  smoothChances,
  toBlocks,
} from './select-blocks.ts';
import { type Aside, leastText } from './shape/asides.ts';
import { keepBylines } from './shape/bylines.ts';
import type { CodePart } from './shape/code-parts.ts';
import type { Announced, CommentedText, PageShape } from './shape/page-shape.ts';

interface ChooseContentInput {
  readonly shape: PageShape;
  /** Of each block to be main content. */
  readonly chances: Float32Array;
  readonly signs: Pick<PageFeatures, 'data' | 'isForum' | 'kind'>;
}

/**
 * Chooses the main content by the chances of the blocks, 1 for each that is kept: tables whole, no text twice, no heading
 * without text, and what is an article without its comments.
 */
export function chooseContent({ shape, chances, signs }: ChooseContentInput): Uint8Array {
  const { words, sections, tables, threads } = shape;
  const smoothed = smoothChances(shape, chances);
  let kept = select();
  if (shape.notices.some(({ start, end }) => kept.subarray(start, end).includes(1))) {
    for (const { start, end } of shape.notices) smoothed.fill(0, start, end);
    kept = select();
  }
  const { commented } = shape;
  if (commented !== undefined) keepCommented(commented, kept);
  for (const { start, end } of shape.unseen) kept.fill(0, start, end);
  if (declaresArticle(signs)) for (const { start, end } of threads) kept.fill(0, start, end);
  preferShown(shape, kept);
  dropAdvice(shape, kept);
  dropBeside(shape.words, shape.footers, kept);
  if (declaresArticle(signs)) dropBeside(shape.words, shape.captions, kept);
  dropBeside(shape.words, shape.signatures, kept);
  const isArticle = articleKinds.has(signs.kind);
  if (isArticle) dropAfter(shape, kept);
  keepCode(shape.code, kept);
  keepAnnounced(shape.announced, kept);
  keepPassages(shape, kept);
  keepClosedTables(shape, kept);
  if (isArticle) keepLists(shape, kept);
  for (const block of shape.adLabels) kept[block] = 0;
  const repeats = dropRepeats(shape, tables, kept);
  if (declaresArticle(signs)) keepRepeatedTitles(shape, repeats, kept);
  settleHeadings({ words, chances: smoothed, sections, repeats }, kept);
  keepInnerHeadings(shape, kept);
  if (isArticle) keepAnnounced(shape.headed, kept);
  if (!declaresArticle(signs)) keepTitles(shape, kept);
  keepWholeTitles(shape, repeats, isArticle, kept);
  keepTerms(shape, kept);
  keepNoteTitles(shape, kept);
  if (isArticle) dropLeftLabels(shape, kept);
  if (!declaresArticle(signs) && !declaresProduct(signs)) keepBylines(shape, kept);
  return kept;

  function select(): Uint8Array {
    const units = poolBlocks(words, smoothed, tables);
    const ranking = rankBlocks(units.words, units.chances);
    return toBlocks(units, selectContent(ranking, signs.kind).kept);
  }
}

/** Keeps what a block that is kept announces. */
function keepAnnounced(announced: readonly Announced[], kept: Uint8Array): void {
  for (const { start, end, isLinked } of announced) {
    if (kept[start - 1] === 1 && (!isLinked || kept[end] === 1)) kept.fill(1, start, end);
  }
}

/** Keeps what stands between two paragraphs that are kept. */
function keepPassages({ passages }: PageShape, kept: Uint8Array): void {
  for (const { start, end, before, after } of passages)
    if (kept[before] === 1 && kept[after] === 1) kept.fill(1, start, end);
}

/** Keeps the tables of a closed part of which something else is kept. */
function keepClosedTables({ closedTables }: PageShape, kept: Uint8Array): void {
  for (const { start, end, beside } of closedTables)
    if (kept.subarray(beside.start, beside.end).includes(1)) kept.fill(1, start, end);
}

/** Share of a list's items. Of those with fewer the kept ones are as often the wrong ones. */
const leastItems = 1 / 2;

/** Keeps lists whole of which most items are kept: on the articles of all sets 39 of 50 are wanted whole. */
function keepLists({ lists }: PageShape, kept: Uint8Array): void {
  for (const { start, end, items } of lists) {
    let count = 0;
    for (let block = start; block < end; block += 1) count += kept[block] ?? 0;
    if (count >= items * leastItems) kept.fill(1, start, end);
  }
}

/** Keeps the headings of texts that are kept where a table of contents says them too: of those on articles all 45 are wanted. */
function keepRepeatedTitles(
  { titles }: PageShape,
  repeats: ReadonlySet<number>,
  kept: Uint8Array,
): void {
  for (const { heading, text } of titles)
    if (repeats.has(heading) && kept[text] === 1) kept[heading] = 1;
}

/** Keeps the headings between two parts of a text that are both kept: 19 of 23 are wanted. */
function keepInnerHeadings({ innerHeadings }: PageShape, kept: Uint8Array): void {
  for (const { heading, before, after } of innerHeadings.toReversed())
    if (kept[before] === 1 && kept[after] === 1) kept[heading] = 1;
}

/** Words of a text that has a title; fewer are a label or a date. */
const titledWords = 8;

/** Keeps the titles of the texts that are kept, as in an index of articles. */
function keepTitles({ words, titles }: PageShape, kept: Uint8Array): void {
  for (const { heading, text } of titles) {
    if (kept[text] === 1 && (words[text] ?? 0) >= titledWords) kept[heading] = 1;
  }
}

/**
 * Keeps the headings of what is kept whole up to the next heading, as of a list of ingredients. Beside an article those that are
 * links are the titles of others.
 */
function keepWholeTitles(
  { words, titles }: PageShape,
  repeats: ReadonlySet<number>,
  isArticle: boolean,
  kept: Uint8Array,
): void {
  for (const { heading, text, end, isLinked, isRelated } of titles) {
    if (isRelated || (isLinked && isArticle) || repeats.has(heading)) continue;
    if (kept.subarray(text, end).includes(0)) continue;
    if (countKept(words, kept, text, end) >= titledWords) kept[heading] = 1;
  }
}

/** Removes what says that other pages stand below it where those are left out. */
function dropLeftLabels({ linkWords, isRelatedLabel }: PageShape, kept: Uint8Array): void {
  for (let block = 0; block + 1 < kept.length; block += 1) {
    if (kept[block] === 0 || kept[block + 1] === 1 || (linkWords[block] ?? 0) > 0) continue;
    if (isRelatedLabel(block)) kept[block] = 0;
  }
}

/** Keeps the terms of which the meaning is kept. */
function keepTerms({ terms }: PageShape, kept: Uint8Array): void {
  for (const { start, end, meaning } of terms)
    if (kept.subarray(meaning.start, meaning.end).includes(1)) kept.fill(1, start, end);
}

/** Keeps the titles of notes that are kept within a text: of 11 pages that left some out 7 agree better with what is wanted, 4 a little less. */
function keepNoteTitles({ words, noteTitles }: PageShape, kept: Uint8Array): void {
  for (const { start, end } of noteTitles) {
    if (kept[start - 1] !== 1 || kept[end] !== 1) continue;
    if (kept.subarray(start + 1, end).includes(0)) continue;
    if (countKept(words, kept, start + 1, end) >= titledWords) kept[start] = 1;
  }
}

/** Words. Longer texts for browsers without scripts are the page's own. */
const mostAdvice = 25;

/** Removes what asks to switch scripts on, where a text stands beside it: of 118 parts for browsers without scripts that are left out anyway 117 are not wanted. */
function dropAdvice({ words, advice }: PageShape, kept: Uint8Array): void {
  const text = countKept(words, kept, 0, kept.length);
  for (const { start, end } of advice) {
    let own = 0;
    for (let block = start; block < end; block += 1) own += words[block] ?? 0;
    if (own <= mostAdvice && text - own >= leastText) kept.fill(0, start, end);
  }
}

/** Removes parts, such as the page's footers, where a text stands outside them. */
function dropBeside(
  words: ArrayLike<number>,
  parts: readonly BlockRange[],
  kept: Uint8Array,
): void {
  let outside = countKept(words, kept, 0, kept.length);
  for (const { start, end } of parts) outside -= countKept(words, kept, start, end);
  if (outside < leastText) return;
  for (const { start, end } of parts) kept.fill(0, start, end);
}

/**
 * Removes what stands below a text and is not followed by more of it: a side, other pages under a heading that says so, posts
 * whose titles are removed already, and a notice that follows on these.
 */
function dropAfter({ words, asides, titles }: PageShape, kept: Uint8Array): void {
  let ended = kept.length;
  const after: Aside[] = [];
  for (const aside of asides.toReversed()) {
    if (kept.subarray(aside.end, ended).includes(1)) break;
    after.push(aside);
    ended = aside.start;
  }
  if (countKept(words, kept, 0, ended) < leastText) return;
  let hasDropped = false;
  let at = 0;
  for (const { start, end, isSide, isRelated, isHeadedRelated } of after.toReversed()) {
    while ((titles[at]?.heading ?? start) < start) at += 1;
    let isUntitled = false;
    for (let title = titles[at]; title !== undefined && title.heading < end; title = titles[at]) {
      const { heading, text } = title;
      isUntitled ||= isRelated && text < end && kept[heading] === 0 && kept[text] === 1;
      at += 1;
    }
    if (!isSide && !isUntitled && !isHeadedRelated && !hasDropped) continue;
    kept.fill(0, start, end);
    hasDropped = true;
  }
}

/**
 * Keeps the text that comments are kept of: a short one is not left out below long ones. Without the comments instead, pages of
 * discussions lose .12 of word-F1, and .015 where that is done on pages alone that say that they are articles.
 */
function keepCommented({ start, end, comments }: CommentedText, kept: Uint8Array): void {
  const isKept = (part: BlockRange): boolean => kept.subarray(part.start, part.end).includes(1);
  if (!isKept({ start, end }) && comments.some(isKept)) kept.fill(1, start, end);
}

function countKept(words: ArrayLike<number>, kept: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let block = start; block < end; block += 1)
    if (kept[block] === 1) count += words[block] ?? 0;
  return count;
}

/** Keeps code whole: where a part of it is kept, or where it stands within the text or ends it. */
function keepCode(code: readonly CodePart[], kept: Uint8Array): void {
  for (const { start, end, box, isLast } of code) {
    const isWithin =
      (start > 0 && kept[start - 1] === 1 && (kept[end] === 1 || isLast)) ||
      (box.start > 0 && kept[box.start - 1] === 1 && kept[box.end] === 1);
    if (isWithin || kept.subarray(start, end).includes(1)) kept.fill(1, start, end);
  }
}

/** Words. Shorter texts stand in hidden parts and in shown ones on purpose. */
const shortestCopy = 8;

/** Puts the shown copy of a text in the place of a hidden one. */
function preferShown({ words, hash, hidden }: PageShape, kept: Uint8Array): void {
  const shown = new Map<number, number>();
  for (let block = 0; block < kept.length; block += 1) {
    if (hidden[block] === 1 || (words[block] ?? 0) < shortestCopy) continue;
    const text = hash[block] ?? 0;
    if (!shown.has(text) || kept[block] === 1) shown.set(text, block);
  }
  for (let block = 0; block < kept.length; block += 1) {
    if (kept[block] === 0 || hidden[block] === 0) continue;
    const copy = shown.get(hash[block] ?? 0);
    if (copy === undefined || words[copy] !== words[block]) continue;
    kept[block] = 0;
    kept[copy] = 1;
  }
}
