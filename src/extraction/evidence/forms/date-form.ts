import { nameWeekday } from '../../values/dates/month-names.ts';
import { getOrMake, lazily } from '../../../runtime/collections.ts';
import { findPageDateOrder } from '../../values/dates/date-order.ts';
import { type DatePlace, type DateRead, readDate } from '../../values/dates/read-date.ts';
import { listTimes } from '../../values/dates/times-of-day.ts';
import { findNumberLocale } from '../../values/numbers/number-locale.ts';
import { foldNeedle } from '../fold-for-search.ts';
import { type EvidenceForm, type Stretch, toHits } from './evidence-form.ts';
import { hasDigit } from '../../values/numbers/fold-number-text.ts';

/** Characters that a value may have beside its date. */
const maxBeside = 20;

/** A day, however it is written. */
export const dateForm: EvidenceForm = ({ index, place }) => {
  const dated = lazily(() => ({
    ...place,
    order: findPageDateOrder(index.all),
    weekdays: createWeekdays(place),
  }));
  // Each day of the page is read once, whatever many values are held against it.
  const beside = new Map<Stretch, Beside | undefined>();
  const read = (each: Stretch): Beside | undefined => readBeside(index.all, each, dated());
  const dates = lazily(() => indexDates(index.all, dated()));
  return {
    find({ text, isReadAt }) {
      const day = hasDigit(text) ? readDate(text, dated()) : undefined;
      if (day === undefined || day.text.length < text.length - maxBeside) return [];
      const asked = toAsked(text, day, dated());
      const places = dates().get(day.day) ?? [];
      const isAlone = !isTimed(asked) && asked.wordsBefore.length + asked.wordsAfter.length === 0;
      const own = isAlone
        ? places
        : places.filter((each) =>
            says(
              getOrMake(beside, each, () => read(each)),
              asked,
            ),
          );
      return toHits(index, own, 'date', isReadAt);
    },
  };
};

interface AskedPlace extends DatePlace {
  readonly weekdays: (day: string) => ReadonlySet<string>;
}

/** What a text says of a day beside it. */
interface Beside {
  readonly wordsBefore: readonly string[];
  readonly wordsAfter: readonly string[];
  /** As the clocks of the place show it: `2024-05-31T19:30`; the day where no time is told. */
  readonly local: string;
  /** With its offset where one is told. */
  readonly iso: string;
}

const zone = /Z$|[+-]\d\d:?\d\d$/;
const midnight = /T00:00$/;
/** What tells the time beside a date, which is compared as such. */
const clockWords =
  /(?<![\p{L}\d])t?\d{1,2}(?:[:.h]\d{2}){0,2}(?:\.\d{1,9})?(?: ?[ap]\.?m\b\.?| ?uhr\b| ?h\b)?|[+-]\d{2}:?\d{2}|(?<!\p{L})(?:z|gmt|utc)(?!\p{L})/gu;

function toAsked(text: string, day: DateRead, place: AskedPlace): Beside {
  const at = text.indexOf(day.text);
  const sides = [text.slice(0, Math.max(0, at)), text.slice(at < 0 ? 0 : at + day.text.length)];
  return toBeside(sides.map(foldNeedle), day, place);
}

function toBeside(
  [before = '', after = '']: readonly string[],
  day: DateRead,
  place: AskedPlace,
): Beside {
  const weekdays = place.weekdays(day.day);
  const [earlier] = day.local !== day.day ? [] : listTimes(before);
  return {
    wordsBefore: listOtherWords(before, weekdays),
    wordsAfter: listOtherWords(after, weekdays),
    local: earlier === undefined ? day.local : readLocal(`${day.day} ${earlier}`, day, place),
    iso: day.iso,
  };
}

function readLocal(text: string, day: DateRead, place: AskedPlace): string {
  return readDate(text, place)?.local ?? day.local;
}

function listOtherWords(text: string, weekdays: ReadonlySet<string>): readonly string[] {
  const words = text.replaceAll(clockWords, ' ').match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => !weekdays.has(word));
}

/** Says what the weekday of a day is called, which a date may leave out: of each of the seven once. */
function createWeekdays(place: DatePlace): (day: string) => ReadonlySet<string> {
  const known = new Map<number, ReadonlySet<string>>();
  return (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    return getOrMake(known, date.getUTCDay(), () => listNames(date, place));
  };
}

function listNames(date: Date, place: DatePlace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tag of new Set(['en', findNumberLocale(place)?.tag ?? 'en'])) {
    for (const name of nameWeekday(date.getTime(), tag)) {
      for (const word of name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) names.add(word);
    }
  }
  return names;
}

/** What a page says beside one of its days; `undefined` where that is none by itself. */
function readBeside(all: string, { start, end }: Stretch, place: AskedPlace): Beside | undefined {
  const before =
    all
      .slice(Math.max(0, start - reachBefore), start)
      .split('\n')
      .at(-1) ?? '';
  const [line = ''] = all.slice(start, end + reachAfter).split('\n');
  const day = readDate(line, place);
  return day === undefined ? undefined : toBeside([before, line.slice(end - start)], day, place);
}

/** Whether a page says beside one of its days what a value does: its words, and its time where it has one. */
function says(own: Beside | undefined, asked: Beside): boolean {
  if (own === undefined) return false;
  const count = asked.wordsBefore.length;
  const ending = count === 0 ? [] : own.wordsBefore.slice(-count);
  if (asked.wordsBefore.join(' ') !== ending.join(' ')) return false;
  if (asked.wordsAfter.some((word, at) => own.wordsAfter[at] !== word)) return false;
  return !isTimed(asked) || isSameTime(own, asked);
}

function isTimed({ local }: Beside): boolean {
  return local.includes('T') && !midnight.test(local);
}

/** Whether two times are one moment where both tell their zone, and one time of day otherwise. */
function isSameTime(own: Beside, asked: Beside): boolean {
  if (
    zone.test(own.iso) &&
    zone.test(asked.iso) &&
    own.iso.includes('T') &&
    asked.iso.includes('T')
  )
    return Date.parse(own.iso) === Date.parse(asked.iso);
  return own.local === asked.local;
}

/** Years (of the Buddhist era, too), two-digit years after day and month, and moments as seconds or milliseconds since 1970. */
const anchor =
  /(?<!\d)(?:1[89]|2[05])\d\d(?!\d)|(?<![\d./-])\d{1,2}([./-])\d{1,2}\1\d\d(?!\d)|(?<!\d)\d{1,2}[-/]\p{L}{3,12}[-/]\d\d(?!\d)|(?:令和|平成|昭和|大正|民[國国])\s?(?:元|\d{1,3})\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日|(?<![\d.])1\d{9}(?:\d{3})?(?![\d.])|(?<!\d)(?:19|20)\d{6}(?:t?\d{4,6}z?)?(?!\d)/gu;
const yearLength = 4;
/** Characters that the rest of a date takes before its year, and after it. */
const reachBefore = 26;
const reachAfter = 26;

/** The days of a folded text, as ISO dates, with their places; of 3/4/2024 both where nothing tells which is meant. Linear in the text. */
function indexDates(all: string, place: DatePlace): ReadonlyMap<string, readonly Stretch[]> {
  const days = new Map<string, Stretch[]>();
  let free = 0;
  for (const { 0: found, index } of all.matchAll(anchor)) {
    const end = index + found.length;
    if (found.length !== yearLength) {
      add(found, index, 0);
      continue;
    }
    const earliest = Math.max(index - reachBefore, free, 0);
    const from = earliest + all.slice(earliest, index).lastIndexOf('\n') + 1;
    const isLast = add(all.slice(from, end), from, end - from);
    const [after = ''] = all.slice(index, end + reachAfter).split('\n');
    if (!isLast) add(after, index, 0);
    free = end;
  }
  return days;

  /** Adds the date in a text whose year ends at `yearEnd`, where that is not 0. */
  function add(text: string, at: number, yearEnd: number): boolean {
    const date = readDate(text, place);
    if (date === undefined) return false;
    const offset = text.indexOf(date.text);
    if (offset < 0 || (yearEnd > 0 && offset + date.text.length < yearEnd)) return false;
    const start = at + offset;
    for (const day of [date.day, date.other, date.until]) {
      if (day === undefined) continue;
      const places = getOrMake(days, day, () => []);
      if (places.at(-1)?.start !== start) places.push({ start, end: start + date.text.length });
    }
    return true;
  }
}
