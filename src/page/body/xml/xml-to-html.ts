import { decodeXML } from 'entities';
import { Parser } from 'htmlparser2';
import { balanceMarkup } from './balance-markup.ts';
import {
  type OpenElement,
  holdsMarkup,
  isFeedRoot,
  toFeedTag,
  toLink,
  toLinkedText,
  toMetadata,
  toOwnAttributes,
} from './feed-elements.ts';
import {
  foreignTag,
  maxDepth,
  resolveAddresses,
  resolveBase,
  toAttributes,
  voidTags,
} from './html-tags.ts';
import { XmlDeclarations } from './xml-declarations.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
/** Their text is no markup in HTML. */
const rawTags: ReadonlySet<string> = new Set(['script', 'style']);

export interface XmlAsHtml {
  readonly html: string;
  /** Whether it is nested so deeply that the rest was not read. */
  readonly isCut: boolean;
}

/**
 * An XML document as HTML that means the same: elements that XML closes are closed, CDATA is text, and entities that only HTML
 * knows stay for the reader of HTML. What is not XHTML (a sitemap, data) becomes blocks of its texts, which are called as the
 * elements are, or of the attributes of those without a text; of a feed an entry is an article with its title as a heading. Never throws: what follows a fault is read as well as
 * it goes.
 */
export function xmlToHtml(source: string): XmlAsHtml {
  const writer = new HtmlWriter();
  const parser = new Parser(
    {
      onprocessinginstruction: (_name, data) => {
        writer.declare(data);
      },
      onopentag: (name, given) => {
        writer.open(name, given);
        if (writer.isCut) parser.pause();
      },
      ontext: (text) => {
        writer.addText(text);
      },
      oncdatastart: () => {
        writer.isCdata = true;
      },
      oncdataend: () => {
        writer.isCdata = false;
      },
      onclosetag: () => {
        writer.close();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(source);
  return { html: writer.html, isCut: writer.isCut };
}

/** Writes the HTML of a document while that is read. */
class HtmlWriter {
  html = '<!doctype html>';
  isCut = false;
  isCdata = false;
  readonly #open: OpenElement[] = [];
  /** Prefixes that stand for XHTML anywhere in the document. */
  readonly #prefixes = new Set<string>();
  readonly #declarations = new XmlDeclarations();
  #isXhtml: boolean | undefined;
  #isFeed = false;

  declare(data: string): void {
    this.#declarations.read(data);
  }

  open(name: string, given: Readonly<Record<string, string>>): void {
    this.#declarations.end();
    for (const [attribute, value] of Object.entries(given))
      if (attribute.startsWith('xmlns:') && value === xhtml) this.#prefixes.add(attribute.slice(6));
    const around = this.#open.at(-1);
    const namespace = given['xmlns'] ?? around?.namespace ?? '';
    const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/s.exec(name) ?? [];
    const isOfXhtml = prefix === '' ? namespace === xhtml : this.#prefixes.has(prefix);
    // Without a namespace it is not XHTML to browsers, but it is to those who wrote it.
    const isXhtml = (this.#isXhtml ??= isOfXhtml || local === 'html');
    if (around === undefined) this.#isFeed = !isXhtml && isFeedRoot(local);
    const isForeign = !isOfXhtml && !isXhtml;
    const otherTag = this.#isFeed ? toFeedTag(prefix, local, around) : foreignTag;
    const tag = isForeign ? otherTag : isOfXhtml ? local : name;
    const base = isXhtml ? undefined : resolveBase(given['xml:base'], around?.base);
    const attributes = resolveAddresses(this.#declarations.expandAll(given), base);
    if (around !== undefined) this.#flush(around);
    const { type } = given;
    this.#open.push({
      tag,
      local,
      isForeign,
      namespace,
      base,
      type,
      // Feeds say in them what is for programs, but for links.
      attributes: isForeign && !this.#isFeed ? attributes : {},
      text: '',
      markup: '',
    });
    this.isCut ||= this.#open.length > maxDepth;
    const { 'xml:lang': lang } = given;
    if (around === undefined && isForeign && lang !== undefined)
      this.html += `<html${toAttributes({ lang })}>`;
    this.html += `<${tag}${toAttributes(isForeign ? toOwnAttributes(local, attributes) : attributes)}>`;
    if (isForeign) this.html += toLink(local, attributes);
  }

  addText(given: string): void {
    const element = this.#open.at(-1);
    const { isCdata } = this;
    const text = isCdata ? given : this.#declarations.expand(this.#declarations.skip(given));
    const written = (isCdata ? text.replaceAll('&', '&amp;') : text).replaceAll('<', '&lt;');
    const markup = isCdata ? text : decodeXML(text);
    if (element?.isForeign === true) {
      element.text += written;
      element.markup += markup;
    } else if (rawTags.has(element?.tag ?? '')) {
      this.html += markup.replaceAll('</', String.raw`<\/`);
    } else {
      this.html += written;
    }
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { tag, base, markup } = element;
    const inner = holdsMarkup(element) ? balanceMarkup(markup, base) : toLinkedText(element);
    // Data that has no text says its values in attributes.
    this.html += inner.trim() === '' ? toBlocks(element) : inner;
    if (!voidTags.has(tag)) this.html += `</${tag}>`;
    if (this.#isFeed) this.html += toMetadata(element, inner, this.#open.at(-1));
  }

  /** Writes the text before an inner element. */
  #flush(element: OpenElement): void {
    this.html += toLinkedText(element);
    element.text = '';
    element.attributes = {};
    // Beside elements a text is none that holds markup.
    element.markup = '';
  }
}

/** The attributes of an element as blocks of text that are called as they are, without those of namespaces. */
function toBlocks(element: OpenElement): string {
  return Object.entries(element.attributes)
    .filter(([name]) => !/^xmlns|:/.test(name))
    .map(([name, value]) => {
      const text = value.replaceAll('<', '&lt;');
      const inner = toLinkedText({ ...element, tag: foreignTag, local: name, text });
      return `<${foreignTag}${toAttributes({ class: name })}>${inner}</${foreignTag}>`;
    })
    .join('');
}
