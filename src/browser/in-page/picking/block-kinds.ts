import * as dom from '../dom.ts';
import * as shapes from './block-shapes.ts';

/** Elements of one kind that are, or could be, items of a list. */
export interface BlockKind {
  /** Tag and classes, as in a selector. */
  readonly label: string;
  readonly elements: readonly Element[];
}

/** Most elements that are looked at. */
const maxElements = 5_000;
const maxKinds = 12;
/** Least likeness of blocks of one kind. */
const minLikeness = 0.4;

function labelOf(element: Element): string {
  return [dom.tag(element), ...shapes.steadyClasses(element).slice(0, 3)].join('.');
}

/** The kinds of the elements, the most frequent first. */
export function listKinds(elements: readonly Element[]): readonly BlockKind[] {
  const kinds: {
    readonly first: Element;
    readonly label: string;
    readonly elements: Element[];
  }[] = [];
  for (const element of elements.slice(0, maxElements)) {
    const label = labelOf(element);
    const kind = kinds.find(
      (one) => one.label === label && shapes.likeness(one.first, element) >= minLikeness,
    );
    if (kind !== undefined) kind.elements.push(element);
    else if (kinds.length < maxKinds) kinds.push({ first: element, label, elements: [element] });
  }
  return kinds
    .map(({ label, elements }) => ({ label, elements }))
    .sort((a, b) => b.elements.length - a.elements.length);
}

/** The kinds of what stands beside any of the items and is none, nor holds one. */
export function kindsBeside(items: readonly Element[]): readonly BlockKind[] {
  const around = new Set<Element>();
  for (const item of items) {
    let at = dom.parent(item);
    while (at !== undefined && !around.has(at)) {
      around.add(at);
      at = dom.parent(at);
    }
  }
  const own = new Set(items);
  const seen = new Set<Element>();
  const others: Element[] = [];
  for (const item of items) {
    const [first] = dom.siblings(item);
    if (first === undefined || seen.has(first)) continue;
    seen.add(first);
    for (const other of dom.siblings(item)) {
      if (others.length >= maxElements) return listKinds(others);
      const isApart = !own.has(other) && !around.has(other);
      if (isApart && shapes.hasContent(other)) others.push(other);
    }
  }
  return listKinds(others);
}
