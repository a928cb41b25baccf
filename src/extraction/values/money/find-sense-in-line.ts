import { foldLabel } from '../../lexicon/fold-label.ts';
import { currencySource } from '../numbers/currency-signs.ts';
import type { NumberRead } from '../numbers/read-numbers.ts';
import { findAmountOffsets, findMoney } from './find-money.ts';
import { type PriceSense, senseByLabel } from './price-words.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** What the words of a line say of its only amount; those in front of the first of several say nothing of the others. */
export function findSenseInLine(line: string): PriceSense | undefined {
  if (findAmountOffsets(line, 2).length > 1) return undefined;
  if (severalFor.test(line) || orByMonth.test(line)) return 'other';
  if (measureBefore.test(line)) return 'unit';
  return findLabelSense(line.slice(0, maxSenseLine)) ?? findSenseBehind(line);
}

/** What may be paid by the month instead: "or $49.91 per month". */
const orByMonth =
  /^(?:or|oder|ou|o|of|eller|lub|или)\s(?=\D{0,20}\d)[^\n]{0,40}?\d[\s,]?(?:\p{Sc}\s?)?(?:\/|per|a|pro|im|par|al|por|ao|om|i)\s?(?:mo|mth|month|monat|mois|mes|mese|mês|maand|måned|månad)(?!\p{L})/iu;

/** What several things cost together: "2 for $30". */
const severalFor = new RegExp(
  `^(?:(?:any|buy|get|take|choose)\\s)?[2-9]\\s?(?:for|für|pour|por|per|voor|za|за|/)\\s?(?:${currencySource})?\\s?\\p{Nd}`,
  'iu',
);

/** So many payments of an amount: `12x R$ 9,90`. */
const instalments = new RegExp(
  `(?<![\\p{N}.,])\\p{Nd}{1,2}\\s?[x×]\\s?(?:de\\s)?(?:${currencySource}\\s?\\p{Nd}|\\p{Nd}{1,6}[.,]\\p{Nd}{2}\\s?${currencySource})`,
  'iu',
);

/** So many times directly in front of an amount, and behind the number of times. */
const timesBefore = /(?<![\p{N}.,])\p{Nd}{1,2}\s?[x×]\s?(?:de\s)?$/iu;
const timesBehind = /^\s?[x×]\s?(?:de\s)?(?:\p{Lu}{0,3}\p{Sc}\s?)?\p{Nd}/iu;
const maxTimes = 12;

/** Whether an amount is one of several payments, or the number of them. */
export function isOfInstalments(text: string, { wholeStart, wholeEnd }: NumberRead): boolean {
  return (
    timesBefore.test(text.slice(Math.max(0, wholeStart - maxTimes), wholeStart)) ||
    timesBehind.test(text.slice(wholeEnd, wholeEnd + maxTimes))
  );
}

function findLabelSense(line: string): PriceSense | undefined {
  if (instalments.test(line)) return 'other';
  const words = leadingWords.exec(line)?.[1];
  const whole = words === undefined ? undefined : senseByLabel.get(foldLabel(words));
  return whole ?? findSenseOfWords(beforeAmount.exec(line)?.[1] ?? words ?? '');
}

const leadingWords = /^([^\d$€£¥]{2,30}?)[\s:：]*(?:\p{Lu}{0,2}\p{Sc}\s?|\p{Lu}{2,3}\s?)?\d/u;
const beforeAmount = /^(.{2,40}?)[\s:：]*(?:\p{Lu}{0,2}\p{Sc}\s?|\p{Lu}{2,3}\s?)\d/u;
/** Words that say "former" only beside an amount that is called the present one: a range begins with them, too. */
export const rangeWords: ReadonlySet<string> = toWordSet('de da von van from från fra z ze с');
/** Words that say so inside of a text alone: a name holds them. */
const openWords: ReadonlySet<string> = toWordSet('war era przed eski yeni');
/** Words that make little of an amount, or lead to it, and leave the sense to those in front of them: "now just", "ora a". */
const fillers: ReadonlySet<string> = toWordSet(
  'only just nur für seulement à solo sólo solamente a soltanto apenas só somente voor slechts maar tylko za endast bara kun bare vain jen pouze za len только лише sadece',
);
const maxSenseWords = 5;

/** What the words directly in front of an amount say of it. */
export function findSenseOfWords(before: string, hasCurrent = false): PriceSense | undefined {
  const words = foldLabel(before.slice(-maxSenseLength))
    .split(/[\s,;(]+/)
    .filter(Boolean);
  for (let count = Math.min(maxSenseWords, words.length); count > 0; count -= 1) {
    const label = words.slice(-count).join(' ');
    const said = senseByLabel.get(label);
    const isOpen = rangeWords.has(label) || (openWords.has(label) && count < words.length);
    const open = hasCurrent ? 'former' : undefined;
    const sense = isOpen ? open : said;
    if (sense !== undefined) return sense;
  }
  return words.length > 1 && fillers.has(words.at(-1) ?? '')
    ? findSenseOfWords(words.slice(0, -1).join(' '), hasCurrent)
    : undefined;
}

export const maxSenseLength = 40;
/** Characters of a line whose first words say what its amount is. */
const maxSenseLine = 80;
/** A rate: `/ 100 g`, `per month`; behind a stroke may be the same in another currency: `US$5 / AU$7`. */
const unitBehind = new RegExp(
  `^\\s?(?:\\/|per\\b|pro\\b|je\\b|par\\b|por\\b)\\s?(?!(?:st(?:ü|u)?ck|piece|item|unit|each)\\b)(?!${currencySource}\\s?\\p{Nd})[\\p{L}\\d]`,
  'iu',
);
/** A part of the bill. */
export const deliveryBehind: RegExp =
  /^\s?(?:(?:for )?(?:(?:standard|express|economy|home|courier|next[- ]day|same[- ]day|flat[- ]rate|domestic|international)[ -])?(?:shipping|delivery|postage|versand|livraison|envío|spedizione|verzendkosten|frakt|fragt)\b)/iu;

/** That an amount lacks the tax: `12.50 € excl. VAT`. */
export const netBehind: RegExp =
  /^[\s(,]{0,3}(?:(?:excl|ex|exkl|ekskl|zzgl)\.? ?(?:vat|tax|gst|mwst|ust|btw|moms|mva)|(?:plus|without|before) (?:vat|tax|gst)|netto|ohne mwst|ht|hors taxes?|sin iva|iva esclusa|senza iva|bez dph|без ндс)(?!\p{L})/iu;

/** What is taken off the price: "$5 off your first order", "5 € Rabatt". */
const offBehind =
  /^\s?(?:off(?=$|[\s]?[.,!;)]|\s(?:your|any|all|the|first|orders?|with|when|for|on|selected|every|now|today|sale)(?!\p{L}))|rabatt|nachlass|de (?:réduction|remise|descuento|desconto)|di sconto|korting|zniżki|rabatu)(?![\p{L}-])/iu;

/** That another amount took its place, in languages that say so behind it: "450 TL yerine", "4,500円のところ". */
export const formerBehind: RegExp =
  /^\s?(?:yerine|sijaan|asemesta|のところ|の代わりに|대신)(?![\p{Script=Latin}])/iu;

export function findSenseOfRest(rest: string): PriceSense | undefined {
  if (formerBehind.test(rest)) return 'former';
  if (offBehind.test(rest)) return 'other';
  if (netBehind.test(rest)) return 'net';
  if (unitBehind.test(rest)) return 'unit';
  return deliveryBehind.test(rest) ? 'other' : undefined;
}

/** What the words behind the only amount of a line say of it. */
function findSenseBehind(line: string): PriceSense | undefined {
  if (!mayQualify.test(line)) return undefined;
  const [first] = findMoney(line, true);
  const rest = first === undefined ? '' : line.slice(first.read.wholeEnd);
  if (formerBehind.test(rest)) return 'former';
  if (deliveryBehind.test(rest) || offBehind.test(rest)) return 'other';
  if (netBehind.test(rest)) return 'net';
  return measureBehind.test(rest) ? 'unit' : undefined;
}

/** A measure that a price is given for; pieces, and packs of 3 or of 30 m, are what is sold. */
export const measureBehind: RegExp =
  /^\s?(?:\/|per\b|pro\b|je\b|par\b|por\b)\s?(?:10{0,3}\s?)?(?:kg|m?g|[cdm]?l|c?m[²2³3]?|lit(?:re|er|ro)s?|oz|lbs?|kilo(?:gram)?s?|gal|ft|sq\.? ?(?:ft|m))(?!\p{L})/iu;

const times =
  'mo|mth|months?|monat|mois|mes|mese|mês|maand|måned|månad|kk|miesiąc|měsíc|мес(?:яц)?|ay|yr|years?|annum|jahr|ann?|année|año|anno|ano|jaar|år|rok|год|yıl|' +
  'wk|weeks?|woche|semaine|semana|settimana|uge|uke|vecka|days?|tag|jour|día|giorno|dia|dag|день|nights?|nacht|nuit|noche|notte|noite|natt|ночь|hours?|hr|h|stunde|std|heure|hora|ora|uur|час';
/** A time that a price is given for: "$12.50/mo", "10 € pro Nutzer und Monat", "$8 per user / month". */
export const timeBehind: RegExp = new RegExp(
  `^\\s?(?:(?:/|(?:per|pro|je|im|par|al|por|ao|om|i|в|na|za|a|each|every)\\s)\\s?(?:\\p{L}{2,12}\\s?(?:/|per\\s|pro\\s|und\\s|par\\s)\\s?)?(?:${times})(?!\\p{L})|(?:billed\\s)?(?:monthly|yearly|annually|weekly|nightly|hourly|monatlich|jährlich|mensuel|mensual|mensile)(?!\\p{L}))`,
  'iu',
);

/** A measure whose price follows: "1 l = 15,99 €", "100mlあたり 45円". */
const measureBefore =
  /^[\s(]{0,3}10{0,3}\s?(?:kg|m?g|[cdm]?l|c?m[²2³3]?|lit(?:re|er|ro)s?|oz|lbs?)\s?(?:=|あたり|当たり)\s?[^\p{L}\p{Nd}]{0,3}\p{Nd}/iu;

/** Words behind the last digit, or a stroke: without them nothing is said of an amount. */
const mayQualify = /\d[^\d]{0,6}(?:\/|[\s(,]\p{L}{2}|の)/u;

/** Whether the words directly in front of an amount call it the present one, and do not belong to what is before them. */
export function leadsToPresent(before: string): boolean {
  return /[\p{L}:：]\s*$/u.test(before) && findSenseOfWords(before) === 'current';
}

/** Whether a text is an amount that was the price, by what follows it: "$60" before "now $10". */
export function isBeforePresent(text: string, behind: string): boolean {
  if (findAmountOffsets(text, 1).length === 0) return false;
  const [next] = findMoney(behind, true);
  return next !== undefined && leadsToPresent(behind.slice(0, next.read.wholeStart));
}
