import type { ValueSource } from '../fields/filled.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { readTables } from '../tables/read-tables.ts';
import type { Region } from '../tables/region.ts';
import { findCurrency, findUsualKind, toFormReader } from './usual-form.ts';

/** The rows of a table, and where each cell stands, by JSON Pointer into the rows. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly sources: ReadonlyMap<string, ValueSource>;
}

/** The tables of a page that have a header over each column, largest first. */
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
  const context = { baseUrl: facts.page.reading.url, monthFirst: facts.monthFirst };
  const names = nameHeaders(region.columns.map(({ header }) => header.replaceAll('\n', ' ')));
  const columns = region.columns.map(({ header, cells }, at) => ({
    name: names[at] ?? header,
    cells,
    read: toFormReader(header, context),
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
