import { maxOf, minOf } from '../../../runtime/collections.ts';
import {
  type PdfBlock,
  type PdfCell,
  type PdfItem,
  type PdfLine,
  type PdfRegion,
  type PdfRow,
  type PdfSpan,
  type PdfTable,
  firstWordWidth,
  isDashed,
  joinItems,
  joinLines,
  plainText,
} from './pdf-lines.ts';
import { joinCode } from './read-tagged-page.ts';

/** Ratio to the body's font size from which a line is a heading. */
const headingSize = 1.15;
const maxHeadingLetters = 250;
/** Most distance between the lines of a paragraph, in font sizes. */
const maxLinePitch = 1.75;
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

/**
 * Returns a page's blocks, recognised by font size, line distance and indentation. `bodySize` is the font size of most of the
 * file's text, in points.
 */
export function findBlocks(regions: readonly PdfRegion[], bodySize: number): readonly PdfBlock[] {
  const blocks: PdfBlock[] = [];
  for (const region of regions) {
    const setting = { region, bodySize, pitchOf: findPitches(region.rows) };
    let open: TextLine[] = [];
    const close = (): void => {
      if (open.length > 0) blocks.push(toBlock(open, setting));
      open = [];
    };
    for (let at = 0; at < region.rows.length; at += 1) {
      const row = region.rows[at];
      if (row === undefined) break;
      const table = findTable(region.rows, at);
      if (table !== undefined) {
        close();
        blocks.push({ kind: 'table', rows: table.rows });
        at += table.length - 1;
        continue;
      }
      const line = toLine(row);
      if (!follows(open, line, setting)) close();
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

interface Setting {
  readonly region: PdfRegion;
  readonly bodySize: number;
  /** The usual distance of lines of a font size. */
  readonly pitchOf: (size: number) => number;
}

function follows(
  open: readonly TextLine[],
  line: TextLine,
  { region, pitchOf, bodySize }: Setting,
): boolean {
  const [first] = open;
  const last = open.at(-1);
  if (first === undefined || last === undefined) return true;
  if (Math.abs(line.size - last.size) > 0.1 * last.size) return false;
  const distance = line.y - last.y;
  if (distance > maxLinePitch * line.size) return false;
  if (isCode(last) || isCode(line)) return isCode(last) && isCode(line);
  const isHeading = line.size >= bodySize * headingSize;
  if (distance > pitchOf(line.size) * looseness && !isHeading) return false;
  const text = plainText(line.spans);
  if (isMarked(text)) return false;
  if (isHeading) return true;
  const isItem = isMarked(plainText(first.spans));
  // In a paragraph the first line is indented; in a list item all other lines are.
  if (!isItem && line.x > last.x + line.size && open.length > 1) return false;
  if (isItem && line.x < first.x + 0.3 * line.size) return false;
  // An unfinished sentence or word continues on the next line.
  const before = plainText(last.spans);
  if (/^\p{Ll}/u.test(text) && /[\p{L},\u{AD}-]$/u.test(before)) return true;
  // A line of a year and a dash alone is an entry of a list, as in a life.
  if (isDashed(before, text) && /\p{L}/u.test(before)) return true;
  // If the next word had fitted on the line, the break was intended.
  return last.right + firstWordWidth(text, line) + line.size * 0.3 > region.right - line.size * 1.5;
}

function isMarked(text: string): boolean {
  return bullet.test(text) || number.test(text);
}

function isCode({ items }: TextLine): boolean {
  return items.every((item) => item.isMono);
}

function toBlock(lines: readonly TextLine[], { region, bodySize }: Setting): PdfBlock {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('A block has lines.');
  if (lines.every(isCode) && lines.length > 1) {
    return { kind: 'code', text: joinCode(lines.flatMap((line) => line.items)) };
  }
  const spans = joinLines(lines.map((line) => line.spans));
  const text = plainText(spans);
  const isLarge = first.size >= bodySize * headingSize;
  if (isLarge && text.length <= maxHeadingLetters && /\p{L}/u.test(text)) {
    return { kind: 'heading', level: undefined, size: first.size, spans };
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
    };
  }
  const isOpen = !/[.!?:。！？]["'”’)]*$/.test(text) && last.right > region.right - 3 * last.size;
  return { kind: 'text', spans, isOpen };
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

/** Fewest lines of a font size, and the share of them, whose distance tells that of the size; else that of all lines is taken. */
const leastPitches = 6;
const leastPitchShare = 0.8;

/** Finds the most common distance between consecutive lines of a font size; notes in a column are set closer than its text. */
function findPitches(rows: readonly PdfRow[]): (size: number) => number {
  const all: number[] = [];
  const bySize = new Map<number, number[]>();
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before === undefined || Math.abs(row.size - before.size) > 0.1 * row.size) continue;
    const distance = Math.round((row.y - before.y) * 2) / 2;
    if (distance <= 0 || distance > maxLinePitch * row.size) continue;
    all.push(distance);
    const own = bySize.get(Math.round(row.size));
    if (own === undefined) bySize.set(Math.round(row.size), [distance]);
    else own.push(distance);
  }
  const usual = mostCommon(all) ?? 1.4 * (rows[0]?.size ?? 10);
  const pitches = new Map([...bySize].map(([size, own]) => [size, tellingPitch(own) ?? usual]));
  return (size) => pitches.get(Math.round(size)) ?? usual;
}

function tellingPitch(distances: readonly number[]): number | undefined {
  const common = mostCommon(distances);
  const count = distances.filter((each) => each === common).length;
  return count >= Math.max(leastPitches, leastPitchShare * distances.length) ? common : undefined;
}

/** Of equally common ones that which was as common first. */
function mostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  let best: number | undefined;
  for (const each of numbers) {
    const count = (counts.get(each) ?? 0) + 1;
    counts.set(each, count);
    if (best === undefined || count > (counts.get(best) ?? 0)) best = each;
  }
  return best;
}

interface Column {
  left: number;
  right: number;
}

/** Most distance between the rows of a table, in font sizes. */
const maxRowPitch = 3.2;
const maxColumns = 30;
/** No page has more. */
const maxRows = 500;
/** Most letters per cell on average; longer cells are text in columns. */
const maxCellLetters = 80;

/** The table that begins at a row, recognised by texts below each other with gaps between; `length` counts the rows it covers. */
function findTable(
  rows: readonly PdfRow[],
  from: number,
): (Pick<PdfTable, 'rows'> & { readonly length: number }) | undefined {
  const first = rows[from];
  if (first === undefined || first.segments.length < 2) return undefined;
  if (first.segments.length === 2 && isMarker(first.segments[0])) return undefined;
  let to = from + 1;
  while (to < rows.length && to < from + maxRows && goesOn(rows, from, to)) to += 1;
  // Rows of a single segment at the end belong to the next paragraph.
  while (to > from && (rows[to - 1]?.segments.length ?? 0) < 2 && !isRestOf(rows, to - 1)) to -= 1;
  const taken = rows.slice(from, to);
  const full = taken.filter((row) => row.segments.length >= 2);
  if (full.length < 2) return undefined;
  const cells = byOrder(taken) ?? byPlace(taken);
  if (cells === undefined) return undefined;
  const filled = cells.flat().filter((cell) => cell.length > 0);
  const letters = filled.flat().reduce((sum, span) => sum + span.text.length, 0);
  if (letters / Math.max(filled.length, 1) > maxCellLetters) return undefined;
  return { rows: toCells(cells), length: taken.length };
}

/** A bullet or number with a wide gap after it begins an item. */
function isMarker(segment: PdfLine | undefined): boolean {
  const text = segment?.items.map((item) => item.text).join('') ?? '';
  return /^\s*(?:[^\p{L}\p{N}\s]|\(?(?:\d{1,3}|[a-z])[.)])\s*$/iu.test(text);
}

function goesOn(rows: readonly PdfRow[], from: number, at: number): boolean {
  const row = rows[at];
  const before = rows[at - 1];
  const first = rows[from];
  if (row === undefined || before === undefined || first === undefined) return false;
  if (row.y - before.y > maxRowPitch * Math.max(row.size, before.size)) return false;
  if (row.segments.length >= 2) return true;
  // A row of one segment below a later column continues a cell of the table.
  const [only] = row.segments;
  const start = first.segments[0]?.x ?? 0;
  if (only === undefined) return false;
  if (only.x > start + 2 * row.size) return row.y - before.y < 1.7 * row.size;
  return isRestOf(rows, at);
}

/** Whether a row of one segment continues the cell above it: an unfinished sentence, or a line nearer to it than to the next row. */
function isRestOf(rows: readonly PdfRow[], at: number): boolean {
  const [row, before, next] = [rows[at], rows[at - 1], rows[at + 1]];
  const [only] = row?.segments ?? [];
  if (row === undefined || before === undefined || only === undefined) return false;
  if (row.segments.length > 1 || row.y - before.y >= maxCellPitch * row.size) return false;
  const column = before.segments.findIndex(({ x }) => Math.abs(x - only.x) < 0.3 * row.size);
  const above = before.segments[column];
  if (above === undefined || before.segments.length < 2) return false;
  const nextColumn = before.segments[column + 1];
  if (nextColumn !== undefined && only.right > nextColumn.x) return false;
  if (continues(joinItems(above.items), joinItems(only.items))) return true;
  return (
    next !== undefined &&
    next.segments.length > 1 &&
    next.y - row.y > minRowGap * (row.y - before.y)
  );
}

/** Most distance between the lines of a cell, in font sizes. */
const maxCellPitch = 1.5;
/** Ratio of the distance between rows to that between the lines of a cell. */
const minRowGap = 1.25;

function continues(before: readonly PdfSpan[], rest: readonly PdfSpan[]): boolean {
  return /^\p{Ll}/u.test(plainText(rest)) && /[\p{L},\u{AD}-]$/u.test(plainText(before));
}

/** Whether rows stand farther apart than the lines of their cells do: those with most cells are never near the line before. */
function areRowsApart(rows: readonly PdfRow[], most: number): boolean {
  const distances = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? 0));
  const least = minOf(distances);
  const full = distances.filter((_, index) => rows[index + 1]?.segments.length === most);
  return full.length >= 2 && full.every((distance) => distance > minRowGap * least);
}

/** Returns the cells in order when every row has the same number of cells; positions do not matter then. */
function byOrder(rows: readonly PdfRow[]): (readonly PdfSpan[])[][] | undefined {
  const count = rows[0]?.segments.length ?? 0;
  if (count > maxColumns || rows.some((row) => row.segments.length !== count)) return undefined;
  if (rows.length < 3 && count < 3) return undefined;
  return rows.map((row) => row.segments.map((segment) => joinItems(segment.items)));
}

/** Returns the cells by position: columns are separated where no row has text; the fullest rows define them. */
function byPlace(rows: readonly PdfRow[]): (readonly PdfSpan[])[][] | undefined {
  const most = maxOf(rows.map((row) => row.segments.length));
  const telling = rows.filter((row) => row.segments.length >= Math.max(2, most - 1));
  const columns = findColumns(telling.flatMap((row) => row.segments));
  if (columns.length < 2 || columns.length > maxColumns) return undefined;
  // Running text with occasional wide gaps has them at different positions.
  const fitting = rows.filter(
    (row) => new Set(row.segments.map((segment) => columnOf(segment, columns))).size >= 2,
  );
  if (fitting.length < Math.max(2, rows.length * 0.5)) return undefined;
  const isApart = areRowsApart(rows, most);
  const cells: (readonly PdfSpan[])[][] = [];
  let before: PdfRow | undefined;
  for (const row of rows) {
    const line = columns.map((): readonly PdfSpan[] => []);
    for (const segment of row.segments) {
      const column = columnOf(segment, columns);
      line[column] = joinLines(
        [line[column] ?? [], joinItems(segment.items)].filter((part) => part.length > 0),
      );
    }
    const above = cells.at(-1);
    const isRest =
      above !== undefined &&
      before !== undefined &&
      row.y - before.y < maxCellPitch * row.size &&
      line.every((cell, column) => cell.length === 0 || (above[column]?.length ?? 0) > 0) &&
      ((line[0]?.length ?? 0) === 0 ||
        (line.some((cell) => cell.length === 0) &&
          (isApart ||
            line.every((cell, at) => cell.length === 0 || continues(above[at] ?? [], cell)))));
    if (isRest) {
      for (const [column, cell] of line.entries()) {
        if (cell.length > 0) above[column] = joinLines([above[column] ?? [], cell]);
      }
    } else {
      cells.push(line);
    }
    before = row;
  }
  return cells.length >= 2 ? cells : undefined;
}

function findColumns(segments: readonly PdfLine[]): readonly Column[] {
  const columns: Column[] = [];
  for (const { x, right } of segments.toSorted((one, other) => one.x - other.x)) {
    const last = columns.at(-1);
    if (last !== undefined && x < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left: x, right });
  }
  return columns;
}

function columnOf({ x, right }: PdfLine, columns: readonly Column[]): number {
  const shares = columns.map((column) => Math.min(right, column.right) - Math.max(x, column.left));
  return shares.indexOf(maxOf(shares));
}

/** Returns the rows as cells; the first row is a header when it holds words above numbers. */
function toCells(
  cells: readonly (readonly (readonly PdfSpan[])[])[],
): readonly (readonly PdfCell[])[] {
  const [head, ...rest] = cells;
  const later = rest.reduce((sum, row) => sum + countFigures(row), 0) / Math.max(rest.length, 1);
  const isHeaded = countFigures(head) === 0 && later >= 0.5;
  return cells.map((row, index) =>
    row.map((spans) => ({ spans, isHeader: isHeaded && index === 0 })),
  );
}

function countFigures(row: readonly (readonly PdfSpan[])[] | undefined): number {
  return (row ?? []).filter((cell) => /\d/.test(plainText(cell))).length;
}
