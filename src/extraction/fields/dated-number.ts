import { splitWords } from '../lexicon/fold-label.ts';
import { type DatePlace, readDate } from '../values/dates/read-date.ts';
import type { FieldPlan } from './plan-fields.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Words at the end of a name that asks for another part of a day than its year, or for a moment as a number. */
const dayParts: ReadonlySet<string> = toWordSet(
  'number no code id count age date day month week weekday hour minute time timestamp epoch at tag monat woche uhrzeit jour mois semaine día dia mes giorno mese',
);
/** Characters around a day; more make it one in a sentence. */
const maxAroundDay = 30;
/** The year or the years of what is stated behind them: "2023: ", "(2023/24) ". */
const yearsBefore =
  /^(?:FY\s?)?(?:(?:1[5-9]|20)\d\d(?:\s?[/–-]\s?\d{2,4})?\s?[:：]|[([](?:FY\s?)?(?:1[5-9]|20)\d\d(?:\s?[/–-]\s?\d{2,4})?[)\]]\s?[:：]?)\s+(?=[^\p{L}\p{N}\s]{0,3}\s?\p{Nd}|[A-Z]{3}\s?\p{Nd})/u;
const colonBehind = /^\s?[:：]\s+(?=[^\p{L}\p{N}\s]{0,3}\s?\p{Nd}|[A-Z]{3}\s?\p{Nd})/u;

/** A text for a number without the day or the year that it is of: "1,240" of "2023: 1,240". */
function dropDay(text: string, place: DatePlace): string {
  const behind = text.replace(yearsBefore, '');
  if (behind !== text) return behind;
  const day = findLeadingDay(text, place);
  const rest = day === undefined ? '' : text.slice(day.end);
  return colonBehind.test(rest) ? rest.replace(colonBehind, '') : text;
}

/** What a number is read from: not the day that an amount is of, and of a day alone its year. */
export function toUndated(plan: FieldPlan, text: string, place: DatePlace): string {
  const rest = dropDay(text, place);
  if (rest !== text || !mayBeYear(plan)) return rest;
  const day = findLeadingDay(text, place);
  return day === undefined || text.length - day.length > maxAroundDay ? text : day.year;
}

/** A whole number of what no concept says: when something was built, and not which day of a month something is. */
function mayBeYear({ kind, name, concept }: FieldPlan): boolean {
  const last = splitWords(name).at(-1) ?? '';
  return kind === 'number' && !dayParts.has(last) && (concept?.kind ?? 'date') === 'date';
}

/** The day that has the first numbers of a text, with all digits of its year. */
function findLeadingDay(
  text: string,
  place: DatePlace,
): { readonly year: string; readonly length: number; readonly end: number } | undefined {
  const read = readDate(text, place);
  const [year = ''] = read?.day.split('-') ?? [];
  if (read === undefined || !read.text.includes(year) || !/\D/.test(read.text)) return undefined;
  const start = text.indexOf(read.text);
  const { length } = read.text;
  return start < 0 || /\p{Nd}/u.test(text.slice(0, start))
    ? undefined
    : { year, length, end: start + length };
}
