import { findNumberLocale } from './number-locale.ts';
import type { NumberContext } from './number-locale.ts';
import { readNumbers } from './read-numbers.ts';

interface OnlyNumberContext extends Pick<NumberContext, 'language' | 'host' | 'isMeasure'> {
  readonly wholeNumber: boolean;
  /** Whether any words may stand around the number; otherwise two behind it (`12 reviews`). */
  readonly inWords?: boolean;
}

/** Longer texts are prose. */
const maxLength = 64;
const maxLengthInWords = 200;
/** A double holds so many digits whatever they are; more would come out changed. */
const maxDigits = 15;
/** All but the exponents of units (`m²`), which would be digits. */
const foldable = /[^²³]+/g;
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const threeDecimals = /^-?\d{1,3}\.\d{3}$/;
const wordsBehind = /^[\p{L}\p{Sc}./%²³°]+\.?(?: \p{L}+)?$/u;

/** Words beside a number that make it another one in a way that the reader does not know, or one of several. */
const changing: ReadonlySet<string> = new Set(
  `c ct cent cents centimes p penny pence trillion hundred dozen hundert
  or and plus minus to of out x bis oder und ou et o y a`.split(/\s+/),
);

/**
 * The one number that a text consists of: `£51.77`, `($12.50)`, `3 million`. `undefined` where it may be another one, where
 * anything else stands beside it, and where it does not fit: nothing is rounded.
 */
export function findOnlyNumber(text: string, context: OnlyNumberContext): number | undefined {
  const { wholeNumber, inWords = false, language, host, isMeasure } = context;
  if (text.length > (inWords ? maxLengthInWords : maxLength)) return undefined;
  const line = text
    .replaceAll(foldable, (part) => part.normalize('NFKC'))
    .replaceAll(/\s+/g, ' ')
    .trim();
  // Written for programs: `1.234` is no group of thousands there, unless whole numbers are wanted or a language says so.
  const exact = plainNumber.test(line) ? fit(line, wholeNumber) : undefined;
  const isKnown = findNumberLocale({ language, host }) !== undefined;
  const isThousands = isKnown && (inWords || threeDecimals.test(line));
  if (exact !== undefined && !isThousands) return exact;
  const kind = /[¢￠]/.test(text) ? 'money' : wholeNumber ? 'integer' : 'number';
  const reads = readNumbers(line, { kind, language, host, isMeasure, ownCell: true });
  const [read] = reads;
  if (read === undefined || reads.length > 1 || read.isRange || read.confidence === 'ambiguous') {
    return undefined;
  }
  // Programs and half of the world write a fraction so, which a currency alone does not settle: `1.299 €`.
  const isOpen = !wholeNumber && threeDecimals.test(line.slice(read.start, read.end));
  if (isOpen && !isKnown) return undefined;
  // A part of a code or a name: `A-1`, `i3`.
  if (/[\p{L}\p{N}][-_/]?$/u.test(line.slice(0, read.wholeStart))) return undefined;
  const before = line.slice(0, read.wholeStart).trim();
  const after = line.slice(read.wholeEnd).trim();
  if (!isHarmless(before, after, inWords)) return undefined;
  // Digits after a leading 0 are a code: `020 794 001`.
  if (/^0[ \d]/.test(line.slice(read.start))) return undefined;
  const value = fit(read.digits, wholeNumber);
  // Whether a program wrote `1.299`, or the page's language, nobody knows.
  return exact === undefined || inWords || exact === value ? value : undefined;
}

function fit(digits: string, wholeNumber: boolean): number | undefined {
  const value = Number(digits);
  const isExact = Number.isFinite(value) && digits.replaceAll(/[^\d]/g, '').length <= maxDigits;
  return isExact && (!wholeNumber || Number.isInteger(value)) ? value : undefined;
}

function isHarmless(before: string, after: string, inWords: boolean): boolean {
  const isBracketed = before.endsWith('(') && after.startsWith(')');
  const [head, tail] = isBracketed ? [before.slice(0, -1), after.slice(1)] : [before, after];
  const first = tail.split(' ').slice(0, inWords ? 1 : 2);
  if (/^\d*\+/.test(tail)) return false;
  // `64 € a square metre`; what ends a range is a number.
  const isRate = inWords && /^(?:\p{Sc} ?)?a \p{L}/u.test(tail);
  if (!isRate && first.some((word) => changing.has(word.toLowerCase().replace(/[.,;:)]+$/, ''))))
    return false;
  if (inWords) return true;
  return (
    /^[-+\u2010-\u2013\u2212]?$/.test(head) &&
    (tail === '' || wordsBehind.test(tail) || tail === '%')
  );
}
