import { addAll } from '../../../runtime/collections.ts';
import * as dom from '../dom.ts';
import * as shapes from './block-shapes.ts';
import { perCall } from '../page-cache.ts';
import { listKinds, type BlockKind } from './block-kinds.ts';
import { median, readHeads, headsLike, rowsOf, cellsOf, widthOf } from './picked-tables.ts';
import { listSiblingTables } from './sibling-tables.ts';

/** Most items of one list. */
const maxItems = 5_000;
const maxLists = 6;
/** Times that a grid's rows, and what holds the grids, are taken together. */
const maxMerges = 3;
/** What one place of an item counts against several: lists of words and pictures stand in the items of other lists. */
const poorWeight = 0.6;
/** Letters, and share of the letters, of a group of blocks that its heading may have. */
const maxHeading = 60;
const headingShare = 0.2;

function scoreOf({ members, richness }: ListLevel): number {
  return Math.log2(1 + members.length) * (richness >= 2 ? 1 : poorWeight);
}

/** Whether what the element shows stands in those, but for the heading of a group. */
function consistsOf(element: Element, inner: readonly Element[]): boolean {
  const all = lengthOf(element);
  const own = inner.reduce((sum, one) => sum + lengthOf(one), 0);
  return all - own <= maxHeading || all - own <= headingShare * all;
}

const lengthOf = perCall((element: Element): number => {
  const length = (element.textContent ?? '').replace(/[^\p{L}\p{N}]+/gu, '').length;
  return length;
});

/** Of rows those that name no columns, where the columns of their table have the names of the other's. */
function rowsLike({ element }: ListLevel, rows: readonly Element[]): readonly Element[] {
  const own = element.closest('table');
  if (own === null) return [];
  const said = (table: Element): string =>
    headsOf(table)
      .map((head) => (head.textContent ?? '').replace(/\s+/g, ' ').trim())
      .join(' ');
  const wanted = said(own);
  const byTable = Map.groupBy(rows, (row) => row.closest('table'));
  return [...byTable].flatMap(([table, alike]) => {
    if (table === null || wanted === '' || said(table) !== wanted) return [];
    const heads = new Set(headsOf(table));
    return alike.filter((row) => !heads.has(row));
  });
}

/** Takes the blocks of rows of a grid, or of groups without a word of their own, as one list. */
function merge(level: ListLevel, all: readonly ListLevel[]): ListLevel {
  let { members: merged } = level;
  let merges = 0;
  for (const outer of all.slice(all.indexOf(level) + 1)) {
    if (merges >= maxMerges) break;
    if (!outer.element.contains(level.element)) continue;
    // Those of the tables beside it that go on are in the level; the others are tables of their own.
    if (level.isTable && dom.tag(outer.element) === 'table') continue;
    const groups = outer.members.map((holder) => {
      const alike = alikeIn(holder, level, outer);
      return level.isTable ? rowsLike(level, alike) : alike;
    });
    const holders = groups.filter((group, index) => {
      const holder = outer.members[index];
      if (holder === undefined || group.length === 0) return false;
      // The heads of tables are none of a group's own words.
      const tables = new Set(group.flatMap((row) => row.closest('table') ?? []));
      return consistsOf(holder, level.isTable ? [...tables] : group);
    });
    if (holders.length < 2 || holders.length * 3 < outer.members.length * 2) break;
    if (arePartsOf(level, outer)) break;
    const members = groups.flat().slice(0, maxItems);
    if (members.length <= merged.length) break;
    merged = members;
    merges += 1;
  }
  return { ...level, members: merged };
}

/** Whether the outer blocks, and not the inner ones, are what is listed. */
function isBetter(outer: ListLevel, inner: ListLevel): boolean {
  if (inner.isTable) return false;
  if (arePartsOf(inner, outer)) return true;
  if (inner.richness >= 2) {
    if (inner.members.length >= 3 || inner.members.length >= outer.members.length) return false;
  }
  return scoreOf(outer) > scoreOf(inner);
}

function order(all: readonly ListLevel[]): readonly ListLevel[] {
  let [best] = all;
  for (const level of all.slice(1)) {
    if (best === undefined) break;
    const grown = merge(best, all);
    if (grown.members.length > best.members.length) {
      if (grown.richness >= 2) break;
    }
    if (isBetter(level, grown)) best = level;
  }
  return best === undefined ? [] : [best, ...all.filter((level) => level !== best)];
}

/** The likeliest first; empty where nothing around the element is repeated, `undefined` where too much is. */
export function pickLists(element: Element): readonly PickedList[] | undefined {
  const all = listLevels(element);
  if (all.some(({ isTooLong }) => isTooLong)) return undefined;
  return order(all)
    .flatMap((level) => {
      const merged = merge(level, all);
      return merged.members.length > level.members.length ? [merged, level] : [level];
    })
    .slice(0, maxLists)
    .map(({ members, others }) => ({
      items: members.slice(0, maxItems),
      misses: listKinds(others),
    }));
}

/** A list around an element. */
interface PickedList {
  /** In document order. */
  readonly items: readonly Element[];
  /** Blocks of other kinds beside the items, the most frequent first. */
  readonly misses: readonly BlockKind[];
}

/** An element around the chosen one that is repeated beside itself. */
interface ListLevel {
  readonly element: Element;
  /** The elements of its kind, itself among them, in document order. */
  readonly members: readonly Element[];
  /** What stands beside them and is of another kind. */
  readonly others: readonly Element[];
  /** Median number of places of a member that hold something. */
  readonly richness: number;
  /** Whether they are the rows of a table whose cells make columns. */
  readonly isTable: boolean;
  /** Whether more stand beside one another than are compared: then the element is the only member. */
  readonly isTooLong: boolean;
}

/** Most elements beside one another that are compared. */
const maxSiblings = 5_000;
const maxLevels = 60;
/** Members whose richness is read. */
const maxRead = 15;
/** Least likeness of blocks of one kind. */
const minLikeness = 0.45;
/** Share of the alike ones that have a class that marks the kind. */
const usual = 0.6;
const never =
  /^(?:html|body|head|main|thead|tbody|tfoot|colgroup|col|caption|option|br|hr|b|i|em|strong|u|small|sup|sub|svg|path|g|use|picture|source|dt|wbr|script|style)$/;

function tableLevel(row: Element): ListLevel | undefined {
  const table = row.closest('table');
  if (table === null) return undefined;
  if (rowsOf(table).length > maxSiblings) return tooLong(row);
  const own = readHeads(table);
  const tables = listSiblingTables(table, own.heads);
  const all = tables.map((one) => (one === table ? own : headsLike(one, own.heads)));
  const rows = tables.flatMap(rowsOf);
  const width = median(rows.map(widthOf));
  const heads = new Set(all.flatMap((one) => one.heads));
  const titles = new Set(all.flatMap((one) => one.titles));
  const wanted = heads.has(row);
  const isBanner = (other: Element): boolean =>
    width > 1 && cellsOf(other).length === 1 && !hasShorter(other, rows);
  const banner = isBanner(row);
  const members = rows.filter(
    (other) =>
      heads.has(other) === wanted &&
      titles.has(other) === titles.has(row) &&
      isBanner(other) === banner,
  );
  if (members.length < 2) return undefined;
  const columns = median(members.map((member) => cellsOf(member).length));
  const listed = new Set(members);
  const isNested = members
    .slice(0, maxRead)
    .some((member) => member.querySelector('table') !== null);
  return {
    element: row,
    members,
    others: rows.filter((other) => !listed.has(other)),
    richness: Math.max(columns, richnessOf(members)),
    isTable: !isNested && (heads.size > 0 ? columns >= 1 : columns >= 3),
    isTooLong: false,
  };
}

/** Whether a row is short because cells of rows above reach into it. */
function hasShorter(row: Element, rows: readonly Element[]): boolean {
  const at = rows.indexOf(row);
  return rows
    .slice(Math.max(0, at - 60), at)
    .some((above, index, before) =>
      cellsOf(above).some((cell) => Number(dom.attribute(cell, 'rowspan')) > before.length - index),
    );
}

function richnessOf(members: readonly Element[]): number {
  const step = Math.max(1, Math.floor(members.length / maxRead));
  return median(members.filter((_member, index) => index % step === 0).map(shapes.richness));
}

/** Keeps of those that are built alike the ones of the element's kind: adverts wear nearly the same clothes. */
function ofOneKind(element: Element, alike: readonly Element[]): readonly Element[] {
  const isAdvert = shapes.isAdvert(element);
  const distinctive = shapes
    .steadyClasses(element)
    .filter(
      (name) =>
        alike.filter((other) => shapes.steadyClasses(other).includes(name)).length >=
        usual * alike.length,
    );
  return alike.filter((other) => {
    if (other === element) return true;
    if (shapes.isAdvert(other) !== isAdvert) return false;
    const own = new Set(shapes.steadyClasses(other));
    return distinctive.length === 0 || distinctive.some((name) => own.has(name));
  });
}

function tooLong(element: Element): ListLevel {
  return {
    element,
    members: [element],
    others: [],
    richness: 0,
    isTable: false,
    isTooLong: true,
  };
}

function siblingLevel(element: Element): ListLevel | undefined {
  const siblings = dom.siblings(element);
  const tag = dom.tag(element);
  const same = siblings.filter((other) => dom.tag(other) === tag);
  if (same.length < 2) return undefined;
  if (same.length > maxSiblings) return tooLong(element);
  const shown = same.filter(shapes.hasContent);
  const alike = shown.filter(
    (other) => other === element || shapes.likeness(element, other) >= minLikeness,
  );
  const members = ofOneKind(element, alike);
  if (members.length < 2 || !members.includes(element)) return undefined;
  const own = new Set(members);
  return {
    element,
    members,
    others: siblings
      .filter((other) => !own.has(other))
      .slice(0, maxSiblings)
      .filter(shapes.hasContent),
    richness: richnessOf(members),
    isTable: false,
    isTooLong: false,
  };
}

/** The rows that name the columns of a table. */
export function headsOf(table: Element): readonly Element[] {
  return readHeads(table).heads;
}

/** Returns the levels from the innermost to the outermost; the rows of a table before what stands in their cells. */
function listLevels(element: Element): readonly ListLevel[] {
  const levels: ListLevel[] = [];
  let at: Element | undefined = element;
  for (let step = 0; at !== undefined && step < maxLevels; step += 1) {
    const tag = dom.tag(at);
    if (!never.test(tag)) {
      const level = tag === 'tr' ? tableLevel(at) : siblingLevel(at);
      // What is repeated in a cell is a part of its row.
      if (level?.isTable === true) levels.unshift(level);
      else if (level !== undefined) levels.push(level);
    }
    at = dom.parent(at);
  }
  return levels;
}

/** Blocks of one list whose inner lists are compared. */
const maxCompared = 12;
/** Share of the values of one place that have its form. */
const usualForm = 0.7;

/** The beginning of what an element says. */
function startOf(element: Element): string {
  const stack = [...dom.content(element)].reverse();
  for (let step = 0; step < 60; step += 1) {
    const node = stack.pop();
    if (node === undefined) return '';
    if (dom.isText(node)) {
      const said = dom.text(node).trim();
      if (/[\p{L}\p{N}]/u.test(said)) return said.slice(0, 40);
    } else if (dom.isElement(node)) addAll(stack, [...dom.content(node)].reverse());
  }
  return '';
}

/** The elements in `holder` that are to it what the members of `inner` are to the holder they stand in. */
function alikeAt(holder: Element, inner: ListLevel, depth: number): readonly Element[] {
  const tag = dom.tag(inner.element);
  let found: readonly Element[] = [holder];
  for (let step = 0; step < depth; step += 1) found = found.flatMap((one) => dom.children(one));
  return found.filter(
    (one) =>
      dom.tag(one) === tag && shapes.hasContent(one) && shapes.likeness(inner.element, one) >= 0.4,
  );
}

function depthBelow(element: Element, above: Element): number {
  let at: Element | undefined = element;
  let depth = 0;
  while (at !== undefined && at !== above) {
    at = dom.parent(at);
    depth += 1;
  }
  return depth;
}

/** What kind of value an element shows: words or an amount, linked or not; a picture. */
function formOf(element: Element): string {
  const said = (element.textContent ?? '').slice(0, 200);
  const letters = said.replace(/[^\p{L}]/gu, '').length;
  const digits = said.replace(/\D/g, '').length;
  const isLinked = dom.tag(element) === 'a' || element.querySelector('a[href]') !== null;
  const kind = letters + digits === 0 ? 'picture' : digits > letters ? 'amount' : 'words';
  return `${kind}${isLinked ? ' link' : ''}`;
}

/** Whether blocks of one value each have, by their class or place in each group, the same kind of value. */
function areValues(groups: readonly (readonly Element[])[]): boolean {
  const counts = new Set(groups.map((group) => group.length));
  const forms = new Map<string, string[]>();
  for (const group of groups) {
    const names = group.map((element) => shapes.steadyClasses(element).join('.'));
    const areDistinct = new Set(names).size === names.length;
    if (!areDistinct && counts.size > 1) return false;
    for (const [at, element] of group.entries()) {
      const key = areDistinct ? (names[at] ?? '') : String(at);
      forms.set(key, [...(forms.get(key) ?? []), formOf(element)]);
    }
  }
  const found = new Set<string>();
  for (const all of forms.values()) {
    const [first = ''] = all;
    const most = all.find((form) => 2 * all.filter((other) => other === form).length > all.length);
    const form = most ?? first;
    if (all.filter((other) => other === form).length < usualForm * all.length) return false;
    if (2 * all.length > groups.length) found.add(form);
  }
  return found.size > 1;
}

/** The elements in `holder` that are to it what the members of `inner` are to the member of `outer` they stand in. */
function alikeIn(holder: Element, inner: ListLevel, outer: ListLevel): readonly Element[] {
  return alikeAt(holder, inner, depthBelow(inner.element, outer.element));
}

/**
 * Whether the inner blocks are the parts of each outer one: lines that begin with the same labels from one outer block to
 * the next, or values whose kind goes by their class or place.
 */
function arePartsOf(inner: ListLevel, outer: ListLevel): boolean {
  const depth = depthBelow(inner.element, outer.element);
  const groups = outer.members.slice(0, maxCompared).map((holder) => alikeAt(holder, inner, depth));
  const filled = groups.filter((group) => group.length > 1);
  if (inner.richness < 2 && filled.length > 1 && 2 * filled.length > groups.length) {
    if (areValues(filled)) return true;
  }
  const starts = groups.map((group) => new Set(group.map(startOf)));
  const own = new Set(inner.members.map(startOf));
  if (starts.length < 2 || own.size === 0) return false;
  const shared = [...own].filter(
    (start) =>
      start !== '' && starts.filter((others) => others.has(start)).length * 2 > starts.length,
  );
  return shared.length * 2 >= own.size;
}
