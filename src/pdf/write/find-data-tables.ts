import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';

/** Longer cells are columns of a layout; the longest cell of the tables in the fixture site and of court lists has 900. */
const maxCellLength = 3_000;

interface TableCount {
  readonly element: Element;
  cells: number;
  cellLength: number;
  isLayout: boolean;
}

/** Tables that hold data; the others only arrange the page. One walk; a table in a table makes the outer one layout. */
export function findDataTables(document: Document): ReadonlySet<Element> {
  const tables = new Set<Element>();
  const open: TableCount[] = [];
  let node: AnyNode | null = document;
  while (node !== null) {
    if (isText(node)) {
      const table = open.at(-1);
      if (table !== undefined) table.cellLength += node.data.trim().length;
      if (table !== undefined && table.cellLength > maxCellLength) table.isLayout = true;
    } else if (isTag(node)) {
      openTag(node, open);
    }
    if (hasChildren(node) && node.children.length > 0) {
      node = node.children[0] ?? null;
      continue;
    }
    if (isTag(node)) closeTag(node, open, tables);
    while (node !== null && node !== document && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) closeTag(node, open, tables);
    }
    if (node === null || node === document) break;
    node = node.next;
  }
  return tables;
}

function openTag(element: Element, open: TableCount[]): void {
  const table = open.at(-1);
  switch (element.name) {
    case 'table': {
      if (table !== undefined) table.isLayout = true;
      const role = element.attribs['role'];
      const isLayout = role === 'presentation' || role === 'none';
      open.push({ element, cells: 0, cellLength: 0, isLayout });
      break;
    }
    case 'td':
    case 'th': {
      if (table === undefined) break;
      table.cells += 1;
      table.cellLength = 0;
      break;
    }
  }
}

function closeTag(element: Element, open: TableCount[], tables: Set<Element>): void {
  const table = open.at(-1);
  if (table?.element !== element) return;
  open.pop();
  // One cell is a frame around something.
  if (!table.isLayout && table.cells > 1) tables.add(element);
}
