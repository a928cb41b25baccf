import type { AnyNode } from 'domhandler';
import type { DetailLevel } from '../../contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/filled.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { splitWords, toSingular } from '../analysis/fold-label.ts';
import { extractStructure, type ExtractStructureResult } from '../extract-structure.ts';
import type { Region } from '../tables/region.ts';
import { listNouns, listParts } from './prompt-words.ts';
import { listHeadedTables, toRows } from './to-rows.ts';
import { toUsualSchema } from './usual-form.ts';

/** A list under its name. */
export interface WholeList extends ExtractStructureResult {
  readonly value: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** What the cards of a listing show most; those that a listing does not show are left out. */
const cardFields: readonly string[] = [
  'title',
  'price',
  'rating',
  'author',
  'date',
  'location',
  'description',
  'url',
];
/** Share of the cards that show a field of the listing. */
const minShare = 0.5;
/** Words of requests for a table, in the singular. */
const tableNouns: ReadonlySet<string> = new Set(
  'table row column tabelle zeile spalte tableau ligne tabla fila tabella riga tabela linha tabel rij таблица строка 表 表格'.split(
    ' ',
  ),
);
/** As many rows as a list of records may have. */
const maxRows = 5_000;
const maxTitleLength = 300;

/**
 * The list that the page shows, under this name, with all that it shows of each thing: the table that has a word of the prompt
 * in its caption or headers, the largest where a table is asked for, else repeated blocks. `undefined` where the page has no list, or says
 * nothing of what the name means.
 */
export function findWholeList(
  {
    reading,
    prompt,
    detailLevel,
  }: {
    readonly reading: PageReading;
    readonly prompt: string;
    readonly detailLevel: DetailLevel;
  },
  facts: PageFacts,
  name: string,
): WholeList | undefined {
  const wanted = splitWords(name).map(toSingular);
  const isGeneric = splitWords(name).every((word) => listNouns.has(word) || listParts.has(word));
  const asked = new Set(splitWords(prompt.toLowerCase()).map(toSingular));
  const tables = listHeadedTables(facts).filter(({ element }) => !facts.zones.isAside(element));
  const named = tables.find((table) => tableWords(table, facts).some((word) => asked.has(word)));
  const isTable = [...asked].some((word) => tableNouns.has(word));
  const table = named ?? (isTable ? tables[0] : undefined);
  if (table !== undefined) {
    const cuts =
      named === undefined && tables.length > 1
        ? [`The page has ${tables.length} tables with headers; this is the largest.`]
        : [];
    return { ...toList(name, table, facts), cuts };
  }
  if (!isGeneric && !wanted.some((word) => isShown(word, facts))) return undefined;
  const items = {
    type: 'object',
    properties: Object.fromEntries(cardFields.map((field) => [field, toUsualSchema(field)])),
  };
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } };
  const cards = extractStructure({ reading, prompt, schema, detailLevel });
  const [first] = cards.sources.values();
  // All columns of a table are better than those that have names of ours.
  const around = first === undefined ? tables[0] : findTableAround(first, tables);
  if (around !== undefined) return toList(name, around, facts);
  return first === undefined ? undefined : dropRareFields(cards, name);
}

function findTableAround({ node }: ValueSource, tables: readonly Region[]): Region | undefined {
  const byNode = new Map<unknown, Region>(tables.map((table) => [table.element.node, table]));
  for (let above: AnyNode | null = node; above !== null; above = above.parent) {
    const table = byNode.get(above);
    if (table !== undefined) return table;
  }
  return undefined;
}

function toList(name: string, table: Region, facts: PageFacts): WholeList {
  const { rows, sources } = toRows(table, facts, maxRows);
  const value = { [name]: rows };
  const place = toJsonPointer([name]);
  return {
    value,
    sources: new Map([...sources].map(([pointer, source]) => [place + pointer, source] as const)),
    missing: [],
    cuts: [],
  };
}

/** The words of a table's caption and headers, in the singular. */
function tableWords({ element, columns }: Region, { page }: PageFacts): readonly string[] {
  const caption = page.childrenOf(element).find(({ node }) => node.name === 'caption');
  const texts = columns.map(({ header }) => header);
  if (caption !== undefined) texts.push(page.lineOf(caption, maxTitleLength));
  return splitWords(texts.join(' ').toLowerCase()).map(toSingular);
}

/** Whether the page says this word of itself: in its title, its address, a heading, a class name, or a type of its data. */
function isShown(word: string, { page, byToken, entities, heading }: PageFacts): boolean {
  const plural = `${word}s`;
  if (byToken.has(word) || byToken.has(plural)) return true;
  if (entities.some(({ types }) => types.has(word))) return true;
  const titles = page.elements
    .filter(({ node }) => /^h[1-6]$/.test(node.name))
    .map((element) => page.lineOf(element, maxTitleLength));
  return [page.title, heading, page.reading.url, ...titles].some((text) =>
    splitWords(text.toLowerCase()).map(toSingular).includes(word),
  );
}

/** Leaves out the fields that most cards do not show: what stands under them belongs to something else. */
function dropRareFields(result: ExtractStructureResult, name: string): WholeList {
  const { [name]: records = [] } = result.value as Readonly<
    Record<string, readonly Readonly<Record<string, unknown>>[]>
  >;
  const isUsual = (field: string): boolean =>
    records.filter((record) => isFilled(record[field])).length >= records.length * minShare;
  const fields = cardFields.filter(isUsual);
  const kept = records.map((record) =>
    Object.fromEntries(
      fields.flatMap((field) => (isFilled(record[field]) ? [[field, record[field]]] : [])),
    ),
  );
  const sources = new Map<string, ValueSource>(
    [...result.sources].filter(([pointer]) => fields.includes(pointer.split('/').at(-1) ?? '')),
  );
  return { ...result, value: { [name]: kept }, sources, missing: [] };
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
