import { foldNeedle } from '../../extraction/evidence/fold-for-search.ts';
import { findOnlyDate } from '../../extraction/values/dates/read-date.ts';
import { findOnlyNumber } from '../../extraction/values/numbers/find-only-number.ts';
import { toCanonicalJson } from '../../runtime/plain-json.ts';
import { distance } from 'fastest-levenshtein';

/**
 * How values are compared:
 * - `exact`: the same JSON
 * - `normalised`: the same text whatever its case, white space, quotes and dashes, the same number or the same day however written
 * - `likeness`: as normalised; unequal texts count by their likeness
 * - `tolerance`: as normalised; unequal numbers count where they are near enough
 */
export type MatchKind = 'exact' | 'normalised' | 'likeness' | 'tolerance';

/** How right a given value is, 0 to 1, for an expected one; neither is a list. */
export type ValueCredit = (expected: unknown, given: unknown) => number;

/** `tolerance` is a part of the expected number. */
export function toValueCredit(kind: MatchKind, tolerance: number): ValueCredit {
  if (kind === 'exact') {
    return (expected, given) => Number(toCanonicalJson(expected) === toCanonicalJson(given));
  }
  if (kind === 'normalised') return (expected, given) => Number(isSame(expected, given));
  if (kind === 'likeness') {
    return (expected, given) => {
      if (isSame(expected, given)) return 1;
      return typeof expected === 'string' && typeof given === 'string'
        ? findTextLikeness(fold(expected), fold(given))
        : 0;
    };
  }
  return (expected, given) => Number(isSame(expected, given) || isNear(expected, given, tolerance));
}

function isSame(expected: unknown, given: unknown): boolean {
  if (typeof expected === 'object' || typeof given === 'object') {
    return toCanonicalJson(expected) === toCanonicalJson(given);
  }
  if (fold(toText(expected)) === fold(toText(given))) return true;
  // Texts may hold different currencies or units: only a plain number says that the number alone is meant.
  if (isPlainNumber(expected) || isPlainNumber(given)) {
    const [wanted, found] = [toNumber(expected), toNumber(given)];
    if (wanted !== undefined && found !== undefined) return wanted === found;
  }
  if (typeof expected !== 'string' || typeof given !== 'string')
    return isSameTruth(expected, given);
  return isSameTime(expected, given);
}

function isNear(expected: unknown, given: unknown, tolerance: number): boolean {
  if (typeof expected !== 'number' && typeof given !== 'number') return false;
  const [wanted, found] = [toNumber(expected), toNumber(given)];
  if (wanted === undefined || found === undefined) return false;
  // 1.01 - 1 is a little more than 0.01.
  return Math.abs(found - wanted) <= Math.abs(wanted) * tolerance * (1 + 1e-9);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : toCanonicalJson(value);
}

/** Also one that is written as a text. */
function isPlainNumber(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && /^[-−]?\d[\d.,'’ ]*$/.test(value.trim()))
  );
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  // Digits after a leading 0 are a code.
  return typeof value === 'string' && !/^\s*0\d/.test(value)
    ? findOnlyNumber(value, { wholeNumber: false })
    : undefined;
}

function isSameTruth(expected: unknown, given: unknown): boolean {
  const [wanted, found] = [expected, given].map((value) =>
    truths.get(typeof value === 'string' ? fold(value) : value),
  );
  return wanted !== undefined && wanted === found;
}

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['no', false],
]);

/** Where a day is expected, a moment on that day is right; where a moment is, the same moment in any zone. */
function isSameTime(expected: string, given: string): boolean {
  const wanted = findOnlyDate(expected, {});
  const found = findOnlyDate(given, {});
  if (wanted === undefined || found === undefined) return false;
  if (wanted.moment === undefined) return wanted.day === found.day;
  return found.moment !== undefined && Date.parse(wanted.moment) === Date.parse(found.moment);
}

/** The rows of two lists are compared each with each, and the same texts hundreds of times. */
const folded = new Map<string, string>();
const maxFolded = 5_000;
/** Longer texts stand in few lists, and would take much memory. */
const maxFoldedLength = 500;

function fold(text: string): string {
  if (text.length > maxFoldedLength) return foldNeedle(text);
  const known = folded.get(text);
  if (known !== undefined) return known;
  const made = foldNeedle(text);
  if (folded.size >= maxFolded) folded.clear();
  folded.set(text, made);
  return made;
}

/** Texts that differ in more than half of their characters are taken for unrelated, as in ANLS (Biten et al., 2019). */
const minLikeness = 0.5;
/** Beyond, words are counted: two texts of so many characters take 30 ms, and the time grows with the square. */
const maxEditLength = 10_000;

/**
 * Returns how alike two texts are, 0 to 1: 1 less the edit distance by the length of the longer, and 0 below one half. Of texts
 * longer than 10,000 characters, the words that both have, twice, by the words of both.
 */
export function findTextLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const longer = Math.max(one.length, other.length);
  const likeness =
    longer > maxEditLength ? compareWordBags(one, other) : 1 - distance(one, other) / longer;
  return likeness < minLikeness ? 0 : likeness;
}

function compareWordBags(one: string, other: string): number {
  const [first, second] = [listWords(one), listWords(other)];
  const left = new Map<string, number>();
  for (const word of first) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of second) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return (2 * common) / Math.max(1, first.length + second.length);
}

function listWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
