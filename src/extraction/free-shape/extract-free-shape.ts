import type { AnyNode } from 'domhandler';
import type { DetailLevel, JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { readText } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { findAtPath, toJsonPointer } from '../../runtime/plain-json.ts';
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
  findWholeList,
  isListNamed,
  listHeadedTables,
  toRows,
} from './find-whole-list.ts';
import { type KnownWords, type PromptReading, readPrompt } from './read-prompt.ts';
import { isPlainWord, subjectTypes, thoughtWords } from '../lexicon/prompt-words.ts';
import {
  findCurrency,
  findNamed,
  findUsualKind,
  listCurrencyWords,
  toFormReader,
  toUsualSchema,
} from './usual-form.ts';
import { readTables } from '../tables/read-tables.ts';
import { findConceptByLabel, isConceptName } from '../lexicon/lexicon.ts';
import { cleanText, toText } from '../analysis/index-entities.ts';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import { keepNodes } from '../../page/tree/to-html.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

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
  const known = createKnownWords(facts, input.reading);
  const prompt = readPrompt(input.prompt, known);
  if (prompt.thought !== undefined) {
    return refuse(`the prompt asks for more than a page states ("${prompt.thought}")`);
  }
  const result = prompt.isListNarrowed
    ? undefined
    : (findList(input, facts, prompt) ??
      (prompt.isListGeneral ? findFields(input, facts, prompt) : undefined) ??
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
  return { ...result, unmatched: prompt.open, needsModel: undefined };
}

const maxNamed = 10;

function refuse(needsModel: string): FreeShapeResult {
  const nothing = { value: undefined, sources: new Map(), missing: [], cuts: [] };
  return { ...nothing, unmatched: [], needsModel };
}

function findList(
  input: ExtractFreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | undefined {
  if (listName !== undefined && terms.length === 0) {
    const list = findWholeList(input, facts, listName);
    return list === undefined ? undefined : addCurrencies(list, facts, input.reading);
  }
  if (terms.some((term) => findNamed(toFieldName(term)) === undefined)) {
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
  const items = { type: 'object', properties: toProperties(terms.map(toFieldName)) };
  const result = extract(input, facts, { [name]: { type: 'array', items } });
  if (result.sources.size === 0) return undefined;
  if (listName !== undefined && !isListNamed(listName, result.value, facts)) return undefined;
  return listName !== undefined || terms.length > 1 ? result : toPlainList(result, name);
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
    ...dropHeadings(named, value, sources, facts),
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
  const tables = new Set<AnyNode>(
    listHeadedTables(facts)
      .filter(({ columns }) => columns.length > 2)
      .map(({ element }) => element.node),
  );
  if (tables.size === 0) return [];
  return names.flatMap((name) => {
    const pointer = toJsonPointer([name]);
    let node: AnyNode | null = sources.get(pointer)?.node ?? null;
    while (node !== null && !tables.has(node)) node = node.parent;
    if (node === null || findNamed(name) !== undefined) return [];
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/** Takes out the heading of the page where several things of that name are asked for: it is none of these. */
function dropHeadings(
  names: readonly string[],
  value: Map<string, unknown>,
  sources: Map<string, ValueSource>,
  facts: PageFacts,
): ExtractStructureResult['missing'] {
  const heading = joinName(facts.heading);
  return names.flatMap((name) => {
    const found = value.get(name);
    if (!isPluralOfOne(name) || typeof found !== 'string' || joinName(found) !== heading) return [];
    const pointer = toJsonPointer([name]);
    value.delete(name);
    sources.delete(pointer);
    return [{ pointer, required: false }];
  });
}

/** Whether a value is the first block below a heading of which the section has more; known fields have one value. */
function isPart(term: string, value: unknown, section: Section): boolean {
  return (
    findNamed(term) === undefined &&
    typeof value === 'string' &&
    foldText([section.value].flat().join('\n')).startsWith(foldText(value))
  );
}

function toProperties(names: readonly string[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(names.map((name) => [name, toUsualSchema(name)]));
}

function extract(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  properties: Readonly<Record<string, JsonSchema>>,
): ExtractStructureResult {
  const schema = { type: 'object', properties };
  return addCurrencies(extractStructure({ reading, prompt, schema, detailLevel }), facts, reading);
}

function addCurrencies(
  result: ExtractStructureResult,
  { cuts }: PageFacts,
  reading: PageReading,
): ExtractStructureResult {
  let ofPage: { readonly code: string | undefined } | undefined;
  const findCode = (pointer: string): string | undefined => {
    const { node, attribute, pointer: inData } = result.sources.get(pointer) ?? {};
    const isShown = node !== undefined && attribute === undefined && inData === undefined;
    const shown = isShown ? findCurrency(readText(node)) : undefined;
    return shown ?? (ofPage ??= { code: findPageCurrency(reading) }).code;
  };
  const value = withCurrencies(result.value, '', findCode);
  return { ...result, value, cuts: [...result.cuts, ...cuts] };
}

/** Copies a value of fields and records; its depth is that of the schemas here. */
function withCurrencies(
  value: unknown,
  place: string,
  findCode: (pointer: string) => string | undefined,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => withCurrencies(item, place + toJsonPointer([at]), findCode));
  }
  if (!isSchemaObject(value)) return value;
  let hasCurrency = Object.hasOwn(value, 'currency');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const pointer = place + toJsonPointer([name]);
      const isAmount = typeof item === 'number' && findUsualKind(name) === 'money';
      const code = isAmount && !hasCurrency ? findCode(pointer) : undefined;
      hasCurrency ||= code !== undefined;
      const own: [string, unknown] = [name, withCurrencies(item, pointer, findCode)];
      return code === undefined ? [own] : [own, ['currency', code]];
    }),
  );
}

function findPageCurrency(reading: PageReading): string | undefined {
  const schema = { type: 'object', properties: { currency: { type: 'string' } } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  const currency = findAtPath(value, ['currency']);
  return typeof currency === 'string' ? currency : undefined;
}

/** Most places of prices that are looked at for their currency. */
const maxPrices = 20;

function findShownCurrency({ byToken, page }: PageFacts): string | undefined {
  const prices = (byToken.get('price') ?? []).slice(0, maxPrices);
  for (const price of prices) {
    const code = findCurrency(page.lineOf(price));
    if (code !== undefined && /^[A-Z]{3}$/.test(code)) return code;
  }
  return undefined;
}

/** What the page mainly says, where the prompt asks for all of it, or names what the page is about. */
function findDescription(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  { asksWhole, namesSubject, asksPart, terms, open }: PromptReading,
): ExtractStructureResult | undefined {
  const namesOnlySubject = namesSubject && !asksPart && terms.length === 0 && open.length === 0;
  if (!asksWhole && !namesOnlySubject) return undefined;
  return addCurrencies(describePage(reading, facts, prompt, detailLevel), facts, reading);
}

function holdsNumber(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  return Object.values(value).some(
    (item) => typeof item === 'number' || (typeof item === 'string' && /^[\d.,\s]+$/.test(item)),
  );
}

const minSubjectLength = 3;

/** Returns what is known about the words of prompts: what the page states under them, and the names of concepts. */
function createKnownWords(facts: PageFacts, reading: PageReading): KnownWords {
  const stated = listStatedNames(facts);
  const headings = indexHeadings(facts);
  const subjects = new Set(
    splitWords(
      [facts.heading, facts.page.title, ...listCaptions(facts)].join(' ').toLowerCase(),
    ).flatMap((word) => (word.length < minSubjectLength ? [] : [word, toSingular(word)])),
  );
  let currencyWords: ReadonlySet<string> | undefined;
  return {
    findTerm(words) {
      const name = words.join('');
      const isKnown = isKnownName(words);
      const column = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
      if (!isKnown && (stated.headers.has(name) || stated.headers.has(column))) return 'column';
      if (stated.labels.has(name)) return 'page';
      const [word = ''] = words;
      // "The article" is what the page is about, though a label of that name has an article's number.
      if (words.length === 1 && subjectTypes.has(toSingular(word))) return undefined;
      if (stated.properties.has(name) || headings.has(name)) return 'page';
      return isKnown ? 'concept' : undefined;
    },
    isCount(word) {
      return word !== toSingular(word) && findNamed(word)?.kind === 'count';
    },
    isOwnCurrency(word) {
      currencyWords ??= listCurrencyWords(
        findPageCurrency(reading) ?? findShownCurrency(facts),
        reading.language,
      );
      return currencyWords.has(word);
    },
    isSubject(word) {
      const singular = toSingular(word);
      if (subjects.has(word) || subjects.has(singular)) return true;
      const type = subjectTypes.get(singular) ?? subjectTypes.get(word);
      return type !== undefined && isOfType(facts, type);
    },
  };
}

function listCaptions({ page }: PageFacts): readonly string[] {
  return page.elements
    .filter(({ node }) => node.name === 'caption')
    .map((caption) => page.lineOf(caption));
}

/** Whether words are a concept's name or label, or such a name behind that of its owner: "product name", but not "name price". */
function isKnownName(words: readonly string[]): boolean {
  const name = words.join('_');
  if (words.length === 1 || isConceptName(name)) return findNamed(name) !== undefined;
  if (findConceptByLabel(words.join(' ')) !== undefined) return true;
  const owners = words.slice(0, -1);
  return (
    findNamed(name) !== undefined &&
    owners.every(
      (word) => !isPlainWord(word) && !thoughtWords.has(word) && findNamed(word) === undefined,
    )
  );
}

/** Names under which the page itself states something, joined. */
function listStatedNames({ pairs, entities, page }: PageFacts): {
  /** Of the labels, those of tables' columns. */
  readonly headers: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
} {
  const headers = new Set(
    readTables(page, new Set()).flatMap(({ columns }) =>
      columns.map(({ header }) => joinName(header)),
    ),
  );
  const labels = new Set([...[...pairs.keys()].map((label) => joinName(label)), ...headers]);
  labels.delete('');
  headers.delete('');
  const properties = new Set(entities.flatMap((entity) => [...entity.properties.keys()]));
  return { headers, labels, properties };
}

/** Whether the page says that it is about a thing of this type, or sells one. */
function isOfType({ entities, metas, byToken, pairs }: PageFacts, type: string): boolean {
  const ofPage = (metas.get('og:type') ?? []).map(({ content }) => joinName(content));
  const types = [...entities.flatMap((entity) => [...entity.types]), ...ofPage];
  if (types.some((name) => name.includes(type))) return true;
  if (type === 'article')
    return types.includes('blogposting') || metas.has('article:published_time');
  return type === 'product' && (byToken.has('price') || pairs.has('price'));
}

const amounts: Readonly<
  Record<DetailLevel, { readonly facts: number; readonly rows: number; readonly tables: number }>
> = {
  low: { facts: 8, rows: 5, tables: 1 },
  medium: { facts: 30, rows: 50, tables: 3 },
  high: { facts: 200, rows: 1_000, tables: 20 },
};
/** Least trust of a pair: rows, definitions and "Label: value" reach it, adjacent elements do not. */
const minPairTrust = 0.9;
/** Most words of a label; longer texts are sentences. */
const maxLabelWords = 5;
/** Longer values are prose; the text of a page has its own format. */
const maxFactLength = 300;

const describedFields = 'title description author published_date price availability'.split(' ');

/** Returns a page's title, description, facts about its main subject, and tables; `facts` were read without labels. */
function describePage(
  reading: PageReading,
  facts: PageFacts,
  prompt: string,
  detailLevel: DetailLevel,
): ExtractStructureResult {
  const base = extractStructure({
    reading,
    prompt,
    schema: { type: 'object', properties: toProperties(describedFields) },
    detailLevel,
  });
  const value = new Map<string, unknown>(
    Object.entries(base.value as Readonly<Record<string, unknown>>),
  );
  const sources = new Map(base.sources);
  const limit = amounts[detailLevel];
  const cuts = [...base.cuts];
  const price = base.missing.find(({ pointer }) => pointer === '/price');
  const isListing = price?.shown !== undefined;
  const list = isListing
    ? findWholeList({ reading, prompt, detailLevel }, facts, 'items')
    : undefined;
  if (list !== undefined) {
    const items = list.value['items'] ?? [];
    value.set('items', items.slice(0, limit.rows));
    if (items.length > limit.rows) {
      cuts.push(`Of ${items.length} items the first ${limit.rows} are given: ask for "all items".`);
    }
  }
  // Words such as "available" mean stock where something is sold.
  if (!value.has('price') && value.delete('availability')) sources.delete('/availability');
  const found = new Map<string, { readonly text: string; readonly source: ContentSource }>();
  addEntityFacts(facts, found, limit.facts);
  addPairs(facts, found, limit.facts);
  if (found.size > 0) {
    value.set('facts', toUsualFacts(facts, found));
    for (const [name, { source }] of found) sources.set(toJsonPointer(['facts', name]), source);
  }
  const tables = listHeadedTables(facts)
    .slice(0, limit.tables)
    .map((table) => toRows(table, facts, limit.rows).rows);
  if (tables.length > 0) value.set('tables', tables);
  return { value: Object.fromEntries(value), sources, missing: [], cuts };
}

type Facts = Map<string, { readonly text: string; readonly source: ContentSource }>;

function addEntityFacts(facts: PageFacts, found: Facts, limit: number): void {
  const siteTypes =
    /^(?:organization|newsmediaorganization|website|webpage|breadcrumblist|person|imageobject|sitenavigationelement)$/;
  const main = facts.entities.find(
    ({ depth, types }) =>
      depth === 0 && types.size > 0 && ![...types].some((type) => siteTypes.test(type)),
  );
  if (main === undefined) return;
  for (const [name, values] of main.entity.properties) {
    const texts = values.map(toText).filter((text) => text !== undefined);
    const text = [...new Set(texts.map((item) => cleanText(item.text)))].join(', ');
    const source = texts[0]?.source;
    if (source === undefined || text === '' || text.length > maxFactLength || found.size >= limit)
      continue;
    found.set(name, { text, source });
  }
}

/** Adds the label–value pairs that the markup marks as such. */
function addPairs(facts: PageFacts, found: Facts, limit: number): void {
  const known = new Set([...found.keys()].map((name) => name.toLowerCase()));
  for (const [label, pairs] of facts.pairs) {
    const [pair] = pairs;
    if (found.size >= limit) return;
    if (pair === undefined || known.has(label)) continue;
    const { labelText, value: text, source, trust, element } = pair;
    if (trust < minPairTrust || facts.zones.isAside(element)) continue;
    if (labelText.split(' ').length > maxLabelWords || !/\p{L}/u.test(labelText)) continue;
    // The rest of an address that stands as text.
    if (text.startsWith('//')) continue;
    if (!found.has(labelText)) found.set(labelText, { text, source });
  }
}

/** The facts in the usual form of their values. */
function toUsualFacts({ page, place }: PageFacts, found: Facts): Readonly<Record<string, unknown>> {
  const context = { baseUrl: page.reading.url, place };
  const values = new Map<string, unknown>();
  for (const [name, { text }] of found) {
    const value = toFormReader(name, context)(text);
    values.set(name, value);
    const isAmount = typeof value === 'number' && findUsualKind(name) === 'money';
    const currency = isAmount ? findCurrency(text) : undefined;
    if (currency !== undefined && !found.has('currency')) values.set('currency', currency);
  }
  return Object.fromEntries(values);
}

export interface Section {
  /** The items where all of it is one list, else the text with a line for each block. */
  readonly value: string | readonly string[];
  readonly source: ValueSource;
}

const headingTag = /^h[1-6]$/;
/** Longer headings are titles and sentences. */
const maxHeadingLength = 60;
/** Longer sections are the page's body, and not the value of a field. */
const maxSectionLength = 20_000;

/** The names of a page's headings, joined, with the heading of each: the first one, outside of navigation and the like. */
export function indexHeadings({ page, zones }: PageFacts): ReadonlyMap<string, IndexedElement> {
  const headings = new Map<string, IndexedElement>();
  for (const element of page.elements) {
    if (!headingTag.test(element.node.name) || element === zones.mainHeading) continue;
    const name = joinName(page.lineOf(element, maxHeadingLength));
    if (name !== '' && !headings.has(name) && !zones.isAside(element)) headings.set(name, element);
  }
  return headings;
}

/** What the page says between a heading and the next of its level; `undefined` where that is nothing, or too much. */
export function findSection(page: PageIndex, heading: IndexedElement): Section | undefined {
  const around = findAround(page, heading);
  const inside = page.elements.slice(heading.end, around?.end ?? heading.end);
  const next = inside.findIndex(
    ({ node: { name } }) => headingTag.test(name) && name <= heading.node.name,
  );
  const kept = next < 0 ? inside : inside.slice(0, next);
  // What stands behind a table is said beside it: a telephone number below the opening hours.
  const table = kept.find(
    ({ node, textStart }) =>
      node.name === 'table' && page.text.slice(heading.textEnd, textStart).trim() === '',
  );
  const edge = next < 0 ? around?.textEnd : inside[next]?.textStart;
  const end = table?.textEnd ?? edge ?? heading.textEnd;
  if (end - heading.textEnd > maxSectionLength) return undefined;
  const lines = page.text
    .slice(heading.textEnd, end)
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  const items = kept.filter(({ node }) => node.name === 'li').length;
  return {
    value: items > 1 && items === lines.length ? lines : lines.join('\n'),
    source: { node: (kept[0] ?? heading).node },
  };
}

/** What the heading stands in, without wrappers that hold nothing but it. */
function findAround(page: PageIndex, heading: IndexedElement): IndexedElement | undefined {
  const isAlone = ({ textStart, textEnd }: IndexedElement): boolean =>
    page.text.slice(textStart, heading.textStart).trim() === '' &&
    page.text.slice(heading.textEnd, textEnd).trim() === '';
  return page.around(heading).find((around, at) => at > 0 && !isAlone(around));
}

/** The page's main content as text, without its heading; `undefined` where there is none. */
export function findBody({ page, heading }: PageFacts): Section | undefined {
  const nodes = findMainContent(page.reading);
  const [first] = nodes;
  if (first === undefined) return undefined;
  const lines = readText(keepNodes(page.reading.document, nodes)).split('\n');
  const body = lines.filter((line, at) => at > 0 || line !== heading).join('\n');
  return body === '' ? undefined : { value: body, source: { node: first } };
}
