import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { foldText, readText } from '../node-text.ts';
import { BlockWriter, type ListState } from './block-writer.ts';
import { escapeLineStarts, escapeText } from './escape-text.ts';
import { findImageSource } from './find-image-source.ts';
import { Footnotes } from './footnotes.ts';
import { InlineWriter } from './inline-writer.ts';
import { isDataTable } from './is-data-table.ts';
import { LinkResolver } from './link-resolver.ts';
import { findTagRole, type TagRole } from './markdown-tags.ts';
import { readCodeBlock } from './read-code-block.ts';
import { TableReader } from './table-reader.ts';

export interface MarkdownRendererOptions {
  readonly url: string;
  readonly document: Document;
  readonly images: 'alt' | 'keep';
}

const hasWord = /[\p{L}\p{N}]/u;

/** Told of each element and text of a page in turn, writes its Markdown. */
export class MarkdownRenderer {
  readonly #images: 'alt' | 'keep';
  readonly #inline = new InlineWriter();
  readonly #blocks = new BlockWriter();
  readonly #links: LinkResolver;
  readonly #notes: Footnotes;
  /** Of the elements that are open. */
  readonly #roles: TagRole[] = [];
  readonly #lists: ListState[] = [];
  /** Items that stand in no list. */
  readonly #strayItems: ListState = createList(undefined, false, 1);
  readonly #noteItems: ListState = createList(undefined, false, 1);
  #table: TableReader | undefined;
  /** Level of the heading that is open, or 0. */
  #heading = 0;
  #inTerm = false;
  #lastImage: string | undefined;

  constructor({ url, document, images }: MarkdownRendererOptions) {
    this.#images = images;
    this.#links = new LinkResolver(url);
    this.#notes = new Footnotes(document);
  }

  text(data: string): void {
    this.#inline.addText(data);
  }

  /** Returns whether the element's children are to be rendered. */
  enter(element: Element): boolean {
    const role = findTagRole(element.name);
    this.#roles.push(role);
    if (role === 'line') return true;
    const inline = this.#inline;
    switch (role) {
      case 'skip': {
        return false;
      }
      case 'block':
      case 'paragraph': {
        this.#part(role === 'paragraph');
        this.#openNote(element);
        break;
      }
      case 'heading': {
        this.#part(true);
        if (!this.#isOneLine) {
          this.#heading = Number(element.name.charAt(1));
          inline.lineBreak = ' ';
        }
        break;
      }
      case 'list': {
        this.#openList(element);
        break;
      }
      case 'item': {
        this.#openItem(element);
        break;
      }
      case 'quote': {
        this.#part(true);
        if (!this.#isOneLine) this.#blocks.openQuote(element);
        break;
      }
      case 'code-block': {
        return this.#addCodeBlock(element);
      }
      case 'rule': {
        this.#part(true);
        if (!this.#isOneLine) this.#blocks.addRule();
        return false;
      }
      case 'break': {
        if (!inline.addBreak()) this.#part(false);
        return false;
      }
      case 'terms': {
        this.#part(true);
        break;
      }
      case 'term':
      case 'summary': {
        this.#part(true);
        this.#inTerm = role === 'term';
        if (!this.#isOneLine) inline.openMark('strong', element);
        break;
      }
      case 'definition': {
        this.#part(true);
        if (this.#openNote(element) || this.#isOneLine) return true;
        this.#blocks.openDefinition(element);
        break;
      }
      case 'table': {
        this.#part(true);
        if (!this.#isOneLine && isDataTable(element)) this.#table = new TableReader(element);
        break;
      }
      case 'head': {
        this.#part(false);
        if (this.#table !== undefined) this.#table.inHead = true;
        break;
      }
      case 'row': {
        this.#part(false);
        this.#table?.openRow();
        break;
      }
      case 'cell': {
        // In a layout the cells of a row stand side by side.
        if (this.#table === undefined) {
          inline.addSpace();
          return true;
        }
        this.#part(false);
        this.#table.openCell(element);
        inline.lineBreak = '<br>';
        break;
      }
      case 'caption': {
        this.#part(false);
        break;
      }
      case 'link': {
        return this.#openLink(element);
      }
      case 'image': {
        this.#addImage(element);
        return false;
      }
      case 'strong': {
        // Headings are strong already.
        if (this.#heading === 0) inline.openMark(role, element);
        break;
      }
      case 'emphasis':
      case 'deleted':
      case 'sub':
      case 'sup': {
        inline.openMark(role, element);
        break;
      }
      case 'code': {
        inline.openCode();
        break;
      }
      case 'input': {
        this.#addInput(element);
        return false;
      }
      case 'option':
      case 'apart': {
        inline.addSpace();
        break;
      }
      case 'quotation': {
        inline.addText('“');
        break;
      }
      case 'reading': {
        inline.addText('(');
        break;
      }
      case 'formula': {
        return !this.#addFormula(element);
      }
      case 'frame': {
        this.#addFrame(element);
        return false;
      }
    }
    return true;
  }

  leave(element: Element): void {
    const role = this.#roles.pop();
    if (role === 'line') return;
    const inline = this.#inline;
    switch (role) {
      case undefined:
      case 'skip':
      case 'rule':
      case 'break':
      case 'code-block':
      case 'image':
      case 'input':
      case 'formula':
      case 'frame': {
        return;
      }
      case 'block':
      case 'paragraph':
      case 'quote':
      case 'item':
      case 'definition': {
        this.#part(role !== 'block');
        this.#blocks.close(element);
        return;
      }
      case 'heading':
      case 'terms': {
        this.#part(true);
        if (this.#heading > 0) this.#endHeading();
        return;
      }
      case 'list': {
        this.#part(true);
        this.#closeList(element);
        return;
      }
      case 'term':
      case 'summary': {
        this.#part(true);
        this.#inTerm = false;
        inline.closeMark(element);
        return;
      }
      case 'table': {
        this.#part(true);
        this.#closeTable(element);
        return;
      }
      case 'head': {
        this.#part(false);
        if (this.#table !== undefined) this.#table.inHead = false;
        return;
      }
      case 'row': {
        this.#part(false);
        return;
      }
      case 'cell': {
        if (this.#table === undefined) {
          inline.addSpace();
          return;
        }
        this.#part(false);
        this.#table.closeCell();
        inline.lineBreak = '\\\n';
        return;
      }
      case 'caption': {
        this.#part(false);
        return;
      }
      case 'link':
      case 'strong':
      case 'emphasis':
      case 'deleted':
      case 'sub':
      case 'sup': {
        inline.closeMark(element);
        return;
      }
      case 'code': {
        inline.closeCode();
        return;
      }
      case 'option':
      case 'apart': {
        inline.addSpace();
        return;
      }
      case 'quotation': {
        inline.addText('”');
        return;
      }
      case 'reading': {
        inline.addText(')');
        return;
      }
    }
  }

  finish(): string {
    this.#part(true);
    return this.#blocks.finish();
  }

  get #isOneLine(): boolean {
    return this.#heading > 0 || this.#table?.isInCell === true;
  }

  /** A border between blocks: ends the line before it. */
  #part(isStrong: boolean): void {
    if (this.#inline.isEmpty) return;
    if (this.#heading > 0) {
      // A division inside a heading is layout; a paragraph or list after its text shows that it was never closed.
      if (isStrong) this.#endHeading();
      else this.#inline.addSpace();
      return;
    }
    const line = this.#inline.flush();
    if (line === '') return;
    if (this.#table?.isInCell === true) this.#table.addLine(line);
    else this.#blocks.add(escapeLineStarts(line), this.#inTerm ? 'term' : 'paragraph');
  }

  #endHeading(): void {
    const level = this.#heading;
    this.#heading = 0;
    const line = this.#inline.flush();
    this.#inline.lineBreak = '\\\n';
    // A `#` at the end would be read as the heading's closing marks.
    if (line !== '')
      this.#blocks.add(
        `${'#'.repeat(level)} ${line.replace(/(?<= |^)#(?=#*$)/, String.raw`\#`)}`,
        'other',
      );
  }

  #openNote(element: Element): boolean {
    const label = this.#notes.findLabel(element);
    if (label === undefined || this.#isOneLine) return false;
    this.#blocks.openNote(element, label, this.#noteItems);
    return true;
  }

  #openList(element: Element): void {
    this.#part(true);
    if (this.#isOneLine) return;
    const outer = this.#lists.at(-1);
    // `<ul>` right inside `<ul>`: part of the item before it.
    if (outer !== undefined && outer.end > 0 && element.parent === outer.element) {
      this.#blocks.openContinuation(element, outer);
    }
    const start = Number.parseInt(element.attribs['start'] ?? '1', 10);
    const isOrdered = element.name === 'ol';
    this.#lists.push(createList(element, isOrdered, start >= 0 && start < 1e9 ? start : 1));
  }

  #closeList(element: Element): void {
    const list = this.#lists.at(-1);
    if (list?.element !== element) return;
    this.#lists.pop();
    this.#blocks.closeList(list);
    this.#blocks.close(element);
  }

  #openItem(element: Element): void {
    this.#part(true);
    if (this.#table?.isInCell === true) {
      this.#table.startItem();
      return;
    }
    if (this.#heading > 0 || this.#openNote(element)) return;
    const list = this.#lists.at(-1) ?? this.#strayItems;
    const value = Number.parseInt(element.attribs['value'] ?? '', 10);
    if (value >= 0 && value < 1e9) list.next = value;
    this.#blocks.openItem(element, list);
  }

  #closeTable(element: Element): void {
    const table = this.#table;
    if (table?.element !== element) return;
    this.#table = undefined;
    const markdown = table.toMarkdown();
    if (markdown !== '') this.#blocks.add(markdown, 'other');
  }

  #addCodeBlock(element: Element): boolean {
    this.#part(true);
    if (this.#isOneLine) return true;
    const code = readCodeBlock(element);
    if (code === undefined) return true;
    if (code !== '') this.#blocks.add(code, 'other');
    return false;
  }

  #openLink(element: Element): boolean {
    const { href } = element.attribs;
    if (href === undefined) return true;
    if (href.startsWith('#')) {
      if (this.#notes.isWayBack(element)) return false;
      const label = this.#notes.findReference(element);
      if (label !== undefined && !this.#isOneLine) {
        this.#inline.addReference(label);
        return false;
      }
      // The `#` or `¶` by which a heading links to itself.
      if (this.#heading > 0 && !hasWord.test(readText(element))) return false;
    }
    const url = this.#links.resolve(href);
    if (url !== undefined) this.#inline.openMark('link', element, url);
    return true;
  }

  #addImage({ attribs }: Element): void {
    const alt = foldText(attribs['alt'] ?? '');
    const source = this.#images === 'keep' ? findImageSource(attribs) : undefined;
    const url = source === undefined ? undefined : this.#links.resolve(source);
    // Images that scripts load late stand a second time in a `<noscript>`.
    if (url !== undefined && url === this.#lastImage) return;
    this.#lastImage = url;
    if (url !== undefined) this.#inline.addMarkdown(`![${escapeText(alt, true)}](${url})`);
    else if (alt !== '') this.#inline.addText(alt);
  }

  #addInput({ attribs }: Element): void {
    const type = attribs['type']?.toLowerCase();
    if (type === 'checkbox') {
      if (this.#inline.isEmpty && this.#lists.length > 0)
        this.#blocks.addTask(attribs['checked'] !== undefined);
    } else if (type === 'submit' || type === 'button' || type === 'reset') {
      this.#inline.addSpace();
      this.#inline.addText(attribs['value'] ?? '');
    }
    this.#inline.addSpace();
  }

  /** Formulas that carry their TeX are written as TeX. */
  #addFormula(element: Element): boolean {
    const tex = foldText(element.attribs['alttext'] ?? readAnnotation(element) ?? '');
    if (tex === '') return false;
    this.#inline.addMarkdown(`$${escapeText(tex, true)}$`);
    return true;
  }

  #addFrame({ attribs, name }: Element): void {
    const title = foldText(attribs['title'] ?? attribs['aria-label'] ?? '');
    const source = attribs['src'] ?? attribs['data-src'];
    const url = source === undefined ? undefined : this.#links.resolve(source);
    // Frames that nobody named are advertisements and counters.
    if (url === undefined || (title === '' && name === 'iframe')) return;
    this.#part(false);
    this.#inline.addMarkdown(`[${escapeText(title === '' ? name : title, true)}](${url})`);
    this.#part(false);
  }
}

function createList(element: Element | undefined, isOrdered: boolean, next: number): ListState {
  return { element, isOrdered, next, marker: isOrdered ? '.' : '-', end: 0 };
}

function readAnnotation(math: Element): string | undefined {
  const queue: ChildNode[] = [...math.children];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (!isTag(node)) continue;
    if (node.name === 'annotation' && /tex/i.test(node.attribs['encoding']?.slice(0, 60) ?? ''))
      return readText(node);
    for (const child of node.children) queue.push(child);
  }
  return undefined;
}
