import type { PageIndex } from '../../structure/analysis/index-page.ts';
import type { BlockPaths } from './block-paths.ts';
import type { LocatedRecord } from '../locate-records.ts';

/** Paths at which records are looked for. */
const maxPaths = 4;
/** Levels above a value at which blocks are looked for. */
const maxLevels = 24;
/** Share of the records that must have an element of their own. */
const minApart = 0.9;
/** Share of a record's values that a block must hold. */
const minHeld = 0.6;
/** Fewest blocks among which a single record is one of many. */
const minFellows = 3;
const cellTags: ReadonlySet<string> = new Set(['td', 'th']);
const itemTags: ReadonlySet<string> = new Set(['li', 'tr', 'article']);

/**
 * Finds the element of the page that holds one record each, all at one level: rows of tables first, which hold most values
 * of a record; then what is around single values. Returns one position for each record, -1 for a record without one;
 * `undefined` where records have no elements of their own.
 */
export function findRecordRoots(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
): readonly number[] | undefined {
  const lifts = [
    (position: number) => rowAround(page, paths, position),
    (position: number) => position,
  ];
  const findFellows = createFellowFinder(page, paths);
  for (const lift of lifts) {
    for (const anchors of listAnchors(paths, records, lift)) {
      const level = findLevel(page, paths, records, anchors, findFellows);
      if (level !== undefined) {
        return anchors.map((anchor) => (anchor < 0 ? -1 : climb(paths, anchor, level)));
      }
    }
  }
  return undefined;
}

/**
 * For the paths where most values of most records stand, best first: an element of each record there, -1 where it has none.
 * Of several elements that hold as many of its values, the first that no other record has.
 */
function listAnchors(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  lift: (position: number) => number,
): readonly (readonly number[])[] {
  const held = records.map((record) =>
    countHeld(record, (position) => lift(paths.solid(position))),
  );
  const grouped = held.map((counts) => groupByPath(paths, counts));
  const scores = new Map<
    number,
    { path: number; score: number; elements: Set<number>; records: number }
  >();
  for (const groups of grouped) {
    for (const [path, { most, places }] of groups) {
      if (path < 0) continue;
      let known = scores.get(path);
      if (known === undefined) {
        scores.set(path, (known = { path, score: 0, elements: new Set(), records: 0 }));
      }
      known.score += most / Math.sqrt(places.length);
      known.records += 1;
      for (const place of places) known.elements.add(place);
    }
  }
  return [...scores.values()]
    .filter(({ elements, records: count }) => elements.size >= count * minApart)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxPaths)
    .map(({ path }) => {
      const taken = new Set<number>();
      return grouped.map((groups) => {
        const places = groups.get(path)?.places ?? [];
        const place = places.find((position) => !taken.has(position)) ?? places[0] ?? -1;
        taken.add(place);
        return place;
      });
    });
}

/** How many of a record's values each element holds. */
function countHeld(
  record: LocatedRecord,
  toElement: (position: number) => number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { places } of record) {
    for (const element of new Set(places.map(({ position }) => toElement(position)))) {
      counts.set(element, (counts.get(element) ?? 0) + 1);
    }
  }
  return counts;
}

/** By path: the most values that an element there holds, and the elements that hold as many, in page order. */
function groupByPath(
  paths: BlockPaths,
  counts: ReadonlyMap<number, number>,
): ReadonlyMap<number, { readonly most: number; readonly places: readonly number[] }> {
  const groups = new Map<number, { most: number; places: number[] }>();
  for (const [element, count] of counts) {
    const path = paths.path(element);
    const group = groups.get(path);
    if (group === undefined || count > group.most)
      groups.set(path, { most: count, places: [element] });
    else if (count === group.most) group.places.push(element);
  }
  for (const { places } of groups.values()) places.sort((a, b) => a - b);
  return groups;
}

/** The row of the nearest table around an element; the element itself outside of tables. */
function rowAround(page: PageIndex, paths: BlockPaths, position: number): number {
  let at = position;
  for (let level = 0; level < maxLevels && at >= 0; level += 1) {
    const name = page.elements[at]?.node.name ?? '';
    if (name === 'tr') return at;
    at = paths.parent(at);
  }
  return position;
}

function climb(paths: BlockPaths, position: number, levels: number): number {
  let at = position;
  for (let level = 0; level < levels && at >= 0; level += 1) at = paths.parent(at);
  return at;
}

/** How many levels above its anchor the block of a record is. */
function findLevel(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  anchors: readonly number[],
  findFellows: FellowFinder,
): number | undefined {
  const found = anchors.flatMap((anchor, at) => (anchor < 0 ? [] : [{ anchor, at }]));
  const chains = found.map(({ anchor }) => {
    const chain = [anchor];
    for (
      let at = paths.parent(anchor);
      at >= 0 && chain.length < maxLevels;
      at = paths.parent(at)
    ) {
      chain.push(at);
    }
    return chain;
  });
  const depth = Math.min(...chains.map(({ length }) => length));
  const distinct = (level: number): number => new Set(chains.map((chain) => chain[level])).size;
  if (found.length === 0 || distinct(0) < found.length * minApart) return undefined;
  let highest = 0;
  while (highest + 1 < depth && distinct(highest + 1) >= found.length * minApart) highest += 1;
  const lowest = lowestLevel(page, records, found, chains, highest);
  for (let level = lowest; level < highest; level += 1) {
    if (standAmongFellows(page, chains, level, findFellows)) return level;
  }
  // The topmost element of a single record is the page itself.
  return found.length > 1 ? highest : undefined;
}

/** The level from which on the elements hold most of the records' values that lie in the topmost ones. */
function lowestLevel(
  page: PageIndex,
  records: readonly LocatedRecord[],
  found: readonly { readonly at: number }[],
  chains: readonly (readonly number[])[],
  highest: number,
): number {
  const levels = found.map(({ at }, index) => {
    const chain = chains[index] ?? [];
    const needed = (records[at] ?? []).flatMap(({ places }) => {
      for (let level = 0; level <= highest; level += 1) {
        if (places.some(({ position }) => holds(page, chain[level] ?? -1, position)))
          return [level];
      }
      return [];
    });
    needed.sort((a, b) => a - b);
    return needed[Math.ceil(needed.length * minHeld) - 1] ?? 0;
  });
  levels.sort((a, b) => a - b);
  return levels[Math.floor(levels.length / 2)] ?? 0;
}

function holds(page: PageIndex, outer: number, inner: number): boolean {
  return outer >= 0 && inner >= outer && inner < (page.elements[outer]?.end ?? 0);
}

/** Whether at this level each record is one of several alike in its container, and not always at the same place. */
function standAmongFellows(
  page: PageIndex,
  chains: readonly (readonly number[])[],
  level: number,
  findFellows: FellowFinder,
): boolean {
  const [first] = chains[0]?.slice(level) ?? [];
  const node = page.elements[first ?? -1]?.node;
  if (node === undefined || cellTags.has(node.name)) return false;
  const ordinals = new Set<number>();
  let fellows = 0;
  for (const chain of chains) {
    const own = chain[level] ?? -1;
    const { count, ordinal } = findFellows(own, chain[level + 1] ?? -1);
    if (count >= minFellows) fellows += 1;
    ordinals.add(ordinal);
  }
  if (fellows < chains.length * minApart) return false;
  if (chains.length >= 3) return ordinals.size > 1;
  const isRich = (page.elements[first ?? -1]?.end ?? 0) - (first ?? 0) > 3;
  return itemTags.has(node.name) || (isRich && node.attribs['class'] !== undefined);
}

/** How many filled elements of a container have an element's tag and classes, and at which place among them it stands. */
type FellowFinder = (position: number, container: number) => Fellows;

interface Fellows {
  readonly count: number;
  /** -1 where the element is empty. */
  readonly ordinal: number;
}

/** Reads the elements of each container once: thousands of records may stand in one. */
function createFellowFinder(page: PageIndex, paths: BlockPaths): FellowFinder {
  const ordinals = new Map<number, number>();
  const counts = new Map<number, Map<string, number>>();
  return (position, container) => {
    let known = counts.get(container);
    if (known === undefined) {
      known = new Map();
      counts.set(container, known);
      for (const child of paths.children(container)) {
        if (!isFilled(page, child)) continue;
        const step = paths.step(child);
        const count = known.get(step) ?? 0;
        ordinals.set(child, count);
        known.set(step, count + 1);
      }
    }
    return { count: known.get(paths.step(position)) ?? 0, ordinal: ordinals.get(position) ?? -1 };
  };
}

function isFilled(page: PageIndex, position: number): boolean {
  const element = page.elements[position];
  return element !== undefined && page.text.slice(element.textStart, element.textEnd).trim() !== '';
}
