import type { PageIndex } from '../structure/analysis/index-page.ts';
import { type BlockPaths, findLastUpTo } from './block-paths.ts';
import type { LocatedRecord, PageRange } from './locate-records.ts';

/** A block of the page in which one record of a list stands, or may stand. */
export interface Block extends PageRange {
  /** Position of the element that the block stands in. */
  readonly container: number;
}

/** The blocks of the page among which a list's records stand. */
export interface BlockSet {
  /** In the containers of the records, in page order, whatever their kind. */
  readonly near: readonly Block[];
  /** At the same path in other containers. */
  readonly far: readonly Block[];
  /** By record: the place of its block in `near` and then `far`; -1 where none was found. */
  readonly blockOf: readonly number[];
  /** Whether records run over several elements that follow each other, each block from its first element to the next. */
  readonly areRuns: boolean;
  /** Path of the blocks that most records stand in. */
  readonly path: number;
}

/** Paths at which records are looked for. */
const maxPaths = 4;
/** Levels above a value at which blocks are looked for. */
const maxLevels = 24;
/** Share of the records that must have an element of their own. */
const minApart = 0.9;
/** Share of a record's values that a block must hold. */
const minHeld = 0.6;
/** Share of the records whose values run over several elements. */
const minRunShare = 0.3;
/** Share of the records that may stand elsewhere without what is there being of the list. */
const maxStrayShare = 0.1;
/** Fewest blocks among which a single record is one of many. */
const minFellows = 3;
const cellTags: ReadonlySet<string> = new Set(['td', 'th']);
const itemTags: ReadonlySet<string> = new Set(['li', 'tr', 'article']);

/**
 * Finds the blocks that the page has for the records of a list: the elements that hold one record each, and what else stands
 * where they stand. `undefined` where records have no elements of their own: they stand in one text, or not on the page.
 */
export function findBlocks(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  range: PageRange,
): BlockSet | undefined {
  const places = findPlaces(page, paths, records);
  if (places === undefined) return undefined;
  const { anchors, level } = places;
  const some = anchors.find((anchor) => anchor >= 0) ?? -1;
  const roots = anchors.map((anchor) => (anchor < 0 ? -1 : climb(paths, anchor, level)));
  const containers = listContainers(paths, roots).filter((container) => container >= range.start);
  if (containers.length === 0) return undefined;
  const path = paths.path(climb(paths, some, level));
  const near = containers.flatMap((container) =>
    paths.children(container).map((start) => toBlock(page, start, container)),
  );
  const known = new Set(containers);
  const alike = paths.onPath(path);
  const far = alike
    .slice(findLastUpTo(alike, range.start - 1) + 1, findLastUpTo(alike, range.end - 1) + 1)
    .filter((start) => !known.has(paths.parent(start)))
    .map((start) => toBlock(page, start, paths.parent(start)));
  const areRuns = runOverElements(page, paths, records, roots);
  const runs = areRuns ? toRuns(page, paths, near, roots, path) : near;
  return { near: runs, far, areRuns, path, blockOf: assign(records, [...runs, ...far]) };
}

/** By which elements records are found, and how many levels above these their blocks are. */
interface RecordPlaces {
  /** For each record an element that holds values of it, all at one path; -1 where it has none there. */
  readonly anchors: readonly number[];
  readonly level: number;
}

/** Rows of tables first, which hold most values of a record; then the elements of single values. */
function findPlaces(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
): RecordPlaces | undefined {
  const lifts = [
    (position: number) => rowAround(page, paths, position),
    (position: number) => position,
  ];
  for (const lift of lifts) {
    for (const anchors of listAnchors(paths, records, lift)) {
      const level = findLevel(page, paths, records, anchors);
      if (level !== undefined) return { anchors, level };
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
    if (standAmongFellows(page, paths, chains, level)) return level;
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
  paths: BlockPaths,
  chains: readonly (readonly number[])[],
  level: number,
): boolean {
  const [first] = chains[0]?.slice(level) ?? [];
  const node = page.elements[first ?? -1]?.node;
  if (node === undefined || cellTags.has(node.name)) return false;
  const ordinals = new Set<number>();
  let fellows = 0;
  for (const chain of chains) {
    const own = chain[level] ?? -1;
    const alike = paths
      .children(chain[level + 1] ?? -1)
      .filter((child) => paths.step(child) === paths.step(own) && isFilled(page, child));
    if (alike.length >= minFellows) fellows += 1;
    ordinals.add(alike.indexOf(own));
  }
  if (fellows < chains.length * minApart) return false;
  if (chains.length >= 3) return ordinals.size > 1;
  const isRich = (page.elements[first ?? -1]?.end ?? 0) - (first ?? 0) > 3;
  return itemTags.has(node.name) || (isRich && node.attribs['class'] !== undefined);
}

function isFilled(page: PageIndex, position: number): boolean {
  const element = page.elements[position];
  return element !== undefined && page.text.slice(element.textStart, element.textEnd).trim() !== '';
}

/** The parents of the records' elements, without those of a few that stand elsewhere on the page too. */
function listContainers(paths: BlockPaths, roots: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const root of roots) {
    const container = root < 0 ? -1 : paths.parent(root);
    if (container >= 0) counts.set(container, (counts.get(container) ?? 0) + 1);
  }
  let strays = roots.length * maxStrayShare;
  return [...counts]
    .sort(([, a], [, b]) => a - b)
    .filter(([, count]) => (strays -= count) < 0)
    .map(([container]) => container)
    .sort((a, b) => a - b);
}

function toBlock(page: PageIndex, start: number, container: number): Block {
  return { start, end: page.elements[start]?.end ?? start + 1, container };
}

/** Whether values of many records stand behind the records' elements, before the next one. */
function runOverElements(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  roots: readonly number[],
): boolean {
  const sorted = roots.filter((root) => root >= 0).sort((a, b) => a - b);
  const nextOf = new Map(sorted.map((root, at) => [root, sorted[at + 1]] as const));
  let running = 0;
  let whole = 0;
  records.forEach((record, at) => {
    const root = roots[at] ?? -1;
    if (root < 0 || record.length < 2) return;
    const end = page.elements[root]?.end ?? root;
    const last = page.elements[paths.parent(root)]?.end ?? end;
    const until = Math.min(nextOf.get(root) ?? last, last);
    const outside = record.filter(
      ({ places }) =>
        !places.some(({ position }) => position >= root && position < end) &&
        places.some(({ position }) => position >= end && position < until),
    );
    if (outside.length > 0) running += 1;
    else whole += 1;
  });
  return running > (running + whole) * minRunShare;
}

/**
 * Each element of the records' path with the elements that follow it, up to the next one. Where the records begin at every
 * third such element, so do the others.
 */
function toRuns(
  page: PageIndex,
  paths: BlockPaths,
  blocks: readonly Block[],
  roots: readonly number[],
  path: number,
): readonly Block[] {
  const all = blocks.filter(({ start }) => paths.path(start) === path);
  const known = new Set(roots);
  const begins = [...all.keys()].filter((at) => known.has(all[at]?.start ?? -1));
  const steps = begins.slice(1).map((at, index) => at - (begins[index] ?? 0));
  const period = Math.min(...steps, all.length);
  const isRegular = steps.length > 0 && steps.every((step) => step % period === 0);
  const heads = isRegular ? all.filter((_, at) => (at - (begins[0] ?? 0)) % period === 0) : all;
  return heads.map((head, at) => {
    const next = heads[at + 1];
    const isLast = next === undefined || next.container !== head.container;
    const end = isLast ? (page.elements[head.container]?.end ?? head.end) : next.start;
    return { ...head, end };
  });
}

/** The block that holds most values of each record; of equal ones the first that no other record has. */
function assign(records: readonly LocatedRecord[], blocks: readonly Block[]): readonly number[] {
  const order = [...blocks.keys()].sort(
    (a, b) => (blocks[a]?.start ?? 0) - (blocks[b]?.start ?? 0),
  );
  const starts = order.map((at) => blocks[at]?.start ?? 0);
  const findBlock = (position: number): number => {
    const at = order[findLastUpTo(starts, position)] ?? -1;
    const block = blocks[at];
    return block !== undefined && position >= block.start && position < block.end ? at : -1;
  };
  const taken = new Set<number>();
  return records.map((record) => {
    const votes = new Map<number, number>();
    for (const { places } of record) {
      for (const block of new Set(places.map(({ position }) => findBlock(position)))) {
        if (block >= 0) votes.set(block, (votes.get(block) ?? 0) + 1);
      }
    }
    let best = -1;
    let most = 0;
    for (const [block, count] of votes) {
      const score = count + (taken.has(block) ? 0 : 0.5);
      if (score > most || (score === most && block < best)) {
        best = block;
        most = score;
      }
    }
    taken.add(best);
    return best;
  });
}
