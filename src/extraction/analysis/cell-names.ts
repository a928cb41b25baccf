import { getOrMake } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** What tables that become cards on small screens call a cell in, for a style to show it. */
const attributes = ['data-label', 'data-title', 'data-th', 'data-header', 'data-heading'];
/** What is pressed is named for counting how often that happens. */
const pressed: ReadonlySet<string> = new Set(['a', 'button', 'input', 'select', 'option']);

const known = new WeakMap<PageIndex, ReadonlyMap<number, string>>();

/** What attributes call cells beside each other, by the position of the cell. */
export function findCellNames(page: PageIndex): ReadonlyMap<number, string> {
  return getOrMake(known, page, () => {
    const rows = new Set<IndexedElement | undefined>();
    for (const element of page.elements)
      if (nameOf(element) !== undefined) rows.add(page.elements[element.parent]);
    const names = new Map<number, string>();
    for (const row of rows) {
      const cells = row === undefined ? [] : page.childrenOf(row).filter(isCell);
      for (const cell of cells.length > 1 ? cells : [])
        names.set(cell.position, nameOf(cell) ?? '');
    }
    return names;
  });
}

function isCell(element: IndexedElement): boolean {
  return !pressed.has(element.node.name) && nameOf(element) !== undefined;
}

function nameOf({ node }: IndexedElement): string | undefined {
  for (const attribute of attributes) {
    const name = node.attribs[attribute];
    if (name !== undefined && name !== '') return foldText(name);
  }
  return undefined;
}
