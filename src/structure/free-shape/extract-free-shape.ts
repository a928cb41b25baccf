import type { DetailLevel, JsonSchema } from '../../contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/filled.ts';
import { foldText, readText } from '../../page/text/node-text.ts';
import { findAtPath, toJsonPointer } from '../../schema/json-pointer.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { analysePage, type PageFacts } from '../analysis/analyse-page.ts';
import { joinName, toSingular } from '../analysis/fold-label.ts';
import { extractStructure, type ExtractStructureResult } from '../extract-structure.ts';
import { describePage } from './describe-page.ts';
import { createKnownWords } from './known-words.ts';
import { findBody, findSection, indexHeadings, type Section } from './find-section.ts';
import { findWholeList } from './find-whole-list.ts';
import { type PromptReading, readPrompt } from './read-prompt.ts';
import { findCurrency, findNamed, findUsualKind, toUsualSchema } from './usual-form.ts';

export interface ExtractFreeShapeInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly detailLevel: DetailLevel;
}

/** What a page says to a prompt without a schema. */
export interface FreeShapeResult extends ExtractStructureResult {
  /** Words of the prompt that name nothing on the page. */
  readonly unmatched: readonly string[];
  /** Why only a model can answer, as the rest of a sentence; `undefined` where there is a value. */
  readonly needsModel: string | undefined;
}

/**
 * Returns an object with what the prompt names and the page states: fields, a list, or the description of the page where all
 * of it is asked for. A prompt that names nothing on the page, or asks for thought, gets no value but the reason.
 */
export function extractFreeShape(input: ExtractFreeShapeInput): FreeShapeResult {
  const facts = analysePage(input.reading, new Set());
  const known = createKnownWords(facts);
  const prompt = readPrompt(input.prompt, known);
  if (prompt.thought !== undefined) {
    return refuse(`the prompt asks for more than a page states ("${prompt.thought}")`);
  }
  const result =
    findList(input, facts, prompt) ??
    findFields(input, facts, prompt) ??
    findDescription(input, facts, prompt);
  if (result === undefined) {
    const listed = prompt.listName === undefined ? [] : [prompt.listName];
    const names = [...prompt.terms, ...listed, ...prompt.open].map(
      (name) => `"${name.replaceAll('_', ' ')}"`,
    );
    return refuse(
      names.length === 0
        ? 'the prompt names nothing that a page could state'
        : `the page states nothing under ${names.slice(0, maxNamed).join(', ')}`,
    );
  }
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

/** Names in a reason. */
const maxNamed = 10;

function refuse(needsModel: string): FreeShapeResult {
  return {
    value: undefined,
    sources: new Map(),
    missing: [],
    cuts: [],
    unmatched: [],
    needsModel,
  };
}

/** A list of records under the name that the prompt gives it, or of plain values where it names nothing but these. */
function findList(
  input: ExtractFreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | undefined {
  if (listName !== undefined && terms.length === 0) {
    const list = findWholeList(input, facts, listName);
    return list === undefined ? undefined : addCurrencies(list, facts, input.reading);
  }
  const arePlural = terms.every((term) => isPluralOfOne(term));
  if (terms.length === 0 || (listName === undefined && !arePlural)) return undefined;
  const name = listName ?? (terms.length === 1 ? (terms[0] ?? '') : 'items');
  const items = { type: 'object', properties: toProperties(terms.map(toFieldName)) };
  const result = extract(input, facts, { [name]: { type: 'array', items } });
  if (result.sources.size === 0) return undefined;
  return listName !== undefined || terms.length > 1 ? result : toPlainList(result, name);
}

/** Whether a name is the plural of a name of which a thing has one: `prices`, not `ingredients`. */
function isPluralOfOne(term: string): boolean {
  return toFieldName(term) !== term && toUsualSchema(term)['type'] !== 'array';
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
  if (terms.length === 0) return undefined;
  const found = extract(input, facts, toProperties(terms));
  const value = new Map(Object.entries(found.value as Readonly<Record<string, unknown>>));
  const sources = new Map(found.sources);
  const headings = indexHeadings(facts);
  for (const term of terms) {
    const heading = headings.get(joinName(term));
    const isBody = !value.has(term) && findNamed(term)?.name === 'publisherBody';
    const section =
      heading === undefined ? isBody && findBody(facts) : findSection(facts.page, heading);
    if (
      section === undefined ||
      section === false ||
      (value.has(term) && !isPart(term, value.get(term), section))
    ) {
      continue;
    }
    value.set(term, section.value);
    sources.set(toJsonPointer([term]), section.source);
  }
  const missing = found.missing.filter(({ pointer }) => !sources.has(pointer));
  if (sources.size === 0 && missing.every(({ shown }) => shown === undefined)) return undefined;
  return { value: Object.fromEntries(value), sources, missing, cuts: found.cuts };
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

/** The values of these fields, with the currency of amounts. */
function extract(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  properties: Readonly<Record<string, JsonSchema>>,
): ExtractStructureResult {
  const schema = { type: 'object', properties };
  return addCurrencies(extractStructure({ reading, prompt, schema, detailLevel }), facts, reading);
}

/** Adds `currency` behind each amount: as the page shows it there, else as the page states it for itself. */
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

/** What the page mainly says, where the prompt asks for all of it, or names what the page is about. */
function findDescription(
  { reading, prompt, detailLevel }: ExtractFreeShapeInput,
  facts: PageFacts,
  { asksWhole, namesSubject, terms, open }: PromptReading,
): ExtractStructureResult | undefined {
  if (!asksWhole && (!namesSubject || terms.length > 0 || open.length > 0)) return undefined;
  return addCurrencies(describePage(reading, facts, prompt, detailLevel), facts, reading);
}

function holdsNumber(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  return Object.values(value).some(
    (item) => typeof item === 'number' || (typeof item === 'string' && /^[\d.,\s]+$/.test(item)),
  );
}
