import { setImmediate } from 'node:timers/promises';
import type PdfkitDocument from 'pdfkit';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { type FlowBlock, type InlineRun, plainStyle, toTextBlock } from './flow/flow.ts';
import { type FontSet, createFontSet, describeMissing } from './font-set.ts';
import { layOutFlow } from './layout/lay-out-flow.ts';
import { type PdfImage, openImage, readDataUri } from './open-image.ts';
import type { LaidOutPage } from './layout/page-cursor.ts';
import { page } from './page-style.ts';
import { paintPages } from './paint-pages.ts';
import { rightToLeft, toBold } from './layout/break-lines.ts';
import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { sniffImage } from '../body/sniff-image.ts';
import { readFlow, toImageSource } from './flow/read-flow.ts';

/** A page as it goes to the thread that writes: plain data. */
export interface PdfPage {
  /** Cleaned: without scripts and hidden content, its depth within the limits. */
  readonly html: string;
  /** Bytes by absolute URL. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly title: string;
  readonly url: string;
  readonly language: string | undefined;
  readonly maxPages: number;
}

export interface WrittenDocument {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** For people: characters without a glyph, what was cut, what is not done. */
  readonly warnings: readonly string[];
}

/** Most blocks per page, above what fits: lines of small print take 51. */
const maxPageBlocks = 64;

/** A page as tagged PDF, in one go, as long as it takes: run it on a thread, not on the event loop. */
export async function writePage(given: PdfPage): Promise<WrittenDocument> {
  const { html, title, url, maxPages } = given;
  const parsed = parseDocument(html);
  const shown = listShownImages(parsed, url, given.images);
  const hasImage = (source: string): boolean => shown.images.has(source);
  const maxBlocks = maxPages * maxPageBlocks;
  const flow = readFlow({ document: parsed, url, hasImage, maxBlocks });
  const PDFDocument = await loadPdfkit();
  const { images, warnings } = await openImages(shown.images);
  const blocks = withTitle(
    flow.blocks.map((block) => withAlt(block, images)),
    title,
  );
  const fontSet = await createFontSet(listRuns(blocks));
  const { pages, isCut } = layOutFlow({ blocks, fontSet, images, maxPages });
  const document = new PDFDocument(toDocumentOptions(given));
  // Without a date the same page gives the same bytes.
  Reflect.deleteProperty(document.info, 'CreationDate');
  const bytes = await write(document, pages, fontSet);
  const missing = describeMissing(fontSet.missing);
  const runsBothWays = [...listRuns(blocks)].some(({ text }) => rightToLeft.test(text));
  return {
    bytes,
    pageCount: pages.length,
    warnings: [
      ...shown.warnings,
      ...flow.warnings,
      ...warnings,
      ...fontSet.warnings,
      ...(missing === undefined ? [] : [missing]),
      ...(isCut ? [toCutWarning(maxPages)] : []),
      ...(runsBothWays ? [rightToLeftWarning] : []),
    ],
  };
}

function toCutWarning(maxPages: number): string {
  return `The PDF has ${maxPages} pages, the most that are written; what comes after them was left out.`;
}

const rightToLeftWarning =
  'The page has text that runs from right to left: its words are in order, but markers of lists and columns of tables stand as on other pages.';

function withAlt(block: FlowBlock, images: ReadonlyMap<string, PdfImage>): FlowBlock {
  if (block.kind !== 'image' || images.has(block.source)) return block;
  const { indent, bars, alt, structure } = block;
  const runs = alt === '' ? [] : [{ text: alt, style: { ...plainStyle, italic: true } }];
  const place = { indent, bars, structure: { type: 'P', parent: structure.parent } };
  return toTextBlock(place, runs, { isTight: true });
}

/** A page without a first heading begins with its title. */
function withTitle(blocks: readonly FlowBlock[], title: string): readonly FlowBlock[] {
  const hasHeading = blocks.some((block) => block.kind === 'text' && block.level === 1);
  if (hasHeading || title === '') return blocks;
  let root = blocks[0]?.structure ?? { type: 'Document', parent: undefined };
  while (root.parent !== undefined) root = root.parent;
  const place = { indent: 0, bars: [], structure: { type: 'H1', parent: root } };
  return [toTextBlock(place, [{ text: title, style: plainStyle }], { level: 1 }), ...blocks];
}

function* listRuns(blocks: readonly FlowBlock[]): Iterable<InlineRun> {
  for (const block of blocks) {
    if (block.kind === 'text' || block.kind === 'code') {
      for (const run of block.runs) {
        yield block.kind === 'text' && block.level > 0 ? toBold(run) : run;
      }
    } else if (block.kind === 'table') {
      for (const row of block.rows) {
        for (const cell of row.cells)
          for (const run of cell.runs) yield cell.isHeader ? toBold(run) : run;
      }
    }
  }
}

/** Loaded on first use: 170 ms and 30 MB. */
async function loadPdfkit(): Promise<typeof PdfkitDocument> {
  try {
    return (await import('pdfkit')).default;
  } catch (cause) {
    throw toMissingPackage('pdfkit', 'Writing a PDF file', cause);
  }
}

function toDocumentOptions({ title, url, language }: PdfPage): PDFKit.PDFDocumentOptions {
  return {
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language ?? 'und',
    font: '',
    info: {
      Title: title === '' ? url : title,
      Producer: 'Gleaner',
      Creator: 'Gleaner',
      // The file's identifier is computed from it.
      CreationDate: new Date(0),
    },
  };
}

async function write(
  document: PDFKit.PDFDocument,
  pages: readonly LaidOutPage[],
  fontSet: FontSet,
): Promise<Uint8Array> {
  // pdfkit writes the title into this XML unescaped; the document's dictionary already holds the same data.
  Object.defineProperty(document, 'endMetadata', { value: () => undefined });
  for (const [name, font] of fontSet.fonts) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
  const file = new ByteSink();
  document.on('data', (piece: Uint8Array) => file.add(piece));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  // A stream that already flows passes data on at once; otherwise it would buffer the whole file.
  await setImmediate();
  paintPages(document, pages, fontSet);
  document.end();
  await ended;
  return file.toBytes();
}

/** Images of a page that are drawn; the rest is shown by its alternative text. */
const maxImages = 200;
/** Width or height, in pixels, up to which an image is treated as a tracking pixel. */
const maxDotSize = 2;
/** Pixels of a page's PNGs that have to be unpacked and packed again, which takes .1 s for a million of them. */
const maxPixels = 24_000_000;

/** Images by their source, and what to say to people of those that are left out. */
interface Images<Image> {
  readonly images: ReadonlyMap<string, Image>;
  readonly warnings: readonly string[];
}

/** The pictures that can be drawn: given ones, and those that stand in the page. */
function listShownImages(
  { children }: Document,
  url: string,
  given: ReadonlyMap<string, Uint8Array>,
): Images<Uint8Array> {
  const images = new Map<string, Uint8Array>();
  let undrawn = 0;
  for (const { attribs } of findAll(({ name }) => name === 'img', children)) {
    const source = toImageSource(attribs['src'] ?? '', url);
    const bytes = given.get(source) ?? readDataUri(source);
    // An image that is neither given nor inline was not loaded; the loader warns about it.
    if (bytes === undefined || images.has(source)) continue;
    const { type, width = 0, height = 0 } = sniffImage(bytes) ?? {};
    // A drawing has no size of its own.
    const isSized = type !== undefined && type !== 'svg';
    if (isSized && Math.min(width, height) <= maxDotSize) continue;
    const isKnown = type === 'png' || type === 'jpeg';
    if (isKnown && images.size < maxImages) images.set(source, bytes);
    else undrawn += 1;
  }
  const warning = `${undrawn} picture(s) in the page are shown by their alternative text: they are broken, no PNG or JPEG, or come after the first ${maxImages}.`;
  return { images, warnings: undrawn === 0 ? [] : [warning] };
}

/** The pictures of a page, opened one after the other: one large picture in memory is enough. */
async function openImages(given: ReadonlyMap<string, Uint8Array>): Promise<Images<PdfImage>> {
  const images = new Map<string, PdfImage>();
  let pixels = 0;
  for (const [source, bytes] of given) {
    const image = await openImage(bytes, maxPixels - pixels);
    if (image === undefined) continue;
    if (image.isRepacked) pixels += image.width * image.height;
    images.set(source, image);
  }
  const left = given.size - images.size;
  const warning = `${left} picture(s) are shown by their alternative text: they are broken, or have too many pixels.`;
  return { images, warnings: left === 0 ? [] : [warning] };
}

const blockBytes = 65_536;

/**
 * Bytes of a file as they come, gathered in blocks: pdfkit writes four pieces of some 30 bytes for each cell of a table, and a
 * `Buffer` takes 300 bytes beside its content.
 */
export class ByteSink {
  readonly #blocks: Uint8Array[] = [];
  #block = new Uint8Array(blockBytes);
  #used = 0;

  add(piece: Uint8Array): void {
    if (this.#used + piece.length > blockBytes) {
      this.#blocks.push(this.#block.subarray(0, this.#used));
      this.#block = new Uint8Array(blockBytes);
      this.#used = 0;
    }
    if (piece.length > blockBytes) {
      this.#blocks.push(piece);
      return;
    }
    this.#block.set(piece, this.#used);
    this.#used += piece.length;
  }

  toBytes(): Uint8Array {
    return Buffer.concat([...this.#blocks, this.#block.subarray(0, this.#used)]);
  }
}
