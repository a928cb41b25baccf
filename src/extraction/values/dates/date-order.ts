import { type NumberPlace, findNumberLocale } from '../numbers/number-locale.ts';

/** Which of the two numbers before a year comes first. */
export type DateOrder = 'day' | 'month';

/** A date of which numbers tell day and month, with its year last. */
export const numericDate: RegExp =
  /(?<![\d/.-])(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/-])/;
/** Dates in running text: three numbers with a short year are as often sizes or scores. */
const fullDates = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:1[89]|20)\d{2}(?![\d/-])/g;
const maxCellLength = 200;

/** The order of a pair of which one number can only be the day. */
export function findCertainOrder(first: number, second: number): DateOrder | undefined {
  if (first > 12 && first <= 31 && second <= 12) return 'day';
  return first <= 12 && second > 12 && second <= 31 ? 'month' : undefined;
}

/**
 * The order in which a column writes its dates: one of 15/04 settles that 02/05 is in May. `undefined` where none of the
 * texts settles it, or where they contradict each other.
 */
export function findDateOrder(texts: Iterable<string>): DateOrder | undefined {
  const pairs: RegExpExecArray[] = [];
  for (const text of texts) {
    const found = numericDate.exec(text.slice(0, maxCellLength));
    if (found !== null) pairs.push(found);
  }
  return findCommonOrder(pairs);
}

/** The order that all the dates of a page's text show together. */
export function findPageDateOrder(text: string): DateOrder | undefined {
  return findCommonOrder(text.matchAll(fullDates));
}

function findCommonOrder(pairs: Iterable<RegExpExecArray>): DateOrder | undefined {
  let found: DateOrder | undefined;
  for (const [, first, , second] of pairs) {
    const order = findCertainOrder(Number(first), Number(second));
    if (order === undefined) continue;
    if (found !== undefined && found !== order) return undefined;
    found = order;
  }
  return found;
}

/**
 * The order in which the country of a place writes day and month, or its language everywhere; `undefined` where countries differ,
 * as those of English do, or neither is known.
 */
export function findUsualDateOrder(place: NumberPlace): DateOrder | undefined {
  const locale = findNumberLocale(place);
  if (locale === undefined || (locale.tag === 'en' && !locale.hasCountry)) return undefined;
  const first = new Intl.DateTimeFormat(locale.tag)
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
  return first === 'day' || first === 'month' ? first : undefined;
}
