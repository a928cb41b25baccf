import { findCurrencyAfter, findCurrencyBefore } from './currency-signs.ts';
import type { NumberLocale } from './number-locale.ts';

interface SignPlace {
  readonly context: { readonly kind: string; readonly ownCell?: boolean | undefined };
  readonly locale: NumberLocale | undefined;
}

/** Whether a number is negative, and whether the page says so without doubt. */
export interface NumberSign {
  readonly isNegative: boolean;
  readonly isSure: boolean;
}

export const noSign: NumberSign = { isNegative: false, isSure: true };
/** The sign as a word, at the start of a text or behind its label. */
const signWord =
  /(?:^|[:：(]|-)[ \u00A0]*(?:minus|moins|menos|meno|miinus|минус|мінус|マイナス|负|負|마이너스)[ \u00A0]*$/iu;

/** The sign of a number by what stands around it: `before` its digits and, without its currency, `rest`; `behind` them. */
export function findSign(
  rest: string,
  before: string,
  behind: string,
  currencyLength: number,
  { context, locale }: SignPlace,
  digits: string,
): NumberSign {
  const direct = before.replace(/[%\u00A0 ]+$/, '');
  if (belowZero.test(behind)) return { isNegative: true, isSure: true };
  // Some count the years before the first one from it, others write them with a sign.
  if (context.kind !== 'money' && beforeEra.test(behind))
    return { isNegative: true, isSure: false };
  if (signWord.test(rest) || signWord.test(before)) return { isNegative: true, isSure: true };
  const hollow = /(?:^|[^\p{L}\p{N}])[\u25B2\u25B3][ \u00A0]?$/u.test(rest);
  // In Japanese accounts; in a table of shares the same triangle points up.
  if (hollow && locale?.tag.startsWith('ja') === true)
    return { isNegative: true, isSure: rest.trimEnd().endsWith('\u25B3') };
  // A fall, unless the triangle opens a menu.
  if (/(?:^|[^\p{L}\p{N}])[\u25BC\u25BE][ \u00A0]?$/u.test(rest))
    return { isNegative: /^[ \u00A0]?%/.test(behind), isSure: false };
  // Between a currency and its digits a dash is a sign: `$-950`.
  const inner = rest === before ? undefined : rest.replace(/[%\u00A0 ]+$/, '');
  for (const text of inner === undefined ? [direct] : [direct, inner]) {
    const dash = /[-\u2013]$/.exec(text);
    if (dash === null) continue;
    const head = text.slice(0, -1);
    const gap = (text === direct ? before : rest).slice(text.length);
    if (dash[0] === '\u2013' && (gap !== '' || /\S$/.test(head))) continue;
    const isBehindCurrency = /(?:[\p{Sc}]|\b[A-Z]{3}|kr\.?)[ \u00A0]?$/u.test(head);
    if (/[\p{L}\p{N})%]$/u.test(head) && !isBehindCurrency) continue;
    // Behind the mark before omitted cents it begins the end of a range: `12.-15`.
    if (/\p{N}[.,]$/u.test(head) && gap === '') continue;
    if (gap.replaceAll('%', '') === '' || gap.includes('\u00A0')) {
      // "20 -25" may be a range.
      return { isNegative: true, isSure: !/\d[ \u00A0]?$/.test(head) };
    }
    // A dash between blanks separates; one that begins a text, or what a label names, may be a bullet.
    if (/(?:^|[:：])\s*$/.test(head)) return { isNegative: true, isSure: false };
  }
  const tail = behind.slice(currencyLength);
  if (/\([ \u00A0]?$/.test(rest) && /^[ \u00A0]?%?[ \u00A0]?\)/.test(tail)) {
    if (context.kind === 'count' || context.kind === 'integer' || context.kind === 'rating')
      return noSign;
    const head = rest.slice(0, rest.lastIndexOf('('));
    const outer = findCurrencyBefore(head, { locale, isWide: false });
    const label = head.slice(0, head.length - (outer?.length ?? 0)).trim();
    const beyond = tail.replace(/^[ \u00A0]?%?[ \u00A0]?\)/, '');
    const outerAfter = findCurrencyAfter(beyond, { locale, isWide: false });
    const isAlone = label === '' && beyond.slice(outerAfter?.length ?? 0).trim() === '';
    const isAmount = rest !== before || currencyLength > 0 || (outer ?? outerAfter) !== undefined;
    const isBehindLabel = /[:：]$/.test(label);
    if (isAmount && (isAlone || isBehindLabel)) return { isNegative: true, isSure: true };
    if (isAlone && (context.kind === 'money' || context.ownCell === true))
      return { isNegative: true, isSure: context.kind === 'money' || /\.\d\d$/.test(digits) };
    return { isNegative: false, isSure: !(isAlone || isBehindLabel || isAmount) };
  }
  if (context.kind === 'money' && /\([^()\d]{0,20}$/.test(rest) && /^[^()\d]{0,20}\)/.test(tail)) {
    const inside = rest.slice(rest.lastIndexOf('(')) + tail.slice(0, tail.indexOf(')'));
    return { isNegative: false, isSure: taxWords.test(inside) };
  }
  // `950-` is negative in bookkeeping; `950,-` has no cents, and `20-€25` is a range.
  const trailing = /^[ \u00A0]?-(?![\p{L}\d-])/u.test(tail) && !/^[ \u00A0]-[ \u00A0]/.test(tail);
  if (trailing && !/^[ \u00A0]?-[ \u00A0]?\p{Sc}[ \u00A0]?\d/u.test(tail)) {
    // With cents, and nothing else but a currency behind it, it cannot be a range that is left open.
    const isBooked =
      /\.\d\d$/.test(digits) &&
      /^[ \u00A0]?-[ \u00A0]?(?:\p{Sc}|\p{Lu}{3})?[ \u00A0]*$/u.test(tail);
    return isBooked ? { isNegative: true, isSure: true } : { isNegative: false, isSure: false };
  }
  // Accounts may write a credit or a debit, or brackets, in place of a sign.
  const isBooked = booked.test(tail) && /\.\d\d$/.test(digits);
  if (isBooked || (/^[ \u00A0]*\[[ \u00A0]?$/.test(rest) && /^[ \u00A0]?\][ \u00A0]*$/.test(tail)))
    return { isNegative: false, isSure: false };
  // A sign before a word that may be a currency's name.
  if (/(?:^|[ \u00A0])-\p{L}[\p{L}\p{M}.' \u00A0]{0,30}$/u.test(direct))
    return { isNegative: false, isSure: false };
  return noSign;
}

/** What brackets say of a price: "(incl. VAT $12)"; around a loss they say nothing. */
const taxWords =
  /(?<!\p{L})(?:vat|tax|gst|mwst|ust|btw|tva|iva|moms|ttc|ht|netto|brutto)(?!\p{L})|税/iu;

/** Credit or debit; `Soll` and `Haben` in German. */
const booked = /^[ \u00A0]?(?:CR|Cr|DR|Dr|S|H)[ \u00A0]*$/u;
/** Behind a temperature, with its unit between: "5 °C below zero". */
const belowZero =
  /^[ \u00A0]?(?:°[ \u00A0]?[CF]?|degrees(?: (?:celsius|fahrenheit))?|grad(?: (?:celsius|fahrenheit))?|degrés|grados|gradi|graden|grader)?[ \u00A0]?(?:below zero|below freezing|unter null|en dessous de zéro|au-dessous de zéro|sous zéro|bajo cero|sotto zero|sotto lo zero|abaixo de zero|onder nul|onder het vriespunt|under noll|under nul|poniżej zera|pod nulou|ниже нуля)(?!\p{L})/iu;
/** Behind a year of the time before our era. */
const beforeEra =
  /^[ \u00A0]?(?:BCE?|B\.[ \u00A0]?C\.(?:[ \u00A0]?E\.)?|v\.[ \u00A0]?(?:Chr\.|u\.[ \u00A0]?Z\.)|av\.[ \u00A0]?J\.-C\.|a\.[ \u00A0]?C\.|p\.n\.e\.|до н\.[ \u00A0]?э\.)(?![\p{L}\p{N}])/u;
