import { parentPort } from 'node:worker_threads';
import { readDocument, type ReadDocumentInput, type ReadDocumentResult } from './read-document.ts';

/** What the thread is asked once. */
export type PdfThreadJob = ReadDocumentInput;

/** What the thread says: that it runs, and how it went. */
export type PdfThreadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly result: ReadDocumentResult }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

parentPort?.once('message', (job: PdfThreadJob) => {
  void answer(job);
});
report({ kind: 'ready' });

async function answer(job: PdfThreadJob): Promise<void> {
  try {
    report({ kind: 'read', result: await readDocument(job) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    report({ kind: 'failed', name, message });
  }
}

function report(message: PdfThreadReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
