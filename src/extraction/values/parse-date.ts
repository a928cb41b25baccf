import { findMonth } from './month-names.ts';

interface ParsedDate {
  /** `2024-05-31`: the day as written, never shifted to another zone. */
  readonly day: string;
  /** ISO date and time where the text was one; the day otherwise. */
  readonly iso: string;
  readonly text: string;
}

const isoDatePattern =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?(?!\d)/;
const compactPattern = /^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/;
const cjkPattern = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const cjkMark = /[年년]/;
const threeLetters = /\p{L}{3}/u;
const yearFirst = /(?<![\d/.-])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\d/.-]*\d)/;
const yearLast = /(?<![\d/.-])(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/-])/;
const dayMonthYear =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s?(?:de\s|of\s|-)?\s?(\p{L}{3,12})\.?,?(?:\s|-)(?:de\s|del\s)?(\d{4})(?!\d)/u;
const monthDayYear = /(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/gu;
/** Every form of a date but the numeric one with a short year has a year of four digits, and that one has two together. */
const fourDigits = /\d{4}/;
const twoDigits = /\d{2}/;
const maxDateLength = 200;

/** Which of the two numbers before a year comes first. */
export type DateOrder = 'day' | 'month';

/**
 * The order in which a column writes its dates: one of 15/04 settles that 02/05 is in May. `undefined` where none of the
 * texts settles it, or where they contradict each other.
 */
export function findDateOrder(texts: Iterable<string>): DateOrder | undefined {
  let found: DateOrder | undefined;
  for (const text of texts) {
    const [, first, , second] = yearLast.exec(text.slice(0, maxDateLength)) ?? [];
    const order = toCertainOrder(Number(first), Number(second));
    if (order === undefined) continue;
    if (found !== undefined && found !== order) return undefined;
    found = order;
  }
  return found;
}

function toCertainOrder(first: number, second: number): DateOrder | undefined {
  if (first > 12 && first <= 31 && second <= 12) return 'day';
  return first <= 12 && second > 12 && second <= 31 ? 'month' : undefined;
}

/**
 * Reads a date. Numbers such as 3/4/2024 are read in the order of their column (`order`); where that shows none they are
 * month first with `/` in English (`monthFirst`), day first elsewhere.
 */
export function parseDate(
  text: string,
  monthFirst = true,
  order?: DateOrder,
): ParsedDate | undefined {
  const head = text.slice(0, maxDateLength);
  if (!fourDigits.test(head))
    return twoDigits.test(head) ? findNumeric(head, monthFirst, order) : undefined;
  const iso = head.includes('-') ? isoDatePattern.exec(head) : null;
  if (iso !== null) {
    const date = toDate(iso[1], iso[2], iso[3], iso[0]);
    return date === undefined || iso[4] === undefined ? date : { ...date, iso: toIsoTime(iso) };
  }
  const compact = compactPattern.exec(head.trim());
  if (compact !== null) return toDate(compact[1], compact[2], compact[3], compact[0]);
  if (/^\d{10}(?:\d{3})?$/.test(head.trim())) return fromEpoch(head.trim());
  const ordered = (cjkMark.test(head) ? cjkPattern.exec(head) : null) ?? yearFirst.exec(head);
  if (ordered !== null) return toDate(ordered[1], ordered[2], ordered[3], ordered[0]);
  // A month's name has at least three letters.
  if (!threeLetters.test(head)) return findNumeric(head, monthFirst, order);
  const named = dayMonthYear.exec(head);
  if (named !== null) {
    const month = findMonth(named[2] ?? '');
    if (month !== undefined) return toDate(named[3], String(month), named[1], named[0]);
  }
  for (const match of head.matchAll(monthDayYear)) {
    const month = findMonth(match[1] ?? '');
    if (month !== undefined) return toDate(match[3], String(month), match[2], match[0]);
  }
  return findNumeric(head, monthFirst, order);
}

function findNumeric(
  head: string,
  monthFirst: boolean,
  order: DateOrder | undefined,
): ParsedDate | undefined {
  const match = yearLast.exec(head);
  if (match === null) return undefined;
  const [text, first = '', mark, second = '', year = ''] = match;
  const usual = order ?? (mark === '/' && monthFirst ? 'month' : 'day');
  const swapped = (toCertainOrder(Number(first), Number(second)) ?? usual) === 'month';
  // Two-digit years: up to 50 is this century's first half, as most libraries read them.
  const full = year.length === 4 ? year : String(Number(year) + (Number(year) <= 50 ? 2000 : 1900));
  return swapped ? toDate(full, first, second, text) : toDate(full, second, first, text);
}

function fromEpoch(digits: string): ParsedDate {
  const iso = new Date(Number(digits) * (digits.length === 10 ? 1_000 : 1)).toISOString();
  return { day: iso.slice(0, 10), iso, text: digits };
}

function toDate(year = '', month = '', day = '', text = ''): ParsedDate | undefined {
  if (+month < 1 || +month > 12 || +day < 1 || +year < 1000 || +year > 2200) return undefined;
  // The day before the first of the next month: no month has a 31 February.
  if (+day > new Date(Date.UTC(+year, +month, 0)).getUTCDate()) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { day: iso, iso, text };
}

function toIsoTime(match: RegExpExecArray): string {
  const [, year, month, day, hour, minute, second, zone] = match;
  const offset =
    zone === undefined || zone === 'Z' ? (zone ?? '') : zone.replace(/(\d{2}):?(\d{2})/, '$1:$2');
  return `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${offset}`;
}

const isoDurationPattern =
  /^P(?:(\d{1,4}(?:\.\d+)?)Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,4}(?:\.\d+)?)D)?(?:T(?:(\d{1,5}(?:[.,]\d+)?)H)?(?:(\d{1,6}(?:[.,]\d+)?)M)?(?:(\d{1,7}(?:[.,]\d+)?)S)?)?$/i;
/** Texts written as ISO 8601; one that does not keep to it states no duration. */
const isoStart = /^[+-]?P(?:T|[+-]?\d)/i;
const minutesPerYear = 527_040;
export const fractions: ReadonlyMap<string, number> = new Map(
  Object.entries({ '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3, '⅛': 1 / 8 }),
);
const amount =
  '(\\d{1,5}(?:[.,]\\d{1,2})?)?\\s?([½¼¾⅓⅔]|\\d/\\d)?(?:\\s?(?:-|–|to|bis|à|a|до)\\s?(\\d{1,5}(?:[.,]\\d{1,2})?))?';
const units: readonly (readonly [string, number])[] = [
  [
    'days?|tage?n?|jours?|días?|dias?|giorni|giorno|dagen|dag|dygn|dagar|päivää|dni|дней|дня|день|gün|日',
    1_440,
  ],
  [
    'hours?|hrs?|h|std|stunden?|heures?|horas?|ore|ora|uur|uren|timmar|timme|timer?|tim|tuntia?|tunti|godziny?|godzin|godz|hodin[ay]?|hod|часов|часа|час|ч|години?|годину|год|saat|sa|時間|小时|小時|시간|óra|ώρ[αες]+|ore|sati?|stunde',
    60,
  ],
  [
    'minutes?|mins?|min|m|minuten|minuti|minuto?s?|minut[ay]?|minuter|minuutti?a?|minuuttia|minut|мин(?:ут[аы]?)?|хв(?:илин[аи]?)?|dakika|dk|dak|分钟|分鐘|分|분|perc|λεπτ[άό]|minute|min[uú]t',
    1,
  ],
  ['seconds?|secs?|sek(?:unden)?|secondes?|segundos?|secondi|секунд[ы]?|秒', 1 / 60],
];
const unitPatterns = units.map(
  ([names, minutes]) =>
    [new RegExp(`${amount}\\s?(?:${names})(?![\\p{L}])`, 'giu'), minutes] as const,
);
const maxDurationLength = 120;

/** Reads a duration as minutes: ISO 8601 or words in the languages of the lexicon; of a range the upper end. */
export function parseDuration(text: string): number | undefined {
  const head = text.slice(0, maxDurationLength).trim();
  if (isoStart.test(head)) {
    const iso = isoDurationPattern.exec(head);
    return iso === null ? undefined : toPlausible(fromIso(iso));
  }
  let total = 0;
  let found = false;
  const compact =
    /^(\d{1,2})\s?h\s?(\d{1,2})$/i.exec(head) ?? /^(\d{1,2}):(\d{2})(?::\d{2})?\s?h?$/.exec(head);
  if (compact !== null) return Number(compact[1]) * 60 + Number(compact[2]);
  for (const [pattern, minutes] of unitPatterns) {
    const match = [...head.matchAll(pattern)].find(
      ([, whole, part]) => whole !== undefined || part !== undefined,
    );
    if (match === undefined) continue;
    const [, whole, part, upper] = match;
    const value = upper === undefined ? toNumber(whole) + toFraction(part) : toNumber(upper);
    total += value * minutes;
    found = true;
  }
  return found ? toPlausible(Math.round(total * 100) / 100) : undefined;
}

/** Nothing that a page tells the duration of takes no time or more than a year. */
function toPlausible(minutes: number): number | undefined {
  return minutes > 0 && minutes <= minutesPerYear ? minutes : undefined;
}

function fromIso(match: RegExpExecArray): number {
  const [, years, months, weeks, days, hours, minutes, seconds] = match;
  // Prefixed month and year parts are template leftovers in durations (`P0Y0M0DT1H`); months have no fixed length.
  return (
    toNumber(years) * 525_600 +
    toNumber(months) * 43_200 +
    toNumber(weeks) * 10_080 +
    toNumber(days) * 1_440 +
    toNumber(hours) * 60 +
    toNumber(minutes) +
    Math.floor(toNumber(seconds) / 60)
  );
}

function toNumber(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'));
}

function toFraction(text: string | undefined): number {
  if (text === undefined) return 0;
  const known = fractions.get(text);
  if (known !== undefined) return known;
  const [over = '0', under = '1'] = text.split('/');
  return Number(under) === 0 ? 0 : Number(over) / Number(under);
}
