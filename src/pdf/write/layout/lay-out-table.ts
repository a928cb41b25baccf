import { breakLines, type Line } from './break-lines.ts';
import {
  plainStyle,
  type InlineRun,
  type TableBlock,
  type TableCell,
  type TableRow,
} from '../flow/flow.ts';
import { type ColumnFit, fitColumns, sum, toBold } from './fit-columns.ts';
import type { FontSet } from '../fonts/create-font-set.ts';
import { addLine, addLines, type PageCursor } from './page-cursor.ts';
import {
  cellGap,
  cellPadding,
  colours,
  contentBottom,
  contentWidth,
  lineHeight,
  page,
  tableSizes,
} from '../page-style.ts';

/** More rows are no heading, but a table of headers. */
const maxHeaderRows = 5;

/** A cell whose text is still to be shown, on its first row or, with a row span, on those below. */
interface OpenCell {
  readonly cell: TableCell;
  readonly x: number;
  readonly width: number;
  readonly lines: readonly Line[];
  shown: number;
  rowsLeft: number;
}

/** Puts a table on pages: spans drawn as one cell, header rows at the top of each page, rows whole where they fit. */
export function layOutTable(table: TableBlock, cursor: PageCursor, fontSet: FontSet): void {
  const columns = fitColumns(table, fontSet);
  if (columns === undefined) {
    layOutRecords(table, cursor, fontSet);
    return;
  }
  const heads = table.rows.filter((row) => row.isHeader).slice(0, maxHeaderRows);
  const isHeaded =
    heads.length > 0 && table.rows.slice(0, heads.length).every((row) => row.isHeader);
  let open: OpenCell[] = [];
  const setting: Setting = { table, columns, cursor, fontSet };
  const headRoom = isHeaded ? heads.length * rowHeight(1, columns.size) : 0;
  cursor.need(headRoom + 2 * rowHeight(1, columns.size));
  for (const [index, row] of table.rows.entries()) {
    open = open.filter((cell) => cell.rowsLeft > 0);
    open.push(...openCells(row, setting));
    layOutRow(row, open, {
      ...setting,
      onNewPage: () => {
        if (isHeaded && index >= heads.length) repeatHeads(heads, setting);
      },
    });
  }
}

interface Setting {
  readonly table: TableBlock;
  readonly columns: ColumnFit;
  readonly cursor: PageCursor;
  readonly fontSet: FontSet;
}

function openCells(row: TableRow, { table, columns, fontSet }: Setting): OpenCell[] {
  return row.cells.map((cell) => {
    const start = sum(columns.widths.slice(0, cell.column));
    const width = sum(columns.widths.slice(cell.column, cell.column + cell.colSpan));
    const runs = cell.isHeader ? cell.runs.map(toBold) : cell.runs;
    const inner = Math.max(width - 2 * cellPadding, 1);
    return {
      cell,
      x: page.margin + table.indent + start,
      width,
      lines: breakLines({ runs, size: columns.size, width: inner, fontSet }),
      shown: 0,
      rowsLeft: cell.rowSpan,
    };
  });
}

function layOutRow(
  row: TableRow,
  open: readonly OpenCell[],
  { columns, cursor, onNewPage }: Setting & { readonly onNewPage: () => void },
): void {
  const lineStep = columns.size * lineHeight;
  // Cells that end in this row show all their remaining text; longer ones use the available room.
  const needed = Math.max(
    1,
    ...open.filter((cell) => cell.rowsLeft === 1).map((cell) => cell.lines.length - cell.shown),
  );
  const height = rowHeight(needed, columns.size);
  const pageHeight = contentBottom - page.margin;
  if (
    cursor.room < height &&
    (height < pageHeight * 0.5 || cursor.room < rowHeight(3, columns.size))
  ) {
    cursor.newPage();
    onNewPage();
  }
  let left = needed;
  for (;;) {
    const fits = Math.max(1, Math.floor((cursor.room - 2 * cellGap) / lineStep));
    const taken = Math.min(left, fits);
    drawRow(row, open, taken, columns.size, cursor);
    left -= taken;
    if (left <= 0) break;
    cursor.newPage();
    onNewPage();
  }
  for (const cell of open) cell.rowsLeft -= 1;
}

function drawRow(
  row: TableRow,
  open: readonly OpenCell[],
  lineCount: number,
  size: number,
  cursor: PageCursor,
): void {
  const height = rowHeight(lineCount, size);
  const top = cursor.y;
  for (const cell of open) {
    const { x, width } = cell;
    const isHeader = row.isHeader || cell.cell.isHeader;
    cursor.add({
      kind: 'cell',
      x,
      y: top,
      width,
      height,
      ground: isHeader ? colours.headerGround : undefined,
      isOpenAbove: cell.shown > 0 || cell.rowsLeft < cell.cell.rowSpan,
      isOpenBelow: cell.rowsLeft > 1,
    });
    const shown = cell.lines.slice(cell.shown, cell.shown + lineCount);
    for (const [index, line] of shown.entries()) {
      const at = {
        x: x + cellPadding,
        width: width - 2 * cellPadding,
        size,
        colour: colours.text,
        structure: cell.cell.structure,
      };
      addLine(cursor, line, at, top + cellGap + index * size * lineHeight);
    }
    cell.shown += shown.length;
  }
  cursor.y += height;
}

/** Shows header rows again, as decoration: a reader of the text meets them once. */
function repeatHeads(heads: readonly TableRow[], setting: Setting): void {
  let open: OpenCell[] = [];
  for (const row of heads) {
    open = open.filter((cell) => cell.rowsLeft > 0);
    open.push(
      ...openCells(row, setting).map((cell) => ({
        ...cell,
        cell: { ...cell.cell, structure: decoration },
      })),
    );
    const needed = Math.max(
      1,
      ...open.filter((cell) => cell.rowsLeft === 1).map((cell) => cell.lines.length - cell.shown),
    );
    drawRow(row, open, Math.min(needed, maxHeaderRows), setting.columns.size, setting.cursor);
    for (const cell of open) cell.rowsLeft -= 1;
  }
}

/** Marks what is repeated: drawn as an artifact of the page. */
const decoration = { type: 'Artifact', parent: undefined } as const;

function rowHeight(lines: number, size: number): number {
  return lines * size * lineHeight + 2 * cellGap;
}

/** A row a paragraph, `header: value` pairs one after another. */
function layOutRecords(table: TableBlock, cursor: PageCursor, fontSet: FontSet): void {
  const headers = new Map<number, readonly InlineRun[]>();
  const size = tableSizes[1] ?? 8;
  for (const row of table.rows) {
    if (row.isHeader) {
      for (const cell of row.cells) headers.set(cell.column, cell.runs);
      continue;
    }
    for (const [index, cell] of row.cells.entries()) {
      if (cell.runs.length === 0) continue;
      const header = headers.get(cell.column);
      const runs = [
        ...(header === undefined
          ? []
          : [...header.map(toBold), { text: ': ', style: plainOf(cell) }]),
        ...cell.runs,
      ];
      const indent = table.indent + (index === 0 ? 0 : 12);
      const lines = breakLines({ runs, size, width: contentWidth - indent, fontSet });
      const { structure } = cell;
      addLines(cursor, lines, {
        x: page.margin + indent,
        width: contentWidth - indent,
        size,
        colour: colours.text,
        structure,
      });
    }
    cursor.y += 4;
  }
}

function plainOf(cell: TableCell): InlineRun['style'] {
  const style = cell.runs[0]?.style;
  return style === undefined ? plainStyle : { ...style, link: undefined, bold: false };
}
