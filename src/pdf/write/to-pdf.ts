import type { PageReading } from '../../contracts/page-reading.ts';
import { createPacer } from './create-pacer.ts';
import { plainStyle, type FlowBlock, type InlineRun, type StructureNode } from './flow.ts';
import { toBold } from './fit-columns.ts';
import { createFontShelf, describeMissing, type FontShelf } from './font-shelf.ts';
import { layOutFlow } from './lay-out-flow.ts';
import { openImage, type PdfImage, readDataUri } from './open-image.ts';
import type { LaidOutPage } from './page-items.ts';
import { page } from './page-style.ts';
import { paintPages } from './paint-pages.ts';
import { rightToLeft } from './place-both-ways.ts';
import { readFlow } from './read-flow.ts';

export interface ToPdfInput {
  readonly reading: Pick<PageReading, 'document' | 'language' | 'title' | 'url'>;
  /** Bytes of images by absolute URL, PNG or JPEG; nothing is fetched. Images in `data:` URIs need no entry. */
  readonly images?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Written as the file's date. Without it the file has none: the same page gives the same bytes. */
  readonly createdAt?: Date | undefined;
  /** @default 500 */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ToPdfResult {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** For people: characters without a glyph, what was cut, what is not done. */
  readonly warnings: readonly string[];
}

const defaultMaxPages = 500;
/** Images of a page that are drawn; the rest is shown by its alternative text. */
const maxImages = 200;

/** A page as a tagged PDF, without a browser. Yields to the event loop on the way; the same input gives the same bytes. */
export async function toPdf(input: ToPdfInput): Promise<ToPdfResult> {
  const { reading, signal } = input;
  const pacer = createPacer(signal);
  const images = await openImages(reading, input.images, signal);
  const flow = readFlow({
    document: reading.document,
    url: reading.url,
    hasImage: (source) => images.has(source),
  });
  const blocks = withTitle(flow, reading.title);
  const shelf = await createFontShelf(listRuns(blocks));
  await pacer.pause();
  const maxPages = input.maxPages ?? defaultMaxPages;
  const { pages, isCut } = await layOutFlow({ blocks, shelf, images, maxPages, pacer });
  const bytes = await write(pages, shelf, input, pacer);
  return { bytes, pageCount: pages.length, warnings: listWarnings(blocks, shelf, isCut, maxPages) };
}

function listWarnings(
  blocks: readonly FlowBlock[],
  shelf: FontShelf,
  isCut: boolean,
  maxPages: number,
): string[] {
  const warnings = [...shelf.warnings];
  const missing = describeMissing(shelf.missing);
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

async function openImages(
  { document, url }: Pick<PageReading, 'document' | 'url'>,
  given: ReadonlyMap<string, Uint8Array> | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, PdfImage>> {
  const sources = new Set<string>();
  readFlow({
    document,
    url,
    hasImage(source) {
      if (sources.size < maxImages) sources.add(source);
      return false;
    },
  });
  const images = new Map<string, PdfImage>();
  for (const source of sources) {
    signal?.throwIfAborted();
    const bytes = given?.get(source) ?? readDataUri(source);
    const image = bytes === undefined ? undefined : await openImage(bytes);
    // A dot of a pixel or two counts visits.
    if (image !== undefined && image.width > 2 && image.height > 2) images.set(source, image);
  }
  return images;
}

async function write(
  pages: readonly LaidOutPage[],
  shelf: FontShelf,
  { reading, createdAt }: ToPdfInput,
  pacer: Parameters<typeof paintPages>[3],
): Promise<Uint8Array> {
  // Loaded on first use: 170 ms and 30 MB.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: reading.language ?? 'und',
    font: '',
    info: {
      Title: reading.title === '' ? reading.url : reading.title,
      Producer: 'Gleaner',
      Creator: 'Gleaner',
      // The file's identifier is computed from it.
      CreationDate: createdAt ?? new Date(0),
    },
  });
  if (createdAt === undefined) Reflect.deleteProperty(document.info, 'CreationDate');
  // It writes the title into XML without escaping it, and says nothing that the document's own dictionary does not.
  Object.defineProperty(document, 'endMetadata', { value: () => undefined });
  for (const [name, font] of shelf.fonts) {
    document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  await paintPages(document, pages, shelf, pacer);
  for (const name of shelf.fonts.keys()) {
    await pacer.pause();
    document.font(name);
    // Otherwise `end` writes all of them in one go: 65 ms for the seven.
    (document as unknown as { readonly _font: { finalize(): void } })._font.finalize();
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
