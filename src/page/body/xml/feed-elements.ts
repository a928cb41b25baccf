import { foreignTag, toAttributes } from './html-tags.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** An element of a document that is being read. */
export interface OpenElement {
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
  /** What it says of itself in attributes, as HTML, until something stands in it. */
  attributes: Readonly<Record<string, string>>;
  /** Of an element that is none of XHTML, the text that was not written yet, as HTML. */
  text: string;
  /** The same, as the document means it: feeds write HTML so. */
  markup: string;
}

/** Roots of RSS, Atom and RSS 1.0, without a prefix. */
const feedRoots: ReadonlySet<string> = new Set(['rss', 'feed', 'RDF']);
const entryNames: ReadonlySet<string> = new Set(['item', 'entry']);
/** Elements around a feed's own title. */
const channelNames: ReadonlySet<string> = new Set(['channel', 'feed']);
const dateNames: ReadonlySet<string> = toWordSet(
  'pubDate date published updated issued modified lastBuildDate',
);

/** Whether a root without a prefix is that of a feed. */
export function isFeedRoot(local: string): boolean {
  return feedRoots.has(local);
}

/** What an element of a feed is in HTML. */
export function toFeedTag(prefix: string, local: string, around: OpenElement | undefined): string {
  const outer = around?.local ?? '';
  if (prefix === '' && entryNames.has(local)) return 'article';
  if (prefix !== '' || local !== 'title') return foreignTag;
  if (entryNames.has(outer)) return 'h2';
  return channelNames.has(outer) ? 'h1' : foreignTag;
}

/** What a feed says of itself, as pages say it in their heads. */
const metaNames: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['subtitle', 'description'],
  ['language', 'language'],
]);

/** The metadata of the page that an element of a feed is, beside what is shown of it. */
export function toMetadata(
  { tag, local, isForeign }: OpenElement,
  inner: string,
  around: OpenElement | undefined,
): string {
  if (!isForeign || !channelNames.has(around?.local ?? '')) return '';
  const text = inner.replaceAll(/<[^<>]*>/g, '');
  if (tag === 'h1') return `<title>${text}</title>`;
  const name = metaNames.get(local);
  return name === undefined ? '' : `<meta${toAttributes({ name, content: text })}>`;
}

/** Names of the vocabularies that RSS takes its elements from, where others call the same thing otherwise. */
const usualNames: ReadonlyMap<string, string> = new Map([
  ['creator', 'author'],
  ['encoded', 'content'],
]);

/** Attributes of other vocabularies mean other things in HTML; the name of the element is what its text is called. */
export function toOwnAttributes(
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
export function toLinkedText({ text, tag, local, isForeign }: OpenElement): string {
  const address = text.trim();
  if (!isForeign || tag !== foreignTag || address === '') return text;
  if (address.length <= maxAddress && /^https?:\/\/[^\s<]+$/i.test(address)) {
    return `<a${toAttributes({ href: address })}>${text}</a>`;
  }
  return dateNames.has(local) ? `<time>${text}</time>` : text;
}

/** What a feed has in attributes: addresses as links and pictures. Atom's links to the feed itself and the like are for programs. */
export function toLink(local: string, attributes: Readonly<Record<string, string>>): string {
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
export function holdsMarkup({ markup, type, local, namespace, tag }: OpenElement): boolean {
  if (markup === '') return false;
  if (type === 'html' || type === 'text/html') return /[<&]/.test(markup);
  if (type === 'text' || type === 'text/plain') return false;
  if (namespace === atom && plainInAtom.has(local)) return false;
  // A title that names a tag is not marked up by it: "How <table> is read".
  return tagOfText.test(markup) && (tag === foreignTag || markup.includes('</'));
}
