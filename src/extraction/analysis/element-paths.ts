import { addTo, countAll, getOrMake, toWordSet } from '../../runtime/collections.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** How an element is recognised among others of its page: by its tag and one class, and by those of its ancestors. */
export interface ElementStep {
  /** `div.card`: equal for elements of one kind below ancestors of one kind. */
  readonly step: string;
  readonly path: number;
  /** Whether it only formats text, so that it is no step of a path. */
  readonly isTransparent: boolean;
}

const formattingTags: ReadonlySet<string> = toWordSet('b i em strong font span tbody u small');
/** Classes that differ between the items of one list and do not identify the kind of item. */
const stateClass = /^(?:odd|even|active|first|last|current|selected|open|\d+)$|\d{3,}/;
/** Share of the parents in each of which a class must stand once to be the name of a part of them. */
const minRoleShare = 0.6;
const maxClasses = 12;

const stepsOf = new WeakMap<PageIndex, readonly ElementStep[]>();

/** Of several classes that which names a part of each parent counts (`price` of `price sale`), else the most frequent one. */
export function listSteps(page: PageIndex): readonly ElementStep[] {
  return getOrMake(stepsOf, page, () => readSteps(page));
}

function readSteps(page: PageIndex): readonly ElementStep[] {
  const steps: ElementStep[] = [];
  const paths = new Map<string, number>();
  const levels: IndexedElement[][] = [];
  for (const element of page.elements) (levels[element.depth] ??= []).push(element);
  for (const level of levels) {
    const groups = new Map<string, IndexedElement[]>();
    for (const element of level) {
      addTo(groups, `${steps[element.parent]?.path ?? -1}/${nameOfTag(element)}`, element);
    }
    for (const [key, group] of groups) {
      const nameOf = chooseClasses(page, group);
      const tag = group[0] === undefined ? '' : nameOfTag(group[0]);
      for (const element of group) {
        const { name, attribs } = element.node;
        const chosen = nameOf(element);
        const step = chosen === '' ? tag : `${tag}.${chosen}`;
        const path = paths.get(`${key}.${chosen}`) ?? paths.size;
        paths.set(`${key}.${chosen}`, path);
        // Bold text of some items is no other kind of item.
        const isTransparent = formattingTags.has(name) && !attribs['class'];
        steps[element.position] = {
          step,
          isTransparent,
          path: isTransparent ? (steps[element.parent]?.path ?? path) : path,
        };
      }
    }
  }
  return steps;
}

const contactLink = /^(?:mailto|tel):/i;

/** The tag of an element; a link to write to or to call is another thing than one to a page, and each than the other. */
function nameOfTag({ node: { name, attribs } }: IndexedElement): string {
  const scheme = name === 'a' ? contactLink.exec(attribs['href'] ?? '')?.[0] : undefined;
  return scheme === undefined ? name : `${name}:${scheme.slice(0, -1).toLowerCase()}`;
}

function chooseClasses(
  page: PageIndex,
  group: readonly IndexedElement[],
): (element: IndexedElement) => string {
  const counts = new Map<string, { elements: number; parents: number; lastParent: number }>();
  let parents = 0;
  let lastParent = -2;
  for (const { node, parent } of group) {
    if (parent !== lastParent) parents += 1;
    lastParent = parent;
    for (const name of listClasses(node.attribs['class'])) {
      const count = counts.get(name) ?? { elements: 0, parents: 0, lastParent: -2 };
      count.elements += 1;
      if (count.lastParent !== parent) count.parents += 1;
      count.lastParent = parent;
      counts.set(name, count);
    }
  }
  const halves = Array.from(counts).flatMap(([name, { elements }]) =>
    Math.abs(2 * elements - group.length) <= parents ? name : [],
  );
  const stripes = halves.length < 2 ? new Set<string>() : findStripes(page, group, halves);
  return ({ node }) => {
    let chosen = '';
    let best = -1;
    for (const name of listClasses(node.attribs['class'])) {
      const count = counts.get(name);
      if (count === undefined || stripes.has(name)) continue;
      const isRole =
        parents > 1 && count.elements === count.parents && count.parents >= parents * minRoleShare;
      // Of several names of a part the rarest says most.
      const rank = isRole ? 2 * group.length - count.elements : count.elements;
      if (rank > best) {
        best = rank;
        chosen = name;
      }
    }
    return chosen;
  };
}

/** Least items of a list that may be striped, share of them that are built alike, and elements in each: two words may be a name and its value. */
const minStriped = 4;
const minAlikeShare = 0.8;
const minInside = 2;
/** Elements of an item by which it is compared with others. */
const comparedInside = 40;

/** Of classes that half of a group have: those that every second one of like items has, which colour the lines of a list. */
function findStripes(
  page: PageIndex,
  group: readonly IndexedElement[],
  halves: readonly string[],
): ReadonlySet<string> {
  const lists = [...Map.groupBy(group, ({ parent }) => parent).values()].filter(
    ({ length }) => length >= minStriped,
  );
  if (lists.length === 0) return new Set();
  const striped = halves.filter((name) =>
    lists.every((list) => {
      const marked = list.map(({ node }) => listClasses(node.attribs['class']).includes(name));
      return marked.every((isMarked, at) => at === 0 || isMarked !== marked[at - 1]);
    }),
  );
  return new Set(striped.length < 2 || !lists.every((list) => isAlike(page, list)) ? [] : striped);
}

/** Whether most elements of a list have the same tags in them, in the same order. */
function isAlike(page: PageIndex, list: readonly IndexedElement[]): boolean {
  const insides = countAll(
    list.map(({ position, end }) =>
      page.elements
        .slice(position + 1, Math.min(end, position + 1 + comparedInside))
        .map(({ node }) => node.name)
        .join(' '),
    ),
  );
  return Array.from(insides).some(
    ([inside, count]) =>
      count >= list.length * minAlikeShare && inside.split(' ').length >= minInside,
  );
}

function listClasses(value: string | undefined): readonly string[] {
  if (!value) return [];
  return value
    .split(/\s+/)
    .slice(0, maxClasses)
    .filter((name) => name !== '' && !stateClass.test(name));
}

/** How each element of a page is reached from the root, without the elements that only format text. */
export interface BlockPaths {
  readonly page: PageIndex;
  /** The element itself, or the nearest one around it that does more than format text; -1 at the root. */
  readonly solid: (position: number) => number;
  readonly parent: (position: number) => number;
  /** A number that two elements share when the tags and classes on their ways from the root are the same. */
  readonly path: (position: number) => number;
  readonly step: (position: number) => string;
  readonly onPath: (path: number) => readonly number[];
  /** The elements directly in an element, those in formatting among them, in page order. */
  readonly children: (position: number) => readonly number[];
  readonly headings: readonly number[];
}

const rowGroups: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);

/** Reads the paths of all elements; linear in the page. */
export function readBlockPaths(page: PageIndex): BlockPaths {
  const size = page.elements.length;
  const parents = new Int32Array(size);
  const paths = new Int32Array(size);
  const isSolid = new Uint8Array(size);
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
    const id = getOrMake(ids, key, () => groups.push([]) - 1);
    paths[position] = id;
    if (isSolid[position] === 1) groups[id]?.push(position);
  }
  return {
    page,
    solid: (position) => (isSolid[position] === 1 ? position : (parents[position] ?? -1)),
    parent: (position) => parents[position] ?? -1,
    path: (position) => paths[position] ?? -1,
    step: (position) => steps[position] ?? '',
    onPath: (path) => groups[path] ?? [],
    headings,
    children(position) {
      return getOrMake(childrenOf, position, () => {
        const found: number[] = [];
        const end = page.elements[position]?.end ?? size;
        for (let at = position + 1; at < end;) {
          const isChild = isSolid[at] === 1;
          if (isChild) found.push(at);
          at = isChild ? (page.elements[at]?.end ?? end) : at + 1;
        }
        return found;
      });
    },
  };
}

function onlyFormats({ node }: IndexedElement): boolean {
  return rowGroups.has(node.name) || (formattingTags.has(node.name) && !node.attribs['class']);
}
