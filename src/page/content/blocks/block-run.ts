import type { ContentSource } from '../../../contracts/page-reading.ts';
import { stripInvisible } from '../../text/node-text.ts';
import type { ContentExtra, ContentPart } from './content-block.ts';

/** Text as it is gathered between two block boundaries. */
export interface BlockRun {
  text: string;
  parts: ContentPart[];
  extras: ContentExtra[];
  linkLength: number;
}

const whiteSpaceRun = /\s+/g;
/** Most texts are plain ASCII with single spaces: one scan finds that there is nothing to fold. */
const mayNeedFolding = /[^ -~]| {2}/;
/** Anything but the letters and marks of Latin, Greek, Cyrillic, Kana and Han, which hold no invisible characters. */
const mayBeInvisible =
  /[^\t\n\f\r -~\u{A0}-\u{AC}\u{AE}-\u{34E}\u{370}-\u{52F}\u{2010}-\u{2027}\u{2030}-\u{205E}\u{20A0}-\u{20BF}\u{3001}-\u{312F}\u{4E00}-\u{9FFF}]/u;

/** A run without text. */
export function createRun(): BlockRun {
  return { text: '', parts: [], extras: [], linkLength: 0 };
}

/** Adds page text: white space is folded across nodes, nothing else changes. */
export function addText(run: BlockRun, raw: string, source: ContentSource, inLink: boolean): void {
  let text = raw;
  if (mayNeedFolding.test(raw)) {
    const visible = mayBeInvisible.test(raw) ? stripInvisible(raw) : raw;
    text = visible.replace(whiteSpaceRun, ' ');
  }
  if (text.startsWith(' ') && (run.text === '' || run.text.endsWith(' '))) text = text.slice(1);
  if (text === '') return;
  run.parts.push({ start: run.text.length, source });
  run.text += text;
  if (inLink) run.linkLength += text.length;
}

/** Adds a word boundary, for elements that part words without starting a line. */
export function addSpace(run: BlockRun): void {
  if (run.text !== '' && !run.text.endsWith(' ')) run.text += ' ';
}

/** Appends a finished run as it is. */
export function appendRun(run: BlockRun, added: BlockRun): void {
  const offset = run.text.length;
  for (const part of added.parts) {
    run.parts.push({ start: offset + part.start, source: part.source });
  }
  run.text += added.text;
  for (const extra of added.extras) run.extras.push(extra);
  run.linkLength += added.linkLength;
}
