import type { Element } from 'domhandler';
import { maxRowSpan, readSpan } from '../../../page/text/read-span.ts';
import {
  plainStyle,
  type BlockPlace,
  type FlowBlock,
  type InlineRun,
  type StructureNode,
  type TableCell,
  type TableRow,
} from './flow.ts';
import { trimRuns } from './flow.ts';

/** Collects the cells of one table. */
export interface TableReader {
  readonly element: Element;
  /** Where text goes; `undefined` between cells. */
  readonly runs: InlineRun[] | undefined;
  open(element: Element): void;
  close(element: Element): void;
  /** Ends a block within a cell. */
  endLine(): void;
  /** The caption, if there is one, and the table. */
  finish(): readonly FlowBlock[];
}

interface OpenCell {
  readonly element: Element;
  readonly runs: InlineRun[];
}

/** Cells that may still be shown, counted over all tables of a page. */
export interface CellBudget {
  left: number;
  /** Whether rows were left out. */
  isCut: boolean;
}

export interface TableReaderOptions extends BlockPlace {
  readonly element: Element;
  /** What the table is part of. */
  readonly parent: StructureNode;
  readonly cells: CellBudget;
}

/** No table on paper has more; the HTML standard's limit is 1,000. */
const maxColumns = 200;

/** Cells are placed by the algorithm of the HTML standard: spans from above keep their columns. */
export function createTableReader(options: TableReaderOptions): TableReader {
  const { element, indent, bars, parent, cells } = options;
  const place: BlockPlace = { indent, bars };
  const structure: StructureNode = { type: 'Table', parent };
  const rows: { cells: TableCell[]; isHead: boolean; structure: StructureNode }[] = [];
  const caption: InlineRun[] = [];
  /** Rows that a cell from above still covers, by column. */
  let covered: number[] = [];
  let columns = 0;
  let isHead = false;
  let inCaption = false;
  let cell: OpenCell | undefined;

  function closeCell(): void {
    if (cell === undefined) return;
    const row = rows.at(-1) ?? addRow();
    let column = row.cells.reduce((end, known) => Math.max(end, known.column + known.colSpan), 0);
    while ((covered[column] ?? 0) > 0) column += 1;
    if (column < maxColumns) {
      const isHeader = cell.element.name === 'th';
      const colSpan = Math.min(readSpan(cell.element, 'colspan', maxColumns), maxColumns - column);
      const rowSpan = readSpan(cell.element, 'rowspan', maxRowSpan);
      for (let at = column; at < column + colSpan; at += 1) covered[at] = rowSpan;
      columns = Math.max(columns, column + colSpan);
      const scope = isHead || rows.length === 1 ? 'Column' : 'Row';
      row.cells.push({
        column,
        colSpan,
        rowSpan,
        isHeader,
        runs: trimRuns(cell.runs),
        structure: {
          type: isHeader ? 'TH' : 'TD',
          parent: row.structure,
          ...(isHeader ? { scope } : {}),
          ...(colSpan > 1 ? { colSpan } : {}),
          ...(rowSpan > 1 ? { rowSpan } : {}),
        },
      });
    }
    cell = undefined;
  }

  function addRow(): { cells: TableCell[]; isHead: boolean; structure: StructureNode } {
    covered = covered.map((left) => Math.max(0, left - 1));
    const row = { cells: [], isHead, structure: { type: 'TR', parent: structure } };
    rows.push(row);
    return row;
  }

  return {
    element,
    get runs() {
      return inCaption ? caption : cell?.runs;
    },
    open(opened) {
      switch (opened.name) {
        case 'thead': {
          isHead = true;
          break;
        }
        case 'tr': {
          closeCell();
          if (cells.left > 0) addRow();
          else cells.isCut = true;
          break;
        }
        case 'td':
        case 'th': {
          closeCell();
          if (cells.isCut) break;
          cells.left -= 1;
          cell = { element: opened, runs: [] };
          break;
        }
        case 'caption': {
          inCaption = true;
          break;
        }
        case 'li': {
          const style = cell?.runs.at(-1)?.style ?? plainStyle;
          cell?.runs.push({ text: '• ', style });
          break;
        }
      }
    },
    close(closed) {
      if (closed.name === 'thead') {
        isHead = false;
        // A span ends with its group of rows.
        covered = [];
      } else if (closed.name === 'caption') {
        inCaption = false;
      } else if (closed === cell?.element) {
        closeCell();
      }
    },
    endLine() {
      const runs = cell?.runs;
      const last = runs?.at(-1);
      if (runs === undefined || last === undefined || /(?:\n|• )$/.test(last.text)) return;
      runs.push({ text: '\n', style: last.style });
    },
    finish() {
      closeCell();
      const filled = rows.filter((row) => row.cells.length > 0);
      const blocks: FlowBlock[] = [];
      const title = trimRuns(caption);
      if (title.length > 0) {
        blocks.push({
          ...place,
          kind: 'text',
          level: 0,
          runs: title,
          marker: undefined,
          isTight: false,
          isSmall: true,
          structure: { type: 'Caption', parent: structure },
        });
      }
      if (filled.some((row) => row.cells.some((known) => known.runs.length > 0))) {
        blocks.push({ ...place, kind: 'table', columns, structure, rows: filled.map(toRow) });
      }
      return blocks;
    },
  };
}

function toRow(
  { cells, isHead }: { readonly cells: readonly TableCell[]; readonly isHead: boolean },
  index: number,
): TableRow {
  const isHeader = isHead || (index === 0 && cells.every((cell) => cell.isHeader));
  return { cells, isHeader };
}
