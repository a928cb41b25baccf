import type { Extractor, JsonSchema } from '../contracts/extractor.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';

/**
 * The experimental path: a page whose structure fills every field of the schema is read without `extractor`, at no cost.
 * Anything less is left to it as a whole, since two halves of different opinion make no answer.
 */
export function structureFirstExtractor(extractor: Extractor): Extractor {
  return {
    name: extractor.name,
    async extract(request) {
      if (request.plainText || request.schema === undefined) return extractor.extract(request);
      request.signal.throwIfAborted();
      const { value, warnings, inferred } = await request.page.structure(request);
      if (!isFilled(value, request.schema)) return extractor.extract(request);
      const warning = 'Read from the page’s structure; no model was asked.';
      return { value, usage: [], warnings: [...warnings, warning], inferred };
    },
    ...(extractor.repair === undefined ? {} : { repair: extractor.repair.bind(extractor) }),
  };
}

/** Whether every property the schema names at its top has a value. */
function isFilled(value: unknown, schema: JsonSchema): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = listSchemaFields(schema).filter(
    ({ path, arrayDepth }) => path.length === 1 && arrayDepth === 0,
  );
  const entries = new Map<string, unknown>(Object.entries(value));
  return fields.length > 0 && fields.every(({ name }) => hasContent(entries.get(name)));
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}
