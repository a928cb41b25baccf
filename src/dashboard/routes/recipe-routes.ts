import { z } from 'zod';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { RecipeView } from '../../service/recipes/recipes.ts';
import { compareRecipes } from '../../studio/draft/compare-recipes.ts';
import type { RecipeBody, RecipeVersionBody } from '../api/request-bodies.ts';
import type { RecipeSummary } from '../api/views.ts';
import type { RouteRequest, Routes, ShapeOf } from './route.ts';
import { listQuery, toPage, webhookBody } from './shapes.ts';

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
const done = { done: true } as const;

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
    async call({ service, account, query }) {
      const recipes = await service.recipes.list({ account, ...toPage(query) });
      return { recipes: recipes.map(toSummary) };
    },
  },
  'POST /recipes': {
    access: 'account',
    body: recipeBody,
    call: ({ service, account, body }) => service.recipes.put({ account, document: body.document }),
  },
  'GET /recipes/{id}': {
    access: 'account',
    call: (request) => request.service.recipes.get(toReference(request)),
  },
  'PUT /recipes/{id}': {
    access: 'account',
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
      return service.dispatchRun({ account, recipeId: parameters['id'] ?? '', ...body });
    },
  },
};

type Asked = Pick<RouteRequest<unknown, unknown>, 'account' | 'parameters'>;

function toReference({ account, parameters }: Asked): {
  readonly account: string;
  readonly id: string;
} {
  return { account, id: parameters['id'] ?? '' };
}

function toVersion(asked: Asked): {
  readonly account: string;
  readonly id: string;
  readonly revision: number;
} {
  const text = asked.parameters['revision'] ?? '';
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new GleanerError('not_found', 'There is no such version: versions count up from 1.');
  }
  return { ...toReference(asked), revision: Number(text) };
}

/** Longest title that a list shows, in characters. */
const maxTitleLength = 200;

function toSummary({ document, ...recipe }: RecipeView): RecipeSummary {
  const title =
    typeof document === 'object' && document !== null && 'title' in document ? document.title : '';
  return { ...recipe, title: typeof title === 'string' ? title.slice(0, maxTitleLength) : '' };
}
