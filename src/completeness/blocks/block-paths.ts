import type { IndexedElement, PageIndex } from '../../structure/analysis/index-page.ts';
import { listSteps } from '../../structure/tables/blocks/list-steps.ts';

/** How each element of a page is reached from the root, without the elements that only format text. */
export interface BlockPaths {
  /** The element itself, or the nearest one around it that does more than format text; -1 at the root. */
  readonly solid: (position: number) => number;
  /** The nearest such element around an element; -1 at the root. */
  readonly parent: (position: number) => number;
  /** A number that two elements share when the tags and classes on their ways from the root are the same. */
  readonly path: (position: number) => number;
  /** Tag and lasting classes of an element. */
  readonly step: (position: number) => string;
  /** The elements of a path, in page order. */
  readonly onPath: (path: number) => readonly number[];
  /** The elements directly in an element, those in formatting among them, in page order. */
  readonly children: (position: number) => readonly number[];
  /** Headings of sections, in page order. */
  readonly headings: readonly number[];
}

/** Elements that say nothing about what their content is, unless a class does. */
const formattingTags: ReadonlySet<string> = new Set('b i em strong font span u small'.split(' '));
/** Parts of a table that hold its rows. */
const rowGroups: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);

/** Reads the paths of all elements; linear in the page. */
export function readBlockPaths(page: PageIndex): BlockPaths {
  const count = page.elements.length;
  const parents = new Int32Array(count);
  const paths = new Int32Array(count);
  const isSolid = new Uint8Array(count);
  const elementSteps = listSteps(page);
  const steps: string[] = [];
  const ids = new Map<string, number>();
  const groups: number[][] = [];
  const headings: number[] = [];
  const childrenOf = new Map<number, readonly number[]>();
  for (const element of page.elements) {
    const { position, parent } = element;
    const step = elementSteps[position]?.step.replaceAll(/\d+/g, '') ?? '';
    steps.push(step);
    const outer = parent < 0 || isSolid[parent] === 1 ? parent : (parents[parent] ?? -1);
    parents[position] = outer;
    if (!onlyFormats(element)) isSolid[position] = 1;
    if (/^h[1-6]$/.test(element.node.name)) headings.push(position);
    const key = `${outer < 0 ? -1 : paths[outer]}/${step}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = groups.length;
      ids.set(key, id);
      groups.push([]);
    }
    paths[position] = id;
    if (isSolid[position] === 1) groups[id]?.push(position);
  }
  return {
    solid: (position) => (isSolid[position] === 1 ? position : (parents[position] ?? -1)),
    parent: (position) => parents[position] ?? -1,
    path: (position) => paths[position] ?? -1,
    step: (position) => steps[position] ?? '',
    onPath: (path) => groups[path] ?? [],
    headings,
    children(position) {
      const children = childrenOf.get(position);
      if (children !== undefined) return children;
      const found: number[] = [];
      const end = page.elements[position]?.end ?? count;
      let at = position + 1;
      while (at < end) {
        if (isSolid[at] === 1) {
          found.push(at);
          at = page.elements[at]?.end ?? end;
        } else at += 1;
      }
      childrenOf.set(position, found);
      return found;
    },
  };
}

/** Of ascending numbers the place of the last that is not above a limit; -1 where all are. */
export function findLastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function onlyFormats({ node }: IndexedElement): boolean {
  return rowGroups.has(node.name) || (formattingTags.has(node.name) && !node.attribs['class']);
}
