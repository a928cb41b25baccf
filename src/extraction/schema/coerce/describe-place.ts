import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { getOrMake } from '../../../runtime/collections.ts';
import {
  type JsonType,
  type SchemaObject,
  isSchemaObject,
  jsonTypes,
  listCertainSchemas,
  typeOf,
} from '../list-schema-fields.ts';
import { isFormatted } from '../parse/schema-formats.ts';
import { listMatching, weighMatching } from './match-patterns.ts';
import { isNothing } from './no-value.ts';

export interface PlaceDescription {
  readonly types: ReadonlySet<JsonType>;
  /** Members of the narrowest `enum` or `const`, or `undefined` when any value will do. */
  readonly members: readonly unknown[] | undefined;
  readonly format: string | undefined;
  readonly description: string;
  readonly isTuple: boolean;
  /** Whether type, members, format and "not empty" permit the value; other keywords may still forbid it. */
  allows(value: unknown): boolean;
  listItemSchemas(index: number): readonly unknown[];
  listPropertySchemas(name: string): readonly unknown[];
  /** Whether an object has other names alone than those that the schema tells. */
  isForeign(value: SchemaObject): boolean;
  mayHave(name: string): boolean;
  mustHave(name: string): boolean;
}

/** A name that an object does not have tells more against it than any number of types. */
const unknownNameWeight = 1_000;

const everyType: ReadonlySet<JsonType> = new Set(jsonTypes);
/** Alternatives inside alternatives; deeper ones are left alone. */
const maxAlternativeDepth = 4;

interface PlaceBudget {
  steps: number;
  readonly certain: Map<unknown, readonly SchemaObject[]>;
  readonly types: Map<unknown, ReadonlySet<JsonType>>;
  /** The schemas of names that were matched with patterns: those of the first record are mostly those of all. */
  readonly matching: Map<SchemaObject, Map<string, readonly unknown[]>>;
}

export function createPlaceBudget(steps: number): PlaceBudget {
  return { steps, certain: new Map(), types: new Map(), matching: new Map() };
}

/** Describes a place by what certainly applies there: of alternatives the only one whose types permit `value`. */
export function describePlace(
  root: JsonSchema,
  schemas: readonly unknown[],
  value: unknown,
  budget: PlaceBudget,
): PlaceDescription | undefined {
  const active: SchemaObject[] = [];
  let types = everyType;

  function certainOf(schema: unknown): readonly SchemaObject[] {
    const known = budget.certain.get(schema);
    if (known !== undefined) return known;
    const found = listCertainSchemas(root, schema);
    budget.certain.set(schema, found);
    return found;
  }

  // The recursion ends because parseSchema refuses in-place cycles.
  function typesOf(schema: unknown): ReadonlySet<JsonType> {
    if (schema === false) return new Set();
    const known = budget.types.get(schema);
    if (known !== undefined) return known;
    let allowed = everyType;
    for (const certain of certainOf(schema)) {
      allowed = intersect(allowed, ownTypes(certain));
      for (const group of listGroups(certain)) {
        allowed = intersect(allowed, unite(group.map((branch) => typesOf(branch))));
      }
    }
    budget.types.set(schema, allowed);
    return allowed;
  }

  function add(schema: unknown, depth: number): void {
    for (const certain of certainOf(schema)) {
      budget.steps -= 1;
      if (budget.steps <= 0) return;
      active.push(certain);
      if (depth >= maxAlternativeDepth) continue;
      for (const group of listGroups(certain)) {
        budget.steps -= group.length;
        const open = group.filter((branch) => permits(typesOf(branch), value));
        const chosen = open.length > 1 ? chooseBranch(open) : open[0];
        if (chosen !== undefined) add(chosen, depth + 1);
      }
    }
  }

  /**
   * Of the objects that may be meant the one that the value breaks least: by its mark, its names, the types of its members. None
   * where it may be valid as two of them: a valid value stays as it is.
   */
  function chooseBranch(branches: readonly unknown[]): unknown {
    if (!isSchemaObject(value)) return undefined;
    budget.steps -= branches.length * Object.keys(value).length;
    let best: { readonly branch: unknown; readonly misses: number } | undefined;
    for (const branch of branches) {
      const misses = countMisses(certainOf(branch), value);
      if (misses === 0 && best?.misses === 0) return undefined;
      if (misses !== undefined && (best === undefined || misses < best.misses)) {
        best = { branch, misses };
      }
    }
    return best?.branch;
  }

  /** What is certainly wrong with an object; `undefined` where its mark is another one, or lacks what it must have. */
  function countMisses(certain: readonly SchemaObject[], source: SchemaObject): number | undefined {
    const required = certain.flatMap((schema) => schema['required'] ?? []);
    if (required.some((name) => typeof name === 'string' && !Object.hasOwn(source, name))) {
      return undefined;
    }
    let misses = 0;
    for (const [name, member] of Object.entries(source)) {
      const isUnknown = certain.some((schema) => excludes(schema, name, budget));
      if (isUnknown) misses += isNothing(member) ? 1 : unknownNameWeight;
      for (const schema of certain.flatMap((each) => propertySchemasOf(each, name, budget))) {
        const members = listMembers(certainOf(schema));
        const isMark = members !== undefined && isScalar(member) && !members.includes(member);
        const isSpelling = typeof member === 'string' && findMember(members ?? [], member);
        if (isMark && isSpelling === undefined && !isNothing(member)) return undefined;
        if (isMark || !permits(typesOf(schema), member)) misses += 1;
      }
    }
    return misses;
  }

  for (const schema of schemas) {
    types = intersect(types, typesOf(schema));
    add(schema, 0);
  }
  if (active.length === 0 || budget.steps <= 0) return undefined;
  const members = listMembers(active);
  const format = active.map((schema) => schema['format']).find((name) => typeof name === 'string');
  const description = active
    .map((schema) => schema['description'])
    .find((words) => typeof words === 'string');
  const mustSaySomething = active.some((schema) => Number(schema['minLength'] ?? 0) > 0);
  return {
    types,
    members,
    format,
    description: description ?? '',
    isTuple: active.some((schema) => schema['prefixItems'] !== undefined),
    allows(candidate) {
      if (!permits(types, candidate)) return false;
      if (members !== undefined && isScalar(candidate)) return members.includes(candidate);
      if (typeof candidate !== 'string') return true;
      return (candidate !== '' || !mustSaySomething) && isFormatted(format, candidate);
    },
    listItemSchemas: (index) => active.flatMap((schema) => itemSchemasOf(schema, index)),
    listPropertySchemas: (name) =>
      active.flatMap((schema) => propertySchemasOf(schema, name, budget)),
    isForeign: (candidate) => {
      const names = Object.keys(candidate);
      return (
        names.length > 0 &&
        active.some(({ properties }) => isSchemaObject(properties)) &&
        !names.some((name) =>
          active.some((each) => propertySchemasOf(each, name, budget).length > 0),
        )
      );
    },
    mayHave: (name) => !active.some((schema) => excludes(schema, name, budget)),
    mustHave: (name) =>
      active.some(
        (schema) => Array.isArray(schema['required']) && schema['required'].includes(name),
      ),
  };
}

/** Whether a value's type is among those allowed; whole numbers are numbers too. */
function permits(types: ReadonlySet<JsonType>, value: unknown): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function ownTypes(schema: SchemaObject): ReadonlySet<JsonType> {
  const names = new Set([schema['type']].flat());
  const declared = new Set(jsonTypes.filter((type) => names.has(type)));
  const members = listMembers([schema]);
  if (members === undefined && declared.size === 0) return everyType;
  if (declared.has('number')) declared.add('integer');
  const types = declared.size > 0 ? declared : everyType;
  if (members === undefined) return types;
  const ofMembers = new Set(members.map(typeOf));
  return new Set([...types].filter((type) => ofMembers.has(type)));
}

function listMembers(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  let narrowest: readonly unknown[] | undefined;
  for (const schema of schemas) {
    const members = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
    if (!Array.isArray(members)) continue;
    if (narrowest === undefined || members.length < narrowest.length) narrowest = members;
  }
  return narrowest;
}

function listGroups(schema: SchemaObject): readonly (readonly unknown[])[] {
  return [schema['anyOf'], schema['oneOf']].filter((group) => Array.isArray(group));
}

function itemSchemasOf(schema: SchemaObject, index: number): readonly unknown[] {
  const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const found: unknown = index < prefix.length ? prefix[index] : schema['items'];
  return found === undefined ? [] : [found];
}

/** What the schema says of a property under its own name and by patterns; `undefined` where too many would have to be matched. */
function describedSchemasOf(
  schema: SchemaObject,
  name: string,
  budget: PlaceBudget,
): readonly unknown[] | undefined {
  const { properties, patternProperties: patterns } = schema;
  const own =
    isSchemaObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  if (!isSchemaObject(patterns)) return own;
  const byName = getOrMake(budget.matching, patterns, () => new Map<string, readonly unknown[]>());
  if (!byName.has(name)) budget.steps -= weighMatching(patterns, name);
  if (budget.steps <= 0) return undefined;
  return [...own, ...getOrMake(byName, name, () => listMatching(patterns, name))];
}

function propertySchemasOf(
  schema: SchemaObject,
  name: string,
  budget: PlaceBudget,
): readonly unknown[] {
  const described = describedSchemasOf(schema, name, budget);
  if (described === undefined || described.length > 0) return described ?? [];
  const rest = schema['additionalProperties'];
  return isSchemaObject(rest) ? [rest] : [];
}

function excludes(schema: SchemaObject, name: string, budget: PlaceBudget): boolean {
  if (schema['additionalProperties'] !== false) return false;
  return describedSchemasOf(schema, name, budget)?.length === 0;
}

function intersect(
  left: ReadonlySet<JsonType>,
  right: ReadonlySet<JsonType>,
): ReadonlySet<JsonType> {
  // Most schemas say nothing about types, and this runs for each of them at each value.
  if (left === right || right === everyType) return left;
  return left === everyType ? right : new Set([...left].filter((type) => right.has(type)));
}

function unite(sets: readonly ReadonlySet<JsonType>[]): ReadonlySet<JsonType> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** The one text member that is a text but for case, blanks, hyphens and underscores. */
export function findMember(members: readonly unknown[], text: string): string | undefined {
  const folded = fold(text);
  const matching = members.filter(
    (member): member is string => typeof member === 'string' && fold(member) === folded,
  );
  return matching.length === 1 ? matching[0] : undefined;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}

export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
