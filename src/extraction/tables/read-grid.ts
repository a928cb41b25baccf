import { maxOf } from '../../runtime/collections.ts';
import { type SpanBudget, readSpan } from '../../page/tree/data-table.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

/** Spans beyond these are template errors: the widest table of the benchmark sets has 62 columns. */
const maxColumnSpan = 60;
const maxRowSpan = 200;
export const maxColumns = 200;
export const maxRows = 5_000;
/** Characters of a spanned cell that cost as much as one more spanned cell. */
const charactersPerSpannedCell = 200;
/** Most characters of a heading of a column. */
export const maxHeadLength = 40;

/** A row of a table with a cell for each column that it spans. */
export interface GridRow {
  readonly element: IndexedElement;
  readonly cells: readonly IndexedElement[];
  readonly isHead: boolean;
}

/** A row with its cells in the columns of the table, of which some parts have fewer. */
export interface RecordRow extends Omit<GridRow, 'cells'> {
  readonly cells: readonly (IndexedElement | undefined)[];
}

/** Every row of a table with its spans resolved, but for empty ones above all others and for spans beyond its width. */
export function readGrid(
  page: PageIndex,
  table: IndexedElement,
  spans: SpanBudget,
): readonly GridRow[] {
  return cutSpans(withoutEmptyTop(page, readRows(page, table, spans)));
}

function readRows(page: PageIndex, table: IndexedElement, spans: SpanBudget): readonly GridRow[] {
  const rows: GridRow[] = [];
  const mayRepeat = ({ textStart, textEnd }: IndexedElement): boolean =>
    spans.take(1 + Math.floor((textEnd - textStart) / charactersPerSpannedCell));
  const carried = new Map<number, { cell: IndexedElement; rows: number }>();
  for (const row of ownRows(page, table)) {
    const cells: IndexedElement[] = [];
    const takeCarried = (): void => {
      for (
        let held = carried.get(cells.length);
        held !== undefined;
        held = carried.get(cells.length)
      ) {
        held.rows -= 1;
        if (held.rows <= 0 || !mayRepeat(held.cell)) carried.delete(cells.length);
        cells.push(held.cell);
      }
    };
    for (const cell of page.childrenOf(row)) {
      if (cell.node.name !== 'td' && cell.node.name !== 'th') continue;
      takeCarried();
      if (cells.length >= maxColumns) break;
      const width = readSpan(cell.node, 'colspan', maxColumnSpan);
      const height = readSpan(cell.node, 'rowspan', maxRowSpan);
      for (let column = 0; column < width; column += 1) {
        if (column > 0 && !mayRepeat(cell)) break;
        if (height > 1) carried.set(cells.length, { cell, rows: height - 1 });
        cells.push(cell);
      }
    }
    takeCarried();
    if (cells.length > 0) rows.push({ element: row, cells, isHead: isHeadRow(page, row, cells) });
    if (rows.length >= maxRows) break;
  }
  return rows;
}

/** Rows without empty ones above all others, which a layout has for the widths of its columns. An empty header says that there is none. */
function withoutEmptyTop(page: PageIndex, rows: readonly GridRow[]): readonly GridRow[] {
  const first = rows.findIndex(
    ({ element, cells }) =>
      page.elements[element.parent]?.node.name === 'thead' ||
      cells.some((cell) => cell.node.name === 'th' || cell.end > cell.position + 1) ||
      cells.some((cell) => page.lineOf(cell, maxHeadLength) !== ''),
  );
  return first > 0 ? rows.slice(first) : rows;
}

/** Rows without the places at which a single cell spans more columns than the table has: a note whose span was made for any table. */
function cutSpans(rows: readonly GridRow[]): readonly GridRow[] {
  const width = maxOf(
    rows.map((row) => (isAcross(row) ? 1 : row.cells.length)),
    1,
  );
  if (width === 1) return rows;
  return rows.map((row) =>
    isAcross(row) && row.cells.length > width ? { ...row, cells: row.cells.slice(0, width) } : row,
  );
}

/** Rows of this table, not of tables inside it. */
function ownRows(page: PageIndex, table: IndexedElement): readonly IndexedElement[] {
  const rows: IndexedElement[] = [];
  let at = table.position + 1;
  while (at < table.end) {
    const element = page.elements[at];
    if (element === undefined) break;
    if (element.node.name === 'tr') {
      rows.push(element);
      at = element.end;
    } else at = element.node.name === 'table' ? element.end : at + 1;
  }
  return rows;
}

function isHeadRow(
  page: PageIndex,
  row: IndexedElement,
  cells: readonly IndexedElement[],
): boolean {
  if (page.elements[row.parent]?.node.name === 'thead') return true;
  return cells.every((cell) => isHeadCell(page, cell));
}

/** Whether a cell may name a column: a header's, a bold one, or the empty corner above the names of the rows. */
export function isHeadCell(page: PageIndex, cell: IndexedElement): boolean {
  return cell.node.name === 'th' || isBold(page, cell);
}

function isBold(page: PageIndex, cell: IndexedElement): boolean {
  const line = page.lineOf(cell);
  if (line === '') return cell.end === cell.position + 1;
  const parts = page
    .childrenOf(cell)
    .filter(({ node }) => node.name === 'b' || node.name === 'strong');
  return parts.length > 0 && parts.map((part) => page.lineOf(part)).join(' ') === line;
}

/** Whether a row is one cell across several columns. */
export function isAcross({ cells }: GridRow): boolean {
  return cells.length > 1 && new Set(cells).size === 1;
}

/** Whether a row is there and is one cell across several columns. */
export function isAcrossAt(rows: readonly GridRow[], at: number): boolean {
  const row = rows[at];
  return row !== undefined && isAcross(row);
}
