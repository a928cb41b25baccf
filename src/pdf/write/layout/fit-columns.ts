import { measureRuns } from './break-lines.ts';
import type { InlineRun, TableBlock, TableCell } from '../flow/flow.ts';
import type { FontSet } from '../fonts/create-font-set.ts';
import { cellPadding, contentWidth, tableSizes } from '../page-style.ts';

/** Rows that decide the widths; later ones are broken to fit. */
const measuredRows = 500;
/** Narrower columns hold no word: such a table is shown row by row instead. */
const minColumnWidth = 26;
/** Of the room: a longer word, an address mostly, is broken where columns share it, so that the others hold text. */
const maxWordShare = 0.5;

/** In what size a table is set, and how wide its columns are. */
export interface ColumnFit {
  readonly size: number;
  /** Points. */
  readonly widths: readonly number[];
}

/** The largest size in which every word fits its column; `undefined` for a table with too many columns for a page. */
export function fitColumns(table: TableBlock, fontSet: FontSet): ColumnFit | undefined {
  const room = contentWidth - table.indent;
  if (room / table.columns < minColumnWidth) return undefined;
  // At size 1: widths grow with the size.
  const words = Array.from({ length: table.columns }, () => 0);
  const lines = Array.from({ length: table.columns }, () => 0);
  const spanning: { readonly cell: TableCell; readonly word: number; readonly line: number }[] = [];
  for (const row of table.rows.slice(0, measuredRows)) {
    for (const cell of row.cells) {
      const runs = cell.isHeader ? cell.runs.map(toBold) : cell.runs;
      const { word, line } = measureRuns(runs, 1, fontSet);
      if (cell.colSpan > 1) {
        spanning.push({ cell, word, line });
        continue;
      }
      words[cell.column] = Math.max(words[cell.column] ?? 0, word);
      lines[cell.column] = Math.max(lines[cell.column] ?? 0, line);
    }
  }
  for (const { cell, word, line } of spanning) {
    widen(words, cell, word);
    widen(lines, cell, line);
  }
  // Half a point of slack: a sum of widths is not exactly the width of the sum.
  const padding = 2 * cellPadding + 0.5;
  for (const size of tableSizes) {
    const most = table.columns === 1 ? room : room * maxWordShare;
    const narrow = words.map((word) => Math.min(word * size + padding, most));
    const wide = lines.map((line) => line * size + padding);
    const isLast = size === tableSizes.at(-1);
    if (sum(wide) <= room) return { size, widths: wide };
    if (sum(narrow) <= room) return { size, widths: share(narrow, wide, room) };
    if (isLast) return { size, widths: squeeze(narrow, room) };
  }
  return undefined;
}

/** Makes the columns of a spanning cell wide enough together. */
function widen(widths: number[], { column, colSpan }: TableCell, width: number): void {
  const lacking = width - sum(widths.slice(column, column + colSpan));
  if (lacking <= 0) return;
  for (let at = column; at < column + colSpan; at += 1)
    widths[at] = (widths[at] ?? 0) + lacking / colSpan;
}

/** Gives what is left of the room to the columns whose text is still broken. */
function share(narrow: readonly number[], wide: readonly number[], room: number): number[] {
  const spare = room - sum(narrow);
  // Bounded, so that one column of long text does not reduce the others to their longest word.
  const wishes = wide.map((width, index) => Math.min(width, room * 0.6) - (narrow[index] ?? 0));
  const wished = sum(wishes.map((wish) => Math.max(wish, 0)));
  return narrow.map((width, index) =>
    wished === 0 ? width : width + (spare * Math.max(wishes[index] ?? 0, 0)) / wished,
  );
}

/** Shrinks columns with long words; narrow columns keep their width. */
function squeeze(narrow: readonly number[], room: number): number[] {
  const widths = [...narrow];
  const fair = room / narrow.length;
  const kept = sum(widths.filter((width) => width <= fair));
  const large = widths.filter((width) => width > fair);
  const scale =
    (room - kept - fair * large.length) / Math.max(sum(large.map((width) => width - fair)), 1);
  return widths.map((width) => (width <= fair ? width : fair + (width - fair) * scale));
}

/** The same text, bold. */
export function toBold({ text, style }: InlineRun): InlineRun {
  return { text, style: { ...style, bold: true } };
}

/** Adds up. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
