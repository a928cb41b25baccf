import { type ChildNode, type Element, isTag } from 'domhandler';
import { isApart, readPictureLabel } from '../images/read-picture-label.ts';
import { foldText, readText } from '../text/node-text.ts';
import { escapeText } from './inline/escape-text.ts';
import { findImageSource } from '../images/find-image-source.ts';
import type { LinkResolver } from './link-resolver.ts';
import type { PageLines } from './blocks/page-lines.ts';

/** Writes what stands in the text without being text: images, controls, formulas, frames. */
export class EmbeddedWriter {
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
    // Images that scripts load late stand a second time in a `<noscript>`.
    if (url !== undefined && url === this.#lastImage) return;
    this.#lastImage = url;
    if (url === undefined) {
      this.addLabel(image);
      return;
    }
    const alt = foldText(attribs['alt'] ?? '');
    this.#lines.inline.addMarkdown(`![${escapeText(alt, true)}](${url})`);
  }

  /** What is said of a picture that is not shown. */
  addLabel(picture: Element): void {
    const { inline } = this.#lines;
    const label = readPictureLabel(picture);
    if (label === '') return;
    if (isApart(label)) inline.addSpace();
    inline.addText(label);
    if (isApart(label)) inline.addSpace();
  }

  /** A box at the start of an item makes a task of it. */
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

  /** Formulas that carry their TeX are written as TeX; returns false for the others. */
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
    // Frames that nobody named are advertisements and counters.
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
