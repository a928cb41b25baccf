import { z } from 'zod';
import type { Run } from '../../contracts/store/run-store.ts';
import type { Service } from '../../service/create-service.ts';
import { startTimer } from '../../signals/start-timer.ts';
import type { RunUpdate } from '../api/dashboard-api.ts';
import type { Routes } from './route.ts';
import { listQuery, shortText, toPage } from './shapes.ts';

/** Runs of an account. */
export const runRoutes: Routes<
  'GET /runs' | 'GET /runs/{id}' | 'GET /runs/{id}/updates' | 'POST /runs/{id}/cancel'
> = {
  'GET /runs': {
    access: 'account',
    query: listQuery.extend({
      recipeId: shortText.optional(),
      status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']).optional(),
    }),
    async call({ service, account, query: { recipeId, status, ...page } }) {
      const filter = {
        ...(recipeId === undefined ? {} : { recipeId }),
        ...(status === undefined ? {} : { status }),
      };
      return { runs: await service.listRuns({ account, ...toPage(page), ...filter }) };
    },
  },
  'GET /runs/{id}': {
    access: 'account',
    call: ({ service, account, parameters }) =>
      service.getRun({ account, id: parameters['id'] ?? '' }),
  },
  'GET /runs/{id}/updates': {
    access: 'account',
    async call({ service, account, visit, parameters, signal }) {
      const reference = { account, id: parameters['id'] ?? '' };
      // Before the first line: an unknown run is an error like all others.
      const run = await service.getRun(reference);
      const isSignedIn = async (): Promise<boolean> =>
        (await visit.findSignedIn())?.account === account;
      return followRun(service, run, { isSignedIn, signal });
    },
  },
  'POST /runs/{id}/cancel': {
    access: 'account',
    call: ({ service, account, parameters }) =>
      service.cancelRun({ account, id: parameters['id'] ?? '' }),
  },
};

/** Often enough to look live; a look takes the store well below a millisecond. */
const lookEveryMs = 500;
/** A stream ends after ten minutes, and is asked for again by a page that is still open. */
const longestMs = 600_000;

interface Watch {
  /** Asked before each look: signing out ends the stream too. */
  readonly isSignedIn: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** The run at each of its changes, until its end. */
async function* followRun(
  service: Pick<Service, 'getRun'>,
  first: Run,
  { isSignedIn, signal }: Watch,
): AsyncGenerator<RunUpdate> {
  const { account, id } = first;
  const endMs = performance.now() + longestMs;
  let told = '';
  for (let run = first; ; run = await service.getRun({ account, id })) {
    const { result: _result, ...shown } = run;
    const text = JSON.stringify(shown);
    if (text !== told) yield { run: shown };
    told = text;
    if (run.completedAtMs !== undefined || performance.now() > endMs) return;
    await pause(signal);
    if (signal.aborted || !(await isSignedIn())) return;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancelTimer = startTimer(lookEveryMs, finish);
    function finish(): void {
      cancelTimer();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });
}
