import { GleanerError } from '../../errors/gleaner-error.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import { ThreadFailure } from '../../threads/thread-failure.ts';
import type { ReadDocumentInput, ReadDocumentResult } from './read-document.ts';
import { toThreadScript } from '../../threads/to-thread-script.ts';

export interface ReadPdfOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default 500 */
  readonly maxPages?: number | undefined;
  /**
   * Milliseconds for the reading alone. After two thirds of them no further page is begun.
   * @default 30_000, enough for 500 pages of plain text
   */
  readonly timeoutMs?: number | undefined;
}

/** `html` is a simple page with one `<section data-pdf-page="…">` a page of the file. */
export type ReadPdfResult = ReadDocumentResult;

const defaultMaxPages = 500;
/** A dense page takes 15 to 40 ms. */
const defaultTimeoutMs = 30_000;
/**
 * For the thread's heap and, apart from it, for what it unpacks: a file of 10 MB can ask for terabytes. The densest
 * file measured takes 90 MB.
 */
const maxMemoryMb = 384;

/** The pool of reading threads; each may use the memory above. Files may be hostile, so each thread reads only one. */
const threads = createThreadPool<ReadDocumentInput, ReadDocumentResult>({
  script: toThreadScript('./pdf-reader-thread', import.meta.url),
  maxMemoryMb,
  idleMs: 0,
});

/**
 * Returns the text of a PDF as a simple HTML page. Runs on its own thread, which is terminated when it takes too much
 * time or memory.
 */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadPdfOptions = {},
): Promise<ReadPdfResult> {
  const { signal, maxPages = defaultMaxPages, timeoutMs = defaultTimeoutMs } = options;
  // Copied because a view would transfer its whole buffer, which may hold unrelated data.
  const file = new Uint8Array(bytes);
  const job = { bytes: file, maxPages, budgetMs: (timeoutMs * 2) / 3 };
  try {
    return await threads.run(job, { signal, timeoutMs, transfer: [file.buffer] });
  } catch (error) {
    throw error instanceof ThreadFailure ? toError(error, timeoutMs) : error;
  }
}

function toError(failure: ThreadFailure, timeoutMs: number): GleanerError {
  const { kind, thrownName } = failure;
  if (kind === 'start') {
    return new GleanerError('internal_error', 'The thread that reads PDFs did not start.', {
      cause: failure,
    });
  }
  if (kind === 'memory') return tooLarge();
  if (kind === 'time') return tooSlow(timeoutMs);
  // The reader's message may quote the file, so only the cause holds it.
  return thrownName === 'PasswordException'
    ? unreadable('is encrypted', 'Hand in a copy that needs no password.', failure)
    : unreadable('cannot be read', 'It is damaged, or no PDF.', failure);
}

function tooLarge(): GleanerError {
  return unreadable(
    'needs too much memory',
    `More than ${maxMemoryMb} MB were asked for while it was unpacked.`,
  );
}

function tooSlow(timeoutMs: number): GleanerError {
  return unreadable('takes too long to read', `It was not done after ${timeoutMs} ms.`);
}

function unreadable(what: string, why: string, cause?: unknown): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The PDF ${what}. ${why}`, {
    details: { reason: 'unsupported_content' },
    cause,
  });
}
