import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';
import { isBlockTag } from '../node-text.ts';
import { addSpace, addText, appendRun, type BlockRun, createRun } from './block-run.ts';
import type { ContentBlock, ContentKind } from './content-block.ts';
import { readExtras } from './read-extras.ts';
import { readOptions } from './read-options.ts';
import { splitRun } from './split-run.ts';
import {
  addToRow,
  closeRow,
  createTable,
  listRowRuns,
  openCell,
  type RowState,
  type TableState,
} from './table-rows.ts';

const partingTags: ReadonlySet<string> = new Set([
  'input',
  'button',
  'label',
  'img',
  'iframe',
  'rt',
]);
/** The most frequent elements inside a line, told first. */
const lineTags: ReadonlySet<string> = new Set(['a', 'span', 'b', 'i', 'em', 'strong', 'img', 'br']);
const indentTags: ReadonlySet<string> = new Set(['ul', 'ol', 'dd', 'blockquote']);
const headingTag = /^h[1-6]$/;

/** The page's text, and the elements with names of microdata or RDFa that were read with it. */
export interface PageBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly annotated: ReadonlySet<AnyNode>;
}

interface Walk {
  readonly blocks: ContentBlock[];
  readonly annotated: Set<AnyNode>;
  run: BlockRun;
  /** Innermost block element that is open. */
  holder: Element | undefined;
  readonly holders: (Element | undefined)[];
  readonly tables: TableState[];
  /** Last heading of each level that is still open, by level. */
  readonly headings: (ContentBlock | undefined)[];
  /** What the `dt` said, until its `dd` comes. */
  term: BlockRun | undefined;
  inTerm: boolean;
  /** Level of the heading that is open, or 0. */
  level: number;
  linkDepth: number;
  indent: number;
}

/** The page's text in blocks, in page order: one walk, without recursion. */
export function readPageBlocks(document: Document): PageBlocks {
  const walk: Walk = {
    blocks: [],
    annotated: new Set(),
    run: createRun(),
    holder: undefined,
    holders: [],
    tables: [],
    headings: [],
    term: undefined,
    inTerm: false,
    level: 0,
    linkDepth: 0,
    indent: 0,
  };
  let node: AnyNode | null = document.firstChild;
  while (node !== null) {
    if (isText(node)) {
      addText(walk.run, node.data, { node }, walk.linkDepth > 0);
    } else if (isTag(node) && enter(walk, node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    } else if (isTag(node)) {
      leave(walk, node);
    } else if (hasChildren(node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) leave(walk, node);
    }
    if (node !== null) node = node.next;
  }
  flush(walk);
  emitTerm(walk);
  return walk;
}

/** False when the element's children are not to be walked. */
function enter(walk: Walk, element: Element): boolean {
  const { name } = element;
  if (name === 'head' || name === 'title') return false;
  if (name === 'select' || name === 'datalist') {
    flush(walk);
    readOptions(walk.run, element);
    return false;
  }
  if (isBoundary(name)) {
    flushText(walk);
    walk.holders.push(walk.holder);
    walk.holder = element;
    openBlock(walk, element);
  } else if (name === 'br') {
    flushText(walk);
  } else if (partingTags.has(name)) {
    addSpace(walk.run);
  }
  if (name === 'a') walk.linkDepth += 1;
  if (readExtras(element, walk.run.extras)) walk.annotated.add(element);
  return true;
}

function leave(walk: Walk, element: Element): void {
  const { name } = element;
  if (name === 'a') walk.linkDepth -= 1;
  if (name === 'select' || name === 'datalist') {
    flush(walk);
  } else if (isBoundary(name)) {
    flush(walk);
    closeBlock(walk, element);
    walk.holder = walk.holders.pop();
  } else if (partingTags.has(name)) {
    addSpace(walk.run);
  }
}

function openBlock(walk: Walk, element: Element): void {
  const { name } = element;
  const table = walk.tables.at(-1);
  if (name === 'table') {
    // A table inside a row means that the row is layout.
    if (table !== undefined) dissolveRow(walk, table);
    walk.tables.push(createTable(element));
  } else if (name === 'tr' && table !== undefined) {
    dissolveRow(walk, table);
    table.row = { element, cells: [], length: 0 };
  } else if ((name === 'td' || name === 'th') && table?.row !== undefined) {
    openCell(table.row, element);
  } else if (name === 'dt') {
    emitTerm(walk);
    walk.inTerm = true;
  } else if (headingTag.test(name)) {
    walk.level = Number(name[1]);
  } else if (name === 'dd') {
    walk.inTerm = false;
  }
  if (indentTags.has(name)) walk.indent += 1;
}

function closeBlock(walk: Walk, element: Element): void {
  const { name } = element;
  const table = walk.tables.at(-1);
  if (name === 'tr' && table?.row?.element === element) {
    const { row } = table;
    table.row = undefined;
    emitRow(walk, table, row);
  } else if (name === 'table' && table?.element === element) {
    dissolveRow(walk, table);
    walk.tables.pop();
  } else if (name === 'dt') {
    walk.inTerm = false;
  } else if (headingTag.test(name)) {
    walk.level = 0;
  } else if (name === 'dl') {
    emitTerm(walk);
  }
  if (indentTags.has(name)) walk.indent -= 1;
}

/** Ends the run where a block starts: attributes without text wait for the text that follows. */
function flushText(walk: Walk): void {
  if (walk.run.text.trimEnd() !== '') flush(walk);
}

/** Ends the run and hands it to whatever gathers runs here: a row, a term, or the page. */
function flush(walk: Walk): void {
  const run = walk.run;
  run.text = run.text.trimEnd();
  if (run.text === '' && run.extras.length === 0) return;
  walk.run = createRun();
  const table = walk.tables.at(-1);
  if (walk.inTerm) {
    walk.term ??= createRun();
    if (walk.term.text !== '' && run.text !== '') walk.term.text += ' ';
    appendRun(walk.term, run);
  } else if (table?.row !== undefined && table.row.cells.length > 0) {
    if (!addToRow(table.row, run)) dissolveRow(walk, table);
  } else {
    emitRun(walk, run, table);
  }
}

function emitRun(walk: Walk, run: BlockRun, table: TableState | undefined): void {
  let line = run;
  if (walk.term !== undefined) {
    line = walk.term;
    walk.term = undefined;
    if (run.text !== '') line.text += /[:：]$/.test(line.text) ? ' ' : ': ';
    appendRun(line, run);
  }
  if (walk.level > 0) {
    emitHeading(walk, line);
    return;
  }
  for (const piece of splitRun(line)) emit(walk, piece, 'text', []);
  const block = walk.blocks.at(-1);
  if (walk.holder?.name === 'caption' && table !== undefined && block !== undefined)
    table.headers.push(block);
}

function emitHeading(walk: Walk, run: BlockRun): void {
  const { level } = walk;
  // The headings above it, not its elders of the same level.
  walk.headings.length = Math.min(walk.headings.length, level);
  walk.headings[level] = emit(walk, run, 'heading', [], level);
}

function emitTerm(walk: Walk): void {
  const { term } = walk;
  walk.term = undefined;
  walk.inTerm = false;
  if (term !== undefined) emit(walk, term, 'text', []);
}

function emitRow(walk: Walk, table: TableState, row: RowState): void {
  const { run, isHeader, filledCells } = closeRow(table, row);
  if (run.text === '' && run.extras.length === 0) return;
  // A lone header cell amid the body is a title of the rows below it, not of the columns.
  if (!isHeader || (table.bodySeen && filledCells === 1)) {
    if (!isHeader) table.bodySeen = true;
    emit(walk, run, 'row', table.headers, 0, row.element);
    return;
  }
  if (table.bodySeen) {
    table.bodySeen = false;
    table.headers = [];
  }
  const header = emit(walk, run, 'header', table.headers, 0, row.element);
  table.headers = [...table.headers, header];
}

/** The row is layout: what it holds so far become blocks of their own, and so does the rest. */
function dissolveRow(walk: Walk, table: TableState): void {
  const { row } = table;
  if (row === undefined) return;
  table.row = undefined;
  for (const run of listRowRuns(row)) {
    for (const piece of splitRun(run)) emit(walk, piece, 'text', [], 0, row.element);
  }
}

function emit(
  walk: Walk,
  run: BlockRun,
  kind: ContentKind,
  headers: readonly ContentBlock[],
  level = 0,
  element = walk.holder,
): ContentBlock {
  const first = run.parts[0]?.source ?? run.extras[0]?.source;
  const block: ContentBlock = {
    kind,
    text: run.text,
    parts: run.parts.length > 0 || first === undefined ? run.parts : [{ start: 0, source: first }],
    extras: run.extras,
    name: '',
    element,
    heading: walk.headings.findLast((heading) => heading !== undefined),
    headers,
    level,
    indent: walk.indent,
    linkLength: run.linkLength,
  };
  walk.blocks.push(block);
  return block;
}

function isBoundary(name: string): boolean {
  if (lineTags.has(name)) return false;
  return (
    isBlockTag(name) ||
    name === 'td' ||
    name === 'th' ||
    // Custom elements are components, not words in a line.
    name.includes('-')
  );
}
