import { getOrMake } from '../../../runtime/collections.ts';
import { findPageDateOrder } from '../../values/dates/date-order.ts';
import { type DatePlace, readDate } from '../../values/dates/read-date.ts';
import { type EvidenceForm, type Stretch, lazily, toHits } from './evidence-form.ts';

/** Characters that a value may have beside its date. */
const maxBeside = 20;

/** A day, however it is written. */
export const dateForm: EvidenceForm = ({ index, place }) => {
  const dated = lazily(() => ({ ...place, order: findPageDateOrder(index.all) }));
  const dates = lazily(() => indexDates(index.all, dated()));
  return {
    find({ text }) {
      const day = /\d/.test(text) ? readDate(text, dated()) : undefined;
      if (day === undefined || day.text.length < text.length - maxBeside) return [];
      return toHits(index, dates().get(day.day), 'date');
    },
  };
};

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
