import type { Element } from 'domhandler';
import { SpanBudget, readSpan } from '../tree/data-table.ts';
import {
  type BlockRun,
  type ContentBlock,
  type ContentKind,
  appendRun,
  createRun,
  splitRun,
} from './content-block.ts';

const indentTags: ReadonlySet<string> = new Set(['ul', 'ol', 'dd', 'blockquote']);
const headingTag = /^h[1-6]$/;

/** Receives the text of a page walk and adds it to a row, a term, a heading or a block of its own. */
export interface BlockSink {
  readonly blocks: ContentBlock[];
  /** Text since the last block boundary. */
  run: BlockRun;
  /** Innermost open block element, and the block elements around it. */
  holder: Element | undefined;
  readonly holders: (Element | undefined)[];
  readonly tables: TableState[];
  readonly spanBudget: SpanBudget;
  /** Innermost heading above the text; its own `heading` is the one above it. */
  heading: ContentBlock | undefined;
  /** Text of the last `dt`, until its `dd` comes. */
  term: BlockRun | undefined;
  inTerm: boolean;
  /** Level of the open heading, or 0. */
  level: number;
  indent: number;
}

/** Returns a sink at the start of a page. */
export function createSink(): BlockSink {
  return {
    blocks: [],
    run: createRun(),
    holder: undefined,
    holders: [],
    tables: [],
    spanBudget: new SpanBudget(),
    heading: undefined,
    term: undefined,
    inTerm: false,
    level: 0,
    indent: 0,
  };
}

/** Ends a page and returns its blocks. */
export function finishSink(sink: BlockSink): readonly ContentBlock[] {
  endRun(sink);
  emitTerm(sink);
  return sink.blocks;
}

/** Starts a block element; its attributes belong to the text that follows. */
export function enterBlock(sink: BlockSink, element: Element): void {
  sink.holders.push(sink.holder);
  sink.holder = element;
  const { name } = element;
  const table = sink.tables.at(-1);
  if (name === 'table') {
    // A row with a table inside is layout.
    if (table !== undefined) dissolveRow(sink, table);
    sink.tables.push(createTable(element, sink.spanBudget));
  } else if (name === 'tr' && table !== undefined) {
    dissolveRow(sink, table);
    table.row = { element, cells: [], length: 0 };
  } else if ((name === 'td' || name === 'th') && table?.row !== undefined) {
    openCell(table.row, element);
  } else if (name === 'dt') {
    emitTerm(sink);
    sink.inTerm = true;
  } else if (headingTag.test(name)) {
    sink.level = Number(name[1]);
  } else if (name === 'dd') {
    sink.inTerm = false;
  }
  if (indentTags.has(name)) sink.indent += 1;
}

/** Ends a block element, whose last run has already ended. */
export function leaveBlock(sink: BlockSink, element: Element): void {
  const { name } = element;
  const table = sink.tables.at(-1);
  if (name === 'tr' && table?.row?.element === element) {
    const { row } = table;
    table.row = undefined;
    emitRow(sink, table, row);
  } else if (name === 'table' && table?.element === element) {
    dissolveRow(sink, table);
    sink.tables.pop();
  } else if (name === 'dt') {
    sink.inTerm = false;
  } else if (headingTag.test(name)) {
    sink.level = 0;
  } else if (name === 'dl') {
    emitTerm(sink);
  }
  if (indentTags.has(name)) sink.indent -= 1;
  sink.holder = sink.holders.pop();
}

/** Ends the run at the start of a block, unless it is empty: attributes without text wait for the text that follows. */
export function endRunWithText(sink: BlockSink): void {
  if (sink.run.text.trimEnd() !== '') endRun(sink);
}

/** Ends the run and adds it to the open row or term, else to the page. */
export function endRun(sink: BlockSink): void {
  const run = sink.run;
  run.text = run.text.trimEnd();
  if (run.text === '' && run.extras.length === 0) return;
  sink.run = createRun();
  const table = sink.tables.at(-1);
  if (sink.inTerm) {
    sink.term ??= createRun();
    if (sink.term.text !== '' && run.text !== '') sink.term.text += ' ';
    appendRun(sink.term, run);
  } else if (table?.row !== undefined && table.row.cells.length > 0) {
    if (!addToRow(table.row, run)) dissolveRow(sink, table);
  } else {
    emitRun(sink, run, table);
  }
}

function emitRun(sink: BlockSink, run: BlockRun, table: TableState | undefined): void {
  let line = run;
  if (sink.term !== undefined) {
    line = sink.term;
    sink.term = undefined;
    if (run.text !== '') line.text += /[:：]$/.test(line.text) ? ' ' : ': ';
    appendRun(line, run);
  }
  if (sink.level > 0) {
    emitHeading(sink, line);
    return;
  }
  for (const piece of splitRun(line)) emit(sink, piece, 'text', []);
  const block = sink.blocks.at(-1);
  if (sink.holder?.name === 'caption' && table !== undefined && block !== undefined) {
    addHeader(table, block);
  }
}

function emitHeading(sink: BlockSink, run: BlockRun): void {
  const { level } = sink;
  // A heading belongs to the one of a higher level above it, not to earlier ones of the same level.
  while (sink.heading !== undefined && sink.heading.level >= level) {
    sink.heading = sink.heading.heading;
  }
  sink.heading = emit(sink, run, 'heading', [], level);
}

function emitTerm(sink: BlockSink): void {
  const { term } = sink;
  sink.term = undefined;
  sink.inTerm = false;
  if (term === undefined) return;
  for (const piece of splitRun(term)) emit(sink, piece, 'text', []);
}

function emitRow(sink: BlockSink, table: TableState, row: RowState): void {
  const { run, isHeader, filledCells } = closeRow(table, row);
  if (run.text === '' && run.extras.length === 0) return;
  // A single header cell between rows of the body is a title of the rows below, not of a column.
  if (!isHeader || (table.bodySeen && filledCells === 1)) {
    if (!isHeader) table.bodySeen = true;
    emit(sink, run, 'row', table.headers, 0, row.element);
    return;
  }
  if (table.bodySeen) {
    table.bodySeen = false;
    table.headers = [];
  }
  const header = emit(sink, run, 'header', table.headers, 0, row.element);
  addHeader(table, header);
}

/** The row is layout: its content so far and the rest become blocks of their own. */
function dissolveRow(sink: BlockSink, table: TableState): void {
  const { row } = table;
  if (row === undefined) return;
  table.row = undefined;
  for (const run of listRowRuns(row)) {
    for (const piece of splitRun(run)) emit(sink, piece, 'text', [], 0, row.element);
  }
}

function emit(
  sink: BlockSink,
  run: BlockRun,
  kind: ContentKind,
  headers: readonly ContentBlock[],
  level = 0,
  element = sink.holder,
): ContentBlock {
  const first = run.parts[0]?.source ?? run.extras[0]?.source;
  const block: ContentBlock = {
    kind,
    text: run.text,
    parts: run.parts.length > 0 || first === undefined ? run.parts : [{ start: 0, source: first }],
    extras: run.extras,
    name: '',
    element,
    heading: sink.heading,
    headers,
    level,
    indent: sink.indent,
    linkLength: run.linkLength,
  };
  sink.blocks.push(block);
  return block;
}

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
interface TableState {
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
interface RowState {
  readonly element: Element;
  readonly cells: Cell[];
  length: number;
}

/** A row that is complete. */
interface TableRow {
  readonly run: BlockRun;
  /** Whether all cells with content are headers. */
  readonly isHeader: boolean;
  readonly filledCells: number;
}

/** Returns a table before its first row. */
function createTable(element: Element, spanBudget: SpanBudget): TableState {
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
function addHeader(table: TableState, header: ContentBlock): void {
  if (table.headers.length < maxHeaders) table.headers = [...table.headers, header];
}

/** Starts a cell of the row. */
function openCell(row: RowState, element: Element): void {
  row.cells.push({ element, isHeader: element.name === 'th', runs: [] });
}

/** Adds text to the row's last cell. Returns `false` when the row has become too large for a record. */
function addToRow(row: RowState, run: BlockRun): boolean {
  const cell = row.cells.at(-1);
  if (cell === undefined) return false;
  cell.runs.push(run);
  row.length += run.text.length;
  return cell.runs.length <= maxCellRuns && row.length <= maxRowLength;
}

/** Returns the runs of a row in reading order, for a row that turned out to be layout. */
function listRowRuns(row: RowState): readonly BlockRun[] {
  return row.cells.flatMap((cell) => cell.runs);
}

/**
 * Ends a row and returns it as one line: cells separated by ` | `, with the cells from rows above (`rowspan`) filled
 * in.
 */
function closeRow(table: TableState, row: RowState): TableRow {
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
