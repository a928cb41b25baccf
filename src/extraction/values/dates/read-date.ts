import { foldNumberText } from '../numbers/fold-number-text.ts';
import { type NumberPlace, findNumberLocale } from '../numbers/number-locale.ts';
import {
  type DateOrder,
  beginsWithYear,
  findCertainOrder,
  findUsualDateOrder,
  isYearFirst,
  numericDate,
} from './date-order.ts';
import { findMonth, findWeekdays } from './month-names.ts';

/** What tells which number of a date is its day. */
export interface DatePlace extends NumberPlace {
  /** The order that other dates of the column or the page show; it counts before the country. */
  readonly order?: DateOrder | undefined;
}

export interface DateRead {
  /** `2024-05-31`: the day as written, never shifted to another zone. */
  readonly day: string;
  /** RFC 3339 where the text says the time with its offset, ISO 8601 where it is written so; the day otherwise. */
  readonly iso: string;
  /** The time of day beside it, as the clocks of the place show it: `2024-05-31T19:30`; the day where there is none. */
  readonly local: string;
  /** As it stands in the text, without a time in words. */
  readonly text: string;
  /** The other day that may be meant: of 3/4/2024 where nothing tells which number is the month. */
  readonly other: string | undefined;
  /** The last day of the range that begins with the day: 5–7 March 2024. */
  readonly until: string | undefined;
}

interface Found {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly match: RegExpExecArray;
  /** What it is otherwise, where nothing tells which number is which. */
  readonly other?: Parts | undefined;
}

type Parts = Pick<Found, 'year' | 'month' | 'day'>;

const isoDate = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const isoTime = /^[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?(?!\d)/;
const time =
  /^(?:T|,? (?:at )?)(\d{2}):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)? ?(Z|GMT|UTC|[+-]\d{2}:?[0-5]\d)(?![\p{L}\d])/iu;
const compactDate = /^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/;
const epoch = /^\d{10}(?:\d{3})?$/;
const cjkDate = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const cjkMark = /[年년]/;
const twoLetters = /\p{L}[\p{L}\p{M}.]/u;
/** Korean and Hungarian have a blank, and a point behind the day: `2026. 5. 3.` */
const yearFirst =
  /(?<![\d/.-])(\d{4})([/.-])\s?(\d{1,2})\2\s?(\d{1,2})(?:(?<=\.\s?\d{1,2})\.)?(?![\d/.-]*\d)/;
/** Thai letters before a year: of the Buddhist era, or of the common one. */
const dayMonthYear =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?\s?(?:de\s|of\s|d['’]|ב|-)?\s?(\p{L}[\p{L}\p{M}.]{1,14})\.?,?(?:\s|-)(?:del?\s|of\s|[พค]\.ศ\.\s?)?(\d{4})(?!\d)/gu;
const monthDayYear =
  /(\p{L}[\p{L}\p{M}.]{2,14})\s(\d{1,2})(?:st|nd|rd|th)?(?:,\s{0,2}|\s{1,2})(\d{4})(?!\d)/gu;
/** Hungarian `2026. május 3.`, Lithuanian `2026 m. gegužės 3 d.` */
const yearMonthDay =
  /(?<!\d)(\d{4})(?:\.|,|\sm\.)?\s(\p{L}[\p{L}\p{M}.]{1,14})\s(\d{1,2})(?:\.|\sd\.)?(?![\p{L}\d])/gu;
const vietnamese = /(?<!\d)(\d{1,2})\stháng\s(\d{1,2})(?:,|\snăm)?\s(\d{4})(?!\d)/;
/** Every form of a date but the numeric one with a short year has a year of four digits, and that one has two together. */
const fourDigits = /\d{4}/;
const twoDigits = /\d{2}|[元年]/;
/** `05-Mar-24`, `5 Mar '24` */
const shortNamed =
  /(?<!\d)(\d{1,2})([-/]|\s)(\p{L}{3,12})\.?(?:\2|\s['’])(?<=[-/'’])(\d{2})(?!\d)/u;
/** Years of a reign, or of the Republic of China; the first one is written 元. */
const eraDate =
  /(令和|平成|昭和|大正|民[國国])\s?(元|\d{1,3})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/u;
/** The year before the first of each era. */
const eraStart: ReadonlyMap<string, number> = new Map([
  ['令和', 2018],
  ['平成', 1988],
  ['昭和', 1925],
  ['大正', 1911],
  ['民國', 1911],
  ['民国', 1911],
]);
/** Between the first and the last day of a range. */
const to =
  '(?:\\s?[-\u2013\u2014~\u301C]\\s?|\\s(?:to|till?|until|bis(?: zum)?|au|al|a|à|até|ao|tot|do|до|по)\\s)';
const ordinal = '(?:st|nd|rd|th|er|º|ª|\\.)?';
/** What stands in front of a range whose mark has blanks, so that a number there is no number of something else: `Part 3 - 5 March`. */
const fromWords = '(?:^|[:,;(|]|(?<!\\p{L})(?:from|vom|du|del|dal|van|de|do|da|od|от|с))\\s*';
/** What stands before a date that ends a range: its first day, with the name of another month or its number. */
const dayBefore = new RegExp(
  `(?<![\\d/.:,-])(\\d{1,2})${ordinal}(?:\\s?(?:de\\s)?(\\p{L}[\\p{L}\\p{M}]{2,14})\\.?)?(${to})$`,
  'u',
);
const monthBefore = new RegExp(
  `(\\p{L}[\\p{L}\\p{M}]{2,14})\\.?\\s(\\d{1,2})${ordinal}${to}$`,
  'u',
);
/** Two days that follow each other: `13/14 June`. */
const nextDayBefore = /(?<![\d/.:,-])(\d{1,2})\s?\/\s?$/u;
const numbersBefore = new RegExp(`(?<![\\d/.-])(\\d{1,2})([/.])(?:(\\d{1,2})\\2?)?${to}$`, 'u');
const beforeWide = new RegExp(`${fromWords}$`, 'iu');
/** `March 5–7, 2024`; the month and the days. */
const monthDays = new RegExp(
  `(\\p{L}[\\p{L}\\p{M}.]{2,14})\\s(\\d{1,2})${ordinal}${to}(\\d{1,2})${ordinal},?\\s(\\d{4})(?!\\d)`,
  'gu',
);
const toBehind = new RegExp(`^${to}`, 'u');
const cjkBehind =
  /^(?:\([^()\d]{1,4}\))?\s?[-\u2013~\u301C]\s?(?:(\d{1,2})[月월]\s?)?(\d{1,2})[日일]/u;
const maxTextLength = 200;

/** The first date of a text. Where nothing tells which of two numbers is the month, `other` is the day that it is otherwise. */
export function readDate(text: string, place: DatePlace): DateRead | undefined {
  const folded = foldNumberText(text.slice(0, maxTextLength));
  const head = folded.text;
  if (!twoDigits.test(head)) return undefined;
  if (epoch.test(head.trim())) return fromEpoch(head.trim());
  const found = find(head, place);
  if (found === undefined) return undefined;
  const { month, day, match, other } = found;
  const year = toCommonYear(Number(found.year), text, place);
  const date = toDay(year, month, day);
  if (date === undefined) return undefined;
  const first = findFirstDay(head, found, year, place);
  if (first !== undefined && first < date)
    return { day: first, iso: first, local: first, text: match[0], other: undefined, until: date };
  const iso = isoDate.test(match[0]);
  const end = match.index + match[0].length;
  const rest = head.slice(end);
  const [stated, hours = '', minutes, seconds = '00', fraction = '', offset] =
    time.exec(rest) ?? (iso ? isoTime.exec(rest) : null) ?? [];
  const isTimed = stated !== undefined && Number(hours) < 24;
  const textEnd = iso && isTimed ? end + stated.length : end;
  return {
    day: date,
    iso: isTimed
      ? `${date}T${hours}:${minutes}:${seconds}${offset === undefined ? '' : fraction}${toOffset(offset)}`
      : date,
    local: isTimed ? `${date}T${hours}:${minutes}` : date + readClock(rest),
    text: text.slice(folded.offsetOf(match.index), folded.offsetOf(textEnd)),
    other: other === undefined ? undefined : toOther(other, text, place),
    until: findLastDay(rest, date, place),
  };
}

function toOther({ year, month, day }: Parts, text: string, place: DatePlace): string | undefined {
  return toDay(toCommonYear(Number(year), text, place), month, day);
}

/** The first day of a range that a date ends, from what stands in front of it. */
function findFirstDay(
  head: string,
  { match, month, day, other }: Found,
  year: number,
  place: DatePlace,
): string | undefined {
  const days = monthDays.exec(match[0]);
  monthDays.lastIndex = 0;
  if (days !== null) return toDay(year, month, days[2] ?? '');
  const before = dropWeekdays(head.slice(0, match.index), place);
  const toYear = (first: number): number => (first > Number(month) ? year - 1 : year);
  if (/\p{L}/u.test(match[0])) {
    const named = monthBefore.exec(before);
    const own = named === null ? undefined : toMonth(named[1], place);
    if (own !== undefined) return toDay(toYear(own), String(own), named?.[2] ?? '');
    const previous = nextDayBefore.exec(before)?.[1];
    if (previous !== undefined && Number(previous) + 1 === Number(day))
      return toDay(year, month, previous);
    const found = dayBefore.exec(before);
    if (found === null || !isRangeStart(before.slice(0, found.index), found[3])) return undefined;
    const first = found[2] === undefined ? Number(month) : toMonth(found[2], place);
    return first === undefined ? undefined : toDay(toYear(first), String(first), found[1] ?? '');
  }
  const [, one = '', , two] = numbersBefore.exec(before) ?? [];
  if (one === '' || other !== undefined) return undefined;
  if (two === undefined) return match[1] === day ? toDay(year, month, one) : undefined;
  const [own, ofMonth] = match[1] === day ? [one, two] : [two, one];
  return toDay(toYear(Number(ofMonth)), ofMonth, own);
}

/** A word with what parts it from the day behind it: "Fri 13", "Fr., 13.06." */
const wordBeforeDay = /(\p{L}{2,12})\.?,?\s(?=\p{Nd}|$)/gu;

/** What stands in front of the last day of a range without the names of weekdays, which say nothing else than the days. */
function dropWeekdays(before: string, place: DatePlace): string {
  const last = /(\p{L}{2,12})\.?,?\s$/u.exec(before)?.[1];
  if (last === undefined || !isWeekday(last, place)) return before;
  return before.replace(wordBeforeDay, (said, word: string) =>
    isWeekday(word, place) ? '' : said,
  );
}

function isWeekday(word: string, place: DatePlace): boolean {
  return findWeekdays(findNumberLocale(place)?.tag ?? 'en').has(word.toLowerCase());
}

function toMonth(word: string | undefined, place: DatePlace): number | undefined {
  return word === undefined ? undefined : findMonth(word, findNumberLocale(place)?.tag);
}

/** Whether a number before a mark is a day: with blanks around the mark it may be the number of something. */
function isRangeStart(before: string, mark = ''): boolean {
  return /^\S|\p{L}/u.test(mark) || beforeWide.test(before);
}

/** The last day of a range that a date begins, from what stands behind it. */
function findLastDay(rest: string, first: string, place: DatePlace): string | undefined {
  const inMonth = cjkBehind.exec(rest);
  const [year = '', month = ''] = first.split('-');
  let last: string | undefined;
  if (inMonth === null) {
    const behind = rest.slice(readClock(rest) === '' ? 0 : (clock.exec(rest)?.[0].length ?? 0));
    const mark = toBehind.exec(behind)?.[0];
    const next = mark === undefined ? undefined : find(behind.slice(mark.length), place);
    if (
      next === undefined ||
      !/^(?:\p{L}{2,10}\.?,?\s)?$/u.test(behind.slice(mark?.length).slice(0, next.match.index))
    )
      return undefined;
    last = toDay(toCommonYear(Number(next.year), rest, place), next.month, next.day);
  } else last = toDay(Number(year), inMonth[1] ?? month, inMonth[2] ?? '');
  return last !== undefined && last > first ? last : undefined;
}

const clock =
  /^[\s,;|·–-]{0,4}(?:(?:at|um|à|a las|alle|om|kl\.?|às|von|from|de|ab|o)\s)?(\d{1,2})(?:[:.h](\d{2}))?(?!\d|[:.]\d)\s?(?:([ap])\.?m\b|uhr\b|h\b)?/iu;

/** The time of day behind a date, as `T19:30`: hours and minutes, or hours with what says that they are some; empty without one. */
function readClock(rest: string): string {
  const [stated = '', hours = '', minutes, half] = clock.exec(rest) ?? [];
  if (stated === '' || (minutes === undefined && !/[\p{L}]$/u.test(stated))) return '';
  const isAfternoon = half?.toLowerCase() === 'p';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (hour > 23 || Number(minutes ?? 0) > 59) return '';
  return `T${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** Thailand counts from 543 years earlier, in a year that no other page writes. */
const buddhistYears = { from: 2400, to: 2700, ahead: 543 } as const;
/** Persian and Islamic years are below. */
const firstCertainYear = 1700;
const arabicScript = /[\p{Script=Arabic}\u0660-\u0669\u06F0-\u06F9]/u;
const thaiScript = /\p{Script=Thai}/u;

/** The year of the common era; 0 where the text or its language may count by a calendar that is not read here. */
function toCommonYear(year: number, text: string, place: DatePlace): number {
  const { from, to, ahead } = buddhistYears;
  if (year >= from && year <= to) {
    return thaiScript.test(text) || calendarOf(place) === 'buddhist' ? year - ahead : 0;
  }
  if (year >= firstCertainYear) return year;
  return arabicScript.test(text) || /^(?:persian|islamic)/.test(calendarOf(place)) ? 0 : year;
}

function calendarOf(place: DatePlace): string {
  const tag = findNumberLocale(place)?.tag;
  return tag === undefined ? '' : new Intl.DateTimeFormat(tag).resolvedOptions().calendar;
}

function find(head: string, place: DatePlace): Found | undefined {
  const reign = head.includes('年') ? eraDate.exec(head) : null;
  if (reign !== null) {
    const count = reign[2] === '元' ? 1 : Number(reign[2]);
    return {
      ...toFound(reign, 2, 3, 4),
      year: String((eraStart.get(reign[1] ?? '') ?? 0) + count),
    };
  }
  if (!fourDigits.test(head)) return findShortNamed(head, place) ?? findNumeric(head, place);
  const ordered =
    (head.includes('-') ? isoDate.exec(head) : null) ??
    compactDate.exec(head.trim()) ??
    (cjkMark.test(head) ? cjkDate.exec(head) : null);
  if (ordered !== null) return toFound(ordered, 1, 2, 3);
  const marked = yearFirst.exec(head);
  if (marked !== null) return toFound(marked, 1, 3, 4);
  // A month's name has at least two characters.
  return (twoLetters.test(head) ? findNamed(head, place) : undefined) ?? findNumeric(head, place);
}

function toFound(match: RegExpExecArray, year: number, month: number, day: number): Found {
  return { year: match[year] ?? '', month: match[month] ?? '', day: match[day] ?? '', match };
}

function findNamed(head: string, place: DatePlace): Found | undefined {
  for (const [pattern, year, name, day] of [
    [dayMonthYear, 3, 2, 1],
    [monthDayYear, 3, 1, 2],
    [monthDays, 4, 1, 3],
    [yearMonthDay, 1, 2, 3],
  ] as const) {
    for (const match of head.matchAll(pattern)) {
      const month = findMonth(match[name] ?? '', findNumberLocale(place)?.tag);
      if (month !== undefined) return { ...toFound(match, year, name, day), month: String(month) };
    }
  }
  const numbered = vietnamese.exec(head);
  return numbered === null ? undefined : toFound(numbered, 3, 2, 1);
}

function findShortNamed(head: string, place: DatePlace): Found | undefined {
  const match = shortNamed.exec(head);
  const month = toMonth(match?.[3], place);
  if (match === null || month === undefined) return undefined;
  return { ...toFound(match, 4, 3, 1), month: String(month), year: toFullYear(match[4] ?? '') };
}

function findNumeric(head: string, place: DatePlace): Found | undefined {
  const match = numericDate.exec(head);
  if (match === null) return undefined;
  const [, first = '', mark, second = '', year = ''] = match;
  const mayBeginWithYear = isYearFirst(match);
  const yearFirstDay = { ...toFound(match, 1, 3, 4), year: toFullYear(first) };
  const shown = place.order === 'year' ? undefined : place.order;
  const isOfYears = shown === undefined && (place.order === 'year' || beginsWithYear(place));
  if (mayBeginWithYear && (isOfYears || Number(first) > 31)) return yearFirstDay;
  const usual = shown ?? findUsualDateOrder(place);
  const certain = findCertainOrder(Number(first), Number(second));
  const known = certain ?? usual;
  const order = known ?? (mark === '/' ? 'month' : 'day');
  const toOrdered = (way: DateOrder): Found => ({
    ...(way === 'month' ? toFound(match, 4, 1, 3) : toFound(match, 4, 3, 1)),
    year: toFullYear(year),
  });
  // With hyphens a short year stands at either end: 24-04-15.
  const isOpenYear = usual === undefined && mark === '-' && mayBeginWithYear && certain === 'day';
  const other = isOpenYear ? yearFirstDay : toOrdered(order === 'month' ? 'day' : 'month');
  const isOpen = isOpenYear || (known === undefined && Number(first) !== Number(second));
  return { ...toOrdered(order), other: isOpen ? other : undefined };
}

/** Two-digit years: up to 50 is this century's first half, as most libraries read them. */
function toFullYear(year: string): string {
  return year.length === 4 ? year : String(Number(year) + (Number(year) <= 50 ? 2000 : 1900));
}

function fromEpoch(digits: string): DateRead {
  const iso = new Date(Number(digits) * (digits.length === 10 ? 1_000 : 1)).toISOString();
  return {
    day: iso.slice(0, 10),
    iso,
    local: iso,
    text: digits,
    other: undefined,
    until: undefined,
  };
}

function toDay(year: number, month: string, day: string): string | undefined {
  if (+month < 1 || +month > 12 || +day < 1 || year < 1000 || year > 2200) return undefined;
  // The day before the first of the next month: no month has a 31 February.
  if (+day > new Date(Date.UTC(year, +month, 0)).getUTCDate()) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function toOffset(written: string | undefined): string {
  if (written === undefined) return '';
  return /^[+-]/.test(written) ? written.replace(/^(.\d{2}):?(\d{2})$/, '$1:$2') : 'Z';
}

const maxOnlyLength = 64;
/** A weekday is redundant. */
const weekday = /^(?:\p{L}{2,12}\.?,\s+)?$/u;

/**
 * The one date that a text consists of: its day (`YYYY-MM-DD`), and the moment (RFC 3339) where it says the time with its offset
 * from UTC. `undefined` where day and month could be swapped, where the year is short or nothing marks the parts, and where
 * anything else stands beside the date.
 */
export function findOnlyDate(
  text: string,
  place: DatePlace,
): { readonly day: string; readonly moment: string | undefined } | undefined {
  if (text.length > maxOnlyLength) return undefined;
  const line = foldNumberText(text.normalize('NFKC')).text.replaceAll(/\s+/g, ' ').trim();
  const read = readDate(line, place);
  if (read?.other !== undefined || read?.until !== undefined) return undefined;
  if (read === undefined || !/^(?=.*\d{4}).*\D/.test(read.text)) {
    return undefined;
  }
  const day = read.text.slice(0, read.text.search(/[T ]\d{2}:|$/));
  const at = line.indexOf(day);
  const rest = line.slice(at + day.length);
  if (!weekday.test(line.slice(0, at))) return undefined;
  const isMoment = time.exec(rest)?.[0] === rest && read.iso !== read.day;
  if (rest !== '' && !isMoment) return undefined;
  return { day: read.day, moment: isMoment ? read.iso : undefined };
}
