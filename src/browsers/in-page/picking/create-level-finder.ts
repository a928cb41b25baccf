import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';
import type { SisterTables } from './create-sister-tables.ts';

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
): LevelFinder {
  /** Most elements beside one another that are compared. */
  const maxSiblings = 5_000;
  const maxLevels = 60;
  /** Rows that name the columns together. */
  const maxHeads = 4;
  /** Members whose richness is read. */
  const maxRead = 15;
  /** Least likeness of blocks of one kind. */
  const minLikeness = 0.45;
  /** Share of the alike ones that have a class which tells the kind. */
  const usual = 0.6;
  const never =
    /^(?:html|body|head|main|thead|tbody|tfoot|colgroup|col|caption|option|br|hr|b|i|em|strong|u|small|sup|sub|svg|path|g|use|picture|source|dt|wbr|script|style)$/;

  function rowsOf(table: Element): readonly Element[] {
    return [...table.querySelectorAll('tr')]
      .slice(0, maxSiblings + 1)
      .filter((row) => row.closest('table') === table && shapes.hasContent(row));
  }

  function cellsOf(row: Element): readonly Element[] {
    return dom.children(row).filter((cell) => /^t[dh]$/.test(dom.tag(cell)));
  }

  /** The number of columns of a row, those counted that cells are laid over. */
  function widthOf(row: Element): number {
    return cellsOf(row).reduce(
      (sum, cell) => sum + Math.max(1, Number(dom.attribute(cell, 'colspan')) || 1),
      0,
    );
  }

  function isBold(cell: Element): boolean {
    const inner = dom.walk(cell, 10).find((one) => ownText(one)) ?? cell;
    return Number(getComputedStyle(inner).fontWeight) >= 600;
  }

  function ownText(element: Element): boolean {
    return dom
      .content(element)
      .slice(0, 20)
      .some((node) => dom.isText(node) && /\S/.test(dom.text(node).slice(0, 400)));
  }

  function saidIn(cell: Element | undefined): string {
    return (cell?.textContent ?? '').slice(0, 300).replace(/\s+/g, ' ').trim();
  }

  /** Whether a row names the columns: by its cells, their weight or ground, or by its words above columns of numbers. */
  function namesColumns(row: Element, rows: readonly Element[]): boolean {
    const cells = cellsOf(row).filter((cell) => saidIn(cell) !== '');
    const below = rows.slice(rows.indexOf(row) + 1, rows.indexOf(row) + 1 + maxRead);
    if (cells.length === 0 || below.length === 0) return false;
    if (dom.tag(dom.parent(row) ?? row) === 'thead') return true;
    if (cells.every((cell) => dom.tag(cell) === 'th')) return true;
    if (sisters.sharesStart(row)) return true;
    if (below.length < 2) return false;
    if (cells.length < 2 || cellsOf(row).some((cell) => dom.tag(cell) === 'th')) return false;
    if (below.every((other) => cellsOf(other).some((cell) => dom.tag(cell) === 'th'))) return true;
    if (cells.every(isBold) && !below.some((other) => cellsOf(other).every(isBold))) return true;
    const ground = groundOf(row);
    const isAlone = below.every((other) => groundOf(other) !== ground);
    const isStriped = new Set(below.map(groundOf)).size > 2;
    if (isAlone && !isStriped && !cells.some((cell) => /\d/.test(saidIn(cell)))) return true;
    const columns = cellsOf(row).map((cell, column) => {
      const values = below
        .map((other) => saidIn(cellsOf(other)[column]))
        .filter((said) => said !== '');
      const numbers = values.filter((said) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(said)).length;
      return {
        isWord: !/\d/.test(saidIn(cell)),
        isNumeric: values.length > 1 && numbers >= 0.8 * values.length,
      };
    });
    return columns.every(({ isWord }) => isWord) && columns.some(({ isNumeric }) => isNumeric);
  }

  /** The colours behind a row's cells. */
  function groundOf(row: Element): string {
    const own = getComputedStyle(row).backgroundColor;
    return cellsOf(row)
      .slice(0, 3)
      .map((cell) => {
        const ground = getComputedStyle(cell).backgroundColor;
        return ground === 'rgba(0, 0, 0, 0)' ? own : ground;
      })
      .join();
  }

  /** The rows of a table that are no items. */
  interface Heads {
    /** Those at the top that name its columns, and those below that say the same again. */
    readonly heads: readonly Element[];
    /** Those above them that name the table. */
    readonly titles: readonly Element[];
  }

  const known = new Map<Element, Heads>();

  function headsOf(table: Element): Heads {
    let found = known.get(table);
    if (found === undefined) {
      found = findHeads(rowsOf(table));
      known.set(table, found);
    }
    return found;
  }

  function findHeads(rows: readonly Element[]): Heads {
    const heads: Element[] = [];
    const said = new Set<string>();
    const titles: Element[] = [];
    let isTop = true;
    let count = 0;
    const usual = median(rows.map((row) => cellsOf(row).length));
    for (const row of rows) {
      if (isTop && cellsOf(row).length === 1 && widthOf(row) > 1) continue;
      // Words over all columns are the table's title, in one cell or in a few.
      if (count === 0 && isTop && 2 * cellsOf(row).length <= usual && widthOf(row) >= usual) {
        titles.push(row);
        continue;
      }
      if (
        isTop &&
        count < maxHeads &&
        (count === 0 || dom.tag(dom.children(row)[0] ?? row) === 'th')
      ) {
        isTop = namesColumns(row, rows);
      } else isTop = false;
      if (isTop) {
        count += 1;
        said.add(saidIn(row));
        heads.push(row);
      } else if (said.has(saidIn(row))) heads.push(row);
    }
    return { heads, titles: count > 0 ? titles : [] };
  }

  function median(numbers: readonly number[]): number {
    return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  }

  function tableLevel(row: Element): ListLevel | undefined {
    const table = row.closest('table');
    if (table === null) return undefined;
    if (rowsOf(table).length > maxSiblings) return tooLong(row);
    const own = headsOf(table);
    const tables = sisters.list(table, own.heads);
    const tops = tables.map((one) => (one === table ? own : sisters.tops(rowsOf(one), own.heads)));
    const rows = tables.flatMap(rowsOf);
    const width = median(rows.map(widthOf));
    const heads = new Set(tops.flatMap((one) => one.heads));
    const titles = new Set(tops.flatMap((one) => one.titles));
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
    const isNested = members
      .slice(0, maxRead)
      .some((member) => member.querySelector('table') !== null);
    return {
      element: row,
      members,
      others: rows.filter((other) => !members.includes(other)),
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
        cellsOf(above).some(
          (cell) => Number(dom.attribute(cell, 'rowspan')) > before.length - index,
        ),
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
    heads: (table) => headsOf(table).heads,
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
