import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { toWordSet } from '../../runtime/collections.ts';

/** Elements that pages are laid out with; cells of data do not contain them. */
const layoutTags: ReadonlySet<string> = toWordSet(
  'table h1 h2 h3 h4 h5 h6 section article main nav aside header footer form iframe fieldset dl',
);
/** Of these, what stands in cells of data too where headers name the columns: the name of a plan, the button that orders it, its terms, a table of its parts. */
const cellTags: ReadonlySet<string> = toWordSet(
  'table h2 h3 h4 h5 h6 header footer section article form dl',
);
/** Characters. A longer row without headers of its columns is a page's layout, not a record: the longest court record measured has 1,900. */
export const maxRowLength = 2_400;
const layoutRoles: ReadonlySet<string> = new Set(['presentation', 'none']);

/** Whether pages are laid out with elements of this tag: no cell of data holds one. */
export function isLayoutTag(name: string): boolean {
  return layoutTags.has(name);
}

/**
 * Whether a table holds data in rows and columns, and is not a layout table, which is read as plain blocks. A table within a
 * cell holds none itself, so that each node is visited for two tables at most.
 */
export function isDataTable(table: Element): boolean {
  if (layoutRoles.has(table.attribs['role'] ?? '')) return false;
  let rows = 0;
  let cells = 0;
  let widest = 0;
  let length = 0;
  let hasHeader = false;
  /** Whether headers name its columns, and it may therefore hold more than plain cells; looked up once. */
  let isNamed: boolean | undefined;
  /** Whether a table in a cell is visited, and what follows on it. */
  let isInner = false;
  let innerEnd: ChildNode | null = null;
  let node: ChildNode | null = table.children[0] ?? null;
  while (node !== null) {
    if (node === innerEnd) isInner = false;
    if (isText(node)) {
      length += node.data.length > 40 ? node.data.trim().length : node.data.length;
      if (length > maxRowLength && !(isNamed ??= namesColumns(table))) return false;
    } else if (isTag(node)) {
      const { name } = node;
      if (cellTags.has(name)) {
        if (!(isNamed ??= namesColumns(table))) return false;
      } else if (layoutTags.has(name)) return false;
      if (name === 'table') {
        if (isInner) return false;
        isInner = true;
        innerEnd = nextOutside(node, table);
      } else if (!isInner && name === 'tr') {
        rows += 1;
        cells = 0;
        length = 0;
      } else if (!isInner && (name === 'td' || name === 'th')) {
        cells += 1;
        widest = Math.max(widest, cells);
        hasHeader ||= name === 'th';
      }
      const first: ChildNode | undefined = name === 'caption' ? undefined : node.children[0];
      if (first !== undefined) {
        node = first;
        continue;
      }
    }
    node = nextOutside(node, table);
  }
  if (isNamed === true && rows < 2) return false;
  return widest > 1 && (rows > 1 || hasHeader);
}

/** Headers of a table that name its columns: without them it may be how a page is laid out. */
const minNamed = 2;

/** Whether the first row is headers alone, of which two or more have a text. */
function namesColumns(table: Element): boolean {
  let row: Element | undefined = table;
  while (row !== undefined && row.name !== 'tr')
    row = row.children.find((child): child is Element => isTag(child) && rowPath.has(child.name));
  const cells = row?.children.filter((child) => isTag(child)) ?? [];
  return cells.every(({ name }) => name === 'th') && cells.filter(isFilled).length >= minNamed;
}

/** What leads to the first row of a table. */
const rowPath: ReadonlySet<string> = new Set(['thead', 'tbody', 'tr']);

function isFilled({ children }: Element): boolean {
  return children.some((child) => (isText(child) ? child.data.trim() !== '' : isTag(child)));
}

function nextOutside(from: ChildNode, root: Element): ChildNode | null {
  let node = from;
  while (node.next === null) {
    const { parent } = node;
    if (parent === null || parent === root || !isTag(parent)) return null;
    node = parent;
  }
  return node.next;
}

/** The HTML standard's limit for `rowspan`. */
export const maxRowSpan = 65_534;

/**
 * Cells that spans may add to all tables of a page: 30 bytes of HTML can demand 65 million. The most that any page of
 * the benchmark sets adds is 998.
 */
const maxSpannedCells = 20_000;

/**
 * Returns how many columns or rows a cell covers: at least 1, at most `limit`. As in browsers, rows end with the group that the cell
 * stands in, and `rowspan="0"` stands for all that are left of it.
 */
export function readSpan(cell: Element, attribute: 'colspan' | 'rowspan', limit: number): number {
  const span = Number.parseInt(cell.attribs[attribute] ?? '1', 10);
  if (Number.isNaN(span) || span < 0 || span === 1) return 1;
  if (attribute === 'colspan') return Math.min(Math.max(span, 1), limit);
  const left = countRowsLeft(cell);
  if (left === undefined) return Math.min(Math.max(span, 1), limit);
  return Math.min(span === 0 ? left : Math.min(span, left), limit);
}

const rowHolders: ReadonlySet<string> = toWordSet('table thead tbody tfoot');
/** Of a row: how many rows its group has from this one on. */
const rowsLeft = new WeakMap<Element, number>();

/** `undefined` where the cell's row does not stand in a table or a group of one. */
function countRowsLeft({ parent: row }: Element): number | undefined {
  if (row === null || !isTag(row) || row.name !== 'tr') return undefined;
  if (row.parent === null || !isTag(row.parent) || !rowHolders.has(row.parent.name))
    return undefined;
  if (!rowsLeft.has(row)) {
    const rows = listRowsFrom(row);
    for (const [at, each] of rows.entries()) rowsLeft.set(each, rows.length - at);
  }
  return rowsLeft.get(row);
}

/** A row and those after it: up to the next group, where rows stand in the table itself. */
function listRowsFrom(first: Element): readonly Element[] {
  const rows: Element[] = [];
  for (let node: ChildNode | null = first; node !== null; node = node.next) {
    if (!isTag(node)) continue;
    if (node.name === 'tr') rows.push(node);
    else if (rowHolders.has(node.name)) break;
  }
  return rows;
}

/** Number of cells that spans may still add while the tables of one page are read. */
export class SpanBudget {
  #left = maxSpannedCells;

  /**
   * Returns whether one more cell may be added; `cost` is above 1 for cells whose long content is repeated. Once
   * `false`, always `false`.
   */
  take(cost = 1): boolean {
    this.#left = this.#left < cost ? 0 : this.#left - cost;
    return this.#left > 0;
  }
}
