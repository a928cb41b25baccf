import { addTo, getOrMake } from '../../runtime/collections.ts';
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
    const rows = new Map<number, (readonly [position: number, name: string])[]>();
    for (const element of page.elements) {
      const name = nameOf(element);
      if (name !== undefined) addTo(rows, element.parent, [element.position, foldText(name)]);
    }
    return new Map(Array.from(rows.values()).flatMap((row) => (row.length > 1 ? row : [])));
  });
}

function nameOf({ node }: IndexedElement): string | undefined {
  for (const attribute of attributes) {
    const name = node.attribs[attribute];
    if (name !== undefined && name !== '') return pressed.has(node.name) ? undefined : name;
  }
  return undefined;
}
