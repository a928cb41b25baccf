import { type FuncKeywordDefinition, _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { schemaFormats } from '../parse/schema-formats.ts';
import { toIssues } from '../parse/to-issues.ts';
import { toLinearPattern } from '../parse/to-linear-pattern.ts';
import { toReference } from '../../../runtime/plain-json.ts';
import { type SchemaObject, isSchemaObject } from '../list-schema-fields.ts';
import { mapChildren } from '../parse/index-schema.ts';

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

/** Ajv notes evaluated properties in `{}`, which always has `toString`: such a property too many passed (measured). */
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

/** Mends what Ajv 8.20 gets wrong by the official suite: properties `__proto__`, an empty `enum`, what a failed `if` saw. */
function adaptForAjv(schema: JsonSchema): {
  readonly schema: JsonSchema;
  readonly removedKeywords: readonly string[];
} {
  // A false alarm, say from a title, only costs time.
  const usesUnevaluated = /"unevaluated(?:Items|Properties)"/.test(JSON.stringify(schema));
  return {
    schema: adapt(schema, [], usesUnevaluated),
    removedKeywords: usesUnevaluated ? ['if'] : [],
  };
}

function adapt(schema: JsonSchema, at: readonly string[], usesUnevaluated: boolean): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const adapted = mapChildren(schema, (child, path) =>
    isSchemaObject(child) ? adapt(child, [...at, ...path], usesUnevaluated) : child,
  );
  adaptPrototypeName(adapted);
  if (Array.isArray(adapted['enum']) && adapted['enum'].length === 0) {
    delete adapted['enum'];
    addConstraint(adapted, false);
  }
  if (usesUnevaluated && adapted['if'] !== undefined) adaptCondition(adapted, at);
  return adapted;
}

/** Says the condition with `anyOf`, whose branches count only when they hold; `if` itself must be unknown to Ajv then. */
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

/** Whether a number is a multiple in decimal arithmetic: 19.99 is one of 0.01, although their quotient is no whole number. */
export function isDecimalMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [dividend, unit] = [toDecimal(value), toDecimal(divisor)];
  const exponent = Math.min(dividend.exponent, unit.exponent);
  const scale = ({ digits, exponent: own }: Decimal): bigint =>
    digits * 10n ** BigInt(own - exponent);
  return scale(dividend) % scale(unit) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal number that is read as this one; of a finite number at most 17 digits. */
function toDecimal(value: number): Decimal {
  const [significand = '', power = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = significand.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
