import { addAll, toWordSet } from '../../../runtime/collections.ts';
import type { Element } from 'domhandler';
import { isDataTable, maxRowSpan, readSpan } from '../../tree/data-table.ts';
import { collapseSpace, replaceInPieces } from '../../../runtime/unicode/fold-text.ts';
import { toNormalForm } from '../../../runtime/unicode/strip-invisible.ts';
import {
  type FlowBlock,
  type ImageBlock,
  type InlineRun,
  type InlineStyle,
  type ListMarker,
  type Place,
  type StructureNode,
  type TableCell,
  Containers,
  plainStyle,
  toTextBlock,
  trimLines,
  trimRuns,
} from './flow.ts';

export interface Flow {
  readonly blocks: readonly FlowBlock[];
  readonly warnings: readonly string[];
}

/** Of all tables; each cell is an element of the file's structure, and takes 6 kB of memory while the file is written. */
const maxCells = 40_000;

/** White space at which a line may break. */
const breakableSpace = /[^\S\u{A0}]+/gu;
/** Characters. */
const maxJoined = 1_000;

/** Takes a page's elements and text in order, and makes blocks of them. */
export class FlowWriter {
  readonly blocks: FlowBlock[] = [];
  readonly #containers = new Containers();
  readonly #cells: CellBudget = { left: maxCells, isCut: false };
  #runs: InlineRun[] = [];
  #hasText = false;
  #marker: ListMarker | undefined;
  #level = 0;
  #smallDepth = 0;
  #preDepth = 0;
  #table: TableReader | undefined;

  get isPreformatted(): boolean {
    return this.#preDepth > 0;
  }

  get isInHeading(): boolean {
    return this.#level > 0;
  }

  open(element: Element): void {
    this.#endBlock();
    const { name } = element;
    if (name === 'pre') this.#preDepth += 1;
    if (this.#table !== undefined) {
      this.#table.open(element);
      return;
    }
    if (/^h[1-6]$/.test(name)) this.#level = Number(name.charAt(1));
    if (isSmall(name)) this.#smallDepth += 1;
    this.#marker = this.#containers.open(element) ?? this.#marker;
    if (name === 'table' && isDataTable(element)) {
      this.#table = new TableReader(element, this.#containers.place, this.#cells);
    }
  }

  close(element: Element): void {
    this.#endBlock();
    const { name } = element;
    if (name === 'pre') this.#preDepth -= 1;
    if (this.#table !== undefined) {
      this.#table.close(element);
      if (this.#table.element !== element) return;
      addAll(this.blocks, this.#table.finish());
      this.#table = undefined;
      return;
    }
    if (/^h[1-6]$/.test(name)) this.#level = 0;
    if (isSmall(name)) this.#smallDepth -= 1;
    if (this.#containers.close(element) && name === 'li') this.#marker = undefined;
  }

  addText(text: string, style: InlineStyle, keepsWhiteSpace: boolean): void {
    const target = this.#table === undefined ? this.#runs : this.#table.runs;
    if (target === undefined) return;
    const before = target.at(-1);
    const last = before?.text ?? '\n';
    const spaced = keepsWhiteSpace
      ? replaceInPieces(replaceInPieces(text, /\r\n?/g, '\n'), /\t/g, '    ')
      : collapseSpace(text, breakableSpace);
    let shown = toNormalForm(spaced, 'NFC');
    if (!keepsWhiteSpace && shown.startsWith(' ') && /[ \n]$/.test(last)) shown = shown.slice(1);
    if (shown === '') return;
    if (this.#table === undefined) this.#hasText ||= /\S/.test(shown);
    // Joins text of equal style. Bounded, since joining copies the text again for each piece.
    if (before?.style === style && last.length < maxJoined)
      target[target.length - 1] = { text: last + shown, style };
    else target.push({ text: shown, style });
  }

  addRule(): void {
    this.#endBlock();
    if (this.#table !== undefined || (this.blocks.at(-1)?.kind ?? 'rule') === 'rule') return;
    this.blocks.push({ ...this.#placeOf(undefined), kind: 'rule' });
  }

  /** False where there is no room for it, in a table's cell. */
  addImage(image: Pick<ImageBlock, 'source' | 'alt' | 'width' | 'height'>): boolean {
    if (this.#table !== undefined) return false;
    this.#endBlock();
    const { structure: parent, ...place } = this.#containers.place;
    const structure = { type: 'Figure', parent, alt: image.alt };
    this.blocks.push({ ...place, ...image, kind: 'image', structure });
    return true;
  }

  finish(): Flow {
    this.#endBlock();
    const warning = `The page's tables have more than ${maxCells} cells; the rows after them were left out.`;
    return { blocks: this.blocks, warnings: this.#cells.isCut ? [warning] : [] };
  }

  #endBlock(): void {
    if (this.#table !== undefined) {
      this.#table.endLine();
      return;
    }
    const runs = this.isPreformatted ? trimLines(this.#runs) : trimRuns(this.#runs);
    this.#runs = [];
    if (!this.#hasText) return;
    this.#hasText = false;
    const marker = this.#marker;
    this.#marker = undefined;
    if (this.isPreformatted) {
      this.blocks.push({ ...this.#placeOf('Code'), kind: 'code', runs, marker });
      return;
    }
    const level = this.#level;
    const type = level > 0 ? `H${level}` : this.#smallDepth > 0 ? 'Caption' : 'P';
    const about = { level, marker, isTight: this.#containers.isTight };
    const place = this.#placeOf(type);
    this.blocks.push(toTextBlock(place, runs, { ...about, isSmall: this.#smallDepth > 0 }));
  }

  /** Where a block of this type stands; without a type it is decoration. */
  #placeOf(type: string | undefined): Place {
    const { indent, bars, structure: parent } = this.#containers.place;
    return { indent, bars, structure: type === undefined ? parent : { type, parent } };
  }
}

function isSmall(name: string): boolean {
  return name === 'figcaption' || name === 'caption';
}

/** Cells that may still be shown, counted over all tables of a page. */
interface CellBudget {
  left: number;
  isCut: boolean;
}

interface OpenRow {
  readonly cells: TableCell[];
  readonly isHead: boolean;
  readonly structure: StructureNode;
}

/** No table on paper has more; the HTML standard's limit is 1,000. */
const maxColumns = 200;

const gridTags: ReadonlySet<string> = toWordSet('thead caption tr td th');

/** Collects one table. Cells are placed by the algorithm of the HTML standard: spans from above keep their columns. */
class TableReader {
  readonly element: Element;
  readonly #place: Place;
  readonly #budget: CellBudget;
  readonly #rows: OpenRow[] = [];
  readonly #caption: InlineRun[] = [];
  /** Rows that a cell from above still covers, by column. */
  #covered: number[] = [];
  #columns = 0;
  #isHead = false;
  #inCaption = false;
  #cell: { readonly element: Element; readonly runs: InlineRun[] } | undefined;
  /** The table within that cell which is open. */
  #inner: Element | undefined;

  constructor(element: Element, { structure: parent, indent, bars }: Place, budget: CellBudget) {
    this.element = element;
    this.#place = { indent, bars, structure: { type: 'Table', parent } };
    this.#budget = budget;
  }

  /** Where text goes; `undefined` between cells. */
  get runs(): InlineRun[] | undefined {
    return this.#inCaption ? this.#caption : this.#cell?.runs;
  }

  open(element: Element): void {
    const { name } = element;
    if (this.#inner === undefined && name === 'table') this.#inner = element;
    if (this.#inner !== undefined && gridTags.has(name)) {
      // What it holds are lines of the cell.
    } else if (name === 'thead') this.#isHead = true;
    else if (name === 'caption') this.#inCaption = true;
    else if (name === 'li') {
      const style = this.#cell?.runs.at(-1)?.style ?? plainStyle;
      this.#cell?.runs.push({ text: '• ', style });
    } else if (name === 'tr') {
      this.#closeCell();
      if (this.#budget.left > 0) this.#addRow();
      else this.#budget.isCut = true;
    } else if (name === 'td' || name === 'th') {
      this.#closeCell();
      if (this.#budget.isCut) return;
      this.#budget.left -= 1;
      this.#cell = { element, runs: [] };
    }
  }

  close(element: Element): void {
    if (element === this.#inner) this.#inner = undefined;
    else if (this.#inner !== undefined) return;
    else if (element.name === 'thead') {
      this.#isHead = false;
      // A span ends with its group of rows.
      this.#covered = [];
    } else if (element.name === 'caption') this.#inCaption = false;
    else if (element === this.#cell?.element) this.#closeCell();
  }

  endLine(): void {
    const runs = this.#cell?.runs;
    const last = runs?.at(-1);
    if (runs === undefined || last === undefined || /(?:\n|• )$/.test(last.text)) return;
    runs.push({ text: '\n', style: last.style });
  }

  finish(): readonly FlowBlock[] {
    this.#closeCell();
    const filled = this.#rows.filter((row) => row.cells.length > 0);
    const blocks: FlowBlock[] = [];
    const title = trimRuns(this.#caption);
    if (title.length > 0) {
      const structure = { type: 'Caption', parent: this.#place.structure };
      blocks.push(toTextBlock({ ...this.#place, structure }, title, { isSmall: true }));
    }
    if (filled.some((row) => row.cells.some((known) => known.runs.length > 0))) {
      const rows = filled.map(({ cells, isHead }, index) => ({
        cells,
        isHeader: isHead || (index === 0 && cells.every((cell) => cell.isHeader)),
      }));
      blocks.push({ ...this.#place, kind: 'table', columns: this.#columns, rows });
    }
    return blocks;
  }

  #closeCell(): void {
    if (this.#cell === undefined) return;
    const { element, runs } = this.#cell;
    this.#cell = undefined;
    const row = this.#rows.at(-1) ?? this.#addRow();
    let column = row.cells.reduce((end, known) => Math.max(end, known.column + known.colSpan), 0);
    while ((this.#covered[column] ?? 0) > 0) column += 1;
    if (column >= maxColumns) return;
    const isHeader = element.name === 'th';
    const colSpan = Math.min(readSpan(element, 'colspan', maxColumns), maxColumns - column);
    const rowSpan = readSpan(element, 'rowspan', maxRowSpan);
    for (let at = column; at < column + colSpan; at += 1) this.#covered[at] = rowSpan;
    this.#columns = Math.max(this.#columns, column + colSpan);
    const structure: StructureNode = {
      type: isHeader ? 'TH' : 'TD',
      parent: row.structure,
      scope: isHeader ? (this.#isHead || this.#rows.length === 1 ? 'Column' : 'Row') : undefined,
      colSpan: colSpan > 1 ? colSpan : undefined,
      rowSpan: rowSpan > 1 ? rowSpan : undefined,
    };
    row.cells.push({ column, colSpan, rowSpan, isHeader, runs: trimRuns(runs), structure });
  }

  #addRow(): OpenRow {
    this.#covered = this.#covered.map((left) => Math.max(0, left - 1));
    const structure = { type: 'TR', parent: this.#place.structure };
    const row: OpenRow = { cells: [], isHead: this.#isHead, structure };
    this.#rows.push(row);
    return row;
  }
}
