import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import {
  ThreadFailure,
  createThreadPool,
  threadNotStarted,
} from '../../../runtime/threads/create-thread-pool.ts';
import type { ReadDocumentInput, ReadDocumentResult } from './read-document.ts';
import { toThreadScript } from '../../../runtime/threads/start-worker.ts';

export interface ReadPdfOptions {
  readonly signal?: AbortSignal | undefined;
  /** @default 500 */
  readonly maxPages?: number | undefined;
  /**
   * Milliseconds for the reading alone. After two thirds of them no further page is begun.
   * @default 30_000, enough for 500 pages of plain text
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one page, and for opening the file. @default 5_000 */
  readonly pageTimeoutMs?: number | undefined;
}

/** `html` is a simple page with one `<section data-pdf-page="…">` a page of the file. */
export type ReadPdfResult = ReadDocumentResult;

const defaultMaxPages = 500;
/** A dense page takes 15 to 40 ms. */
const defaultTimeoutMs = 30_000;
/** A hundred dense pages. A page of a few KB can take hours: `q` ten million times, or forms that draw each other. */
const defaultPageTimeoutMs = 5_000;
/**
 * For the thread's heap and what it unpacks: a file of 10 MB can ask for terabytes. 500 pages of 4,000 letters take
 * 50 MB. The process grows by up to 120 MB more than this before the thread is gone.
 */
const maxMemoryMb = 144;

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
  const { pageTimeoutMs = defaultPageTimeoutMs } = options;
  // Copied because a view would transfer its whole buffer, which may hold unrelated data.
  const file = new Uint8Array(bytes);
  const watch = watchSteps(pageTimeoutMs);
  const { steps } = watch;
  const job = { bytes: file, maxPages, budgetMs: (timeoutMs * 2) / 3, steps };
  const signals = signal === undefined ? [watch.signal] : [signal, watch.signal];
  try {
    return await threads.run(job, {
      signal: AbortSignal.any(signals),
      timeoutMs,
      transfer: [file.buffer],
    });
  } catch (error) {
    throw error instanceof ThreadFailure ? toError(error, timeoutMs) : error;
  } finally {
    watch.end();
  }
}

interface StepWatch {
  /** One number that the reader raises with every step, in memory that both threads share. */
  readonly steps: Int32Array<SharedArrayBuffer>;
  /** Aborts when one step takes too long. */
  readonly signal: AbortSignal;
  end(): void;
}

/** How often the steps are looked at within the time for one. */
const looks = 10;

/** Watches from outside, because a thread that reads a hostile page comes to no timer of its own. */
function watchSteps(stepMs: number): StepWatch {
  const controller = new AbortController();
  const steps = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let seen = 0;
  let sinceMs = performance.now();
  const timer = setInterval(() => {
    const now = Atomics.load(steps, 0);
    // The file may still wait for a thread.
    if (now === 0 || now !== seen) {
      seen = now;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs >= stepMs) {
      controller.abort(
        unreadable('takes too long to read', `One of its pages was not done after ${stepMs} ms.`),
      );
    }
  }, stepMs / looks);
  return { steps, signal: controller.signal, end: () => clearInterval(timer) };
}

function toError(failure: ThreadFailure, timeoutMs: number): GleanerError {
  const { kind, thrownName } = failure;
  if (kind === 'start') return threadNotStarted('reads PDFs', failure);
  if (kind === 'memory') {
    const why = `More than ${maxMemoryMb} MB were asked for while it was unpacked.`;
    return unreadable('needs too much memory', why);
  }
  if (kind === 'time') {
    return unreadable('takes too long to read', `It was not done after ${timeoutMs} ms.`);
  }
  // The reader's message may quote the file, so only the cause holds it.
  return thrownName === 'PasswordException'
    ? unreadable('is encrypted', 'Hand in a copy that needs no password.', failure)
    : unreadable('cannot be read', 'It is damaged, or no PDF.', failure);
}

function unreadable(what: string, why: string, cause?: unknown): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The PDF ${what}. ${why}`, {
    details: { reason: 'unsupported_content' },
    cause,
  });
}
