import type { Element } from 'domhandler';
import { readText } from '../text/node-text.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import type { Footnotes } from './blocks/footnotes.ts';
import type { InlineWriter } from './inline/inline-writer.ts';
import { LinkResolver } from './link-resolver.ts';
import type { ListWriter } from './blocks/list-writer.ts';
import type { InlineRole } from './markdown-tags.ts';
import type { PageLines } from './blocks/page-lines.ts';

export interface InlineRendererOptions {
  readonly lines: PageLines;
  readonly lists: ListWriter;
  readonly notes: Footnotes;
  readonly url: string;
  readonly images: 'alt' | 'keep';
}

const hasWord = /[\p{L}\p{N}]/u;

/** Told of each element that is part of a line, writes its Markdown. */
export class InlineRenderer {
  readonly #inline: InlineWriter;
  readonly #lines: PageLines;
  readonly #lists: ListWriter;
  readonly #notes: Footnotes;
  readonly #links: LinkResolver;
  readonly #embedded: EmbeddedWriter;

  constructor({ lines, lists, notes, url, images }: InlineRendererOptions) {
    this.#inline = lines.inline;
    this.#lines = lines;
    this.#lists = lists;
    this.#notes = notes;
    this.#links = new LinkResolver(url);
    this.#embedded = new EmbeddedWriter(lines, this.#links, images);
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

  /** What is said of a picture that is no `<img>`. */
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
      // The `#` or `¶` by which a heading links to itself.
      if (this.#lines.isInHeading && !hasWord.test(readText(element))) return false;
    }
    const url = this.#links.resolve(href);
    if (url !== undefined) this.#inline.openMark('link', element, url);
    return true;
  }
}
