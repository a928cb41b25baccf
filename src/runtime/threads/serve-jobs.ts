import { parentPort } from 'node:worker_threads';

/** What a thread posts to its pool: `ready` once, then for each job any number of stages and one of the last two. */
export type ThreadMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** Does one job. `enterStage` names what begins now: a failure of the thread then says how far the job had come. */
type ThreadWork<Job, Result> = (
  job: Job,
  enterStage: (stage: string) => void,
) => Result | Promise<Result>;

/** Characters of a failed job's message that are passed on; one may quote all of a schema or a file. */
const maxMessageLength = 1_000;

/**
 * Serves the jobs of a thread pool, in a thread or in a process of its own, one after the other. The thread's own file calls it once, after its imports. What
 * `work` throws, and a result that cannot be copied, fails the job alone: the thread stays for the next one.
 */
export function serveJobs<Job, Result>(work: ThreadWork<Job, Result>): void {
  // The pool posts only jobs of this type.
  (parentPort ?? process).on('message', (job) => void serve(job as Job));
  parentPort?.on('messageerror', fail);
  post({ kind: 'ready' });

  async function serve(job: Job): Promise<void> {
    try {
      post({ kind: 'done', result: await work(job, (stage) => post({ kind: 'stage', stage })) });
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ kind: 'failed', name, message: message.slice(0, maxMessageLength) });
  }

  function post(message: ThreadMessage<Result>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (parentPort !== null) parentPort.postMessage(message);
    else process.send?.(message);
  }
}
