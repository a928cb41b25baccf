import { getOrMake, rememberWithin } from '../../../runtime/collections.ts';
import { findConceptByLabel } from '../../lexicon/find-concept.ts';
import { foldLabel } from '../../lexicon/fold-label.ts';
import {
  currencySource,
  findCodeOfSign,
  findCurrencyAfter,
  findCurrencyBefore,
  toCurrencyCode,
} from './currency-signs.ts';
import { fractionSigns } from './fractions.ts';
import { foldNumberText } from './fold-number-text.ts';
import { findSign, noSign } from './number-sign.ts';
import { type TailedRun, addTails } from './number-tail.ts';
import {
  type NumberContext,
  type NumberLocale,
  countDecimals,
  findNumberLocale,
  learnMarks,
  learnMarksOfCurrency,
} from './number-locale.ts';
import {
  type Convention,
  type DigitRun,
  type MarkReading,
  findForm,
  listReadings,
  listRuns,
  readConvention,
} from './number-marks.ts';
import { findScale } from './find-scale.ts';
import { findUnit } from './units.ts';

export interface NumberRead {
  /** Exact: `-1299.00`. */
  readonly digits: string;
  readonly value: number;
  /** Where its digits stand in the text as written. */
  readonly start: number;
  readonly end: number;
  /** Without the word that multiplies it. */
  readonly unscaled: number;
  /** With its currency. */
  readonly wholeStart: number;
  readonly wholeEnd: number;
  readonly isPercent: boolean;
  readonly isScaled: boolean;
  /** As written. */
  readonly currency: string | undefined;
  readonly confidence: 'certain' | 'likely' | 'ambiguous';
  /** Other numbers that it may be. */
  readonly alternatives: readonly number[];
  /** Whether it is an end of a range: `20-25`. */
  readonly isRange: boolean;
}

type Confidence = NumberRead['confidence'];

const pence = /^[ \u00A0]?(?:p|pence)(?![\p{L}\p{N}])/u;
const anyDigit = new RegExp(`[\\p{Nd}${fractionSigns}]`, 'u');
/** Longer texts are prose, and are read in parts by those who need it. */
export const maxTextLength = 2_000;
const maxNumbers = 40;
/** Bytes of what is remembered: the numbers of some 6,000 cells. */
const maxKnownBytes = 4_000_000;
/** Bytes of an entry and of each number in it, measured, and of a letter where the text has one that needs two. */
const entryBytes = 100;
const readBytes = 400;
const letterBytes = 2;
const remember = rememberWithin<readonly NumberRead[]>(
  maxKnownBytes,
  ({ length }, reads) => entryBytes + letterBytes * length + readBytes * reads.length,
);
/** Columns by number, since the texts of one may be long and are the same for each of its cells. */
const columns = new WeakMap<readonly string[], number>();
let lastColumn = 0;

/** The numbers of a text: each with its sign, its currency and what else it may be. */
export function readNumbers(text: string, context: NumberContext): readonly NumberRead[] {
  if (!anyDigit.test(text)) return [];
  const written = text.slice(0, maxTextLength);
  const { kind, language, host, peers = [], ownCell, isMeasure } = context;
  const column = peers.length === 0 ? 0 : getOrMake(columns, peers, () => (lastColumn += 1));
  const asked = [kind, language, host, ownCell, isMeasure, column, written].join('\0');
  return remember(asked, () => readAll(written, context, maxNumbers));
}

/** The number that a text states first; of amounts the first with a currency. */
export function readNumber(text: string, context: NumberContext): NumberRead | undefined {
  const reads = readNumbers(text, context);
  const priced =
    context.kind === 'money' ? reads.find(({ currency }) => currency !== undefined) : undefined;
  const read = priced ?? reads[0];
  if (read === undefined || (read.isRange && context.kind !== 'money')) return undefined;
  return read;
}

/** All numbers of a long text, in time linear in it; nothing of it is remembered. */
export function readAllNumbers(text: string, context: NumberContext): readonly NumberRead[] {
  return readAll(text, context, Number.POSITIVE_INFINITY);
}

function readAll(written: string, context: NumberContext, most: number): readonly NumberRead[] {
  const { text, offsetOf } = foldNumberText(written);
  const locale = findNumberLocale(context);
  const page = { text, locale, context, readShown: readOnce(text, context) };
  const reads: NumberRead[] = [];
  // By which the last part is multiplied.
  let factor = 1;
  for (const run of addTails(listRuns(text), text)) {
    const read = readRun(run, page);
    if (read === undefined) continue;
    const { lengthBefore, lengthAfter, ...number } = read;
    const placed = {
      ...number,
      start: offsetOf(run.start),
      end: offsetOf(run.end),
      wholeStart: offsetOf(run.start - lengthBefore),
      wholeEnd: offsetOf(run.end + lengthAfter),
    };
    const last = reads.at(-1);
    const between = last === undefined ? '' : written.slice(last.end, placed.start);
    const isSameNumber = last !== undefined && isLowerPart(last, placed, between, factor);
    factor = placed.value / placed.unscaled;
    const isCoins =
      last !== undefined && context.kind === 'money' && areCoins(last, placed, written);
    if (isSameNumber) reads[reads.length - 1] = joinParts(last, placed);
    else if (isCoins) reads[reads.length - 1] = joinCoins(last, placed, written);
    else {
      if (last !== undefined && sharesScale(last, placed, written))
        reads[reads.length - 1] = scaleLike(last, placed);
      reads.push(placed);
    }
    if (reads.length >= most) break;
  }
  return reads;
}

const betweenEnds = /^[ \u00A0]?(?:[-\u2013\u2014~]|to|bis|tot|till)[ \u00A0]?$/iu;

/** Whether the word behind the upper end of a range multiplies the lower one as well: "$80-100k", but "$500 – 10k". */
function sharesScale(lower: NumberRead, upper: NumberRead, text: string): boolean {
  return (
    upper.isScaled &&
    upper.value > upper.unscaled &&
    !lower.isScaled &&
    !lower.isPercent &&
    lower.value > 0 &&
    lower.value < upper.unscaled &&
    betweenEnds.test(text.slice(lower.wholeEnd, upper.wholeStart))
  );
}

/** Multiplies the lower end of a range by what the upper one is; behind a currency of its own the latter may be so alone. */
function scaleLike(lower: NumberRead, upper: NumberRead): NumberRead {
  const digits = shiftPoint(lower.digits, Math.round(Math.log10(upper.value / upper.unscaled)));
  const isApart = upper.currency !== undefined && lower.currency !== undefined;
  return {
    ...lower,
    digits,
    value: Number(digits),
    isScaled: true,
    confidence: isApart ? 'ambiguous' : lower.confidence,
    alternatives: isApart ? [lower.value, ...lower.alternatives] : lower.alternatives,
  };
}

/** The sign of a myriad and the like between two parts; Korean sets a blank behind it. */
const myriadSign = /^(?:[\p{Script=Han}\p{Script=Hangul}]|\p{Script=Hangul}[ \u00A0])$/u;

const maxPartLength = 40;

/** Whether a number goes on behind the sign that multiplies its first part: 1万2800 is 12,800. */
function isLowerPart(
  higher: NumberRead,
  lower: NumberRead,
  between: string,
  factor: number,
): boolean {
  return (
    higher.isScaled &&
    !higher.isPercent &&
    !lower.isPercent &&
    lower.value > 0 &&
    lower.value < factor &&
    !higher.digits.includes('.') &&
    higher.digits.length <= maxPartLength &&
    myriadSign.test(between)
  );
}

function joinParts(higher: NumberRead, lower: NumberRead): NumberRead {
  const [whole = '', fraction] = lower.digits.split('.');
  const isNegative = higher.digits.startsWith('-');
  const sum = BigInt(isNegative ? higher.digits.slice(1) : higher.digits) + BigInt(whole);
  const digits = `${isNegative ? '-' : ''}${sum}${fraction === undefined ? '' : `.${fraction}`}`;
  return {
    ...lower,
    digits,
    value: Number(digits),
    unscaled: Number(digits),
    isScaled: true,
    currency: lower.currency ?? higher.currency,
    start: higher.start,
    wholeStart: higher.wholeStart,
    confidence: worst(higher.confidence, lower.confidence),
  };
}

const coinBehind =
  /^[ \u00A0]?(?:коп|cents?|ct|céntimos?|centavos?|centesimi|centimes?|gr|groszy|öre|øre|pence)(?!\p{L})/iu;
const coinJoint = /^[\s.]{0,3}(?:(?:con|y|et|und|and|e|и)\s)?$/iu;
const lastBehindJoint = /[\s.](?:con|et|und|and|e|и)\s$/iu;

/** Whether a number is the coins of the amount in front of it: "1 234 руб. 50 коп.", "3 euros con 50". */
function areCoins(whole: NumberRead, coins: NumberRead, text: string): boolean {
  const between = text.slice(whole.wholeEnd, coins.start);
  const behind = text.slice(coins.end);
  const isCoin =
    coinBehind.test(behind) || (lastBehindJoint.test(between) && /^[\s.]*$/.test(behind));
  return (
    whole.currency !== undefined &&
    !whole.isScaled &&
    /^\d+$/.test(whole.digits) &&
    /^\d\d$/.test(text.slice(coins.start, coins.end)) &&
    coinJoint.test(between) &&
    isCoin
  );
}

function joinCoins(whole: NumberRead, coins: NumberRead, text: string): NumberRead {
  const digits = `${whole.digits}.${text.slice(coins.start, coins.end)}`;
  const value = Number(digits);
  return { ...whole, digits, value, unscaled: value, end: coins.end, wholeEnd: coins.wholeEnd };
}

/** What the text itself and those of its column show of the marks, read when a number needs it. */
function readOnce(text: string, { peers = [] }: NumberContext): () => Convention {
  let convention: Convention | undefined;
  return () =>
    (convention ??= readConvention([
      ...peers.map((peer) => foldNumberText(peer.slice(0, maxTextLength)).text),
      text,
    ]));
}

interface TextPlace {
  readonly text: string;
  readonly locale: NumberLocale | undefined;
  readonly context: NumberContext;
  readonly readShown: () => Convention;
}

/** Characters around a number that may belong to it. */
const maxAround = 48;

interface RunRead extends Omit<NumberRead, 'start' | 'end' | 'wholeStart' | 'wholeEnd'> {
  readonly lengthBefore: number;
  readonly lengthAfter: number;
}

/** A dash in place of the cents: `12.–`, `12,- €`, `CHF 12.--`; before a digit or a word it is a range or a hyphen. */
const omittedCents = new RegExp(
  `^[.,:][-\\u2013\\u2014]{1,2}(?:(?=${currencySource})|(?![-\\p{L}]|[ \\u00A0]?\\p{N}))`,
  'u',
);

function readRun(run: TailedRun, place: TextPlace): RunRead | undefined {
  const { text, locale, context } = place;
  const isMoneyWanted = context.kind === 'money';
  const before = text.slice(Math.max(0, run.start - maxAround), run.start);
  const after = text.slice(run.end, run.end + maxAround);
  // The escudo's sign stands where the decimal mark does.
  if (/^\$\d\d(?!\d)/.test(after) || /\d\$$/.test(before)) return undefined;
  // Minutes of an hour, or an end of a ratio: `12:50`.
  if (context.kind === 'money' && isBehindColon(before, after)) return undefined;
  const dashLength = omittedCents.exec(after)?.[0].length ?? 0;
  const readings = dashLength > 0 ? listWholeReadings(run.text) : listReadings(run.text);
  if (readings.length === 0) return undefined;
  const signs = { locale, isWide: isMoneyWanted };
  // What an amount is followed by multiplies it, whatever else may be measured so: "€5 m".
  const isAmount = isMoneyWanted || findCurrencyBefore(before, signs)?.isPlain === true;
  const scale =
    dashLength > 0 ? undefined : findScale(before, after, place.context, place.locale, isAmount);
  const behind = after.slice(dashLength + (scale?.length ?? 0));
  // Zeros behind letters are those of a code, whatever currency the letters may be: RM0012.
  const isPadded = /^0\d/.test(run.text) && /\p{L}$/u.test(before);
  const currencyBefore = isPadded
    ? undefined
    : findCurrencyBefore(before.slice(0, before.length - (scale?.lengthBefore ?? 0)), signs);
  const currencyAfter = findCurrencyAfter(behind, signs);
  // `99p` where a penny is the coin.
  const isPence = isMoneyWanted && locale?.tag.endsWith('-GB') === true && pence.test(after);
  const stated = run.text.includes('€')
    ? '€'
    : ([
        currencyBefore,
        currencyAfter,
        findCurrencyApart(before, behind, signs),
        // Where nothing else says that it is money, the dash itself does.
        dashLength > 0 ? findCurrencyAfter(after, signs) : undefined,
      ].find((found) => found?.isPlain === true)?.sign ?? (isPence ? '£' : undefined));
  const rest = before.slice(
    0,
    before.length - (scale?.lengthBefore ?? 0) - (currencyBefore?.length ?? 0),
  );
  const currency =
    stated === undefined ? undefined : (findCodeOfSign(stated, rest, behind) ?? stated);
  const isMoney = currency !== undefined || isMoneyWanted;
  const chosen = chooseReading(run, readings, {
    ...place,
    isMoney,
    currency,
    behind,
    isBehindCurrency: currencyBefore?.isPlain === true,
  });
  if (chosen === undefined) return undefined;
  // `-,89 €` and the Swiss `-.95` have no whole part: their dash stands for the nought.
  const isSwiss = currency !== undefined && toCurrencyCode(currency, locale) === 'CHF';
  const sign =
    /^[,\u066B]/.test(run.text) || (isSwiss && run.text.startsWith('.'))
      ? noSign
      : findSign(rest, before, behind, currencyAfter?.length ?? 0, place, chosen.digits);
  const isPercent = /^[ \u00A0]?%/.test(after) || /%[ \u00A0]?$/.test(before);
  const isCents = isMoneyWanted && /^[ \u00A0]?(?:¢|cents?\b|ct\b)/iu.test(after);
  const cents = isCents || isPence ? -2 : 0;
  const toNumber = (digits: string, isNegative: boolean, power: number): string =>
    (isNegative ? '-' : '') + shiftPoint(addFraction(digits, run.fraction), power + cents);
  const share = context.kind === 'number' ? run.share : undefined;
  const power = (scale?.power ?? 0) + run.power;
  const digits = toNumber(chosen.digits, sign.isNegative, power);
  const alternatives = new Set(
    [
      ...readings.map((reading) => toNumber(reading.digits, sign.isNegative, power)),
      ...(sign.isSure ? [] : [toNumber(chosen.digits, !sign.isNegative, power)]),
      ...(scale === undefined || scale.isSure
        ? []
        : [0, ...scale.others].map((other) => toNumber(chosen.digits, sign.isNegative, other))),
      ...(chosen.lastGroup === undefined
        ? []
        : [toNumber(chosen.lastGroup, sign.isNegative, power)]),
      ...(share === undefined ? [] : [toNumber(String(share), sign.isNegative, power)]),
    ].map(Number),
  );
  alternatives.delete(Number(digits));
  const confidence = worst(
    chosen.confidence,
    share === undefined ? 'certain' : 'ambiguous',
    sign.isSure ? 'certain' : 'ambiguous',
    scale === undefined || scale.isSure ? 'certain' : 'ambiguous',
  );
  return {
    digits,
    value: Number(digits),
    unscaled: Number(toNumber(chosen.digits, sign.isNegative, 0)),
    isPercent,
    isScaled: power !== 0 || cents !== 0,
    currency,
    confidence,
    alternatives: confidence === 'ambiguous' ? [...alternatives] : [],
    isRange: isRangeEnd(rest, behind),
    lengthBefore: before.length - rest.length,
    lengthAfter: dashLength + (scale?.length ?? 0) + (currencyAfter?.length ?? 0),
  };
}

/** Whole digits with a part of one behind them. */
function addFraction(digits: string, fraction: number): string {
  return fraction === 0 ? digits : String(Number(digits) + fraction);
}

/** What the digits before omitted cents may be: their last mark separates no decimals where it can separate groups. */
function listWholeReadings(run: string): readonly MarkReading[] {
  const readings = listReadings(run);
  const whole = readings.filter(({ form }) => form !== 'decimal');
  return whole.length > 0 ? whole : readings;
}

/** A currency beyond the brackets or the trailing dash that say a number is negative: `$ (12.50)`, `(12,50) €`, `12,50- €`. */
function findCurrencyApart(
  before: string,
  behind: string,
  signs: Parameters<typeof findCurrencyBefore>[1],
): ReturnType<typeof findCurrencyBefore> {
  const opened = /\([ \u00A0]?$/.exec(before)?.index;
  const closed = /^[ \u00A0]?\)/.exec(behind)?.[0].length;
  if (opened !== undefined && closed !== undefined) {
    const sign = findCurrencyBefore(before.slice(0, opened), signs);
    return sign ?? findCurrencyAfter(behind.slice(closed), signs);
  }
  const dash = /^[ \u00A0]?-(?=[ \u00A0]?\D+$)/u.exec(behind)?.[0].length;
  return dash === undefined ? undefined : findCurrencyAfter(behind.slice(dash), signs);
}

function isBehindColon(before: string, after: string): boolean {
  return /\d:$/.test(before) || (/^:\d\d(?!\d)/.test(after) && !before.endsWith(':'));
}

function worst(...all: readonly Confidence[]): Confidence {
  if (all.includes('ambiguous')) return 'ambiguous';
  return all.includes('likely') ? 'likely' : 'certain';
}

interface Amount extends TextPlace {
  readonly isMoney: boolean;
  readonly currency: string | undefined;
  readonly behind: string;
  readonly isBehindCurrency: boolean;
}

interface Chosen {
  readonly digits: string;
  readonly confidence: Confidence;
  /** Digits behind a blank that may be a number of their own. */
  readonly lastGroup?: string;
}

/** What an amount is for: "/ kg", "por noche", "each". */
const perWhat =
  /^[^\d]{0,6}?[ \u00A0]?(?:(each)\b|(?:\/|(?:per|pro|je|par|por)\b)[ \u00A0]?(?:10{0,3}[ \u00A0]?)?(\p{L}{1,12}[²³]?))/iu;

/** Whether an amount is for so little that it may have three decimals: a litre of fuel, unlike a month or a square metre. */
function isOfLittle(behind: string): boolean {
  const [, each, word = ''] = perWhat.exec(behind) ?? [];
  const unit = findUnit(word);
  if (unit === undefined) return each !== undefined;
  return unit.dimension === 'time' ? littleTimes.has(unit.name) : unit.dimension !== 'area';
}

const littleTimes: ReadonlySet<string> = new Set(['s', 'min', 'h']);

function chooseReading(
  run: DigitRun,
  readings: readonly MarkReading[],
  amount: Amount,
): Chosen | undefined {
  const { locale, context, isMoney } = amount;
  const [first] = readings;
  if (first === undefined) return undefined;
  const decimal = readings.find(({ form }) => form === 'decimal');
  const grouped = readings.find(({ form }) => form === 'grouped');
  if (decimal === undefined || grouped === undefined) {
    if (run.text.includes(' ')) return chooseSpaced(run, first, amount);
    return { digits: first.digits, confidence: 'certain' };
  }
  const choose = (form: 'grouped' | 'decimal', confidence: Confidence): Chosen => ({
    digits: (form === 'grouped' ? grouped : decimal).digits,
    confidence,
  });
  const { mark } = decimal;
  const local = locale === undefined ? undefined : findForm(learnMarks(locale, isMoney), mark);
  if (context.kind === 'count' || context.kind === 'integer') {
    // What the language would write as a fraction is no whole number for certain.
    const isScaled = findScale('', amount.behind, amount.context, amount.locale) !== undefined;
    if (!isScaled) return choose('grouped', local === 'decimal' ? 'ambiguous' : 'certain');
  }
  const convention = amount.readShown();
  const shown = findForm(convention, mark);
  if (shown !== undefined) return choose(shown, 'certain');
  const isUnit = /^[^\d]{0,6}?[ \u00A0]?(?:\/|per\b|each\b|pro\b|je\b|par\b|por\b)/iu.test(
    amount.behind,
  );
  const code = amount.currency === undefined ? undefined : toCurrencyCode(amount.currency, locale);
  const hasThree = code !== undefined && countDecimals(code) === 3;
  const usualSureness = locale?.hasCountry === true ? 'certain' : 'likely';
  if (local === 'grouped') return choose('grouped', usualSureness);
  if (local === 'decimal' && (!isMoney || isUnit || hasThree || mark === ',')) {
    return choose('decimal', isMoney && !isUnit && !hasThree ? 'ambiguous' : usualSureness);
  }
  if (convention.isGroupedThroughout) return choose('grouped', 'likely');
  if (!isMoney) return choose(mark === ',' ? 'grouped' : 'decimal', 'ambiguous');
  if (hasThree || isOfLittle(amount.behind)) return choose('decimal', 'ambiguous');
  const home = code === undefined ? undefined : learnMarksOfCurrency(code);
  const homeForm = home === undefined ? undefined : findForm(home, mark);
  // Where the countries of the language differ, "$ 12.000" is no dollar with three decimals.
  if (locale !== undefined && local === undefined && homeForm === 'decimal') {
    return choose('grouped', 'ambiguous');
  }
  const usual = homeForm ?? 'grouped';
  // Prices have two decimals or none, whatever a page says of its language.
  if (local === 'decimal') return choose(usual, 'ambiguous');
  return choose(usual, usual === 'grouped' ? 'likely' : 'ambiguous');
}

/** Groups behind blanks may be numbers of their own: "Model 12 123 €". Behind a currency or a label of amounts they are one. */
function chooseSpaced(
  run: DigitRun,
  reading: MarkReading,
  { text, locale, isBehindCurrency }: Amount,
): Chosen {
  const before = text.slice(Math.max(0, run.start - maxAround), run.start);
  // No number of its own begins with a nought: "from 120 000".
  const isOneNumber = / 0\d/.test(run.text);
  const isBehindWord =
    /[\p{L}\p{N}][ \u00A0]?$/u.test(before) &&
    !isBehindCurrency &&
    !isOneNumber &&
    !endsInAmountLabel(before);
  const isUsual = locale !== undefined && learnMarks(locale, false).group.has('\u00A0');
  if (!isBehindWord) return { digits: reading.digits, confidence: isUsual ? 'certain' : 'likely' };
  const lastGroup = listReadings(run.text.slice(run.text.indexOf(' ') + 1))[0]?.digits;
  return {
    digits: reading.digits,
    confidence: 'ambiguous',
    ...(lastGroup === undefined ? {} : { lastGroup }),
  };
}

const maxLabelWords = 3;

/** Whether the words that end a text are a label of amounts: "Cena", "Price". */
function endsInAmountLabel(text: string): boolean {
  const words = foldLabel(text).split(' ');
  return Array.from({ length: maxLabelWords }, (_, at) => words.slice(-1 - at).join(' ')).some(
    (label) => findConceptByLabel(label)?.kind === 'money',
  );
}

const rangeBehind =
  /^[^\d\p{L}]{0,2}(?:[-\u2013\u2014~]|[ \u00A0][-\u2013\u2014~][ \u00A0])[\p{Sc}]?[ \u00A0]?\d/u;
const rangeBefore = /\d[^\d\p{L}]{0,2}(?:[-\u2013\u2014~]|[ \u00A0][-\u2013\u2014~][ \u00A0])$/u;
/** The same in words, with a unit at both ends or at the last one: `-5 to 3 °C`, `3 °C bis 5 °C`. */
const rangeWordBehind =
  /^[ \u00A0]?[°%]?[ \u00A0]?\p{L}{0,3}[²³]?[ \u00A0](?:to|bis|tot|till)[ \u00A0][-\u2212+]?\p{Sc}?[ \u00A0]?\d/iu;
const rangeWordBefore =
  /\d[ \u00A0]?[°%]?[ \u00A0]?\p{L}{0,3}[²³]?[ \u00A0](?:to|bis|tot|till)[ \u00A0]$/iu;

function isRangeEnd(rest: string, behind: string): boolean {
  return (
    [rangeBehind, rangeWordBehind].some((pattern) => pattern.test(behind)) ||
    [rangeBefore, rangeWordBefore].some((pattern) => pattern.test(rest))
  );
}

/** Moves the decimal point, so that no digit changes: `1.2` by 3 is `1200`. */
function shiftPoint(digits: string, power: number): string {
  if (power === 0) return trimZeros(digits);
  const [whole = '', fraction = ''] = digits.split('.');
  if (power > 0) {
    const moved = fraction.padEnd(power, '0');
    const rest = moved.slice(power);
    return trimZeros(whole + moved.slice(0, power) + (rest === '' ? '' : `.${rest}`));
  }
  const padded = whole.padStart(1 - power, '0');
  return trimZeros(`${padded.slice(0, power)}.${padded.slice(power)}${fraction}`);
}

/** `007` as a number is 7. */
function trimZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
