import type { DetailLevel, JsonSchema } from '../contracts/extractor.ts';
import type { PageReading } from '../page/page-reading.ts';
import { analysePage, type PageFacts } from './analysis/analyse-page.ts';
import { extractStructure, type ExtractStructureResult } from './extract-structure.ts';
import { joinName, splitWords } from './analysis/fold-label.ts';
import { readTables } from './tables/read-tables.ts';
import { describePage } from './describe-page.ts';
import { findConcept } from './lexicon/lexicon.ts';

export interface ExtractFreeShapeInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly detailLevel: DetailLevel;
}

/** Returns an object with the prompt's nouns as fields; without known nouns, the description of the page. */
export function extractFreeShape(input: ExtractFreeShapeInput): ExtractStructureResult {
  const { reading, prompt, detailLevel } = input;
  const facts = analysePage(reading, new Set());
  const known = collectNames(facts);
  const schema = inferSchema(prompt, (name) => known.has(joinName(name)));
  if (schema !== undefined) {
    const result = extractStructure({ reading, prompt, schema, detailLevel });
    if (result.sources.size > 0) return result;
  }
  return describePage(reading, facts, prompt, detailLevel);
}

/** Names under which the page itself states something: labels, properties, table headers. */
function collectNames(facts: PageFacts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const label of facts.pairs.keys()) names.add(joinName(label));
  for (const { properties } of facts.entities)
    for (const name of properties.keys()) names.add(name);
  for (const { columns } of readTables(facts.page, new Set())) {
    for (const { header } of columns) names.add(joinName(header));
  }
  names.delete('');
  return names;
}

const instructionWords: ReadonlySet<string> = new Set(
  (
    'extract get give find return list show tell fetch scrape collect read pull me us please the a an of on in at to ' +
    'from for this that these those page pages site website web what is are was its it their they each every all any ' +
    'as json object objects array and with including include also i want need would like information info details ' +
    'data value values who which when where how much many does do you can could current main whole complete full ' +
    'about by has have into only just listed shown here there fields field following per one'
  ).split(' '),
);
/** Matches the records and their fields: "all products with name and price", "each item's title". */
const recordPattern =
  /\b(?:all|every|each|list(?:\s+of)?)\s+(?:of\s+)?(?:the\s+)?([\p{L}-]{3,30}(?:\s[\p{L}-]{3,30})?)(?:'s|s')?\s*(?:[,:(]|\bwith\b|\band\b|\bincluding\b|\bby\b)\s*(.{3,400})/iu;
const maxFieldWords = 3;
const maxFields = 20;

/**
 * Returns a schema whose fields are the prompt's nouns; `undefined` when the prompt names no field that can be found.
 */
function inferSchema(prompt: string, isKnown: (name: string) => boolean): JsonSchema | undefined {
  const records = recordPattern.exec(prompt);
  if (records !== null) {
    const fields = listFields(records[2] ?? '', isKnown);
    const name = fieldName(records[1] ?? '');
    if (fields.length > 0 && name !== undefined) {
      const items = { type: 'object', properties: toProperties(fields) };
      return { type: 'object', properties: { [name]: { type: 'array', items } } };
    }
  }
  const fields = listFields(prompt, isKnown);
  return fields.length === 0 ? undefined : { type: 'object', properties: toProperties(fields) };
}

function toProperties(fields: readonly string[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(fields.map((name) => [name, propertySchema(name)]));
}

/** Returns a list schema for a plural of a list concept; for any other name a schema without a type. */
function propertySchema(name: string): JsonSchema {
  const kind = findConcept(name)?.kind;
  const isList =
    kind === 'ingredients' ||
    kind === 'steps' ||
    kind === 'keywords' ||
    (kind === 'persons' && name.endsWith('s'));
  return isList ? { type: 'array', items: { type: 'string' } } : {};
}

function listFields(text: string, isKnown: (name: string) => boolean): readonly string[] {
  const fields: string[] = [];
  for (const part of text
    .slice(0, 2_000)
    .split(/[,;:.!?\n()]|\b(?:and|und|et|as well as|plus|or)\b/i)) {
    const name = fieldName(part);
    if (name === undefined || fields.includes(name)) continue;
    if (findConcept(name) === undefined && !isKnown(name)) continue;
    fields.push(name);
    if (fields.length >= maxFields) break;
  }
  return fields;
}

/** "the product's full name" → `product_name`. */
function fieldName(part: string): string | undefined {
  const words = splitWords(part.replace(/['’]s\b/g, '')).filter(
    (word) => !instructionWords.has(word),
  );
  if (words.length === 0 || words.length > maxFieldWords) return undefined;
  return words.join('_');
}
