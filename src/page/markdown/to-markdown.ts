import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  isTag,
  isText,
} from 'domhandler';
import { Footnotes, type InlineNote } from '../tree/footnotes.ts';
import { InlineRenderer, LinkResolver } from './inline-renderer.ts';
import { ListWriter, PageLines, type TableReader } from './blocks/page-lines.ts';
import { type TagRole, findHeadingLevel, findTagRole, isInlineRole } from './markdown-tags.ts';
import { toCodeSpan } from './inline-writer.ts';
import { MarkdownBudget } from './blocks/block-writer.ts';
import {
  holdsCodeLines,
  isCodeControl,
  readCode,
  readCodeBlock,
} from './blocks/read-code-block.ts';

/** The parts of a page that are rendered; a `PageReading` has them. */
interface MarkdownInput {
  /** Base URL of relative links. */
  readonly url: string;
  readonly document: Document;
}

export interface MarkdownOptions {
  /**
   * `keep` writes images as `![alt](src)`; `alt` writes their alternative text only.
   * @default 'keep'
   */
  readonly images?: 'alt' | 'keep' | undefined;
  /** Called with a sentence for each limit that was reached. */
  readonly warn?: (warning: string) => void;
}

/**
 * Returns a cleaned page as GitHub Flavored Markdown: one walk, no recursion. Lines end with LF and have no trailing
 * spaces; outside code there are never two empty lines in a row. The text ends with one line end, or is empty.
 */
export function toMarkdown(input: MarkdownInput, options: MarkdownOptions = {}): string {
  const { images = 'keep', warn } = options;
  // No spread: that of a `PageReading` would read its structured data.
  const { url, document } = input;
  const renderer = new MarkdownRenderer({ url, document, images });
  walk(document, renderer);
  renderer.endPage();
  for (const note of renderer.listInlineNotes()) {
    renderer.openInlineNote(note);
    walk(note.element, renderer);
    renderer.closeInlineNote(note);
  }
  return renderer.finish(warn);
}

function walk(root: Document | Element, renderer: MarkdownRenderer): void {
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null && !renderer.isFull) {
    let first: ChildNode | undefined;
    if (isText(node)) renderer.text(node.data);
    else if (isTag(node) && renderer.enter(node)) first = node.children[0];
    if (first !== undefined) {
      node = first;
      continue;
    }
    for (;;) {
      if (isTag(node)) renderer.leave(node);
      if (node.next !== null) {
        node = node.next;
        break;
      }
      const parent: AnyNode | null = node.parent;
      if (parent === null || parent === root || !isTag(parent)) return;
      node = parent;
    }
  }
}

interface MarkdownRendererOptions {
  readonly url: string;
  readonly document: Document;
  readonly images: 'alt' | 'keep';
}

/** Writes the Markdown of each element and text of a page, as the walk reaches them. */
class MarkdownRenderer {
  readonly #budget = new MarkdownBudget();
  readonly #lines = new PageLines(this.#budget);
  readonly #lists: ListWriter;
  readonly #inline: InlineRenderer;
  readonly #notes: Footnotes;
  /** Notes that stand within a line, and are written below the page. */
  readonly #inlineNotes: InlineNote[] = [];
  /** Their marks, which a definition does not repeat. */
  readonly #skipped = new Set<Element>();
  /** Roles of the open elements. */
  readonly #roles: TagRole[] = [];

  constructor({ url, document, images }: MarkdownRendererOptions) {
    const notes = new Footnotes(document);
    this.#notes = notes;
    this.#lists = new ListWriter(this.#lines, notes);
    this.#inline = new InlineRenderer({
      lines: this.#lines,
      lists: this.#lists,
      notes,
      links: new LinkResolver(url, this.#budget),
      images,
    });
  }

  /** Whether nothing more is written. */
  get isFull(): boolean {
    return this.#budget.isFull;
  }

  text(data: string): void {
    this.#lines.inline.addText(data);
  }

  /** Returns whether the element's children are to be rendered. */
  enter(element: Element): boolean {
    const isEntered = this.#enter(element);
    const { role, 'aria-checked': checked } = element.attribs;
    if (role === 'checkbox' && checked !== undefined && this.#lists.isInList)
      this.#lines.addTask(checked === 'true');
    return isEntered;
  }

  #enter(element: Element): boolean {
    const role = findRole(element);
    this.#roles.push(role);
    if (this.#skipped.size > 0 && this.#skipped.has(element)) return false;
    if (role === 'line') {
      if (this.#postponeNote(element) || this.#notes.holdsWaysBack(element)) return false;
      if (isPicture(element)) this.#inline.addLabel(element);
      return true;
    }
    if (isInlineRole(role)) {
      // Fonts of icons are shown by `<i>` and `<b>`.
      if ((role === 'emphasis' || role === 'strong') && isPicture(element))
        this.#inline.addLabel(element);
      return this.#inline.enter(role, element);
    }
    const lines = this.#lines;
    switch (role) {
      case 'skip': {
        return false;
      }
      case 'block':
      case 'paragraph': {
        lines.part(role === 'paragraph');
        this.#lists.openNote(element);
        if (isPicture(element)) this.#inline.addLabel(element);
        break;
      }
      case 'heading': {
        lines.part(true);
        lines.openHeading(findHeadingLevel(element));
        lines.inline.startHeading(element, lines.isInHeading);
        break;
      }
      case 'list': {
        lines.part(true);
        this.#lists.openList(element);
        break;
      }
      case 'item': {
        lines.part(true);
        this.#lists.openItem(element);
        break;
      }
      case 'quote': {
        lines.part(true);
        if (!lines.isOneLine) lines.blocks.openQuote(element);
        break;
      }
      case 'code-block': {
        lines.part(true);
        if (lines.table?.isInCell === true) return !this.#addCodeLines(lines.table, element);
        return lines.isOneLine || !this.#addCodeBlock(element);
      }
      case 'rule': {
        lines.part(true);
        if (!lines.isOneLine) lines.blocks.addRule();
        return false;
      }
      case 'break': {
        if (!lines.inline.addBreak()) lines.part(false);
        return false;
      }
      case 'terms': {
        lines.part(true);
        break;
      }
      case 'term':
      case 'summary': {
        lines.part(true);
        lines.inTerm = role === 'term';
        if (!lines.isOneLine) lines.inline.openMark('strong', element);
        break;
      }
      case 'definition': {
        lines.part(true);
        if (!this.#lists.openNote(element) && !lines.isOneLine)
          lines.blocks.openDefinition(element);
        break;
      }
      case 'table': {
        lines.part(true);
        lines.openTable(element);
        break;
      }
      case 'head': {
        lines.part(false);
        if (lines.table !== undefined && !lines.isInCell) lines.table.inHead = true;
        break;
      }
      case 'row': {
        lines.part(false);
        // One within a cell is a line of that.
        if (!lines.isInCell) lines.table?.openRow(isInFoot(element));
        break;
      }
      case 'cell': {
        lines.openCell(element);
        break;
      }
      case 'caption': {
        lines.part(false);
        break;
      }
    }
    return true;
  }

  leave(element: Element): void {
    const role = this.#roles.pop();
    if (role === undefined || role === 'line') return;
    if (isInlineRole(role)) {
      this.#inline.leave(role, element);
      return;
    }
    const lines = this.#lines;
    switch (role) {
      case 'block':
      case 'paragraph':
      case 'quote':
      case 'item':
      case 'definition': {
        lines.part(role !== 'block');
        lines.blocks.close(element);
        return;
      }
      case 'heading':
      case 'terms': {
        lines.part(true);
        lines.endHeading();
        return;
      }
      case 'list': {
        lines.part(true);
        this.#lists.closeList(element);
        return;
      }
      case 'term':
      case 'summary': {
        lines.part(true);
        lines.inTerm = false;
        lines.inline.closeMark(element);
        return;
      }
      case 'table': {
        lines.part(true);
        lines.closeTable(element);
        return;
      }
      case 'head': {
        lines.part(false);
        if (lines.table !== undefined && !lines.isInCell) lines.table.inHead = false;
        return;
      }
      case 'row':
      case 'caption': {
        lines.part(false);
        return;
      }
      case 'cell': {
        lines.closeCell(element);
        return;
      }
      case 'skip':
      case 'code-block':
      case 'rule':
      case 'break': {
        return;
      }
    }
  }

  /** Ends the last part of the page; notes follow. */
  endPage(): void {
    this.#lines.part(true);
  }

  /** Notes that the page and other notes hold within their lines, as they come up. */
  listInlineNotes(): Iterable<InlineNote> {
    return this.#inlineNotes;
  }

  openInlineNote({ element, label, marks }: InlineNote): void {
    for (const mark of marks) this.#skipped.add(mark);
    this.#lists.openInlineNote(element, label);
  }

  closeInlineNote({ element }: InlineNote): void {
    this.#lines.part(true);
    this.#lines.blocks.close(element);
  }

  /** Writes a reference in the place of a note that stands within a line. */
  #postponeNote(element: Element): boolean {
    const { inline } = this.#lines;
    const note = inline.isEmpty ? undefined : this.#notes.readInlineNote(element);
    if (note === undefined) return false;
    inline.addReference(note.label);
    this.#inlineNotes.push(note);
    return true;
  }

  /** Returns the Markdown, and calls `warn` with a sentence for each limit that was reached. */
  finish(warn?: (warning: string) => void): string {
    this.#lines.part(true);
    for (const warning of this.#budget.listWarnings()) warn?.(warning);
    return this.#lines.blocks.finish();
  }

  /** A cell has no blocks: each line of code is a line of the cell. */
  #addCodeLines(cell: TableReader, element: Element): boolean {
    const code = readCode(element);
    if (code === undefined) return false;
    for (const line of code.split('\n')) if (line !== '') cell.addLine(toCodeSpan(line));
    return true;
  }

  #addCodeBlock(element: Element): boolean {
    const parts = readCodeBlock(element);
    if (parts === undefined) return false;
    for (const part of parts) {
      if (typeof part === 'string') {
        this.#lines.blocks.add(part, 'other');
        continue;
      }
      if (this.enter(part)) walk(part, this);
      this.leave(part);
      this.#lines.part(true);
    }
    return true;
  }
}

function findRole(element: Element): TagRole {
  if (isCodeControl(element)) return 'skip';
  return holdsCodeLines(element) ? 'code-block' : findTagRole(element);
}

function isPicture({ attribs }: Element): boolean {
  return attribs['role'] === 'img';
}

function isInFoot({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && parent.name === 'tfoot';
}
