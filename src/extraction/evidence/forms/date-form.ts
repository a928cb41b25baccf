import { getOrMake } from '../../../runtime/collections.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { findUsualDateOrder } from '../../values/find-usual-date-order.ts';
import { findDateOrder, parseDate } from '../../values/parse-date.ts';
import { type EvidenceForm, type Stretch, lazily, toHits } from './evidence-form.ts';

/** Characters that a value may have beside its date. */
const maxBeside = 20;

/** A day, however it is written. */
export const dateForm: EvidenceForm = ({ index, place }) => {
  const readings = lazily(() => findReadings(index.all, place));
  const dates = lazily(() => indexDates(index.all, readings()));
  return {
    find({ text }) {
      const day = /\d/.test(text) ? readings()[0]?.(text) : undefined;
      if (day === undefined || day.text.length < text.length - maxBeside) return [];
      return toHits(index, dates().get(day.day), 'date');
    },
  };
};

/** Years, two-digit years after day and month, and moments as seconds or milliseconds since 1970. */
const anchor =
  /(?<!\d)(?:1[89]|20)\d\d(?!\d)|(?<![\d./-])\d{1,2}([./-])\d{1,2}\1\d\d(?!\d)|(?<![\d.])1\d{9}(?:\d{3})?(?![\d.])|(?<!\d)(?:19|20)\d{6}(?:t?\d{4,6}z?)?(?!\d)/g;
const yearLength = 4;
/** Characters that the rest of a date takes before its year, and after it. */
const reachBefore = 26;
const reachAfter = 14;

type DateReading = (text: string) => ReturnType<typeof parseDate>;

/** How a page's dates may be read: `3/4/2024` in both orders where neither its other dates nor its language tell which. */
function findReadings(all: string, { language }: NumberPlace): readonly DateReading[] {
  const shown = findDateOrder(all.split('\n'));
  if (shown !== undefined) return [(text) => parseDate(text, true, shown)];
  const usual = findUsualDateOrder(language);
  const orders = usual === undefined ? [true, false] : [usual === 'month'];
  return orders.map((isMonthFirst) => (text) => parseDate(text, isMonthFirst));
}

/** The days of a folded text, as ISO dates, with their places. Linear in the text. */
function indexDates(
  all: string,
  readings: readonly DateReading[],
): ReadonlyMap<string, readonly Stretch[]> {
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
    let isAdded = false;
    for (const read of readings) {
      const date = read(text);
      if (date === undefined) continue;
      const offset = text.indexOf(date.text);
      if (offset < 0 || (yearEnd > 0 && offset + date.text.length < yearEnd)) continue;
      const places = getOrMake(days, date.day, () => []);
      const start = at + offset;
      if (places.at(-1)?.start !== start) places.push({ start, end: start + date.text.length });
      isAdded = true;
    }
    return isAdded;
  }
}
