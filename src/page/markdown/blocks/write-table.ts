import type { SpanBudget } from '../../text/read-span.ts';

/** A cell of a data table, with its content as one line of Markdown. */
export interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly isHead: boolean;
}

/** The limit of the HTML standard for `colspan`. */
export const maxColumns = 1_000;
/**
 * Cells up to which a table is written with all its empty cells. In larger tables a row ends with its last filled
 * cell, as GFM allows: one row of 1,000 cells would pad 100,000 short rows to 1,000 cells.
 */
const maxPlaces = 250_000;
/** Characters. A longer cell is not repeated in the rows it spans. */
const maxRepeatedLength = 200;

/**
 * Returns a table in GFM. A cell over several rows is repeated in each, so that every row can be read by itself; a
 * cell over several columns is repeated in headings only. Several heading rows become one, because GFM allows one.
 * Spans end when `budget` is used up.
 */
export function writeTable(rows: readonly TableRow[], budget: SpanBudget): string {
  const grid = toGrid(rows, budget);
  const headCount = countHeadRows(rows);
  const used = findUsedColumns(grid);
  if (used.length === 0) return '';
  const head = used.map((column) =>
    joinDistinct(grid.slice(0, headCount).map((row) => row[column] ?? '')),
  );
  const lines = [toLine(head), `|${' --- |'.repeat(used.length)}`];
  const isSparse = grid.length * used.length > maxPlaces;
  for (const row of grid.slice(headCount)) {
    const columns = isSparse ? used.slice(0, countWithin(used, row.length)) : used;
    const cells = columns.map((column) => row[column] ?? '');
    if (cells.some((cell) => cell !== '')) lines.push(toLine(cells));
  }
  return lines.join('\n');
}

/** Returns how many of the ascending columns are below `end`. */
function countWithin(columns: readonly number[], end: number): number {
  const index = columns.findIndex((column) => column >= end);
  return index < 0 ? columns.length : index;
}

/** Characters of a repeated cell that cost as much as an empty one: 20,000 cells of 200 would be 4 MB. */
const repeatedLength = 16;

function costOf(text: string): number {
  return 1 + Math.floor(text.length / repeatedLength);
}

interface Span {
  readonly text: string;
  rows: number;
}

function toGrid(rows: readonly TableRow[], budget: SpanBudget): string[][] {
  const spans: (Span | undefined)[] = [];
  return rows.map(({ cells, isHead }) => {
    const line: string[] = [];
    let column = 0;
    const fillDown = (): void => {
      for (let span = spans[column]; span !== undefined && span.rows > 0; span = spans[column]) {
        if (!budget.take(costOf(span.text))) spans.length = 0;
        span.rows -= 1;
        line[column] = span.text;
        column += 1;
      }
    };
    for (const cell of cells) {
      fillDown();
      if (column >= maxColumns) break;
      const width = Math.min(cell.columns, maxColumns - column);
      const isShort = cell.text.length <= maxRepeatedLength;
      for (let covered = 0; covered < width; covered += 1) {
        if (covered > 0 && !budget.take(isShort ? costOf(cell.text) : 1)) break;
        const text = covered === 0 || (isShort && (isHead || cell.isHeader)) ? cell.text : '';
        line[column] = text;
        spans[column] =
          cell.rows > 1 ? { text: isShort ? text : '', rows: cell.rows - 1 } : undefined;
        column += 1;
      }
    }
    for (; column < spans.length; column += 1) {
      const span = spans[column];
      if (span === undefined || span.rows === 0) continue;
      if (!budget.take(costOf(span.text))) spans.length = 0;
      span.rows -= 1;
      line[column] = span.text;
    }
    return line;
  });
}

/** Returns the number of heading rows at the start: rows of `<thead>`, or rows of header cells only. */
function countHeadRows(rows: readonly TableRow[]): number {
  let count = 0;
  for (const row of rows) {
    const filled = row.cells.filter(({ text }) => text !== '');
    const isHead = row.isHead || (filled.length > 0 && filled.every(({ isHeader }) => isHeader));
    // In a table with one column of header cells every row would be a heading: its rows are data.
    if (!isHead || count === maxHeadRows) break;
    count += 1;
  }
  return count < rows.length ? count : Math.min(count, 1);
}

/** More heading rows are data in header cells. */
const maxHeadRows = 3;

function findUsedColumns(grid: readonly (readonly string[])[]): number[] {
  const used = new Set<number>();
  for (const row of grid) {
    for (const [column, text] of row.entries())
      if (text !== undefined && text !== '') used.add(column);
  }
  return [...used].sort((a, b) => a - b);
}

function joinDistinct(texts: readonly string[]): string {
  return [...new Set(texts)].filter(Boolean).join(' ');
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
