import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrMake, addAll } from '../../../runtime/collections.ts';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { GleanerError, type Issue, toIssueDetails } from '../../../runtime/errors/gleaner-error.ts';
import {
  type PlainJsonCopy,
  copyPlainJson,
  findAtPath,
  setOwn,
  toJsonPointer,
  toReference,
} from '../../../runtime/plain-json.ts';
import {
  type Dialect,
  type SchemaIndex,
  type SchemaPlace,
  findDialect,
  ignoresRefSiblings,
  indexSchema,
  keywordsByDialect,
  resolveReference,
} from './index-schema.ts';
import { type SchemaObject, findReferenced, isSchemaObject } from '../list-schema-fields.ts';
import { toLinearPattern } from './to-linear-pattern.ts';
import { toIssues, unusableSchema } from './to-issues.ts';
import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' };
import Draft04 from 'ajv-draft-04';
import { Ajv, type ValidateFunction } from 'ajv/dist/ajv.js';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { schemaFormats } from './schema-formats.ts';

/** A schema that has been checked: safe to walk, to show to a model and to validate against. */
export interface UsableSchema {
  /** 2020-12, whatever draft it was written in: no ids, no anchors, every `$ref` a pointer (`#`, `#/…`). */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  /** Names at the top of a schema that has no keyword at all: it permits everything, and its author meant something else. */
  readonly strayNames: readonly string[];
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
/** What was checked is not checked again by who gets it: an HTTP route looks at a schema before the operation does. */
const usableOf = new WeakMap<object, UsableSchema>();

/** Checks a JSON Schema, draft-04 to 2020-12 (the last without `$schema`); throws `invalid_request` with every problem at `/schema/…`. */
export function parseSchema(input: unknown): UsableSchema {
  const known = typeof input === 'object' && input !== null ? usableOf.get(input) : undefined;
  if (known !== undefined) return known;
  const copy = copySchema(input);
  if (copy.issues.length > 0) throw refusal(copy.issues);
  const document = copy.value;
  if (typeof document !== 'boolean' && !isSchemaObject(document)) {
    throw refusal([{ path: '', message: 'must be a JSON Schema: an object, or true or false' }]);
  }
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) > maxBytes) {
    const message = `is larger than ${maxBytes / 1024} KB as JSON; shorten it`;
    throw refusal([{ path: '', message }]);
  }
  const key = hashOf(text);
  const usable = parsed.get(key) ?? checkDocument(document);
  parsed.set(key, usable);
  if (typeof usable.schema === 'object') usableOf.set(usable.schema, usable);
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
  const strayNames = listStrayNames(document, schema);
  return { schema, dialect, strayNames, hash: hashOf(JSON.stringify(schema)) };
}

/** Unknown keywords are allowed, and ignored: `{"price": "number"}` is a schema, of anything. */
function listStrayNames(document: JsonSchema, normalised: JsonSchema): readonly string[] {
  if (!isSchemaObject(document) || !isSchemaObject(normalised)) return [];
  if (Object.keys(normalised).length > 0) return [];
  return Object.keys(document).filter((name) => !name.startsWith('$'));
}

function readDialect(document: JsonSchema): Dialect {
  if (typeof document === 'boolean' || document['$schema'] === undefined) return '2020-12';
  const uri = document['$schema'];
  const dialect = typeof uri === 'string' ? findDialect(uri) : undefined;
  if (dialect !== undefined) return dialect;
  const message =
    'names no draft that is known; use drafts 04, 06, 07, 2019-09 or 2020-12, e.g. "https://json-schema.org/draft/2020-12/schema"';
  throw refusal([{ path: '/$schema', message }]);
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
    { details: toIssueDetails(issues) },
  );
}

/** Refuses each `unevaluatedItems` that Ajv judges wrongly by the official suite: with alternatives or `contains`. */
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
      const isNew = schema['prefixItems'] !== undefined && start['prefixItems'] === undefined;
      if (isNew && !always.has(schema))
        return '"prefixItems" in an alternative or a reference only';
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
    if (isSchemaObject(schema) && Array.isArray(schema['allOf'])) addAll(found, schema['allOf']);
  }
  return found;
}

/** A cycle of `$ref`, `allOf`, `not` and the like that never goes on to a property or an item: no value could ever be checked. */
export function findInPlaceCycle(normalised: NormalisedSchema): Issue | undefined {
  const open = new Set<SchemaObject>();
  const done = new Set<SchemaObject>();

  function visit(schema: SchemaObject): SchemaObject | undefined {
    if (done.has(schema)) return undefined;
    if (open.has(schema)) return schema;
    open.add(schema);
    for (const next of listInPlaceSchemas(normalised.schema, schema)) {
      const cycle = isSchemaObject(next) ? visit(next) : undefined;
      if (cycle !== undefined) return cycle;
    }
    open.delete(schema);
    done.add(schema);
    return undefined;
  }

  for (const schema of normalised.origins.keys()) {
    const cycle = visit(schema);
    if (cycle === undefined) continue;
    const message =
      'refers back to itself without a property or item between; no value could be checked';
    return { path: toJsonPointer(normalised.origins.get(cycle) ?? []), message };
  }
  return undefined;
}

/** Returns the subschemas that apply to the same value as their parent. */
export function listInPlaceSchemas(
  root: NormalisedSchema['schema'],
  schema: SchemaObject,
): readonly unknown[] {
  const dependent = schema['dependentSchemas'];
  return [
    findReferenced(root, schema),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword] ?? []),
    ...['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...(isSchemaObject(dependent) ? Object.values(dependent) : []),
  ];
}

const compiled = new Map<Dialect, ValidateFunction>();

const options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  formats: schemaFormats,
} as const;

/** The issues that the draft's metaschema finds, with paths into the schema, in time linear in its size. */
export function checkMetaschema(dialect: Dialect, schema: unknown): readonly Issue[] {
  const validate = getOrMake(compiled, dialect, compilers[dialect]);
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

/** The schema in one form for all drafts, or what stands against it. */
export interface NormalisedSchema {
  readonly schema: JsonSchema;
  /** Where each schema object stood in the document as it was given. */
  readonly origins: ReadonlyMap<SchemaObject, readonly string[]>;
  readonly issues: readonly Issue[];
}

type Output = Record<string, unknown>;

interface PendingReference {
  readonly output: Output;
  readonly place: SchemaPlace;
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
}

/** Most copied `$ref` targets; targets inside keywords that hold no schemas are copied. */
const maxCopiedTargets = 100;

/** Rewrites a schema as 2020-12 without ids, anchors and unknown keywords, so that one engine serves every draft. */
export function normaliseSchema(index: SchemaIndex): NormalisedSchema {
  const { dialect } = index;
  const keywords = keywordsByDialect[dialect];
  const issues: Issue[] = [];
  const origins = new Map<SchemaObject, readonly string[]>();
  const written = new Map<string, readonly string[]>();
  const references: PendingReference[] = [];

  function write(place: SchemaPlace, outPath: readonly string[]): JsonSchema {
    written.set(toJsonPointer(place.path), outPath);
    if (!isSchemaObject(place.schema)) return place.schema === true;
    const schema = place.schema;
    const output: Output = {};
    origins.set(output, place.path);
    const refOnly = ignoresRefSiblings(dialect) && typeof schema['$ref'] === 'string';

    const child = (path: readonly string[], to: readonly string[]): JsonSchema => {
      const full = [...place.path, ...path];
      const known = index.places.get(toJsonPointer(full));
      const found = known ?? {
        path: full,
        schema: findAtPath(index.document, full),
        baseUri: place.baseUri,
        depth: place.depth + 1,
      };
      return write(found, [...outPath, ...to]);
    };

    for (const [keyword, value] of Object.entries(schema)) {
      const shape = keywords.get(keyword);
      if (shape === undefined) continue;
      if (refOnly && !keptBesideRef.has(keyword)) continue;
      switch (keyword) {
        case '$ref':
        case '$dynamicRef':
        case '$recursiveRef':
          if (typeof value === 'string') references.push({ output, place, keyword });
          break;
        case '$defs':
        case 'definitions':
          writeByName(output, '$defs', keyword, value, child);
          break;
        case 'items':
          if (Array.isArray(value)) {
            output['prefixItems'] = value.map((_, at) =>
              child(['items', `${at}`], ['prefixItems', `${at}`]),
            );
          } else output['items'] = child(['items'], ['items']);
          break;
        case 'additionalItems':
          if (Array.isArray(schema['items'])) output['items'] = child([keyword], ['items']);
          break;
        case 'dependencies':
          writeDependencies(output, value, child);
          break;
        case 'dependentRequired':
          output[keyword] = { ...asObject(output[keyword]), ...asObject(value) };
          break;
        case 'contentSchema':
          break;
        default:
          if (shape === 'schema') output[keyword] = child([keyword], [keyword]);
          else if (shape === 'schemas') {
            output[keyword] = asList(value).map((_, at) =>
              child([keyword, `${at}`], [keyword, `${at}`]),
            );
          } else if (shape === 'schemasByName') {
            writeByName(output, keyword, keyword, value, child);
          } else setOwn(output, keyword, value);
      }
    }
    if (dialect === 'draft-04') writeExclusiveLimits(output);
    if (schema['nullable'] !== true || refOnly) return output;
    if (schema['$ref'] === undefined && writeNull(output)) return output;
    const nullable: Output = { anyOf: [output, { type: 'null' }] };
    // Definitions and what people read stay where they were.
    for (const keyword of ['$defs', 'title', 'description']) {
      if (output[keyword] === undefined) continue;
      nullable[keyword] = output[keyword];
      delete output[keyword];
    }
    origins.set(nullable, place.path);
    return nullable;
  }

  const root = index.places.get('');
  const schema = root === undefined ? true : write(root, []);
  let copies = 0;

  function locate(path: readonly string[], from: SchemaPlace): readonly string[] {
    const known = written.get(toJsonPointer(path));
    if (known !== undefined || typeof schema === 'boolean') return known ?? [];
    copies += 1;
    if (copies > maxCopiedTargets) {
      const message = 'points too often outside of "$defs"; move targets there';
      if (copies === maxCopiedTargets + 1) issues.push({ path: '', message });
      return [];
    }
    const definitions: SchemaObject = asObject(schema['$defs']);
    setOwn(schema, '$defs', definitions);
    const name = freeName(definitions, path.at(-1) ?? 'root');
    const place = index.places.get(toJsonPointer(path)) ?? {
      path,
      schema: findAtPath(index.document, path),
      baseUri: from.baseUri,
      depth: 1,
    };
    setOwn(definitions, name, true);
    setOwn(definitions, name, write(place, ['$defs', name]));
    return ['$defs', name];
  }

  for (let at = 0; at < references.length; at += 1) {
    const reference = references[at];
    if (reference === undefined) break;
    const { output, place, keyword } = reference;
    const text = asObject(place.schema)[keyword];
    const target = resolveReference(index, place, typeof text === 'string' ? text : '');
    const issuePath = toJsonPointer([...place.path, keyword]);
    if ('problem' in target) {
      issues.push({ path: issuePath, message: target.problem });
      continue;
    }
    if (dependsOnScope(index, keyword, target)) {
      const message = `is not supported where several schemas define the same anchor; use "$ref"`;
      issues.push({ path: issuePath, message });
      continue;
    }
    const pointer = toReference(locate(target.path, place));
    if (output['$ref'] === undefined) output['$ref'] = pointer;
    else output['allOf'] = [...asList(output['allOf']), { $ref: pointer }];
  }
  return { schema, origins, issues };
}

/** Up to draft-07 `$ref` stands alone; what people and pointers need is kept. */
const keptBesideRef: ReadonlySet<string> = new Set(['$ref', 'definitions', 'title', 'description']);

type WriteChild = (path: readonly string[], to: readonly string[]) => JsonSchema;

function writeByName(
  output: Output,
  keyword: string,
  from: string,
  value: unknown,
  child: WriteChild,
): void {
  const target = (output[keyword] ??= {}) as Output;
  for (const name of Object.keys(asObject(value))) {
    const free = keyword === '$defs' ? freeName(target, name) : name;
    setOwn(target, free, child([from, name], [keyword, free]));
  }
}

function writeDependencies(output: Output, value: unknown, child: WriteChild): void {
  const required = { ...asObject(output['dependentRequired']) };
  const schemas = { ...asObject(output['dependentSchemas']) };
  for (const [name, dependency] of Object.entries(asObject(value))) {
    if (Array.isArray(dependency)) setOwn(required, name, dependency);
    else setOwn(schemas, name, child(['dependencies', name], ['dependentSchemas', name]));
  }
  if (Object.keys(required).length > 0) output['dependentRequired'] = required;
  if (Object.keys(schemas).length > 0) output['dependentSchemas'] = schemas;
}

/** Adds null to a place of a type of its own: `nullable` of OpenAPI 3.0. Tells whether that could be said in place. */
function writeNull(output: Output): boolean {
  if (
    output['type'] === undefined ||
    ['allOf', 'anyOf', 'oneOf', 'const'].some((name) => name in output)
  ) {
    return false;
  }
  output['type'] = [...new Set([output['type'], 'null'].flat())];
  const members = output['enum'];
  if (Array.isArray(members)) output['enum'] = [...new Set([...members, null])];
  return true;
}

/** Converts draft-04's boolean `exclusiveMinimum` and `exclusiveMaximum` to numbers. */
function writeExclusiveLimits(output: Output): void {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const isExclusive = output[exclusive] === true && output[limit] !== undefined;
    delete output[exclusive];
    if (!isExclusive) continue;
    output[exclusive] = output[limit];
    delete output[limit];
  }
}

/** Whether the target of a dynamic reference depends on the evaluation path, so that a plain `$ref` would be wrong. */
function dependsOnScope(
  index: SchemaIndex,
  keyword: PendingReference['keyword'],
  target: { readonly path: readonly string[]; readonly anchor: string | undefined },
): boolean {
  if (keyword === '$ref') return false;
  const schema = asObject(findAtPath(index.document, target.path));
  if (keyword === '$recursiveRef') {
    return schema['$recursiveAnchor'] === true && (index.dynamicAnchors.get('') ?? 0) > 1;
  }
  if (target.anchor === undefined || schema['$dynamicAnchor'] !== target.anchor) return false;
  return (index.dynamicAnchors.get(target.anchor) ?? 0) > 1;
}

function freeName(taken: SchemaObject, wanted: string): string {
  let name = wanted;
  for (let suffix = 2; Object.hasOwn(taken, name); suffix += 1) name = `${wanted}_${suffix}`;
  return name;
}

function asObject(value: unknown): SchemaObject {
  return isSchemaObject(value) ? value : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
