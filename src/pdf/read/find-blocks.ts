import { findTable } from './find-table.ts';
import { joinItems, joinLines, plainText } from './join-text.ts';
import type { PdfRegion, PdfRow } from './order-lines.ts';
import type { PdfBlock, PdfItem, PdfSpan } from './pdf-block.ts';
import { joinCode } from './read-tagged-page.ts';

export interface FindBlocksInput {
  readonly regions: readonly PdfRegion[];
  readonly page: number;
  /** Font size of most of the file's text, in points. */
  readonly bodySize: number;
}

/** Ratio to the body's font size from which a line is a heading. */
const headingSize = 1.15;
const maxHeadingLetters = 250;
/** Most distance between the lines of a paragraph, in font sizes. */
const maxPitch = 1.75;
/** Ratio to the usual line distance above which lines belong to different paragraphs. */
const looseness = 1.3;
const bullet = /^[•◦▪▫‣●○■□–—\u{F0B7}\u{B7}*-]\s+(?=\S)/u;
const number = /^\(?(\d{1,3}|[a-z])[.)]\s+(?=\S)/i;

interface TextLine {
  readonly spans: readonly PdfSpan[];
  readonly items: readonly PdfItem[];
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** Returns a page's blocks, recognised by font size, line distance and indentation. */
export function findBlocks({ regions, page, bodySize }: FindBlocksInput): readonly PdfBlock[] {
  const blocks: PdfBlock[] = [];
  for (const region of regions) {
    const pitch = usualPitch(region.rows);
    let open: TextLine[] = [];
    const close = (): void => {
      if (open.length > 0) blocks.push(toBlock(open, region, page, bodySize));
      open = [];
    };
    for (let at = 0; at < region.rows.length; at += 1) {
      const row = region.rows[at];
      if (row === undefined) break;
      const table = findTable(region.rows, at);
      if (table !== undefined) {
        close();
        blocks.push({ kind: 'table', rows: table.rows, page });
        at += table.length - 1;
        continue;
      }
      const line = toLine(row);
      const last = open.at(-1);
      if (last !== undefined && !follows(last, line, open, region, pitch, bodySize)) close();
      open.push(line);
    }
    close();
  }
  return blocks;
}

function toLine({ segments, y, size }: PdfRow): TextLine {
  const items = segments.flatMap((segment) => segment.items);
  return {
    spans: joinItems(items),
    items,
    x: segments[0]?.x ?? 0,
    right: segments.at(-1)?.right ?? 0,
    y,
    size,
  };
}

function follows(
  last: TextLine,
  line: TextLine,
  open: readonly TextLine[],
  region: PdfRegion,
  pitch: number,
  bodySize: number,
): boolean {
  if (Math.abs(line.size - last.size) > 0.1 * last.size) return false;
  const distance = line.y - last.y;
  if (distance > maxPitch * line.size) return false;
  if (isCode(last) || isCode(line)) return isCode(last) && isCode(line);
  const isHeading = line.size >= bodySize * headingSize;
  if (distance > pitch * looseness && !isHeading) return false;
  const text = plainText(line.spans);
  if (bullet.test(text) || number.test(text)) return false;
  if (isHeading) return true;
  const [first] = open;
  const isItem = first !== undefined && isMarked(plainText(first.spans));
  // In a paragraph the first line is indented; in a list item all other lines are.
  if (!isItem && line.x > last.x + line.size && open.length > 1) return false;
  if (isItem && line.x < (first?.x ?? 0) + 0.3 * line.size) return false;
  // An unfinished sentence or word continues on the next line.
  const before = plainText(last.spans);
  if (/^\p{Ll}/u.test(text) && /[\p{L},\u{AD}-]$/u.test(before)) return true;
  // If the next word had fitted on the line, the break was intended.
  return last.right + firstWordWidth(line) + line.size * 0.3 > region.right - line.size * 1.5;
}

function isMarked(text: string): boolean {
  return bullet.test(text) || number.test(text);
}

function isCode({ items }: TextLine): boolean {
  return items.every((item) => item.isMono);
}

function firstWordWidth({ spans, x, right }: TextLine): number {
  const text = plainText(spans);
  const end = text.indexOf(' ');
  return end === -1 ? right - x : ((right - x) * end) / text.length;
}

function toBlock(
  lines: readonly TextLine[],
  region: PdfRegion,
  page: number,
  bodySize: number,
): PdfBlock {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('A block has lines.');
  if (lines.every(isCode) && lines.length > 1) {
    return { kind: 'code', text: joinCode(lines.flatMap((line) => line.items)), page };
  }
  const spans = joinLines(lines.map((line) => line.spans));
  const text = plainText(spans);
  if (
    first.size >= bodySize * headingSize &&
    text.length <= maxHeadingLetters &&
    /\p{L}/u.test(text)
  ) {
    return { kind: 'heading', level: undefined, size: first.size, spans, page };
  }
  const mark = bullet.exec(text) ?? number.exec(text);
  if (mark !== null) {
    const counter = mark[1];
    return {
      kind: 'item',
      isOrdered: counter !== undefined,
      number: counter === undefined || !/\d/.test(counter) ? undefined : Number(counter),
      depth: Math.min(Math.max(Math.round((first.x - region.left) / (1.6 * bodySize)), 0), 6),
      spans: cut(spans, mark[0].length),
      page,
    };
  }
  return {
    kind: 'text',
    spans,
    page,
    isOpen: !/[.!?:。！？]["'”’)]*$/.test(text) && last.right > region.right - 3 * last.size,
  };
}

function cut(spans: readonly PdfSpan[], letters: number): readonly PdfSpan[] {
  let left = letters;
  return spans
    .map(({ text, link }) => {
      const taken = Math.min(left, text.length);
      left -= taken;
      return { text: text.slice(taken), link };
    })
    .filter((span) => span.text !== '');
}

/** Returns the most common distance between consecutive lines. */
function usualPitch(rows: readonly PdfRow[]): number {
  const counts = new Map<number, number>();
  let best = 0;
  let bestCount = 0;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before === undefined || Math.abs(row.size - before.size) > 0.1 * row.size) continue;
    const distance = Math.round((row.y - before.y) * 2) / 2;
    if (distance <= 0 || distance > maxPitch * row.size) continue;
    const count = (counts.get(distance) ?? 0) + 1;
    counts.set(distance, count);
    if (count > bestCount) {
      best = distance;
      bestCount = count;
    }
  }
  return best > 0 ? best : 1.4 * (rows[0]?.size ?? 10);
}
