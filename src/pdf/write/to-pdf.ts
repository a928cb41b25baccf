import { GleanerError } from '../../errors/gleaner-error.ts';
import type { ShownPage } from '../../contracts/page-reading.ts';
import { createThreadPool } from '../threads/create-thread-pool.ts';
import { ThreadFailure } from '../threads/thread-failure.ts';
import { listShownImages } from './flow/list-shown-images.ts';
import { readFlow } from './flow/read-flow.ts';
import type { PdfContent, WrittenDocument } from './write-document.ts';

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
/** More than there is room for: lines of small print take 51, and rules stand between others. */
const maxPageBlocks = 64;
/** For the thread's heap: 500 pages of text need 140 MB, a table of 40,000 cells about 200. */
const maxMemoryMb = 256;
/** Loading fonts and libraries takes .4 s: a thread is kept for the next page of many. */
const idleMs = 5_000;

const threads = createThreadPool<PdfContent, WrittenDocument>({
  script: import.meta.url.endsWith('.ts')
    ? new URL('./pdf-writer-thread.ts', import.meta.url)
    : new URL('./pdf-writer-thread.js', import.meta.url),
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
  return new GleanerError('internal_error', 'The thread that writes PDFs failed.', {
    cause: failure,
  });
}
