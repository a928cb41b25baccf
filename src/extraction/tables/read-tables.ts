import type { Element } from 'domhandler';
import { maxOf } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { readSpan, SpanBudget } from '../../page/tree/data-table.ts';
import { foldLabel, joinName } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { nameWords } from './class-words.ts';
import { findLink, toBlock } from './find-repeats.ts';
import { findMoney } from '../values/find-money.ts';
import { findUnit } from '../values/numbers/units.ts';
import { readPresentText } from '../values/read-present-text.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import { type Cell, type Column, type Region, findLines, orderColumns } from './column.ts';
import { withoutBrackets } from './header-names.ts';

/** Spans beyond these are template errors: the widest table of the benchmark sets has 62 columns. */
const maxColumnSpan = 60;
const maxRowSpan = 200;
const maxColumns = 200;
const maxRows = 5_000;
const maxTables = 300;
/** Places of all grids of a page, empty ones too, since one long row widens all others: 5,000 rows of 50 columns. */
const maxPlaces = 250_000;
const maxCellLength = 20_000;
/** Characters of a spanned cell that cost as much as one more spanned cell. */
const charactersPerSpannedCell = 200;
/** Elements of a cell among which its link is looked for: a cell with more is a layout. */
const maxCellElements = 40;
/** Rows looked at for the wanted names: above them stand a title and groups of columns. */
const maxRowsAboveHead = 4;
/** Share of a row's cells that must be wanted names for the row to be the header. */
export const headerShare = 0.6;

/** Share of the data rows that a row of one cell must follow to be a part of the row before it. */
const minNoteShare = 0.7;
/** Share of the other cells of a column with a number from which on it is one of numbers. */
const minNumbers = 0.5;
/** Most characters of a heading of a column, and rows below it that are compared with it. */
const maxHeadLength = 40;
const comparedRows = 6;

interface GridRow {
  readonly element: IndexedElement;
  readonly cells: readonly IndexedElement[];
  readonly isHead: boolean;
}

/** A row with its cells in the columns of the table, of which some parts have fewer. */
interface RecordRow extends Omit<GridRow, 'cells'> {
  readonly cells: readonly (IndexedElement | undefined)[];
}

/** Every table as a region: spans resolved, headers joined, section rows beside the records; `cuts` gets what was not read. */
export function readTables(
  page: PageIndex,
  wanted: ReadonlySet<string>,
  cuts?: Set<string>,
): readonly Region[] {
  const regions: Region[] = [];
  const spans = new SpanBudget();
  let placesLeft = maxPlaces;
  for (const element of page.elements) {
    if (element.node.name !== 'table') continue;
    if (regions.length >= maxTables) {
      cuts?.add(`Only the first ${maxTables} tables of the page were read.`);
      break;
    }
    const rows = cutSpans(withoutEmptyTop(page, readGrid(page, element, spans)));
    const width = maxOf(
      rows.map(({ cells }) => cells.length),
      1,
    );
    const kept = rows.slice(0, Math.floor(placesLeft / width));
    if (rows.length >= maxRows || kept.length < rows.length) {
      cuts?.add(`Only the first ${kept.length} rows of a table were read.`);
    }
    placesLeft -= kept.length * width;
    const isTurned = namesRows(page, kept, wanted);
    const whole = isTurned ? turn(kept) : unfold(page, kept, wanted);
    const region = toRegion(page, element, whole, wanted);
    if (region !== undefined) regions.push(isTurned ? nameFirst(region) : region);
  }
  return regions;
}

/** Records that stand side by side, at least: with one, the table has labels and values. */
const minTurned = 2;
const minNamedRows = 2;

/** Whether the first cells of rows are names that are wanted and no heading of a column is: each column is a record then. */
function namesRows(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): boolean {
  const [first, ...others] = rows;
  const width = first?.cells.length ?? 0;
  if (
    first === undefined ||
    width <= minTurned ||
    others.some(({ cells }) => cells.length !== width)
  )
    return false;
  const isWanted = (cell: IndexedElement | undefined): boolean =>
    cell !== undefined && wanted.has(joinName(withoutBrackets(page.lineOf(cell, maxHeadLength))));
  const named = others.filter(({ cells: [cell] }) => isWanted(cell)).length;
  // Below an empty corner the names of the rows are of no column: a comparison of things by more than what is asked for.
  const [corner, ...heads] = first.cells.map((cell) => page.lineOf(cell, maxHeadLength));
  const isComparison = corner === '' && !heads.includes('');
  return (
    named >= minNamedRows &&
    (isComparison || named >= others.length * headerShare) &&
    !first.cells.slice(1).some((cell) => isWanted(cell))
  );
}

/** The rows of a table that stand beside each other below the same names of columns, most of which are wanted, one below the other. */
function unfold(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): readonly GridRow[] {
  const { start, end } = findHead(page, rows, wanted);
  const width = rows[start]?.cells.length ?? 0;
  if (end === start || rows.slice(start).some(({ cells }) => cells.length > width)) return rows;
  const names = joinHeaders(page, rows.slice(start, end), width).map((header) => joinName(header));
  const second = names.indexOf(names[0] ?? '', 1);
  const side = names.slice(0, Math.max(0, second)).filter((name) => name !== '');
  const known = side.filter((name) => wanted.has(name) && !wanted.has(`${name}2`)).length;
  if (known < minNamedRows || known < side.length * headerShare || names[0] === '') return rows;
  const froms = names.flatMap((name, at) => (name === names[0] ? at : []));
  const isRepeated = froms.every((from, at) => {
    const own = names.slice(from, froms[at + 1]).filter((name) => name !== '');
    return (
      own.join('|') === side.join('|') && own.every((name, place) => names[from + place] === name)
    );
  });
  if (!isRepeated) return rows;
  const sides = froms.map((from) =>
    rows.slice(end).flatMap((row) => {
      const cells = row.cells.slice(from, from + side.length);
      return cells.some((cell) => page.lineOf(cell) !== '') ? { ...row, cells } : [];
    }),
  );
  const head = rows
    .slice(0, end)
    .map((row) => ({ ...row, cells: row.cells.slice(0, side.length) }));
  return [...head, ...sides.flat()];
}

/** The columns of a table as its rows. */
function turn(rows: readonly GridRow[]): readonly GridRow[] {
  return (rows[0]?.cells ?? []).map((element, column) => ({
    element,
    cells: rows.flatMap(({ cells }) => cells[column] ?? []),
    isHead: column === 0,
  }));
}

/** What stands above the columns of a turned table names its records. */
function nameFirst(region: Region): Region {
  const [first, ...others] = region.columns;
  if (first === undefined) return region;
  return { ...region, columns: [{ ...first, words: nameWords, ownWords: nameWords }, ...others] };
}

function readGrid(page: PageIndex, table: IndexedElement, spans: SpanBudget): readonly GridRow[] {
  const rows: GridRow[] = [];
  const mayRepeat = ({ textStart, textEnd }: IndexedElement): boolean =>
    spans.take(1 + Math.floor((textEnd - textStart) / charactersPerSpannedCell));
  const carried = new Map<number, { cell: IndexedElement; rows: number }>();
  for (const row of ownRows(page, table)) {
    const cells: IndexedElement[] = [];
    const takeCarried = (): void => {
      for (
        let held = carried.get(cells.length);
        held !== undefined;
        held = carried.get(cells.length)
      ) {
        held.rows -= 1;
        if (held.rows <= 0 || !mayRepeat(held.cell)) carried.delete(cells.length);
        cells.push(held.cell);
      }
    };
    for (const cell of page.childrenOf(row)) {
      if (cell.node.name !== 'td' && cell.node.name !== 'th') continue;
      takeCarried();
      if (cells.length >= maxColumns) break;
      const width = readSpan(cell.node, 'colspan', maxColumnSpan);
      const height = readSpan(cell.node, 'rowspan', maxRowSpan);
      for (let column = 0; column < width; column += 1) {
        if (column > 0 && !mayRepeat(cell)) break;
        if (height > 1) carried.set(cells.length, { cell, rows: height - 1 });
        cells.push(cell);
      }
    }
    takeCarried();
    if (cells.length > 0) rows.push({ element: row, cells, isHead: isHeadRow(page, row, cells) });
    if (rows.length >= maxRows) break;
  }
  return rows;
}

/** Rows without empty ones above all others, which a layout has for the widths of its columns. An empty header says that there is none. */
function withoutEmptyTop(page: PageIndex, rows: readonly GridRow[]): readonly GridRow[] {
  const first = rows.findIndex(
    ({ element, cells }) =>
      page.elements[element.parent]?.node.name === 'thead' ||
      cells.some((cell) => cell.node.name === 'th' || cell.end > cell.position + 1) ||
      cells.some((cell) => page.lineOf(cell, maxHeadLength) !== ''),
  );
  return first > 0 ? rows.slice(first) : rows;
}

/** Rows without the places at which a single cell spans more columns than the table has: a note whose span was made for any table. */
function cutSpans(rows: readonly GridRow[]): readonly GridRow[] {
  const width = maxOf(
    rows.map((row) => (isAcross(row) ? 1 : row.cells.length)),
    1,
  );
  if (width === 1) return rows;
  return rows.map((row) =>
    isAcross(row) && row.cells.length > width ? { ...row, cells: row.cells.slice(0, width) } : row,
  );
}

/** Rows of this table, not of tables inside it. */
function ownRows(page: PageIndex, table: IndexedElement): readonly IndexedElement[] {
  const rows: IndexedElement[] = [];
  let at = table.position + 1;
  while (at < table.end) {
    const element = page.elements[at];
    if (element === undefined) break;
    if (element.node.name === 'tr') {
      rows.push(element);
      at = element.end;
    } else at = element.node.name === 'table' ? element.end : at + 1;
  }
  return rows;
}

function isHeadRow(
  page: PageIndex,
  row: IndexedElement,
  cells: readonly IndexedElement[],
): boolean {
  if (page.elements[row.parent]?.node.name === 'thead') return true;
  return cells.every((cell) => isHeadCell(page, cell));
}

/** Whether a cell may name a column: a header's, a bold one, or the empty corner above the names of the rows. */
export function isHeadCell(page: PageIndex, cell: IndexedElement): boolean {
  return cell.node.name === 'th' || isBold(page, cell);
}

function isBold(page: PageIndex, cell: IndexedElement): boolean {
  const line = page.lineOf(cell);
  if (line === '') return cell.end === cell.position + 1;
  const parts = page
    .childrenOf(cell)
    .filter(({ node }) => node.name === 'b' || node.name === 'strong');
  return parts.length > 0 && parts.map((part) => page.lineOf(part)).join(' ') === line;
}

function toRegion(
  page: PageIndex,
  table: IndexedElement,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): Region | undefined {
  const width = maxOf(
    rows.map(({ cells }) => cells.length),
    0,
  );
  if (width === 0) return undefined;
  const head = findHead(page, rows, wanted);
  const headRows = rows.slice(head.start, head.end);
  const headers = [...joinHeaders(page, headRows, width)];
  // A header of several rows is repeated row by row, or by its last one.
  const lines = headers.map((header) =>
    [header, ...header.split('\n')].map((line) => joinName(line)),
  );
  const names = lines.map((own) => own.at(-1) ?? '');
  const repeatsHead = ({ cells }: GridRow): boolean =>
    cells.length === width &&
    cells.every((cell, at) => lines[at]?.includes(joinName(page.lineOf(cell))));
  const records: RecordRow[] = [];
  let order: readonly (number | undefined)[] | undefined;
  const notes = new Map<RecordRow, IndexedElement>();
  const above = new Map<RecordRow, IndexedElement>();
  let last: RecordRow | undefined;
  // Without a header, or where each section has its own below its title, the title of the table is the heading of its first rows.
  const isSectioned = rows.some(
    (row, at) => at >= head.end && repeatsHead(row) && isAcrossAt(rows, at - 1),
  );
  let section = head.end > head.start && !isSectioned ? undefined : rows[head.start - 1]?.cells[0];
  for (const row of rows.slice(head.end)) {
    // A single cell across the whole width is a section title or a note.
    if (width > 1 && isAcross(row) && row.cells.length >= width) {
      section = row.cells[0];
      if (last !== undefined && row.cells[0] !== undefined) notes.set(last, row.cells[0]);
      last = undefined;
    } else if (isNote(page, row, width)) {
      const note = row.cells.at(-1);
      if (last !== undefined && note !== undefined) notes.set(last, note);
    } else if (repeatsHead(row)) order = undefined;
    else if (isOtherHead(page, row, names)) order = addHeaders(page, row, headers, names);
    else {
      const cells = order?.map((at) => (at === undefined ? undefined : row.cells[at]));
      const record = cells === undefined ? row : { ...row, cells };
      records.push(record);
      if (section !== undefined) above.set(record, section);
      last = record;
    }
  }
  if (records.length === 0) return undefined;
  const sums = findSums(page, records);
  const valued = cutLabels(page, records, headRows);
  const columns: Column[] = Array.from(
    { length: Math.max(width, headers.length) },
    (_, column) => ({
      key: String(column),
      header: headers[column] ?? '',
      words: new Set<string>(),
      ownWords: new Set<string>(),
      cells: valued.map(({ cells }) => toCell(page, cells[column])),
      within: [],
      cuts: 0,
    }),
  );
  const hasNotes = records.length > 1 && notes.size >= records.length * minNoteShare;
  if (hasNotes) {
    const cells = records.map((row) => toCell(page, notes.get(row)));
    const words = new Set<string>();
    columns.push({ key: 'note', header: '', words, ownWords: words, cells, within: [], cuts: 0 });
  }
  const blocks = records.map(({ element }) => toBlock(element));
  const sections = hasNotes ? undefined : readSections(page, records, above);
  const size = records.length;
  const titleRow = head.end > head.start ? rows[head.start - 1] : undefined;
  const title = titleRow === undefined ? undefined : toCell(page, titleRow.element);
  return {
    kind: 'table',
    columns,
    size,
    element: table,
    starts: [0],
    blocks,
    sections,
    sums,
    title,
  };
}

/**
 * The rows without the label of a group of rows in columns of numbers, where the first cell goes on over columns that the header parts from
 * the first; in a column of names it is that of a sum.
 */
function cutLabels(
  page: PageIndex,
  rows: readonly RecordRow[],
  head: readonly GridRow[],
): readonly RecordRow[] {
  const isParted = head.length > 0 && head.every(({ cells: [first, second] }) => first !== second);
  const isLabelled = ({ cells: [first, second] }: RecordRow): boolean =>
    first !== undefined && first === second;
  if (!isParted || !rows.some(isLabelled)) return rows;
  const others = rows.filter((row) => !isLabelled(row));
  const hasNumber = (cell: IndexedElement | undefined): boolean =>
    cell !== undefined && /\d/.test(page.lineOf(cell, maxHeadLength));
  const isOfNumbers = Array.from(
    { length: maxOf(rows.map(({ cells }) => cells.length)) },
    (_, column) => {
      const numbers = others.filter(({ cells }) => hasNumber(cells[column])).length;
      return numbers > others.length * minNumbers;
    },
  );
  return rows.map((row) => {
    const [label] = row.cells;
    if (!isLabelled(row)) return row;
    const isSpanned = (cell: IndexedElement | undefined, at: number): boolean =>
      at > 0 && cell === label && isOfNumbers[at] === true;
    return {
      ...row,
      cells: row.cells.map((cell, at) => (isSpanned(cell, at) ? undefined : cell)),
    };
  });
}

/** Whether a row names columns as the header does, in another order or with others beside: those of the rows below it. */
function isOtherHead(page: PageIndex, row: GridRow, names: readonly string[]): boolean {
  const own = row.cells.map((cell) => joinName(page.lineOf(cell, maxHeadLength)));
  if (own.length < 2 || new Set(own).size < own.length || new Set(names).size < names.length)
    return false;
  const same = own.filter((name) => name !== '' && names.includes(name)).length;
  if (same > 1 && same === own.length) return true;
  // A row of sums is marked as a header as well.
  return same > 0 && row.isHead && own.every((name) => !/\d/.test(name));
}

/** Adds the headers of another header row that the table does not have yet; returns the place of each column in the rows below. */
function addHeaders(
  page: PageIndex,
  { cells }: GridRow,
  headers: string[],
  names: string[],
): readonly (number | undefined)[] {
  const own = cells.map((cell) => page.lineOf(cell));
  for (const header of own) {
    const name = joinName(header);
    if (names.includes(name) || headers.length >= maxColumns) continue;
    headers.push(header);
    names.push(name);
  }
  return orderColumns(
    names,
    own.map((header) => joinName(header)),
  );
}

/** First or last words of the label of a row of sums, folded. */
const sumWords: ReadonlySet<string> = new Set(
  (
    'total totals subtotal sub-total sum overall summe gesamt gesamtsumme zwischensumme insgesamt sous-total totale subtotale totaal ' +
    'subtotaal totalt summa suma razem łącznie celkem итого всего 合計 小計 总计 合计 합계'
  ).split(' '),
);
/** Those of a row of averages. */
const meanWords: ReadonlySet<string> = new Set(
  'average avg mean durchschnitt mittelwert moyenne media média promedio gemiddelde genomsnitt średnia průměr среднее 平均 평균'.split(
    ' ',
  ),
);
/** Rows that are compared with the sum of those above: each costs a pass over these. */
const maxSums = 40;
/** Records above a row of sums, at least. */
const minSummed = 2;
/** Of the last digit of a sum. */
const roundingShare = 0.5;

/** Share of the rows that have a first cell which a row of sums lacks. */
const minFirstShare = 0.9;

/** The labels of rows that are the sum or the average of those above: called so, and with their numbers or without a place among them; and of those at the foot. */
function findSums(page: PageIndex, rows: readonly RecordRow[]): readonly string[] {
  const sums = new Map<RecordRow, string>();
  const isFoot = ({ element }: RecordRow): boolean =>
    page.elements[element.parent]?.node.name === 'tfoot';
  const hasFoot = !rows.every(isFoot);
  const unplaced = rows.filter((row) => isUnplaced(page, row)).length;
  const arePlaced =
    rows.length - unplaced >= Math.max(minSummed, minFirstShare * (rows.length - 1));
  let from = 0;
  let tried = 0;
  for (const [at, row] of rows.entries()) {
    if (tried >= maxSums) break;
    const label = findRowLabel(page, row);
    const isApart = arePlaced && isUnplaced(page, row) && findShare(label) !== undefined;
    const share = isApart || (hasFoot && isFoot(row)) ? 'any' : findShare(label);
    if (share === undefined || label === undefined) continue;
    tried += 1;
    const all = rows.slice(0, at).filter((other) => !sums.has(other));
    if (
      share !== 'any' &&
      !isSumOf(page, row, rows.slice(from, at), share) &&
      !isSumOf(page, row, all, share)
    )
      continue;
    sums.set(row, label);
    from = at + 1;
  }
  return [...sums.values()];
}

/** Whether the first cell of a row is empty, in which others have their number or name. */
function isUnplaced(page: PageIndex, { cells: [first] }: RecordRow): boolean {
  return first !== undefined && page.lineOf(first, maxHeadLength) === '';
}

function findRowLabel(page: PageIndex, { cells }: RecordRow): string | undefined {
  return cells
    .map((cell) => (cell === undefined ? '' : page.lineOf(cell, maxHeadLength)))
    .find((line) => line !== '');
}

/** What the label of a row says that its numbers are of those above. */
function findShare(label = ''): 'sum' | 'mean' | undefined {
  const words = foldLabel(label).split(' ');
  const isOneOf = (known: ReadonlySet<string>): boolean =>
    known.has(words[0] ?? '') || known.has(words.at(-1) ?? '');
  return isOneOf(sumWords) ? 'sum' : isOneOf(meanWords) ? 'mean' : undefined;
}

/** Whether the number in some column is the sum, or the average, of those of other rows; rates have neither. */
function isSumOf(
  page: PageIndex,
  { cells }: RecordRow,
  rows: readonly RecordRow[],
  share: 'sum' | 'mean',
): boolean {
  if (rows.length < minSummed) return false;
  let equal = 0;
  for (const [column, cell] of cells.entries()) {
    const sum = readAmount(page, cell);
    if (sum === undefined || sum.value === 0) continue;
    const parts = rows.flatMap((row) => readAmount(page, row.cells[column]) ?? []);
    if (parts.length < minSummed) continue;
    const total = parts.reduce((all, part) => all + part.value, 0);
    const value = share === 'mean' ? total / parts.length : total;
    if (Math.abs(value - sum.value) <= roundingShare * 10 ** -sum.decimals) equal += 1;
  }
  return equal > 0;
}

function readAmount(
  page: PageIndex,
  cell: IndexedElement | undefined,
): { readonly value: number; readonly decimals: number } | undefined {
  const line = cell === undefined ? '' : page.lineOf(cell, maxHeadLength);
  if (!/\d/.test(line)) return undefined;
  const [first, ...others] = findMoney(line, false);
  if (first === undefined || others.length > 0) return undefined;
  return { value: Number(first.amount), decimals: first.amount.split('.')[1]?.length ?? 0 };
}

/** Most characters of the heading of a section; a longer text is a note. */
const maxSectionLength = 80;

/** The headings of sections above the records, where there are several. */
function readSections(
  page: PageIndex,
  records: readonly RecordRow[],
  above: ReadonlyMap<RecordRow, IndexedElement>,
): readonly (Cell | undefined)[] | undefined {
  const cells = records.map((row) => toCell(page, above.get(row)));
  const texts = new Set(cells.map((cell) => cell?.text ?? ''));
  texts.delete('');
  const areShort = [...texts].every(({ length }) => length <= maxSectionLength);
  return texts.size > 1 && areShort ? cells : undefined;
}

/** Whether a row is one cell across several columns. */
function isAcross({ cells }: GridRow): boolean {
  return cells.length > 1 && new Set(cells).size === 1;
}

function isAcrossAt(rows: readonly GridRow[], at: number): boolean {
  const row = rows[at];
  return row !== undefined && isAcross(row);
}

/** Whether a row is empty but for one cell across all columns behind the first: what is said of the record above. */
function isNote(page: PageIndex, { cells }: GridRow, width: number): boolean {
  const [first, ...others] = cells;
  return (
    first !== undefined &&
    others.length > 1 &&
    cells.length >= width &&
    new Set(others).size === 1 &&
    first.end === first.position + 1 &&
    page.lineOf(first) === ''
  );
}

interface Head {
  readonly start: number;
  readonly end: number;
}

/** The header rows, with the row of units below them. */
function findHead(page: PageIndex, rows: readonly GridRow[], wanted: ReadonlySet<string>): Head {
  const { start, end } = findNameRows(page, rows, wanted);
  const units = end > start && end < rows.length - 1 ? rows[end] : undefined;
  return { start, end: units !== undefined && isUnitRow(page, units) ? end + 1 : end };
}

const bracketedUnit = /^[([]\s*[\p{L}\p{Sc}%°][^()[\]\d]{0,20}[)\]]$/u;
/** Share of the cells of a row of units that have one. */
const minUnits = 0.5;

/** Whether a row says below the names of columns in which units their values are: "(mm)", "kg", and nothing in the first one. */
function isUnitRow(page: PageIndex, { cells }: GridRow): boolean {
  const [first, ...units] = cells.map((cell) => page.lineOf(cell, maxHeadLength));
  const filled = units.filter((line) => line !== '');
  return (
    first === '' &&
    filled.length > 0 &&
    filled.length >= units.length * minUnits &&
    filled.every((line) => bracketedUnit.test(line) || findUnit(line) !== undefined)
  );
}

/** The rows with the names of columns: the row that holds the wanted ones, else the leading rows that look like heads. */
function findNameRows(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): Head {
  let start = 0;
  // A single cell across all columns is the table's title.
  const across = rows.map(isAcross);
  while (start < rows.length - 1 && across[start] === true) start += 1;
  let end = start;
  // Below the names of the columns it is the heading of a section.
  while (end < rows.length - 1 && rows[end]?.isHead === true && across[end] !== true) end += 1;
  if (end > start) return { start: skipTitles(page, rows.slice(0, end), start, wanted), end };
  for (let at = start; at < Math.min(rows.length - 1, start + maxRowsAboveHead); at += 1) {
    const names = rows[at]?.cells.map((cell) => page.lineOf(cell)) ?? [];
    if (areWanted(names, wanted)) return { start: at, end: at + 1 };
  }
  end = start + 1;
  while (end < start + maxRowsAboveHead && isGroupRow(rows[end - 1], rows[end])) end += 1;
  const isGrouped = end > start + 1;
  const names = isGrouped
    ? joinHeaders(page, rows.slice(start, end), rows[start]?.cells.length ?? 0)
    : (rows[start]?.cells.map((cell) => page.lineOf(cell, maxHeadLength)) ?? []);
  const areNames =
    (isGrouped && end < rows.length && areWanted(names, wanted)) ||
    contrasts(page, names, rows.slice(end, end + comparedRows));
  return areNames ? { start, end } : { start, end: start };
}

function areWanted(names: readonly string[], wanted: ReadonlySet<string>): boolean {
  const known = names.filter((name) => wanted.has(joinName(name))).length;
  return known > 0 && known / names.length >= headerShare;
}

/** Whether a cell of a row goes on over columns that the next row parts: it says what group these are. */
function isGroupRow(row: GridRow | undefined, next: GridRow | undefined): boolean {
  if (row === undefined || next === undefined || isAcross(row)) return false;
  return row.cells.some((cell, at) => {
    const [below, beside] = next.cells.slice(at, at + 2);
    return cell === row.cells[at + 1] && below !== beside && below !== cell && beside !== cell;
  });
}

/** The first of the rows of a header that names columns: above one that has the wanted names, rows with none of these are the title of the table. */
function skipTitles(
  page: PageIndex,
  head: readonly GridRow[],
  start: number,
  wanted: ReadonlySet<string>,
): number {
  const counts = head.map(
    ({ cells }) => cells.filter((cell) => wanted.has(joinName(page.lineOf(cell)))).length,
  );
  const last = head.length - 1;
  const names = head[last]?.cells.map((cell) => joinName(page.lineOf(cell))) ?? [];
  // Names that stand there twice are told apart by the groups of columns above.
  const areNames =
    new Set(names).size === names.length && (counts[last] ?? 0) >= headerShare * names.length;
  return areNames && counts.slice(start, last).every((count) => count === 0) ? last : start;
}

/** Whether each row is followed by one across all columns: a note on it, and no title of a section. */
function isNotedEach(rows: readonly GridRow[]): boolean {
  return rows.some(isAcross) && rows.every((row, at) => isAcross(row) || !isPlainAt(rows, at - 1));
}

function isPlainAt(rows: readonly GridRow[], at: number): boolean {
  return at >= 0 && !isAcrossAt(rows, at);
}

const nameWithoutDigits = /^[^\d]+$/u;

/**
 * Whether names stand above rows: short words without digits, over numbers or dates in some column. Above the title of a section some of
 * them may have digits.
 */
function contrasts(page: PageIndex, names: readonly string[], below: readonly GridRow[]): boolean {
  const others = below.filter((row) => !isAcross(row) && !isUnitRow(page, row));
  if (others.length < 2 || isNotedEach(below)) return false;
  const isOfSections = isAcrossAt(below, 0);
  const mayName = (name: string): boolean =>
    nameWithoutDigits.test(name) || (isOfSections && /^\p{L}/u.test(name));
  if (!names.every(mayName) || new Set(names).size < names.length) return false;
  return names.some(
    (name, column) =>
      nameWithoutDigits.test(name) &&
      others.every(({ cells }) => {
        const cell = cells[column];
        return cell !== undefined && /\d/.test(page.lineOf(cell));
      }),
  );
}

function joinHeaders(page: PageIndex, rows: readonly GridRow[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.flatMap(({ cells }) => cells[column] ?? []))]
      .map((cell) => page.lineOf(cell))
      .filter((line) => line !== '')
      .join('\n'),
  );
}

/** A cell of a table, or any element read as one. */
function toCell(page: PageIndex, element: IndexedElement | undefined): Cell | undefined {
  if (element === undefined) return undefined;
  const whole = page.text.slice(element.textStart, element.textEnd);
  const hasParts = element.end > element.position + 1;
  const present = hasParts ? readPresentText(page, element) : undefined;
  const shown = present?.slice(0, maxCellLength) ?? foldText(whole.slice(0, maxCellLength));
  const picture = hasParts && shown === '' ? findNamedPicture(page, element) : undefined;
  const text = picture?.attribs['alt']?.trim() ?? shown;
  return {
    text,
    price: hasParts && /\d/.test(text) ? readPriceLine(page, element) : undefined,
    source: picture === undefined ? { node: element.node } : { node: picture, attribute: 'alt' },
    href: findLink(page, element, maxCellElements)?.node.attribs['href'],
    block: toBlock(element),
    listLines: findLines(whole.slice(0, maxCellLength)),
  };
}

/** The only picture of an element that says in words what it shows: the logo of a shop. */
function findNamedPicture(page: PageIndex, { position, end }: IndexedElement): Element | undefined {
  const pictures = page.elements
    .slice(position, Math.min(end, position + maxCellElements))
    .flatMap(({ node }) => (node.name === 'img' && node.attribs['alt']?.trim() ? node : []));
  return pictures.length === 1 ? pictures[0] : undefined;
}
