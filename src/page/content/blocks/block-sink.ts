import type { Element } from 'domhandler';
import { SpanBudget } from '../../text/read-span.ts';
import { appendRun, type BlockRun, createRun } from './block-run.ts';
import type { ContentBlock, ContentKind } from './content-block.ts';
import { splitRun } from './block-run.ts';
import {
  addHeader,
  addToRow,
  closeRow,
  createTable,
  listRowRuns,
  openCell,
  type RowState,
  type TableState,
} from './table-rows.ts';

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
