import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { nameWords } from './class-words.ts';
import type { Region } from './column.ts';
import { findHeaderRows, headerShare, joinHeaders } from './find-header-rows.ts';
import { withoutBrackets } from './header-names.ts';
import { type GridRow, maxHeadLength } from './read-grid.ts';

/** Records that stand side by side, at least: with one, the table has labels and values. */
const minTurned = 2;
const minNamedRows = 2;
/** Whether a table was turned, and its rows with one record each. */
interface ReshapedGrid {
  readonly rows: readonly GridRow[];
  readonly isTurned: boolean;
}

/** A row for each record: the columns of a table whose rows are named, and the halves of one whose columns stand there twice. */
export function reshapeGrid(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): ReshapedGrid {
  const isTurned = namesRows(page, rows, wanted);
  return { isTurned, rows: isTurned ? turn(rows) : unfold(page, rows, wanted) };
}

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
  const areSides =
    rows.length >= minNamedRows &&
    rows.every(isSide) &&
    rows.every(({ cells: [cell] }) => isWanted(cell));
  if (areSides) return true;
  // Below an empty corner the names of the rows are of no column: a comparison of things by more than what is asked for.
  const [corner, ...heads] = first.cells.map((cell) => page.lineOf(cell, maxHeadLength));
  const isComparison = corner === '' && !heads.includes('');
  return (
    named >= (isComparison ? Math.min(minNamedRows, others.length) : minNamedRows) &&
    (isComparison || named >= others.length * headerShare) &&
    !first.cells.slice(1).some((cell) => isWanted(cell))
  );
}

/** Whether the first cell of a row, and no other, is marked as a header. */
function isSide({ cells: [first, ...others] }: GridRow): boolean {
  return first?.node.name === 'th' && others.every(({ node }) => node.name === 'td');
}

/** The rows of a table that stand beside each other below the same names of columns, most of which are wanted, one below the other. */
function unfold(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): readonly GridRow[] {
  const { start, end } = findHeaderRows(page, rows, wanted);
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
export function nameFirst(region: Region): Region {
  const [first, ...others] = region.columns;
  if (first === undefined) return region;
  return { ...region, columns: [{ ...first, words: nameWords, ownWords: nameWords }, ...others] };
}
