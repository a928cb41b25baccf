import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { adaptForAjv } from './adapt-for-ajv.ts';
import { schemaFormats } from '../parse/schema-formats.ts';
import { toIssues } from '../parse/to-issues.ts';
import { toLinearPattern } from '../parse/to-linear-pattern.ts';

/** A schema ready to be checked against; synchronous, so its time must be bounded from outside. */
export type CompiledSchema = (value: unknown) => readonly Issue[];

/** Compiles a schema that `parseSchema` made. Every schema gets an instance of its own: shared ones collide and leak. */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // `__proto__` and `constructor` are names like any other.
    ownProperties: true,
    // On overflow it would print the schema.
    logger: false,
    // Done by parseSchema, against the draft that the schema was written for.
    validateSchema: false,
    meta: false,
    messages: false,
    // A definition used a thousand times would be written a thousand times.
    inlineRefs: false,
    formats: schemaFormats,
    code: { regExp: createLinearPattern, process: guardEvaluatedNames },
  });
  const adapted = adaptForAjv(schema);
  for (const keyword of adapted.removedKeywords) ajv.removeKeyword(keyword);
  const validate = ajv.compile(adapted.schema);
  return (value) => (validate(value) ? [] : toIssues(validate.errors ?? []));
}

/**
 * Ajv notes evaluated properties in `{}`, where `toString` and `__proto__` always are: such a property too many passed
 * (measured). Objects without a prototype hold only what was noted.
 */
function guardEvaluatedNames(code: string): string {
  return code.replaceAll(
    /(\bprops\d+\s*=\s*(?:props\d+\s*\|\|\s*)?)\{\}/g,
    '$1Object.create(null)',
  );
}

let patternCount = 0;

/** Ajv keeps one pattern object for all that print the same, hence the number in `toString`. */
function createLinearPattern(source: string): { test(text: string): boolean } {
  const result = toLinearPattern(source);
  // parseSchema refused it before: this line is for callers that skipped parseSchema.
  if ('problem' in result) throw new TypeError(`The pattern ${result.problem}.`);
  patternCount += 1;
  const name = `/pattern ${patternCount}/`;
  const pattern = { test: (text: string) => result.pattern.test(text), toString: () => name };
  return pattern;
}
createLinearPattern.code = 'createLinearPattern';
