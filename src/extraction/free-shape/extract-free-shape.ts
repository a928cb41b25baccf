import { type PageFacts, analysePage } from '../analysis/analyse-page.ts';
import { writtenThings } from '../lexicon/prompt-words.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import { type ExtractStructureResult, findMainLack } from '../structure/extract-structure.ts';
import { describePage } from './describe-page.ts';
import { type FreeShapeInput, addCurrencies } from './extract-properties.ts';
import { findAskedFields } from './find-asked-fields.ts';
import { findAskedList } from './find-asked-list.ts';
import { findPageParts } from '../structure/find-page-parts.ts';
import { findColumns } from './find-whole-list.ts';
import { createKnownWords } from './known-words.ts';
import { type PromptReading, listPhrases, readPrompt } from './read-prompt.ts';

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
  const list = prompt.isListNarrowed ? null : findAskedList(input, facts, prompt);
  const result =
    list === null
      ? undefined
      : (list ??
        (prompt.isListGeneral && !prompt.asksEvery
          ? findAskedFields(input, facts, prompt)
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

/** The columns of a table whose headers are all of several names: "date and place". */
function findNamedColumns(
  { reading }: FreeShapeInput,
  facts: PageFacts,
  { listName, terms }: PromptReading,
): ExtractStructureResult | undefined {
  const columns =
    listName === undefined && terms.length > 1 ? findColumns(terms, undefined, facts) : undefined;
  return columns === undefined ? undefined : addCurrencies(columns, facts, reading);
}

/** What the page mainly says, where the prompt asks for all of it, or names what the page is about. */
function findDescription(
  { reading, prompt, detailLevel }: FreeShapeInput,
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
