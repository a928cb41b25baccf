import type { ContentSource } from '../../page-reading.ts';
import { collapseSpace } from '../../text/collapse-space.ts';
import { stripInvisible } from '../../../unicode/strip-invisible.ts';
import type { ContentExtra, ContentPart } from './content-block.ts';

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
export function addText(run: BlockRun, raw: string, source: ContentSource, inLink: boolean): void {
  let text = raw;
  if (mayNeedFolding.test(raw)) {
    const visible = mayBeInvisible.test(raw) ? stripInvisible(raw) : raw;
    text = collapseSpace(visible);
  }
  if (run.endsApart && text.startsWith(' ')) text = text.slice(1);
  if (text === '') return;
  run.parts.push({ start: run.text.length, source });
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
    run.parts.push({ start: offset + part.start, source: part.source });
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
    const parts = [];
    while (part < run.parts.length && (run.parts[part]?.start ?? 0) < end) {
      const { start: at, source } = run.parts[part] ?? { start: 0, source: undefined };
      if (source !== undefined) parts.push({ start: Math.max(0, at - start), source });
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
