import { currencySource } from '../numbers/currency-signs.ts';
import type { NumberContext } from '../numbers/number-locale.ts';
import { type NumberRead, readNumbers } from '../numbers/read-numbers.ts';
import { parseDuration } from '../parse-duration.ts';
import { toWordSet } from '../../../runtime/collections.ts';

export interface Money {
  /** Decimal point, no grouping: `1299.00`. */
  readonly amount: string;
  readonly currency: string | undefined;
  readonly text: string;
  readonly read: NumberRead;
}

/** A value is short: amounts behind this are prose. */
export const maxAmountTextLength = 400;
const maxAmounts = 12;

/** What each sign, code or name of a currency has; most dates and numbers of cases have nothing of it, and are not read. */
const mayHoldCurrency = /[\p{L}\p{Sc}]|[,:，：]\P{Nd}/u;

/** The amounts of money in a text; `needsCurrency` leaves out bare numbers. */
export function findMoney(
  text: string,
  needsCurrency: boolean,
  // What is asked without a place is whether there are amounts, not what they are.
  place: Pick<NumberContext, 'language' | 'host' | 'peers' | 'ownCell'> = { language: 'en-US' },
): readonly Money[] {
  const short = text.slice(0, maxAmountTextLength);
  if (needsCurrency && !mayHoldCurrency.test(short)) return [];
  return readNumbers(short, { ...place, kind: 'money' })
    .filter(
      (read, at, all) =>
        !read.isPercent &&
        !isOfRate(read, all[at - 1], short) &&
        !isOfWord(read, short, place) &&
        (read.currency !== undefined ||
          (!needsCurrency && !isTime(short.slice(read.end)) && !isOfPhone(read, short))),
    )
    .slice(0, maxAmounts)
    .map((read) => ({
      amount: read.digits,
      currency: read.currency,
      text: short.slice(read.wholeStart, read.wholeEnd).trim(),
      read,
    }));
}

/** Codes that are words, or names of other things, in capitals: TOP 10, ALL 50, COP26, AMD 7600, PHP 8. */
const wordCodes: ReadonlySet<string> = toWordSet(
  'TOP ALL TRY COP CUP MAD PEN GEL SOS BAM AMD PHP CVE NIO',
);
/** Of these, what stands on badges by itself. */
const badgeCodes: ReadonlySet<string> = toWordSet('TOP ALL CUP SOS CVE PHP AMD');
/** Languages that are spoken in the country of a code alone. */
const codeLanguages: ReadonlyMap<string, string> = new Map([
  ['tr', 'TRY'],
  ['sq', 'ALL'],
  ['ka', 'GEL'],
  ['hy', 'AMD'],
  ['bs', 'BAM'],
]);

/** Whether what looks like the code of a currency is a word: a whole number among other words, far from the country that pays with it. */
function isOfWord(
  { currency, digits, wholeStart, wholeEnd }: NumberRead,
  text: string,
  { language = '', host = '' }: Pick<NumberContext, 'language' | 'host'>,
): boolean {
  if (currency === undefined || !wordCodes.has(currency)) return false;
  const written = text.slice(wholeStart, wholeEnd);
  if (digits.includes('.') && currency !== 'PHP') return false;
  if (/\d[.,'’\s]\d{2,3}(?!\d)/u.test(written) && digits.length > 3) return false;
  const country = currency.slice(0, 2).toLowerCase();
  const [primary, ...regions] = language.toLowerCase().split(/[-_]/);
  const isLocal =
    host.endsWith(`.${country}`) ||
    regions.includes(country) ||
    codeLanguages.get(primary ?? '') === currency;
  const isWhole = written.trim() === text.trim() && !badgeCodes.has(currency);
  return !isLocal && !isWhole;
}

/** Between what something costs and how much of it costs so. */
const rateMark = /^\s?(?:\/|(?:per|pro|je|par|por)\s)\s?$/iu;

/** Whether a number says how much an amount in front of it is for, or is part of a fraction: "£2.50 / 100 g", "1/2". */
function isOfRate(
  { currency, start, end }: NumberRead,
  before: NumberRead | undefined,
  text: string,
): boolean {
  if (currency !== undefined) return false;
  if (before?.currency !== undefined) return rateMark.test(text.slice(before.wholeEnd, start));
  return strokeBefore.test(text.slice(0, start)) || strokeBehind.test(text.slice(end));
}

/** Between the parts of a fraction or a date without a currency. */
const strokeBefore = /\p{Nd}\s?\/\s?$/u;
const strokeBehind = /^\s?\/\s?\p{Nd}[\p{Nd}.,]*\s?$/u;

const wordsBehind =
  /^(?:[ \u00A0]?[-\u2013\u2014][ \u00A0]?\p{Nd}{1,3})?[ \u00A0]?(?:(?:business|working)[ \u00A0]|werk|arbeits)?(\p{L}{2,12})/iu;

/** Whether a unit of time stands behind a bare number: "3 days", "2–4 Werktage". */
function isTime(behind: string): boolean {
  const unit = wordsBehind.exec(behind)?.[1];
  return unit !== undefined && parseDuration(`2 ${unit}`) !== undefined;
}

/** Digits behind a blank that begin with a zero, and are too many for a group of an amount: "555 0199". */
const groupBehind = /^[ \u00A0-](?:\d{2,4}[ \u00A0-])?0\d{3}/;

/** Whether a bare number is a part of one that people call: amounts do not begin with a zero before other digits. */
function isOfPhone({ start, end }: NumberRead, text: string): boolean {
  return (
    /^0\d{2}/.test(text.slice(start, start + 3)) || groupBehind.test(text.slice(end, end + 12))
  );
}

/** A sign or code of a currency directly before or after a digit. */
const pricedDigit = new RegExp(`${currencySource}\\s{0,2}\\d|\\d\\s{0,2}${currencySource}`, 'gu');

/** Where amounts with a currency stand in a text, ascending: at most `limit` offsets, each inside of its amount. */
export function findAmountOffsets(text: string, limit: number): readonly number[] {
  const offsets: number[] = [];
  if (!/\d/.test(text) || !mayHoldCurrency.test(text)) return offsets;
  for (const { index, 0: found } of text.matchAll(pricedDigit)) {
    offsets.push(index + found.length - 1);
    if (offsets.length >= limit) break;
  }
  return offsets;
}

/** A decimal in markup, where a point is a point: `129.900` is less than 130. */
export function toMachineDecimal(written: string): string | undefined {
  const text = written.trim();
  return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? text : undefined;
}

export function toAmountKey(amount: string): string {
  return String(Number(amount));
}
