import { foldLabel } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { findMoney } from '../values/money/find-money.ts';
import { type RecordRow, maxHeadLength } from './read-grid.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** First or last words of the label of a row of sums, folded. */
const sumWords: ReadonlySet<string> = toWordSet(
  'total totals subtotal sub-total sum overall summe gesamt gesamtsumme zwischensumme insgesamt sous-total totale subtotale totaal ' +
    'subtotaal totalt summa suma razem łącznie celkem итого всего 合計 小計 总计 合计 합계',
);
/** Those of a row of averages. */
const meanWords: ReadonlySet<string> = toWordSet(
  'average avg mean durchschnitt mittelwert moyenne media média promedio gemiddelde genomsnitt średnia průměr среднее 平均 평균',
);
/** Rows that are compared with the sum of those above: each costs a pass over these. */
const maxSums = 40;
/** Records above a row of sums, at least. */
const minSummed = 2;
/** Of the last digit of a sum. */
const roundingShare = 0.5;

/** Share of the rows that have a first cell which a row of sums lacks. */
const minFirstShare = 0.9;

/** The labels of rows that are the sum or the average of those above: called so, and with their numbers or without a place among them; and of those at the foot. */
export function findSums(page: PageIndex, rows: readonly RecordRow[]): readonly string[] {
  const sums = new Map<RecordRow, string>();
  const isFoot = ({ element }: RecordRow): boolean =>
    page.elements[element.parent]?.node.name === 'tfoot';
  const hasFoot = !rows.every(isFoot);
  const last = rows.findLastIndex((row) => !spansLabel(row));
  const unplaced = rows.filter((row) => isUnplaced(page, row)).length;
  const arePlaced =
    rows.length - unplaced >= Math.max(minSummed, minFirstShare * (rows.length - 1));
  let from = 0;
  let tried = 0;
  for (const [at, row] of rows.entries()) {
    if (tried >= maxSums) break;
    const label = findRowLabel(page, row);
    const isApart = arePlaced && isUnplaced(page, row) && findShare(label) !== undefined;
    const isBelow = last >= 0 && at > last;
    const share = isApart || isBelow || (hasFoot && isFoot(row)) ? 'any' : findShare(label);
    if (share === undefined || label === undefined) continue;
    tried += 1;
    const all = rows.slice(0, at).filter((other) => !sums.has(other));
    if (
      share !== 'any' &&
      !isSumOf(page, row, rows.slice(from, at), share) &&
      !isSumOf(page, row, all, share)
    )
      continue;
    sums.set(row, label);
    from = at + 1;
  }
  return [...sums.values()];
}

/** Whether a label spans columns in which records have values of their own: "Total" below the names and numbers of things. */
function spansLabel({ cells: [first, next] }: RecordRow): boolean {
  return Number(first?.node.attribs['colspan'] ?? 1) > 1 && (next === undefined || next === first);
}

/** Whether the first cell of a row is empty, in which others have their number or name. */
function isUnplaced(page: PageIndex, { cells: [first] }: RecordRow): boolean {
  return first !== undefined && page.lineOf(first, maxHeadLength) === '';
}

function findRowLabel(page: PageIndex, { cells }: RecordRow): string | undefined {
  return cells
    .map((cell) => (cell === undefined ? '' : page.lineOf(cell, maxHeadLength)))
    .find((line) => line !== '');
}

/** What the label of a row says that its numbers are of those above. */
function findShare(label = ''): 'sum' | 'mean' | undefined {
  const words = foldLabel(label).split(' ');
  const isOneOf = (known: ReadonlySet<string>): boolean =>
    known.has(words[0] ?? '') || known.has(words.at(-1) ?? '');
  return isOneOf(sumWords) ? 'sum' : isOneOf(meanWords) ? 'mean' : undefined;
}

/** Whether the number in some column is the sum, or the average, of those of other rows; rates have neither. */
function isSumOf(
  page: PageIndex,
  { cells }: RecordRow,
  rows: readonly RecordRow[],
  share: 'sum' | 'mean',
): boolean {
  if (rows.length < minSummed) return false;
  let equal = 0;
  for (const [column, cell] of cells.entries()) {
    const sum = readAmount(page, cell);
    if (sum === undefined || sum.value === 0) continue;
    const parts = rows.flatMap((row) => readAmount(page, row.cells[column]) ?? []);
    if (parts.length < minSummed) continue;
    const total = parts.reduce((all, part) => all + part.value, 0);
    const value = share === 'mean' ? total / parts.length : total;
    if (Math.abs(value - sum.value) <= roundingShare * 10 ** -sum.decimals) equal += 1;
  }
  return equal > 0;
}

function readAmount(
  page: PageIndex,
  cell: IndexedElement | undefined,
): { readonly value: number; readonly decimals: number } | undefined {
  const line = cell === undefined ? '' : page.lineOf(cell, maxHeadLength);
  if (!/\d/.test(line)) return undefined;
  const [first, ...others] = findMoney(line, false);
  if (first === undefined || others.length > 0) return undefined;
  return { value: Number(first.amount), decimals: first.amount.split('.')[1]?.length ?? 0 };
}
