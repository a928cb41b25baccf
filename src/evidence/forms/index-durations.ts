import { parseDuration } from '../../structure/values/parse-duration.ts';
import type { NumberToken } from './index-numbers.ts';

/** Up to three numbers with a word each: "1 hour and 30 min", "1h30". */
const run =
  /(?:\d{1,5}(?:[.,]\d{1,2})?|[½¼¾])(?: ?[½¼¾])?[ -]?\p{L}{1,10}\.?(?:(?:,? (?:and )?|, ?)?\d{1,4} ?\p{L}{1,10}\.?){0,2}(?:\d{1,2}(?!\d))?/gu;
const unitOf = /\p{L}+/u;
/** Different words behind numbers that are looked at: each takes some microseconds. */
const maxWords = 5_000;
const iso =
  /(?<![\p{L}\p{N}])p(?:\d{1,4}[ymwd]){0,4}(?:t(?:\d{1,6}(?:[.,]\d{1,3})?[hms]){1,3})?(?![\p{L}\p{N}])/gu;

/** The durations of a folded text by their minutes, with their places. Linear in the text. */
export function indexDurations(all: string): ReadonlyMap<number, readonly NumberToken[]> {
  const durations = new Map<number, NumberToken[]>();
  const units = new Map<string, boolean>();
  for (const pattern of [run, iso]) {
    for (const { 0: found, index } of all.matchAll(pattern)) {
      if (pattern === run && !isUnit(unitOf.exec(found)?.[0] ?? '')) continue;
      const minutes = parseDuration(found);
      if (minutes === undefined) continue;
      const places = durations.get(minutes) ?? [];
      durations.set(minutes, places);
      places.push({ start: index, end: index + found.length });
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
