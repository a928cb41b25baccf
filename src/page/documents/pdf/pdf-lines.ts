import { addAll } from '../../../runtime/collections.ts';
export interface PdfSpan {
  readonly text: string;
  readonly link: string | undefined;
}

export interface PdfCell {
  readonly spans: readonly PdfSpan[];
  readonly isHeader: boolean;
}

export interface PdfHeading {
  readonly kind: 'heading';
  /** 1 to 6 if the file states it; `undefined` when it is found by comparing font sizes. */
  readonly level: number | undefined;
  readonly size: number;
  readonly spans: readonly PdfSpan[];
}

export interface PdfListItem {
  readonly kind: 'item';
  readonly isOrdered: boolean;
  /** The number of an ordered item, where it is one. */
  readonly number: number | undefined;
  readonly depth: number;
  readonly spans: readonly PdfSpan[];
}

interface PdfText {
  readonly kind: 'text';
  readonly spans: readonly PdfSpan[];
  /** Whether it may continue in the next column or on the next page. */
  readonly isOpen: boolean;
}

export interface PdfTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly PdfCell[])[];
}

/** A piece of a page's content, in reading order. */
export type PdfBlock =
  | PdfHeading
  | PdfListItem
  | PdfText
  | PdfTable
  | { readonly kind: 'code'; readonly text: string };

/** Text drawn by one operation. Coordinates are points from the top left corner of the page as displayed. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isMono: boolean;
  readonly link: string | undefined;
  /** The marked content that it is part of, in a tagged file. */
  readonly mark: string | undefined;
  /** Whether it was filled into the page, as the value of a form field. */
  readonly isFilledIn?: boolean;
}

/** An element of a tagged file's structure on one page. */
export interface PdfTag {
  readonly role: string;
  readonly children: readonly (PdfTag | { readonly mark: string })[];
}

export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly PdfItem[];
  readonly tags: PdfTag | undefined;
}

/** Text of one line, in one piece or, in tables, in several. */
export interface PdfLine {
  readonly items: readonly PdfItem[];
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** Gap that separates two words, in font sizes; spaces are .25 to .35 wide, kerning stays below .1. */
const wordGap = 0.13;
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u{3000}-\u{303F}\u{FF00}-\u{FFEF}]/u;

export function joinItems(items: readonly PdfItem[]): readonly PdfSpan[] {
  const spans: PdfSpan[] = [];
  let before: PdfItem | undefined;
  for (const item of items) {
    if (before !== undefined) {
      const gap = item.x - (before.x + before.width);
      const size = Math.max(item.size, before.size);
      const isParted =
        gap > wordGap * size || before.text.endsWith(' ') || item.text.startsWith(' ');
      if (isParted && !(isCjkPair(before.text, item.text) && gap < size))
        pushText(spans, ' ', before.link === item.link ? item.link : undefined);
    }
    pushText(spans, item.text.trim(), item.link);
    before = item;
  }
  return spans;
}

/** Returns the text of a paragraph's lines, with hyphenated words joined again. */
export function joinLines(lines: readonly (readonly PdfSpan[])[]): readonly PdfSpan[] {
  const spans: PdfSpan[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    const [next] = line;
    if (last !== undefined && next !== undefined) {
      if (isHyphenated(last.text, next.text)) {
        spans[spans.length - 1] = { ...last, text: last.text.slice(0, -1) };
      } else if (!isCjkPair(last.text, next.text) && !isDashed(last.text, next.text)) {
        pushText(spans, ' ', last.link === next.link ? next.link : undefined);
      }
    }
    for (const { text, link } of line) pushText(spans, text, link);
  }
  return spans;
}

/**
 * Whether a word is split at a line end: after a soft hyphen, or after a hyphen between lower-case letters, as in
 * `tide-` / `mark`.
 */
function isHyphenated(before: string, after: string): boolean {
  if (before.endsWith('\u{AD}')) return true;
  return /\p{Ll}[-‐]$/u.test(before.slice(-2)) && /^\p{Ll}/u.test(after.slice(0, 2));
}

/** Whether a line ends with a dash that belongs to both words, as in `1990-` / `1995` or `Jean-` / `Paul`. */
export function isDashed(before: string, after: string): boolean {
  return /[\p{L}\p{N}][-‐‑–—]$/u.test(before.slice(-3)) && /^[\p{L}\p{N}]/u.test(after.slice(0, 2));
}

function isCjkPair(before: string, after: string): boolean {
  return cjk.test(before.slice(-1)) && cjk.test(after.slice(0, 1));
}

function pushText(spans: PdfSpan[], text: string, link: string | undefined): void {
  if (text === '') return;
  const last = spans.at(-1);
  if (last?.link === link && last !== undefined)
    spans[spans.length - 1] = { text: last.text + text, link };
  else spans.push({ text, link });
}

export function plainText(spans: readonly PdfSpan[]): string {
  return spans.map((span) => span.text).join('');
}

/** The width of a line's first word. */
export function firstWordWidth(text: string, { x, right }: Pick<PdfLine, 'right' | 'x'>): number {
  const end = text.indexOf(' ');
  return end === -1 ? right - x : ((right - x) * end) / text.length;
}

/** A row of the page: the text on one baseline, split at wide gaps. */
export interface PdfRow {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly PdfLine[];
}

/** Rows that are read together: a column, or rows across all columns. */
export interface PdfRegion {
  readonly rows: readonly PdfRow[];
  /** The right margin: where full lines end. */
  readonly right: number;
  readonly left: number;
}

/** Gap that separates two cells, in font sizes; gaps of justified text stay below .7 except in the narrowest columns. */
const cellGap = 0.75;
/** Most distance of baselines on one line, in font sizes, for superscripts and subscripts. */
const sameBaseline = 0.45;
/** Fewest lines of a text column, and then fewest letters per line; columns of tables are shorter. */
const leastColumnRows = 6;
const leastColumnLetters = 22;
const maxColumns = 4;

/** A page's rows in reading order: across, then column by column. */
export function orderLines(page: PdfPage): readonly PdfRegion[] {
  const rows = toRows(page.items);
  const starts = findColumns(rows, page.width);
  if (starts.length === 0) return toRegions([rows], page.width);
  const groups: PdfRow[][] = [];
  let columns: PdfRow[][] = [];
  let across: PdfRow[] = [];
  const flush = (): void => {
    addAll(
      groups,
      columns.filter((column) => column.length > 0),
    );
    columns = [];
  };
  for (const row of rows) {
    const spans = row.segments.some(({ x, right }) =>
      starts.some((start) => x < start - row.size && right > start + row.size),
    );
    if (spans) {
      flush();
      across.push(row);
      continue;
    }
    if (across.length > 0) groups.push(across);
    across = [];
    addToColumns(columns, row, ({ x }) => starts.filter((start) => x > start - row.size).length);
  }
  if (across.length > 0) groups.push(across);
  flush();
  return toRegions(groups);
}

/** Adds the parts of a row to the columns in which they stand, on their own baselines: columns need not be on one grid. */
export function addToColumns(
  columns: PdfRow[][],
  row: PdfRow,
  columnOf: (segment: PdfLine) => number,
): void {
  for (const [column, segments] of Map.groupBy(row.segments, columnOf)) {
    const [first] = segments;
    while (columns.length <= column) columns.push([]);
    columns[column]?.push({ y: first?.y ?? row.y, size: first?.size ?? row.size, segments });
  }
}

/** `pageWidth` where the rows have the page for themselves. */
function toRegions(
  groups: readonly (readonly PdfRow[])[],
  pageWidth?: number,
): readonly PdfRegion[] {
  return groups
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const left = rows.reduce((most, row) => Math.min(most, row.segments[0]?.x ?? most), Infinity);
      const right = rows.reduce((most, row) => Math.max(most, rightOf(row)), 0);
      // If few lines are as long as the longest, none was full: the right margin mirrors the left one.
      const full = rows.filter((row) => rightOf(row) > right - fullLine * row.size).length;
      const isRagged = pageWidth !== undefined && full < Math.max(3, rows.length * 0.1);
      return { rows, left, right: isRagged ? Math.max(right, pageWidth - left) : right };
    });
}

/** Most difference between the right ends of full lines, in font sizes. */
const fullLine = 4;

function rightOf(row: PdfRow): number {
  return row.segments.at(-1)?.right ?? 0;
}

function toRows(items: readonly PdfItem[]): readonly PdfRow[] {
  const sorted = items.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const rows: { y: number; size: number; items: PdfItem[] }[] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && item.y - row.y <= sameBaseline * Math.max(item.size, row.size)) {
      row.items.push(item);
      // The larger letters define the baseline.
      if (item.size > row.size * 1.1) {
        row.size = item.size;
        row.y = item.y;
      }
    } else {
      rows.push({ y: item.y, size: item.size, items: [item] });
    }
  }
  return rows.map((row) => ({ y: row.y, size: row.size, segments: toSegments(row.items) }));
}

function toSegments(items: readonly PdfItem[]): readonly PdfLine[] {
  const segments: PdfLine[] = [];
  let open: PdfItem[] = [];
  let right = -Infinity;
  const close = (): void => {
    const [first] = open;
    if (first === undefined) return;
    segments.push({ items: open, x: first.x, right, y: first.y, size: mainSize(open) });
    open = [];
  };
  for (const item of items.toSorted((one, other) => one.x - other.x)) {
    if (open.length > 0 && item.x - right > cellGap * item.size) close();
    if (open.length === 0) right = -Infinity;
    open.push(item);
    right = Math.max(right, item.x + item.width);
  }
  close();
  return segments;
}

function mainSize(items: readonly PdfItem[]): number {
  let best = items[0];
  for (const item of items) if (item.text.length > (best?.text.length ?? 0)) best = item;
  return best?.size ?? 0;
}

/** Left edges of the second and later columns of text. */
function findColumns(rows: readonly PdfRow[], pageWidth: number): readonly number[] {
  // Segments by where they begin, in steps of 4 points.
  const starting = rows.flatMap(({ segments }, at) =>
    segments.map((segment, index) => ({
      segment,
      previous: segments[index - 1] ?? findBeside(segment, [rows[at - 1], rows[at + 1]]),
    })),
  );
  const edges = Map.groupBy(
    starting.filter(({ segment }) => segment.x >= pageWidth * 0.2),
    ({ segment }) => Math.round(segment.x / 4),
  );
  const found = [...edges.values()]
    .filter((edge) => {
      const before = edge.flatMap(({ previous }) => previous ?? []);
      return (
        edge.length >= leastColumnRows &&
        before.length >= leastColumnRows / 2 &&
        usualLetters(edge.map(({ segment }) => segment)) >= leastColumnLetters &&
        usualLetters(before) >= leastColumnLetters
      );
    })
    .map((edge) => edge.reduce((least, { segment }) => Math.min(least, segment.x), Infinity))
    .toSorted((one, other) => one - other);
  // Indented lines begin a little further to the right, in the same column.
  const starts: number[] = [];
  for (const x of found) if (x - (starts.at(-1) ?? -Infinity) > pageWidth * 0.12) starts.push(x);
  return starts.slice(0, maxColumns - 1);
}

/** The text to the left of the first one of a row where the baselines of two columns differ. */
function findBeside(
  { x, y, size }: PdfLine,
  near: readonly (PdfRow | undefined)[],
): PdfLine | undefined {
  return near
    .map((row) => row?.segments.at(-1))
    .find((other) => other !== undefined && other.right < x && Math.abs(other.y - y) < size);
}

function usualLetters(segments: readonly PdfLine[]): number {
  const items = segments.flatMap((segment) => segment.items);
  return items.reduce((sum, item) => sum + item.text.length, 0) / segments.length;
}
