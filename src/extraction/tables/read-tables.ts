import type { Element } from 'domhandler';
import { maxOf, lazily } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { SpanBudget } from '../../page/tree/data-table.ts';
import { joinName } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { toBlock } from './block.ts';
import { findLink } from './find-repeats.ts';
import { readPresentText } from '../values/read-present-text.ts';
import { readPriceLine } from '../values/money/read-price-line.ts';
import { type Cell, type Column, type Region, findLines, orderColumns } from './column.ts';
import { type HeaderRows, findHeaderRows, joinHeaders } from './find-header-rows.ts';
import { findSums } from './find-sums.ts';
import {
  type GridRow,
  type RecordRow,
  isAcross,
  isAcrossAt,
  maxColumns,
  maxHeadLength,
  maxRows,
  readGrid,
} from './read-grid.ts';
import { nameFirst, reshapeGrid } from './reshape-grid.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

const maxTables = 300;
/** Places of all grids of a page, empty ones too, since one long row widens all others: 5,000 rows of 50 columns. */
const maxPlaces = 250_000;
const maxCellLength = 20_000;
/** Elements of a cell among which its link is looked for: a cell with more is a layout. */
const maxCellElements = 40;
/** Share of the data rows that a row of one cell must follow to be a part of the row before it. */
const minNoteShare = 0.7;
/** Share of the other cells of a column with a number from which on it is one of numbers. */
const minNumbers = 0.5;
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
    const rows = readGrid(page, element, spans);
    const width = maxOf(
      rows.map(({ cells }) => cells.length),
      1,
    );
    const kept = rows.slice(0, Math.floor(placesLeft / width));
    if (rows.length >= maxRows || kept.length < rows.length) {
      cuts?.add(`Only the first ${kept.length} rows of a table were read.`);
    }
    placesLeft -= kept.length * width;
    const reshaped = reshapeGrid(page, kept, wanted);
    const region = toRegion(page, element, reshaped.rows, wanted);
    if (region !== undefined) regions.push(reshaped.isTurned ? nameFirst(region) : region);
  }
  return regions;
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
  const head = findHeaderRows(page, rows, wanted);
  const headRows = rows.slice(head.start, head.end);
  const { headers, records, notes, above } = sortRows(page, rows, width, head);
  if (records.length === 0) return undefined;
  const valued = cutLabels(page, records, headRows);
  const columns = headers.map((header, at) =>
    toColumn(
      String(at),
      header,
      valued.map(({ cells }) => toCell(page, cells[at])),
    ),
  );
  const hasNotes = records.length > 1 && notes.size >= records.length * minNoteShare;
  if (hasNotes) {
    const cells = records.map((row) => toCell(page, notes.get(row)));
    columns.push(toColumn('note', '', cells));
  }
  const titleRow = head.end > head.start ? rows[head.start - 1] : undefined;
  return {
    kind: 'table',
    columns,
    size: records.length,
    element: table,
    starts: [0],
    blocks: records.map(({ element }) => toBlock(element)),
    sections: hasNotes ? undefined : readSections(page, records, above),
    sums: findSums(page, records),
    title: titleRow === undefined ? undefined : toCell(page, titleRow.element),
  };
}

function toColumn(key: string, header: string, cells: readonly (Cell | undefined)[]): Column {
  const words = new Set<string>();
  return { key, header, words, ownWords: words, cells, within: [], cuts: 0 };
}

/** What the rows of a table are. */
interface SortedRows {
  /** Of all columns, those of later header rows too. */
  readonly headers: readonly string[];
  readonly records: readonly RecordRow[];
  /** The cell with what is said of a record below it. */
  readonly notes: ReadonlyMap<RecordRow, IndexedElement>;
  /** The title of the section that a record stands in. */
  readonly above: ReadonlyMap<RecordRow, IndexedElement>;
}

/** Tells records from titles of sections, notes and further header rows. */
function sortRows(
  page: PageIndex,
  rows: readonly GridRow[],
  width: number,
  head: HeaderRows,
): SortedRows {
  const headers = [...joinHeaders(page, rows.slice(head.start, head.end), width)];
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
  return { headers, records, notes, above };
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
  if (!isParted || !rows.some(isLabelled)) return rows;
  const others = rows.filter((row) => !isLabelled(row));
  const hasNumber = (cell: IndexedElement | undefined): boolean =>
    cell !== undefined && hasDigit(page.lineOf(cell, maxHeadLength));
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

function isLabelled({ cells: [first, second] }: RecordRow): boolean {
  return first !== undefined && first === second;
}

/** Whether a row names columns as the header does, in another order or with others beside: those of the rows below it. */
function isOtherHead(page: PageIndex, row: GridRow, names: readonly string[]): boolean {
  const own = row.cells.map((cell) => joinName(page.lineOf(cell, maxHeadLength)));
  if (own.length < 2 || new Set(own).size < own.length || new Set(names).size < names.length)
    return false;
  const same = own.filter((name) => name !== '' && names.includes(name)).length;
  if (same > 1 && same === own.length) return true;
  // A row of sums is marked as a header as well.
  return same > 0 && row.isHead && own.every((name) => !hasDigit(name));
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
    findPrice: hasParts && hasDigit(text) ? lazily(() => readPriceLine(page, element)) : undefined,
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
