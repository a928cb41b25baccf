import { foldText } from '../../runtime/unicode/fold-text.ts';
import { isOfEvent } from '../lexicon/concept.ts';
import { foldLabel, joinName, splitWords } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import { cleanText } from '../analysis/index-entities.ts';
import { type Availability, parseAvailability } from '../values/parse-availability.ts';
import { type DatePlace, type DateRead, readDate } from '../values/dates/read-date.ts';
import { readMonth } from '../values/dates/read-month.ts';
import { parseContact } from '../values/parse-contact.ts';
import { parseDuration } from '../values/parse-duration.ts';
import {
  type Money,
  chooseByRole,
  choosePrices,
  findMoney,
  findPriceRole,
  toAmountKey,
  toMachineDecimal,
} from '../values/find-money.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { findUnit } from '../values/numbers/units.ts';
import { type NumberContext, type NumberRead, readNumber } from '../values/numbers/read-numbers.ts';
import { countStars, findRatings, isBeyondScale } from '../values/ratings.ts';
import { parseLanguage } from '../values/parse-language.ts';
import { parseYield, toCountedNumber } from '../values/parse-yield.ts';
import { isTradeNumber, isTradePlaceholder } from '../values/trade-number.ts';
import { findOtherPeriod, fitMeasure, isOtherCurrency } from '../values/stated-unit.ts';
import { noWords, yesWords } from '../values/yes-no-words.ts';

interface ReadContext {
  /** Written for machines (structured data, attributes) rather than for people. */
  readonly machine: boolean;
  /** Whether an amount of money must show its currency because nothing else identifies it as a price. */
  readonly needsCurrency: boolean;
  readonly baseUrl: string;
  /** What tells how numbers and dates are written here. */
  readonly place: DatePlace & Pick<NumberContext, 'peers' | 'ownCell'>;
}

interface ReadValue {
  readonly value: unknown;
  /** Equal for values that mean the same. */
  readonly key: string;
  readonly quality: number;
  /** Whether the words beside an amount say that it is what the field's name asks for. */
  readonly isOwn?: boolean;
  /** Other numbers, days or codes that the text may state. */
  readonly alternatives?: readonly (number | string)[] | undefined;
  /** The unit or the currency of a number that the field asks for in another one; its value is then no value of the field. */
  readonly otherUnit?: string | undefined;
}

const maxText = 500;
const maxOrganizationLength = 80;
const maxTitleLength = 300;

/** Quality of a date with its time of day; a date without it is preferred, since the page usually shows that one. */
const datedMomentQuality = 0.95;
/** Quality of 3/4/2024 where nothing tells which number is the month. */
const openDateQuality = 0.75;
const bareYear = /^(?:1[5-9]|20)\d\d$/;
const bareYearQuality = 0.9;
const bareYieldQuality = 0.8;
const severalAmountsQuality = 0.75;
/** Quality of a price of zero, which is usually a template's placeholder. */
const zeroAmountQuality = 0.2;
/** Most characters after a code; a longer text is a sentence that begins with one. */
const maxBehindCode = 20;
const codeInSentenceQuality = 0.4;
/** Characters around a number; more make it a number in a sentence. */
const maxAroundNumber = 30;
const numberInSentenceQuality = 0.5;

/** What may stand in front of a code: `#`, `№`, `N°`, `Nr.`. */
const codeSign = /^(?:[#№]|n(?:[°ºo]|r)\.?(?=\s?\d))\s?/iu;
const codePattern = /^[\p{L}\p{N}][\p{L}\p{N}./_#+-]{0,39}/u;
/**
 * A code in groups, `5Q0 035 411`, `AB 1234 C`, `KX-77 B`, `AB/12 / C`: what follows them are other words or a mark. A long word, a
 * currency or a unit is no group; a group of small letters is one letter behind others.
 */
const groupedCode =
  /^(?=.*\d)(?:(?:\p{Lu}(?=.{3})|(?=.{5})\d)[\p{Lu}\d./_+#-]{0,15}(?: \/)?(?: (?:\p{Lu}{1,2}|[\p{Lu}\d./_+#-]*\d[\p{Lu}\d./_+#-]*)(?![\p{L}\d.%])){1,5}|(?=[^ ]*\d)\p{Ll}[\p{Ll}\d./_+#-]{1,15} \p{Ll})(?=$|\s?[(,;|]|\s\p{Ll}{2})/u;
const maxGroupedCode = 24;
/** A number with its unit; with its thousands apart, it is no code with a unit behind it either. */
const measure = /^\d+ (?:KG|MG|LB|OZ|ML|CL|DL|MM|CM|DM|KM|FT|KB|MB|GB|TB|HZ|MA|KW|KV|PC)$/;
const groupedMeasure =
  /^\d{1,3}(?: \d{3})+ (?:KG|MG|LB|OZ|ML|CL|DL|MM|CM|DM|KM|FT|KB|MB|GB|TB|HZ|MA|KW|KV|PC)$/i;
/** A name behind a code that may be a part of it: the colour or the edition, "KX-77 Black". */
const codeName = /^ \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u;
/** Reads a text as the field's kind and the schema's type; `undefined` when it is no such value. */
export function readValue(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  const whole = context.machine ? cleanText(text) : foldText(text);
  const clean = plan.concept?.name === 'year' ? toYear(plan, whole, context.place) : whole;
  if (clean === undefined || clean === '') return undefined;
  if (context.machine && noValue.test(clean)) return undefined;
  const read = readKind(plan, clean, context);
  if (read?.otherUnit !== undefined) return read;
  const fitted = read === undefined ? undefined : fitType(plan, read, context);
  if (fitted?.otherUnit !== undefined) return fitted;
  return fitted === undefined || plan.fits?.(fitted.value) === false ? undefined : fitted;
}

/** What a template writes where it has no value. */
const noValue = /^(?:undefined|null|NaN|\[object Object\])$/;

const fullYear = /(?<![\d.,])(?:1[4-9]|20)\d\d(?!\d|[.,]\d)/g;

/** The year of a day. A number has the only year of its text, or its only number, a text says what else is said of it: `c. 1850`. */
function toYear(plan: FieldPlan, text: string, place: ReadContext['place']): string | undefined {
  const [year, ...others] = new Set(text.match(fullYear));
  if (!isNumeric(plan)) return readDate(text, place) === undefined ? text : (year ?? text);
  if (year !== undefined) return others.length === 0 ? year : undefined;
  return text.match(/\p{Nd}+/gu)?.length === 1 ? text : undefined;
}

function readKind(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  const isNumber = plan.kind === 'money' || plan.kind === 'number' || plan.kind === 'count';
  const period = isNumber ? findOtherPeriod(plan.asked, text) : undefined;
  if (period !== undefined) return toOtherUnit(text, `${period} each`);
  switch (plan.kind) {
    case 'money':
      return readMoney(plan, text, context);
    case 'currency': {
      const sign = findMoney(text, true, context.place)[0]?.currency ?? text;
      const code = toCurrencyCode(sign, findNumberLocale(context.place));
      return code === undefined ? undefined : exact(code);
    }
    case 'code':
      return readCode(plan, text, context);
    case 'availability':
      return readAvailability(plan, text);
    case 'date': {
      // A year or a month is a date of that precision, where the schema takes one; it stays as the page writes it.
      const part =
        plan.format === undefined && !isNumeric(plan) ? readPart(text, context) : undefined;
      if (part !== undefined) return { value: text, key: part, quality: bareYearQuality };
      const date = readDate(text, context.place);
      if (date === undefined) return undefined;
      const { until } = date;
      // A field for the end of a range has its last day, any other one its first.
      if (until !== undefined && plan.concept?.name === 'endDate')
        return { value: until, key: until, quality: 1 };
      const isStart = plan.concept?.name === 'startDate';
      const alternatives = [date.other, isStart ? undefined : until].filter(
        (day) => day !== undefined,
      );
      return {
        value: plan.format === 'date' ? date.day : momentOf(plan, date),
        key: date.day,
        quality:
          date.other !== undefined
            ? openDateQuality
            : date.iso === date.day
              ? datedMomentQuality
              : 1,
        alternatives: alternatives.length === 0 ? undefined : alternatives,
      };
    }
    case 'duration':
      return readDuration(plan, text, context);
    case 'yield': {
      const parsed = parseYield(text);
      if (parsed === undefined) return undefined;
      if (isNumeric(plan) && parsed.isMeasure) return undefined;
      const value = isNumeric(plan) ? toCountedNumber(parsed.count) : parsed.text;
      return {
        value,
        key: parsed.count,
        quality: parsed.hasNoun ? 1 : bareYieldQuality,
        alternatives:
          parsed.least === undefined || !isNumeric(plan)
            ? undefined
            : [Number(parsed.least.replace(',', '.'))],
      };
    }
    case 'number':
    case 'count':
      return readStars(plan, text, context) ?? readPlainNumber(plan, text, context);
    case 'boolean':
      return readBoolean(text);
    case 'enum':
      return readEnum(plan, text);
    case 'url':
    case 'image':
      return readUrl(plan, text, context);
    case 'language':
      return readLanguage(text, context);
    case 'organization':
      if (text.length > maxOrganizationLength || /^https?:/.test(text)) return undefined;
      // A number is no name, with a currency or without.
      return /\p{L}{2}/u.test(text) && findMoney(text, true).length === 0 ? exact(text) : undefined;
    case 'title':
      return text.length > maxTitleLength || /^https?:/.test(text) ? undefined : exact(text);
    // Lists of names are read as lists.
    case 'persons':
    case 'body':
    case 'steps':
      return exact(text);
    case 'text': {
      const { name } = plan.concept ?? {};
      if (name === 'email' || name === 'phone') return readContact(name, text, context);
      if (!context.machine && isOffer(plan, text)) return undefined;
      // Marks, and pictures that a font has in place of letters, say nothing.
      if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
      break;
    }
    case 'keywords':
    case 'ingredients':
      break;
  }
  return text.length > maxText || !couldReach(plan, text) ? undefined : exact(text);
}

/** Whether a text can be the e-mail address or the telephone number that it is read as: the name of a form's box is neither. */
function couldReach({ concept }: FieldPlan, text: string): boolean {
  if (concept?.name === 'email') return /@|[([{]\s?at\s?[)\]}]|\sat\s/i.test(text);
  return concept?.name !== 'phone' || (text.match(/\p{Nd}/gu)?.length ?? 0) >= 3;
}

function readPart(text: string, { place }: ReadContext): string | undefined {
  return bareYear.test(text) ? text : readMonth(text, place.language);
}

/** When an event begins is told by the clocks of its place; when something was published by the moment. */
function momentOf({ concept, format }: FieldPlan, { iso, day, local }: DateRead): string {
  const isOfPlace = format === undefined && concept !== undefined && isOfEvent(concept);
  return isOfPlace && iso === day ? local : iso;
}

function readLanguage(text: string, { machine, place }: ReadContext): ReadValue | undefined {
  if (/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text)) return exact(text);
  const code = machine ? undefined : parseLanguage(text, place);
  return code === undefined ? undefined : { value: text, key: code, quality: 1 };
}

function readContact(
  kind: 'email' | 'phone',
  text: string,
  { machine }: ReadContext,
): ReadValue | undefined {
  const contact = text.length > maxText ? undefined : parseContact(kind, text);
  if (contact === undefined) return undefined;
  const { key, others } = contact;
  const value = machine && kind === 'phone' ? text.replace(/^tel:/i, '') : contact.text;
  return { value, key, quality: 1, alternatives: others.length === 0 ? undefined : others };
}

/** Whether it tells of what can be chosen instead: "Choose your size", "Colour chart". */
function isOffer({ concept, labels }: FieldPlan, text: string): boolean {
  const isOfVariants = concept?.name === 'color' || labels.has('size');
  return isOfVariants && splitWords(text).some((word) => labels.has(word));
}

function exact(value: string): ReadValue {
  return { value, key: joinName(value) || value, quality: 1 };
}

function readMoney(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  const machine = context.machine ? toMachineDecimal(text) : undefined;
  const amounts =
    machine === undefined ? findMoney(text, context.needsCurrency, context.place) : [];
  const all = keepAsked(plan, amounts, context);
  if (all.length < amounts.length && !all.some(({ currency }) => currency !== undefined))
    return toOtherUnit(text, amounts.find((money) => !all.includes(money))?.currency ?? '');
  const role = findPriceRole(plan.name, plan.concept?.name);
  if (role === 'delivery' && all.length === 0 && isFreeDelivery(text))
    return { value: isNumeric(plan) ? 0 : '0', key: '0', quality: 1 };
  const own = role === undefined ? [] : chooseByRole(text, all, role);
  const priced = role === 'delivery' ? chooseCosts(text, all) : choosePrices(text, all);
  const found = own.length > 0 ? own : priced;
  const signed = found.filter(({ currency }) => currency !== undefined);
  const chosen = signed[0] ?? found[0];
  const end = machine === undefined ? findUpperEnd(text, found, chosen) : undefined;
  const isEnd = role === 'lowest' || role === 'highest';
  if (plan.asked.isCents && (chosen?.currency !== undefined || machine?.includes('.') === true))
    return toOtherUnit(text, chosen?.currency ?? 'whole units of a currency');
  const amount = machine ?? (role === 'highest' && end !== undefined ? end : chosen?.amount);
  if (amount === undefined) return undefined;
  const upper = isEnd ? undefined : end;
  const range = upper === undefined ? amount : `${amount}-${upper}`;
  const value = isNumeric(plan) ? Number(amount) : range;
  const several =
    new Set((signed.length > 0 ? signed : found).map((money) => money.amount)).size > 1;
  return {
    value,
    key: toAmountKey(amount),
    isOwn: own.length > 0,
    quality:
      (several && !(isEnd && end !== undefined) ? severalAmountsQuality : 1) *
      (Number(amount) === 0 ? zeroAmountQuality : 1),
    alternatives:
      upper !== undefined && isNumeric(plan)
        ? [Number(upper)]
        : chosen && listAlternatives(chosen.read),
  };
}

/** The amounts that are not in another currency than the field asks for. */
function keepAsked(
  { asked }: FieldPlan,
  amounts: readonly Money[],
  { place }: ReadContext,
): readonly Money[] {
  if (asked.currencies.size === 0) return amounts;
  const locale = findNumberLocale(place);
  return amounts.filter(({ currency }) => isOtherCurrency(asked, currency, locale) !== true);
}

function toOtherUnit(text: string, otherUnit: string): ReadValue {
  return { value: text, key: `${otherUnit} ${text}`, quality: 1, otherUnit };
}

const delivery =
  '(?:shipping|delivery|postage|versand|lieferung|livraison|envío|spedizione|verzending|frakt|fragt|frete)';
/** Nothing else but that the delivery costs nothing; not from an amount on. */
const freeDelivery = new RegExp(
  `^(?:(?:free|gratis|kostenlose[rn]?|kostenfreie[rn]?|versandkostenfrei)\\s(?:\\p{L}{2,12}\\s)?${delivery}|${delivery}\\s?[:：]?\\s?(?:is\\s)?(?:free|gratis|gratuite?|gratuita|grátis|offerte|kostenlos|kostenfrei)|free|gratis|gratuite?|offerte|kostenlos)[.!]?$`,
  'iu',
);

function isFreeDelivery(text: string): boolean {
  return freeDelivery.test(text.trim());
}

/** What may stand between the two ends of a range of prices. */
const rangeMark = /^\s?(?:[-\u2013\u2014~～]|to|bis|à|a|al|till|til|tot|до|do)\s?$/iu;

/** The upper end of the range of prices that begins with an amount. */
export function findUpperEnd(
  text: string,
  found: readonly Money[],
  lower: Money | undefined,
): string | undefined {
  const upper = lower === undefined ? undefined : found[found.indexOf(lower) + 1];
  if (lower === undefined || upper === undefined) return undefined;
  const between = text.slice(lower.read.wholeEnd, upper.read.wholeStart);
  return rangeMark.test(between) && Number(upper.amount) > Number(lower.amount)
    ? upper.amount
    : undefined;
}

/** In front of an amount of an order from which on its delivery costs nothing, or less. */
const orderBefore =
  /(?:over|above|from|orders?(?: of)?|exceeding|spend|ab|über|bestellwert(?: von)?|dès|de|partir de|desde|superiores a|oltre|sopra|da|vanaf|boven|över|fra|od|от)\s?$/iu;

/** Between two such amounts: "over $500 (trade) and $125 (retail)". */
const orderBetween =
  /^\s?(?:\([^()]{1,24}\))?\s?(?:[,/]|and|or|und|oder|et|ou|y|o|e|en|of|och|og|и)\s?$/iu;

/** The amounts of a text that may be what its delivery costs. */
function chooseCosts(text: string, found: readonly Money[]): readonly Money[] {
  const orders = new Set<Money>();
  for (const [at, money] of found.entries()) {
    const before = found[at - 1];
    const isNext =
      before !== undefined &&
      orders.has(before) &&
      orderBetween.test(text.slice(before.read.wholeEnd, money.read.wholeStart));
    if (isNext || orderBefore.test(text.slice(0, money.read.wholeStart))) orders.add(money);
  }
  return found.filter((money) => !orders.has(money));
}

/** A code without digits: capitals, or words of them. */
const wordCode = /^(?:\p{Lu}{3,}|\p{Lu}{2,}(?:[-/]\p{Lu}{2,})+)$/u;

function readCode(plan: FieldPlan, text: string, { machine }: ReadContext): ReadValue | undefined {
  if (plan.concept?.name === 'gtin') return readTradeNumber(plan, text);
  const bare = text.replace(codeSign, '');
  if (groupedMeasure.test(bare) || isTradePlaceholder(bare)) return undefined;
  const code = findCode(bare, machine);
  if (code === undefined || code.length < 2) return undefined;
  if (!/\d/.test(code) && !wordCode.test(code)) return undefined;
  const rest = bare.slice(code.length);
  const isPart = codeName.test(rest) && parseAvailability(rest) === undefined;
  return {
    value: code,
    key: code.toLowerCase(),
    quality: text.length - code.length > maxBehindCode ? codeInSentenceQuality : 1,
    alternatives: isPart ? [bare] : undefined,
  };
}

function findCode(text: string, machine: boolean): string | undefined {
  // What is written for programs is the code and nothing else.
  if (machine && text.length <= maxGroupedCode && codePattern.test(text)) return text;
  const grouped = groupedCode.exec(text)?.[0];
  if (grouped !== undefined && grouped.length <= maxGroupedCode && !measure.test(grouped))
    return grouped;
  return codePattern.exec(text)?.[0].replace(/[.,;:]+$/, '');
}

/** Digits that may be in groups; those of a number that another one follows have no blanks. */
const tradeNumbers: readonly RegExp[] = [
  /(?<![\dA-Za-z])\d[\d\s-]{6,20}[\dXx](?![\dA-Za-z])/g,
  /(?<![\dA-Za-z-])\d[\d-]{6,20}[\dXx](?![\dA-Za-z])/g,
];
/** What stands between several numbers of one article: marks, and the names of their kinds. */
const besideTradeNumber = /^(?:[\s,;:()/|+&#№-]|(?:isbn|ean|gtin|upc)(?:-?\s?(?:8|1[0234])\b)?)*$/i;

/** The first number that is one by its check digit: the text begins with it, or holds nothing else but others. */
function readTradeNumber({ name, fits }: FieldPlan, text: string): ReadValue | undefined {
  for (const pattern of tradeNumbers) {
    for (const { 0: code, index } of text.matchAll(pattern)) {
      if (!isTradeNumber(code, name)) continue;
      const isList = besideTradeNumber.test(text.replaceAll(tradeNumbers[1] ?? pattern, ''));
      if (!isList && !/^[#№]?\s?$/.test(text.slice(0, index))) continue;
      const digits = code.replaceAll(/[\s-]/g, '');
      const isSentence = !isList && text.length - code.length > maxBehindCode;
      return {
        value: fits?.(code) === false ? digits : code,
        key: digits.toLowerCase(),
        quality: isSentence ? codeInSentenceQuality : 1,
      };
    }
  }
  return undefined;
}

function readAvailability(plan: FieldPlan, text: string): ReadValue | undefined {
  const state = parseAvailability(text);
  if (state === undefined) return undefined;
  const buyable = state === 'InStock' || state === 'LimitedAvailability';
  if (plan.types.includes('boolean') && plan.types.length === 1) {
    return { value: buyable, key: String(buyable), quality: 1 };
  }
  const member = findMember(plan.enumMembers, state);
  if (plan.enumMembers.length > 0 && member === undefined) return undefined;
  return { value: member ?? state, key: JSON.stringify(member ?? state), quality: 1 };
}

/** Returns the enum member that means a state of stock: `in_stock`, `available`, `Sold out`. */
function findMember(members: readonly unknown[], state: Availability): unknown {
  const senses = members.map((member) => parseAvailability(String(member)));
  const at = senses.indexOf(state);
  if (at >= 0) return members[at];
  const nearest: Availability = state === 'LimitedAvailability' ? 'InStock' : 'OutOfStock';
  const fallback = senses.indexOf(nearest);
  return fallback >= 0 ? members[fallback] : undefined;
}

function readDuration(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  const bare = /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  const minutes = parseDuration(text) ?? (context.machine ? bare : undefined);
  if (minutes === undefined || minutes <= 0) return undefined;
  if (!isNumeric(plan)) return { value: text, key: String(minutes), quality: 1 };
  const least = parseDuration(text, 'lower') ?? minutes;
  const value = toWantedUnit(plan, minutes);
  const lowest = toWantedUnit(plan, least);
  if (value === undefined || lowest === undefined)
    return { value: text, key: text, quality: 1, otherUnit: 'another unit of time' };
  return {
    value,
    key: String(minutes),
    quality: 1,
    alternatives: least === minutes ? undefined : [lowest],
  };
}

/** How many of a unit a minute has; months and years have no fixed length. */
const perMinute: ReadonlyMap<string, number> = new Map([
  ['ms', 60_000],
  ['s', 60],
  ['min', 1],
  ['h', 1 / 60],
  ['d', 1 / 1_440],
  ['wk', 1 / 10_080],
]);

/** A duration in the unit that the field asks for, minutes where it asks for none. */
function toWantedUnit(
  { name, description, asked }: FieldPlan,
  minutes: number,
): number | undefined {
  const unit = asked.units.find(({ dimension }) => dimension === 'time')?.name;
  const said = /\b(?:milli)?(?:seconds|hours)\b/i.exec(
    `${splitWords(name).join(' ')} ${description}`,
  );
  const factor = perMinute.get(
    unit ?? (said === null ? 'min' : (findUnit(said[0])?.name ?? 'min')),
  );
  return factor === undefined ? undefined : Math.round(minutes * factor * 100) / 100;
}

/** Numbers that the reader could not rule out. */
function listAlternatives({ confidence, alternatives }: NumberRead): readonly number[] | undefined {
  return confidence === 'ambiguous' && alternatives.length > 0 ? alternatives : undefined;
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

function readPlainNumber(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  const machine = context.machine ? toMachineDecimal(text) : undefined;
  if (machine !== undefined) {
    const value = toHeldNumber(plan, machine);
    return value === undefined ? undefined : { value, key: toAmountKey(machine), quality: 1 };
  }
  const fit = plan.kind === 'money' ? { text } : fitMeasure(plan.asked, text);
  if (fit.other !== undefined) return toOtherUnit(text, fit.other);
  const isMeasure = plan.asked.dimensions.size > 0;
  const read = readNumber(fit.text, { ...context.place, kind: toNumberKind(plan), isMeasure });
  const sign = read?.currency;
  if (sign !== undefined && isOtherCurrency(plan.asked, sign, findNumberLocale(context.place)))
    return toOtherUnit(text, sign);
  if (plan.concept?.name === 'rating' && isBeyondScale(plan.name, text, read?.value))
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
  return {
    value,
    key: toAmountKey(read.digits),
    quality: around > maxAroundNumber ? numberInSentenceQuality : 1,
    alternatives: listAlternatives(read),
  };
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

function readBoolean(text: string): ReadValue | undefined {
  // A tick or a cross is the whole text, and as a bullet of a label it would go.
  const label = foldLabel(text) || text.trim();
  if (yesWords.has(label)) return { value: true, key: 'true', quality: 1 };
  return noWords.has(label) ? { value: false, key: 'false', quality: 1 } : undefined;
}

function readEnum(plan: FieldPlan, text: string): ReadValue | undefined {
  const joined = joinName(text.replace(/^https?:\/\/schema\.org\//, ''));
  const same = plan.enumMembers.find((member) => joinName(String(member)) === joined);
  return same === undefined ? undefined : { value: same, key: JSON.stringify(same), quality: 1 };
}

function readUrl({ format }: FieldPlan, said: string, context: ReadContext): ReadValue | undefined {
  const text = said.trim();
  // What a script works on leads nowhere.
  if (text === '#') return undefined;
  // A word or a number that the page shows is no address.
  if (!context.machine && !/[./#?]/.test(text)) return undefined;
  // Addresses of files may have blanks in attributes; among the words of a page they end there.
  if (/\s/.test(text) && !(context.machine && /^\S*[/?]/.test(text))) return undefined;
  // A page without an address of its own has links that are relative to nothing: they stay as they are.
  const isOfNowhere = context.machine && format === undefined && text !== '';
  if (isOfNowhere && !URL.canParse('/', context.baseUrl) && !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(text))
    return { value: text, key: text, quality: 1 };
  if (!URL.canParse(text, context.baseUrl)) return undefined;
  const url = new URL(text, context.baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return { value: url.href, key: `${url.host}${url.pathname.replace(/\/$/, '')}`, quality: 1 };
}

/** Whether the schema wants a number and would refuse a text. */
export function isNumeric(plan: FieldPlan): boolean {
  return (
    !plan.types.includes('string') &&
    plan.types.some((type) => type === 'number' || type === 'integer')
  );
}

function fitType(plan: FieldPlan, read: ReadValue, context: ReadContext): ReadValue | undefined {
  const { value } = read;
  if (plan.types.length === 0 || plan.types.includes('string')) {
    return typeof value === 'number' &&
      plan.types.includes('string') &&
      !plan.types.includes('number')
      ? { ...read, value: String(value) }
      : read;
  }
  if (isNumeric(plan) && typeof value === 'string') return readPlainNumber(plan, value, context);
  if (
    plan.types.includes('integer') &&
    !plan.types.includes('number') &&
    typeof value === 'number'
  ) {
    // A fraction is no whole number.
    return Number.isInteger(value) ? read : undefined;
  }
  return read;
}
