import type { AnyNode } from 'domhandler';
import type { DetailLevel } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { countAll } from '../../runtime/collections.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { type ExtractStructureResult, extractStructure } from '../structure/extract-structure.ts';
import type { Region } from '../tables/column.ts';
import { findDateOrder } from '../values/dates/date-order.ts';
import { isPlainWord, listNouns, listParts, writtenThings } from '../lexicon/prompt-words.ts';
import {
  findCurrency,
  findNamed,
  findUsualKind,
  toFormReader,
  toUsualSchema,
} from './usual-form.ts';
import { readTables } from '../tables/read-tables.ts';
import { areOfType, findListType, isAbout } from './are-of-type.ts';

interface WholeList extends ExtractStructureResult {
  readonly value: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** What the cards of a listing show most; those that a listing does not show are left out. */
const cardFields = 'title price rating author date location description url'.split(' ');
/** Those of what people write: what stands above a post is the name or the rank of who wrote it. */
const untitledFields = cardFields.filter((field) => field !== 'title');
const minShare = 0.5;
const tableNouns: ReadonlySet<string> = new Set(
  'table row column tabelle zeile spalte tableau ligne tabla fila tabella riga tabela linha tabel rij таблица строка 表 表格'.split(
    ' ',
  ),
);
const maxRows = 5_000;
const maxTitleLength = 300;

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
  const around = first === undefined ? tables[0] : findTableAround(first, tables);
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

export function findTableAround(
  { node }: ValueSource,
  tables: readonly Region[],
): Region | undefined {
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

/** Whether the page calls a list's things by this name: each word stands in most of them, or in none and the page says it of itself. */
export function isListNamed(
  name: string,
  { value, sources }: Pick<ExtractStructureResult, 'value' | 'sources'>,
  facts: PageFacts,
): boolean {
  const [first] = sources.values();
  const records = isSchemaObject(value) ? value[name] : undefined;
  // What has its name as the title of one of its things is the parts of the page, one of which is the list.
  if (Array.isArray(records) && records.some((record) => isTitled(record, name))) return false;
  const items = Array.isArray(records)
    ? records.map(
        (record) => new Set(splitWords(JSON.stringify(record).toLowerCase()).map(toSingular)),
      )
    : [];
  return splitWords(name).every((word) => {
    const singular = toSingular(word);
    // News have headlines, and so have cards.
    if (findNamed(singular)?.name === 'title' && listNouns.has(word))
      return ['article', 'product'].some((type) =>
        areOfType(type, name, { value, sources }, facts),
      );
    const type = findListType(word);
    if (type !== undefined && listNouns.has(word))
      return isOfType(type, word, name, { value, sources }, facts);
    if (listNouns.has(word) || listParts.has(word)) return true;
    const share = items.filter((words) => words.has(singular)).length / Math.max(1, items.length);
    return share === 0 ? isShown(singular, facts, first) : share >= minShare;
  });
}

/** What pages call themselves that list articles. */
const newsWords: ReadonlySet<string> = new Set(
  'news newsroom blog blogs articles stories posts nachrichten actualités noticias notizie notícias nieuws новости 新闻'.split(
    ' ',
  ),
);

/** Whether the things of a list are of a type, or the page says so of itself: jobs, events. */
export function isOfType(
  type: string,
  word: string,
  name: string,
  result: Pick<ExtractStructureResult, 'value' | 'sources'>,
  facts: PageFacts,
): boolean {
  if (areOfType(type, name, result, facts)) return true;
  const { page, heading, entities } = facts;
  if (type === 'article') return !isAbout(type, facts) && listsNews(facts);
  // Pages about one product have lists of other things.
  if (type === 'product') return false;
  const singular = toSingular(word);
  const [first] = result.sources.values();
  const above = listHeadingsAbove(page, first).map((one) => page.lineOf(one, maxTitleLength));
  // "Tools for the job" lists none.
  const isPlural = (shown: string): boolean => shown !== singular && toSingular(shown) === singular;
  return (
    entities.some(({ types }) => types.has(singular)) ||
    [page.title, heading, page.reading.url, ...above].some((text) =>
      splitWords(text.toLowerCase()).some(isPlural),
    )
  );
}

/** Most steps of the address of a list, and most words of its last one: articles stand deeper and have their titles there. */
const maxListSteps = 2;
const maxListSlug = 2;

/** Whether a page calls itself news or a blog: in its heading or the end of its address, below which its articles stand, or in the title of a page near the top. */
function listsNews({ page, heading }: PageFacts): boolean {
  const steps = (URL.parse(page.reading.url)?.pathname ?? '')
    .split('/')
    .filter((step) => step !== '');
  const end = splitWords((steps.at(-1) ?? '').toLowerCase());
  const isTop = steps.length <= maxListSteps && end.length <= maxListSlug;
  const words = splitWords(`${heading} ${isTop ? page.title : ''}`.toLowerCase());
  return [...words, ...end].some((word) => newsWords.has(word));
}

function isTitled(record: unknown, name: string): boolean {
  const title = isSchemaObject(record) ? record['title'] : undefined;
  return typeof title === 'string' && toHeaderKey(title) === toHeaderKey(name);
}

/** The columns of a table whose headers are these names, row by row. */
export function findColumns(
  names: readonly string[],
  listName: string | undefined,
  facts: PageFacts,
): WholeList | undefined {
  const wanted = names.map(toHeaderKey);
  const noun = listName === undefined ? undefined : toHeaderKey(listName);
  const table = listHeadedTables(facts).find(({ element, columns }) => {
    const headers = new Set(columns.map(({ header }) => toHeaderKey(header)));
    return !facts.zones.isAside(element) && wanted.every((header) => headers.has(header));
  });
  if (table === undefined) return undefined;
  const isWanted = ({ header }: Region['columns'][number]): boolean => {
    const key = toHeaderKey(header);
    return wanted.includes(key) || key === noun;
  };
  const columns = table.columns.filter(isWanted).map((column) => ({
    ...column,
    header: splitWords(column.header).join('_'),
  }));
  const list = toList(listName ?? 'items', { ...table, columns }, facts);
  const isNamed =
    listName === undefined ||
    table.columns.some(({ header }) => toHeaderKey(header) === noun) ||
    isListNamed(listName, list, facts);
  return isNamed ? list : undefined;
}

function toHeaderKey(name: string): string {
  return splitWords(name.toLowerCase()).map(toSingular).join(' ');
}

function tableWords({ element, columns }: Region, { page }: PageFacts): readonly string[] {
  const caption = page.childrenOf(element).find(({ node }) => node.name === 'caption');
  const texts = columns.map(({ header }) => header);
  if (caption !== undefined) texts.push(page.lineOf(caption, maxTitleLength));
  return splitWords(texts.join(' ').toLowerCase()).map(toSingular);
}

/** Whether the page says this word of itself, or of what begins there: in its title, its address, a heading above, a table's headers, or a type of its data. */
function isShown(word: string, facts: PageFacts, first: ValueSource | undefined): boolean {
  const { page, entities, heading } = facts;
  if (listHeadedTables(facts).some((table) => tableWords(table, facts).includes(word))) return true;
  if (entities.some(({ types }) => types.has(word))) return true;
  const titles = listHeadingsAbove(page, first).map((element) =>
    page.lineOf(element, maxTitleLength),
  );
  return [page.title, heading, page.reading.url, ...titles].some((text) =>
    splitWords(text.toLowerCase()).map(toSingular).includes(word),
  );
}

/** The headings below which something stands: the last one of each rank that no higher one ends. All where it has no place on the page. */
export function listHeadingsAbove(
  page: PageIndex,
  source: ValueSource | undefined,
): readonly IndexedElement[] {
  const place = source === undefined ? undefined : page.elementOf(source.node);
  const above: IndexedElement[] = [];
  for (const element of page.elements) {
    if (!/^h[1-6]$/.test(element.node.name)) continue;
    if (place === undefined) {
      above.push(element);
      continue;
    }
    if (element.end > place.position) break;
    while ((above.at(-1)?.node.name ?? '') >= element.node.name) above.pop();
    above.push(element);
  }
  return above;
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

/** The rows of a table, and where each cell stands, by JSON Pointer into the rows. */
interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly sources: ReadonlyMap<string, ValueSource>;
}

export function listHeadedTables(facts: PageFacts): readonly Region[] {
  return readTables(facts.page, new Set())
    .filter(
      ({ columns, size }) =>
        columns.length > 1 && size > 1 && columns.every(({ header }) => header !== ''),
    )
    .sort((a, b) => b.size * b.columns.length - a.size * a.columns.length);
}

/** The first rows of a table by its headers; a repeated header gets its number. Amounts have their currency beside them. */
export function toRows(region: Region, facts: PageFacts, limit: number): Rows {
  const baseUrl = facts.page.reading.url;
  const names = nameHeaders(region.columns.map(({ header }) => header.replaceAll('\n', ' ')));
  const columns = region.columns.map(({ header, cells }, at) => ({
    name: names[at] ?? header,
    cells,
    read: toFormReader(header, {
      baseUrl,
      place: {
        ...facts.place,
        order: findDateOrder(cells.map((cell) => cell?.text ?? '')) ?? facts.place.order,
      },
    }),
    isMoney: findUsualKind(header) === 'money',
  }));
  const sources = new Map<string, ValueSource>();
  const rows = Array.from({ length: Math.min(region.size, limit) }, (_, row) => {
    const values = new Map<string, unknown>();
    for (const { name, cells, read, isMoney } of columns) {
      const cell = cells[row];
      const value = cell === undefined ? '' : read(cell.text);
      values.set(name, value);
      if (cell !== undefined) sources.set(toJsonPointer([row, name]), cell.source);
      const currency =
        isMoney && typeof value === 'number' ? findCurrency(cell?.text ?? '') : undefined;
      if (currency !== undefined && !names.includes('currency')) values.set('currency', currency);
    }
    return Object.fromEntries(values);
  });
  return { rows, sources };
}

function nameHeaders(headers: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const header of headers) {
    let name = header;
    for (let count = 2; names.has(name); count += 1) name = `${header} ${count}`;
    names.add(name);
  }
  return [...names];
}
