import type { PageIndex } from '../analysis/index-page.ts';
import { splitWords, foldLabel, toSingular } from '../lexicon/fold-label.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { shapeOf } from './column-shape.ts';
import { nameWords, rankWords } from './class-words.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Column, Region } from './column.ts';
import { fitHeader, namesOf } from './field-names.ts';

const minDistinct = 0.9;
const minLetters = 0.8;
/** Share of the values of a column that are numbers, amounts or dates, for it to be no name. */
const minValues = 0.6;

/**
 * Marks the columns of a table that say by their place what they are: the one that is called as the list is ("Service" for `services`), or
 * that has the only texts beside numbers and dates, names its rows; numbers that count these are ranks.
 */
export function nameRows(page: PageIndex, region: Region, listName: string): Region {
  const { columns } = region;
  if (columns.every(({ header }) => header === '')) return region;
  const name = findNameColumn(page, columns, listName);
  const rank = columns.find((column) => isRank(column));
  if (name === undefined && rank === undefined) return region;
  const marked = columns.map((column) => {
    const words = column === name ? nameWords : column === rank ? rankWords : undefined;
    return words === undefined ? column : { ...column, words, ownWords: words };
  });
  return { ...region, columns: marked };
}

/** Kinds of fields that hold what something is called. */
const nameKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'text',
  'title',
  'organization',
  'language',
] as const);

/** Gives the column of distinct words below an empty corner to the first field, where this is the only one that no header names. */
export function nameCorner(page: PageIndex, region: Region, plans: readonly FieldPlan[]): Region {
  const [corner, ...others] = region.columns;
  const [plan] = plans;
  if (plan === undefined || corner?.header !== '' || !isText(page, corner)) return region;
  if (others.length === 0 || others.some(({ header }) => header === '')) return region;
  const unnamed = plans.filter((one) =>
    others.every(({ header }) => fitHeader(namesOf(one), header) === 0),
  );
  const mayBeName =
    nameKinds.has(plan.kind) &&
    plan.shape === 'scalar' &&
    (plan.types.length === 0 || plan.types.includes('string'));
  if (plans.length < 2 || unnamed.length !== 1 || unnamed[0] !== plan || !mayBeName) return region;
  const told = `"${plan.name}" was read from the first column of the table, which has no header.`;
  const note = region.note === undefined ? told : `${region.note} ${told}`;
  return { ...region, columns: [{ ...corner, header: plan.name }, ...others], note };
}

function findNameColumn(
  page: PageIndex,
  columns: readonly Column[],
  listName: string,
): Column | undefined {
  const noun = toSingular(splitWords(listName).at(-1) ?? '');
  const called = columns.find(
    ({ header }) => noun !== '' && splitWords(header).map(toSingular).join(' ') === noun,
  );
  if (called !== undefined) return isText(page, called) ? called : undefined;
  const texts = columns.filter((column) => !isNumber(column));
  const [only] = texts;
  if (only === undefined || texts.length > 1 || columns.length < 2 || !isText(page, only))
    return undefined;
  const concept = findConceptByLabel(foldLabel(only.header));
  return concept === undefined || concept.name === 'title' ? only : undefined;
}

/** Elements of a cell, itself and one around all of its text: of a cell that has more parts one may be the name. The mark of a note is none. */
const maxElements = 2;

function isText(page: PageIndex, column: Column): boolean {
  const { distinct, letters, fill, codes, amounts } = shapeOf(column);
  const arePlain = column.cells.every((cell) => {
    if (cell?.block === undefined) return true;
    const { start, end } = cell.block;
    const parts = page.elements.slice(start, Math.min(end, start + 4 * maxElements));
    return parts.filter(({ node }) => node.name !== 'sup').length <= maxElements;
  });
  return (
    arePlain &&
    fill === 1 &&
    distinct >= minDistinct &&
    letters >= minLetters &&
    codes + amounts === 0
  );
}

function isNumber(column: Column): boolean {
  const { numbers, dates, fill } = shapeOf(column);
  return fill > 0 && Math.max(numbers, dates) >= minValues;
}

/** Whether a column without a word in its header counts the rows; equal ones have the same rank. */
function isRank({ header, cells }: Column): boolean {
  if (/\p{L}/u.test(header) || cells.length < 2) return false;
  let last = 0;
  return cells.every((cell, at) => {
    const text = /^(\d{1,4})\.?$/.exec(cell?.text ?? '')?.[1];
    const rank = Number(text);
    const follows = rank === last || rank === at + 1;
    last = rank;
    return text !== undefined && follows && (at > 0 || rank === 1);
  });
}
