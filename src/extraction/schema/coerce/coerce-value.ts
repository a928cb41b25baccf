import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import {
  type JsonType,
  type SchemaObject,
  isSchemaObject,
  jsonTypes,
  listCertainSchemas,
  typeOf,
} from '../list-schema-fields.ts';
import { getOrMake } from '../../../runtime/collections.ts';
import { setOwn, toJsonPointer } from '../../../runtime/plain-json.ts';
import { findOnlyNumber } from '../../values/numbers/find-only-number.ts';
import { findAskedUnits, toAskedUnit } from '../../values/stated-unit.ts';
import { findOnlyDate } from '../../values/dates/read-date.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { isFormatted } from '../parse/schema-formats.ts';
import { listMatching, weighMatching } from './match-patterns.ts';

/** Deeper values, and values beyond the step budget, are returned unchanged. */
const maxDepth = 64;
/** Most schemas examined; a result of 1,000 records with 20 fields takes about 50,000. */
const maxSteps = 100_000;
const maxKindChanges = 1_000;

interface CoercedValue {
  readonly value: unknown;
  /** Where a value of another kind was taken for a wanted one, which may not be what was meant; paths lead into `value`. */
  readonly kindChanges: readonly Issue[];
}

interface Place {
  readonly owner: Place | undefined;
  readonly segment: string | number;
}

const nothing = Symbol('nothing');

/**
 * Brings a value closer to a schema that `parseSchema` made, without a model and without guessing: the rules are in the
 * docs of `coerceScalar`, `findOnlyNumber` and `findOnlyDate`; beyond them, single values become lists of one where a
 * list is wanted (and the reverse), properties that a closed object does not have are dropped, and so are empty ones
 * that need not be there. A value that the schema already allows is never changed, and nothing is added. `source` is the page that
 * the value comes from, whose language and country tell what `1.299 €` and `05/06/2024` mean.
 */
export function coerceValue(
  schema: JsonSchema,
  value: unknown,
  source: NumberPlace = {},
): CoercedValue {
  const budget = createPlaceBudget(maxSteps);
  const kindChanges: { at: Place; message: string }[] = [];

  function coerce(
    schemas: readonly unknown[],
    current: unknown,
    at: Place,
    depth: number,
  ): unknown {
    if (depth > maxDepth || budget.steps <= 0) return current;
    const place = describePlace(schema, schemas, current, budget);
    if (place === undefined) return current;
    const fitting = place.allows(current) ? current : convert(place, current, at, depth);
    if (fitting === nothing) return nothing;
    // The type of the value decides which alternatives apply to it.
    const active = fitting === current ? place : describePlace(schema, schemas, fitting, budget);
    if (active === undefined) return fitting;
    if (Array.isArray(fitting)) return coerceItems(active, fitting, at, depth);
    if (isSchemaObject(fitting)) return coerceProperties(active, fitting, at, depth);
    return coercePlain(active, fitting, at);
  }

  function convert(place: PlaceDescription, current: unknown, at: Place, depth: number): unknown {
    if (Array.isArray(current)) {
      if (current.length !== 1) return current;
      const only: unknown = current[0];
      const isWanted = place.allows(only) || coerceScalar(place, only, source, at) !== only;
      if (!isWanted || place.types.has('array')) return current;
      report(at, 'was a list where a single value is wanted');
      return only;
    }
    if (isSchemaObject(current) && !place.types.has('object')) {
      return convertObject(place, current, at, depth);
    }
    const plain = coercePlain(place, current, at);
    if (plain !== current) return plain;
    if (isNothing(current) && !isState(place, current))
      return place.types.has('null') ? null : nothing;
    return place.types.has('array') ? toList(place, current, at, depth) : current;
  }

  /** An object where none is wanted: a list whose items are numbered, or one value under a name that says nothing of it. */
  function convertObject(
    place: PlaceDescription,
    current: SchemaObject,
    at: Place,
    depth: number,
  ): unknown {
    const names = Object.keys(current);
    if (place.types.has('array')) {
      const isNumbered = names.length > 0 && names.every((name, index) => name === String(index));
      if (!isNumbered) return toList(place, current, at, depth);
      report(at, 'was an object of numbered members where a list is wanted');
      return Object.values(current);
    }
    const [name, ...others] = names;
    if (name === undefined || others.length > 0) return current;
    const isLabel = at.owner === undefined || name === at.segment || labels.has(name.toLowerCase());
    const only = current[name];
    if (!isLabel || !isScalar(only) || only === null) return current;
    const plain = coerceScalar(place, only, source, at);
    if (!place.allows(plain)) return current;
    report(at, 'was an object where a single value is wanted');
    return plain;
  }

  function coercePlain(place: PlaceDescription, current: unknown, at: Place): unknown {
    const coerced = coerceScalar(place, current, source, at);
    if (typeof current === 'number' && typeof coerced === 'string') {
      report(at, 'was a number where a text is wanted');
    }
    return coerced;
  }

  function toList(place: PlaceDescription, current: unknown, at: Place, depth: number): unknown {
    const schemas = place.listItemSchemas(0);
    const items = describePlace(schema, schemas, current, budget);
    const known = kindChanges.length;
    report(at, 'was a single value where a list is wanted');
    if (items === undefined || items.allows(current)) return [current];
    const item = coerce(schemas, current, { owner: at, segment: 0 }, depth + 1);
    if (item !== nothing && items.allows(item)) return [item];
    kindChanges.length = known;
    return current;
  }

  function coerceItems(
    place: PlaceDescription,
    items: readonly unknown[],
    at: Place,
    depth: number,
  ): readonly unknown[] {
    const kept: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const known = kindChanges.length;
      const own = { owner: at, segment: kept.length };
      const coerced = coerce(place.listItemSchemas(index), item, own, depth + 1);
      if (coerced !== nothing) kept.push(coerced);
      else {
        kindChanges.length = known;
        // Positions have a meaning in a tuple: no item is dropped.
        if (place.isTuple) kept.push(item);
      }
    }
    return kept;
  }

  function coerceProperties(
    place: PlaceDescription,
    source: SchemaObject,
    at: Place,
    depth: number,
  ): SchemaObject {
    const result: SchemaObject = {};
    for (const [name, property] of Object.entries(source)) {
      if (!place.mayHave(name)) continue;
      const known = kindChanges.length;
      const schemas = place.listPropertySchemas(name);
      const coerced = coerce(schemas, property, { owner: at, segment: name }, depth + 1);
      if (coerced !== nothing) setOwn(result, name, coerced);
      else {
        kindChanges.length = known;
        if (place.mustHave(name)) setOwn(result, name, property);
      }
    }
    // An object of other names alone is another object: it is no empty one of the wanted kind.
    const isOther = !Object.keys(source).some((name) => place.mayHave(name));
    return isOther ? source : result;
  }

  function report(at: Place, message: string): void {
    // Only the first change of a place, since it names the original type: for `[5]` where a text is wanted, the list.
    if (kindChanges.length < maxKindChanges && kindChanges.at(-1)?.at !== at) {
      kindChanges.push({ at, message });
    }
  }

  const coerced = coerce([schema], value, { owner: undefined, segment: '' }, 0);
  if (coerced === nothing) return { value, kindChanges: [] };
  return {
    value: coerced,
    kindChanges: kindChanges.map(({ at, message }) => ({ path: toPointer(at), message })),
  };
}

function toPointer(place: Place): string {
  const segments: (string | number)[] = [];
  for (let at = place; at.owner !== undefined; at = at.owner) segments.unshift(at.segment);
  return toJsonPointer(segments);
}

/** Most characters of a text that is coerced; longer texts are prose. */
const maxScalarLength = 1_000;

/** What pages in other languages than English write in place of a value, in lower case. */
const noValueWords: readonly string[] =
  'nicht vorhanden|nicht angegeben|nicht bekannt|nicht zutreffend|keine angabe|keine angaben|k. a.|k.a.|k. a|n/v|unbekannt|keine|non renseigné|non renseignée|non précisé|non précisée|non communiqué|non spécifié|non disponible|non applicable|inconnu|inconnue|aucun|aucune|n.c.|no especificado|no indicado|no disponible|no aplica|sin datos|sin especificar|desconocido|ninguno|ninguna|non specificato|non indicato|non disponibile|sconosciuto|nessuno|nessuna|n.d.|n/d|não informado|não especificado|não disponível|não se aplica|desconhecido|nenhum|nenhuma|niet opgegeven|niet bekend|niet beschikbaar|onbekend|n.v.t.|nvt|n.n.b.|nie podano|nie dotyczy|brak danych|nieznany|ej angivet|ej angiven|okänd|ikke oppgitt|ikke angivet|ukendt|ukjent|ei ilmoitettu|tuntematon|neuvedeno|neznámý|не указано|не указан|неизвестно|нет данных|не вказано|belirtilmemiş|bilinmiyor|不明|記載なし|未知|暂无|未提供|정보 없음'.split(
    '|',
  );

/** What people and models write for a missing value, unless the schema allows the text itself. */
const nothingTexts: ReadonlySet<string> = new Set(
  '|-|–|—|?|n/a|na|n.a.|null|nil|none|undefined|unknown|missing|no data|tba|tbc|tbd'
    .split('|')
    .concat(
      [
        'applicable',
        'available',
        'found',
        'given',
        'known',
        'listed',
        'mentioned',
        'provided',
        'specified',
        'stated',
      ].map((word) => `not ${word}`),
      noValueWords,
    ),
);

/** Whether a text that mostly means "no value" may be the answer itself: of a yes or no, "not available" is as good as no. */
function isState({ types }: PlaceDescription, value: unknown): boolean {
  return (
    types.has('boolean') && !types.has('string') && /^\s*not available\s*$/i.test(String(value))
  );
}

/** Names of a member that only say that it is the value. */
const labels: ReadonlySet<string> = new Set([
  'value',
  '@value',
  'result',
  'answer',
  'output',
  'data',
  'content',
]);

/** Whether a value means "no value". */
export function isNothing(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    value.length <= maxScalarLength &&
    nothingTexts.has(value.trim().toLowerCase())
  );
}

/**
 * Returns a text, number or boolean in the type of the place, or unchanged if the conversion is ambiguous. Texts become
 * numbers and whole numbers (`findOnlyNumber`) in the unit that the property asks for (`toAskedUnit`), and booleans when they
 * say true, false, yes or no; `In stock` is not read. Numbers become texts. Texts lose surrounding white space and get the case
 * of the one `enum` member they match, and dates become ISO dates (`findOnlyDate`), where the text as it was is not allowed.
 */
function coerceScalar(
  place: PlaceDescription,
  value: unknown,
  source: NumberPlace,
  at: Place,
): unknown {
  if (typeof value === 'number') return coerceNumber(place, value);
  if (typeof value !== 'string' || value.length > maxScalarLength) return value;
  if (place.types.has('string')) return coerceText(place, value, source);
  const text = value.trim();
  const candidates = [
    place.types.has('number') || place.types.has('integer')
      ? readAmount(place, text, source, at)
      : undefined,
    place.types.has('boolean') ? booleans.get(text.toLowerCase()) : undefined,
  ];
  return (
    candidates.find((candidate) => candidate !== undefined && place.allows(candidate)) ?? value
  );
}

/** Characters of a name or a description that are looked through for a unit. */
const maxNamed = 200;

function readAmount(
  place: PlaceDescription,
  text: string,
  source: NumberPlace,
  at: Place,
): number | undefined {
  const wholeNumber = !place.types.has('number');
  // Looked for only where the text has more than a number.
  const asked = /[^\d\s.,+-]/.test(text)
    ? findAskedUnits(findName(at).slice(0, maxNamed), place.description.slice(0, maxNamed))
    : undefined;
  const context = { ...source, isMeasure: asked !== undefined && asked.dimensions.size > 0 };
  const read = findOnlyNumber(text, { ...context, wholeNumber });
  if (asked === undefined) return read;
  // A fraction of one unit may be a whole number of another: "1.2 kg" in grams.
  const exact = wholeNumber ? findOnlyNumber(text, { ...context, wholeNumber: false }) : read;
  const stated = exact ?? read;
  const fitting = stated === undefined ? undefined : toAskedUnit(asked, text, stated);
  if (fitting === stated) return read;
  return exact === undefined ? undefined : fitting;
}

/** The name of the property that a value belongs to; items of a list are those of the list's. */
function findName(at: Place): string {
  let place: Place | undefined = at;
  while (typeof place?.segment === 'number') place = place.owner;
  return place?.segment ?? '';
}

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, false: false, no: false }),
);

function coerceNumber(place: PlaceDescription, value: number): unknown {
  if (place.allows(value) || !place.types.has('string')) return value;
  const text = String(value);
  const member = place.members === undefined ? text : findMember(place.members, text);
  return member ?? value;
}

function coerceText(place: PlaceDescription, value: string, source: NumberPlace): string {
  if (place.members !== undefined) {
    return place.members.includes(value) ? value : (findMember(place.members, value) ?? value);
  }
  const { format } = place;
  if (format === undefined || isFormatted(format, value)) return value;
  const trimmed = value.trim();
  const isTime = format === 'date' || format === 'date-time';
  const date = isTime ? findOnlyDate(trimmed, source) : undefined;
  // Of a moment the day that it was written with, in its own offset.
  const candidates = [trimmed, format === 'date' ? date?.day : date?.moment];
  return (
    candidates.find((candidate) => candidate !== undefined && isFormatted(format, candidate)) ??
    value
  );
}

function findMember(members: readonly unknown[], text: string): string | undefined {
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

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
