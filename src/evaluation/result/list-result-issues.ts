import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Issue } from '../../errors/error-codes.ts';
import { toIssues } from '../../schema/parse/to-issues.ts';
import resultSchema from './evaluation-result.schema.json' with { type: 'json' };

/** A whole result, or a line of a file of outcomes. */
export type ResultPart = 'result' | 'logged';

// Compiled on first use: it takes some 40 ms.
let ajv: Ajv2020 | undefined;

/** What the shipped JSON Schema says against a document that should be a result, or a part of one. */
export function listResultIssues(document: unknown, part: ResultPart): readonly Issue[] {
  ajv ??= new Ajv2020({ allowUnionTypes: true, strictRequired: false, logger: false }).addSchema(
    resultSchema,
  );
  // Ajv keeps what it has compiled by the reference's object.
  const validate = ajv.compile(references[part]);
  return validate(document) ? [] : toIssues(validate.errors ?? []);
}

const references: Readonly<Record<ResultPart, { readonly $ref: string }>> = {
  result: { $ref: resultSchema.$id },
  logged: { $ref: `${resultSchema.$id}#/$defs/logged` },
};
