import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';
import type { SisterTables } from './create-sister-tables.ts';
import type { TableTops } from './create-table-tops.ts';

/** An element around the chosen one that is repeated beside itself. */
export interface ListLevel {
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

/** Finds what is repeated around an element. */
export interface LevelFinder {
  /** Returns the levels from the innermost to the outermost; the rows of a table before what stands in their cells. */
  list(element: Element): readonly ListLevel[];
  /** The rows that name the columns of a table. */
  heads(table: Element): readonly Element[];
}

/** Part of the page script: uses nothing from module scope. */
export function createLevelFinder(
  dom: Dom,
  shapes: BlockShapes,
  sisters: SisterTables,
  tops: TableTops,
): LevelFinder {
  /** Most elements beside one another that are compared. */
  const maxSiblings = 5_000;
  const maxLevels = 60;
  /** Members whose richness is read. */
  const maxRead = 15;
  /** Least likeness of blocks of one kind. */
  const minLikeness = 0.45;
  /** Share of the alike ones that have a class which tells the kind. */
  const usual = 0.6;
  const never =
    /^(?:html|body|head|main|thead|tbody|tfoot|colgroup|col|caption|option|br|hr|b|i|em|strong|u|small|sup|sub|svg|path|g|use|picture|source|dt|wbr|script|style)$/;

  function median(numbers: readonly number[]): number {
    return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  }

  function tableLevel(row: Element): ListLevel | undefined {
    const table = row.closest('table');
    if (table === null) return undefined;
    if (tops.rows(table).length > maxSiblings) return tooLong(row);
    const own = tops.read(table);
    const tables = sisters.list(table, own.heads);
    const all = tables.map((one) => (one === table ? own : tops.like(one, own.heads)));
    const rows = tables.flatMap(tops.rows);
    const width = median(rows.map(tops.width));
    const heads = new Set(all.flatMap((one) => one.heads));
    const titles = new Set(all.flatMap((one) => one.titles));
    const wanted = heads.has(row);
    const isBanner = (other: Element): boolean =>
      width > 1 && tops.cells(other).length === 1 && !hasShorter(other, rows);
    const banner = isBanner(row);
    const members = rows.filter(
      (other) =>
        heads.has(other) === wanted &&
        titles.has(other) === titles.has(row) &&
        isBanner(other) === banner,
    );
    if (members.length < 2) return undefined;
    const columns = median(members.map((member) => tops.cells(member).length));
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
        tops
          .cells(above)
          .some((cell) => Number(dom.attribute(cell, 'rowspan')) > before.length - index),
      );
  }

  function richnessOf(members: readonly Element[]): number {
    const step = Math.max(1, Math.floor(members.length / maxRead));
    return median(members.filter((_member, index) => index % step === 0).map(shapes.richness));
  }

  /** Keeps of those that are built alike the ones of the element's kind: adverts wear nearly the same clothes. */
  function ofOneKind(element: Element, alike: readonly Element[]): readonly Element[] {
    const isAdvert = shapes.isAdvert(element);
    const telling = shapes
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
      return telling.length === 0 || telling.some((name) => own.has(name));
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

  return {
    heads: (table) => tops.read(table).heads,
    list(element) {
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
    },
  };
}
