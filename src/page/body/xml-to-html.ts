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
  const open: { readonly tag: string; readonly namespace: string }[] = [];
  /** Prefixes that stand for XHTML anywhere in the document. */
  const prefixes = new Set<string>();
  let isXhtml: boolean | undefined;
  let isCut = false;
  let isCdata = false;
  let html = '<!doctype html>';
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
        open.push({ tag, namespace });
        if (open.length > maxDepth) {
          isCut = true;
          parser.pause();
        }
        html += `<${tag}${toAttributes(attributes)}>`;
      },
      ontext(text) {
        const { tag = '' } = open.at(-1) ?? {};
        if (rawTags.has(tag)) {
          html += (isCdata ? text : decodeXML(text)).replaceAll('</', String.raw`<\/`);
        } else {
          html += (isCdata ? text.replaceAll('&', '&amp;') : text).replaceAll('<', '&lt;');
        }
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      onclosetag() {
        const { tag = '' } = open.pop() ?? {};
        if (!voidTags.has(tag)) html += `</${tag}>`;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(source);
  return { html, isCut };
}

function toAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
}
