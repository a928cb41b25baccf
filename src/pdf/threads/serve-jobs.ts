import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread-message.ts';

/** Answers the jobs of a thread pool, one after the other; to be called by the thread's own file. */
export function serveJobs<Result>(
  // `never` takes a function of any job: what comes is what the pool posts, which is typed on its side.
  work: (job: never) => Promise<Result>,
): void {
  parentPort?.on('message', (job: unknown) => {
    void answer(job as never);
  });
  post({ kind: 'ready' });

  async function answer(job: never): Promise<void> {
    try {
      post({ kind: 'done', result: await work(job) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      post({ kind: 'failed', name, message });
    }
  }

  function post(message: ThreadMessage<Result>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(message);
  }
}
