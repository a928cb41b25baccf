import type { SchemaObject } from '../../../schema/fields/list-applicable-schemas.ts';
import { isSchemaObject } from '../../../schema/fields/list-applicable-schemas.ts';
import type { FailingPart } from '../../../schema/validate/list-failing-parts.ts';

/** A schema for the answers to several failing parts. */
export interface PartsSchema {
  /** An object with a property for each part, named by its pointer. */
  readonly schema: SchemaObject;
  /** Whether parts use one name for different definitions, so that it speaks to people but not to validators. */
  readonly isAmbiguous: boolean;
}

/** Joins the schemas of failing parts; their definitions move to the common root. */
export function toPartsSchema(parts: readonly Pick<FailingPart, 'path' | 'schema'>[]): PartsSchema {
  const definitions = new Map<string, unknown>();
  let isAmbiguous = false;
  const properties = parts.map(({ path, schema }) => {
    if (!isSchemaObject(schema)) return [path, schema] as const;
    const { $defs, ...rest } = schema;
    for (const [name, definition] of Object.entries(isSchemaObject($defs) ? $defs : {})) {
      const known = definitions.get(name) ?? definition;
      isAmbiguous ||= JSON.stringify(known) !== JSON.stringify(definition);
      definitions.set(name, known);
    }
    return [path, rest] as const;
  });
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: parts.map(({ path }) => path),
      ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
    },
    isAmbiguous,
  };
}
