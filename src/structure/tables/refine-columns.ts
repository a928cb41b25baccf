import type { PageParts } from './blocks/read-page-parts.ts';
import { readColumns } from './blocks/read-columns.ts';
import { parseDate } from '../values/parse-date.ts';
import { isDate } from './columns/column-shape.ts';
import { sliceRuns, type TextRun } from './blocks/list-runs.ts';
import type { Cell, Column, Region } from './region.ts';
import { splitColumn } from './columns/split-column.ts';

/** Columns of one region, parts included. */
const maxColumns = 240;
/** Runs before a section that may be its title, and characters of each. */
const maxTitleRuns = 8;
const maxTitleLength = 120;

/** Between the key of a column and that of what stands inside of its cells. */
const insideMark = ' > ';

/**
 * Returns columns of a region's rows and the parts of them: what stands inside of cells, and what their texts hold. With
 * `wanted`, only the columns of these keys are taken apart.
 */
export function refineColumns(
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
  const titles = region.starts.length > 1 ? readTitles(parts, region, rows) : [];
  const whole = [...columns, ...inner, ...titles].slice(0, maxColumns);
  const refined = [...whole];
  for (const column of whole) {
    if (refined.length >= maxColumns) break;
    if (wanted === undefined || wanted.has(column.key)) refined.push(...splitColumn(column));
  }
  return refined;
}

/** The title and the date before each section of a list, as values of its records: "June 2014" over June's rulings. */
function readTitles(parts: PageParts, region: Region, rows: readonly number[]): readonly Column[] {
  const titles = region.blocks.map((): Cell | undefined => undefined);
  const dates = region.blocks.map((): Cell | undefined => undefined);
  region.starts.forEach((start, at) => {
    const before = region.blocks[start - 1]?.to ?? 0;
    const from = region.blocks[start]?.from ?? 0;
    const end = region.starts[at + 1] ?? region.size;
    const runs = sliceRuns(parts.runs, before, from)
      .slice(-maxTitleRuns)
      .filter(({ text }) => text.length <= maxTitleLength);
    const title = runs.at(-1);
    if (title !== undefined) titles.fill(toCell(title, title.text), start, end);
    const dated = runs.findLast(({ text }) => isDate(findDate(text)));
    if (dated !== undefined) dates.fill(toCell(dated, findDate(dated.text)), start, end);
  });
  return [titles, dates].map((cells, at) => ({
    key: `section ${at}`,
    header: '',
    words: new Set(),
    ownWords: new Set(),
    cells: rows.map((row) => cells[row]),
    within: [],
    cuts: 1,
  }));
}

function toCell({ parent }: TextRun, text: string): Cell {
  return { text, source: { node: parent.node }, href: undefined };
}

function findDate(text: string): string {
  return parseDate(text)?.text ?? '';
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
