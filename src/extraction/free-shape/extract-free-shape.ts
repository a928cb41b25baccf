import type { AnyNode } from 'domhandler';
import type { DetailLevel, JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import { type PageFacts, analysePage } from '../analysis/analyse-page.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import {
  type ExtractStructureResult,
  extractStructure,
  findMainLack,
} from '../structure/extract-structure.ts';
import {
  findColumns,
  findTableAround,
  findWholeList,
  isListNamed,
  isOfType,
  listHeadedTables,
  listHeadingsAbove,
} from './find-whole-list.ts';
import type { Region } from '../tables/column.ts';
import { type PromptReading, listPhrases, readPrompt } from './read-prompt.ts';
import { findNamed, toUsualSchema, toProperties } from './usual-form.ts';
import { addCurrencies } from './add-currencies.ts';
import { nameWords, writtenThings } from '../lexicon/prompt-words.ts';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import { areOfType, findListBlock, findListType, isAbout } from './are-of-type.ts';
import { createKnownWords } from './known-words.ts';
import { describePage } from './describe-page.ts';
import { findPageParts, linkWords } from './find-page-parts.ts';
import { type Section, indexHeadings, findSection, findBody } from './find-section.ts';

interface ExtractFreeShapeInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly detailLevel: DetailLevel;
}

/** What a page says to a prompt without a schema. */
export interface FreeShapeResult extends ExtractStructureResult {
  readonly unmatched: readonly string[];
  /** Why only a model can answer, as the rest of a sentence; `undefined` where there is a value. */
  readonly needsModel: string | undefined;
}

/** An object of what the prompt names and the page states, or the reason why only a model can answer. */
export function extractFreeShape(input: ExtractFreeShapeInput): FreeShapeResult {
  const facts = analysePage(input.reading, new Set());
  const known = createKnownWords(facts, input.reading, listPhrases(input.prompt));
  const prompt = readPrompt(input.prompt, known);
  if (prompt.thought !== undefined) {
    return refuse(`the prompt asks for more than a page states ("${prompt.thought}")`);
  }
  const parts = prompt.counts ? undefined : findPageParts(input.prompt, facts);
  if (parts !== undefined) return { ...parts, unmatched: [], needsModel: undefined };
  const list = prompt.isListNarrowed ? null : findList(input, facts, prompt);
  const result =
    list === null
      ? undefined
      : (list ??
        (prompt.isListGeneral && !prompt.asksEvery
          ? findFields(input, facts, prompt)
          : undefined) ??
        findNamedColumns(input, facts, prompt) ??
        findDescription(input, facts, prompt));
  if (result === undefined) {
    const listed = prompt.listName === undefined ? [] : [prompt.listName];
    const names = [...prompt.terms, ...listed, ...prompt.open].map(
      (name) => `"${name.replaceAll('_', ' ')}"`,
    );
    return refuse(
      names.length === 0
        ? prompt.asksPart && prompt.namesSubject
          ? 'the prompt asks a question about what the page is about, and names nothing that a page could state'
          : 'the prompt names nothing that a page could state'
        : `the page states nothing under ${names.slice(0, maxNamed).join(', ')}`,
    );
  }
  const lack = findMainLack(result);
  if (lack !== undefined) return refuse(lack);
  const several = result.missing.find(({ shown }) => shown !== undefined);
  if (result.sources.size === 0 && several !== undefined) {
    const name = several.pointer.slice(1).replaceAll('_', ' ');
    return refuse(
      `the page itself has no "${name}", it shows ${several.shown} things that have one each (without a model, ask for a list: "all items")`,
    );
  }
  if (prompt.counts && (prompt.terms.length === 0 || !holdsNumber(result.value))) {
    return refuse('the prompt asks for a number of things, and the page states none');
  }
  const counted = prompt.counts ? undefined : findCounted(prompt, result);
  if (counted !== undefined)
    return refuse(
      `the page states how many ${counted} there are, and not under that name what they say (ask for "number of ${counted}", or "all ${counted}")`,
    );
  if (prompt.answer !== undefined && !answers[prompt.answer](result.value))
    return refuse(`the page states no ${prompt.answer} under what the prompt names`);
  return { ...result, unmatched: prompt.open, needsModel: undefined };
}

/** The only name of a prompt, where it is one of what people write and the page has a number of them under it. */
function findCounted(
  { terms }: PromptReading,
  { value }: ExtractStructureResult,
): string | undefined {
  const [term, another] = terms;
  if (term === undefined || another !== undefined || !writtenThings.has(term)) return undefined;
  const found = isSchemaObject(value) ? value[term] : undefined;
  const isNumber =
    typeof found === 'number' || (typeof found === 'string' && /^\P{L}+\p{L}?$/u.test(found));
  return isNumber ? term : undefined;
}

/** What an answer has in one of its values: letters without digits, or hours and minutes. */
const answers: Readonly<Record<'name' | 'time', (value: unknown) => boolean>> = {
  name: (value) => listTexts(value).some((text) => /^\P{N}*\p{L}\P{N}*$/u.test(text)),
  time: (value) =>
    listTexts(value).some((text) =>
      /\d[:.h]\d{2}(?!\d)|\d\s?[ap]\.?m\b|\bnoon|\bmidnight/i.test(text),
    ),
};

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key.endsWith('currency') ? [] : listTexts(inner),
  );
}

const maxNamed = 10;

const noResult = { value: undefined, sources: new Map(), missing: [], cuts: [] };

function refuse(needsModel: string): FreeShapeResult {
  return { ...noResult, unmatched: [], needsModel };
}

/** The list that is asked for; `null` where the page has one of which nothing says that it is this one. */
function findList(
  input: ExtractFreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | null | undefined {
  if (listName !== undefined && terms.length === 0) {
    // What a link leads to stands on another page.
    if (linkWords.has(listName)) return null;
    const list = findWholeList(input, facts, listName);
    return list === undefined ? undefined : addCurrencies(list, facts, input.reading);
  }
  const isUnknown = terms.some((term) => findNamed(toFieldName(term)) === undefined);
  if (isUnknown || (listName !== undefined && isHeader(listName, facts))) {
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
  const fields = [...new Set([...own, ...terms.map(toFieldName)])];
  const items = { type: 'object', properties: toProperties(fields) };
  const result = extract(input, facts, { [name]: { type: 'array', items } });
  if (result.sources.size === 0) return undefined;
  if (isBlank(result, name)) return null;
  // Things of which most have no price, where one is asked for, are others.
  if (lacksPrices(result, fields, name) && !areOfType('product', name, result, facts)) return null;
  if (listName !== undefined && !isListNamed(listName, result, facts)) return undefined;
  if (listName !== undefined) return result;
  if (!areNamed(terms, result, facts))
    return indexHeadings(facts).has(joinName(name)) ? undefined : null;
  return terms.length > 1 ? result : toPlainList(result, name);
}

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
  if (kind === 'date') return isMainList(result, facts);
  if (kind !== 'title') return isSaidAround(term, result, facts);
  // Each list has titles: those of products are names, those of a page's sections are not.
  const [owner = '', ...rest] = term.split('_');
  const type = rest.length === 0 ? undefined : findListType(owner);
  if (type !== undefined) return isOfType(type, owner, term, result, facts);
  if (areOfType('product', term, result, facts)) return true;
  return nameWords.has(term)
    ? isSaidAround(term, result, facts)
    : areOfType('article', term, result, facts);
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

/** Whether a table has a column of this name, or of another one for the same. */
function hasColumn({ columns }: Region, term: string): boolean {
  const concept = findNamed(toFieldName(term));
  return columns.some(
    ({ header }) =>
      toKey(header) === toKey(term) || (concept !== undefined && findNamed(header) === concept),
  );
}

function toKey(name: string): string {
  return splitWords(name).map(toSingular).join('');
}

const formless: ReadonlySet<string> = new Set([
  'text',
  'organization',
  'code',
  'keywords',
  'ingredients',
  'steps',
]);
/** Elements from a value outwards whose class may say what it is. */
const maxAround = 3;

/** Whether classes or headings say what values are; those of a form of their own, such as dates, say it themselves. */
function isSaidAround(
  term: string,
  { sources }: ExtractStructureResult,
  { page }: PageFacts,
): boolean {
  const concept = findNamed(toFieldName(term));
  const isName = nameWords.has(term);
  if (concept === undefined || !(formless.has(concept.kind) || isName)) return true;
  const names = isName
    ? nameWords
    : new Set([...concept.names, ...concept.tokens, ...concept.labels]);
  const isNamed = (words: Iterable<string>): boolean =>
    Array.from(words).some((word) => names.has(word) || names.has(toSingular(word)));
  const isSaid = (source: ValueSource): boolean => {
    if (source.attribute !== undefined || source.pointer !== undefined) return true;
    const element = page.elementOf(source.node);
    // The name of a value is no name.
    if (element === undefined || (isName && element.node.name === 'dt')) return false;
    return (
      page.around(element, maxAround).some((around) => isNamed(page.tokensOf(around))) ||
      listHeadingsAbove(page, source).some((heading) =>
        isNamed(splitWords(page.lineOf(heading, maxHeadingLength))),
      )
    );
  };
  return [...sources.values()].every(isSaid);
}

const maxHeadingLength = 100;

/** Whether a table has a column of this name, singular or plural: that is asked for as well. */
function isHeader(name: string, facts: PageFacts): boolean {
  const names = listColumnNames(facts);
  const key = joinName(name);
  return names.has(key) || names.has(joinName(toSingular(name)));
}

/** Whether a name is the plural of a name of which a thing has one: `prices`, not `ingredients`. */
function isPluralOfOne(term: string): boolean {
  return toFieldName(term) !== term && toUsualSchema(term)['type'] !== 'array';
}

/** The columns of a table whose headers are all of several names: "date and place". */
function findNamedColumns(
  { reading }: ExtractFreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | undefined {
  const columns =
    listName === undefined && terms.length > 1 ? findColumns(terms, undefined, facts) : undefined;
  return columns === undefined ? undefined : addCurrencies(columns, facts, reading);
}

/** Whether a name of which a thing has one is the same in the plural: the French `prix`. */
function isInvariable(term: string): boolean {
  return (
    /[sxz]$/.test(term) && findNamed(term) !== undefined && toUsualSchema(term)['type'] !== 'array'
  );
}

/** `product_names` → `product_name`; what is no plural of a known name stays as it is. */
function toFieldName(term: string): string {
  const words = term.split('_');
  const singular = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('_');
  return findNamed(singular) === undefined ? term : singular;
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

/** The fields that the prompt names: values, else what stands below a heading of that name. */
function findFields(
  input: ExtractFreeShapeInput,
  facts: PageFacts,
  { terms }: PromptReading,
): ExtractStructureResult | undefined {
  const columns = listColumnNames(facts);
  const named = terms.filter((term) => !isColumnAlone(term, columns, facts));
  if (named.length === 0) return undefined;
  const found = extract(input, facts, toProperties(named));
  const value = new Map(Object.entries(found.value as Readonly<Record<string, unknown>>));
  const sources = new Map(found.sources);
  const lost = [
    ...dropRowNames(named, value, sources, facts),
    ...dropOwnNames(input.prompt, named, value, sources, facts),
    ...dropUnsaid(input, named, value, sources, facts),
  ];
  const headings = indexHeadings(facts);
  for (const term of terms) {
    const heading = headings.get(joinName(term));
    const isBody = !value.has(term) && findNamed(term)?.name === 'publisherBody';
    const section =
      heading !== undefined
        ? findSection(facts.page, heading)
        : isBody
          ? findBody(facts)
          : undefined;
    if (section === undefined) continue;
    if (value.has(term) && !isPart(term, value.get(term), section)) continue;
    value.set(term, section.value);
    sources.set(toJsonPointer([term]), section.source);
  }
  const missing = [...found.missing, ...lost].filter(({ pointer }) => !sources.has(pointer));
  if (sources.size === 0 && missing.every(({ shown }) => shown === undefined)) return undefined;
  return { value: Object.fromEntries(value), sources, missing, cuts: found.cuts };
}

/** Whether a name is that of a table's column, of which each row has a value, and no label of the page. */
function isColumnAlone(term: string, columns: ReadonlySet<string>, facts: PageFacts): boolean {
  const words = term.split('_');
  const name = joinName(term);
  const singular = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
  const isColumn = columns.has(name) || columns.has(joinName(singular));
  if (!isColumn || findNamed(term) !== undefined) return false;
  const pairs = facts.pairs.get(foldLabel(term.replaceAll('_', ' '))) ?? [];
  return pairs.every(({ value }) => columns.has(joinName(value)));
}

function listColumnNames(facts: PageFacts): ReadonlySet<string> {
  return new Set(
    listHeadedTables(facts).flatMap(({ columns }) => columns.map(({ header }) => joinName(header))),
  );
}

/** Takes out what stands beside the name of a row that has several values: the first of them is not what the name asks for. */
function dropRowNames(
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  const regions = listHeadedTables(facts).filter(({ columns }) => columns.length > 2);
  const tables = new Set<AnyNode>(regions.map(({ element }) => element.node));
  if (tables.size === 0) return [];
  return names.flatMap((name) => {
    const pointer = toJsonPointer([name]);
    let node: AnyNode | null = sources.get(pointer)?.node ?? null;
    while (node !== null && !tables.has(node)) node = node.parent;
    const table = regions.find(({ element }) => element.node === node);
    if (table === undefined || (findNamed(name) !== undefined && !hasColumn(table, name)))
      return [];
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/** Takes out the rest of a name that is asked for (nutrition *facts*), and, of several things, what the page itself has. */
function dropOwnNames(
  prompt: string,
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  const heading = joinName(facts.heading);
  return names.flatMap((name) => {
    const found = value.get(name);
    if (typeof found !== 'string') return [];
    const pointer = toJsonPointer([name]);
    const isAsked = prompt
      .toLowerCase()
      .includes(`${name.replaceAll('_', ' ')} ${found.toLowerCase()}`);
    const kind = findNamed(toFieldName(name))?.kind;
    const isOfPage =
      isPluralOfOne(name) &&
      (joinName(found) === heading ||
        kind === 'url' ||
        kind === 'title' ||
        kind === 'date' ||
        sources.get(pointer)?.node === facts.page.elements[0]?.node);
    if (!isAsked && !isOfPage) return [];
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/** Takes out what nothing calls so: the name of a product on a page about none, any list as ingredients, a menu as a company. */
function dropUnsaid(
  input: ExtractFreeShapeInput,
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  return names.flatMap((name) => {
    const pointer = toJsonPointer([name]);
    const { kind } = findNamed(name) ?? {};
    const [owner = '', ...rest] = name.split('_');
    const type = rest.length > 0 && kind === 'title' ? findListType(owner) : undefined;
    const own = new Map(
      [...sources].filter(([at]) => at === pointer || at.startsWith(`${pointer}/`)),
    );
    if (own.size === 0) return [];
    const isSaid =
      (type === undefined ||
        (type === 'product' ? sellsOne(input, facts) : isAbout(type, facts))) &&
      (kind !== 'organization' || ![...own.values()].some((source) => isInMenu(source, facts))) &&
      ((kind !== 'ingredients' && kind !== 'steps') ||
        isSaidAround(name, { ...noResult, sources: own }, facts) ||
        isSaidBefore(name, own, facts));
    if (isSaid) return [];
    value.delete(name);
    for (const at of own.keys()) sources.delete(at);
    return [{ pointer, required: false }];
  });
}

/** Whether the line before a list names it, as one in bold does. */
function isSaidBefore(
  name: string,
  sources: ReadonlyMap<string, ValueSource>,
  { page }: PageFacts,
): boolean {
  const block = findListBlock({ sources }, page);
  const { names = [], labels = [] } = findNamed(name) ?? {};
  const words = new Set([...names, ...labels]);
  const before = page.text.slice(0, block?.textStart).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.length <= maxHeadingLength && splitWords(line).some((word) => words.has(word));
}

/** Whether the page is about one product: its data says so, or it has one price of its own, and does not show several. */
function sellsOne(input: ExtractFreeShapeInput, facts: PageFacts): boolean {
  const { sources, missing } = extract(input, facts, toProperties(['price']));
  if (missing.some(({ shown }) => shown !== undefined)) return false;
  const price = sources.get('/price');
  const isOnly = price !== undefined && (price.certainty?.rivals ?? []).length === 0;
  return isOnly || isAbout('product', facts);
}

/** Whether a value is one of a menu's links, or all of them. */
function isInMenu({ node, attribute, pointer }: ValueSource, { page, zones }: PageFacts): boolean {
  const element = page.elementOf(node);
  if (element === undefined || attribute !== undefined || pointer !== undefined) return false;
  const links = page.elements
    .slice(element.position, element.end)
    .filter(({ node: { name } }) => name === 'a');
  return links.length > 1 || (links.length === 1 && zones.isAside(element));
}

/** Whether a value is the first block below a heading of which the section has more; known fields have one value. */
function isPart(term: string, value: unknown, section: Section): boolean {
  return (
    findNamed(term) === undefined &&
    typeof value === 'string' &&
    foldText([section.value].flat().join('\n')).startsWith(foldText(value))
  );
}

function extract(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  properties: Readonly<Record<string, JsonSchema>>,
): ExtractStructureResult {
  const schema = { type: 'object', properties };
  return addCurrencies(extractStructure({ reading, prompt, schema, detailLevel }), facts, reading);
}

/** What the page mainly says, where the prompt asks for all of it, or names what the page is about. */
function findDescription(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  { asksWhole, namesSubject, asksPart, decides, terms, open }: PromptReading,
): ExtractStructureResult | undefined {
  const namesOnlySubject =
    namesSubject && !asksPart && !decides && terms.length === 0 && open.length === 0;
  if (!asksWhole && !namesOnlySubject) return undefined;
  return addCurrencies(describePage(reading, facts, prompt, detailLevel), facts, reading);
}

function holdsNumber(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  return Object.values(value).some(
    (item) => typeof item === 'number' || (typeof item === 'string' && /^[\d.,\s]+$/.test(item)),
  );
}
