import { findMonth } from '../../values/month-names.ts';

/** The day that a text states as `YYYY-MM-DD`; `undefined` when day and month could be swapped or the text holds more. */
export function parseDateText(text: string): string | undefined {
  if (text.length > maxDateLength) return undefined;
  const day = findDay(text.normalize('NFKC').trim());
  return day === undefined || day.rest !== '' ? undefined : day.date;
}

/** A date and time as RFC 3339; `undefined` when the time or its offset from UTC is missing. */
export function parseDateTimeText(text: string): string | undefined {
  if (text.length > maxDateLength) return undefined;
  const day = findDay(text.normalize('NFKC').trim());
  if (day === undefined) return undefined;
  const time = timePattern.exec(day.rest)?.groups;
  if (time === undefined) return undefined;
  const { hours = '', minutes = '', seconds = ':00', offset = '' } = time;
  if (Number(hours) > 23) return undefined;
  const zone = /^[+-]/.test(offset) ? offset.replace(/^(.\d\d):?(\d\d)$/, '$1:$2') : 'Z';
  return `${day.date}T${hours}:${minutes}${seconds}${zone}`;
}

const maxDateLength = 64;
const timePattern =
  /^(?:T|,? (?:at )?)(?<hours>\d\d):(?<minutes>[0-5]\d)(?<seconds>:[0-5]\d(?:\.\d{1,9})?)? ?(?<offset>Z|GMT|UTC|[+-]\d\d:?[0-5]\d)$/i;

interface FoundDay {
  readonly date: string;
  readonly rest: string;
}

function findDay(text: string): FoundDay | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s.exec(text);
  if (yearFirst !== null) {
    const [, year, , month, day, rest = ''] = yearFirst;
    return toFound(Number(year), Number(month), Number(day), rest);
  }
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)(.*)$/s.exec(text);
  if (numbers !== null) {
    const [, first, , second, year, rest = ''] = numbers;
    return findDayOfPair(Number(first), Number(second), Number(year), rest);
  }
  return findNamedMonth(text);
}

/** `25/12/2024` has one reading, and so has `05/05/2024`; `05/06/2024` has two. */
function findDayOfPair(
  first: number,
  second: number,
  year: number,
  rest: string,
): FoundDay | undefined {
  if (first > 12 || first === second) return toFound(year, second, first, rest);
  return second > 12 ? toFound(year, first, second, rest) : undefined;
}

const dayMonthYear =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[ -](?:of |de |d')?(\p{L}{3,12})\.?,?[ -](?:de |of )?(\d{4})(?!\d)(.*)$/su;
const monthDayYear = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/su;

function findNamedMonth(text: string): FoundDay | undefined {
  // A weekday is redundant: drop it.
  const bare = text.replace(/^\p{L}{2,12}\.?,\s+/u, '').replaceAll(/\s+/g, ' ');
  const dayFirst = dayMonthYear.exec(bare);
  const monthFirst = monthDayYear.exec(bare);
  const [, day, name, year, rest = ''] =
    dayFirst ?? (monthFirst === null ? [] : swapFirstTwo(monthFirst));
  const month = name === undefined ? undefined : findMonth(name);
  return month === undefined ? undefined : toFound(Number(year), month, Number(day), rest);
}

function swapFirstTwo(match: readonly string[]): readonly (string | undefined)[] {
  return [match[0], match[2], match[1], match[3], match[4]];
}

function toFound(year: number, month: number, day: number, rest: string): FoundDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
  return isReal ? { date: date.toISOString().slice(0, 10), rest } : undefined;
}
