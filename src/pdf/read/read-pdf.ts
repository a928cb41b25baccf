import { Worker } from 'node:worker_threads';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { PdfThreadJob, PdfThreadReport } from './pdf-thread.ts';
import type { ReadDocumentResult } from './read-document.ts';

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
/** Loading the reader takes 0.2 s; a machine on its knees needs more. */
const startTimeoutMs = 15_000;
/**
 * For the thread's heap and, apart from it, for what it unpacks: a file of 10 MB can ask for terabytes. The densest
 * file measured takes 90 MB.
 */
const maxMemoryMb = 384;
const memoryCheckMs = 50;

/** The text of a PDF as a simple HTML page. Runs on a thread of its own, which is ended when it takes too long or too much. */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadPdfOptions = {},
): Promise<ReadPdfResult> {
  const { signal, maxPages = defaultMaxPages, timeoutMs = defaultTimeoutMs } = options;
  signal?.throwIfAborted();
  const worker = new Worker(
    import.meta.url.endsWith('.ts')
      ? new URL('./pdf-thread.ts', import.meta.url)
      : new URL('./pdf-thread.js', import.meta.url),
    {
      // Nothing of the host's environment or flags is of use to a PDF.
      env: {},
      execArgv: [],
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: maxMemoryMb,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: 4,
      },
    },
  );
  try {
    const report = await runJob(
      worker,
      { bytes, maxPages, budgetMs: (timeoutMs * 2) / 3 },
      signal,
      timeoutMs,
    );
    if (report.kind === 'read') return report.result;
    throw toError(report);
  } finally {
    await worker.terminate();
  }
}

type Outcome = Exclude<PdfThreadReport, { kind: 'ready' }>;

function runJob(
  worker: Worker,
  job: PdfThreadJob,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(
      () => finish(() => reject(unreadable('did not start', 'Try again.'))),
      startTimeoutMs,
    );
    const watch = setInterval(() => void checkMemory(), memoryCheckMs);
    const onAbort = (): void => finish(() => reject(signal?.reason));

    function finish(settle: () => void): void {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      settle();
    }
    async function checkMemory(): Promise<void> {
      // Rejected once the thread has ended, which is told elsewhere.
      const statistics = await worker.getHeapStatistics().catch(() => undefined);
      const outside = (statistics as { readonly external_memory?: number } | undefined)
        ?.external_memory;
      if ((outside ?? 0) > maxMemoryMb * 1_000_000) finish(() => reject(tooLarge()));
    }
    worker.on('message', (report: PdfThreadReport) => {
      if (report.kind !== 'ready') {
        finish(() => resolve(report));
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => finish(() => reject(tooSlow(timeoutMs))), timeoutMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(job);
    });
    worker.once('error', (error) =>
      finish(() =>
        reject(
          isOutOfMemory(error) ? tooLarge() : unreadable('cannot be read', 'It is damaged.', error),
        ),
      ),
    );
    worker.once('exit', () => finish(() => reject(unreadable('cannot be read', 'It is damaged.'))));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function toError({ name, message }: Extract<Outcome, { kind: 'failed' }>): GleanerError {
  // The reader's own message may quote the file, so it goes into the cause alone.
  const cause = new Error(`${name}: ${message}`);
  return name === 'PasswordException'
    ? unreadable('is encrypted', 'Hand in a copy that needs no password.', cause)
    : unreadable('cannot be read', 'It is damaged, or no PDF.', cause);
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
