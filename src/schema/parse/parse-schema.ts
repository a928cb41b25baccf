import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { checkMetaschema } from './check-metaschema.ts';
import { copyPlainJson, type PlainJsonCopy } from '../copy-plain-json.ts';
import { findInPlaceCycle, listInPlaceSchemas } from './find-in-place-cycle.ts';
import { indexSchema, type SchemaIndex } from './index-schema.ts';
import { toJsonPointer } from '../json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { normaliseSchema, type NormalisedSchema } from './normalise-schema.ts';
import { findDialect, type Dialect } from './schema-dialects.ts';
import { toLinearPattern } from './to-linear-pattern.ts';
import { unusableSchema } from './unusable-schema.ts';

/** A schema that has been checked: safe to walk, to show to a model and to validate against. */
export interface UsableSchema {
  /** 2020-12, whatever draft it was written in: no ids, no anchors, every `$ref` a pointer (`#`, `#/…`). */
  readonly schema: JsonSchema;
  /** The draft it was written in. */
  readonly dialect: Dialect;
  /** SHA-256 of `schema`: the same for the same content. */
  readonly hash: string;
}

const maxBytes = 65_536;
/** Two levels of JSON for one of schemas, e.g. `properties` and the name below it; the schemas' own limit is 32. */
const maxJsonDepth = 64;
/** Each takes a compiler run, of 1.2 ms for the largest. */
const maxPatterns = 50;

// Users send the same few schemas again and again; parsing costs more than validating.
const parsed = new LRUCache<string, UsableSchema>({ max: 100 });

/**
 * Checks a JSON Schema (drafts 04, 06, 07, 2019-09, 2020-12 by `$schema`; 2020-12 without). Throws `invalid_request`
 * with every problem, at `/schema/…` followed by the path of the keyword.
 */
export function parseSchema(input: unknown): UsableSchema {
  const copy = copySchema(input);
  if (copy.issues.length > 0) throw refusal(copy.issues);
  const document = copy.value;
  if (typeof document !== 'boolean' && !isSchemaObject(document)) {
    throw refusal([{ path: '', message: 'must be a JSON Schema: an object, or true or false' }]);
  }
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) > maxBytes) {
    throw refusal([
      { path: '', message: `is larger than ${maxBytes / 1024} KB as JSON; shorten it` },
    ]);
  }
  const key = hashOf(text);
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const usable = checkDocument(document);
  parsed.set(key, usable);
  return usable;
}

function copySchema(input: unknown): PlainJsonCopy {
  try {
    return copyPlainJson(input, { maxDepth: maxJsonDepth, maxNodes: maxBytes });
  } catch (cause) {
    // The traps of a proxy.
    throw unusableSchema('cannot be read', cause);
  }
}

function checkDocument(document: JsonSchema): UsableSchema {
  const dialect = readDialect(document);
  const index = indexSchema(document, dialect);
  if (index.issues.length > 0) throw refusal(index.issues);
  const longTypes = listLongTypes(index);
  const issues = longTypes.length > 0 ? longTypes : checkMetaschema(dialect, document);
  if (issues.length > 0) throw refusal([...issues, ...checkPatterns(index)]);
  const normalised = normaliseSchema(index);
  const faults = [...checkPatterns(index), ...normalised.issues];
  if (faults.length > 0) throw refusal(faults);
  const unsure = findUnsureKeywords(normalised, dialect);
  if (unsure.length > 0) throw refusal(unsure);
  const cycle = findInPlaceCycle(normalised);
  if (cycle !== undefined) throw refusal([cycle]);
  const { schema } = normalised;
  return { schema, dialect, hash: hashOf(JSON.stringify(schema)) };
}

function readDialect(document: JsonSchema): Dialect {
  if (typeof document === 'boolean' || document['$schema'] === undefined) return '2020-12';
  const uri = document['$schema'];
  const dialect = typeof uri === 'string' ? findDialect(uri) : undefined;
  if (dialect !== undefined) return dialect;
  throw refusal([
    {
      path: '/$schema',
      message:
        'names no draft that is known; use drafts 04, 06, 07, 2019-09 or 2020-12, e.g. "https://json-schema.org/draft/2020-12/schema"',
    },
  ]);
}

/** The metaschemas compare the members of `type` pairwise, which takes seconds on a list of 20,000. */
function listLongTypes(index: SchemaIndex): readonly Issue[] {
  const jsonTypes = 7;
  return [...index.places.values()].flatMap(({ path, schema }) => {
    const types = isSchemaObject(schema) ? schema['type'] : undefined;
    if (!Array.isArray(types) || types.length <= jsonTypes) return [];
    return [{ path: toJsonPointer([...path, 'type']), message: 'names more types than there are' }];
  });
}

function checkPatterns(index: SchemaIndex): readonly Issue[] {
  const issues: Issue[] = [];
  const checked = new Map<string, string | undefined>();
  function check(path: readonly string[], pattern: string): void {
    if (!checked.has(pattern)) {
      if (checked.size === maxPatterns) {
        issues.push({ path: '', message: `uses more than ${maxPatterns} patterns; simplify it` });
      }
      if (checked.size >= maxPatterns) return;
      const result = toLinearPattern(pattern);
      checked.set(pattern, 'problem' in result ? result.problem : undefined);
    }
    const problem = checked.get(pattern);
    if (problem !== undefined) issues.push({ path: toJsonPointer(path), message: problem });
  }
  for (const { path, schema } of index.places.values()) {
    if (!isSchemaObject(schema)) continue;
    if (typeof schema['pattern'] === 'string') check([...path, 'pattern'], schema['pattern']);
    const byPattern = schema['patternProperties'];
    if (!isSchemaObject(byPattern)) continue;
    for (const name of Object.keys(byPattern)) check([...path, 'patternProperties', name], name);
  }
  return issues;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function refusal(found: readonly Issue[]): GleanerError<'invalid_request'> {
  const unique = new Map<string, Issue>();
  for (const { path, message } of found) {
    unique.set(`${path}\n${message}`, { path: `/schema${path}`, message });
  }
  const issues = [...unique.values()];
  const summary = issues.map(({ path, message }) => `${path} ${message}`).slice(0, 3);
  const more = issues.length > summary.length ? `; and ${issues.length - summary.length} more` : '';
  return new GleanerError(
    'invalid_request',
    `The schema cannot be used: ${summary.join('; ')}${more}.`,
    { details: { issues } },
  );
}

/**
 * Finds every `unevaluatedItems` that the engine would judge wrongly. Measured on the official test suite: of an
 * alternative it understands neither "all items evaluated" nor "none", and it never counts what `contains` found, as
 * 2020-12 demands. Refused rather than answered wrongly.
 */
function findUnsureKeywords(normalised: NormalisedSchema, dialect: Dialect): readonly Issue[] {
  const issues: Issue[] = [];
  for (const [schema, origin] of normalised.origins) {
    if (schema['unevaluatedItems'] === undefined) continue;
    const culprit = findCulprit(normalised, schema, dialect);
    if (culprit === undefined) continue;
    issues.push({
      path: toJsonPointer([...origin, 'unevaluatedItems']),
      message: `is not supported together with ${culprit}; use "prefixItems" and "items" instead`,
    });
  }
  return issues;
}

function findCulprit(
  normalised: NormalisedSchema,
  start: SchemaObject,
  dialect: Dialect,
): string | undefined {
  const always = new Set<unknown>(listAlways(start));
  const seen = new Set<SchemaObject>([start]);
  const pending = [start];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (dialect === '2020-12' && schema['contains'] !== undefined) return '"contains"';
    if (schema !== start) {
      if (schema['items'] !== undefined) return '"items" in an alternative or a reference';
      if (schema['unevaluatedItems'] !== undefined) return 'another one below it';
      if (
        schema['prefixItems'] !== undefined &&
        start['prefixItems'] === undefined &&
        !always.has(schema)
      ) {
        return '"prefixItems" in an alternative or a reference only';
      }
    }
    for (const next of listInPlaceSchemas(normalised.schema, schema)) {
      if (!isSchemaObject(next) || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return undefined;
}

/** The schema with those that hold whenever it does. */
function listAlways(start: SchemaObject): readonly unknown[] {
  const found: unknown[] = [start];
  for (let at = 0; at < found.length; at += 1) {
    const schema = found[at];
    if (isSchemaObject(schema) && Array.isArray(schema['allOf'])) found.push(...schema['allOf']);
  }
  return found;
}
