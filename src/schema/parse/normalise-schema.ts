import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { setOwn } from '../copy-plain-json.ts';
import { resolveReference, type SchemaIndex, type SchemaPlace } from './index-schema.ts';
import { findAtPath, toJsonPointer, toReference } from '../json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { ignoresRefSiblings, keywordsByDialect } from './schema-dialects.ts';

/** The schema in one form for all drafts, or what stands against it. */
export interface NormalisedSchema {
  readonly schema: JsonSchema;
  /** Where each schema object stood in the document as it was given. */
  readonly origins: ReadonlyMap<SchemaObject, readonly string[]>;
  /** Paths point into the document as it was given. */
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

/**
 * Rewrites an indexed schema as 2020-12 that uses nothing but keywords with one meaning: `$ref` as pointers, no ids,
 * no anchors, no unknown keywords. One engine then serves every draft, and its faults with ids and anchors do not
 * matter.
 */
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
    return output;
  }

  const root = index.places.get('');
  const schema = root === undefined ? true : write(root, []);
  let copies = 0;

  function locate(path: readonly string[], from: SchemaPlace): readonly string[] {
    const known = written.get(toJsonPointer(path));
    if (known !== undefined || typeof schema === 'boolean') return known ?? [];
    copies += 1;
    if (copies > maxCopiedTargets) {
      if (copies === maxCopiedTargets + 1) {
        issues.push({
          path: '',
          message: 'points too often outside of "$defs"; move targets there',
        });
      }
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
      issues.push({
        path: issuePath,
        message: `is not supported where several schemas define the same anchor; use "$ref"`,
      });
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
