import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockKind, KindLister } from './create-kind-lister.ts';
import type { LevelFinder, ListLevel } from './create-level-finder.ts';
import type { LevelParts } from './create-level-parts.ts';

/** A list around an element. */
export interface PickedList {
  /** In document order. */
  readonly items: readonly Element[];
  /** Blocks of other kinds beside the items, the most frequent first. */
  readonly misses: readonly BlockKind[];
}

/** Finds the lists that an element is an item of, or stands in an item of. */
export interface ListPicker {
  /** The likeliest first; empty where nothing around the element is repeated, `undefined` where too much is. */
  pick(element: Element): readonly PickedList[] | undefined;
}

/** Part of the page script: uses nothing from module scope. */
export function createListPicker(
  dom: Dom,
  levels: LevelFinder,
  parts: LevelParts,
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

  /** Of rows those that name no columns, where the columns of their table have the names of the other's. */
  function rowsLike({ element }: ListLevel, rows: readonly Element[]): readonly Element[] {
    const own = element.closest('table');
    if (own === null) return [];
    const said = (table: Element): string =>
      levels
        .heads(table)
        .map((head) => (head.textContent ?? '').replace(/\s+/g, ' ').trim())
        .join(' ');
    const wanted = said(own);
    const byTable = Map.groupBy(rows, (row) => row.closest('table'));
    return [...byTable].flatMap(([table, alike]) => {
      if (table === null || wanted === '' || said(table) !== wanted) return [];
      const heads = new Set(levels.heads(table));
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
        const alike = parts.alikeIn(holder, level, outer);
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
      if (parts.arePartsOf(level, outer)) break;
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
    if (parts.arePartsOf(inner, outer)) return true;
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

  return {
    pick(element) {
      const all = levels.list(element);
      if (all.some(({ isTooLong }) => isTooLong)) return undefined;
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
