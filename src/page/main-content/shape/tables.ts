import { type BlockRange, type PageBlocks, regionBits } from '../blocks/page-blocks.ts';
import type { ElementFacts } from '../features/element-facts.ts';

/** A cell of data holds a few words, or a sentence or two; the cells of a table that lays out a page hold its parts. */
const cellWords = 40;
/** A grid has rows and columns. */
const leastRows = 2;
const leastCells = 2;
const cellHolder = 3;
const layoutRoles: ReadonlySet<string> = new Set(['presentation', 'none']);

/**
 * Returns the blocks of each table of data in page order. A table that contains another one, that says it is there for
 * the layout alone, or whose cells hold more than `cellWords` on average lays out a part of the page.
 */
export function listTables({ blocks, elements }: PageBlocks): readonly BlockRange[] {
  const { blockStart, blockEnd, depth, node, parent, tag } = elements;
  const count = node.length;
  const holdsTable = new Uint8Array(count);
  for (let element = count - 1; element > 0; element -= 1) {
    if (isTable(element) || holdsTable[element] === 1) holdsTable[parent[element] ?? 0] = 1;
  }
  const tables: BlockRange[] = [];
  for (let element = 1; element < count; element += 1) {
    if (!isTable(element) || holdsTable[element] === 1) continue;
    const range = { start: blockStart[element] ?? 0, end: blockEnd[element] ?? 0 };
    if (isGrid(element, range)) tables.push(range);
  }
  return tables;

  function isTable(element: number): boolean {
    if (tag[element]?.region !== regionBits.table) return false;
    const around = node[element];
    const role = around !== undefined && 'attribs' in around ? around.attribs['role'] : undefined;
    return role === undefined || !layoutRoles.has(role);
  }

  function isGrid(table: number, { start, end }: BlockRange): boolean {
    let rows = 0;
    let cells = 0;
    let row = -1;
    let cellsOfRow = 0;
    for (
      let element = table + 1;
      element < count && (depth[element] ?? 0) > (depth[table] ?? 0);
      element += 1
    ) {
      if (tag[element]?.holder !== cellHolder || blockStart[element] === blockEnd[element])
        continue;
      if (parent[element] !== row) cellsOfRow = 0;
      row = parent[element] ?? 0;
      cells += 1;
      cellsOfRow += 1;
      if (cellsOfRow === leastCells) rows += 1;
    }
    let words = 0;
    for (let block = start; block < end; block += 1) words += blocks.words[block] ?? 0;
    return rows >= leastRows && words <= cells * cellWords;
  }
}

/** A table in a part that the page shows only when it is opened. */
export interface ClosedTable extends BlockRange {
  /** The part, or the first of the parts alike, as the panes of tabs are, where it holds nothing else. */
  readonly beside: BlockRange;
}

/** Returns those of the tables that stand in closed parts. */
export function listClosedTables(
  { blocks, elements }: PageBlocks,
  { firstSibling }: Pick<ElementFacts, 'firstSibling'>,
  tables: readonly BlockRange[],
): readonly ClosedTable[] {
  const { blockEnd, blockStart, parent, region } = elements;
  const closed: ClosedTable[] = [];
  for (const table of tables) {
    let part = blocks.element[table.start] ?? 0;
    if (((region[part] ?? 0) & regionBits.hidden) === 0) continue;
    while (((region[parent[part] ?? 0] ?? 0) & regionBits.hidden) !== 0) part = parent[part] ?? 0;
    const isAll = blockStart[part] === table.start && blockEnd[part] === table.end;
    const holder = isAll ? (firstSibling[part] ?? part) : part;
    const beside = { start: blockStart[holder] ?? 0, end: blockEnd[holder] ?? 0 };
    closed.push({ ...table, beside });
  }
  return closed;
}
