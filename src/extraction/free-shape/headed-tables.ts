import type { AnyNode } from 'domhandler';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isSpare } from '../tables/column-shape.ts';
import type { Column, Region } from '../tables/column.ts';
import { listHeaderNames } from '../tables/header-names.ts';
import { readTables } from '../tables/read-tables.ts';
import { findDateOrder } from '../values/dates/date-order.ts';
import { findCurrency, findNamed, findUsualKind, toFieldName, toFormReader } from './usual-form.ts';

/** Characters of a caption. */
const maxCaption = 300;

/** The tables of a page whose columns all have headers, the largest first. */
export function listHeadedTables(facts: PageFacts): readonly Region[] {
  return readTables(facts.page, new Set())
    .map(headCorner)
    .filter(
      ({ columns, size }) =>
        columns.length > 1 && size > 1 && columns.every(({ header }) => header !== ''),
    )
    .map((table) => ({
      ...table,
      columns: table.columns.filter((_, at) => !isSpare(table.columns, at)),
    }))
    .sort((a, b) => b.size * b.columns.length - a.size * a.columns.length);
}

/** What the first column is called whose cells name the rows below an empty corner. */
const cornerName = 'name';

/** A table with a name above the names of its rows, which an empty corner leaves out. */
function headCorner(table: Region): Region {
  const [first, ...others] = table.columns;
  if (first?.header !== '' || others.some(({ header }) => toHeaderKey(header) === cornerName))
    return table;
  const names = first.cells.flatMap((cell) => cell?.text ?? []);
  const areNames = new Set(names).size === table.size && names.every((name) => /\p{L}/u.test(name));
  return areNames ? { ...table, columns: [{ ...first, header: cornerName }, ...others] } : table;
}

/** The columns of a table by shorter names than their headers, each of which is that of one column and no header. */
export function indexShortNames(columns: readonly Column[]): ReadonlyMap<string, Column> {
  const index = new Map<string, Column | undefined>();
  for (const column of columns)
    for (const key of new Set(listHeaderNames(column).map(toHeaderKey)))
      index.set(key, index.has(key) ? undefined : column);
  for (const { header } of columns) index.delete(toHeaderKey(header));
  return new Map(
    [...index].flatMap(([key, column]) => (column === undefined ? [] : [[key, column] as const])),
  );
}

/** The table in which a value stands. */
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

/** A header, or the name of a column, as it is compared. */
export function toHeaderKey(name: string): string {
  return splitWords(spellSign(name).toLowerCase()).map(toSingular).join(' ');
}

/** "Case #" is the number of a case. */
function spellSign(header: string): string {
  return header.replace(/[#№]\s*$/u, ' number');
}

/** The words of a table's headers and of its caption. */
export function tableWords({ element, columns }: Region, { page }: PageFacts): readonly string[] {
  const caption = page.childrenOf(element).find(({ node }) => node.name === 'caption');
  const texts = columns.map(({ header }) => header);
  if (caption !== undefined) texts.push(page.lineOf(caption, maxCaption));
  return splitWords(texts.join(' ').toLowerCase()).map(toSingular);
}

/** The rows of a table, and where each cell stands, by JSON Pointer into the rows. */
interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly sources: ReadonlyMap<string, ValueSource>;
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

/** Whether a table has a column of this name, or of another one for the same. */
export function hasColumn(region: Region, term: string): boolean {
  return findNamedColumns(region, term, true).length > 0;
}

/** The columns of a table that a name stands for: of that header, else of that shorter name, else, where they may be, of another name for the same. */
export function findNamedColumns(
  { columns }: Region,
  name: string,
  mayBeOther: boolean,
): readonly Column[] {
  const key = toHeaderKey(name);
  const exact = columns.filter(({ header }) => toHeaderKey(header) === key);
  if (exact.length > 0) return exact;
  const short = indexShortNames(columns).get(key);
  if (short !== undefined) return [short];
  const concept = mayBeOther ? findNamed(toFieldName(name)) : undefined;
  return concept === undefined ? [] : columns.filter(({ header }) => findNamed(header) === concept);
}

/** The headers of all tables and their shorter names, joined. */
export function listColumnNames(facts: PageFacts): ReadonlySet<string> {
  return new Set(
    listHeadedTables(facts).flatMap(({ columns }) => [
      ...columns.map(({ header }) => joinName(spellSign(header))),
      ...Array.from(indexShortNames(columns).keys(), joinName),
    ]),
  );
}
