import { addAll } from '../../runtime/collections.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { joinAmounts } from './column-amounts.ts';
import type { Column, Region } from './column.ts';
import type { PageParts } from './list-runs.ts';
import { readTitles } from './parts-of-list.ts';
import { readColumns } from './read-columns.ts';
import { splitColumn } from './split-column.ts';

const maxColumns = 240;
/** Between the key of a column and that of what stands inside of its cells. */
const insideMark = ' > ';

/** The columns of some rows of a listing; `minFill` is the least share of them in which a column says something. */
export function readRows(
  parts: PageParts,
  { blocks, head }: Region,
  rows: readonly number[],
  minFill?: number,
): readonly Column[] {
  const read = rows.map((row) => blocks[row]);
  const columns =
    head === undefined
      ? readColumns(parts, read, minFill)
      : takeHeaders(readColumns(parts, [head, ...read], minFill, true));
  return [...columns, ...joinAmounts(columns)];
}

/** Columns of which the first cell is the header. */
function takeHeaders(columns: readonly Column[]): readonly Column[] {
  const headed = new Map<Column, Column>();
  for (const column of columns) {
    const [head, ...cells] = column.cells;
    const header = column.header === '' ? (head?.text ?? '') : column.header;
    const within = column.within.map((around) => headed.get(around) ?? around);
    headed.set(column, { ...column, header, cells, within });
  }
  return [...headed.values()];
}

/** The columns of some rows of a table. */
export function pickRows({ columns }: Region, rows: readonly number[]): readonly Column[] {
  return columns.map((column) => ({ ...column, cells: rows.map((row) => column.cells[row]) }));
}

/** Columns of rows and what stands inside of their cells and texts; with `wanted`, only these are taken apart. */
export function refineColumns(
  plans: readonly FieldPlan[],
  parts: PageParts,
  region: Region,
  rows: readonly number[],
  columns: readonly Column[],
  wanted?: ReadonlySet<string>,
): readonly Column[] {
  const opened = new Set(Array.from(wanted ?? [], (key) => key.split(insideMark, 1)[0]));
  const inner =
    region.kind === 'table'
      ? columns
          .filter(({ key }) => wanted === undefined || opened.has(key))
          .flatMap((column) => openCells(parts, column))
      : [];
  const titles = region.starts.length > 1 ? readTitles(plans, parts, region, rows, columns) : [];
  const whole = [...columns, ...inner, ...titles].slice(0, maxColumns);
  const refined = [...whole];
  for (const column of whole) {
    if (refined.length >= maxColumns) break;
    if (wanted === undefined || wanted.has(column.key)) addAll(refined, splitColumn(column));
  }
  return refined;
}

/** The runs and elements inside of a column's cells, lined up as the blocks of a listing are. */
function openCells(parts: PageParts, column: Column): readonly Column[] {
  const blocks = column.cells.map((cell) => cell?.block);
  return readColumns(parts, blocks)
    .filter(({ cells }) =>
      cells.some((cell, row) => cell !== undefined && cell.text !== column.cells[row]?.text),
    )
    .map((part) => ({
      ...part,
      key: `${column.key}${insideMark}${part.key}`,
      header: part.header === '' ? column.header : part.header,
      within: [...part.within, column],
    }));
}
