import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { sniffImage, type SniffedImage } from '../../page/images/sniff-image.ts';
import { readFlow, toImageSource } from './flow/read-flow.ts';
import { readDataUri } from './open-image.ts';
import { writeDocument, type PdfContent, type WrittenDocument } from './write-document.ts';

/** A page as it goes to the thread that writes. */
export interface PdfPage extends Omit<PdfContent, 'blocks'> {
  /** Cleaned: without scripts and hidden content, its depth within the limits. */
  readonly html: string;
}

/** Most blocks per page, above what fits: lines of small print take 51. */
const maxPageBlocks = 64;

/** A page as tagged PDF. Takes as long as the page is long: runs on a thread. */
export async function writePage({ html, ...page }: PdfPage): Promise<WrittenDocument> {
  const { url, maxPages } = page;
  const document = parseDocument(html);
  const { images, warnings } = listShownImages({ document, url }, page.images);
  const flow = readFlow({
    document,
    url,
    hasImage: (source) => images.has(source),
    maxBlocks: maxPages * maxPageBlocks,
  });
  const written = await writeDocument({ ...page, images, blocks: flow.blocks });
  return { ...written, warnings: [...warnings, ...flow.warnings, ...written.warnings] };
}

/** Images of a page that are drawn; the rest is shown by its alternative text. */
const maxImages = 200;
/** Width or height, in pixels, up to which an image is treated as a tracking pixel. */
const maxDotSize = 2;

interface ShownImages {
  /** By source. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Warnings for people: how many images cannot be drawn. */
  readonly warnings: readonly string[];
}

/** The pictures that can be drawn: given ones, and those that stand in the page. */
function listShownImages(
  { document, url }: { readonly document: Document; readonly url: string },
  given: ReadonlyMap<string, Uint8Array>,
): ShownImages {
  const images = new Map<string, Uint8Array>();
  let undrawn = 0;
  for (const { attribs } of findAll(({ name }) => name === 'img', document.children)) {
    const source = toImageSource(attribs['src'] ?? '', url);
    const bytes = given.get(source) ?? readDataUri(source);
    // An image that is neither given nor inline was not loaded; the loader warns about it.
    if (bytes === undefined || images.has(source)) continue;
    const sniffed = sniffImage(bytes);
    if (sniffed !== undefined && isDot(sniffed)) continue;
    const isKnown = sniffed?.type === 'png' || sniffed?.type === 'jpeg';
    if (isKnown && images.size < maxImages) images.set(source, bytes);
    else undrawn += 1;
  }
  const warning = `${undrawn} picture(s) in the page are shown by their alternative text: they are broken, no PNG or JPEG, or come after the first ${maxImages}.`;
  return { images, warnings: undrawn === 0 ? [] : [warning] };
}

/** A drawing has no size of its own. */
function isDot({ type, width, height }: SniffedImage): boolean {
  return type !== 'svg' && (width <= maxDotSize || height <= maxDotSize);
}
