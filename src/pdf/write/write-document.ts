import { setImmediate } from 'node:timers/promises';
import type PdfkitDocument from 'pdfkit';
import { loadOptional } from '../../errors/load-optional.ts';
import {
  plainStyle,
  type FlowBlock,
  type ImageBlock,
  type InlineRun,
  type StructureNode,
} from './flow/flow.ts';
import { createByteSink } from './paint/create-byte-sink.ts';
import { toBold } from './layout/fit-columns.ts';
import { createFontSet, describeMissing, type FontSet } from './fonts/create-font-set.ts';
import { layOutFlow } from './layout/lay-out-flow.ts';
import { openImage, type PdfImage } from './open-image.ts';
import type { LaidOutPage } from './layout/page-items.ts';
import { page } from './page-style.ts';
import { paintPages } from './paint/paint-pages.ts';
import { rightToLeft } from './layout/place-both-ways.ts';

/** A page as plain data, so that it can be handed to a thread. */
export interface PdfContent {
  readonly blocks: readonly FlowBlock[];
  /** Bytes by the source that image blocks name. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly title: string;
  readonly url: string;
  readonly language: string | undefined;
  readonly createdAt: Date | undefined;
  readonly maxPages: number;
}

export interface WrittenDocument {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** For people: characters without a glyph, what was cut, what is not done. */
  readonly warnings: readonly string[];
}

/** Writes a PDF in one go, as long as it takes: run it on a thread, not on the event loop. */
export async function writeDocument(content: PdfContent): Promise<WrittenDocument> {
  const { maxPages } = content;
  const PDFDocument = await loadPdfkit();
  const { images, warnings } = await openImages(content.images);
  const blocks = withTitle(
    content.blocks.map((block) => withAlt(block, images)),
    content.title,
  );
  const fontSet = await createFontSet(listRuns(blocks));
  const { pages, isCut } = layOutFlow({ blocks, fontSet, images, maxPages });
  const bytes = await write(
    new PDFDocument(toDocumentOptions(content)),
    pages,
    fontSet,
    content.createdAt,
  );
  return {
    bytes,
    pageCount: pages.length,
    warnings: [...warnings, ...listWarnings(blocks, fontSet, isCut, maxPages)],
  };
}

/** A picture that turned out to be broken is named instead. */
function withAlt(block: FlowBlock, images: ReadonlyMap<string, PdfImage>): FlowBlock {
  return block.kind === 'image' && !images.has(block.source) ? toAltText(block) : block;
}

function toAltText({ indent, bars, alt, structure }: ImageBlock): FlowBlock {
  return {
    kind: 'text',
    indent,
    bars,
    level: 0,
    runs: alt === '' ? [] : [{ text: alt, style: { ...plainStyle, italic: true } }],
    marker: undefined,
    isTight: true,
    isSmall: false,
    structure: { type: 'P', parent: structure.parent },
  };
}

function listWarnings(
  blocks: readonly FlowBlock[],
  fontSet: FontSet,
  isCut: boolean,
  maxPages: number,
): string[] {
  const warnings = [...fontSet.warnings];
  const missing = describeMissing(fontSet.missing);
  if (missing !== undefined) warnings.push(missing);
  if (isCut) {
    warnings.push(
      `The PDF has ${maxPages} pages, the most that are written; what comes after them was left out.`,
    );
  }
  if (hasRightToLeft(blocks)) {
    warnings.push(
      'The page has text that runs from right to left: its words are in order, but markers of lists and columns of tables stand as on other pages.',
    );
  }
  return warnings;
}

function hasRightToLeft(blocks: readonly FlowBlock[]): boolean {
  for (const { text } of listRuns(blocks)) if (rightToLeft.test(text)) return true;
  return false;
}

/** A page without a first heading begins with its title. */
function withTitle(blocks: readonly FlowBlock[], title: string): readonly FlowBlock[] {
  const hasHeading = blocks.some((block) => block.kind === 'text' && block.level === 1);
  if (hasHeading || title === '') return blocks;
  const root = rootOf(blocks[0]);
  const heading: FlowBlock = {
    kind: 'text',
    indent: 0,
    bars: [],
    level: 1,
    runs: [{ text: title, style: plainStyle }],
    marker: undefined,
    isTight: false,
    isSmall: false,
    structure: { type: 'H1', parent: root },
  };
  return [heading, ...blocks];
}

function rootOf(block: FlowBlock | undefined): StructureNode {
  let node: StructureNode | undefined =
    block === undefined || block.kind === 'rule' ? undefined : block.structure;
  while (node?.parent !== undefined) node = node.parent;
  return node ?? { type: 'Document', parent: undefined };
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
  const pdfkit = await loadOptional('pdfkit', 'Writing a PDF file', () => import('pdfkit'));
  return pdfkit.default;
}

function toDocumentOptions({
  title,
  url,
  language,
  createdAt,
}: PdfContent): PDFKit.PDFDocumentOptions {
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
      CreationDate: createdAt ?? new Date(0),
    },
  };
}

async function write(
  document: PDFKit.PDFDocument,
  pages: readonly LaidOutPage[],
  fontSet: FontSet,
  createdAt: Date | undefined,
): Promise<Uint8Array> {
  if (createdAt === undefined) Reflect.deleteProperty(document.info, 'CreationDate');
  // pdfkit writes the title into this XML unescaped; the document's dictionary already holds the same data.
  Object.defineProperty(document, 'endMetadata', { value: () => undefined });
  for (const [name, font] of fontSet.fonts) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
  const file = createByteSink();
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

/** Pixels of a page's PNGs that have to be unpacked and packed again, which takes .1 s for a million of them. */
const maxPixels = 24_000_000;

/** The pictures of a page, opened one after the other: one large picture in memory is enough. */
async function openImages(given: ReadonlyMap<string, Uint8Array>): Promise<{
  readonly images: ReadonlyMap<string, PdfImage>;
  /** For people: how many could not be drawn. */
  readonly warnings: readonly string[];
}> {
  const images = new Map<string, PdfImage>();
  let pixels = 0;
  for (const [source, bytes] of given) {
    const image = await openImage(bytes, maxPixels - pixels);
    if (image === undefined) continue;
    if (image.isRepacked) pixels += image.width * image.height;
    images.set(source, image);
  }
  const left = given.size - images.size;
  if (left === 0) return { images, warnings: [] };
  return {
    images,
    warnings: [
      `${left} picture(s) are shown by their alternative text: they are broken, or have too many pixels.`,
    ],
  };
}
