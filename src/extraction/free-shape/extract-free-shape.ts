import { toJsonPointer } from '../../runtime/plain-json.ts';
import { type PageFacts, analysePage } from '../analysis/analyse-page.ts';
import { toSingular } from '../lexicon/fold-label.ts';
import { writtenThings } from '../lexicon/prompt-words.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';
import { findMainLack } from '../structure/missing-fields.ts';
import { labelsOfNoStock } from '../values/parse-availability.ts';
import { describePage } from './describe-page.ts';
import { type FreeShapeInput, addCurrencies } from './extract-properties.ts';
import { findAskedFields } from './find-asked-fields.ts';
import { findAskedList } from './find-asked-list.ts';
import { hasColumn, listHeadedTables } from './headed-tables.ts';
import { findPageParts } from '../structure/find-page-parts.ts';
import { findColumns } from './find-whole-list.ts';
import { createKnownWords } from './known-words.ts';
import { type PromptReading, readPrompt } from './prompt/read-prompt.ts';
import { listPhrases } from './prompt/split-prompt.ts';
import { findNamed } from './usual-form.ts';

/** What a page says to a prompt without a schema. */
export interface FreeShapeResult extends ExtractStructureResult {
  readonly unmatched: readonly string[];
  /** Why only a model can answer, as the rest of a sentence; `undefined` where there is a value. */
  readonly needsModel: string | undefined;
}

/** An object of what the prompt names and the page states, or the reason why only a model can answer. */
export function extractFreeShape(input: FreeShapeInput): FreeShapeResult {
  const facts = analysePage(input.reading, new Set());
  const known = createKnownWords(facts, input.reading, listPhrases(input.prompt));
  const prompt = readPrompt(input.prompt, known);
  if (prompt.thought !== undefined) {
    return refuse(`the prompt asks for more than a page states ("${prompt.thought}")`);
  }
  const parts = prompt.counts ? undefined : findPageParts(input.prompt, facts);
  if (parts !== undefined) return { ...parts, unmatched: [], needsModel: undefined };
  const fields = findAnswer(input, facts, prompt);
  const list =
    fields === undefined || isOfSeveral(fields) ? findOwned(input, facts, prompt) : undefined;
  const result = list ?? fields;
  if (result === undefined) return refuse(describeNothing(prompt, facts));
  const lack = findMainLack(result);
  if (lack !== undefined) return refuse(lack);
  const several = result.missing.find(({ shown }) => shown !== undefined);
  if (result.sources.size === 0 && several !== undefined) {
    const name = several.pointer.slice(1).replaceAll('_', ' ');
    return refuse(
      `the page itself has no "${name}", it shows ${several.shown} things that have one each (without a model, ask for a list: "all items")`,
    );
  }
  if (prompt.asksAvailable && (!isList(result.value) || showsAbsence(facts)))
    return refuse('the prompt asks for things that are available, which may be some of the page');
  const answered = prompt.counts ? dropUncounted(prompt, result) : result;
  if (answered === undefined)
    return refuse('the prompt asks for a number of things, and the page states none');
  const counted = prompt.counts ? undefined : findCounted(prompt, result);
  if (counted !== undefined)
    return refuse(
      `the page states how many ${counted} there are, and not under that name what they say (ask for "number of ${counted}", or "all ${counted}")`,
    );
  if (prompt.answer !== undefined && !answers[prompt.answer](result.value))
    return refuse(`the page states no ${prompt.answer} under what the prompt names`);
  const { name, terms = [] } = (list === undefined ? undefined : prompt.owner) ?? {};
  const isNamed = isSchemaObject(result.value) && Object.hasOwn(result.value, name ?? '');
  const named = new Set([
    ...(isNamed ? [name] : []),
    ...terms.map((term) => term.replaceAll('_', ' ')),
  ]);
  const unmatched = prompt.open.filter((phrase) => !named.has(phrase));
  return { ...answered, unmatched, needsModel: undefined };
}

function findAnswer(
  input: FreeShapeInput,
  facts: PageFacts,
  prompt: PromptReading,
): ExtractStructureResult | undefined {
  const list = prompt.isListNarrowed ? null : findAskedList(input, facts, prompt);
  const asksFields = prompt.isListGeneral && !prompt.asksEvery && !prompt.isListOfParts;
  return list === null
    ? undefined
    : (list ??
        (asksFields ? findAskedFields(input, facts, prompt) : undefined) ??
        findNamedColumns(input, facts, prompt) ??
        findDescription(input, facts, prompt));
}

/** The list of what is asked for with its parts, where the page shows several: "Lampen mit Preis". */
function findOwned(
  input: FreeShapeInput,
  facts: PageFacts,
  prompt: PromptReading,
): ExtractStructureResult | undefined {
  if (prompt.owner === undefined) return undefined;
  const { name, terms } = prompt.owner;
  return (
    findAskedList(input, facts, { ...prompt, listName: name, terms }) ??
    (terms.length > 1 ? findColumns(terms, undefined, facts) : undefined)
  );
}

/** Whether the page shows several things that have what is asked for. */
function isOfSeveral({ missing, sources }: ExtractStructureResult): boolean {
  return (
    missing.some(({ shown }) => shown !== undefined) ||
    [...sources.values()].some(({ certainty }) => (certainty?.rivals.length ?? 0) > 1)
  );
}

/** Why nothing answers a prompt. */
function describeNothing(
  { terms, listName, isListOfParts, open, asksPart, namesSubject }: PromptReading,
  facts: PageFacts,
): string {
  if (listName !== undefined && isListOfParts && terms.length + open.length > 0)
    return `the page shows no list of ${quote([listName])} with ${quote([...terms, ...open])}`;
  const names = [...terms, ...(listName === undefined ? [] : [listName]), ...open];
  if (names.length === 0)
    return asksPart && namesSubject
      ? 'the prompt asks a question about what the page is about, and names nothing that a page could state'
      : 'the prompt names nothing that a page could state';
  const tables = listHeadedTables(facts);
  const others = names.filter((name) => !tables.some((table) => hasColumn(table, name)));
  const named = quote(others.length === 0 ? names : others);
  return others.length === 0
    ? `the page states ${named} of each of several things (without a model, ask for a list: "all rows")`
    : `the page states nothing under ${named}`;
}

function quote(names: readonly string[]): string {
  return names
    .slice(0, maxNamed)
    .map((name) => `"${name.replaceAll('_', ' ')}"`)
    .join(', ');
}

/** Takes out what a prompt asks the number of and the page states no number for; `undefined` where it asks for nothing else that is stated. */
function dropUncounted(
  { terms, counted }: PromptReading,
  result: ExtractStructureResult,
): ExtractStructureResult | undefined {
  const stated = isSchemaObject(result.value) ? result.value : {};
  const pick = (isKept: (name: string) => boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(stated).filter(([name]) => isKept(name)));
  // How good a thing is by its ratings is no number of them.
  const isCounted = (name: string): boolean =>
    counted.includes(name) && findNamed(toSingular(name))?.kind !== 'number';
  if (terms.length > 0 && holdsNumber(pick(isCounted))) return result;
  const value = pick((name) => !counted.includes(name));
  if (!terms.some((term) => Object.hasOwn(value, term))) return undefined;
  const lost = counted.map((name) => toJsonPointer([name]));
  const sources = new Map([...result.sources].filter(([pointer]) => !lost.includes(pointer)));
  const missing = [
    ...result.missing.filter(({ pointer }) => !lost.includes(pointer)),
    ...lost.map((pointer) => ({ pointer, required: false })),
  ];
  return { ...result, value, sources, missing };
}

/** Whether an answer holds several things. */
function isList(value: unknown): boolean {
  return isSchemaObject(value) && Object.values(value).some(Array.isArray);
}

function showsAbsence({ page }: PageFacts): boolean {
  const text = page.text.toLowerCase();
  return labelsOfNoStock.some((label) => text.includes(label));
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

/** The columns of a table whose headers are most of several names: "date and place". */
function findNamedColumns(
  { reading }: FreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | undefined {
  const columns = terms.length > 1 ? findColumns(terms, listName, facts, true) : undefined;
  return columns === undefined ? undefined : addCurrencies(columns, facts, reading);
}

/** What the page mainly says, where the prompt asks for all of it, or names what the page is about. */
function findDescription(
  { reading, prompt, detailLevel }: FreeShapeInput,
  facts: PageFacts,
  { asksWhole, namesSubject, listName, asksPart, decides, terms, open }: PromptReading,
): ExtractStructureResult | undefined {
  const namesOnlySubject =
    namesSubject &&
    listName === undefined &&
    !asksPart &&
    !decides &&
    terms.length === 0 &&
    open.length === 0;
  if (!asksWhole && !namesOnlySubject) return undefined;
  return addCurrencies(describePage(reading, facts, prompt, detailLevel), facts, reading);
}

function holdsNumber(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  return Object.values(value).some(
    (item) => typeof item === 'number' || (typeof item === 'string' && /^[\d.,\s]+$/.test(item)),
  );
}
