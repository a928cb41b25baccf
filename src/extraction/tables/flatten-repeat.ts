import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { toBlock } from './block.ts';
import type { Repeat } from './find-repeats.ts';
import { type PageParts, countRuns } from './list-runs.ts';

/** Records that a flattened list has at most: one more than are read. */
const maxItems = 5_001;
/** Elements around a record in another one, up to that. */
const maxDepth = 40;
/** Texts that most records have by themselves: entries of a menu have one. */
const minRuns = 2;

/**
 * A list whose records hold others of the same kind, as a comment holds the replies to it: all of them in the order of the page, each
 * without those in it. Any other list as it is.
 */
export function flattenRepeat({ page, runs }: PageParts, repeat: Repeat): Repeat {
  const roots = repeat.blocks.map(({ start, end }) => {
    const root = page.elements[start];
    return root?.end === end ? root : undefined;
  });
  const isKind = createKindTest(page, roots);
  if (isKind === undefined) return repeat;
  const places: number[] = [];
  const items: IndexedElement[] = [];
  for (const root of roots) {
    places.push(items.length);
    if (root !== undefined) items.push(root, ...listInside(page, root).filter(isKind));
    if (items.length > maxItems) return repeat;
  }
  if (items.length === roots.length) return repeat;
  const blocks = items.map((item, at) => toOwnBlock(page, item, items[at + 1]));
  const rich = blocks.filter(({ from, to }) => countRuns(runs, from, to) >= minRuns).length;
  if (rich < blocks.length) return repeat;
  return { ...repeat, starts: repeat.starts.map((start) => places[start] ?? 0), blocks };
}

function listInside(page: PageIndex, { position, end }: IndexedElement): readonly IndexedElement[] {
  return page.elements.slice(position + 1, end);
}

type KindTest = (element: IndexedElement) => boolean;

/** Tells elements of the kind of some others: of their tag and a class that all have, and with a first part that one of them has. */
function createKindTest(
  page: PageIndex,
  roots: readonly (IndexedElement | undefined)[],
): KindTest | undefined {
  const [first] = roots;
  if (first === undefined) return undefined;
  const { name } = first.node;
  const called = listClasses(first).find((word) =>
    roots.every((root) => root?.node.name === name && listClasses(root).includes(word)),
  );
  if (called === undefined) return undefined;
  const begins = new Set(roots.flatMap((root) => (root === undefined ? [] : beginOf(page, root))));
  const known = new Set(roots.flatMap((root) => (root === undefined ? [] : listClasses(root))));
  return (element) => {
    const own = listClasses(element);
    return (
      element.node.name === name &&
      own.includes(called) &&
      // What has a name of its own is another kind: the small card of what goes with a product.
      own.every((word) => known.has(word) || stateWord.test(word)) &&
      begins.has(beginOf(page, element))
    );
  };
}

/** What pages call a record by its place among the others, or by who wrote it. */
const stateWord =
  /^(?:odd|even|alt|first|last|parent|child|children|nested|reply|replies|byuser|bypostauthor|(?:depth|level|thread|comment-author)-?.*)$/i;

function listClasses({ node }: IndexedElement): readonly string[] {
  return (node.attribs['class'] ?? '').split(/\s+/).filter((word) => /^\D+$/.test(word));
}

/** Tag and first class of the first element in another one. */
function beginOf(page: PageIndex, { position, end }: IndexedElement): string {
  const first = position + 1 < end ? page.elements[position + 1] : undefined;
  return first === undefined ? '' : `${first.node.name}.${listClasses(first)[0] ?? ''}`;
}

/** A record up to the next one where that stands in it, and what is around that one alone. */
function toOwnBlock(
  page: PageIndex,
  item: IndexedElement,
  next: IndexedElement | undefined,
): Repeat['blocks'][number] {
  const whole = toBlock(item);
  if (next === undefined || next.position >= item.end) return whole;
  let outer = next;
  for (const around of page.around(next, maxDepth)) {
    if (around === item || page.text.slice(around.textStart, next.textStart).trim() !== '') break;
    outer = around;
  }
  return { ...whole, end: outer.position, to: outer.textStart };
}
