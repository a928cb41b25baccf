import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';
import type { BlockKind, KindLister } from './create-kind-lister.ts';
import type { LevelFinder, ListLevel } from './create-level-finder.ts';

/** A list around an element. */
export interface PickedList {
  /** In document order. */
  readonly items: readonly Element[];
  /** Blocks of other kinds beside the items, the most frequent first. */
  readonly misses: readonly BlockKind[];
}

/** Finds the lists that an element is an item of, or stands in an item of. */
export interface ListPicker {
  /** The likeliest first; empty where nothing around the element is repeated. */
  pick(element: Element): readonly PickedList[];
}

/** Part of the page script: uses nothing from module scope. */
export function createListPicker(
  dom: Dom,
  levels: LevelFinder,
  shapes: BlockShapes,
  kinds: KindLister,
): ListPicker {
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
  const lengths = new Map<Element, number>();
  /** Blocks of one list whose inner lists are compared. */
  const maxCompared = 12;

  function scoreOf({ members, richness }: ListLevel): number {
    return Math.log2(1 + members.length) * (richness >= 2 ? 1 : poorWeight);
  }

  /** Whether what the element shows stands in those, but for the heading of a group. */
  function consistsOf(element: Element, inner: readonly Element[]): boolean {
    const all = lengthOf(element);
    const own = inner.reduce((sum, one) => sum + lengthOf(one), 0);
    return all - own <= maxHeading || all - own <= headingShare * all;
  }

  function lengthOf(element: Element): number {
    const known = lengths.get(element);
    if (known !== undefined) return known;
    const length = (element.textContent ?? '').replace(/[^\p{L}\p{N}]+/gu, '').length;
    lengths.set(element, length);
    return length;
  }

  /** The beginning of what an element says. */
  function startOf(element: Element): string {
    const stack = [...dom.content(element)].reverse();
    for (let step = 0; step < 60; step += 1) {
      const node = stack.pop();
      if (node === undefined) return '';
      if (dom.isText(node)) {
        const said = dom.text(node).trim();
        if (/[\p{L}\p{N}]/u.test(said)) return said.slice(0, 40);
      } else if (dom.isElement(node)) stack.push(...[...dom.content(node)].reverse());
    }
    return '';
  }

  /** The elements in `holder` that are to it what the members of `inner` are to the holder they stand in. */
  function alikeIn(holder: Element, inner: ListLevel, depth: number): readonly Element[] {
    const tag = dom.tag(inner.element);
    let found: readonly Element[] = [holder];
    for (let step = 0; step < depth; step += 1) found = found.flatMap((one) => dom.children(one));
    return found.filter(
      (one) =>
        dom.tag(one) === tag &&
        shapes.hasContent(one) &&
        shapes.likeness(inner.element, one) >= 0.4,
    );
  }

  /** Of rows those that name no columns, where the columns of their table have the names of the other's. */
  function rowsLike({ element }: ListLevel, rows: readonly Element[]): readonly Element[] {
    const own = element.closest('table');
    const table = rows[0]?.closest('table');
    if (own === null || table === null || table === undefined) return [];
    const heads = levels.heads(table);
    const said = (of: readonly Element[]): string =>
      of.map((head) => (head.textContent ?? '').replace(/\s+/g, ' ').trim()).join(' ');
    if (heads.length === 0 || said(heads) !== said(levels.heads(own))) return [];
    return rows.filter((row) => !heads.includes(row));
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

  /**
   * Whether the inner blocks are the parts of each outer one, such as lines of a label and a value: they begin alike from
   * one outer block to the next.
   */
  function arePartsOf(inner: ListLevel, outer: ListLevel): boolean {
    const depth = depthBelow(inner.element, outer.element);
    const starts = outer.members
      .slice(0, maxCompared)
      .map((holder) => new Set(alikeIn(holder, inner, depth).map(startOf)));
    const own = new Set(inner.members.map(startOf));
    if (starts.length < 2 || own.size === 0) return false;
    const shared = [...own].filter(
      (start) =>
        start !== '' && starts.filter((others) => others.has(start)).length * 2 > starts.length,
    );
    return shared.length * 2 >= own.size;
  }

  /** Takes the blocks of rows of a grid, or of groups without a word of their own, as one list. */
  function merge(level: ListLevel, all: readonly ListLevel[]): ListLevel {
    let { members: merged } = level;
    let merges = 0;
    for (const outer of all.slice(all.indexOf(level) + 1)) {
      if (merges >= maxMerges) break;
      if (!outer.element.contains(level.element)) continue;
      // Tables beside one another are tables of their own; those in sections of one make are one list by its parts.
      if (level.isTable && dom.tag(outer.element) === 'table') break;
      const depth = depthBelow(level.element, outer.element);
      const groups = outer.members.map((holder) => {
        const alike = alikeIn(holder, level, depth);
        return level.isTable ? rowsLike(level, alike) : alike;
      });
      const holders = groups.filter((group, index) => {
        const holder = outer.members[index];
        return holder !== undefined && group.length > 0 && consistsOf(holder, group);
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
    if (inner.richness >= 2 && !arePartsOf(inner, outer)) {
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

  return {
    pick(element) {
      const all = levels.list(element);
      return order(all)
        .flatMap((level) => {
          const merged = merge(level, all);
          return merged.members.length > level.members.length ? [merged, level] : [level];
        })
        .slice(0, maxLists)
        .map(({ members, others }) => ({
          items: members.slice(0, maxItems),
          misses: kinds.list(others),
        }));
    },
  };
}
