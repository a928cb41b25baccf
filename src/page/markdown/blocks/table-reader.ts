import type { Element } from 'domhandler';
import { maxRowSpan, readSpan } from '../../text/read-span.ts';
import { maxColumns, type TableCell, writeTable } from './write-table.ts';

interface OpenRow {
  readonly cells: TableCell[];
  readonly isHead: boolean;
}

/** Gathers the cells of a data table while the page is walked. */
export class TableReader {
  readonly element: Element;
  inHead = false;
  readonly #rows: OpenRow[] = [];
  #cell: Element | undefined;
  #text = '';
  #startsItem = false;

  constructor(element: Element) {
    this.element = element;
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
    return writeTable(this.#rows);
  }
}
