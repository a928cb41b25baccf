import { z } from 'zod';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';
import type { StudioRoute } from './studio-route.ts';

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
    async call({ owner, recipes, parameters, query }) {
      const { id = '' } = parameters;
      const found = await recipes.find(owner, { id, version: parseVersion(query.get('version')) });
      if (found === undefined) throw noRecipe();
      return found;
    },
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
];

function parseDocument(body: Readonly<Record<string, unknown>>): unknown {
  const { fields, issues } = parseInput(saving, body);
  if (fields === undefined) throw invalidRequest('save the recipe', issues);
  return fields.document;
}

function parseVersion(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  const message = 'Expected the number of a version, from 1.';
  throw invalidRequest('read the recipe', [{ path: '/version', message }]);
}

function noRecipe(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'There is no such recipe, or not in this version.');
}
