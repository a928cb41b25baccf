import type { Issue } from '../../errors/error-codes.ts';
import { isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { findAtPath, parseJsonPointer, toJsonPointer } from '../json-pointer.ts';
import {
  findDialect,
  ignoresRefSiblings,
  keywordsByDialect,
  type Dialect,
  type KeywordShape,
} from './schema-dialects.ts';

/** A schema inside a document, with what its references are relative to. */
export interface SchemaPlace {
  /** Where it stands in the document, as written. */
  readonly path: readonly string[];
  readonly schema: unknown;
  /** Absolute; of the nearest `$id` around it. */
  readonly baseUri: string;
  /** 1 for the root. */
  readonly depth: number;
}

/** Everything in a document that references can name. */
export interface SchemaIndex {
  readonly dialect: Dialect;
  readonly document: unknown;
  /** By JSON Pointer. */
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

/** Finds every subschema, `$id` and anchor of a document; goes through it once. */
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
        issues.push({
          path: toJsonPointer([...found.path, idKeyword]),
          message: 'is not a URI that can be resolved',
        });
      } else {
        const [address, fragment] = splitFragment(uri);
        place = id.startsWith('#') ? found : { ...found, baseUri: address };
        if (!id.startsWith('#')) name(address, place, idKeyword);
        if (fragment !== '') name(`${address}#${fragment}`, place, idKeyword);
      }
    }
    if (dialect !== '2019-09' && dialect !== '2020-12') return place;
    const anchor = schema['$anchor'];
    if (typeof anchor === 'string' && anchorPattern.test(anchor)) {
      name(`${place.baseUri}#${anchor}`, place, '$anchor');
    }
    const dynamicAnchor = dialect === '2020-12' ? schema['$dynamicAnchor'] : undefined;
    if (typeof dynamicAnchor === 'string' && anchorPattern.test(dynamicAnchor)) {
      name(`${place.baseUri}#${dynamicAnchor}`, place, '$dynamicAnchor');
      dynamicAnchors.set(dynamicAnchor, (dynamicAnchors.get(dynamicAnchor) ?? 0) + 1);
    }
    if (dialect === '2019-09' && schema['$recursiveAnchor'] === true) {
      dynamicAnchors.set('', (dynamicAnchors.get('') ?? 0) + 1);
    }
    return place;
  }

  while (pending.length > 0) {
    const found = pending.pop();
    if (found === undefined) break;
    if (places.size >= maxSubschemas) {
      issues.push({ path: '', message: `holds more than ${maxSubschemas} subschemas; split it` });
      break;
    }
    if (found.depth > maxSchemaDepth) {
      issues.push({
        path: toJsonPointer(found.path),
        message: `is nested deeper than ${maxSchemaDepth} schemas; move parts to "$defs"`,
      });
      continue;
    }
    const schema = found.schema;
    const place = isSchemaObject(schema) ? enter(found, schema) : found;
    places.set(toJsonPointer(place.path), place);
    if (!isSchemaObject(schema)) continue;
    const dialectUri = schema['$schema'];
    if (place.depth > 1 && typeof dialectUri === 'string' && findDialect(dialectUri) !== dialect) {
      issues.push({
        path: toJsonPointer([...place.path, '$schema']),
        message: 'differs from the one at the root; use one draft for the whole schema',
      });
    }
    for (const [keyword, child] of listChildren(schema, keywords)) {
      pending.push({
        path: [...place.path, ...keyword],
        schema: child,
        baseUri: place.baseUri,
        depth: place.depth + 1,
      });
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

/** Where a `$ref` leads: the target's path in the document, or why there is none. */
export type ResolvedReference =
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
    return {
      problem:
        'points outside of this schema; nothing is fetched: copy the target into "$defs" and point to it with "#/$defs/…"',
    };
  }
  const start = parseJsonPointer(resource) ?? [];
  const text = decodeFragment(fragment);
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

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // The fragment is not valid percent-encoding: use it as written.
    return fragment;
  }
}
