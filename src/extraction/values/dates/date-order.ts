import { maxOf, minOf } from '../../../runtime/collections.ts';
import { type NumberPlace, findNumberLocale } from '../numbers/number-locale.ts';

/** Which number comes first: of the two before a year, or the year itself where it has two digits. */
export type DateOrder = 'day' | 'month' | 'year';

/** A date of which numbers tell day and month, with its year last, or first where it has two digits. */
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
  const years = findShortYears(pairs);
  return years === 'open' ? undefined : (years ?? findCommonOrder(pairs));
}

/** Days of a month spread over more numbers than the years of a column by this factor, or nothing is told. */
const minSpreadFactor = 4;

/**
 * That the year comes first in dates with short years, whose numbers lie close together and those of the days do not; `open` where
 * it may: 24-04-15 and 24-04-16 are two days of a month, or one in two years.
 */
function findShortYears(pairs: readonly RegExpExecArray[]): 'year' | 'open' | undefined {
  if (pairs.length < 2 || !pairs.every(isYearFirst)) return undefined;
  if (pairs.some(([, first]) => Number(first) > 31)) return 'year';
  const years = spreadOf(pairs.map(([, first]) => Number(first)));
  const days = spreadOf(pairs.map(([, , , , last]) => Number(last)));
  if (days <= years) return undefined;
  const isOneMonth = new Set(pairs.map(([, first, , second]) => `${first}-${second}`)).size === 1;
  const isShown = days >= minSpreadFactor * Math.max(years, 1) && !isOneMonth;
  if (isShown && pairs.some(([, first]) => Number(first) > 12)) return 'year';
  return pairs.every(([, , mark]) => mark === '-') ? 'open' : undefined;
}

function spreadOf(numbers: readonly number[]): number {
  return maxOf(numbers) - minOf(numbers);
}

/** Whether a date with a short year may begin with it: what comes last may be a day. */
export function isYearFirst([, , , second = '', last = '']: RegExpExecArray): boolean {
  return last.length === 2 && Number(last) >= 1 && Number(last) <= 31 && Number(second) <= 12;
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
  const first = findFirstPart(place);
  return first === 'day' || first === 'month' ? first : undefined;
}

/** Whether the dates of a place begin with the year, as those of Japan, Hungary and Sweden do. */
export function beginsWithYear(place: NumberPlace): boolean {
  return findFirstPart(place) === 'year';
}

function findFirstPart(place: NumberPlace): string | undefined {
  const locale = findNumberLocale(place);
  if (locale === undefined || (locale.tag === 'en' && !locale.hasCountry)) return undefined;
  return new Intl.DateTimeFormat(locale.tag)
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
}
