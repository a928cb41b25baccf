import { findUnit } from '../values/numbers/units.ts';
import { joinName } from '../lexicon/fold-label.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import { type GridRow, isAcross, isAcrossAt, maxHeadLength } from './read-grid.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

/** Rows looked at for the wanted names: above them stand a title and groups of columns. */
const maxRowsAboveHead = 4;
/** Share of a row's cells that must be wanted names for the row to be the header. */
export const headerShare = 0.6;
/** Rows below names of columns that are compared with them. */
const comparedRows = 6;

/** The place of the header rows: from `start` up to `end`, which are the same without a header. */
export interface HeaderRows {
  readonly start: number;
  readonly end: number;
}

/** The header rows, with the row of units below them. */
export function findHeaderRows(
  page: PageIndex,
  rows: readonly GridRow[],
  wanted: ReadonlySet<string>,
): HeaderRows {
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
): HeaderRows {
  let start = 0;
  // A single cell across all columns is the table's title.
  const across = rows.map((row) => isAcross(row) || isTitleWithNote(page, row));
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

/** Characters of what is said over several columns and is no group of them: a sentence. */
const minNote = 2 * maxHeadLength;

/** Whether a row is the title of a table and a sentence beside it, which goes on over the other columns. */
function isTitleWithNote(page: PageIndex, { cells }: GridRow): boolean {
  const [first, note] = new Set(cells);
  const isOver = note !== undefined && cells.length > 2 && new Set(cells).size === 2;
  return isOver && cells.at(-1) === note && first !== note && page.lineOf(note).length >= minNote;
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
        return cell !== undefined && hasDigit(page.lineOf(cell));
      }),
  );
}

/** The names of the columns: the lines of each of the header rows, without repetitions. */
export function joinHeaders(
  page: PageIndex,
  rows: readonly GridRow[],
  width: number,
): readonly string[] {
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.flatMap(({ cells }) => cells[column] ?? []))]
      .map((cell) => page.lineOf(cell))
      .filter((line) => line !== '')
      .join('\n'),
  );
}
