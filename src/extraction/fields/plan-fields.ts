import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import {
  type JsonType,
  type SchemaField,
  listApplicableSchemas,
  listItemSchemas,
  listSchemaFields,
  listTypes,
} from '../schema/list-schema-fields.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { type Concept, type ValueKind, chooseLabels, isNutrient } from '../lexicon/concept.ts';
import { type Meaning, dropTimeUnit, findMeaning } from '../lexicon/find-concept.ts';
import { labelsOfStock, parseAvailabilityName } from '../values/parse-availability.ts';
import {
  type AskedUnits,
  asksForPercent,
  dropCurrency,
  dropMeasureUnit,
  findAskedUnits,
} from '../values/stated-unit.ts';
import { type Fits, toConstraints } from './schema-constraints.ts';
import { toWordSet } from '../../runtime/collections.ts';

type FieldShape = 'scalar' | 'list' | 'object' | 'records';

/** A field of the schema with the names and labels by which its value is searched. */
export interface FieldPlan {
  readonly name: string;
  readonly shape: FieldShape;
  readonly kind: ValueKind | 'enum' | 'boolean';
  readonly concept: Concept | undefined;
  /** What the name says that it is a field of; without words it is one of what the page is about. */
  readonly subject: readonly string[];
  readonly types: readonly JsonType[];
  readonly format: string | undefined;
  readonly enumMembers: readonly unknown[];
  readonly required: boolean;
  /** Whether `null` may stand for a value that the page does not give. */
  readonly nullable: boolean;
  readonly description: string;
  /** The units and currencies that its name and description ask for. */
  readonly asked: AskedUnits;
  readonly keys: readonly string[];
  readonly metas: readonly string[];
  readonly labels: ReadonlySet<string>;
  /** Sets of class words, each of which marks the value. */
  readonly tokens: readonly (readonly string[])[];
  readonly children: readonly FieldPlan[];
  /** The same field as one of the thing that its object is called: `value` of `price` is the price, `name` of `seller` the seller. */
  readonly asPart?: FieldPlan | undefined;
  /** What the values of an object without named fields may be, where it takes any names: `additionalProperties`. */
  readonly entryTypes?: readonly JsonType[] | undefined;
  /** Whether the schema allows a value, or an item of the list; `undefined` where it asks for nothing but a type. */
  readonly fits: Fits | undefined;
}

export interface ExtractionPlan {
  readonly shape: FieldShape;
  readonly children: readonly FieldPlan[];
  /** Set when the schema is one value or a list of plain values. */
  readonly root: FieldPlan | undefined;
}

/** Words of class names that say how a page is laid out, in any field's place. */
const layoutWords: ReadonlySet<string> = toWordSet('section seccion sección sezione secao');

/** Kinds of which a page has a value of its own, whatever it lists. */
export const pageKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'title',
  'url',
  'image',
  'language',
  'currency',
  'body',
] as const);
/** Most words of a description that is used as a label; longer ones are explanations. */
const maxLabelWords = 4;

/** Returns the plan for a schema; the prompt names the value of a schema without properties. `language` is the page's. */
export function planFields(schema: JsonSchema, prompt: string, language?: string): ExtractionPlan {
  const fields = listSchemaFields(schema);
  const rootSchemas = listApplicableSchemas(schema, schema);
  const rootTypes = listTypes(rootSchemas);
  if (fields.length > 0) {
    const isList = fields[0]?.arrayDepth !== 0;
    return {
      shape: isList ? 'records' : 'object',
      children: planChildren(fields, [], schema, language),
      root: undefined,
    };
  }
  const isList = rootTypes.includes('array');
  if (!isList && (rootTypes.includes('object') || rootTypes.length === 0)) {
    return { shape: 'object', children: [], root: undefined };
  }
  const items = listItemSchemas(rootSchemas).flatMap((item) => listApplicableSchemas(schema, item));
  const root = planField(
    {
      path: ['value'],
      name: promptNoun(prompt),
      title: undefined,
      description: undefined,
      types: rootTypes,
      itemTypes: listTypes(items),
      format: undefined,
      enumMembers: [],
      required: true,
      arrayDepth: 0,
      hasFields: false,
      schema,
    },
    [],
    schema,
    language,
  );
  return { shape: root.shape, children: [], root };
}

/** The last word of the first phrase: "all the product names of this page" → "names". */
function promptNoun(prompt: string): string {
  const phrase = prompt.split(/[.,;:!?\n]|\b(?:of|from|on|in|with|for)\b/i)[0] ?? '';
  return splitWords(phrase).at(-1) ?? 'value';
}

function planChildren(
  fields: readonly SchemaField[],
  path: readonly string[],
  root: JsonSchema,
  language: string | undefined,
): readonly FieldPlan[] {
  const depth = path.length;
  const plans = fields
    .filter(
      (field) =>
        field.path.length === depth + 1 && path.every((name, at) => field.path[at] === name),
    )
    .map((field) => planField(field, fields, root, language))
    .map((plan, _, all) => (isRole(plan, all) ? toRole(plan) : plan));
  // What a field beside the amounts allows is the currency of all of them.
  const [currency, another] = plans.filter(({ concept }) => concept?.name === 'currency');
  if (currency === undefined || another !== undefined || currency.enumMembers.length === 0)
    return plans;
  return plans.map((plan) =>
    plan.kind === 'money' && plan.asked.currencies.size === 0
      ? {
          ...plan,
          asked: findAskedUnits(plan.name, plan.description, currency.enumMembers),
        }
      : plan,
  );
}

/** Whether a field asks for the job of who another one names: one heading is not both. */
function isRole({ name }: FieldPlan, plans: readonly FieldPlan[]): boolean {
  return joinName(name) === 'jobtitle' && plans.some((plan) => joinName(plan.name) === 'name');
}

function toRole(plan: FieldPlan): FieldPlan {
  return {
    ...plan,
    kind: plan.kind === 'title' ? 'text' : plan.kind,
    concept: undefined,
    keys: ['jobTitle', plan.name],
    metas: [],
    labels: new Set(['job title', 'title', 'position', 'role']),
    tokens: [['job', 'title'], ['jobtitle'], ['position'], ['role']],
  };
}

/** A field of yes or no whose name says that there is stock asks whether the state is that one: `auf_lager`, `enStock`. */
function findStockMeaning(name: string, types: readonly JsonType[]): Meaning | undefined {
  if (!isBoolean(types) || parseAvailabilityName(name) !== 'InStock') return undefined;
  return findMeaning('availability');
}

/** What a name means whose end asks for a currency, or for the weight of a nutrient: `price_eur`, `protein_g`. */
function findMeaningBeforeUnit(name: string): Meaning | undefined {
  const words = splitWords(name);
  const amount = findMeaning(dropCurrency(words).join(' '));
  if (amount?.concept.kind === 'money') return amount;
  if (asksForPercent(name)) return undefined;
  const nutrient = findMeaning(dropMeasureUnit(words).join(' '));
  return nutrient !== undefined && isNutrient(nutrient.concept) ? nutrient : undefined;
}

/** Whether a description is the name of a field with more words: "Shipping cost" of `cost`. */
function addsWords(description: string, name: string): boolean {
  const words = splitWords(description);
  const own = splitWords(name);
  return own.length < words.length && own.every((word) => words.includes(word));
}

function isBoolean(types: readonly JsonType[]): boolean {
  return types.includes('boolean') && types.length === 1;
}

/** Whether a list asks for others than who publishes a text: its sources, the organizations that it names. */
function asksOthers(name: string, { concept }: Meaning, shape: FieldShape): boolean {
  return concept.name === 'publisher' && shape === 'list' && !splitWords(name).some(isPublisher);
}

function isPublisher(word: string): boolean {
  return toSingular(word) === 'publisher';
}

/** One field and, below it, its own fields. Recursion follows the schema, whose depth is limited. */
function planField(
  field: SchemaField,
  fields: readonly SchemaField[],
  root: JsonSchema,
  language: string | undefined,
): FieldPlan {
  const planned = field.hasFields ? planChildren(fields, field.path, root, language) : [];
  const childDepth = fields.find(
    (other) =>
      other.path.length === field.path.length + 1 &&
      field.path.every((name, at) => other.path[at] === name),
  )?.arrayDepth;
  const isArray = field.types.includes('array');
  const scalarTypes = field.types.filter(
    (type) => type !== 'null' && type !== 'array' && type !== 'object',
  );
  let shape: FieldShape = isArray && scalarTypes.length === 0 ? 'list' : 'scalar';
  if (planned.length > 0) shape = (childDepth ?? 0) > field.arrayDepth ? 'records' : 'object';
  const children =
    shape === 'object' ? planned.map((plan) => addPart(plan, field, root, language)) : planned;
  const types = (shape === 'list' ? field.itemTypes : scalarTypes).filter(
    (type) => type !== 'null',
  );
  const description = field.description ?? '';
  const said = isShort(description) ? description : undefined;
  const find = (name: string): Meaning | undefined =>
    findStockMeaning(name, types) ?? findMeaning(name, language) ?? findMeaningBeforeUnit(name);
  const own = [field.name, field.title, said]
    .map((name) => (name === undefined ? undefined : find(name)))
    .find((found) => found !== undefined && !asksOthers(field.name, found, shape));
  const narrowed = said !== undefined && addsWords(said, field.name) ? find(said) : undefined;
  // "First published" is the day that `published` is, and no year.
  const isNarrowed = own === undefined || narrowed?.concept.kind === own.concept.kind;
  const meaning = narrowed !== undefined && isNarrowed ? narrowed : own;
  const isOther = meaning !== undefined && isOfOther(meaning, field);
  const { concept, subject = [] } = isOther ? {} : (meaning ?? {});
  return {
    name: field.name,
    shape,
    kind:
      isOther && meaning.concept.kind === 'image'
        ? 'image'
        : chooseKind(concept, types, field, shape),
    concept,
    subject,
    types,
    format: field.format,
    enumMembers: field.enumMembers.filter((member) => member !== null),
    required: field.required,
    nullable: field.types.includes('null'),
    description,
    asked: findAskedUnits(field.name, description),
    keys: listKeys(field.name, concept, shape),
    metas: listMetas(field.name, concept),
    labels: labelsOf(field, types, concept, language),
    tokens: [
      ...(concept?.tokens ?? []).map((words) => words.split(' ')),
      // `time-minutes` beside `time-hours` is a part of the time.
      concept?.kind === 'duration' ? dropTimeUnit(splitWords(field.name)) : splitWords(field.name),
    ].filter((words) => words.some((word) => word !== '' && !layoutWords.has(word))),
    children,
    entryTypes:
      children.length === 0 && field.types.includes('object') && scalarTypes.length === 0
        ? findEntryTypes(field, root)
        : undefined,
    fits: children.length > 0 ? undefined : findConstraints(field, shape, root),
  };
}

/** The types of what an object holds under any name, where these are plain values. */
function findEntryTypes({ schema }: SchemaField, root: JsonSchema): FieldPlan['entryTypes'] {
  const entries = listApplicableSchemas(root, schema)
    .map((one) => one['additionalProperties'])
    .filter((one) => typeof one === 'object');
  const types = listTypes(entries.flatMap((one) => listApplicableSchemas(root, one)));
  return types.some((type) => entryTypes.has(type)) ? types : undefined;
}

const entryTypes: ReadonlySet<JsonType> = new Set(['string', 'number', 'integer'] as const);

/** Adds to a field of an object how it is searched where the object is a part of what the page is about. */
function addPart(
  plan: FieldPlan,
  { path, name: owner, arrayDepth }: SchemaField,
  root: JsonSchema,
  language: string | undefined,
): FieldPlan {
  const { name, shape, types, format, enumMembers, required, nullable } = plan;
  const asked = shape === 'scalar' ? findPartName(name, owner) : undefined;
  if (asked === undefined) return plan;
  const part = planField(
    {
      path: [...path, asked],
      name: asked,
      title: undefined,
      description: undefined,
      types: nullable ? [...types, 'null'] : types,
      itemTypes: [],
      format,
      enumMembers,
      required,
      arrayDepth,
      hasFields: false,
      schema: true,
    },
    [],
    root,
    language,
  );
  return { ...plan, asPart: { ...part, name, nullable, fits: plan.fits } };
}

const ownNames: ReadonlySet<string> = new Set(['value', 'amount']);
const scoreNames: ReadonlySet<string> = new Set(['value', 'average', 'score', 'stars', 'rate']);
const countNames: ReadonlySet<string> = new Set(['count', 'total', 'number', 'votes']);
/** Names for what somebody or something is called; a title may be that of a job. */
const ownTitles: ReadonlySet<string> = new Set(['name', 'fullname', 'displayname', 'legalname']);
const placeNames: ReadonlySet<string> = new Set(['url', 'src', 'href']);

/** What a field of an object is called without the object: its own value, or a count of its kind. */
function findPartName(name: string, owner: string): string | undefined {
  const word = joinName(name);
  const concept = findMeaning(owner)?.concept;
  if (concept?.name === 'rating') {
    if (scoreNames.has(word)) return owner;
    return countNames.has(word) ? 'ratingCount' : undefined;
  }
  // An amount of what is no amount itself is that of money.
  if (ownNames.has(word)) return word === 'value' || concept !== undefined ? owner : undefined;
  if (placeNames.has(word))
    return concept?.kind === 'image' || concept?.kind === 'url' ? owner : undefined;
  return ownTitles.has(word) && findMeaning(name)?.concept.kind === 'title' ? owner : undefined;
}

/**
 * Whether a field is one of another thing than what its object is about: the title of a review. What the records of a list are the page
 * says, and an object is what it is called.
 */
function isOfOther({ subject, isOther }: Meaning, { path, arrayDepth }: SchemaField): boolean {
  const owner = path.at(-2);
  const isOwn = owner !== undefined && splitWords(owner).some((word) => subject.includes(word));
  return isOther && arrayDepth === 0 && !isOwn;
}

/** Most words of a name that is read as a path; longer ones are sentences. */
const maxPathWords = 5;
/** The properties that a thing of its own has its address under, the page's first. */
const addressKeys: readonly string[] = ['url', 'contentUrl', 'embedUrl'];

/** Where data states the country of what it is about. */
const countryKeys: readonly string[] = [
  'addressCountry.name',
  'addressCountry',
  'address.addressCountry.name',
  'address.addressCountry',
  'jobLocation.address.addressCountry',
];
/** What data states fields under that no label or class of a page tells as well as their own name. */
const plainKeys: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['country', 'pays', 'país', 'pais', 'paese'].map((name) => [name, countryKeys] as const),
  ['salarycurrency', ['baseSalary.currency']],
  ['remote', ['jobLocationType']],
  ['isremote', ['jobLocationType']],
  ['variants', ['hasVariant', 'model']],
  ['variations', ['hasVariant', 'model']],
  ['relatedproducts', ['isRelatedTo', 'isSimilarTo']],
  ['similarproducts', ['isSimilarTo', 'isRelatedTo']],
]);

/** What data states offers and ratings under, whose properties of several words are called as no other's: `bestRating`. */
const ownerKeys: readonly string[] = ['aggregateRating', 'offers'];

/** The paths to properties of inner things that a name of several words may be: `author.jobTitle` of `authorJobTitle`. */
function listInnerPaths(name: string): readonly string[] {
  const words = splitWords(name).slice(0, maxPathWords);
  return words.slice(1).flatMap((_, at) => {
    const owner = words.slice(0, at + 1).join('');
    const inner = words.slice(at + 1).join('');
    return listInnerKeys(inner, words.length - at - 1).flatMap((key) => [
      `${owner}.${key}`,
      `offers.${owner}.${key}`,
    ]);
  });
}

/** What an inner thing may have the property of a name under; a name of several words is one of its own. */
function listInnerKeys(name: string, words: number): readonly string[] {
  if (words > 1) return [name];
  if (name === 'url' || name === 'link') return addressKeys;
  const keys = findMeaning(name)?.concept.keys ?? [];
  return [...new Set([...keys.filter((key) => lastPart(key) !== 'description'), name])];
}

/**
 * The properties that data states the field under. One that the field is called like comes first: its concept holds near ones, too
 * (`ratingCount` beside `reviewCount`, `manufacturer` beside `brand`). A name of one word that names the concept itself, or a title,
 * leaves the order of the properties, which is a measured one.
 */
function listKeys(
  name: string,
  concept: Concept | undefined,
  shape: FieldShape,
): readonly string[] {
  const keys = concept?.keys ?? [];
  const own =
    splitWords(name).length > 1 || isNear(name, concept)
      ? keys.filter((key) => joinName(lastPart(key.replace(/\.name$/, ''))) === joinName(name))
      : [];
  // Data calls a list as one of its items, and states the sizes of a product with each variant.
  const one = toSingular(name);
  const each = { list: [one, `hasVariant.${one}`], records: [one], scalar: [], object: [] }[shape];
  const inner =
    concept === undefined
      ? [
          ...(splitWords(name).length > 1 ? ownerKeys.map((key) => `${key}.${name}`) : []),
          ...listInnerPaths(name),
        ]
      : [];
  const plain = concept === undefined ? (plainKeys.get(joinName(name)) ?? []) : [];
  return [...new Set([...own, ...keys, name, ...plain, ...each, ...inner])];
}

/** The meta tags of the field, in the same order; days are called anything, and theirs is a measured one. */
function listMetas(name: string, concept: Concept | undefined): readonly string[] {
  if (concept === undefined) return [name.toLowerCase(), ...listCitationMetas(name)];
  if (concept.kind === 'date' || !isNear(name, concept)) return concept.metas;
  const one = toSingular(joinName(name));
  const own = concept.metas.filter((meta) => toSingular(lastPart(meta)) === one);
  return [...new Set([...own, ...concept.metas])];
}

/** What journals tell of an article by that name, as search engines for papers ask for it: `citation_doi`, `citation_journal_title`. */
function listCitationMetas(name: string): readonly string[] {
  const words = splitWords(name);
  const own = [...new Set([words.join('_'), words.join('')])].map((one) => `citation_${one}`);
  return [...own, ...own.map((meta) => `${meta}_title`)];
}

/** Whether a name is not that of its concept. */
function isNear(name: string, concept: Concept | undefined): boolean {
  return concept?.kind !== 'title' && joinName(name) !== concept?.name;
}

function lastPart(path: string): string {
  return path.replace(/^.*[.:-]/, '');
}

function findConstraints(
  { schema }: SchemaField,
  shape: FieldShape,
  root: JsonSchema,
): Fits | undefined {
  if (shape !== 'list') return toConstraints(root, schema);
  const items = listItemSchemas(listApplicableSchemas(root, schema));
  return items.length === 1 ? toConstraints(root, items[0]) : undefined;
}

/** Words for the end of something, in some languages. */
const isEnd = /^(?:end|fin|fim|slut|eind)/;
/** Labels of the first and the last day of something together. */
const spanLabels: readonly string[] = ['dates', 'termin', 'zeitraum', 'fechas'];

function labelsOf(
  field: SchemaField,
  types: readonly JsonType[],
  concept: Concept | undefined,
  language: string | undefined,
): ReadonlySet<string> {
  const words = splitWords(field.name);
  const labels = new Set([
    ...chooseLabels(concept?.labels ?? [], language),
    // A deadline is no end of what goes on from one day to another.
    ...(concept?.name === 'endDate' && words.some((word) => isEnd.test(word)) ? spanLabels : []),
    ...(concept?.kind === 'availability' && isBoolean(types) ? labelsOfStock : []),
    words.join(' '),
    words.map(toSingular).join(' '),
    foldLabel(field.name),
    ...listContracted(words.join(' ')),
  ]);
  if (field.title !== undefined) labels.add(foldLabel(field.title));
  if (field.description !== undefined && isShort(field.description))
    labels.add(foldLabel(field.description));
  // "Weight in kg" of `weightKg`.
  const unitless = [dropMeasureUnit(words), dropCurrency(words)].find(({ length }) => length > 0);
  if (unitless !== undefined) labels.add(`${unitless.join(' ')} in ${words.at(-1)}`);
  labels.delete('');
  return labels;
}

/** English words that two others are short for, in names without their apostrophe: "youll", "you ll", "you will". */
const contractions: readonly (readonly [RegExp, string, string])[] = [
  [/\b(you|we|they|it) ?(?:will|ll)\b/, 'll', ' will'],
  [/\b(you|we|they) ?(?:are|re)\b/, 're', ' are'],
  [/\b(what|who|where|here) ?(?:is|s)\b/, 's', ' is'],
];

/** A name of a field as headings write it: "what you'll learn" of `whatYouWillLearn`, "what's in the box" of `whatsInTheBox`. */
function listContracted(name: string): readonly string[] {
  return contractions.flatMap(([pattern, short, long]) =>
    pattern.test(name)
      ? [`$1'${short}`, `$1\u2019${short}`, `$1${long}`].map((form) => name.replace(pattern, form))
      : [],
  );
}

function isShort(text: string): boolean {
  return text !== '' && splitWords(text).length <= maxLabelWords;
}

function chooseKind(
  concept: Concept | undefined,
  types: readonly JsonType[],
  field: SchemaField,
  shape: FieldShape,
): FieldPlan['kind'] {
  const kind = concept?.kind;
  const isNumber =
    types.some((type) => type === 'number' || type === 'integer') && !types.includes('string');
  if (isBoolean(types)) return kind === 'availability' ? kind : 'boolean';
  if (field.enumMembers.some((member) => member !== null))
    return kind === 'availability' || kind === 'currency' ? kind : 'enum';
  if (isNumber) {
    if (kind !== undefined && ['money', 'duration', 'count', 'number', 'yield'].includes(kind))
      return kind;
    return /minut|hours|seconds|duration/i.test(field.description ?? '') ? 'duration' : 'number';
  }
  // What is listed as languages has names; the page has a code of its own.
  if (kind !== undefined)
    return shape === 'list' && (kind === 'text' || kind === 'language') ? 'keywords' : kind;
  if (field.format === 'date' || field.format === 'date-time') return 'date';
  if (field.format === 'duration') return 'duration';
  if (field.format === 'uri' || field.format === 'url' || field.format === 'uri-reference')
    return 'url';
  const last = splitWords(field.name).at(-1) ?? '';
  if (last === 'date' || last === 'dates') return 'date';
  if (last === 'url' || last === 'link' || last === 'urls' || last === 'links') return 'url';
  if (last === 'price' || last === 'cost') return 'money';
  if (last === 'time' && types.includes('number')) return 'duration';
  return shape === 'list' ? 'keywords' : 'text';
}
