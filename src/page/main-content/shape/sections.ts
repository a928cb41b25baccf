import { type Document, type Element, isTag } from 'domhandler';
import { addAll, addTo } from '../../../runtime/collections.ts';
import { splitClassWords, spokenWords } from '../blocks/lexicon.ts';
import {
  type BlockRange,
  type PageBlocks,
  headingEnd,
  headingLevel,
  regionBits,
} from '../blocks/page-blocks.ts';
import type { Section } from '../select-blocks.ts';
import { isRelatedLabel } from './asides.ts';

export interface Title {
  readonly heading: number;
  readonly text: number;
  /** End of the blocks up to the next heading. */
  readonly end: number;
  /** Whether it is mostly links. */
  readonly isLinked: boolean;
  /** Whether it says that other pages stand below it. */
  readonly isRelated: boolean;
}

export function listTitles(page: PageBlocks): readonly Title[] {
  const titles: Title[] = [];
  const { linkWords, words } = page.blocks;
  for (let heading = 0; heading + 1 < words.length; heading += 1) {
    const level = headingLevel(page, heading);
    if (level < 2 || level === lookalike) continue;
    const text = lineEnd(page, heading);
    const most = sectionEnd(page, heading);
    if (text >= most || headingLevel(page, text) > 0) continue;
    let end = text + 1;
    while (end < most && headingLevel(page, end) === 0) end += 1;
    const isLinked = (linkWords[heading] ?? 0) * 2 > (words[heading] ?? 0);
    titles.push({ heading, text, end, isLinked, isRelated: isRelatedLabel(page, heading) });
  }
  return titles;
}

/** What a list says of a term. */
export interface Term extends BlockRange {
  readonly meaning: BlockRange;
}

const termHolder = 5;
const meaningHolder = 6;

/** Returns the terms of lists and the questions that open an answer, each with what follows on it; those for screen readers alone people do not see. */
export function listTerms({ blocks, elements }: PageBlocks): readonly Term[] {
  const { blockStart, blockEnd, node, parent, tag } = elements;
  const terms: Term[] = [];
  const questions = new Map<number, Term[]>();
  const last = new Map<number, BlockRange>();
  for (const [element, { holder }] of tag.entries()) {
    const start = blockStart[element] ?? 0;
    const end = blockEnd[element] ?? 0;
    if (start === end) continue;
    const list = parent[element] ?? 0;
    if (holder === termHolder) {
      if (isSpoken(node[element])) last.delete(list);
      else last.set(list, { start, end });
    }
    const term = holder === meaningHolder ? last.get(list) : undefined;
    if (term !== undefined) terms.push({ ...term, meaning: { start, end } });
    if (isNamed(node[element], 'summary') && isNamed(node[list], 'details')) {
      const question = { start, end, meaning: { start: end, end: blockEnd[list] ?? end } };
      addTo(questions, blocks.hash[start] ?? 0, question);
    }
  }
  // What opens several parts is a button: "Show details".
  for (const alike of questions.values()) if (alike.length === 1) addAll(terms, alike);
  return terms;
}

function isNamed(element: Document | Element | undefined, name: string): boolean {
  return element !== undefined && isTag(element) && element.name === name;
}

function isSpoken(element: Document | Element | undefined): boolean {
  if (element === undefined || !isTag(element)) return false;
  return splitClassWords(element.attribs['class'] ?? '').some((word) => spokenWords.has(word));
}

/** Words of the title of a note, mostly "Note" or "Tip". */
const mostNoteTitle = 4;

/** Returns the titles that look like such of elements that end in a sentence, as the notes of documentation do, each with the end of that. */
export function listNoteTitles(page: PageBlocks): readonly BlockRange[] {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, parent } = elements;
  const titles: BlockRange[] = [];
  for (const [start, owner] of blocks.element.entries()) {
    if ((blocks.words[start] ?? 0) > mostNoteTitle || blocks.linkWords[start] !== 0) continue;
    let note = owner;
    while (note > 0 && blockEnd[note] === start + 1) note = parent[note] ?? 0;
    if (note === 0 || blockStart[note] !== start) continue;
    const end = blockEnd[note] ?? 0;
    if (blocks.endsSentence[end - 1] !== 1 || headingLevel(page, start) !== lookalike) continue;
    titles.push({ start, end });
  }
  return titles;
}

/** Looks like a heading, but has no tag of one. */
const lookalike = 7;

export function listSections(page: PageBlocks): readonly Section[] {
  const { words, linkWords } = page.blocks;
  const sections: OpenSection[] = [];
  const open: OpenSection[] = [];
  for (let block = 0; block < words.length; block += 1) {
    const level = headingLevel(page, block);
    if (level === 0 || level === lookalike) continue;
    const previous = sections.at(-1);
    if (previous !== undefined) previous.textEnd = Math.min(previous.textEnd, block);
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      last.end = Math.min(last.end, block);
      open.pop();
    }
    const end = sectionEnd(page, block);
    const section = { level, heading: block, textEnd: end, end };
    sections.push(section);
    open.push(section);
  }
  return sections.filter(
    ({ level, heading }) => level > 1 && (linkWords[heading] ?? 0) * 2 <= (words[heading] ?? 0),
  );
}

/** Words of what stands beside a heading in its line: an edit link, a button, a date. */
const besideWords = 6;
const plainHolder = 7;

/** Returns the end of what a heading can cover; what stands beside it in its line is not its text. */
function sectionEnd(page: PageBlocks, heading: number): number {
  const { blocks, elements } = page;
  const end = headingEnd(page, heading);
  if (lineEnd(page, heading) < end) return end;
  let scope = elements.parent[blocks.element[heading] ?? 0] ?? 0;
  while (scope > 0 && (elements.blockEnd[scope] ?? 0) <= end) scope = elements.parent[scope] ?? 0;
  return elements.blockEnd[scope] ?? 0;
}

/** Returns the end of the blocks that stand in one line with a heading, which starts it; the next block if none does. */
function lineEnd(page: PageBlocks, heading: number): number {
  const { blocks, elements } = page;
  const { blockStart, blockEnd, parent, region, tag } = elements;
  const end = headingEnd(page, heading);
  let scope = parent[blocks.element[heading] ?? 0] ?? 0;
  while (scope > 0 && (blockEnd[scope] ?? 0) < end) scope = parent[scope] ?? 0;
  const isHeader = ((region[scope] ?? 0) & (regionBits.header | regionBits.innerHeader)) !== 0;
  if (scope === 0 || blockStart[scope] !== heading) return heading + 1;
  if (tag[scope]?.holder !== plainHolder && !isHeader) return heading + 1;
  let beside = 0;
  for (let block = heading + 1; block < end; block += 1) {
    beside += blocks.words[block] ?? 0;
    const isHeading = headingLevel(page, block) % lookalike !== 0;
    if (beside > besideWords || isHeading || blocks.endsSentence[block] === 1) return heading + 1;
  }
  return end;
}

interface OpenSection {
  /** 1 to 6. */
  readonly level: number;
  readonly heading: number;
  textEnd: number;
  end: number;
}
