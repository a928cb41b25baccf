import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' };
import Draft04 from 'ajv-draft-04';
import { Ajv, type ValidateFunction } from 'ajv/dist/ajv.js';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import type { Issue } from '../../errors/error-codes.ts';
import type { Dialect } from './schema-dialects.ts';
import { schemaFormats } from './schema-formats.ts';
import { toIssues } from './to-issues.ts';

const compiled = new Map<Dialect, ValidateFunction>();

const options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  formats: schemaFormats,
} as const;

/**
 * Returns the issues that the draft's metaschema finds in a schema, with paths into the schema. Time is linear in its
 * size.
 */
export function checkMetaschema(dialect: Dialect, schema: unknown): readonly Issue[] {
  let validate = compiled.get(dialect);
  if (validate === undefined) {
    validate = compilers[dialect]();
    compiled.set(dialect, validate);
  }
  return validate(schema) ? [] : toIssues(validate.errors ?? []);
}

const compilers: Readonly<Record<Dialect, () => ValidateFunction>> = {
  'draft-04': () =>
    new Draft04.default({ ...options, meta: false }).compile(
      allowRepeatedMembers({
        ...draft04,
        // As in its last published form: `#name` and relative ids are allowed.
        properties: { ...draft04.properties, id: { type: 'string' } },
      }),
    ),
  'draft-06': () => new Ajv({ ...options, meta: false }).compile(allowRepeatedMembers(draft06)),
  'draft-07': () => new Ajv({ ...options, meta: false }).compile(allowRepeatedMembers(draft07)),
  '2019-09': () => bundled(new Ajv2019(options), 'https://json-schema.org/draft/2019-09/schema'),
  '2020-12': () => bundled(new Ajv2020(options), 'https://json-schema.org/draft/2020-12/schema'),
};

function bundled(ajv: Ajv2019 | Ajv2020, uri: string): ValidateFunction {
  const validate = ajv.getSchema(uri);
  if (validate === undefined) throw new TypeError(`Ajv does not bundle the metaschema ${uri}.`);
  return validate;
}

/** `enum: [1, 1]` does no harm, but to compare 20,000 members pairwise takes seconds. */
function allowRepeatedMembers(metaschema: {
  readonly properties: { readonly enum: object; readonly id?: object };
}): object {
  const { properties } = metaschema;
  return {
    ...metaschema,
    properties: { ...properties, enum: { ...properties.enum, uniqueItems: false } },
  };
}
