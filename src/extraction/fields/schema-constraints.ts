import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { toShort } from '../../runtime/plain-json.ts';
import { findReferenced } from '../schema/list-schema-fields.ts';
import { isFormatted } from '../schema/parse/schema-formats.ts';
import { toLinearPattern } from '../schema/parse/to-linear-pattern.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Whether a value is one that a schema allows, as far as its text or number decides that. */
export type Fits = (value: unknown) => boolean;

/** Subschemas inside subschemas that are looked at; deeper ones allow everything. */
const maxDepth = 8;
/** Subschemas of one field. */
const maxSchemas = 100;

/**
 * Returns what a schema asks of a plain value beside its type (`pattern`, limits of length and size, `format`), `undefined` where that
 * is nothing. What does not fit is no candidate: another place of the page may hold what is meant.
 */
export function toConstraints(root: JsonSchema, schema: unknown): Fits | undefined {
  let left = maxSchemas;
  return compile(schema, 0);

  function compile(given: unknown, depth: number): Fits | undefined {
    left -= 1;
    if (typeof given !== 'object' || given === null || depth > maxDepth || left < 0)
      return undefined;
    const own = given as Readonly<Record<string, unknown>>;
    const referenced = findReferenced(root, own);
    const all = [
      ...listOwn(own),
      ...[...listOf(own['allOf']), ...(referenced === undefined ? [] : [referenced])].flatMap(
        (part) => compile(part, depth + 1) ?? [],
      ),
      ...['anyOf', 'oneOf'].flatMap((name) => compileAny(listOf(own[name]), depth) ?? []),
    ];
    return all.length === 0 ? undefined : (value) => all.every((fits) => fits(value));
  }

  function compileAny(branches: readonly unknown[], depth: number): Fits | undefined {
    const some = branches
      .filter((branch) => !isNullType(branch))
      .map((branch) => compile(branch, depth + 1));
    // A branch that asks for nothing takes every value.
    const asking = some.filter((fits) => fits !== undefined);
    if (asking.length === 0 || asking.length < some.length) return undefined;
    return (value) => asking.some((fits) => fits(value));
  }
}

function listOwn(schema: Readonly<Record<string, unknown>>): readonly Fits[] {
  const found: Fits[] = [];
  const { pattern, format } = schema;
  if (typeof pattern === 'string') {
    const compiled = toLinearPattern(pattern);
    if ('pattern' in compiled)
      found.push((value) => typeof value !== 'string' || compiled.pattern.test(value));
  }
  if (typeof format === 'string' && !readFormats.has(format))
    found.push((value) => typeof value !== 'string' || isFormatted(format, value));
  for (const [name, holds] of Object.entries(limits)) {
    const limit = schema[name];
    if (typeof limit === 'number') found.push((value) => holds(value, limit));
  }
  return found;
}

/** Formats in which days and addresses are read, whatever else a text is. */
const readFormats: ReadonlySet<string> = toWordSet('date uri uri-reference iri iri-reference url');

const limits: Readonly<Record<string, (value: unknown, limit: number) => boolean>> = {
  minLength: (value, limit) => typeof value !== 'string' || lengthOf(value) >= limit,
  maxLength: (value, limit) => typeof value !== 'string' || lengthOf(value) <= limit,
  minimum: (value, limit) => typeof value !== 'number' || value >= limit,
  maximum: (value, limit) => typeof value !== 'number' || value <= limit,
  exclusiveMinimum: (value, limit) => typeof value !== 'number' || value > limit,
  exclusiveMaximum: (value, limit) => typeof value !== 'number' || value < limit,
};

/** In characters, as JSON Schema counts. */
function lengthOf(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);
}

/** What is told of a value that a page states and the schema of its field refuses. */
export function describeUnfit(name: string, value: unknown): string {
  return `The page states ${toShort(value)} for "${name}", which the schema does not take; it is not given.`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNullType(branch: unknown): boolean {
  return (
    typeof branch === 'object' && branch !== null && 'type' in branch && branch.type === 'null'
  );
}
