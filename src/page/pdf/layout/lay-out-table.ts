import { addAll, maxOf } from '../../../runtime/collections.ts';
import { type Line, breakLines, measureRuns, toBold } from './break-lines.ts';
import type { InlineRun, TableBlock, TableCell, TableRow } from '../flow/flow.ts';
import type { FontSet } from '../font-set.ts';
import type { PageCursor } from './page-cursor.ts';
import {
  cellGap,
  cellPadding,
  colours,
  contentBottom,
  contentWidth,
  lineHeight,
  page,
  tableSizes,
} from '../page-style.ts';

/** More rows are no heading, but a table of headers. */
const maxHeaderRows = 5;

/** A cell whose text is still to be shown, on its first row or, with a row span, on those below. */
interface OpenCell {
  readonly cell: TableCell;
  readonly x: number;
  readonly width: number;
  readonly lines: readonly Line[];
  shown: number;
  rowsLeft: number;
}

/** Puts a table on pages: spans drawn as one cell, header rows at the top of each page, rows whole where they fit. */
export function layOutTable(table: TableBlock, cursor: PageCursor, fontSet: FontSet): void {
  const columns = fitColumns(table, fontSet);
  if (columns === undefined) {
    layOutRecords(table, cursor, fontSet);
    return;
  }
  const heads = table.rows.filter((row) => row.isHeader).slice(0, maxHeaderRows);
  const isHeaded =
    heads.length > 0 && table.rows.slice(0, heads.length).every((row) => row.isHeader);
  let open: OpenCell[] = [];
  const setting: Setting = { table, columns, cursor, fontSet };
  const headRoom = isHeaded ? heads.length * rowHeight(1, columns.size) : 0;
  cursor.need(headRoom + 2 * rowHeight(1, columns.size));
  for (const [index, row] of table.rows.entries()) {
    open = open.filter((cell) => cell.rowsLeft > 0);
    addAll(open, openCells(row, setting));
    layOutRow(row, open, setting, () => {
      if (isHeaded && index >= heads.length) repeatHeads(heads, setting);
    });
  }
}

interface Setting {
  readonly table: TableBlock;
  readonly columns: ColumnFit;
  readonly cursor: PageCursor;
  readonly fontSet: FontSet;
}

function openCells(row: TableRow, { table, columns, fontSet }: Setting): OpenCell[] {
  const { size, widths } = columns;
  return row.cells.map((cell) => {
    const end = cell.column + cell.colSpan;
    const x = page.margin + table.indent + sum(widths.slice(0, cell.column));
    const width = sum(widths.slice(cell.column, end));
    const inner = Math.max(width - 2 * cellPadding, 1);
    const lines = breakLines({ runs: shownRuns(cell), size, width: inner, fontSet });
    return { cell, x, width, lines, shown: 0, rowsLeft: cell.rowSpan };
  });
}

function shownRuns({ isHeader, runs }: TableCell): readonly InlineRun[] {
  return isHeader ? runs.map(toBold) : runs;
}

/** Cells that end in this row show all their remaining text; longer ones use the available room. */
function countLines(open: readonly OpenCell[]): number {
  const ending = open.filter((cell) => cell.rowsLeft === 1);
  return maxOf(
    ending.map((cell) => cell.lines.length - cell.shown),
    1,
  );
}

function layOutRow(
  row: TableRow,
  open: readonly OpenCell[],
  { columns: { size }, cursor }: Setting,
  onNewPage: () => void,
): void {
  let left = countLines(open);
  const height = rowHeight(left, size);
  const pageHeight = contentBottom - page.margin;
  const breaksBefore = height < pageHeight * 0.5 || cursor.room < rowHeight(3, size);
  if (cursor.room < height && breaksBefore) {
    cursor.newPage();
    onNewPage();
  }
  for (;;) {
    const fits = Math.max(1, Math.floor((cursor.room - 2 * cellGap) / (size * lineHeight)));
    const taken = Math.min(left, fits);
    drawRow(row, open, taken, { size, cursor });
    left -= taken;
    if (left <= 0) break;
    cursor.newPage();
    onNewPage();
  }
  for (const cell of open) cell.rowsLeft -= 1;
}

function drawRow(
  row: TableRow,
  open: readonly OpenCell[],
  lineCount: number,
  { size, cursor }: { readonly size: number; readonly cursor: PageCursor },
): void {
  const height = rowHeight(lineCount, size);
  const top = cursor.y;
  for (const cell of open) {
    const { x, width } = cell;
    const { isHeader, rowSpan, structure } = cell.cell;
    const ground = row.isHeader || isHeader ? colours.headerGround : undefined;
    const isOpenAbove = cell.shown > 0 || cell.rowsLeft < rowSpan;
    const isOpenBelow = cell.rowsLeft > 1;
    const area = { x, y: top, width, height };
    cursor.add({ kind: 'cell', ...area, colour: ground, isOpenAbove, isOpenBelow });
    const shown = cell.lines.slice(cell.shown, cell.shown + lineCount);
    const at = { x: x + cellPadding, width: width - 2 * cellPadding, size, structure };
    for (const [index, line] of shown.entries()) {
      cursor.addLine(line, at, top + cellGap + index * size * lineHeight);
    }
    cell.shown += shown.length;
  }
  cursor.y += height;
}

/** Shows header rows again, as decoration: a reader of the text meets them once. */
function repeatHeads(heads: readonly TableRow[], setting: Setting): void {
  const { columns, cursor } = setting;
  let open: OpenCell[] = [];
  for (const row of heads) {
    const cells = row.cells.map((cell) => ({ ...cell, structure: decoration }));
    open = open.filter((cell) => cell.rowsLeft > 0);
    addAll(open, openCells({ ...row, cells }, setting));
    const lineCount = Math.min(countLines(open), maxHeaderRows);
    drawRow(row, open, lineCount, { size: columns.size, cursor });
    for (const cell of open) cell.rowsLeft -= 1;
  }
}

/** Marks what is repeated: drawn as an artifact of the page. */
const decoration = { type: 'Artifact', parent: undefined } as const;

function rowHeight(lines: number, size: number): number {
  return lines * size * lineHeight + 2 * cellGap;
}

/** A row a paragraph, `header: value` pairs one after another. */
function layOutRecords(table: TableBlock, cursor: PageCursor, fontSet: FontSet): void {
  const headers = new Map<number, readonly InlineRun[]>();
  const size = tableSizes[1] ?? 8;
  for (const row of table.rows) {
    if (row.isHeader) {
      for (const cell of row.cells) headers.set(cell.column, cell.runs);
      continue;
    }
    for (const [index, { column, runs, structure }] of row.cells.entries()) {
      const [first] = runs;
      if (first === undefined) continue;
      const header = headers.get(column);
      const colon = { text: ': ', style: { ...first.style, link: undefined, bold: false } };
      const named = header === undefined ? runs : [...header.map(toBold), colon, ...runs];
      const indent = table.indent + (index === 0 ? 0 : 12);
      const width = contentWidth - indent;
      const lines = breakLines({ runs: named, size, width, fontSet });
      cursor.addLines(lines, { x: page.margin + indent, width, size, structure });
    }
    cursor.y += 4;
  }
}

/** Rows that decide the widths; later ones are broken to fit. */
const measuredRows = 500;
/** Narrower columns hold no word: such a table is shown row by row instead. */
const minColumnWidth = 26;
/** Of the room: a longer word, an address mostly, is broken where columns share it, so that the others hold text. */
const maxWordShare = 0.5;

/** In what size a table is set, and how wide its columns are. */
interface ColumnFit {
  readonly size: number;
  /** Points. */
  readonly widths: readonly number[];
}

/** The largest size in which every word fits its column; `undefined` for a table with too many columns for a page. */
function fitColumns(table: TableBlock, fontSet: FontSet): ColumnFit | undefined {
  const room = contentWidth - table.indent;
  if (room / table.columns < minColumnWidth) return undefined;
  // At size 1: widths grow with the size.
  const words = Array.from({ length: table.columns }, () => 0);
  const lines = Array.from({ length: table.columns }, () => 0);
  const spanning: { readonly cell: TableCell; readonly word: number; readonly line: number }[] = [];
  for (const row of table.rows.slice(0, measuredRows)) {
    for (const cell of row.cells) {
      const { word, line } = measureRuns(shownRuns(cell), 1, fontSet);
      if (cell.colSpan > 1) {
        spanning.push({ cell, word, line });
        continue;
      }
      words[cell.column] = Math.max(words[cell.column] ?? 0, word);
      lines[cell.column] = Math.max(lines[cell.column] ?? 0, line);
    }
  }
  for (const { cell, word, line } of spanning) {
    widen(words, cell, word);
    widen(lines, cell, line);
  }
  // Half a point of slack: a sum of widths is not exactly the width of the sum.
  const padding = 2 * cellPadding + 0.5;
  for (const size of tableSizes) {
    const most = table.columns === 1 ? room : room * maxWordShare;
    const narrow = words.map((word) => Math.min(word * size + padding, most));
    const wide = lines.map((line) => line * size + padding);
    const isLast = size === tableSizes.at(-1);
    if (sum(wide) <= room) return { size, widths: wide };
    if (sum(narrow) <= room) return { size, widths: share(narrow, wide, room) };
    if (isLast) return { size, widths: squeeze(narrow, room) };
  }
  return undefined;
}

/** Makes the columns of a spanning cell wide enough together. */
function widen(widths: number[], { column, colSpan }: TableCell, width: number): void {
  const lacking = width - sum(widths.slice(column, column + colSpan));
  if (lacking <= 0) return;
  for (let at = column; at < column + colSpan; at += 1)
    widths[at] = (widths[at] ?? 0) + lacking / colSpan;
}

/** Gives what is left of the room to the columns whose text is still broken. */
function share(narrow: readonly number[], wide: readonly number[], room: number): number[] {
  const spare = room - sum(narrow);
  // Bounded, so that one column of long text does not reduce the others to their longest word.
  const wishes = wide.map((width, index) => Math.min(width, room * 0.6) - (narrow[index] ?? 0));
  const wished = sum(wishes.map((wish) => Math.max(wish, 0)));
  return narrow.map((width, index) =>
    wished === 0 ? width : width + (spare * Math.max(wishes[index] ?? 0, 0)) / wished,
  );
}

/** Shrinks columns with long words; narrow columns keep their width. */
function squeeze(narrow: readonly number[], room: number): number[] {
  const widths = [...narrow];
  const fair = room / narrow.length;
  const kept = sum(widths.filter((width) => width <= fair));
  const large = widths.filter((width) => width > fair);
  const scale =
    (room - kept - fair * large.length) / Math.max(sum(large.map((width) => width - fair)), 1);
  return widths.map((width) => (width <= fair ? width : fair + (width - fair) * scale));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
