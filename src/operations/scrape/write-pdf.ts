import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import type { Browser } from '../../contracts/browser.ts';
import type { ShownPage } from '../../contracts/page-reading.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { sniffImage, type ImageType } from '../../page/images/sniff-image.ts';
import { partTouchingWords } from '../../page/tree/part-touching-words.ts';
import { toHtml } from '../../page/tree/to-html.ts';
import type { OperationContext } from '../operation-context.ts';
import {
  loadImages,
  type LoadedImage,
  type LoadedImages,
  type LoadImagesContext,
  type LoadImagesInput,
} from './load-images.ts';

export interface WritePdfInput extends Pick<LoadImagesInput, 'request'> {
  readonly page: ShownPage;
  /** Whether pictures are replaced by their alternative text. */
  readonly tagTruncate: boolean;
  /** Milliseconds until the call's deadline. */
  readonly leftMs: number;
}

export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** For people: what could not be shown, and why it was not the browser that wrote. */
  readonly warnings: readonly string[];
}

/** Longest wait for pictures, and never more than half of the time left: a PDF without them is better than none. */
const maxImagesMs = 10_000;
const pdfTypes: ReadonlySet<ImageType> = new Set(['jpeg', 'png']);
const browserTypes: ReadonlySet<ImageType> = new Set(['avif', 'gif', 'jpeg', 'png', 'svg', 'webp']);

/** What writing a PDF takes. */
export type WritePdfContext = LoadImagesContext & Pick<OperationContext, 'printer'>;

/** A page as PDF: by the browser where there is one, else without. */
export async function writePdf(
  input: WritePdfInput,
  context: WritePdfContext,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  const { page, tagTruncate } = input;
  const { printer } = context;
  // Neither writer has the page's style sheets.
  partTouchingWords(page.document);
  const loaded = tagTruncate ? undefined : await load(input, context);
  placeImages(page.document, loaded, printer === undefined ? 'named' : 'embedded');
  if (printer === undefined) return writeAlone(page, signal, loaded);
  try {
    return { bytes: await print(page, printer, signal), warnings: loaded?.warnings ?? [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    // A PDF without the browser's layout is better than none; a warning says so.
    const { bytes, warnings } = await writeAlone(page, signal, loaded);
    return {
      bytes,
      warnings: [`The PDF was made without a browser. ${error.message}`, ...warnings],
    };
  }
}

const noImages: LoadedImages = { images: new Map(), places: new Map(), warnings: [] };

function load(
  { page, request, leftMs }: WritePdfInput,
  context: WritePdfContext,
): Promise<LoadedImages> {
  const types = context.printer === undefined ? pdfTypes : browserTypes;
  const timeoutMs = Math.min(maxImagesMs, leftMs / 2);
  return loadImages({ page, types, request, timeoutMs }, context);
}

function print(
  { document, url, title, language }: ShownPage,
  browser: Browser,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return browser.printPdf({ html: toHtml(document, 'embedded'), url, title, language, signal });
}

async function writeAlone(
  page: ShownPage,
  signal: AbortSignal,
  loaded: LoadedImages = noImages,
): Promise<WrittenPdf> {
  // Loaded on first use: the import takes tens of milliseconds, and most calls write no PDF.
  const { toPdf } = await import('../../pdf/write/to-pdf.ts');
  const images = new Map([...loaded.images].map(([source, { bytes }]) => [source, bytes]));
  const { bytes, warnings } = await toPdf({ page, images, signal });
  return { bytes, warnings: [...loaded.warnings, ...warnings] };
}

/** Larger pictures in the page itself are named instead, like those that are loaded. */
const maxPixels = 16_000_000;

/**
 * Makes the pictures of a document say where their bytes are: the URL they were loaded from, or with `embedded` the
 * bytes themselves. All others, and without `loaded` really all, lose their source, and so give way to their
 * alternative text.
 */
function placeImages(
  document: Document,
  loaded: Pick<LoadedImages, 'images' | 'places'> | undefined,
  as: 'embedded' | 'named',
): void {
  const sources = new Map(
    [...(loaded?.places ?? [])].flatMap(([source, elements]) =>
      elements.map((element) => [element, source]),
    ),
  );
  for (const element of findAll(({ name }) => name === 'img', document.children)) {
    const { attribs } = element;
    const source = sources.get(element);
    const image = source === undefined ? undefined : loaded?.images.get(source);
    // Otherwise a browser would choose among these.
    for (const name of ['srcset', 'sizes', 'loading']) Reflect.deleteProperty(attribs, name);
    if (source !== undefined && image !== undefined) {
      attribs['src'] = as === 'named' ? source : toDataUri(image);
    } else if (
      loaded === undefined ||
      source !== undefined ||
      !isDrawableData(attribs['src'] ?? '')
    ) {
      Reflect.deleteProperty(attribs, 'src');
    }
  }
}

function toDataUri({ type, bytes }: LoadedImage): string {
  const media = type === 'svg' ? 'image/svg+xml' : `image/${type}`;
  return `data:${media};base64,${Buffer.from(bytes).toString('base64')}`;
}

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
