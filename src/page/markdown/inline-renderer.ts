import { isTag, type Element, type ChildNode } from 'domhandler';
import { readText, foldText } from '../text/node-text.ts';
import type { Footnotes } from './blocks/footnotes.ts';
import type { InlineWriter } from './inline/inline-writer.ts';
import type { LinkResolver } from './link-resolver.ts';
import type { ListWriter } from './blocks/list-writer.ts';
import type { InlineRole } from './markdown-tags.ts';
import type { PageLines } from './blocks/page-lines.ts';
import { isApart, readPictureLabel } from '../images/read-picture-label.ts';
import { escapeText } from './inline/escape-text.ts';
import { findImageSource } from '../images/choose-image-source.ts';

export interface InlineRendererOptions {
  readonly lines: PageLines;
  readonly lists: ListWriter;
  readonly notes: Footnotes;
  readonly links: LinkResolver;
  readonly images: 'alt' | 'keep';
}

const hasWord = /[\p{L}\p{N}]/u;

/** Writes the Markdown of each inline element, as the walk reaches it. */
export class InlineRenderer {
  readonly #inline: InlineWriter;
  readonly #lines: PageLines;
  readonly #lists: ListWriter;
  readonly #notes: Footnotes;
  readonly #links: LinkResolver;
  readonly #embedded: EmbeddedWriter;

  constructor({ lines, lists, notes, links, images }: InlineRendererOptions) {
    this.#inline = lines.inline;
    this.#lines = lines;
    this.#lists = lists;
    this.#notes = notes;
    this.#links = links;
    this.#embedded = new EmbeddedWriter(lines, links, images);
  }

  /** Returns whether the element's children are to be rendered. */
  enter(role: InlineRole, element: Element): boolean {
    const inline = this.#inline;
    switch (role) {
      case 'link': {
        return this.#openLink(element);
      }
      case 'image': {
        this.#embedded.addImage(element);
        return false;
      }
      case 'strong': {
        // Headings are strong already.
        if (!this.#lines.isInHeading) inline.openMark(role, element);
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
        this.#embedded.addInput(element, this.#lists.isInList);
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
        return !this.#embedded.addFormula(element);
      }
      case 'frame': {
        this.#embedded.addFrame(element);
        return false;
      }
    }
    return true;
  }

  /** Writes the label of a picture that is not an `<img>`. */
  addLabel(picture: Element): void {
    this.#embedded.addLabel(picture);
  }

  leave(role: InlineRole, element: Element): void {
    const inline = this.#inline;
    switch (role) {
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
      case 'image':
      case 'input':
      case 'formula':
      case 'frame': {
        return;
      }
    }
  }

  #openLink(element: Element): boolean {
    const { href } = element.attribs;
    if (href === undefined) return true;
    if (href.startsWith('#')) {
      if (this.#notes.isWayBack(element)) return false;
      const label = this.#notes.findReference(element);
      if (label !== undefined) {
        this.#inline.addReference(label);
        return false;
      }
      // The `#` or `¶` with which a heading links to itself.
      if (this.#lines.isInHeading && !hasWord.test(readText(element))) return false;
    }
    const url = this.#links.resolve(href);
    if (url !== undefined) this.#inline.openMark('link', element, url);
    return true;
  }
}

/** Writes embedded elements: images, controls, formulas, frames. */
class EmbeddedWriter {
  readonly #lines: PageLines;
  readonly #links: LinkResolver;
  readonly #images: 'alt' | 'keep';
  #lastImage: string | undefined;

  constructor(lines: PageLines, links: LinkResolver, images: 'alt' | 'keep') {
    this.#lines = lines;
    this.#links = links;
    this.#images = images;
  }

  addImage(image: Element): void {
    const { attribs } = image;
    const source = this.#images === 'keep' ? findImageSource(attribs) : undefined;
    const url = source === undefined ? undefined : this.#links.resolve(source);
    // Images that scripts load late are repeated in a `<noscript>`.
    if (url !== undefined && url === this.#lastImage) return;
    this.#lastImage = url;
    if (url === undefined) {
      this.addLabel(image);
      return;
    }
    const alt = foldText(attribs['alt'] ?? '');
    this.#lines.inline.addMarkdown(`![${escapeText(alt, true)}](${url})`);
  }

  /** Writes the label of a picture that is not shown. */
  addLabel(picture: Element): void {
    const { inline } = this.#lines;
    const label = readPictureLabel(picture);
    if (label === '') return;
    if (isApart(label)) inline.addSpace();
    inline.addText(label);
    if (isApart(label)) inline.addSpace();
  }

  /** Writes the text of a button; a checkbox at the start of an item makes the item a task. */
  addInput({ attribs }: Element, isInList: boolean): void {
    const { inline, blocks } = this.#lines;
    const type = attribs['type']?.toLowerCase();
    if (type === 'checkbox') {
      if (inline.isEmpty && isInList) blocks.addTask(attribs['checked'] !== undefined);
    } else if (type === 'submit' || type === 'button' || type === 'reset') {
      inline.addSpace();
      inline.addText(attribs['value'] ?? '');
    }
    inline.addSpace();
  }

  /** Writes a formula that has its TeX source as TeX; returns `false` for other formulas. */
  addFormula(element: Element): boolean {
    const tex = foldText(element.attribs['alttext'] ?? readAnnotation(element) ?? '');
    if (tex === '') return false;
    this.#lines.inline.addMarkdown(`$${escapeText(tex, true)}$`);
    return true;
  }

  addFrame({ attribs, name }: Element): void {
    const title = foldText(attribs['title'] ?? attribs['aria-label'] ?? '');
    const source = attribs['src'] ?? attribs['data-src'];
    const url = source === undefined ? undefined : this.#links.resolve(source);
    // Frames without a name are advertisements and counters.
    if (url === undefined || (title === '' && name === 'iframe')) return;
    this.#lines.part(false);
    this.#lines.inline.addMarkdown(`[${escapeText(title === '' ? name : title, true)}](${url})`);
    this.#lines.part(false);
  }
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
