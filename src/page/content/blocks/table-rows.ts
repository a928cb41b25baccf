import type { Element } from 'domhandler';
import { readSpan, type SpanBudget } from '../../text/read-span.ts';
import { appendRun, type BlockRun, createRun } from './block-run.ts';
import type { ContentBlock } from './content-block.ts';

/**
 * Characters. A longer row is a page's layout, not a record: the longest court record of the test material has 1,900.
 */
const maxRowLength = 2_400;
/** Cells of data hold a few lines; a cell with more is a column of a layout. */
const maxCellRuns = 24;
/** The widest table of the test material has 62 columns. */
const maxColumns = 200;
/**
 * Characters that cells from rows above may add to a row. Names of row groups are short; the limit
 * protects against hostile pages.
 */
const maxFilledLength = 400;
/** Header rows above a column; a table of nothing but headers holds no data. */
const maxHeaders = 6;

interface Cell {
  readonly element: Element;
  readonly isHeader: boolean;
  readonly runs: BlockRun[];
}

interface Span {
  readonly run: BlockRun;
  /** Rows below that the cell still covers. */
  rows: number;
}

/** A table while its rows are read. */
export interface TableState {
  readonly element: Element;
  /** The budget of the page, shared by all its tables. */
  readonly spanBudget: SpanBudget;
  /** Caption and header rows above the next rows. */
  headers: ContentBlock[];
  bodySeen: boolean;
  spans: (Span | undefined)[];
  row: RowState | undefined;
  /** Characters filled into the row that is being closed. */
  filledLength: number;
}

/** A row while its cells are read. */
export interface RowState {
  readonly element: Element;
  readonly cells: Cell[];
  length: number;
}

/** A row that is complete. */
export interface TableRow {
  readonly run: BlockRun;
  /** Whether all cells with content are headers. */
  readonly isHeader: boolean;
  readonly filledCells: number;
}

/** Returns a table before its first row. */
export function createTable(element: Element, spanBudget: SpanBudget): TableState {
  return {
    element,
    spanBudget,
    headers: [],
    bodySeen: false,
    spans: [],
    row: undefined,
    filledLength: 0,
  };
}

/** Adds a caption or header row above the next rows; earlier rows keep their headers. */
export function addHeader(table: TableState, header: ContentBlock): void {
  if (table.headers.length < maxHeaders) table.headers = [...table.headers, header];
}

/** Starts a cell of the row. */
export function openCell(row: RowState, element: Element): void {
  row.cells.push({ element, isHeader: element.name === 'th', runs: [] });
}

/** Adds text to the row's last cell. Returns `false` when the row has become too large for a record. */
export function addToRow(row: RowState, run: BlockRun): boolean {
  const cell = row.cells.at(-1);
  if (cell === undefined) return false;
  cell.runs.push(run);
  row.length += run.text.length;
  return cell.runs.length <= maxCellRuns && row.length <= maxRowLength;
}

/** Returns the runs of a row in reading order, for a row that turned out to be layout. */
export function listRowRuns(row: RowState): readonly BlockRun[] {
  return row.cells.flatMap((cell) => cell.runs);
}

/**
 * Ends a row and returns it as one line: cells separated by ` | `, with the cells from rows above (`rowspan`) filled
 * in.
 */
export function closeRow(table: TableState, row: RowState): TableRow {
  const columns: (BlockRun | undefined)[] = [];
  let isHeader = row.cells.length > 0;
  let filledCells = 0;
  let column = 0;
  table.filledLength = 0;
  for (const cell of row.cells) {
    column = fillDown(table, columns, column);
    if (column >= maxColumns) break;
    const run = joinRuns(cell.runs);
    if (run.text !== '' || run.extras.length > 0) {
      filledCells += 1;
      if (!cell.isHeader) isHeader = false;
    }
    const width = readSpan(cell.element, 'colspan', maxColumns);
    const rows = readSpan(cell.element, 'rowspan', maxColumns) - 1;
    const end = Math.min(column + width, maxColumns);
    for (let covered = column; covered < end; covered += 1) {
      if (covered > column && !table.spanBudget.take()) break;
      columns[covered] = covered === column ? run : undefined;
      table.spans[covered] =
        rows > 0 ? { run: covered === column ? run : createRun(), rows } : undefined;
    }
    column = columns.length;
  }
  fillDown(table, columns, column, true);
  isHeader &&= filledCells > 0;
  const keepEmpty = isHeader || table.headers.length > 0;
  return { run: joinColumns(columns, keepEmpty), isHeader, filledCells };
}

function fillDown(
  table: TableState,
  columns: (BlockRun | undefined)[],
  from: number,
  toEnd = false,
): number {
  let column = from;
  while (column < table.spans.length) {
    const span = table.spans[column];
    if (span === undefined || span.rows === 0) {
      if (!toEnd) break;
    } else if (table.spanBudget.take()) {
      table.filledLength += span.run.text.length;
      if (table.filledLength <= maxFilledLength) columns[column] = { ...span.run, extras: [] };
      span.rows -= 1;
    } else table.spans.length = 0;
    column += 1;
  }
  return toEnd ? from : column;
}

function joinRuns(runs: readonly BlockRun[]): BlockRun {
  const joined = createRun();
  for (const run of runs) {
    if (joined.text !== '' && run.text !== '') joined.text += ' ';
    appendRun(joined, run);
  }
  return joined;
}

/**
 * Joins the cells of a row. Empty cells are kept under headers, where they keep the columns
 * aligned, and dropped without.
 */
function joinColumns(columns: readonly (BlockRun | undefined)[], keepEmpty: boolean): BlockRun {
  const line = createRun();
  let separator = '';
  for (let column = 0; column < columns.length; column += 1) {
    const run = columns[column];
    if (run !== undefined && (run.text !== '' || run.extras.length > 0)) {
      line.text += separator;
      appendRun(line, run);
      separator = '';
    }
    // Not before the first cell of a row without headers, and never after the last cell with content.
    if (keepEmpty || (separator === '' && line.text !== '')) separator += ' | ';
  }
  return line;
}
