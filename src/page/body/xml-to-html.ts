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
/** Levels; documents have less than a hundred, and the parser's time grows with the square of the depth. */
const maxDepth = 2_000;

export interface XmlAsHtml {
  readonly html: string;
  /** Whether it is nested so deeply that the rest was not read. */
  readonly isCut: boolean;
}

/**
 * An XML document as HTML that means the same: elements that XML closes are closed, CDATA is text, and entities that only a DTD
 * knows stay for the reader of HTML. What is not XHTML (a feed, a sitemap) becomes blocks of its texts. Never throws: what follows
 * a fault is read as well as it goes.
 */
export function xmlToHtml(source: string): XmlAsHtml {
  const open: OpenElement[] = [];
  /** Prefixes that stand for XHTML anywhere in the document. */
  const prefixes = new Set<string>();
  let isXhtml: boolean | undefined;
  let isCut = false;
  let isCdata = false;
  let html = '<!doctype html>';
  const flush = (element: OpenElement | undefined): void => {
    if (element === undefined) return;
    html += element.text;
    element.text = '';
    // Beside elements a text is none that holds markup.
    element.markup = '';
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        for (const [attribute, value] of Object.entries(attributes)) {
          if (attribute.startsWith('xmlns:') && value === xhtml) prefixes.add(attribute.slice(6));
        }
        const namespace = attributes['xmlns'] ?? open.at(-1)?.namespace ?? '';
        const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/s.exec(name) ?? [];
        const isOfXhtml = prefix === '' ? namespace === xhtml : prefixes.has(prefix);
        // Without a namespace it is not XHTML to browsers, but it is to those who wrote it.
        isXhtml ??= isOfXhtml || local === 'html';
        const tag = isOfXhtml ? local : isXhtml ? name : foreignTag;
        flush(open.at(-1));
        open.push({ tag, namespace, type: attributes['type'], text: '', markup: '' });
        if (open.length > maxDepth) {
          isCut = true;
          parser.pause();
        }
        html += `<${tag}${toAttributes(attributes)}>`;
        if (!isXhtml && local === 'link') html += toLink(attributes);
      },
      ontext(text) {
        const element = open.at(-1);
        const { tag = '' } = element ?? {};
        const written = (isCdata ? text.replaceAll('&', '&amp;') : text).replaceAll('<', '&lt;');
        if (isXhtml !== true && tag === foreignTag && element !== undefined) {
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
        const { tag = '' } = element ?? {};
        if (element !== undefined && holdsMarkup(element)) html += balanceMarkup(element.markup);
        else flush(element);
        if (!voidTags.has(tag)) html += `</${tag}>`;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(source);
  return { html, isCut };
}

/** The address that Atom has in an attribute, as a link; its links to the feed itself and the like are for programs. */
function toLink({ href, rel = 'alternate' }: Readonly<Record<string, string>>): string {
  if (href === undefined || rel !== 'alternate') return '';
  return `<a${toAttributes({ href })}>${href.replaceAll('<', '&lt;')}</a>`;
}

interface OpenElement {
  readonly tag: string;
  readonly namespace: string;
  /** Its attribute `type`: Atom says so what its text is. */
  readonly type: string | undefined;
  /** Of an element that is none of XHTML, the text that was not written yet, as HTML. */
  text: string;
  /** The same, as the document means it: feeds write HTML so. */
  markup: string;
}

const tagOfText =
  /<\/?(?:a|abbr|article|b|blockquote|br|code|dd|del|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|li|ol|p|picture|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|tr|u|ul|video)(?:\s[^<>]{0,4000})?\/?>/i;

/** Whether the text of an element is HTML: as Atom says, or in RSS, which has no word for it, by its tags. */
function holdsMarkup({ markup, type }: OpenElement): boolean {
  if (markup === '') return false;
  if (type === 'html' || type === 'text/html') return /[<&]/.test(markup);
  return type !== 'text' && type !== 'text/plain' && tagOfText.test(markup);
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
function balanceMarkup(markup: string): string {
  let html = '';
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        if (!documentTags.has(name)) html += `<${name}${toAttributes(attributes)}>`;
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
