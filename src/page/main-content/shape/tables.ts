import { type BlockRange, type PageBlocks, regionBits } from '../blocks/page-blocks.ts';

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
