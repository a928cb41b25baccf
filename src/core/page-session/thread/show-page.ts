import type { Document, Element } from 'domhandler';
import type { PageReading } from '../../../page/page-reading.ts';
import { addHeadline } from '../../../page/add-headline.ts';
import { readHeadline } from '../../../page/read-headline.ts';
import { findPagination } from '../../../page/links/find-pagination.ts';
import { readLinkHeader } from '../../../page/links/read-link-header.ts';
import { listLinks } from '../../../page/links/list-links.ts';
import { readMetadata, toMicrodataJson } from '../../../page/structured-data/read-metadata.ts';
import { findMainContent } from '../../../page/main-content/find-main-content.ts';
import { toMarkdown } from '../../../page/markdown/to-markdown.ts';
import { hasText } from '../../../page/tree/node-text.ts';
import { keepNodes, toHtml } from '../../../page/tree/to-html.ts';
import type {
  Description,
  LoadedImage,
  PageImages,
  PrintQuestion,
  Printable,
  ScrapeQuestion,
  Scraped,
} from '../page-question.ts';
import type { SessionPage } from './session-page.ts';
import { existsOne, findAll } from 'domutils';
import { advice } from '../../../runtime/errors/advice.ts';
import { chooseImageSource } from '../../../page/tree/pictures.ts';
import { sniffImage } from '../../../page/body/sniff-image.ts';
import { setNavigationApart } from '../../../page/tree/set-navigation-apart.ts';

/** What a page says of itself, and its links where they are wanted. */
export function describePage(page: SessionPage, withLinks: boolean): Description {
  const { reading, own, source } = page;
  const { document, linkElements, structuredData, url } = own;
  const ofHeader = readLinkHeader(source.headers['link'], source.url);
  const warn = (warning: string): void => page.warn(warning);
  if (withLinks) checkAddresses(page);
  return {
    links: withLinks ? listLinks(reading.document, reading.url, warn) : undefined,
    metadata: readMetadata(own),
    jsonLd: structuredData.jsonLd,
    microdata: toMicrodataJson(structuredData.entities),
    pagination: findPagination({ document, url, linkElements: [...linkElements, ...ofHeader] }),
  };
}

const relativeWarning = `Links and pictures with relative addresses are shown by their texts alone, because the page came without its own. ${advice.giveBase}`;

/** Warns of addresses that lead nowhere, where nobody said where the page is from. */
function checkAddresses(page: SessionPage): void {
  const { document, url } = page.reading;
  if (URL.canParse('.', url)) return;
  if (existsOne(({ attribs }) => isRelative(attribs['href'] ?? attribs['src']), document.children))
    page.warn(relativeWarning);
}

function isRelative(address = ''): boolean {
  return address.trim() !== '' && !address.startsWith('#') && !URL.canParse(address);
}

/** What is worth showing without a word. */
const media = /<(?:img|svg|video|audio|iframe|object|embed)\b/;

/** A page as served, as cleaned HTML or as Markdown. */
export function showPage(page: SessionPage, { form, images, mainOnly }: ScrapeQuestion): Scraped {
  if (form === 'served') return { content: page.body.text, isSilent: false };
  const { reading } = page;
  const document = selectDocument(page, mainOnly);
  const warn = (warning: string): void => page.warn(warning);
  if (form === 'markdown') {
    checkAddresses(page);
    const content = toMarkdown({ url: reading.url, document }, { images, warn });
    return { content, isSilent: content === '' };
  }
  const content = withBase(toHtml(document, images, warn), page);
  const isSilent = !hasText(document) && !media.test(content);
  // The pictures of this tree are texts now.
  if (images === 'alt') page.dropReading();
  return { content, isSilent };
}

/** The HTML of a page with the address that its links are relative to, where that is not its own: `<base>` goes with the head. */
function withBase(html: string, { reading, source }: SessionPage): string {
  if (reading.url === source.url) return html;
  const base = `<base href="${reading.url.replaceAll('&', '&amp;')}">`;
  const start = startTags.find((tag) => tag.test(html));
  return start === undefined ? base + html : html.replace(start, (tag) => tag + base);
}

/** Behind which a page begins to describe itself: where only some tags are kept there may be no `<head>`. */
const startTags: readonly RegExp[] = [/<head(?:\s[^<>]*)?>/, /<html(?:\s[^<>]*)?>/];

/** The whole page, or its main content below its title where only the relevant part is wanted. */
function selectDocument(page: SessionPage, mainOnly: boolean): Document {
  const { reading } = page;
  const main = mainOnly ? selectMainContent(reading) : undefined;
  // A page of which the caller keeps some tags alone has no head.
  if (main === undefined || !page.isWhole) return main ?? reading.document;
  addHeadline(main, readHeadline(reading));
  return main;
}

/** A copy of the main content; `undefined` where it is only in the page's data, which has no place in the tree. */
export function selectMainContent(reading: PageReading): Document | undefined {
  const main = keepNodes(reading.document, findMainContent(reading));
  return hasText(main) ? main : undefined;
}

/** Pixels across; a page's text is 640 CSS pixels wide, and paper is looked at closely. */
const wantedWidth = 1_000;

/** The pictures that a page shows, in page order. */
export function listImages({ reading }: SessionPage, mainOnly: boolean, most: number): PageImages {
  const document = (mainOnly ? selectMainContent(reading) : undefined) ?? reading.document;
  const sources = new Set<string>();
  for (const image of listImageElements(document)) {
    const source = findSource(image, reading.url);
    if (source !== undefined) sources.add(source);
  }
  return { sources: [...sources].slice(0, most), total: sources.size };
}

/**
 * A page as HTML to be printed: its pictures say where their bytes are, which is the URL they were loaded from or the bytes
 * themselves. All others lose their source, and so give way to their alternative text.
 */
export function printPage(page: SessionPage, question: PrintQuestion): Printable {
  const { mainOnly, embeds, navigation } = question;
  const { reading } = page;
  const document = (mainOnly ? selectMainContent(reading) : undefined) ?? reading.document;
  const isTextual = hasText(document);
  if (document === reading.document && navigation !== 'keep') {
    setNavigationApart(document, findMainContent(reading), navigation);
  }
  const { site, ...headline } = readHeadline(reading);
  checkAddresses(page);
  // A page that was given without an address is from nowhere.
  const url = page.source.url.startsWith('about:') ? '' : page.source.url;
  addHeadline(document, { ...headline, source: { site, url } });
  for (const image of listImageElements(document)) placeImage(image, reading.url, question);
  const html = toHtml(document, embeds ? 'embedded' : 'keep', (warning) => page.warn(warning));
  // The pictures of this tree are others now.
  page.dropReading();
  return { html, hasText: isTextual };
}

function listImageElements(document: Document): readonly Element[] {
  return findAll(({ name }) => name === 'img', document.children);
}

function findSource({ attribs }: Element, baseUrl: string): string | undefined {
  const source = chooseImageSource(attribs, wantedWidth);
  const url = source === undefined ? null : URL.parse(source, baseUrl);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

function placeImage(image: Element, baseUrl: string, { images, embeds }: PrintQuestion): void {
  const { attribs } = image;
  const source = findSource(image, baseUrl);
  // Otherwise a browser would choose among these.
  for (const name of ['srcset', 'sizes', 'loading']) Reflect.deleteProperty(attribs, name);
  const loaded = source === undefined ? undefined : images?.get(source);
  if (source !== undefined && loaded !== undefined) {
    attribs['src'] = embeds ? toDataUri(loaded) : source;
  } else if (
    images === undefined ||
    source !== undefined ||
    !isDrawableData(attribs['src'] ?? '')
  ) {
    Reflect.deleteProperty(attribs, 'src');
  }
}

function toDataUri({ type, bytes }: LoadedImage): string {
  const media = type === 'svg' ? 'image/svg+xml' : `image/${type}`;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return `data:${media};base64,${base64}`;
}

/** Larger pictures in the page itself are named instead, like those that are loaded. */
const maxPixels = 16_000_000;

/** Whether it is a picture within the page, and one that says that it is of a size to be drawn. */
function isDrawableData(src: string): boolean {
  const match = /^\s{0,9}data:image\/([\w.+-]{1,20})(;base64)?,/i.exec(src.slice(0, 60));
  if (match === null) return false;
  const [prefix, type = '', base64] = match;
  if (type.toLowerCase() === 'svg+xml') return true;
  if (base64 === undefined) return false;
  const sniffed = sniffImage(Buffer.from(src.slice(prefix.length), 'base64'));
  return sniffed !== undefined && sniffed.width * sniffed.height <= maxPixels;
}
