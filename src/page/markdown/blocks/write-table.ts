import type { SpanBudget } from '../../text/read-span.ts';

/** A cell of a data table, its content as one line of Markdown. */
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
 * Places of a table, empty ones too, that are all written; beyond, a row ends with its last filled cell, as GFM allows:
 * one row of 1,000 cells would make 100,000 short rows 1,000 cells long.
 */
const maxPlaces = 250_000;
/** Characters of a cell that is repeated in the rows it spans; longer ones are said once. */
const maxRepeatedLength = 200;

/**
 * A table as GFM writes it. A cell over several rows is repeated in each, so that every row reads by itself; a cell over
 * several columns is repeated in headings only. Several heading rows become one, because GFM has one. Spans end where
 * `budget` does.
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

/** How many of the ascending columns lie below `end`. */
function countWithin(columns: readonly number[], end: number): number {
  const index = columns.findIndex((column) => column >= end);
  return index < 0 ? columns.length : index;
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
        if (!budget.take()) spans.length = 0;
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
        if (covered > 0 && !budget.take()) break;
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
      if (!budget.take()) spans.length = 0;
      span.rows -= 1;
      line[column] = span.text;
    }
    return line;
  });
}

/** Rows of `<thead>`, or rows of nothing but header cells, at the start. */
function countHeadRows(rows: readonly TableRow[]): number {
  let count = 0;
  for (const row of rows) {
    const filled = row.cells.filter(({ text }) => text !== '');
    const isHead = row.isHead || (filled.length > 0 && filled.every(({ isHeader }) => isHeader));
    // A table of one column of header cells is all heading: its rows are data.
    if (!isHead || count === maxHeadRows) break;
    count += 1;
  }
  return count < rows.length ? count : Math.min(count, 1);
}

/** More heading rows than this are data in header cells. */
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
