import { z } from 'zod';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';
import type { StudioComparison } from '../api/studio-draft.ts';
import type { StudioRecipeVersion } from '../api/studio-recipes.ts';
import { compareRecipes } from '../draft/compare-recipes.ts';
import { parseRestoring } from './draft-bodies.ts';
import type { StudioCall, StudioRoute } from './studio-route.ts';

const saving = z.strictObject({ document: z.record(z.string(), z.unknown()) });

/** The calls around kept recipes. */
export const recipeRoutes: readonly StudioRoute[] = [
  {
    method: 'GET',
    path: '/recipes',
    call: async ({ owner, recipes }) => ({ recipes: await recipes.list(owner) }),
  },
  {
    method: 'POST',
    path: '/recipes',
    call: async ({ owner, recipes, body }) =>
      recipes.save(owner, { document: parseDocument(body) }),
  },
  {
    method: 'GET',
    path: '/recipes/{id}',
    call: async (request) => requireRecipe(request, parseVersion(request.query, 'version')),
  },
  {
    method: 'GET',
    path: '/recipes/{id}/versions',
    async call({ owner, recipes, parameters: { id = '' } }) {
      const versions = await recipes.listVersions(owner, id);
      if (versions.length === 0) throw noRecipe();
      return { versions };
    },
  },
  {
    method: 'POST',
    path: '/recipes/{id}/versions',
    call: async ({ owner, recipes, parameters: { id = '' }, body }) =>
      recipes.save(owner, { id, document: parseDocument(body) }),
  },
  {
    method: 'GET',
    path: '/recipes/{id}/compare',
    async call(request) {
      const { query } = request;
      const [before, after] = await Promise.all([
        requireRecipe(request, requireVersion(query, 'from')),
        requireRecipe(request, requireVersion(query, 'to')),
      ]);
      const changes: StudioComparison['changes'] = compareRecipes(before.document, after.document);
      return { changes };
    },
  },
  {
    method: 'POST',
    path: '/recipes/{id}/restore',
    async call(request) {
      const { owner, recipes, parameters, body } = request;
      const { id = '' } = parameters;
      const { document } = await requireRecipe(request, parseRestoring(body));
      return recipes.save(owner, { id, document });
    },
  },
];

async function requireRecipe(
  { owner, recipes, parameters: { id = '' } }: StudioCall,
  version: number | undefined,
): Promise<StudioRecipeVersion> {
  const found = await recipes.find(owner, { id, version });
  if (found === undefined) throw noRecipe();
  return found;
}

function parseDocument(body: Readonly<Record<string, unknown>>): unknown {
  const { fields, issues } = parseInput(saving, body);
  if (fields === undefined) throw invalidRequest('save the recipe', issues);
  return fields.document;
}

function parseVersion(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw refuseVersion(name);
}

function requireVersion(query: URLSearchParams, name: string): number {
  const version = parseVersion(query, name);
  if (version === undefined) throw refuseVersion(name);
  return version;
}

function refuseVersion(name: string): GleanerError<'invalid_request'> {
  const message = 'Expected the number of a version, from 1.';
  return invalidRequest('read the recipe', [{ path: `/${name}`, message }]);
}

function noRecipe(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'There is no such recipe, or not in this version.');
}
