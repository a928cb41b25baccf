import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';

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
}

/** Finds what is repeated around an element. */
export interface LevelFinder {
  /** Returns the levels from the innermost to the outermost. */
  list(element: Element): readonly ListLevel[];
}

/** Part of the page script: uses nothing from module scope. */
export function createLevelFinder(dom: Dom, shapes: BlockShapes): LevelFinder {
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

  function rowsOf(row: Element): readonly Element[] {
    const table = row.closest('table');
    if (table === null) return [row];
    return [...table.querySelectorAll('tr')]
      .filter((other) => other.closest('table') === table)
      .slice(0, maxSiblings);
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

  function isHead(row: Element): boolean {
    const cells = cellsOf(row);
    const above = dom.parent(row);
    if (above !== undefined && dom.tag(above) === 'thead') return true;
    return cells.length > 0 && cells.every((cell) => dom.tag(cell) === 'th');
  }

  function tableLevel(row: Element): ListLevel | undefined {
    const rows = rowsOf(row).filter(shapes.hasContent);
    const widths = rows.map(widthOf).sort((a, b) => a - b);
    const width = widths[Math.floor(widths.length / 2)] ?? 0;
    const wanted = isHead(row);
    const isBanner = (other: Element): boolean =>
      width > 1 && cellsOf(other).length === 1 && !hasShorter(other, rows);
    const banner = isBanner(row);
    const members = rows.filter((other) => isHead(other) === wanted && isBanner(other) === banner);
    if (members.length < 2) return undefined;
    const cells = members.map((member) => cellsOf(member).length).sort((a, b) => a - b);
    const columns = cells[Math.floor(cells.length / 2)] ?? 0;
    const hasHead = rows.some(isHead);
    const isNested = members
      .slice(0, maxRead)
      .some((member) => member.querySelector('table') !== null);
    return {
      element: row,
      members,
      others: rows.filter((other) => !members.includes(other)),
      richness: Math.max(columns, richnessOf(members)),
      isTable: !isNested && (hasHead ? columns >= 1 : columns >= 3),
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
    const counts = members
      .filter((_member, index) => index % step === 0)
      .map(shapes.richness)
      .sort((a, b) => a - b);
    return counts[Math.floor(counts.length / 2)] ?? 0;
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

  function siblingLevel(element: Element): ListLevel | undefined {
    const siblings = dom.siblings(element).slice(0, maxSiblings);
    if (siblings.length < 2) return undefined;
    const tag = dom.tag(element);
    const same = siblings.filter((other) => dom.tag(other) === tag);
    if (same.length < 2) return undefined;
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
      others: siblings.filter((other) => !own.has(other) && shapes.hasContent(other)),
      richness: richnessOf(members),
      isTable: false,
    };
  }

  return {
    list(element) {
      const levels: ListLevel[] = [];
      let at: Element | undefined = element;
      for (let step = 0; at !== undefined && step < maxLevels; step += 1) {
        const tag = dom.tag(at);
        if (!never.test(tag)) {
          const level = tag === 'tr' ? tableLevel(at) : siblingLevel(at);
          if (level !== undefined) levels.push(level);
        }
        at = dom.parent(at);
      }
      return levels;
    },
  };
}
