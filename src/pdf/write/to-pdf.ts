import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { ShownPage } from '../../contracts/page-reading.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import { ThreadFailure } from '../../threads/thread-failure.ts';
import { readFlow, toImageSource } from './flow/read-flow.ts';
import type { PdfContent, WrittenDocument } from './write-document.ts';
import { sniffImage, type SniffedImage } from '../../page/images/sniff-image.ts';
import { readDataUri } from './open-image.ts';
import { toThreadScript } from '../../threads/to-thread-script.ts';

export interface ToPdfInput {
  readonly page: ShownPage;
  /** Bytes of images by absolute URL, PNG or JPEG; nothing is fetched. Images in `data:` URIs need no entry. */
  readonly images?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Written as the file's date. Without it the file has none: the same page gives the same bytes. */
  readonly createdAt?: Date | undefined;
  /** @default 500 */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ToPdfResult = WrittenDocument;

const defaultMaxPages = 500;
/** Most blocks per page, above what fits: lines of small print take 51. */
const maxPageBlocks = 64;
/** For the thread's heap: 500 pages of text need 140 MB, a table of 40,000 cells about 200. */
const maxMemoryMb = 256;
/** Loading fonts and libraries takes .4 s: a thread is kept for the next page of many. */
const idleMs = 5_000;

const threads = createThreadPool<PdfContent, WrittenDocument>({
  script: toThreadScript('./pdf-writer-thread', import.meta.url),
  maxMemoryMb,
  idleMs,
});

/** A page as a tagged PDF, without a browser. Written on a thread of its own; the same input gives the same bytes. */
export async function toPdf(input: ToPdfInput): Promise<ToPdfResult> {
  const { page, signal, createdAt, maxPages = defaultMaxPages } = input;
  const { title, url, language } = page;
  signal?.throwIfAborted();
  const { images, warnings } = listShownImages(page, input.images);
  const flow = readFlow({
    document: page.document,
    url,
    hasImage: (source) => images.has(source),
    maxBlocks: maxPages * maxPageBlocks,
  });
  try {
    const written = await threads.run(
      { blocks: flow.blocks, images, title, url, language, createdAt, maxPages },
      { signal, timeoutMs: undefined },
    );
    return { ...written, warnings: [...warnings, ...flow.warnings, ...written.warnings] };
  } catch (error) {
    throw error instanceof ThreadFailure ? toError(error) : error;
  }
}

function toError(failure: ThreadFailure): GleanerError {
  if (failure.kind === 'memory') {
    return new GleanerError(
      'validation_failed',
      `The page is too large for a PDF: writing it takes more than ${maxMemoryMb} MB. Keep a part of it with \`includeTags\` or \`reduceContent\`.`,
      { details: { reason: 'page_too_large' }, cause: failure },
    );
  }
  // The one error of ours that the thread throws: a package that is not installed.
  if (failure.thrownName === 'GleanerError') {
    return new GleanerError('service_unavailable', failure.message, { cause: failure });
  }
  return new GleanerError('internal_error', 'The thread that writes PDFs failed.', {
    cause: failure,
  });
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
  given: ReadonlyMap<string, Uint8Array> = new Map(),
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
