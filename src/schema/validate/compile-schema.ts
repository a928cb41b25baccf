import { _, type FuncKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { schemaFormats } from '../parse/schema-formats.ts';
import { toIssues } from '../parse/to-issues.ts';
import { toLinearPattern } from '../parse/to-linear-pattern.ts';
import { setOwn } from '../copy-plain-json.ts';
import { toReference } from '../json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { listChildren } from '../parse/index-schema.ts';
import { keywordsByDialect } from '../parse/schema-dialects.ts';
import { isDecimalMultiple } from './is-decimal-multiple.ts';

/** A schema ready to be checked against; synchronous, so its time must be bounded from outside. */
export type CompiledSchema = (value: unknown) => readonly Issue[];

/** Compiles a schema that `parseSchema` made. Every schema gets an instance of its own: shared ones collide and leak. */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // `__proto__` and `constructor` are names like any other.
    ownProperties: true,
    // Ajv would print the schema on overflow.
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
  ajv.removeKeyword(multipleOf.keyword).addKeyword(multipleOf);
  const validate = ajv.compile(adapted.schema);
  return (value) => (validate(value) ? [] : toIssues(validate.errors ?? []));
}

/** Ajv divides floating-point numbers, by which 8 of 12 ordinary prices are no multiples of 0.01. */
const multipleOf = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  compile: (divisor: number) => (value: number) => isDecimalMultiple(value, divisor),
  errors: false,
  error: { message: '', params: ({ schema }) => _`{multipleOf: ${schema}}` },
} satisfies FuncKeywordDefinition;

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

/**
 * The same schema in a form that Ajv 8.20 gets right. Measured on the official test suite, it passes over properties
 * named `__proto__`, throws on an empty `enum`, and counts what a failed `if` saw as evaluated.
 * Every schema keeps its place, so that `$ref` pointers still lead to it.
 */
function adaptForAjv(schema: JsonSchema): AdaptedSchema {
  // A false alarm, say from a title, only costs time.
  const usesUnevaluated = /"unevaluated(?:Items|Properties)"/.test(JSON.stringify(schema));
  return {
    schema: adapt(schema, [], usesUnevaluated),
    removedKeywords: usesUnevaluated ? ['if'] : [],
  };
}

/** What Ajv is to be given, and the keywords it must not know. */
interface AdaptedSchema {
  readonly schema: JsonSchema;
  readonly removedKeywords: readonly string[];
}

function adapt(schema: JsonSchema, at: readonly string[], usesUnevaluated: boolean): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const adapted: Record<string, unknown> = { ...schema };
  for (const [path, child] of listChildren(schema, keywordsByDialect['2020-12'])) {
    const [keyword = '', name] = path;
    const adaptedChild = isSchemaObject(child)
      ? adapt(child, [...at, ...path], usesUnevaluated)
      : child;
    if (name === undefined) {
      adapted[keyword] = adaptedChild;
      continue;
    }
    if (adapted[keyword] === schema[keyword]) {
      const original = schema[keyword];
      adapted[keyword] = Array.isArray(original) ? [...original] : { ...(original as object) };
    }
    setOwn(adapted[keyword] as object, name, adaptedChild);
  }
  adaptPrototypeName(adapted);
  if (Array.isArray(adapted['enum']) && adapted['enum'].length === 0) {
    delete adapted['enum'];
    addConstraint(adapted, false);
  }
  if (usesUnevaluated && adapted['if'] !== undefined) adaptCondition(adapted, at);
  return adapted;
}

/**
 * Says the condition with `anyOf`, whose branches count only when they hold; `if` itself must be unknown to Ajv then.
 */
function adaptCondition(adapted: Record<string, unknown>, at: readonly string[]): void {
  const refer = (keyword: string): SchemaObject => ({ $ref: toReference([...at, keyword]) });
  const branch = (keyword: 'then' | 'else'): readonly SchemaObject[] =>
    adapted[keyword] === undefined ? [] : [refer(keyword)];
  addConstraint(adapted, {
    anyOf: [
      { allOf: [refer('if'), ...branch('then')] },
      { allOf: [{ not: refer('if') }, ...branch('else')] },
    ],
  });
}

const prototypeName = '__proto__';

function adaptPrototypeName(adapted: Record<string, unknown>): void {
  const properties = adapted['properties'];
  if (isSchemaObject(properties) && Object.hasOwn(properties, prototypeName)) {
    // The property stays for pointers to it; the pattern is what Ajv reads.
    addPatternProperty(adapted, `^${prototypeName}$`, properties[prototypeName]);
  }
  const patterns = adapted['patternProperties'];
  if (isSchemaObject(patterns) && Object.hasOwn(patterns, prototypeName)) {
    addPatternProperty(adapted, `(?:${prototypeName})`, patterns[prototypeName]);
  }
  for (const [keyword, toConstraint] of [
    ['dependentRequired', (names: unknown): SchemaObject => ({ required: names })],
    ['dependentSchemas', (schema: unknown): unknown => schema],
  ] as const) {
    const dependencies = adapted[keyword];
    if (!isSchemaObject(dependencies) || !Object.hasOwn(dependencies, prototypeName)) continue;
    addConstraint(adapted, {
      anyOf: [{ not: { required: [prototypeName] } }, toConstraint(dependencies[prototypeName])],
    });
  }
}

function addPatternProperty(
  adapted: Record<string, unknown>,
  pattern: string,
  schema: unknown,
): void {
  const patterns = isSchemaObject(adapted['patternProperties']) ? adapted['patternProperties'] : {};
  const known = patterns[pattern];
  adapted['patternProperties'] = {
    ...patterns,
    [pattern]: known === undefined ? schema : { allOf: [known, schema] },
  };
}

/** At the end of `allOf`, so that pointers into it stay right. */
function addConstraint(adapted: Record<string, unknown>, schema: unknown): void {
  const others = Array.isArray(adapted['allOf']) ? adapted['allOf'] : [];
  adapted['allOf'] = [...others, schema];
}
