import type { FieldPlan } from '../fields/plan-fields.ts';
import { isPartialSense } from '../values/money/price-words.ts';
import { isOfSense } from './cell-amounts.ts';
import { type ColumnShape, shapeOf } from './column-shape.ts';
import type { Cell, Column } from './column.ts';
import { isAmount } from './text-kinds.ts';

/** Whether a column holds amounts of which the page says what the field asks for: former prices, or the cost of delivery. */
export function isOfOwnSense(plan: FieldPlan, shape: ColumnShape): boolean {
  return shape.isMostly((cell) => isOfSense(cell, plan));
}

/** Whether a column holds amounts without the tax, or of a unit. */
export function isPartial(shape: ColumnShape): boolean {
  return shape.isMostly((cell) => isPartialSense(cell.findSense?.()));
}

/**
 * Columns in which the amounts of a list are its prices although the page calls them usual or recommended: "List price" is the only one of
 * some shops, and themes name any price "regular". `undefined` where another amount stands beside them.
 */
export function freeListedAmounts(columns: readonly Column[]): readonly Column[] | undefined {
  const senses = new Map(
    columns.flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        cell !== undefined && isAmount(cell.findPrice?.() ?? cell.text)
          ? [[cell, cell.findSense?.()] as const]
          : [],
      ),
    ),
  );
  const found = new Set(senses.values());
  found.delete('other');
  if (found.size !== 1 || !found.has('listed')) return undefined;
  const freed = new Map<Column, Column>();
  for (const column of columns) {
    const within = column.within.map((outer) => freed.get(outer) ?? outer);
    const cells = column.cells.map((cell) =>
      cell !== undefined && senses.get(cell) === 'listed'
        ? { ...cell, findSense: undefined }
        : cell,
    );
    freed.set(column, { ...column, within, cells });
  }
  return [...freed.values()];
}

/** Between the keys of columns that were joined. */
const joinMark = ' | ';
/** Columns of amounts that are joined; cards have two or three kinds of prices. */
const maxJoined = 6;
/** Share of the records from which on a column is whole by itself. */
const wholeShare = 0.95;

/**
 * Columns of which each record has one: cards write the price of what is on offer in another element than the usual one. What some
 * record has beside the other, a former price or a saving, is another value, and so is the price of a unit.
 */
export function joinAmounts(columns: readonly Column[]): readonly Column[] {
  const sparse = columns
    .filter((column) => {
      const { fill, amounts } = shapeOf(column);
      return fill < wholeShare && amounts === 1;
    })
    .slice(0, maxJoined);
  return sparse.flatMap((first, at) =>
    sparse.slice(at + 1).flatMap((second) => {
      return isPartial(shapeOf(first)) === isPartial(shapeOf(second)) && areApart(first, second)
        ? [joinColumns(first, second)]
        : [];
    }),
  );
}

function areApart(first: Column, second: Column): boolean {
  return first.cells.every((cell, row) => !isFilled(cell) || !isFilled(second.cells[row]));
}

function joinColumns(first: Column, second: Column): Column {
  const cells = first.cells.map((cell, row) => (isFilled(cell) ? cell : second.cells[row]));
  const key = `${first.key}${joinMark}${second.key}`;
  const words = new Set([...first.words, ...second.words]);
  const ownWords = new Set([...first.ownWords, ...second.ownWords]);
  return { ...first, key, words, ownWords, cells };
}

export function isFilled(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && cell.text !== '';
}
