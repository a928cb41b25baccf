import type { PagePool } from './create-page-sessions.ts';
import type { PageJob, PageJobResult } from './page-question.ts';

/**
 * Does the work of page threads in the calling thread, where nothing can end it: for pages that are trusted, and for
 * measuring what threads cost. The only place on this side that loads the work itself.
 */
export function callingThread(): PagePool {
  const token = {};
  let keeper: Promise<(job: PageJob) => Promise<PageJobResult>> | undefined;

  async function work(job: PageJob, signal: AbortSignal | undefined): Promise<PageJobResult> {
    const answer = await (keeper ??= load());
    signal?.throwIfAborted();
    const result = await answer(job);
    signal?.throwIfAborted();
    return result;
  }

  return {
    run: (job, { signal }) => work(job, signal),
    runNear: ({ toJob }, { signal }) => work(toJob(token).job, signal),
    warm() {},
    async close() {},
  };
}

async function load(): Promise<(job: PageJob) => Promise<PageJobResult>> {
  const { createPageKeeper } = await import('./thread/create-page-keeper.ts');
  return createPageKeeper();
}
