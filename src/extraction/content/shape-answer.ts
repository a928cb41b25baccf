import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { parseJsonNumbers, setOwn } from '../../runtime/plain-json.ts';
import { isNothing } from '../schema/coerce/no-value.ts';
import {
  type SchemaObject,
  isSchemaObject,
  listApplicableSchemas,
  listCertainSchemas,
  listItemSchemas,
  listTypes,
} from '../schema/list-schema-fields.ts';

/** A number as it was written, where its digits may mean more than the number: `1.10`, `2512292042121000001`. */
export class WrittenNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A number from its source; as it was written where a double would write it otherwise. */
export function readNumber(source: string): number | WrittenNumber {
  const value = Number(source);
  return String(value) === source ? value : new WrittenNumber(source);
}

/** Deeper schemas than are accepted; recursive ones end here. */
const maxDepth = 64;
/** Objects around the wanted one: `{"response":{"output":{…}}}`. */
const maxWrappers = 3;

/**
 * Brings a model's value into the shape of its schema where exactly one way does: out of an object around it, a list into
 * the object with that one list, a list out of a list. Numbers get their digits back where a text is wanted.
 */
export function shapeAnswer(schema: JsonSchema, value: unknown): unknown {
  return shape(schema, [schema], nameOnly(schema, value), 0);
}

/** A number or yes and no in the one member that the schema has: `12.5` for `{"price":12.5}`. A text may be a remark. */
function nameOnly(schema: JsonSchema, value: unknown): unknown {
  const isPlain =
    typeof value === 'number' || typeof value === 'boolean' || value instanceof WrittenNumber;
  if (!isPlain) return value;
  const place = describe(schema, [schema]);
  const { wantsObject, wantsList, wantsText, wantsNumber } = place;
  if (!wantsObject || wantsList || wantsText || wantsNumber || isMap(place)) return value;
  const [name, ...others] = listNames(place);
  if (name === undefined || others.length > 0) return value;
  const inner = describe(schema, propertySchemas(place, name));
  const takes =
    typeof value === 'boolean' ? listTypes(inner.all).includes('boolean') : inner.wantsNumber;
  return takes ? { [name]: value } : value;
}

/** Whether a value has the shape of the schema at its root and below it; plain values may still need their types changed. */
export function fitsSchema(schema: JsonSchema, value: unknown): boolean {
  return fits(schema, [schema], value, 0);
}

/** A place of a schema, with all of its alternatives. */
interface PlaceShape {
  readonly all: readonly SchemaObject[];
  readonly wantsObject: boolean;
  readonly wantsList: boolean;
  readonly wantsText: boolean;
  readonly wantsNumber: boolean;
  readonly wantsAny: boolean;
}

// Schemas never change, and each is asked for at every record.
const described = new WeakMap<SchemaObject, PlaceShape>();

function describe(root: JsonSchema, schemas: readonly unknown[]): PlaceShape {
  const [only] = schemas;
  if (schemas.length !== 1 || !isSchemaObject(only)) return describeAnew(root, schemas);
  return getOrMakeWeak(only, () => describeAnew(root, schemas));
}

function getOrMakeWeak(schema: SchemaObject, make: () => PlaceShape): PlaceShape {
  const known = described.get(schema) ?? make();
  described.set(schema, known);
  return known;
}

function describeAnew(root: JsonSchema, schemas: readonly unknown[]): PlaceShape {
  const all = listApplicableSchemas(root, { anyOf: schemas });
  const types = new Set(listTypes(all));
  const wantsAny = types.size === 0;
  return {
    all,
    wantsObject: types.has('object'),
    wantsList: types.has('array'),
    wantsText: wantsAny || types.has('string'),
    wantsNumber: wantsAny || types.has('number') || types.has('integer'),
    wantsAny,
  };
}

function shape(
  root: JsonSchema,
  schemas: readonly unknown[],
  value: unknown,
  depth: number,
): unknown {
  const place = describe(root, schemas);
  if (value instanceof WrittenNumber) return settleNumber(value, place);
  if (depth > maxDepth) return settleNumbers(value);
  if (Array.isArray(value)) return shapeList(root, schemas, place, value, depth);
  if (typeof value === 'string') {
    const inner = readInner(place, value);
    return inner === undefined ? value : shape(root, schemas, inner, depth + 1);
  }
  if (!isSchemaObject(value)) return value;
  if (place.wantsAny) return shapeMembers(root, place, value, depth);
  const named = place.wantsObject && !isMap(place) ? renameMembers(place, value) : value;
  return shapeObject(root, schemas, place, named, depth);
}

/** Members whose names are known but for case and separators, by the names that the schema has: `Unit_Price`, `unitPrice`. */
function renameMembers(place: PlaceShape, value: SchemaObject): SchemaObject {
  const known = new Set(listNames(place));
  const given = Object.keys(value);
  if (given.every((name) => known.has(name))) return value;
  const knownByFold = Map.groupBy(known, foldName);
  const givenByFold = Map.groupBy(given, foldName);
  const renamed = {};
  for (const name of given) {
    const folded = foldName(name);
    const [only, ...others] = knownByFold.get(folded) ?? [];
    const isMeant = others.length === 0 && givenByFold.get(folded)?.length === 1;
    setOwn(renamed, isMeant && only !== undefined ? only : name, value[name]);
  }
  return renamed;
}

function foldName(name: string): string {
  return name.replaceAll(/[\s_-]+/gu, '').toLowerCase();
}

function shapeObject(
  root: JsonSchema,
  schemas: readonly unknown[],
  place: PlaceShape,
  value: SchemaObject,
  depth: number,
): unknown {
  const given = findArguments(root, schemas, place, value);
  if (given !== undefined) return shape(root, schemas, given, depth + 1);
  const isWanted = place.wantsObject && (hasKnownName(place, value) || isMap(place));
  if (isWanted && meetsRequired(root, schemas, value, 0)) {
    return shapeMembers(root, place, value, depth);
  }
  const inner = findOnly(root, schemas, value);
  if (inner !== undefined) return shape(root, schemas, inner, depth + 1);
  return shapeMembers(root, place, value, depth);
}

/** What models trained on tools call what a tool is given (OpenAI and Hermes, Llama 3, Anthropic), and what stands beside it. */
const argumentNames: ReadonlySet<string> = new Set(['arguments', 'parameters', 'input', 'args']);
const callNames: ReadonlySet<string> = new Set([
  'name',
  'id',
  'call_id',
  'tool_call_id',
  'type',
  'index',
]);

/**
 * The answer in a call of a tool, written as a text: `{"name":"answer","arguments":{…}}`. The tool's `name` is none of the answer's,
 * although the schema may have one.
 */
function findArguments(
  root: JsonSchema,
  schemas: readonly unknown[],
  place: PlaceShape,
  value: SchemaObject,
): unknown {
  if (typeof value['name'] !== 'string') return undefined;
  const [name, ...others] = Object.keys(value).filter((key) => !callNames.has(key));
  if (name === undefined || others.length > 0 || !argumentNames.has(name)) return undefined;
  if (propertySchemas(place, name).length > 0) return undefined;
  const given = toWanted(root, schemas, place, value[name]);
  const isAnswer = typeof given === 'object' && given !== null && saysSomething(given);
  return isAnswer && fits(root, schemas, given, 0) ? given : undefined;
}

/** The one call in a message's list of calls: `{"tool_calls":[{"function":{"name":"answer","arguments":"{…}"}}]}`. */
function findOnlyCall(list: unknown): SchemaObject | undefined {
  if (!Array.isArray(list) || list.length !== 1) return undefined;
  const [item] = list as readonly unknown[];
  const inner = isSchemaObject(item) ? item['function'] : undefined;
  const call = isSchemaObject(inner) ? inner : item;
  if (!isSchemaObject(call) || typeof call['name'] !== 'string') return undefined;
  const [name, ...others] = Object.keys(call).filter((key) => !callNames.has(key));
  const isCall = name !== undefined && others.length === 0 && argumentNames.has(name);
  return isCall ? call : undefined;
}

/** The text in a message's list of contents: `{"content":[{"type":"text","text":"{…}"}]}`. */
function findOnlyText(list: unknown): string | undefined {
  if (!Array.isArray(list) || list.length !== 1) return undefined;
  const [item] = list as readonly unknown[];
  if (!isSchemaObject(item) || !/^(?:output_)?text$/.test(String(item['type']))) return undefined;
  return typeof item['text'] === 'string' ? item['text'] : undefined;
}

/** A structure that was written as a text where only a structure is wanted: `"{\"a\": 1}"`. */
function readInner({ wantsObject, wantsList, wantsText }: PlaceShape, text: string): unknown {
  if (wantsText || !(wantsObject || wantsList) || !/^\s*[{[]/.test(text)) return undefined;
  const inner = parseJson(text)?.value;
  return typeof inner === 'object' && inner !== null ? inner : undefined;
}

/** Strict JSON, its numbers with their digits; `undefined` for any other text. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJsonNumbers(text, readNumber) };
  } catch {
    return undefined;
  }
}

/** Whether a value is an object of names that the schema does not know, where it knows all that it wants: `{"error": "…"}`. */
export function isForeign(schema: JsonSchema, value: unknown): boolean {
  const place = describe(schema, [schema]);
  if (!place.wantsObject || !isSchemaObject(value) || Object.keys(value).length === 0) return false;
  return !isMap(place) && listNames(place).length > 0 && !hasKnownName(place, value);
}

function shapeMembers(
  root: JsonSchema,
  place: PlaceShape,
  value: SchemaObject,
  depth: number,
): unknown {
  const shaped = {};
  for (const [name, member] of Object.entries(value)) {
    const inner = propertySchemas(place, name);
    // A list of records in which one stands alone: its names are those of the list's items.
    const schemas = place.wantsObject || place.wantsAny ? inner : itemProperties(root, place, name);
    setOwn(
      shaped,
      name,
      schemas.length === 0 ? settleNumbers(member) : shape(root, schemas, member, depth + 1),
    );
  }
  return shaped;
}

function itemProperties(root: JsonSchema, place: PlaceShape, name: string): readonly unknown[] {
  return propertySchemas(describe(root, listItemSchemas(place.all)), name);
}

function shapeList(
  root: JsonSchema,
  schemas: readonly unknown[],
  place: PlaceShape,
  value: readonly unknown[],
  depth: number,
): unknown {
  if (!place.wantsList && place.wantsObject) {
    const around = findListAround(root, schemas, place, value);
    if (around !== undefined) return shape(root, schemas, around, depth + 1);
    return value.length === 1 ? [shape(root, schemas, value[0], depth + 1)] : settleNumbers(value);
  }
  const itemSchemas = listItemSchemas(place.all);
  if (!place.wantsList || itemSchemas.length === 0) {
    // A list of one for a plain value is taken for it later.
    return value.length === 1 && !place.wantsAny
      ? [shape(root, schemas, value[0], depth + 1)]
      : settleNumbers(value);
  }
  const isTuple = place.all.some((schema) => schema['prefixItems'] !== undefined);
  const items = isTuple ? value : unlist(root, itemSchemas, value);
  const shaped = items.map((item) => shape(root, itemSchemas, item, depth + 1));
  return isTuple ? shaped : shaped.filter((item) => !isSchemaObject(item) || !holdsNothing(item));
}

/** Whether a record has no value: a model's way to say that there is none, or no more. */
function holdsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(holdsNothing);
  return isNothing(value);
}

/** The items of the lists in a list, where lists are not wanted in it. */
function unlist(
  root: JsonSchema,
  itemSchemas: readonly unknown[],
  value: readonly unknown[],
): readonly unknown[] {
  if (!value.some((item) => Array.isArray(item))) return value;
  const { wantsList, wantsAny } = describe(root, itemSchemas);
  if (wantsList || wantsAny) return value;
  const flat = value.flatMap((item): readonly unknown[] => (Array.isArray(item) ? item : [item]));
  return flat.every((item) => fits(root, itemSchemas, item, 0)) ? flat : value;
}

/** The object with this list as the one that it has. */
function findListAround(
  root: JsonSchema,
  schemas: readonly unknown[],
  place: PlaceShape,
  value: readonly unknown[],
): SchemaObject | undefined {
  if (value.length === 1 && fits(root, schemas, value[0], 0)) return undefined;
  const ways = listNames(place)
    .filter((name) => {
      const inner = describe(root, propertySchemas(place, name));
      return inner.wantsList && !inner.wantsText && !inner.wantsObject;
    })
    .map((name) => ({ [name]: value }))
    .filter((way) => fits(root, schemas, way, 0));
  return ways.length === 1 ? ways[0] : undefined;
}

/** The one value inside an object that fits the schema in the object's stead. */
function findOnly(root: JsonSchema, schemas: readonly unknown[], value: SchemaObject): unknown {
  const place = describe(root, schemas);
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < maxWrappers; depth += 1) {
    level = level
      .filter(isSchemaObject)
      .flatMap((around) => Object.values(around))
      .map((inner) => toWanted(root, schemas, place, inner));
    const found = level.filter(
      (inner) =>
        typeof inner === 'object' &&
        inner !== null &&
        saysSomething(inner) &&
        fits(root, schemas, inner, 0),
    );
    if (found.length > 1) return undefined;
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** A member of a wrapper as what is wanted of it: a text as the structure that it holds, a list in the object that has one. */
function toWanted(
  root: JsonSchema,
  schemas: readonly unknown[],
  place: PlaceShape,
  inner: unknown,
): unknown {
  if (typeof inner === 'string') return readInner(place, inner) ?? inner;
  const call = findOnlyCall(inner);
  if (call !== undefined) return call;
  const text = findOnlyText(inner);
  if (text !== undefined) return readInner(place, text) ?? inner;
  const isList = Array.isArray(inner) && inner.length > 0 && !place.wantsList && place.wantsObject;
  return isList ? (findListAround(root, schemas, place, inner) ?? inner) : inner;
}

function saysSomething(value: object): boolean {
  return (
    !(value instanceof WrittenNumber) && (Array.isArray(value) || Object.keys(value).length > 0)
  );
}

function fits(
  root: JsonSchema,
  schemas: readonly unknown[],
  value: unknown,
  depth: number,
): boolean {
  if (depth > maxDepth || schemas.length === 0) return true;
  if (value === null) return depth > 0;
  const place = describe(root, schemas);
  if (place.wantsAny) return true;
  if (Array.isArray(value)) {
    if (!place.wantsList) return false;
    const items = listItemSchemas(place.all);
    return value.every((item) => fits(root, items, item, depth + 1));
  }
  if (isSchemaObject(value) && !(value instanceof WrittenNumber)) {
    if (!place.wantsObject) return false;
    const names = Object.keys(value);
    if (names.length > 0 && !hasKnownName(place, value) && !isMap(place)) return false;
    return (
      meetsRequired(root, schemas, value, 0) &&
      names.every((name) => fits(root, propertySchemas(place, name), value[name], depth + 1))
    );
  }
  return place.wantsText || place.wantsNumber || listTypes(place.all).includes('boolean');
}

/** Whether the object has what all schemas of a place require, and one alternative of each choice. */
function meetsRequired(
  root: JsonSchema,
  schemas: readonly unknown[],
  value: SchemaObject,
  depth: number,
): boolean {
  if (depth > maxDepth) return true;
  const meets = (schema: unknown): boolean =>
    listCertainSchemas(root, schema).every((certain) => {
      const required: unknown = certain['required'];
      const has =
        !Array.isArray(required) ||
        required.every((name) => typeof name !== 'string' || Object.hasOwn(value, name));
      const groups = [certain['anyOf'], certain['oneOf']].filter((group) => Array.isArray(group));
      return (
        has &&
        groups.every((group: readonly unknown[]) =>
          group.some((branch) => meetsRequired(root, [branch], value, depth + 1)),
        )
      );
    });
  return schemas.some(meets);
}

function hasKnownName(place: PlaceShape, value: SchemaObject): boolean {
  return Object.keys(value).some((name) =>
    place.all.some(
      ({ properties }) => isSchemaObject(properties) && Object.hasOwn(properties, name),
    ),
  );
}

/** Whether the place has objects of any names. */
function isMap({ all }: PlaceShape): boolean {
  return (
    all.some(
      (schema) =>
        isSchemaObject(schema['additionalProperties']) ||
        schema['additionalProperties'] === true ||
        schema['patternProperties'] !== undefined,
    ) || !all.some(({ properties }) => isSchemaObject(properties))
  );
}

function listNames({ all }: PlaceShape): readonly string[] {
  return [
    ...new Set(
      all.flatMap(({ properties }) => (isSchemaObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}

function propertySchemas({ all }: PlaceShape, name: string): readonly unknown[] {
  const own = all.flatMap(({ properties }) =>
    isSchemaObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  if (own.length > 0) return own;
  return all.flatMap(({ additionalProperties }) =>
    isSchemaObject(additionalProperties) ? [additionalProperties] : [],
  );
}

/** The number where one is wanted and holds its digits, else the text of its digits. */
function settleNumber({ source }: WrittenNumber, place?: PlaceShape): unknown {
  const value = Number(source);
  const isKept =
    Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  const isNumber = place === undefined || place.wantsNumber;
  return isNumber && isKept ? value : source;
}

/** Settles the numbers of a value of which the schema says nothing. */
export function settleNumbers(value: unknown): unknown {
  if (value instanceof WrittenNumber) return settleNumber(value);
  if (Array.isArray(value)) return value.map((item) => settleNumbers(item));
  if (!isSchemaObject(value)) return value;
  const settled = {};
  for (const [name, member] of Object.entries(value)) setOwn(settled, name, settleNumbers(member));
  return settled;
}
