import type { Extraction, Extractor, ExtractionRequest } from '../contracts/extractor.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';

export interface StructureFirstOptions {
  /** Costs nothing. */
  readonly structure: Extractor;
  /** Asked when the page's structure leaves something open. */
  readonly then: Extractor;
}

/**
 * The experimental path: a page whose structure fills every field of the schema needs no model. Anything less is left
 * to the other extractor as a whole, since two halves of different opinion make no answer.
 */
export function structureFirstExtractor({ structure, then }: StructureFirstOptions): Extractor {
  return {
    name: then.name,
    async extract(request) {
      if (request.plainText || request.schema === undefined || then === structure) {
        return then.extract(request);
      }
      const extraction = await structure.extract(request);
      if (!isFilled(extraction, request)) return then.extract(request);
      return {
        ...extraction,
        warnings: [...extraction.warnings, 'Read from the page’s structure; no model was asked.'],
      };
    },
    ...(then.repair === undefined ? {} : { repair: then.repair.bind(then) }),
  };
}

/** Whether every property the schema names at its top has a value. */
function isFilled({ value }: Extraction, { schema }: ExtractionRequest): boolean {
  if (schema === undefined || typeof value !== 'object' || value === null) return false;
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
