import { decodeXML } from 'entities';
import { Parser } from 'htmlparser2';

const xhtml = 'http://www.w3.org/1999/xhtml';
/** Their text is no markup in HTML. */
const rawTags: ReadonlySet<string> = new Set(['script', 'style']);
const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** What stands in for elements of other vocabularies, since HTML has some of their names for other things: `title`, `link`. */
const foreignTag = 'div';
/** Roots of RSS, Atom and RSS 1.0, without a prefix. */
const feedRoots: ReadonlySet<string> = new Set(['rss', 'feed', 'RDF']);
const entryNames: ReadonlySet<string> = new Set(['item', 'entry']);
/** Elements around a feed's own title. */
const channelNames: ReadonlySet<string> = new Set(['channel', 'feed']);
const dateNames: ReadonlySet<string> = new Set(
  'pubDate date published updated issued modified lastBuildDate'.split(' '),
);
/** Levels; documents have less than a hundred, and the parser's time grows with the square of the depth. */
const maxDepth = 2_000;

export interface XmlAsHtml {
  readonly html: string;
  /** Whether it is nested so deeply that the rest was not read. */
  readonly isCut: boolean;
}

/**
 * An XML document as HTML that means the same: elements that XML closes are closed, CDATA is text, and entities that only HTML
 * knows stay for the reader of HTML. What is not XHTML (a sitemap, data) becomes blocks of its texts, which are called as the
 * elements are; of a feed an entry is an article with its title as a heading. Never throws: what follows a fault is read as well as
 * it goes.
 */
export function xmlToHtml(source: string): XmlAsHtml {
  const open: OpenElement[] = [];
  /** Prefixes that stand for XHTML anywhere in the document. */
  const prefixes = new Set<string>();
  const declarations = new Declarations();
  let isXhtml: boolean | undefined;
  let isFeed = false;
  let isCut = false;
  let isCdata = false;
  let html = '<!doctype html>';
  const flush = (element: OpenElement | undefined): void => {
    if (element === undefined) return;
    html += toLinkedText(element);
    element.text = '';
    // Beside elements a text is none that holds markup.
    element.markup = '';
  };
  const parser = new Parser(
    {
      onprocessinginstruction(_name, data) {
        declarations.read(data);
      },
      onopentag(name, given) {
        declarations.end();
        for (const [attribute, value] of Object.entries(given)) {
          if (attribute.startsWith('xmlns:') && value === xhtml) prefixes.add(attribute.slice(6));
        }
        const around = open.at(-1);
        const namespace = given['xmlns'] ?? around?.namespace ?? '';
        const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/s.exec(name) ?? [];
        const isOfXhtml = prefix === '' ? namespace === xhtml : prefixes.has(prefix);
        // Without a namespace it is not XHTML to browsers, but it is to those who wrote it.
        isXhtml ??= isOfXhtml || local === 'html';
        if (around === undefined) isFeed = !isXhtml && feedRoots.has(local);
        const base = isXhtml ? undefined : resolveBase(given['xml:base'], around?.base);
        const attributes = resolveAddresses(declarations.expandAll(given), base);
        const isForeign = !isOfXhtml && !isXhtml;
        const tag = isOfXhtml
          ? local
          : !isForeign
            ? name
            : isFeed
              ? toFeedTag(prefix, local, around)
              : foreignTag;
        flush(around);
        open.push({
          tag,
          local,
          isForeign,
          namespace,
          base,
          type: given['type'],
          text: '',
          markup: '',
        });
        if (open.length > maxDepth) {
          isCut = true;
          parser.pause();
        }
        html += `<${tag}${toAttributes(isForeign ? toOwnAttributes(local, attributes) : attributes)}>`;
        if (isForeign) html += toLink(local, attributes);
      },
      ontext(given) {
        const element = open.at(-1);
        const text = isCdata ? given : declarations.expand(declarations.skip(given));
        const { tag = '' } = element ?? {};
        const written = (isCdata ? text.replaceAll('&', '&amp;') : text).replaceAll('<', '&lt;');
        if (element?.isForeign === true) {
          element.text += written;
          element.markup += isCdata ? text : decodeXML(text);
        } else if (rawTags.has(tag)) {
          html += (isCdata ? text : decodeXML(text)).replaceAll('</', String.raw`<\/`);
        } else {
          html += written;
        }
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      onclosetag() {
        const element = open.pop();
        if (element === undefined) return;
        const { tag, base } = element;
        const inner = holdsMarkup(element)
          ? balanceMarkup(element.markup, base)
          : toLinkedText(element);
        html += inner;
        if (!voidTags.has(tag)) html += `</${tag}>`;
        // What a feed is called is the title of the page.
        if (element.isForeign && tag === 'h1') {
          html += `<title>${inner.replaceAll(/<[^<>]*>/g, '')}</title>`;
        }
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(source);
  return { html, isCut };
}

/** What an element of a feed is in HTML. */
function toFeedTag(prefix: string, local: string, around: OpenElement | undefined): string {
  const outer = around?.local ?? '';
  if (prefix === '' && entryNames.has(local)) return 'article';
  if (prefix !== '' || local !== 'title') return foreignTag;
  if (entryNames.has(outer)) return 'h2';
  return channelNames.has(outer) ? 'h1' : foreignTag;
}

/** Names of the vocabularies that RSS takes its elements from, where others call the same thing otherwise. */
const usualNames: ReadonlyMap<string, string> = new Map([
  ['creator', 'author'],
  ['encoded', 'content'],
]);

/** Attributes of other vocabularies mean other things in HTML; the name of the element is what its text is called. */
function toOwnAttributes(
  local: string,
  { 'xml:lang': lang, id }: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    class: usualNames.get(local) ?? local,
    ...(lang === undefined ? {} : { lang }),
    ...(id === undefined ? {} : { id }),
  };
}

/** Characters of an address that stands as a text; longer ones are no address. */
const maxAddress = 2_000;

/** The text of an element: a link where it is nothing but an address, and a time in an element of that name; titles are texts. */
function toLinkedText({ text, tag, local, isForeign }: OpenElement): string {
  const address = text.trim();
  if (!isForeign || tag !== foreignTag || address === '') return text;
  if (address.length <= maxAddress && /^https?:\/\/[^\s<]+$/i.test(address)) {
    return `<a${toAttributes({ href: address })}>${text}</a>`;
  }
  return dateNames.has(local) ? `<time>${text}</time>` : text;
}

function resolveBase(given: string | undefined, around: string | undefined): string | undefined {
  if (given === undefined) return around;
  return URL.parse(decodeXML(given), around)?.href ?? around;
}

/** Attributes whose addresses start from the base that a document states; without one they start from the document's own. */
function resolveAddresses(
  attributes: Readonly<Record<string, string>>,
  base: string | undefined,
): Readonly<Record<string, string>> {
  if (base === undefined) return attributes;
  const resolved = { ...attributes };
  for (const name of ['href', 'src']) {
    const address = attributes[name];
    const url = address === undefined ? null : URL.parse(decodeXML(address), base);
    if (url !== null) resolved[name] = url.href.replaceAll('&', '&amp;');
  }
  return resolved;
}

/** Entities of one document, and characters of one and of what stands in for all: each costs a few to name and many to write. */
const most = { entities: 200, value: 1_000, written: 1_000_000 };
/** They mean the same in every document. */
const ofXml: ReadonlySet<string> = new Set(['amp', 'apos', 'gt', 'lt', 'quot']);
const entity = /!ENTITY\s+([\w.:-]{1,100})\s+(?:"([^"]*)|'([^']*))/gi;
const reference = /&([\w.:-]{1,100});/g;

/** What stands before a document and in its instructions, up to its end: the parser sees their ends too early. */
class Declarations {
  readonly #values = new Map<string, string>();
  #written = 0;
  /** What ends the instruction or the declaration that is open. */
  #end: RegExp | undefined;

  read(data: string): void {
    for (const [, name = '', quoted, single] of data.matchAll(entity)) {
      const value = quoted ?? single ?? '';
      if (ofXml.has(name)) continue;
      // An entity in an entity is left out: such ones grow beyond all bounds.
      const isSimple = value.length <= most.value && !/[<&%]/.test(value);
      if (this.#values.size < most.entities && !this.#values.has(name)) {
        this.#values.set(name, isSimple ? value : '');
      }
    }
    if (data.startsWith('?')) this.#end = data.endsWith('?') ? undefined : /\?>/;
    else if (/^!doctype\b/i.test(data)) this.#end = data.includes('[') ? /\]\s*>/ : undefined;
  }

  end(): void {
    this.#end = undefined;
  }

  /** The text without what belongs to the instruction or the declaration before it. */
  skip(text: string): string {
    if (this.#end === undefined) return text;
    const found = this.#end.exec(text);
    if (found === null) return '';
    this.#end = undefined;
    return text.slice(found.index + found[0].length);
  }

  expand(text: string): string {
    if (this.#values.size === 0 || !text.includes('&')) return text;
    return text.replaceAll(reference, (whole, name: string) => {
      const value = this.#values.get(name);
      if (value === undefined) return whole;
      this.#written += value.length;
      return this.#written > most.written ? '' : value;
    });
  }

  expandAll(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (this.#values.size === 0) return attributes;
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, this.expand(value)]),
    );
  }
}

/** What a feed has in attributes: addresses as links and pictures. Atom's links to the feed itself and the like are for programs. */
function toLink(local: string, attributes: Readonly<Record<string, string>>): string {
  const { href, rel = 'alternate', url, type = '', medium } = attributes;
  if (local === 'link' && href !== undefined && (rel === 'alternate' || rel === 'enclosure')) {
    return toAnchor(href);
  }
  if (url === undefined || !mediaNames.has(local)) return '';
  const isImage = local === 'thumbnail' || medium === 'image' || type.startsWith('image/');
  return isImage ? `<img${toAttributes({ src: url })}>` : toAnchor(url);
}

/** Elements of RSS and Media RSS whose attribute `url` is a file that belongs to the entry. */
const mediaNames: ReadonlySet<string> = new Set(['enclosure', 'content', 'thumbnail']);

function toAnchor(href: string): string {
  return `<a${toAttributes({ href })}>${href.replaceAll('<', '&lt;')}</a>`;
}

interface OpenElement {
  readonly tag: string;
  /** Its name without a prefix. */
  readonly local: string;
  /** Whether it is none of XHTML. */
  readonly isForeign: boolean;
  readonly namespace: string;
  /** What its addresses start from, where the document says. */
  readonly base: string | undefined;
  /** Its attribute `type`: Atom says so what its text is. */
  readonly type: string | undefined;
  /** Of an element that is none of XHTML, the text that was not written yet, as HTML. */
  text: string;
  /** The same, as the document means it: feeds write HTML so. */
  markup: string;
}

const tagOfText =
  /<\/?(?:a|abbr|article|b|blockquote|br|code|dd|del|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|li|ol|p|picture|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|tr|u|ul|video)(?:\s[^<>]{0,4000})?\/?>/i;

/** Elements of Atom whose text is plain where they do not say otherwise. */
const plainInAtom: ReadonlySet<string> = new Set([
  'title',
  'subtitle',
  'rights',
  'summary',
  'content',
]);
const atom = 'http://www.w3.org/2005/Atom';

/** Whether the text of an element is HTML: as Atom says, or in RSS, which has no word for it, by its tags. */
function holdsMarkup({ markup, type, local, namespace, tag }: OpenElement): boolean {
  if (markup === '') return false;
  if (type === 'html' || type === 'text/html') return /[<&]/.test(markup);
  if (type === 'text' || type === 'text/plain') return false;
  if (namespace === atom && plainInAtom.has(local)) return false;
  // A title that names a tag is not marked up by it: "How <table> is read".
  return tagOfText.test(markup) && (tag === foreignTag || markup.includes('</'));
}

/** They would say something about the document around them. */
const documentTags: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'base',
  'meta',
  'title',
]);

/** Returns HTML that ends where it began: what is open is closed, and what was never opened is not. */
function balanceMarkup(markup: string, base: string | undefined): string {
  let html = '';
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        if (!documentTags.has(name)) {
          html += `<${name}${toAttributes(resolveAddresses(attributes, base))}>`;
        }
      },
      ontext(text) {
        html += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (!documentTags.has(name) && !voidTags.has(name)) html += `</${name}>`;
      },
    },
    { decodeEntities: false },
  );
  parser.end(markup);
  return html;
}

function toAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
}
