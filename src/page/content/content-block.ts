import type { Element } from 'domhandler';
import type { ContentSource } from '../page-reading.ts';
import { collapseSpace } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';

/** The node that a block's text comes from, from the character at `start` to the start of the next part. */
interface ContentPart {
  readonly start: number;
  readonly source: ContentSource;
  readonly mark?: ContentMark | undefined;
}

/** What a page shows of a text beside its characters: `struck` out as what held before, or `chosen` among others. */
export type ContentMark = 'struck' | 'chosen';

/** A value of an element's attribute. Shown after the block's text, so that the text stays a copy of the page. */
export interface ContentExtra {
  /**
   * `value`: machine-readable form of the shown text (`content`, `datetime`, `value`); `label`: alternative text of a
   * picture; `data`: a `data-*` attribute; `link` and `image`: addresses.
   */
  readonly kind: 'value' | 'label' | 'data' | 'link' | 'image';
  /** `itemprop`, or the attribute's name without `data-`. */
  readonly name: string;
  readonly text: string;
  readonly source: ContentSource;
}

/**
 * - `text`: the text between two block boundaries
 * - `heading`: the same text within `h1` to `h6`
 * - `row`, `header`: a table row as one line; `header` for the rows above a table's columns
 * - `data`: a leaf of structured data; `entity`: the line above the leaves of one entity
 * - `meta`: a `<meta>` tag
 */
export type ContentKind = 'text' | 'heading' | 'row' | 'header' | 'data' | 'entity' | 'meta';

/**
 * The smallest piece of a page that is sent or left out. Evidence is searched for in all blocks, also in
 * those that were not sent.
 */
export interface ContentBlock {
  readonly kind: ContentKind;
  /** One line with the page's characters; white space is collapsed. For `data` and `meta` the value alone. */
  readonly text: string;
  /** In ascending order of `start`; never empty. */
  readonly parts: readonly ContentPart[];
  readonly extras: readonly ContentExtra[];
  /** Path of a structured value (`offers.price`) or name of a meta tag; empty for page text. */
  readonly name: string;
  /** Innermost element that holds the block; absent for structured data. */
  readonly element: Element | undefined;
  /** The heading above the block; for `data`, its entity. */
  readonly heading: ContentBlock | undefined;
  /** Caption and header rows of the table that a row belongs to. */
  readonly headers: readonly ContentBlock[];
  /** 1 to 6 for headings, otherwise 0. */
  readonly level: number;
  /** Number of lists and quotations around the block; indented when the layout is kept. */
  readonly indent: number;
  /** Characters of `text` inside links. */
  readonly linkLength: number;
}

/** The text between two block boundaries while it is collected. */
export interface BlockRun {
  /** Grows piece by piece: what looks at its end each time would copy all of it each time. */
  text: string;
  /** Whether the text is empty or ends with a space. */
  endsApart: boolean;
  parts: ContentPart[];
  extras: ContentExtra[];
  linkLength: number;
}

/** Most texts are ASCII with single spaces: this one scan shows that their white space is collapsed already. */
const mayNeedFolding = /[^ -~]| {2}/;
/**
 * Matches any character except letters and marks of Latin, Greek, Cyrillic, Kana and Han, which hold no invisible ones.
 */
const mayBeInvisible =
  /[^\t\n\f\r -~\u{A0}-\u{AC}\u{AE}-\u{34E}\u{370}-\u{52F}\u{2010}-\u{2027}\u{2030}-\u{205E}\u{20A0}-\u{20BF}\u{3001}-\u{312F}\u{4E00}-\u{9FFF}]/u;

/** Returns a run without text. */
export function createRun(): BlockRun {
  return { text: '', endsApart: true, parts: [], extras: [], linkLength: 0 };
}

/** Adds page text. White space is collapsed, also across nodes; nothing else changes. */
export function addText(
  run: BlockRun,
  raw: string,
  source: ContentSource,
  inLink: boolean,
  mark?: ContentMark,
): void {
  let text = raw;
  if (mayNeedFolding.test(raw)) {
    const visible = mayBeInvisible.test(raw) ? stripInvisible(raw) : raw;
    text = collapseSpace(visible);
  }
  if (run.endsApart && text.startsWith(' ')) text = text.slice(1);
  if (text === '') return;
  run.parts.push({ start: run.text.length, source, mark });
  run.text += text;
  run.endsApart = text.endsWith(' ');
  if (inLink) run.linkLength += text.length;
}

/** Adds a word boundary, for elements that separate words without starting a line. */
export function addSpace(run: BlockRun): void {
  if (run.endsApart) return;
  run.text += ' ';
  run.endsApart = true;
}

/** Appends a finished run unchanged. */
export function appendRun(run: BlockRun, added: BlockRun): void {
  const offset = run.text.length;
  for (const part of added.parts) {
    run.parts.push({ ...part, start: offset + part.start });
  }
  run.text += added.text;
  if (added.text !== '') run.endsApart = added.text.endsWith(' ');
  for (const extra of added.extras) run.extras.push(extra);
  run.linkLength += added.linkLength;
}

/**
 * Characters. Longer runs are split, so that a part of one can be sent. Three times the longest recipe step of the
 * test material, and less than half of the smallest budget.
 */
const maxBlockLength = 1_500;
const sentenceEnd = /[.!?。！？]["'”’)]?\s/g;

/** Splits a run into pieces of at most 1,500 characters, cut after a sentence where possible, else between words. */
export function splitRun(run: BlockRun): readonly BlockRun[] {
  if (run.text.length <= maxBlockLength) return [run];
  const pieces: BlockRun[] = [];
  let start = 0;
  let part = 0;
  while (start < run.text.length) {
    const end = findCut(run.text, start);
    const parts: ContentPart[] = [];
    while (part < run.parts.length && (run.parts[part]?.start ?? 0) < end) {
      const current = run.parts[part];
      if (current !== undefined)
        parts.push({ ...current, start: Math.max(0, current.start - start) });
      part += 1;
    }
    // A part that reaches over the cut continues in the next piece.
    if (end < run.text.length && run.parts[part]?.start !== end) part -= 1;
    const text = run.text.slice(start, end).trimEnd();
    pieces.push({
      text,
      endsApart: text === '',
      parts,
      extras: start === 0 ? run.extras : [],
      linkLength: Math.round((run.linkLength * text.length) / run.text.length),
    });
    start = end;
  }
  return pieces;
}

function findCut(text: string, start: number): number {
  const limit = start + maxBlockLength;
  if (text.length <= limit) return text.length;
  const window = text.slice(start, limit);
  let cut = 0;
  for (const match of window.matchAll(sentenceEnd)) cut = match.index + match[0].length;
  if (cut < maxBlockLength / 2) cut = window.lastIndexOf(' ') + 1;
  return start + (cut < maxBlockLength / 2 ? maxBlockLength : cut);
}
