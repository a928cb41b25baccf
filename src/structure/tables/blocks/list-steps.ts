import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';

/** How an element is recognised among others of its page: by its tag and one class, and by those of its ancestors. */
export interface ElementStep {
  /** `div.card`: equal for elements of one kind below ancestors of one kind. */
  readonly step: string;
  /** Number of the path of steps that leads to it. */
  readonly path: number;
  /** Whether it only formats text, so that it is no step of a path. */
  readonly isTransparent: boolean;
}

const formattingTags: ReadonlySet<string> = new Set(
  'b i em strong font span tbody u small'.split(' '),
);
/** Classes that differ between the items of one list and do not identify the kind of item. */
const stateClass = /^(?:odd|even|active|first|last|current|selected|open|\d+)$|\d{3,}/;
/** Share of the parents in each of which a class must stand once to be the name of a part of them. */
const minRoleShare = 0.6;
const maxClasses = 12;

/**
 * Returns the step of each element, by position. Of several classes the one counts that names a part of each parent
 * (`price` of `price price--sale`), else the most frequent one among its like (`card` of `card featured`): a class that
 * only some have is a state and not a kind. Linear in elements and classes.
 */
export function listSteps(page: PageIndex): readonly ElementStep[] {
  const steps: ElementStep[] = [];
  const paths = new Map<string, number>();
  for (const level of listLevels(page)) {
    const groups = new Map<string, IndexedElement[]>();
    for (const element of level) {
      const key = `${steps[element.parent]?.path ?? -1}/${element.node.name}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [element]);
      else group.push(element);
    }
    for (const [key, group] of groups) {
      const nameOf = chooseClasses(group);
      for (const element of group) {
        const { name, attribs } = element.node;
        const chosen = nameOf(element);
        const step = chosen === '' ? name : `${name}.${chosen}`;
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

/** Elements by their depth, each level in the order of the page. */
function listLevels(page: PageIndex): readonly (readonly IndexedElement[])[] {
  const levels: IndexedElement[][] = [];
  for (const element of page.elements) {
    const level = levels[element.depth];
    if (level === undefined) levels[element.depth] = [element];
    else level.push(element);
  }
  return levels.filter((level) => level !== undefined);
}

function chooseClasses(group: readonly IndexedElement[]): (element: IndexedElement) => string {
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
  return ({ node }) => {
    let chosen = '';
    let best = -1;
    for (const name of listClasses(node.attribs['class'])) {
      const count = counts.get(name);
      if (count === undefined) continue;
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

function listClasses(value: string | undefined): readonly string[] {
  if (!value) return [];
  return value
    .split(/\s+/)
    .slice(0, maxClasses)
    .filter((name) => name !== '' && !stateClass.test(name));
}
