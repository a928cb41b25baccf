import type { Document, Element } from 'domhandler';
import { findAll } from 'domutils';
import { chooseImageSource } from '../../page/images/choose-image-source.ts';
import { sniffImage } from '../../page/images/sniff-image.ts';
import { addHeadline } from '../../page/headline/add-headline.ts';
import { readHeadline } from '../../page/headline/read-headline.ts';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import { hasText } from '../../page/text/has-text.ts';
import { setNavigationApart } from '../../page/tree/set-navigation-apart.ts';
import { toHtml } from '../../page/tree/to-html.ts';
import type { LoadedImage, PageImages, Printable, PrintQuestion } from '../page-question.ts';
import type { KeptPage } from './kept-page.ts';
import { selectMainContent } from './show-page.ts';

/** Pixels across; a page's text is 640 CSS pixels wide, and paper is looked at closely. */
const wantedWidth = 1_000;

/** The pictures that a page shows, in page order. */
export function listImages({ reading }: KeptPage, mainOnly: boolean, most: number): PageImages {
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
export function printPage(page: KeptPage, question: PrintQuestion): Printable {
  const { mainOnly, embeds, navigation } = question;
  const { reading } = page;
  const document = (mainOnly ? selectMainContent(reading) : undefined) ?? reading.document;
  const isTextual = hasText(document);
  if (document === reading.document && navigation !== 'keep') {
    setNavigationApart(document, findMainContent(reading).nodes, navigation);
  }
  const { site, ...headline } = readHeadline(reading);
  const { url } = page.source;
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
