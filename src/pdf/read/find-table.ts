import { joinItems, joinLines, type PdfLine, plainText } from './join-text.ts';
import type { PdfRow } from './order-lines.ts';
import type { PdfCell, PdfSpan } from './pdf-block.ts';

/** A table found among rows, from the row that it was looked for on. */
export interface FoundTable {
  readonly rows: readonly (readonly PdfCell[])[];
  /** Number of the page's rows that the table covers. */
  readonly length: number;
}

interface Column {
  left: number;
  right: number;
}

/** Most distance between the rows of a table, in font sizes. */
const maxPitch = 3.2;
const maxColumns = 30;
/** No page has more. */
const maxRows = 500;
/** Most letters per cell on average; longer cells are text in columns. */
const maxCellLetters = 80;

/**
 * Returns the table that begins at a row, recognised by texts below each other with gaps between; `undefined` if
 * there is none.
 */
export function findTable(rows: readonly PdfRow[], from: number): FoundTable | undefined {
  const first = rows[from];
  if (first === undefined || first.segments.length < 2) return undefined;
  if (first.segments.length === 2 && isMarker(first.segments[0])) return undefined;
  let to = from + 1;
  while (to < rows.length && to < from + maxRows && goesOn(rows, from, to)) to += 1;
  // Rows of a single segment at the end belong to the next paragraph.
  while (to > from && (rows[to - 1]?.segments.length ?? 0) < 2) to -= 1;
  const taken = rows.slice(from, to);
  const full = taken.filter((row) => row.segments.length >= 2);
  if (full.length < 2) return undefined;
  const cells = byOrder(taken) ?? byPlace(taken);
  if (cells === undefined) return undefined;
  const filled = cells.flat().filter((cell) => cell.length > 0);
  const letters = filled.reduce(
    (sum, cell) => sum + cell.reduce((all, span) => all + span.text.length, 0),
    0,
  );
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
  if (row.y - before.y > maxPitch * Math.max(row.size, before.size)) return false;
  if (row.segments.length >= 2) return true;
  // A row of one segment below a later column continues a cell of the table.
  const [only] = row.segments;
  const start = first.segments[0]?.x ?? 0;
  return only !== undefined && only.x > start + 2 * row.size && row.y - before.y < 1.7 * row.size;
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
  const most = Math.max(...rows.map((row) => row.segments.length));
  const telling = rows.filter((row) => row.segments.length >= Math.max(2, most - 1));
  const columns = findColumns(telling.flatMap((row) => row.segments));
  if (columns.length < 2 || columns.length > maxColumns) return undefined;
  // Running text with occasional wide gaps has them at different positions.
  const fitting = rows.filter(
    (row) => new Set(row.segments.map((segment) => columnOf(segment, columns))).size >= 2,
  );
  if (fitting.length < Math.max(2, rows.length * 0.5)) return undefined;
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
      (line[0]?.length ?? 0) === 0 &&
      row.y - before.y < 1.5 * row.size &&
      line.every((cell, column) => cell.length === 0 || (above[column]?.length ?? 0) > 0);
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
  let best = 0;
  let bestShare = -Infinity;
  for (const [index, column] of columns.entries()) {
    const share = Math.min(right, column.right) - Math.max(x, column.left);
    if (share > bestShare) {
      best = index;
      bestShare = share;
    }
  }
  return best;
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
