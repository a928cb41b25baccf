import { count } from '../../../runtime/collections.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { type SchemaObject, isSchemaObject } from '../list-schema-fields.ts';
import {
  findAtPath,
  parseJsonPointer,
  setOwn,
  toJsonPointer,
} from '../../../runtime/plain-json.ts';
import { decodePercent } from '../../../runtime/unicode/decode-percent.ts';

export interface SchemaPlace {
  /** Where it stands in the document, as written. */
  readonly path: readonly string[];
  readonly schema: unknown;
  /** Absolute; of the nearest `$id` around it. */
  readonly baseUri: string;
  readonly depth: number;
}

export interface SchemaIndex {
  readonly dialect: Dialect;
  readonly document: unknown;
  readonly places: ReadonlyMap<string, SchemaPlace>;
  /** Document pointers by absolute URI, with `#name` for anchors. */
  readonly pointersByUri: ReadonlyMap<string, string>;
  /** How many resources define a dynamic anchor, by its name; `''` stands for `$recursiveAnchor`. */
  readonly dynamicAnchors: ReadonlyMap<string, number>;
  readonly issues: readonly Issue[];
}

/** An address that no schema can have, for references in documents without an `$id`. */
const documentUri = 'https://schema.invalid/';
const maxSubschemas = 1_000;
const maxSchemaDepth = 32;
const anchorPattern = /^[A-Za-z_][-A-Za-z0-9._:]*$/;

export function indexSchema(document: unknown, dialect: Dialect): SchemaIndex {
  const places = new Map<string, SchemaPlace>();
  const pointersByUri = new Map<string, string>([[documentUri, '']]);
  const dynamicAnchors = new Map<string, number>();
  const issues: Issue[] = [];
  const keywords = keywordsByDialect[dialect];
  const pending: SchemaPlace[] = [{ path: [], schema: document, baseUri: documentUri, depth: 1 }];

  function name(uri: string, place: SchemaPlace, keyword: string): void {
    const pointer = toJsonPointer(place.path);
    const known = pointersByUri.get(uri);
    if (known !== undefined && known !== pointer) {
      issues.push({ path: `${pointer}/${keyword}`, message: 'is used twice; give each its own' });
    } else pointersByUri.set(uri, pointer);
  }

  function enter(found: SchemaPlace, schema: SchemaObject): SchemaPlace {
    if (ignoresRefSiblings(dialect) && typeof schema['$ref'] === 'string') return found;
    const idKeyword = dialect === 'draft-04' ? 'id' : '$id';
    const id = schema[idKeyword];
    let place = found;
    if (typeof id === 'string') {
      const uri = resolveUri(id, found.baseUri);
      if (uri === undefined) {
        const path = toJsonPointer([...found.path, idKeyword]);
        issues.push({ path, message: 'is not a URI that can be resolved' });
      } else {
        const [address, fragment] = splitFragment(uri);
        place = id.startsWith('#') ? found : { ...found, baseUri: address };
        if (!id.startsWith('#')) name(address, place, idKeyword);
        if (fragment !== '') name(`${address}#${fragment}`, place, idKeyword);
      }
    }
    if (dialect !== '2019-09' && dialect !== '2020-12') return place;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = schema[keyword];
      const isKnown = keyword === '$anchor' || dialect === '2020-12';
      if (!isKnown || typeof anchor !== 'string' || !anchorPattern.test(anchor)) continue;
      name(`${place.baseUri}#${anchor}`, place, keyword);
      if (keyword === '$dynamicAnchor') count(dynamicAnchors, anchor);
    }
    if (dialect === '2019-09' && schema['$recursiveAnchor'] === true) count(dynamicAnchors, '');
    return place;
  }

  for (let found = pending.pop(); found !== undefined; found = pending.pop()) {
    if (places.size >= maxSubschemas) {
      issues.push({ path: '', message: `holds more than ${maxSubschemas} subschemas; split it` });
      break;
    }
    const { schema } = found;
    if (found.depth > maxSchemaDepth) {
      const message = `is nested deeper than ${maxSchemaDepth} schemas; move parts to "$defs"`;
      issues.push({ path: toJsonPointer(found.path), message });
      continue;
    }
    const place = isSchemaObject(schema) ? enter(found, schema) : found;
    places.set(toJsonPointer(place.path), place);
    if (!isSchemaObject(schema)) continue;
    const dialectUri = schema['$schema'];
    if (place.depth > 1 && typeof dialectUri === 'string' && findDialect(dialectUri) !== dialect) {
      const message = 'differs from the one at the root; use one draft for the whole schema';
      issues.push({ path: toJsonPointer([...place.path, '$schema']), message });
    }
    const { baseUri, depth } = place;
    for (const [keyword, child] of listChildren(schema, keywords)) {
      const path = [...place.path, ...keyword];
      pending.push({ path, schema: child, baseUri, depth: depth + 1 });
    }
  }
  return { dialect, document, places, pointersByUri, dynamicAnchors, issues };
}

/** The schemas directly inside one, each with its path from there. */
export function listChildren(
  schema: SchemaObject,
  keywords: ReadonlyMap<string, KeywordShape>,
): readonly (readonly [path: readonly string[], schema: unknown])[] {
  const children: (readonly [readonly string[], unknown])[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = keywords.get(keyword);
    if (shape === undefined || shape === 'plain') continue;
    if (Array.isArray(value)) {
      if (shape !== 'schemas' && shape !== 'schemaOrSchemas') continue;
      for (const [index, child] of value.entries()) children.push([[keyword, `${index}`], child]);
    } else if (shape === 'schemasByName' || shape === 'schemasOrNamesByName') {
      if (!isSchemaObject(value)) continue;
      for (const [name, child] of Object.entries(value)) {
        if (!Array.isArray(child)) children.push([[keyword, name], child]);
      }
    } else if (shape !== 'schemas') children.push([[keyword], value]);
  }
  return children;
}

/** A copy of a schema with each schema directly inside made anew; what holds them is copied too. */
export function mapChildren(
  schema: SchemaObject,
  toChild: (child: unknown, path: readonly string[]) => unknown,
): Record<string, unknown> {
  const mapped: Record<string, unknown> = { ...schema };
  for (const [path, child] of listChildren(schema, keywordsByDialect['2020-12'])) {
    const [keyword = '', name] = path;
    const made = toChild(child, path);
    if (name === undefined) mapped[keyword] = made;
    else {
      const original = schema[keyword];
      if (mapped[keyword] === original)
        mapped[keyword] = Array.isArray(original) ? [...original] : { ...(original as object) };
      setOwn(mapped[keyword] as object, name, made);
    }
  }
  return mapped;
}

/** Where a `$ref` leads: the target's path in the document, or why there is none. */
type ResolvedReference =
  | { readonly path: readonly string[]; readonly anchor: string | undefined }
  | { readonly problem: string };

/** Resolves a reference against the base of the place it stands in; never leaves the document. */
export function resolveReference(
  index: SchemaIndex,
  place: SchemaPlace,
  reference: string,
): ResolvedReference {
  const uri = resolveUri(reference, place.baseUri);
  if (uri === undefined) return { problem: 'is not a URI reference that can be resolved' };
  const [address, fragment] = splitFragment(uri);
  const resource = index.pointersByUri.get(address);
  if (resource === undefined) {
    const problem =
      'points outside of this schema; nothing is fetched: copy the target into "$defs" and point to it with "#/$defs/…"';
    return { problem };
  }
  const start = parseJsonPointer(resource) ?? [];
  const text = decodePercent(fragment);
  const segments = parseJsonPointer(text);
  if (segments === undefined) {
    const anchored = index.pointersByUri.get(`${address}#${fragment}`);
    if (anchored === undefined) return { problem: 'points to an anchor that is not there' };
    return { path: parseJsonPointer(anchored) ?? [], anchor: fragment };
  }
  const path = [...start, ...segments];
  const target = findAtPath(index.document, path);
  if (typeof target === 'boolean' || isSchemaObject(target)) return { path, anchor: undefined };
  return { problem: 'points to nothing that is a schema; check the spelling of the pointer' };
}

function resolveUri(reference: string, base: string): string | undefined {
  return URL.parse(reference, base)?.href;
}

function splitFragment(uri: string): readonly [address: string, fragment: string] {
  const at = uri.indexOf('#');
  return at === -1 ? [uri, ''] : [uri.slice(0, at), uri.slice(at + 1)];
}

export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

/** What a keyword's value holds: one schema, a list of them, or them by name; `plain` holds none. */
type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemasByName'
  | 'schemaOrSchemas'
  | 'schemasOrNamesByName'
  | 'plain';

/** The dialect that a `$schema` names (with or without an empty fragment, http or https), or `undefined`. */
export function findDialect(uri: string): Dialect | undefined {
  const [, name = ''] =
    /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/20(?:19-09|20-12))\/schema#?$/.exec(uri) ??
    [];
  const dialect = name.replace('draft/', '');
  return isDialect(dialect) ? dialect : undefined;
}

function isDialect(name: string): name is Dialect {
  return Object.hasOwn(keywordsByDialect, name);
}

/** Whether siblings of `$ref` are ignored, as up to draft-07. */
export function ignoresRefSiblings(dialect: Dialect): boolean {
  return dialect === 'draft-04' || dialect === 'draft-06' || dialect === 'draft-07';
}

function toShapes(
  shapes: Readonly<Partial<Record<KeywordShape, string>>>,
  earlier: Iterable<readonly [string, KeywordShape]> = [],
): ReadonlyMap<string, KeywordShape> {
  const listed = (Object.keys(shapes) as KeywordShape[]).flatMap((shape) =>
    (shapes[shape] ?? '').split(' ').map((keyword) => [keyword, shape] as const),
  );
  return new Map([...earlier, ...listed]);
}

const draft04 = toShapes({
  plain:
    '$ref title description default format type enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'minLength maxLength pattern minItems maxItems uniqueItems required minProperties maxProperties',
  schema: 'additionalItems additionalProperties not',
  schemas: 'allOf anyOf oneOf',
  schemasByName: 'definitions properties patternProperties',
  schemaOrSchemas: 'items',
  schemasOrNamesByName: 'dependencies',
});
const draft06 = toShapes({ plain: 'const examples', schema: 'contains propertyNames' }, draft04);
const draft07 = toShapes(
  {
    plain: '$comment readOnly writeOnly contentMediaType contentEncoding',
    schema: 'if then else',
  },
  draft06,
);
const draft2019 = toShapes(
  {
    plain: '$recursiveRef dependentRequired minContains maxContains deprecated',
    schema: 'unevaluatedItems unevaluatedProperties contentSchema',
    schemasByName: '$defs dependentSchemas',
  },
  draft07,
);
/** 2020-12 knows neither `additionalItems` nor a list under `items`: both became `prefixItems` and `items`. */
const draft2020 = toShapes(
  { plain: '$dynamicRef', schema: 'items', schemas: 'prefixItems' },
  [...draft2019].filter(([name]) => name !== 'additionalItems' && name !== '$recursiveRef'),
);

/** The keywords with a meaning in each dialect; later metaschemas keep `dependencies` and `definitions`. */
export const keywordsByDialect: Readonly<Record<Dialect, ReadonlyMap<string, KeywordShape>>> = {
  'draft-04': draft04,
  'draft-06': draft06,
  'draft-07': draft07,
  '2019-09': draft2019,
  '2020-12': draft2020,
};
