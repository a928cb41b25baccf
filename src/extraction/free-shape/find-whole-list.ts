import type { DetailLevel } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { countAll, toWordSet } from '../../runtime/collections.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { type ExtractStructureResult, extractStructure } from '../structure/extract-structure.ts';
import type { Region } from '../tables/column.ts';
import { describeShort, isQualified } from '../tables/header-names.ts';
import { describeChoice, findTitle } from '../tables/section-titles.ts';
import { isPlainWord, listNouns, listParts, writtenThings } from '../lexicon/prompt-words.ts';
import {
  findTableAround,
  findNamedColumns,
  indexShortNames,
  listHeadedTables,
  tableWords,
  toHeaderKey,
  toRows,
} from './headed-tables.ts';
import { isListNamed } from './is-list-named.ts';
import { toUsualSchema } from './usual-form.ts';

interface WholeList extends ExtractStructureResult {
  readonly value: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** What the cards of a listing show most; those that a listing does not show are left out. */
const cardFields = 'title price rating author date location description url'.split(' ');
/** Those of what people write: what stands above a post is the name or the rank of who wrote it. */
const untitledFields = cardFields.filter((field) => field !== 'title');
const minShare = 0.5;
const tableNouns: ReadonlySet<string> = toWordSet(
  'table row column tabelle tabellen zeile zeilen spalte tableau ligne tabla fila tabella riga righe tabela linha tabel rij rijen таблица строка строки 表 表格',
);
const maxRows = 5_000;

/** The list that the page shows under this name: a table named by the prompt, the largest if one is asked for, else blocks. */
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
  const asked = new Set(splitWords(prompt.toLowerCase()).map(toSingular));
  const tables = listHeadedTables(facts).filter(({ element }) => !facts.zones.isAside(element));
  const named = findNamedTable(tables, asked, facts);
  const isTable = [...asked].some((word) => tableNouns.has(word));
  const table = named ?? (isTable ? tables[0] : undefined);
  if (table !== undefined) {
    const cuts =
      named === undefined && tables.length > 1
        ? [`The page has ${tables.length} tables with headers; this is the largest.`]
        : [];
    return { ...toList(name, table, facts), cuts };
  }
  const items = {
    type: 'object',
    properties: Object.fromEntries(cardFields.map((field) => [field, toUsualSchema(field)])),
  };
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } };
  const cards = extractStructure({ reading, prompt, schema, detailLevel });
  const [first] = cards.sources.values();
  if (!isListNamed(name, cards, facts)) return undefined;
  // All columns of a table are better than those that have names of ours.
  const isAny = splitWords(name).every((word) => listNouns.has(word) || listParts.has(word));
  const unnamed = isAny ? tables[0] : undefined;
  const around = first === undefined ? unnamed : findTableAround(first, tables);
  if (around !== undefined) return toList(name, around, facts);
  if (first === undefined) return undefined;
  return dropRareFields(cards, name, isTitledByWriter(cards, name) ? untitledFields : cardFields);
}

/** Share of the posts from which on what stands above them is no title. */
const minNamed = 0.3;

/** Whether what stands above the posts of a list is who wrote them, or a rank that several have. */
function isTitledByWriter({ value }: ExtractStructureResult, name: string): boolean {
  const records = isSchemaObject(value) ? value[name] : undefined;
  const isWritten = splitWords(name).some((word) => writtenThings.has(word));
  if (!isWritten || !Array.isArray(records)) return false;
  const pairs = records.flatMap((record) => {
    const { title, author } = isSchemaObject(record) ? record : {};
    return typeof title === 'string' ? [{ title, author }] : [];
  });
  const own = countAll(pairs.map(({ title }) => title));
  const named = pairs.filter(
    ({ title, author }) =>
      (own.get(title) ?? 0) > 1 || (typeof author === 'string' && title.includes(author)),
  );
  return named.length > pairs.length * minNamed;
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

/** Of the tables that share words with the prompt the one that shares most, and of equal ones the largest. */
function findNamedTable(
  tables: readonly Region[],
  asked: ReadonlySet<string>,
  facts: PageFacts,
): Region | undefined {
  let best: { readonly table: Region; readonly shared: number } | undefined;
  for (const table of tables) {
    const words = new Set(tableWords(table, facts));
    const shared = [...words].filter((word) => asked.has(word) && !isPlainWord(word)).length;
    if (shared > (best?.shared ?? 0)) best = { table, shared };
  }
  return best?.table;
}

/** The columns of a table whose headers are these names, row by row; with `mayLack` two of them, and at least half, are enough. */
export function findColumns(
  names: readonly string[],
  listName: string | undefined,
  facts: PageFacts,
  mayLack = false,
): WholeList | undefined {
  const noun = listName === undefined ? undefined : toHeaderKey(listName);
  const least = mayLack ? Math.max(2, names.length / 2) : names.length;
  const found = listHeadedTables(facts).map((table) => ({
    table,
    isAside: facts.zones.isAside(table.element),
    shown: names.filter((name) => findNamedColumns(table, name, mayLack).length > 0),
  }));
  const main = found.filter(({ isAside }) => !isAside);
  const most = Math.max(least, ...main.map(({ shown }) => shown.length));
  const mostly = main.filter(({ shown }) => shown.length >= most);
  // A table that can be closed counts as aside, and is meant where all of several names are its headers.
  const tables =
    mostly.length > 0 || names.length < 2
      ? mostly
      : found.filter(({ shown }) => shown.length === names.length);
  const [first] = tables;
  if (first === undefined) return undefined;
  const { table, shown } = first;
  const wanted = noun === undefined ? shown : [...shown, toSingular(listName ?? '')];
  const { columns, cuts } = pickColumns(table, wanted, mayLack);
  const name = listName ?? 'items';
  const list = toList(name, { ...table, columns }, facts);
  const isNamed =
    listName === undefined ||
    table.columns.some(({ header }) => toHeaderKey(header) === noun) ||
    indexShortNames(table.columns).has(noun ?? '') ||
    isListNamed(listName, list, facts);
  if (!isNamed) return undefined;
  const missing = names
    .filter((one) => !shown.includes(one))
    .map((one) => ({
      pointer: `${toJsonPointer([name])}/*${toJsonPointer([one])}`,
      required: false,
    }));
  if (tables.length > 1) {
    const titles = tables.map((one) => findTitle(facts.page, one.table.element)?.text ?? '');
    cuts.push(describeChoice(titles));
  }
  return { ...list, missing, cuts };
}

/** The columns of a table that names stand for, called as their headers or as the shorter names, and what these left off. */
function pickColumns(
  table: Region,
  names: readonly string[],
  mayBeOther: boolean,
): { readonly columns: Region['columns']; readonly cuts: string[] } {
  const short = indexShortNames(table.columns);
  const cuts: string[] = [];
  const byKey = new Map(names.toReversed().map((name) => [toHeaderKey(name), name]));
  const asked = [...byKey.values()]
    .toReversed()
    .map((name) => ({ name, found: findNamedColumns(table, name, mayBeOther) }));
  const columns = table.columns.flatMap((column) => {
    const own = asked.filter(({ found }) => found.includes(column)).map(({ name }) => name);
    if (own.some((name) => short.get(toHeaderKey(name)) !== column))
      return { ...column, header: splitWords(column.header).join('_') };
    if (isQualified(column)) cuts.push(...own.map((name) => describeShort(name, column)));
    return own.map((name) => ({ ...column, header: name }));
  });
  return { columns, cuts };
}

/** Leaves out the fields that most cards do not show: what stands under them belongs to something else. */
function dropRareFields(
  result: ExtractStructureResult,
  name: string,
  shown: readonly string[],
): WholeList {
  const { [name]: records = [] } = result.value as Readonly<
    Record<string, readonly Readonly<Record<string, unknown>>[]>
  >;
  const isUsual = (field: string): boolean =>
    records.filter((record) => isFilled(record[field])).length >= records.length * minShare;
  const fields = shown.filter(isUsual);
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
