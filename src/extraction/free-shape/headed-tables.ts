import type { AnyNode } from 'domhandler';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { Region } from '../tables/column.ts';
import { readTables } from '../tables/read-tables.ts';
import { findDateOrder } from '../values/dates/date-order.ts';
import { findCurrency, findNamed, findUsualKind, toFieldName, toFormReader } from './usual-form.ts';

/** Characters of a caption. */
const maxCaption = 300;

/** The tables of a page whose columns all have headers, the largest first. */
export function listHeadedTables(facts: PageFacts): readonly Region[] {
  return readTables(facts.page, new Set())
    .filter(
      ({ columns, size }) =>
        columns.length > 1 && size > 1 && columns.every(({ header }) => header !== ''),
    )
    .sort((a, b) => b.size * b.columns.length - a.size * a.columns.length);
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
  return splitWords(name.toLowerCase()).map(toSingular).join(' ');
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
export function hasColumn({ columns }: Region, term: string): boolean {
  return columns.some(
    ({ header }) => toHeaderKey(header) === toHeaderKey(term) || isOtherName(header, term),
  );
}

/** Whether a header is another name for what a term stands for. */
export function isOtherName(header: string, term: string): boolean {
  const concept = findNamed(toFieldName(term));
  return concept !== undefined && findNamed(header) === concept;
}

/** The headers of all tables, joined. */
export function listColumnNames(facts: PageFacts): ReadonlySet<string> {
  return new Set(
    listHeadedTables(facts).flatMap(({ columns }) => columns.map(({ header }) => joinName(header))),
  );
}
