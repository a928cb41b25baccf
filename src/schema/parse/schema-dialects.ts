/** The drafts that are understood. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

/** What a keyword's value holds: one schema, a list of them, or them by name; `plain` holds none. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemasByName'
  | 'schemaOrSchemas'
  | 'schemasOrNamesByName'
  | 'plain';

const dialectsByUri: ReadonlyMap<string, Dialect> = new Map([
  ['http://json-schema.org/draft-04/schema', 'draft-04'],
  ['http://json-schema.org/draft-06/schema', 'draft-06'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** The dialect that a `$schema` names (with or without an empty fragment, http or https), or `undefined`. */
export function findDialect(uri: string): Dialect | undefined {
  const bare = uri.replace(/#$/, '');
  return (
    dialectsByUri.get(bare) ??
    dialectsByUri.get(bare.replace(/^https:/, 'http:')) ??
    dialectsByUri.get(bare.replace(/^http:/, 'https:'))
  );
}

/** Whether siblings of `$ref` are ignored, as up to draft-07. */
export function ignoresRefSiblings(dialect: Dialect): boolean {
  return dialect === 'draft-04' || dialect === 'draft-06' || dialect === 'draft-07';
}

const draft04: readonly (readonly [string, KeywordShape])[] = [
  ['$ref', 'plain'],
  ['definitions', 'schemasByName'],
  ['title', 'plain'],
  ['description', 'plain'],
  ['default', 'plain'],
  ['format', 'plain'],
  ['type', 'plain'],
  ['enum', 'plain'],
  ['multipleOf', 'plain'],
  ['minimum', 'plain'],
  ['maximum', 'plain'],
  ['exclusiveMinimum', 'plain'],
  ['exclusiveMaximum', 'plain'],
  ['minLength', 'plain'],
  ['maxLength', 'plain'],
  ['pattern', 'plain'],
  ['items', 'schemaOrSchemas'],
  ['additionalItems', 'schema'],
  ['minItems', 'plain'],
  ['maxItems', 'plain'],
  ['uniqueItems', 'plain'],
  ['required', 'plain'],
  ['minProperties', 'plain'],
  ['maxProperties', 'plain'],
  ['properties', 'schemasByName'],
  ['patternProperties', 'schemasByName'],
  ['additionalProperties', 'schema'],
  ['dependencies', 'schemasOrNamesByName'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
];

const draft06: readonly (readonly [string, KeywordShape])[] = [
  ...draft04,
  ['const', 'plain'],
  ['contains', 'schema'],
  ['propertyNames', 'schema'],
  ['examples', 'plain'],
];

const draft07: readonly (readonly [string, KeywordShape])[] = [
  ...draft06,
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['$comment', 'plain'],
  ['readOnly', 'plain'],
  ['writeOnly', 'plain'],
  ['contentMediaType', 'plain'],
  ['contentEncoding', 'plain'],
];

const draft2019: readonly (readonly [string, KeywordShape])[] = [
  ...draft07,
  ['$defs', 'schemasByName'],
  ['$recursiveRef', 'plain'],
  ['dependentRequired', 'plain'],
  ['dependentSchemas', 'schemasByName'],
  ['minContains', 'plain'],
  ['maxContains', 'plain'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contentSchema', 'schema'],
  ['deprecated', 'plain'],
];

/** 2020-12 knows neither `additionalItems` nor a list under `items`: both became `prefixItems` and `items`. */
const draft2020: readonly (readonly [string, KeywordShape])[] = [
  ...draft2019.filter(([name]) => name !== 'additionalItems' && name !== '$recursiveRef'),
  ['items', 'schema'],
  ['prefixItems', 'schemas'],
  ['$dynamicRef', 'plain'],
];

/**
 * The keywords of each dialect that have a meaning there; all others are ignored, as the drafts demand.
 * `dependencies` and `definitions` still work in the later drafts, whose metaschemas keep them for compatibility.
 */
export const keywordsByDialect: Readonly<Record<Dialect, ReadonlyMap<string, KeywordShape>>> = {
  'draft-04': new Map(draft04),
  'draft-06': new Map(draft06),
  'draft-07': new Map(draft07),
  '2019-09': new Map(draft2019),
  '2020-12': new Map(draft2020),
};
