import type { Element } from 'domhandler';
import { BlockWriter } from './block-writer.ts';
import { escapeLineStarts } from '../inline/escape-text.ts';
import { InlineWriter } from '../inline/inline-writer.ts';
import { isDataTable } from '../../text/is-data-table.ts';
import { maxRowSpan, readSpan, SpanBudget } from '../../text/read-span.ts';
import type { MarkdownBudget } from '../markdown-budget.ts';
import { maxColumns, writeTable, type TableCell } from './write-table.ts';

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
    // In a layout table the cells of a row stand side by side.
    if (this.table === undefined) {
      this.inline.addSpace();
      return;
    }
    this.part(false);
    this.table.openCell(element);
    this.inline.lineBreak = '<br>';
  }

  closeCell(): void {
    if (this.table === undefined) {
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
}

/** Collects the cells of a data table during the walk. */
class TableReader {
  readonly element: Element;
  inHead = false;
  readonly #rows: OpenRow[] = [];
  readonly #spans: SpanBudget;
  #cell: Element | undefined;
  #text = '';
  #startsItem = false;

  constructor(element: Element, spans: SpanBudget) {
    this.element = element;
    this.#spans = spans;
  }

  get isInCell(): boolean {
    return this.#cell !== undefined;
  }

  openRow(): void {
    this.#rows.push({ cells: [], isHead: this.inHead });
  }

  openCell(element: Element): void {
    this.#cell = element;
    this.#text = '';
    this.#startsItem = false;
  }

  /** The next line of the cell is an item of a list. */
  startItem(): void {
    this.#startsItem = true;
  }

  addLine(line: string): void {
    const bullet = this.#startsItem ? '• ' : '';
    this.#startsItem = false;
    this.#text += this.#text === '' ? bullet + line : `<br>${bullet}${line}`;
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
    return writeTable(this.#rows, this.#spans);
  }
}
