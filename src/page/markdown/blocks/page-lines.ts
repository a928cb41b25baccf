import { type ChildNode, type Element, isTag } from 'domhandler';
import { BlockWriter, type ListState, type MarkdownBudget, isListNumber } from './block-writer.ts';
import { escapeLineStarts } from '../line-text.ts';
import { InlineWriter } from '../inline-writer.ts';
import { SpanBudget, isDataTable, maxRowSpan, readSpan } from '../../tree/data-table.ts';
import type { Footnotes } from '../../tree/footnotes.ts';

/** The line that is being written, and its target: a heading, a table cell or a block of its own. */
export class PageLines {
  readonly inline: InlineWriter = new InlineWriter();
  readonly blocks: BlockWriter;
  /** The data table that is open. */
  table: TableReader | undefined;
  inTerm = false;
  /** Level of the open heading, or 0. */
  #heading = 0;
  readonly #spans = new SpanBudget();

  constructor(budget: MarkdownBudget) {
    this.blocks = new BlockWriter(budget);
  }

  get isInHeading(): boolean {
    return this.#heading > 0;
  }

  get isInCell(): boolean {
    return this.table?.isInCell === true;
  }

  /** Whether blocks cannot be written here, so that all text goes into one line. */
  get isOneLine(): boolean {
    return this.#heading > 0 || this.isInCell;
  }

  /** Ends the line at a border between blocks. */
  part(isStrong: boolean): void {
    if (this.inline.isEmpty) return;
    if (this.#heading > 0) {
      // A `<div>` inside a heading is layout; a paragraph or list after the heading's text shows
      // that it was never closed.
      if (isStrong) this.endHeading();
      else this.inline.addSpace();
      return;
    }
    const line = this.inline.flush();
    if (line === '') return;
    if (this.table?.isInCell === true) this.table.addLine(line);
    else this.blocks.add(escapeLineStarts(line), this.inTerm ? 'term' : 'paragraph');
  }

  /** Makes the item at whose start the line stands a task. */
  addTask(isDone: boolean): void {
    if (this.inline.isEmpty) this.blocks.addTask(isDone);
  }

  openHeading(level: number): void {
    if (this.isOneLine) return;
    this.#heading = level;
    this.inline.lineBreak = ' ';
  }

  endHeading(): void {
    const level = this.#heading;
    if (level === 0) return;
    this.#heading = 0;
    const line = this.inline.flush();
    this.inline.endHeading();
    this.inline.lineBreak = '\\\n';
    // A `#` at the end would be read as the closing sequence of the heading.
    if (line !== '')
      this.blocks.add(
        `${'#'.repeat(level)} ${line.replace(/(?<= |^)#(?=#*$)/, String.raw`\#`)}`,
        'other',
      );
  }

  /** Opens a data table; layout tables are written as plain blocks. */
  openTable(element: Element): void {
    if (!this.isOneLine && isDataTable(element)) this.table = new TableReader(element, this.#spans);
  }

  closeTable(element: Element): void {
    const { table } = this;
    if (table?.element !== element) return;
    this.table = undefined;
    const markdown = table.toMarkdown();
    if (markdown !== '') this.blocks.add(markdown, 'other');
  }

  openCell(element: Element): void {
    // In a layout table, and in one within a cell, the cells of a row stand side by side.
    if (this.table === undefined || this.table.isInCell) {
      this.inline.addSpace();
      return;
    }
    this.part(false);
    this.table.openCell(element);
    this.inline.lineBreak = '<br>';
  }

  closeCell(element: Element): void {
    if (this.table === undefined || !this.table.isOf(element)) {
      this.inline.addSpace();
      return;
    }
    this.part(false);
    this.table.closeCell();
    this.inline.lineBreak = '\\\n';
  }
}

interface OpenRow {
  readonly cells: TableCell[];
  readonly isHead: boolean;
  readonly isFoot: boolean;
}

/** Collects the cells of a data table during the walk. */
export class TableReader {
  readonly element: Element;
  inHead = false;
  readonly #rows: OpenRow[] = [];
  readonly #spans: SpanBudget;
  #cell: Element | undefined;
  #text = '';
  #itemMarker = '';

  constructor(element: Element, spans: SpanBudget) {
    this.element = element;
    this.#spans = spans;
  }

  get isInCell(): boolean {
    return this.#cell !== undefined;
  }

  /** Whether an element is the cell that is open. */
  isOf(element: Element): boolean {
    return this.#cell === element;
  }

  /** `isFoot`: of a `<tfoot>`, which a browser shows last wherever it stands. */
  openRow(isFoot = false): void {
    this.#rows.push({ cells: [], isHead: this.inHead, isFoot });
  }

  openCell(element: Element): void {
    this.#cell = element;
    this.#text = '';
    this.#itemMarker = '';
  }

  /** The next line of the cell is an item of a list. */
  startItem(marker: string): void {
    this.#itemMarker = marker;
  }

  addLine(line: string): void {
    this.#text += `${this.#text === '' ? '' : '<br>'}${this.#itemMarker}${line}`;
    this.#itemMarker = '';
  }

  closeCell(): void {
    const cell = this.#cell;
    if (cell === undefined) return;
    this.#cell = undefined;
    if (this.#rows.length === 0) this.openRow();
    this.#rows.at(-1)?.cells.push({
      text: this.#text,
      isHeader: cell.name === 'th',
      columns: readSpan(cell, 'colspan', maxColumns),
      rows: readSpan(cell, 'rowspan', maxRowSpan),
    });
  }

  toMarkdown(): string {
    const foot = this.#rows.filter(({ isFoot }) => isFoot);
    const rows = foot.length === 0 ? this.#rows : this.#rows.filter(({ isFoot }) => !isFoot);
    return writeTable([...rows, ...foot], this.#spans);
  }
}

/** A cell of a data table, with its content as one line of Markdown. */
interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
}

interface TableRow {
  readonly cells: readonly TableCell[];
  readonly isHead: boolean;
}

/** The limit of the HTML standard for `colspan`. */
const maxColumns = 1_000;
/**
 * Cells up to which a table is written with all its empty cells. In larger tables a row ends with its last filled
 * cell, as GFM allows: one row of 1,000 cells would pad 100,000 short rows to 1,000 cells.
 */
const maxPlaces = 250_000;
/** Characters. A longer cell is not repeated in the rows it spans. */
const maxRepeatedLength = 200;

/**
 * Returns a table in GFM. A cell over several rows is repeated in each, so that every row can be read by itself; a
 * cell over several columns is repeated in headings only, and a column in which no cell begins is none: `colspan=100` says "all". Several heading rows become one, because GFM allows one.
 * Spans end when `budget` is used up.
 */
function writeTable(rows: readonly TableRow[], budget: SpanBudget): string {
  const { grid, begun } = toGrid(rows, budget);
  const headCount = countHeadRows(rows);
  const used = findUsedColumns(grid, begun);
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

/** `begun`: the columns in which a cell begins. */
interface Grid {
  readonly grid: readonly (readonly string[])[];
  readonly begun: ReadonlySet<number>;
}

function toGrid(rows: readonly TableRow[], budget: SpanBudget): Grid {
  const spans: (Span | undefined)[] = [];
  const begun = new Set<number>();
  const grid = rows.map(({ cells, isHead }) => {
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
      begun.add(column);
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
  return { grid, begun };
}

/** Returns the number of heading rows at the start: rows of `<thead>`, or without one rows of header cells only. */
function countHeadRows(rows: readonly TableRow[]): number {
  const hasHead = rows[0]?.isHead === true;
  let count = 0;
  for (const [at, row] of rows.entries()) {
    const isHead = hasHead ? row.isHead : holdsHeaders(row) && !isSectionHead(rows, at);
    // In a table with one column of header cells every row would be a heading: its rows are data.
    if (!isHead || count === maxHeadRows) break;
    count += 1;
  }
  return count < rows.length ? count : Math.min(count, 1);
}

function holdsHeaders({ cells }: TableRow): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.length > 0 && filled.every(({ isHeader }) => isHeader);
}

/** Whether one cell over all columns is the heading of the rows behind it: it stands below others and not above the headers of columns. */
function isSectionHead(rows: readonly TableRow[], at: number): boolean {
  const [only, another] = rows[at]?.cells ?? [];
  if (at === 0 || only === undefined || another !== undefined || only.columns < 2) return false;
  const next = rows[at + 1];
  return (
    next === undefined ||
    !holdsHeaders(next) ||
    rows.slice(0, at).some(({ cells }) => cells.length > 1)
  );
}

/** More heading rows are data in header cells. */
const maxHeadRows = 3;

function findUsedColumns(
  grid: readonly (readonly string[])[],
  begun: ReadonlySet<number>,
): number[] {
  const used = new Set<number>();
  for (const row of grid) {
    for (const [column, text] of row.entries())
      if (text !== undefined && text !== '' && begun.has(column)) used.add(column);
  }
  return [...used].sort((a, b) => a - b);
}

function joinDistinct(texts: readonly string[]): string {
  return [...new Set(texts)].filter(Boolean).join(' ');
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

/** Writes lists, their items, and a page's footnotes, which are often list items. */
export class ListWriter {
  readonly #lines: PageLines;
  readonly #notes: Footnotes;
  readonly #lists: ListState[] = [];
  /** For items outside any list. */
  readonly #itemsOutsideLists: ListState = createList(undefined, false, 1);
  readonly #noteItems: ListState = createList(undefined, false, 1);

  constructor(lines: PageLines, notes: Footnotes) {
    this.#lines = lines;
    this.#notes = notes;
  }

  /** Whether blocks are written into a list: those of a cell are not. */
  get isInList(): boolean {
    return !this.#lines.isInCell && this.#lists.length > 0;
  }

  openList(element: Element): void {
    const { blocks, isInHeading, table } = this.#lines;
    if (isInHeading) return;
    const outer = table?.isInCell === true ? undefined : this.#lists.at(-1);
    // `<ul>` directly inside `<ul>`: part of the previous item.
    if (outer !== undefined && outer.end > 0 && element.parent === outer.element) {
      blocks.openContinuation(element, outer);
    }
    const isOrdered = element.name === 'ol';
    const isReversed = isOrdered && element.attribs['reversed'] !== undefined;
    const first = isReversed ? element.children.filter(isItem).length : 1;
    const list = createList(element, isOrdered, readNumber(element.attribs['start']) ?? first);
    this.#lists.push({ ...list, step: isReversed ? -1 : 1 });
  }

  closeList(element: Element): void {
    const list = this.#lists.at(-1);
    if (list?.element !== element) return;
    this.#lists.pop();
    this.#lines.blocks.closeList(list);
    this.#lines.blocks.close(element);
  }

  openItem(element: Element): void {
    const { blocks, inline, table, isInHeading } = this.#lines;
    const isInCell = table?.isInCell === true;
    if (!isInCell && (isInHeading || this.openNote(element))) return;
    const list = this.#lists.at(-1) ?? this.#itemsOutsideLists;
    list.next = readNumber(element.attribs['value']) ?? list.next;
    const number = list.next;
    if (isInCell) {
      const isNumbered = list.isOrdered && list.element === element.parent;
      table.startItem(isNumbered ? `${number}. ` : '• ');
      if (isNumbered) list.next += list.step;
      return;
    }
    blocks.openItem(element, list);
    if (list.isOrdered && !isListNumber(number)) inline.addText(`${number}. `);
  }

  /** Returns whether the element is a note with a reference to it. */
  openNote(element: Element): boolean {
    const label = this.#notes.findLabel(element);
    if (label === undefined || this.#lines.isOneLine) return false;
    this.openInlineNote(element, label);
    return true;
  }

  openInlineNote(element: Element, label: string): void {
    this.#lines.blocks.openNote(element, label, this.#noteItems);
  }
}

/** Returns the number that an attribute states, within the limits of the HTML standard. */
function readNumber(attribute = ''): number | undefined {
  const number = Number.parseInt(attribute, 10);
  return Math.abs(number) < 2 ** 31 ? number : undefined;
}

function isItem(node: ChildNode): boolean {
  return isTag(node) && node.name === 'li';
}

function createList(element: Element | undefined, isOrdered: boolean, next: number): ListState {
  return { element, isOrdered, next, step: 1, marker: isOrdered ? '.' : '-', end: 0 };
}
