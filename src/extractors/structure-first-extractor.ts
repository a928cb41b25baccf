import type { Extraction, Extractor, ExtractionRequest } from '../contracts/extractor.ts';
import { listSchemaFields } from '../schema/fields/list-schema-fields.ts';

export interface StructureFirstOptions {
  /** Reads the page's structure; costs nothing. */
  readonly first: Extractor;
  /** Asked when the first leaves something open. */
  readonly second: Extractor;
}

/**
 * The experimental path: a page whose structure fills every field of the schema needs no model. Anything less is left
 * to the other extractor as a whole, since two halves of different opinion make no answer.
 */
export function structureFirstExtractor({ first, second }: StructureFirstOptions): Extractor {
  return {
    name: second.name,
    async extract(request) {
      if (request.plainText || request.schema === undefined || second === first) {
        return second.extract(request);
      }
      const extraction = await first.extract(request);
      if (!isFilled(extraction, request)) return second.extract(request);
      return {
        ...extraction,
        warnings: [...extraction.warnings, 'Read from the page’s structure; no model was asked.'],
      };
    },
    ...(second.repair === undefined ? {} : { repair: second.repair.bind(second) }),
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
