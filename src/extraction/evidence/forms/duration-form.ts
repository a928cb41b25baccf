import { addTo, lazily } from '../../../runtime/collections.ts';
import { parseDuration } from '../../values/parse-duration.ts';
import { type EvidenceForm, type Stretch, toHits } from './evidence-form.ts';

const isoDuration = /^p(?:\d|t\d)/i;

/** A duration by its minutes: "PT1H30M" and "1 h 30". */
export const durationForm: EvidenceForm = ({ index }) => {
  const durations = lazily(() => indexDurations(index.all));
  return {
    find({ value, text, kind, words }) {
      const unit = typeof value === 'number' ? findUnit(words) : undefined;
      const isDuration = kind === 'duration' && /\d/.test(String(value));
      if (!isDuration && unit === undefined && !isoDuration.test(text)) return [];
      const minutes = typeof value === 'number' ? value * (unit ?? 1) : parseDuration(text);
      return minutes === undefined ? [] : toHits(index, durations().get(minutes), 'duration');
    },
  };
};

const minutesOf: ReadonlyMap<string, number> = new Map([
  ['minute', 1],
  ['minutes', 1],
  ['mins', 1],
  ['hours', 60],
  ['hrs', 60],
]);

/** The minutes of the unit that a property's name ends in: `durationMinutes`, `runtime_hours`. */
export function findUnit(words: readonly string[]): number | undefined {
  return words.length > 1 ? minutesOf.get(words.at(-1) ?? '') : undefined;
}

/** Up to three numbers with a word each: "1 hour and 30 min", "1h30". */
const run =
  /(?:\d{1,5}(?:[.,]\d{1,2})?|[½¼¾])(?: ?[½¼¾])?[ -]?\p{L}{1,10}\.?(?:(?:,? (?:and )?|, ?)?\d{1,4} ?\p{L}{1,10}\.?){0,2}(?:\d{1,2}(?!\d))?/gu;
const unitOf = /\p{L}+/u;
/** Different words behind numbers that are looked at: each takes some microseconds. */
const maxWords = 5_000;
const iso =
  /(?<![\p{L}\p{N}])p(?:\d{1,4}[ymwd]){0,4}(?:t(?:\d{1,6}(?:[.,]\d{1,3})?[hms]){1,3})?(?![\p{L}\p{N}])/gu;

function indexDurations(all: string): ReadonlyMap<number, readonly Stretch[]> {
  const durations = new Map<number, Stretch[]>();
  const units = new Map<string, boolean>();
  for (const pattern of [run, iso]) {
    for (const { 0: found, index } of all.matchAll(pattern)) {
      if (pattern === run && !isUnit(unitOf.exec(found)?.[0] ?? '')) continue;
      const minutes = parseDuration(found);
      if (minutes === undefined) continue;
      addTo(durations, minutes, { start: index, end: index + found.length });
    }
  }
  return durations;

  function isUnit(word: string): boolean {
    let known = units.get(word);
    if (known === undefined && units.size < maxWords) {
      known = parseDuration(`1 ${word}`) !== undefined;
      units.set(word, known);
    }
    return known ?? false;
  }
}
