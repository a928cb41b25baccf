import { toJsonPointer } from '../../runtime/plain-json.ts';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { nameWords, withWords, writtenThings } from '../lexicon/prompt-words.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';
import { asksProperties } from '../structure/list-name-values.ts';
import { areOfType, findListBlock, findListType } from './are-of-type.ts';
import { type FreeShapeInput, addCurrencies, extractProperties } from './extract-properties.ts';
import { linkWords } from '../structure/find-page-parts.ts';
import { indexHeadings } from '../analysis/heading-sections.ts';
import { findColumns, findWholeList } from './find-whole-list.ts';
import { findTableAround, hasColumn, listColumnNames, listHeadedTables } from './headed-tables.ts';
import { isBesideContent, isListNamed, isOfType } from './is-list-named.ts';
import { isSaidAround } from './is-said-around.ts';
import type { PromptReading } from './prompt/read-prompt.ts';
import {
  findNamed,
  isPluralOfOne,
  toFieldName,
  toProperties,
  toUsualSchema,
} from './usual-form.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** The list that is asked for; `null` where the page has one of which nothing says that it is this one. */
export function findAskedList(
  input: FreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | null | undefined {
  const properties =
    listName === undefined ? undefined : findProperties(input, facts, listName, terms);
  if (properties !== undefined) return properties;
  if (listName !== undefined && terms.length === 0) {
    // What a link leads to stands on another page.
    if (linkWords.has(listName)) return null;
    const list = findWholeList(input, facts, listName);
    return list === undefined ? undefined : addCurrencies(list, facts, input.reading);
  }
  const isUnknown = terms.some((term) => findNamed(toFieldName(term)) === undefined);
  const areTimes = terms.some((term) => isTimeColumn(term, facts));
  if (isUnknown || areTimes || (listName !== undefined && isHeader(listName, facts))) {
    const [first = ''] = terms;
    const isMany = listName !== undefined || terms.length > 1 || toSingular(first) !== first;
    const name = listName ?? (terms.length === 1 ? first : undefined);
    const columns = isMany ? findColumns(terms, name, facts) : undefined;
    if (columns !== undefined) return addCurrencies(columns, facts, input.reading);
  }
  // "Names, and what does it cost" are those of several things; a thing has one name.
  const arePlural =
    terms.some((term) => isPluralOfOne(term) && findNamed(term)?.name === 'title') ||
    (terms.some(isPluralOfOne) && terms.every((term) => isPluralOfOne(term) || isInvariable(term)));
  if (terms.length === 0 || (listName === undefined && !arePlural)) return undefined;
  const name = listName ?? (terms.length === 1 ? (terms[0] ?? '') : 'items');
  // "All headlines with links" are the headlines too.
  const noun = toFieldName(listName ?? '');
  const own =
    listName !== undefined && noun !== listName && findNamed(noun)?.name === 'title' ? [noun] : [];
  const asked = [...own, ...terms.map(toFieldName)];
  const read = (wanted: readonly string[]): ExtractStructureResult => {
    const items = { type: 'object', properties: toProperties(wanted, input.reading.language) };
    return extractProperties(input, facts, { [name]: { type: 'array', items } });
  };
  const fields = [...new Set(asked)];
  const plain = read(fields);
  const unsaid = findUnsaidName(input.prompt, listName, asked, facts);
  const whole =
    unsaid === undefined || fields.includes(unsaid) ? undefined : read([unsaid, ...fields]);
  const isNamed =
    unsaid !== undefined && whole !== undefined && isNamedBy(unsaid, whole, plain, name);
  // Amounts of things that nothing names are any of the page.
  if (whole !== undefined && !isNamed && fields.length === 1) return null;
  const result = isNamed ? whole : plain;
  if (result.sources.size === 0) return undefined;
  if (isBlank(result, name)) return null;
  // Things of which most have no price, where one is asked for, are others.
  if (lacksPrices(result, fields, name) && !areOfType('product', name, result, facts)) return null;
  if (listName !== undefined && !isListNamed(listName, result, facts)) return undefined;
  if (listName !== undefined) return result;
  // The page itself has pictures.
  const isImage = findNamed(toFieldName(name))?.kind === 'image';
  if (!areNamed(terms, result, facts) || areOtherPrices(input, terms, result, facts))
    return isImage || indexHeadings(facts).has(joinName(name)) ? undefined : null;
  return terms.length > 1 ? result : toPlainList(result, name);
}

/** The name of things that are asked for with what else they shall have: "all shoes with price" are the names of the shoes too. */
function findUnsaidName(
  prompt: string,
  listName: string | undefined,
  asked: readonly string[],
  facts: PageFacts,
): string | undefined {
  const words = splitWords(prompt.toLowerCase());
  if (listName === undefined || !words.some((word) => withWords.has(word))) return undefined;
  if (isHeader(listName, facts)) return toSingular(listName);
  const kinds = asked.map((field) => findNamed(field));
  const isNamed = kinds.some((named) => named?.name === 'title');
  // A review is known by who wrote it.
  const isSigned = writtenThings.has(listName) && kinds.some((named) => named?.kind === 'persons');
  return isNamed || isSigned ? undefined : 'name';
}

const minNamed = 0.5;

/** Whether most things of a list have this field, and have what else was found without it: flights have no names. */
function isNamedBy(
  field: string,
  { value, sources }: ExtractStructureResult,
  others: ExtractStructureResult,
  name: string,
): boolean {
  const records = isSchemaObject(value) ? value[name] : undefined;
  if (!Array.isArray(records)) return false;
  const named = [...sources.keys()].filter((path) => path.endsWith(`/${field}`)).length;
  const found = sources.size - named;
  return named >= records.length * minNamed && found > 0 && found >= others.sources.size * minNamed;
}

/** What the page states of a thing as names with values, where that is asked for: "all specifications". */
function findProperties(
  input: FreeShapeInput,
  facts: PageFacts,
  listName: string,
  terms: readonly string[],
): ExtractStructureResult | undefined {
  const isAsked = asksProperties(listName) && terms.every((term) => propertyTerms.has(term));
  if (!isAsked) return undefined;
  const properties = { name: { type: 'string' }, value: { type: 'string' } };
  const items = { type: 'object', properties };
  const result = extractProperties(input, facts, { [listName]: { type: 'array', items } });
  return result.sources.size === 0 ? undefined : result;
}

const propertyTerms: ReadonlySet<string> = toWordSet('name value names values');

/** Whether the things of a list have nothing in one of the fields, as pictures without a text have no title. */
function isBlank({ value }: ExtractStructureResult, name: string): boolean {
  const records = isSchemaObject(value) ? value[name] : undefined;
  if (!Array.isArray(records)) return false;
  const [first] = records;
  const fields = isSchemaObject(first) ? Object.keys(first) : [];
  return fields.some((field) =>
    records.every((record) => isSchemaObject(record) && record[field] === ''),
  );
}

function lacksPrices(
  { sources, value }: ExtractStructureResult,
  fields: readonly string[],
  name: string,
): boolean {
  const price = fields.find((field) => findNamed(field)?.kind === 'money');
  if (price === undefined) return false;
  const priced = [...sources.keys()].filter((pointer) => pointer.endsWith(`/${price}`));
  const records = isSchemaObject(value) ? value[name] : undefined;
  return Array.isArray(records) && priced.length <= records.length / 2;
}

/** Whether the page says what the values of a list are: a column of their table, else what stands around single ones. */
function areNamed(
  terms: readonly string[],
  result: ExtractStructureResult,
  facts: PageFacts,
): boolean {
  const [first] = result.sources.values();
  const table = first === undefined ? undefined : findTableAround(first, listHeadedTables(facts));
  if (table !== undefined) return terms.some((term) => hasColumn(table, term));
  const [term = '', another] = terms;
  if (another !== undefined) return true;
  const kind = findNamed(toFieldName(term))?.kind;
  if (kind !== undefined && mainKinds.has(kind)) return isMainList(result, facts);
  const block = findListBlock(result, facts.page);
  if ((block !== undefined && isBesideContent(block, facts)) || isOneText(term, result))
    return false;
  if (kind !== 'title') return isSaidAround(term, result.sources, facts);
  // Each list has titles: those of products are names, those of a page's sections are not.
  const [owner = '', ...rest] = term.split('_');
  const type = rest.length === 0 ? undefined : findListType(owner);
  if (type !== undefined) return isOfType(type, owner, term, result, facts);
  if (areOfType('product', term, result, facts)) return true;
  return nameWords.has(term)
    ? isSaidAround(term, result.sources, facts)
    : areOfType('article', term, result, facts);
}

/** Whether amounts alone are none of money, or those of other things than the one that the page has a price of. */
function areOtherPrices(
  input: FreeShapeInput,
  [term = '', another]: readonly string[],
  { value }: ExtractStructureResult,
  facts: PageFacts,
): boolean {
  const field = toFieldName(term);
  if (another !== undefined || findNamed(field)?.kind !== 'money') return false;
  const records = (isSchemaObject(value) ? value[term] : undefined) ?? [];
  const rows = Array.isArray(records) ? records.filter(isSchemaObject) : [];
  if (rows.every((row) => row['currency'] === undefined)) return true;
  const own = extractProperties(input, facts, toProperties([field])).value;
  const price = isSchemaObject(own) ? own[field] : undefined;
  return price !== undefined && rows.every((row) => row[field] !== price);
}

/** Kinds of which every page has lists beside its content. */
const mainKinds: ReadonlySet<string> = new Set(['date', 'url', 'image']);

const minThings = 3;

/** Whether several things all have the same text, as their buttons do. */
function isOneText(term: string, { value }: ExtractStructureResult): boolean {
  const records = isSchemaObject(value) ? value[term] : undefined;
  if (!Array.isArray(records) || records.length < minThings) return false;
  const field = toFieldName(term);
  const texts = records.map((record) => (isSchemaObject(record) ? record[field] : undefined));
  return texts.every((text) => typeof text === 'string' && text === texts[0]);
}

/** Whether a list is what the page is there for, or in it, and does not stand beside it: the dates of other articles. */
function isMainList(result: ExtractStructureResult, { page }: PageFacts): boolean {
  const block = findListBlock(result, page);
  return [...findMainContent(page.reading)].some((node) => {
    const main = page.elementOf(node);
    return main !== undefined && block !== undefined && (holds(block, main) || holds(main, block));
  });
}

function holds(outer: IndexedElement, inner: IndexedElement): boolean {
  return outer.position <= inner.position && inner.end <= outer.end;
}

/** Whether a table has a column of this name, singular or plural: that is asked for as well. */
function isHeader(name: string, facts: PageFacts): boolean {
  const names = listColumnNames(facts);
  const key = joinName(name);
  return names.has(key) || names.has(joinName(toSingular(name)));
}

/** Whether a name for lengths of time is that of a column, which may have times of day as well. */
function isTimeColumn(term: string, facts: PageFacts): boolean {
  return findNamed(toFieldName(term))?.kind === 'duration' && isHeader(term, facts);
}

/** Whether a name of which a thing has one is the same in the plural: the French `prix`. */
function isInvariable(term: string): boolean {
  return (
    /[sxz]$/.test(term) && findNamed(term) !== undefined && toUsualSchema(term)['type'] !== 'array'
  );
}

/** A list of records with one field each, as a list of values. */
function toPlainList(result: ExtractStructureResult, name: string): ExtractStructureResult {
  const field = toFieldName(name);
  const records = (result.value as Readonly<Record<string, readonly Record<string, unknown>[]>>)[
    name
  ];
  const sources = new Map<string, ValueSource>();
  const values: unknown[] = [];
  (records ?? []).forEach((record, at) => {
    if (record[field] === undefined) return;
    const source = result.sources.get(toJsonPointer([name, at, field]));
    if (source !== undefined) sources.set(toJsonPointer([name, values.length]), source);
    values.push(record[field]);
  });
  const [first] = records ?? [];
  const currency = first?.['currency'];
  const value = currency === undefined ? { [name]: values } : { [name]: values, currency };
  return { ...result, value, sources };
}
