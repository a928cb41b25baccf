import { minAlike, shapeOf } from './column-shape.ts';
import type { Column } from './column.ts';
import { isPartTitle } from './parts-of-list.ts';

/** Share of the records that have a name, and of the characters of names that are letters. */
const minFill = 0.9;
const minLetters = 0.6;

/**
 * The columns of a listing, of which the only one of words is told: below the heading that is asked for, or beside amounts, a text is the
 * name of its record however short it is.
 */
export function markOnlyText(columns: readonly Column[], isHeaded: boolean): readonly Column[] {
  const whole = columns.filter(
    (column) => column.within.length === 0 && column.cuts === 0 && !isPartTitle(column),
  );
  const [only, ...others] = whole.filter(isOfWords);
  if (only === undefined || others.length > 0 || shapeOf(only).fill < minFill) return columns;
  if (!isHeaded && !whole.some((column) => shapeOf(column).amounts > minAlike)) return columns;
  return columns.map((column) => (column === only ? { ...column, isOnlyText: true } : column));
}

function isOfWords(column: Column): boolean {
  const { letters, amounts } = shapeOf(column);
  return letters >= minLetters && amounts <= minAlike;
}
