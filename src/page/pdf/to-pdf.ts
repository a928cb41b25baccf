import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import {
  ThreadFailure,
  createThreadPool,
  threadNotStarted,
} from '../../runtime/threads/create-thread-pool.ts';
import type { PdfPage, WrittenDocument } from './write-document.ts';
import { toThreadScript } from '../../runtime/threads/start-worker.ts';

export interface ToPdfInput {
  /** Cleaned HTML with what there is to say about it. */
  readonly page: Pick<PdfPage, 'html' | 'language' | 'title' | 'url'>;
  /** Bytes of images by absolute URL, PNG or JPEG; nothing is fetched. Images in `data:` URIs need no entry. */
  readonly images?: ReadonlyMap<string, Uint8Array> | undefined;
  /** @default 500 */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ToPdfResult = WrittenDocument;

const defaultMaxPages = 500;
/** For the thread's heap: 500 pages of text need 140 MB, a table of 40,000 cells about 200. */
const maxMemoryMb = 256;
/** Loading fonts and libraries takes .4 s: a thread is kept for the next page of many. */
const idleMs = 5_000;

const threads = createThreadPool<PdfPage, WrittenDocument>({
  script: toThreadScript('./pdf-writer-thread', import.meta.url),
  maxMemoryMb,
  idleMs,
});

/** A page as a tagged PDF, without a browser. Written on a thread of its own; the same input gives the same bytes. */
export async function toPdf(input: ToPdfInput): Promise<ToPdfResult> {
  const { images = new Map(), signal, maxPages = defaultMaxPages } = input;
  const { html, title, url, language } = input.page;
  const page = { html, images, title, url, language, maxPages };
  try {
    return await threads.run(page, { signal, timeoutMs: undefined });
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
  if (failure.kind === 'start') return threadNotStarted('writes PDFs', failure);
  // The one error of ours that the thread throws: a package that is not installed.
  if (failure.thrownName === 'GleanerError') {
    return new GleanerError('service_unavailable', failure.message, { cause: failure });
  }
  return new GleanerError('internal_error', 'The thread that writes PDFs failed.', {
    cause: failure,
  });
}
