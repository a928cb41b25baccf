import { count, countAll, findLastUpTo, getOrMake, minOf } from '../../runtime/collections.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { LocatedRecord, PageRange } from './locate-records.ts';
import type { BlockPaths } from '../analysis/element-paths.ts';
import { compareSteps, usualSteps } from './compare-steps.ts';

/** A block of the page in which one record of a list stands, or may stand. */
export interface Block extends PageRange {
  readonly container: number;
}

/** The blocks of the page among which a list's records stand. */
export interface BlockSet {
  /** In the containers of the records, in page order, whatever their kind. */
  readonly near: readonly Block[];
  readonly far: readonly Block[];
  /** By record: the place of its block in `near` and then `far`; -1 where none was found. */
  readonly blockOf: readonly number[];
  /** Whether records run over several elements that follow each other, each block from its first element to the next. */
  readonly areRuns: boolean;
  readonly path: number;
  readonly records: readonly LocatedRecord[];
}

/** Share of the records whose values run over several elements. */
const minRunShare = 0.3;
/** Share of a record's values that a block which another record stands in must hold more of. */
const minShared = 0.5;
/** Share of the records that may stand elsewhere without what is there being of the list. */
const maxStrayShare = 0.1;

/** Finds the elements of single records and what stands among them; `undefined` where records have no elements. */
export function findBlocks(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  range: PageRange,
): BlockSet | undefined {
  const held = findRecordRoots(paths, records);
  if (held === undefined) return undefined;
  const roots = startEarlier(paths, records, held);
  const containers = listContainers(paths, roots).filter((container) => container >= range.start);
  if (containers.length === 0) return undefined;
  const path = paths.path(roots.find((root) => root >= 0) ?? -1);
  const near = containers.flatMap((container) =>
    paths.children(container).map((start) => toBlock(paths, start, container)),
  );
  const areRuns = runOverElements(paths, records, roots);
  const runs = areRuns ? toRuns(paths, near, roots, path) : near;
  // Every other row may have another class: what stands elsewhere in any of these forms is of the list, too.
  const used = areRuns ? [] : assign(records, near).flatMap((at) => near[at]?.start ?? []);
  const known = new Set(containers);
  const alike = [...new Set([path, ...used.map((start) => paths.path(start))])]
    .flatMap((form) => {
      const all = paths.onPath(form);
      return all.slice(
        findLastUpTo(all, range.start - 1) + 1,
        findLastUpTo(all, range.end - 1) + 1,
      );
    })
    .filter((start) => !known.has(paths.parent(start)))
    .sort((a, b) => a - b)
    .map((start) => toBlock(paths, start, paths.parent(start)));
  const others = new Set(alike.map(({ start }) => start));
  const mayAnswer = records.some(({ length }) => length >= minParts);
  const nested = mayAnswer ? findNested(paths, near, new Set(used), others, range) : [];
  const far = [...alike, ...nested];
  const blockOf = assign(records, [...runs, ...far]);
  return { near: runs, far, areRuns, path, records, blockOf };
}

/** Elements between a block among those of the records and a reply in it. */
const maxNested = 2;
/** Fewest parts of most records that a reply has, too, and fewest values of a record that may have replies. */
const minParts = 2;

/** Blocks of a kind of the records' own, with parts of theirs, within what stands among these: replies in a part below the post that they answer. */
function findNested(
  paths: BlockPaths,
  near: readonly Block[],
  used: ReadonlySet<number>,
  known: ReadonlySet<number>,
  range: PageRange,
): readonly Block[] {
  if (used.size === 0) return [];
  const isRecord = createKindTest(
    paths,
    near.filter(({ start }) => used.has(start)),
    range,
  );
  const found: Block[] = [];
  const pending = near
    .filter(({ start }) => !used.has(start))
    .map(({ start }) => ({ start, depth: 0 }));
  // Grows while it is read: the elements in an element follow.
  for (const { start, depth } of pending)
    for (const child of paths.children(start)) {
      if (used.has(child) || known.has(child)) continue;
      const block = toBlock(paths, child, start);
      if (isRecord(block)) found.push(block);
      else if (depth < maxNested) pending.push({ start: child, depth: depth + 1 });
    }
  return found.sort((a, b) => a.start - b.start);
}

/** Makes a test for blocks with a tag, a class and parts of the records' own; a class that mostly others have is one for their place or look. */
function createKindTest(
  paths: BlockPaths,
  blocks: readonly Block[],
  range: PageRange,
): (block: Block) => boolean {
  const { page } = paths;
  const usual = usualSteps(paths, blocks);
  const hasParts = (block: Block): boolean =>
    Math.round(compareSteps(paths, block, usual) * usual.size) >= minParts;
  const own = new Set(blocks.flatMap(({ start }) => listKinds(page, start)));
  const balance = new Map<string, number>();
  if (own.size > 0)
    for (const { position, parent } of page.elements.slice(range.start, range.end)) {
      const kinds = listKinds(page, position).filter((kind) => own.has(kind));
      if (kinds.length === 0) continue;
      const change = hasParts(toBlock(paths, position, parent)) ? 1 : -1;
      for (const kind of kinds) balance.set(kind, (balance.get(kind) ?? 0) + change);
    }
  return (block) =>
    listKinds(page, block.start).some((kind) => (balance.get(kind) ?? 0) > 0) && hasParts(block);
}

/** The tag of an element with each of its classes. */
function listKinds({ elements }: PageIndex, position: number): readonly string[] {
  const node = elements[position]?.node;
  const classes = (node?.attribs['class'] ?? '').split(/\s+/).filter((one) => one !== '');
  return classes.map((one) => `${node?.name} ${one}`);
}

function listContainers(paths: BlockPaths, roots: readonly number[]): readonly number[] {
  const counts = countAll(
    roots.map((root) => (root < 0 ? -1 : paths.parent(root))).filter((container) => container >= 0),
  );
  let strays = roots.length * maxStrayShare;
  return [...counts]
    .sort(([, a], [, b]) => a - b)
    .filter(([, count]) => (strays -= count) < 0)
    .map(([container]) => container)
    .sort((a, b) => a - b);
}

function toBlock({ page }: BlockPaths, start: number, container: number): Block {
  return { start, end: page.elements[start]?.end ?? start + 1, container };
}

/** Share of the records that begin as many elements before the one that holds most of their values. */
const minEarlierShare = 0.6;
const maxEarlier = 4;

/** The elements with which records begin where these stand before those that hold most of them: a row of titles above each row of facts. */
function startEarlier(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  roots: readonly number[],
): readonly number[] {
  const rangeOf = (start: number): PageRange => ({
    start,
    end: paths.page.elements[start]?.end ?? start,
  });
  const known = new Set(roots);
  const placeOf = new Map<number, Map<number, number>>();
  const siblingsBefore = (root: number): readonly number[] => {
    const container = paths.parent(root);
    const all = paths.children(container);
    const places = getOrMake(
      placeOf,
      container,
      () => new Map(all.map((child, at) => [child, at] as const)),
    );
    const at = places.get(root) ?? 0;
    const before = all.slice(Math.max(0, at - maxEarlier), at).reverse();
    const last = before.findIndex((sibling) => known.has(sibling));
    return last < 0 ? before : before.slice(0, last);
  };
  const distances = roots.map((root, at) => {
    const outside = (records[at] ?? []).filter(
      (value) => root >= 0 && !standsIn(value, rangeOf(root)),
    );
    if (outside.length === 0) return 0;
    const holders = siblingsBefore(root).map((sibling) =>
      outside.some((value) => standsIn(value, rangeOf(sibling))),
    );
    return holders.lastIndexOf(true) + 1;
  });
  const [usual, times] = [...countAll(distances)].reduce((best, next) =>
    next[1] > best[1] ? next : best,
  );
  if (usual === 0 || times < roots.length * minEarlierShare) return roots;
  return roots.map((root, at) =>
    distances[at] === usual ? (siblingsBefore(root)[usual - 1] ?? root) : root,
  );
}

/** Whether a value has a place in a part of the page. */
export function standsIn({ places }: LocatedRecord[number], { start, end }: PageRange): boolean {
  return places.some(({ position }) => position >= start && position < end);
}

function runOverElements(
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
    const { elements } = paths.page;
    const end = elements[root]?.end ?? root;
    const last = elements[paths.parent(root)]?.end ?? end;
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

/** Each element of the records' path with those behind it; records at every nth such element part the others so, too. */
function toRuns(
  paths: BlockPaths,
  blocks: readonly Block[],
  roots: readonly number[],
  path: number,
): readonly Block[] {
  const all = blocks.filter(({ start }) => paths.path(start) === path);
  const known = new Set(roots);
  const begins = [...all.keys()].filter((at) => known.has(all[at]?.start ?? -1));
  const steps = begins.slice(1).map((at, index) => at - (begins[index] ?? 0));
  const period = minOf(steps, all.length);
  const isRegular = steps.length > 0 && steps.every((step) => step % period === 0);
  const heads = isRegular ? all.filter((_, at) => (at - (begins[0] ?? 0)) % period === 0) : all;
  return heads.map((head, at) => {
    const next = heads[at + 1];
    const isLast = next === undefined || next.container !== head.container;
    const end = isLast ? (paths.page.elements[head.container]?.end ?? head.end) : next.start;
    return { ...head, end };
  });
}

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
        if (block >= 0) count(votes, block);
      }
    }
    let best = -1;
    let most = 0;
    for (const [block, held] of votes) {
      const isTaken = taken.has(block);
      // A price that another record's block shows too does not make that block the record's.
      if (isTaken && record.length > 1 && held <= record.length * minShared) continue;
      const score = held + (isTaken ? 0 : 0.5);
      if (score > most || (score === most && block < best)) {
        best = block;
        most = score;
      }
    }
    taken.add(best);
    return best;
  });
}

const maxPaths = 4;
const maxLevels = 24;
const minApart = 0.9;
const minHeld = 0.6;
const minFellows = 3;
const cellTags: ReadonlySet<string> = new Set(['td', 'th']);
const itemTags: ReadonlySet<string> = new Set(['li', 'tr', 'article']);

/** Finds one element a record, all at one level, rows of tables first; -1 for a record without, `undefined` without any. */
function findRecordRoots(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
): readonly number[] | undefined {
  const lifts = [(position: number) => rowAround(paths, position), (position: number) => position];
  const findFellows = createFellowFinder(paths);
  for (const lift of lifts) {
    for (const anchors of listAnchors(paths, records, lift)) {
      const level = findLevel(paths, records, anchors, findFellows);
      if (level !== undefined) {
        return anchors.map((anchor) => listAround(paths, anchor)[level] ?? -1);
      }
    }
  }
  return undefined;
}

/** For the paths that hold most values, best first: each record's element, -1 without one, the first that is not taken. */
function listAnchors(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  lift: (position: number) => number,
): readonly (readonly number[])[] {
  const grouped = records.map((record) =>
    groupByPath(
      paths,
      countHeld(record, (position) => lift(paths.solid(position))),
    ),
  );
  const scores = new Map<number, { score: number; elements: Set<number>; records: number }>();
  for (const groups of grouped) {
    for (const [path, { most, places }] of groups) {
      if (path < 0) continue;
      const empty = { score: 0, elements: new Set<number>(), records: 0 };
      const known = getOrMake(scores, path, () => empty);
      known.score += most / Math.sqrt(places.length);
      known.records += 1;
      for (const place of places) known.elements.add(place);
    }
  }
  return [...scores]
    .filter(([, { elements, records: held }]) => elements.size >= held * minApart)
    .sort(([, a], [, b]) => b.score - a.score)
    .slice(0, maxPaths)
    .map(([path]) => {
      const taken = new Set<number>();
      return grouped.map((groups) => {
        const places = groups.get(path)?.places ?? [];
        const place = places.find((position) => !taken.has(position)) ?? places[0] ?? -1;
        taken.add(place);
        return place;
      });
    });
}

function countHeld(
  record: LocatedRecord,
  toElement: (position: number) => number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { places } of record) {
    for (const element of new Set(places.map(({ position }) => toElement(position)))) {
      count(counts, element);
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
  for (const [element, held] of counts) {
    const path = paths.path(element);
    const group = groups.get(path);
    if (group === undefined || held > group.most)
      groups.set(path, { most: held, places: [element] });
    else if (held === group.most) group.places.push(element);
  }
  for (const { places } of groups.values()) places.sort((a, b) => a - b);
  return groups;
}

function rowAround(paths: BlockPaths, position: number): number {
  const row = listAround(paths, position).find((at) => paths.page.elements[at]?.node.name === 'tr');
  return row ?? position;
}

/** An element and those around it. */
function listAround(paths: BlockPaths, position: number): readonly number[] {
  const around: number[] = [];
  for (let at = position; at >= 0 && around.length < maxLevels; at = paths.parent(at))
    around.push(at);
  return around;
}

function findLevel(
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  anchors: readonly number[],
  findFellows: FellowFinder,
): number | undefined {
  const found = anchors.flatMap((anchor, at) => (anchor < 0 ? [] : [{ anchor, at }]));
  const chains = found.map(({ anchor }) => listAround(paths, anchor));
  const depth = minOf(chains.map(({ length }) => length));
  const distinct = (level: number): number => new Set(chains.map((chain) => chain[level])).size;
  if (found.length === 0 || distinct(0) < found.length * minApart) return undefined;
  let highest = 0;
  while (highest + 1 < depth && distinct(highest + 1) >= found.length * minApart) highest += 1;
  const lowest = lowestLevel(paths.page, records, found, chains, highest);
  for (let level = lowest; level < highest; level += 1) {
    if (standAmongFellows(paths.page, chains, level, findFellows)) return level;
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

type FellowFinder = (
  position: number,
  container: number,
) => {
  readonly count: number;
  /** -1 where the element is empty. */
  readonly ordinal: number;
};

/** Reads the elements of each container once: thousands of records may stand in one. */
function createFellowFinder(paths: BlockPaths): FellowFinder {
  const ordinals = new Map<number, number>();
  const counts = new Map<number, Map<string, number>>();
  return (position, container) => {
    const known = getOrMake(counts, container, () => {
      const filled = new Map<string, number>();
      for (const child of paths.children(container)) {
        if (!isFilled(paths.page, child)) continue;
        const step = paths.step(child);
        ordinals.set(child, filled.get(step) ?? 0);
        count(filled, step);
      }
      return filled;
    });
    return { count: known.get(paths.step(position)) ?? 0, ordinal: ordinals.get(position) ?? -1 };
  };
}

function isFilled(page: PageIndex, position: number): boolean {
  const element = page.elements[position];
  return element !== undefined && page.text.slice(element.textStart, element.textEnd).trim() !== '';
}
