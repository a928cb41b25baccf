import { z } from 'zod';
import type { JsonSchema } from '../../contracts/extractor.ts';
import { toWireName, type Fields } from '../../operations/field.ts';

/** The JSON Schema of a body with these fields, under their names over HTTP. */
export function toBodySchema(fields: Fields): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const wireName = toWireName(name, field);
    if (wireName === undefined) continue;
    const { about, isRequiredOverHttp = false } = field;
    // Declared fields are zod's types.
    const schema = field.schema as unknown as z.ZodType;
    properties[wireName] = {
      ...describe(schema),
      ...(about === undefined ? {} : { description: about }),
    };
    if (isRequiredOverHttp || !schema.safeParse(undefined).success) required.push(wireName);
  }
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    properties,
  };
}

function describe(schema: z.ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    // What only zod can check, such as a JSON Schema, is described by its metadata.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Both hold for any JSON: names are strings, and a whole number is one that JavaScript can count with.
      delete jsonSchema.propertyNames;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return described;
}
