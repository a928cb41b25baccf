import { type IndexedElement, type PageIndex, holds } from '../analysis/index-page.ts';
import { type Repeat, toBlock } from './find-repeats.ts';
import { saysWhoOrWhen } from './flatten-repeat.ts';

/** Records by which it is told what all of a list have. */
const maxCompared = 6;
/** Classes, and tags without one, that all records have inside, from which on an element with all of these is built as they are. */
const minShared = 3;
/** Elements of a record, elements in front of the list, and elements around one of these, that are looked at. */
const maxInside = 200;
const maxBefore = 1_500;
const maxAround = 8;

/**
 * A list of what people have written with what they answer to, where that stands in front of it in a box of its own: the first post of a
 * thread. It is the only element there that has all that each record has inside, by the classes of that. Any other list as it is.
 */
export function withOpening(page: PageIndex, repeat: Repeat): Repeat {
  const [first] = repeat.blocks;
  const roots = repeat.blocks.slice(0, maxCompared).map(({ start }) => page.elements[start]);
  if (first === undefined || roots.length < 2) return repeat;
  const shared = listShared(page, roots);
  const [mark] = shared;
  if (mark === undefined || shared.length < minShared) return repeat;
  const opening = findOpening(page, first.start, mark, shared);
  if (opening === undefined) return repeat;
  return {
    ...repeat,
    starts: [0, ...repeat.starts.slice(1).map((start) => start + 1)],
    blocks: [toBlock(opening), ...repeat.blocks],
  };
}

/** What all of some elements have inside, where some of it says who wrote these or when; else none. */
function listShared(
  page: PageIndex,
  roots: readonly (IndexedElement | undefined)[],
): readonly string[] {
  const inside = roots.map((root) => (root === undefined ? [] : listInside(page, root)));
  const areWritten = inside.every((all) => all.some((one) => saysWhoOrWhen(page, one)));
  if (!areWritten) return [];
  const [first, ...others] = inside.map((all) => new Set(all.flatMap(listNames)));
  return [...(first ?? [])].filter((name) => others.every((other) => other.has(name)));
}

function findOpening(
  page: PageIndex,
  before: number,
  mark: string,
  shared: readonly string[],
): IndexedElement | undefined {
  const marked = page.elements
    .slice(Math.max(0, before - maxBefore), before)
    .filter((element) => listNames(element).includes(mark));
  const [first] = marked;
  const last = marked.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return page
    .around(last, maxAround)
    .filter((element) => element.end <= before && holds(element, first))
    .find((element) => {
      const own = new Set(listInside(page, element).flatMap(listNames));
      return shared.every((name) => own.has(name));
    });
}

function listInside(page: PageIndex, { position, end }: IndexedElement): readonly IndexedElement[] {
  return page.elements.slice(position + 1, Math.min(end, position + 1 + maxInside));
}

/** The classes of an element, or its tag where it has none. */
function listNames({ node }: IndexedElement): readonly string[] {
  const classes = (node.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '');
  return classes.length === 0 ? [node.name] : classes;
}
