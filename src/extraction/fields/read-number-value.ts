import { splitWords } from '../lexicon/fold-label.ts';
import { toAmountKey, toMachineDecimal } from '../values/money/find-money.ts';
import { findNumberLocale, type NumberContext } from '../values/numbers/number-locale.ts';
import { type NumberRead, readNumber } from '../values/numbers/read-numbers.ts';
import {
  countStars,
  countsVotes,
  findRatingCountBeside,
  findRatings,
  isBeyondScale,
  isCountedRating,
  isRatingCount,
} from '../values/ratings.ts';
import { findAxis, readCoordinate } from '../values/read-coordinate.ts';
import { fitMeasure, isOtherCurrency } from '../values/stated-unit.ts';
import type { FieldPlan } from './plan-fields.ts';
import { findAskedEnd, takeAskedEnd } from './range-end.ts';
import {
  type ReadContext,
  type ReadValue,
  findBound,
  findSaidBound,
  isNumeric,
  listAlternatives,
  toOtherUnit,
} from './value-read.ts';

/** Characters around a number; more make it a number in a sentence. */
const maxAroundNumber = 30;
const numberInSentenceQuality = 0.5;

/** What a century is called, in some languages, and characters in which such a word stands beside its number. */
const centuryWords =
  'centur(?:y|ies)|jahrhunderts?|jh|siècles?|siecle|siglos?|secol[oi]|séculos?|eeuw|век[аеу]?|wieku?|århundra?de|stolet[íi]|vuosisata|yüzyıl';
const maxCenturyWord = 20;

/** Reads a number or a count; of a text that says both a rating and how many have rated the one that is asked for. */
export function readNumberValue(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  return (
    readCounted(plan, text, context) ??
    readStars(plan, text, context) ??
    readPlainNumber(plan, text, context)
  );
}

/** How many have rated, of a text that has their rating too. */
function readCounted(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  if (plan.concept?.name !== 'ratingCount' || !isCountedRating(text)) return undefined;
  const count = findRatingCountBeside(text);
  return count === undefined ? undefined : readPlainNumber(plan, count, context);
}

function readStars(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  if (plan.concept?.name !== 'rating' || !isNumeric(plan)) return undefined;
  // Beside how many have rated: "108 reviews with an average rating of 4.4 out of 5".
  const [rated] = findRatings(text);
  if (rated !== undefined && rated.rating.length < text.length)
    return readPlainNumber(plan, rated.rating, context);
  const value = countStars(text, context.place.peers);
  return value === undefined ? undefined : { value, key: String(value), quality: 1 };
}

export function readPlainNumber(
  plan: FieldPlan,
  said: string,
  context: ReadContext,
): ReadValue | undefined {
  const text = plan.kind === 'money' ? said : takeAskedEnd(plan, said);
  if (text === undefined) return undefined;
  const machine = context.machine ? toMachineDecimal(text) : undefined;
  // A count is whole: its only mark separates thousands, in data too.
  if (machine !== undefined && (plan.kind !== 'count' || Number.isInteger(Number(machine)))) {
    const value = toHeldNumber(plan, machine);
    return value === undefined ? undefined : { value, key: toAmountKey(machine), quality: 1 };
  }
  const axis = context.machine ? undefined : findAxis(splitWords(plan.name));
  const degrees = axis === undefined ? undefined : readCoordinate(text, axis, context.place);
  if (degrees !== undefined)
    return { value: degrees, key: toAmountKey(String(degrees)), quality: 1 };
  const fit = plan.kind === 'money' ? { text } : fitMeasure(plan.asked, text);
  if (fit.other !== undefined) return toOtherUnit(text, fit.other);
  const isMeasure = plan.asked.dimensions.size > 0;
  const read = readNumber(fit.text, { ...context.place, kind: toNumberKind(plan), isMeasure });
  const sign = read?.currency;
  if (sign !== undefined && isOtherCurrency(plan.asked, sign, findNumberLocale(context.place)))
    return toOtherUnit(text, sign);
  if (plan.concept?.name === 'rating' && isNoRating(plan.name, text, read)) return undefined;
  // "4.9 out of 26048 reviews"
  if (plan.kind === 'count' && read?.isScaled === false && !Number.isInteger(read.value))
    return undefined;
  if (read !== undefined && isOfCentury(text, read) && !centuryWord.test(plan.name))
    return undefined;
  // A word that multiplies rounds by itself.
  const value = read?.isScaled === false ? toHeldNumber(plan, read.digits) : read?.value;
  if (read === undefined || value === undefined) return undefined;
  // Minutes behind hours, or the parts of a ratio, are no fraction of one number: "4:30".
  const isPart =
    /\p{Nd}:$/u.test(text.slice(0, read.start)) || /^:\p{Nd}/u.test(text.slice(read.end));
  if (isPart && fit.text === text) return undefined;
  if (plan.asked.isCents && (sign !== undefined || !Number.isInteger(Number(value))))
    return toOtherUnit(text, sign ?? 'whole units of a currency');
  const around = text.length - (read.end - read.start);
  const isEnd = findAskedEnd(plan) !== undefined;
  return {
    value,
    key: toAmountKey(read.digits),
    quality: around > maxAroundNumber ? numberInSentenceQuality : 1,
    alternatives: listAlternatives(read),
    bound: findBound(fit.text, read) ?? (isEnd ? undefined : findSaidBound(fit.text, read)),
  };
}

const centuryWord = new RegExp(centuryWords, 'iu');
const centuryBehind = new RegExp(
  `^(?:st|nd|rd|th|e|er|[eè]me|-?й|[º.])?[\\s-]{0,2}(?:${centuryWords})(?!\\p{L})|^\\s?世[紀纪]`,
  'iu',
);
const centuryBefore = new RegExp(`(?<!\\p{L})(?:${centuryWords})\\s?$`, 'iu');

/** Whether a number says which century is meant, which is neither a year nor how many there are of something: "19th century". */
function isOfCentury(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - maxCenturyWord), start);
  return centuryBehind.test(text.slice(end, end + maxCenturyWord)) || centuryBefore.test(before);
}

/** Whether a number is none of a rating: "0 reviews" say how many have rated. A score may be a sum of votes. */
function isNoRating(name: string, text: string, read: NumberRead | undefined): boolean {
  const maySum = /score/i.test(name) && countsVotes(text);
  // How many have rated, behind drawn stars: "(2) Write a review".
  const isBracketed = read !== undefined && text[read.start - 1] === '(' && text[read.end] === ')';
  return isBracketed || isBeyondScale(name, text, read?.value) || (!maySum && isRatingCount(text));
}

/** A number as the schema takes it: a text has its digits, and a number that would be another one is none. */
function toHeldNumber(plan: FieldPlan, digits: string): number | string | undefined {
  const value = Number(digits);
  if (isExact(digits, value)) return value;
  return plan.types.includes('string') ? digits : undefined;
}

/** Whether a number has all the digits before the point that it is written with. */
function isExact(digits: string, value: number): boolean {
  const whole = digits.replace(/\..*$/, '');
  const held = Math.trunc(value);
  if (Number.isSafeInteger(held)) return true;
  return Number.isFinite(held) && BigInt(whole) === BigInt(held);
}

function toNumberKind({ kind, types }: FieldPlan): NumberContext['kind'] {
  if (kind === 'count') return 'count';
  return types.includes('integer') && !types.includes('number') ? 'integer' : 'number';
}
