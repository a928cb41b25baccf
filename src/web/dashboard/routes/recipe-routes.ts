import { z } from 'zod';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { compareRecipes } from '../../../studio/draft/compare-recipes.ts';
import type { RecipeBody, RecipeVersionBody, RunUpdate } from '../dashboard-api.ts';
import {
  type DashboardCaller,
  type Routes,
  done,
  listQuery,
  toPage,
  webhookBody,
  shortText,
} from './route.ts';
import type { RouteInput, ShapeOf } from '../../exchange/route.ts';
import type { Run } from '../../../runtime/contracts/store/run-store.ts';
import type { Service } from '../../../service/create-service.ts';
import type { Place } from '../../../service/service-context.ts';
import { startTimer } from '../../../runtime/signals/waiting.ts';

const document = z.union([z.string(), z.looseObject({})]);
const recipeBody: ShapeOf<RecipeBody> = z.strictObject({ document });
const versionBody: ShapeOf<RecipeVersionBody> = z.strictObject({
  document,
  revision: z.int().min(1).optional(),
});
/** Numbers of a query come as text. */
const revision = z.coerce.number().int().min(1);
/** Runs that the chart of drift shows. */
const driftRuns = 50;

/** Recipes of an account and their versions. */
export const recipeRoutes: Routes<
  | 'GET /recipes'
  | 'POST /recipes'
  | 'GET /recipes/{id}'
  | 'PUT /recipes/{id}'
  | 'PATCH /recipes/{id}'
  | 'DELETE /recipes/{id}'
  | 'PUT /recipes/{id}/webhook'
  | 'DELETE /recipes/{id}/webhook'
  | 'GET /recipes/{id}/versions'
  | 'GET /recipes/{id}/versions/{revision}'
  | 'GET /recipes/{id}/compare'
  | 'POST /recipes/{id}/versions/{revision}/restore'
  | 'GET /recipes/{id}/drift'
  | 'POST /recipes/{id}/runs'
> = {
  'GET /recipes': {
    access: 'account',
    query: listQuery,
    call: async ({ service, account, query }) => ({
      recipes: await service.recipes.list({ account, ...toPage(query) }),
    }),
  },
  'POST /recipes': {
    access: 'account',
    takesRecipe: true,
    body: recipeBody,
    call: ({ service, account, body }) => service.recipes.put({ account, document: body.document }),
  },
  'GET /recipes/{id}': {
    access: 'account',
    call: (request) => request.service.recipes.get(toReference(request)),
  },
  'PUT /recipes/{id}': {
    access: 'account',
    takesRecipe: true,
    body: versionBody,
    call: (request) => request.service.recipes.put({ ...toReference(request), ...request.body }),
  },
  'PATCH /recipes/{id}': {
    access: 'account',
    body: z.strictObject({ enabled: z.boolean() }),
    call: (request) =>
      request.body.enabled
        ? request.service.recipes.enable(toReference(request))
        : request.service.recipes.disable(toReference(request)),
  },
  'DELETE /recipes/{id}': {
    access: 'account',
    async call(request) {
      await request.service.recipes.delete(toReference(request));
      return done;
    },
  },
  'PUT /recipes/{id}/webhook': {
    access: 'account',
    body: webhookBody,
    call: (request) => request.service.recipes.setWebhook(toReference(request), request.body),
  },
  'DELETE /recipes/{id}/webhook': {
    access: 'account',
    call: (request) => request.service.recipes.setWebhook(toReference(request), undefined),
  },
  'GET /recipes/{id}/versions': {
    access: 'account',
    call: async (request) => ({
      versions: await request.service.recipes.listVersions(toReference(request)),
    }),
  },
  'GET /recipes/{id}/versions/{revision}': {
    access: 'account',
    call: (request) => request.service.recipes.getVersion(toVersion(request)),
  },
  'GET /recipes/{id}/compare': {
    access: 'account',
    query: z.strictObject({ from: revision, to: revision }),
    async call(request) {
      const { from, to } = request.query;
      const reference = toReference(request);
      const [before, after] = await Promise.all(
        [from, to].map((one) =>
          request.service.recipes.getVersion({ ...reference, revision: one }),
        ),
      );
      return { changes: compareRecipes(before?.document, after?.document) };
    },
  },
  'POST /recipes/{id}/versions/{revision}/restore': {
    access: 'account',
    async call(request) {
      const { document } = await request.service.recipes.getVersion(toVersion(request));
      return request.service.recipes.put({ ...toReference(request), document });
    },
  },
  'GET /recipes/{id}/drift': {
    access: 'account',
    async call(request) {
      const { account, id } = toReference(request);
      await request.service.recipes.get({ account, id });
      const filter = { account, recipeId: id, status: 'completed', limit: driftRuns } as const;
      const runs = await request.service.listRuns(filter);
      return {
        runs: runs.map((run) => ({
          id: run.id,
          completedAtMs: run.completedAtMs ?? run.createdAtMs,
          revision: run.recipeRevision ?? null,
          drift: run.drift ?? 0,
        })),
      };
    },
  },
  'POST /recipes/{id}/runs': {
    access: 'account',
    body: z.strictObject({
      variables: z.record(z.string(), z.string()).optional(),
      maxPages: z.int().min(1).optional(),
    }),
    call({ service, account, parameters, body }) {
      return service.dispatchRun({ account, recipeId: parameters.id, ...body });
    },
  },
};

/** Whose, and which: what the parameters of a path name. */
type Asked<Parameter extends string> = Pick<DashboardCaller, 'account'> &
  Pick<RouteInput<unknown, unknown, Parameter>, 'parameters'>;

function toReference({ account, parameters }: Asked<'id'>): {
  readonly account: string;
  readonly id: string;
} {
  return { account, id: parameters.id };
}

function toVersion(asked: Asked<'id' | 'revision'>): {
  readonly account: string;
  readonly id: string;
  readonly revision: number;
} {
  const text = asked.parameters.revision;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new GleanerError('not_found', 'There is no such version: versions count up from 1.');
  }
  return { ...toReference(asked), revision: Number(text) };
}

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
    call: ({ service, account, parameters }) => service.getRun({ account, id: parameters.id }),
  },
  'GET /runs/{id}/updates': {
    access: 'account',
    async call({ service, account, visit, parameters, signal }) {
      const reference = { account, id: parameters.id };
      // Before the first line: an unknown run is an error like all others.
      const run = await service.getRun(reference);
      const isSignedIn = async (): Promise<boolean> =>
        (await visit.findSignedIn())?.account === account;
      const place = await service.takePlace({ account, kind: 'stream' });
      return followRun(service, run, { isSignedIn, signal, place });
    },
  },
  'POST /runs/{id}/cancel': {
    access: 'account',
    call: ({ service, account, parameters }) => service.cancelRun({ account, id: parameters.id }),
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
  /** Left at its end, however it ends. */
  readonly place: Place;
}

/** The run at each of its changes, until its end. */
async function* followRun(
  service: Pick<Service, 'getRun'>,
  first: Run,
  { isSignedIn, signal, place }: Watch,
): AsyncGenerator<RunUpdate> {
  const { account, id } = first;
  const endMs = performance.now() + longestMs;
  const leave = (): void => place.leave();
  // A client that leaves before it reads on does not end this loop.
  signal.addEventListener('abort', leave, { once: true });
  try {
    let sent = '';
    for (let run = first; ; run = await service.getRun({ account, id })) {
      const { result: _result, ...shown } = run;
      const text = JSON.stringify(shown);
      if (text !== sent) yield { run: shown };
      sent = text;
      if (run.completedAtMs !== undefined || performance.now() > endMs) return;
      await pause(signal);
      if (signal.aborted || place.isLost() || !(await isSignedIn())) return;
    }
  } finally {
    leave();
    signal.removeEventListener('abort', leave);
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
