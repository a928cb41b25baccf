import * as dom from '../dom.ts';
import * as shapes from './block-shapes.ts';
import { perCall } from '../page-cache.ts';
import { headsSaying, sharesStart } from './sibling-tables.ts';

/** The rows of a table that are no items. */
interface TableTop {
  /** Those at the top that name its columns, and those below that say the same again. */
  readonly heads: readonly Element[];
  /** Those above them that name the table. */
  readonly titles: readonly Element[];
}

const maxRows = 5_001;
/** Rows that name the columns together. */
const maxHeads = 4;
/** Rows below that are compared with one that may name the columns. */
const maxRead = 15;

/** The table's own rows that people see, the first 5,001. */
export const rowsOf: (table: Element) => readonly Element[] = perCall((table) =>
  [...table.querySelectorAll('tr')]
    .slice(0, maxRows)
    .filter((row) => row.closest('table') === table && shapes.hasContent(row)),
);

export function cellsOf(row: Element): readonly Element[] {
  return dom.children(row).filter((cell) => /^t[dh]$/.test(dom.tag(cell)));
}

/** The number of columns of a row, those counted that cells are laid over. */
export function widthOf(row: Element): number {
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

function textIn(cell: Element | undefined): string {
  return (cell?.textContent ?? '').slice(0, 300).replace(/\s+/g, ' ').trim();
}

/** Whether a row names the columns: by its cells, their weight or background, or by its words above columns of numbers. */
function namesColumns(row: Element, rows: readonly Element[]): boolean {
  const cells = cellsOf(row).filter((cell) => textIn(cell) !== '');
  const below = rows.slice(rows.indexOf(row) + 1, rows.indexOf(row) + 1 + maxRead);
  if (cells.length === 0 || below.length === 0) return false;
  if (dom.tag(dom.parent(row) ?? row) === 'thead') return true;
  if (cells.every((cell) => dom.tag(cell) === 'th')) return true;
  if (sharesStart(row)) return true;
  if (below.length < 2) return false;
  if (cells.length < 2 || cellsOf(row).some((cell) => dom.tag(cell) === 'th')) return false;
  if (below.every((other) => cellsOf(other).some((cell) => dom.tag(cell) === 'th'))) return true;
  if (cells.every(isBold) && !below.some((other) => cellsOf(other).every(isBold))) return true;
  const background = backgroundOf(row);
  const isAlone = below.every((other) => backgroundOf(other) !== background);
  const isStriped = new Set(below.map(backgroundOf)).size > 2;
  if (isAlone && !isStriped && !cells.some((cell) => /\d/.test(textIn(cell)))) return true;
  const columns = cellsOf(row).map((cell, column) => {
    const values = below
      .map((other) => textIn(cellsOf(other)[column]))
      .filter((said) => said !== '');
    const numbers = values.filter((said) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(said)).length;
    return {
      isWord: !/\d/.test(textIn(cell)),
      isNumeric: values.length > 1 && numbers >= 0.8 * values.length,
    };
  });
  return columns.every(({ isWord }) => isWord) && columns.some(({ isNumeric }) => isNumeric);
}

/** The colours behind a row's cells. */
function backgroundOf(row: Element): string {
  const own = getComputedStyle(row).backgroundColor;
  return cellsOf(row)
    .slice(0, 3)
    .map((cell) => {
      const background = getComputedStyle(cell).backgroundColor;
      return background === 'rgba(0, 0, 0, 0)' ? own : background;
    })
    .join();
}

export const readHeads: (table: Element) => TableTop = perCall((table) => findHeads(rowsOf(table)));

function findHeads(rows: readonly Element[]): TableTop {
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
      said.add(textIn(row));
      heads.push(row);
    } else if (said.has(textIn(row))) heads.push(row);
  }
  return { heads, titles: count > 0 ? titles : [] };
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** That of a table whose columns are named as `heads` name those of another. */
export function headsLike(table: Element, heads: readonly Element[]): TableTop {
  return headsSaying(rowsOf(table), heads);
}
