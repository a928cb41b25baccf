import type { Element } from 'domhandler';
import type { ListState } from './block-writer.ts';
import type { Footnotes } from './footnotes.ts';
import type { PageLines } from './page-lines.ts';

/** Writes lists, their items, and a page's footnotes, which are often list items. */
export class ListWriter {
  readonly #lines: PageLines;
  readonly #notes: Footnotes;
  readonly #lists: ListState[] = [];
  /** For items outside any list. */
  readonly #strayItems: ListState = createList(undefined, false, 1);
  readonly #noteItems: ListState = createList(undefined, false, 1);

  constructor(lines: PageLines, notes: Footnotes) {
    this.#lines = lines;
    this.#notes = notes;
  }

  get isInList(): boolean {
    return this.#lists.length > 0;
  }

  openList(element: Element): void {
    const { blocks, isOneLine } = this.#lines;
    if (isOneLine) return;
    const outer = this.#lists.at(-1);
    // `<ul>` directly inside `<ul>`: part of the previous item.
    if (outer !== undefined && outer.end > 0 && element.parent === outer.element) {
      blocks.openContinuation(element, outer);
    }
    const start = Number.parseInt(element.attribs['start'] ?? '1', 10);
    const isOrdered = element.name === 'ol';
    this.#lists.push(createList(element, isOrdered, start >= 0 && start < 1e9 ? start : 1));
  }

  closeList(element: Element): void {
    const list = this.#lists.at(-1);
    if (list?.element !== element) return;
    this.#lists.pop();
    this.#lines.blocks.closeList(list);
    this.#lines.blocks.close(element);
  }

  openItem(element: Element): void {
    const { blocks, table, isInHeading } = this.#lines;
    if (table?.isInCell === true) {
      table.startItem();
      return;
    }
    if (isInHeading || this.openNote(element)) return;
    const list = this.#lists.at(-1) ?? this.#strayItems;
    const value = Number.parseInt(element.attribs['value'] ?? '', 10);
    if (value >= 0 && value < 1e9) list.next = value;
    blocks.openItem(element, list);
  }

  /** Returns whether the element is a note with a reference to it. */
  openNote(element: Element): boolean {
    const label = this.#notes.findLabel(element);
    if (label === undefined || this.#lines.isOneLine) return false;
    this.#lines.blocks.openNote(element, label, this.#noteItems);
    return true;
  }
}

function createList(element: Element | undefined, isOrdered: boolean, next: number): ListState {
  return { element, isOrdered, next, marker: isOrdered ? '.' : '-', end: 0 };
}
