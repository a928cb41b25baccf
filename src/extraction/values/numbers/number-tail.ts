import { findFraction, fractionSigns, halvedParts, toFraction } from './fractions.ts';
import type { DigitRun } from './number-marks.ts';
import { type Dimension, listMeasures } from './units.ts';

/** A run of digits with what belongs to its number behind them. */
export interface TailedRun extends DigitRun {
  /** The part of one behind a whole number: 0.5 of `2½` and `2 1/2`. */
  readonly fraction: number;
  /** Of ten by which it is multiplied: 30 of `1.99 × 10^30`. */
  readonly power: number;
  /** The part of one that it may be with the number behind it: 0.75 of `3/4`. */
  readonly share?: number;
}

const raised = '\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079';
const powerBehind = new RegExp(
  `^[ \\u00A0]?[\\u00D7x\\u00B7\\u22C5*][ \\u00A0]?10(?:\\^\\(?([-+]?\\d{1,2})\\)?|([-+\\u207A]?[${raised}]{1,2}))(?![\\p{N}])`,
  'u',
);
/** The same of ten by itself: `10^3`. */
const loneBehind = new RegExp(
  `^(?:\\^([-+]?\\d{1,2})|([-+\\u207A]?[${raised}]{1,2}))(?![\\p{N}])`,
  'u',
);
/** As programs write it: `1.99e30`, `6E-7`. */
const exponentBehind = /^[eE]([-+]?\d{1,2})(?![\p{L}\p{N}])/u;
/** Characters behind a run that may belong to its number. */
const maxTail = 16;

/** The runs of a folded text with the fraction or the power of ten behind each, the digits of which are no runs of their own. */
export function addTails(runs: readonly DigitRun[], text: string): readonly TailedRun[] {
  const tailed: TailedRun[] = [];
  for (const run of addLoneFractions(runs, text)) {
    if (run.start < (tailed.at(-1)?.end ?? 0)) continue;
    tailed.push(isTailed(run) ? run : addTail(run, text));
  }
  return tailed;
}

/** Runs in the order of the text, with the fractions that have no whole number; one that may be two numbers is told with its first. */
function addLoneFractions(
  runs: readonly DigitRun[],
  text: string,
): readonly (DigitRun | TailedRun)[] {
  const lone = listLoneFractions(text);
  if (lone.length === 0) return runs;
  const open = new Map(
    lone.flatMap(({ isOpen, start, value }) => (isOpen ? [[start, value] as const] : [])),
  );
  const own = lone
    .filter(({ isOpen }) => !isOpen)
    .map(({ value, start, end }) => ({ text: '0', start, end, fraction: value, power: 0 }));
  const told = runs.map((run) => {
    const share = open.get(run.start);
    return share === undefined ? run : { ...run, fraction: 0, power: 0, share };
  });
  return [...own, ...told].sort((a, b) => a.start - b.start);
}

function isTailed(run: DigitRun | TailedRun): run is TailedRun {
  return 'fraction' in run;
}

function addTail(run: DigitRun, text: string): TailedRun {
  const behind = text.slice(run.end, run.end + maxTail);
  const isPart = /[/\u2044]/.test(text[run.start - 1] ?? '');
  const fraction = /^\d{1,4}$/.test(run.text) && !isPart ? findFraction(behind) : undefined;
  if (fraction !== undefined)
    return { ...run, end: run.end + fraction.length, fraction: fraction.value, power: 0 };
  const { length = 0, power = 0 } = findPower(run.text, behind) ?? {};
  return { ...run, end: run.end + length, fraction: 0, power };
}

function findPower(
  digits: string,
  behind: string,
): { readonly length: number; readonly power: number } | undefined {
  const [whole, plain, small] = powerBehind.exec(behind) ?? [];
  if (whole !== undefined)
    return { length: whole.length, power: Number(plain ?? lower(small ?? '')) };
  const [lone, ofTen, smallOfTen] = (digits === '10' ? loneBehind.exec(behind) : null) ?? [];
  if (lone !== undefined)
    return { length: lone.length, power: Number(ofTen ?? lower(smallOfTen ?? '')) - 1 };
  const [ofProgram = '', exponent = ''] = exponentBehind.exec(behind) ?? [];
  // Without a decimal mark or a sign the letter may be one of a code: 3E5.
  const isPower = exponent !== '' && (/[.,]/.test(digits) || /[-+]/.test(exponent));
  return isPower ? { length: ofProgram.length, power: Number(exponent) } : undefined;
}

function lower(exponent: string): string {
  return exponent
    .replace('\u207A', '+')
    .replaceAll(new RegExp(`[${raised}]`, 'g'), (digit) => String(raised.indexOf(digit)));
}

/** A part of one that stands without a whole number. */
interface LoneFraction {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Whether it may be two numbers as well: `3/4` without a unit. */
  readonly isOpen: boolean;
}

const loneSign = new RegExp(
  `(?<![\\p{L}\\p{N}/\\u2044]|\\p{N}[ \\u00A0])[${fractionSigns}](?![\\p{L}\\p{N}/\\u2044])`,
  'gu',
);
/** Two numbers with a bar that no whole number, date or amount goes before. */
const loneParts = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{Sc}/\\u2044.,:-]|[\\p{N}\\p{Sc}][ \\u00A0])\\d{1,2}[/\\u2044](?:3|${halvedParts})(?![\\p{N}/\\u2044]|[.,:-]\\d)`,
  'gu',
);
/** What is measured in parts of its unit. */
const partedDimensions: ReadonlySet<Dimension> = new Set(['length', 'mass', 'volume'] as const);
/** Characters behind it that may be its unit and say what that is of. */
const maxUnit = 24;

/** The parts of one that a text states without a whole number: `½`, and `3/4` before what is measured in parts. */
function listLoneFractions(text: string): readonly LoneFraction[] {
  const signs = Array.from(text.matchAll(loneSign), (match) => toLone(match, false));
  const parts = Array.from(text.matchAll(loneParts))
    .filter(([written]) => isReduced(written))
    .map((match) => toLone(match, !isMeasured(text, match.index + match[0].length)));
  return [...signs, ...parts];
}

function toLone({ 0: written, index }: RegExpExecArray, isOpen: boolean): LoneFraction {
  return { value: toFraction(written), start: index, end: index + written.length, isOpen };
}

/** Less than one and not to be shortened: of `6/8 mm` both may be sizes. */
function isReduced(written: string): boolean {
  const [over = 0, under = 0] = written.split(/[/\u2044]/).map(Number);
  return over > 0 && over < under && over % (under === 3 ? 3 : 2) !== 0;
}

function isMeasured(text: string, end: number): boolean {
  const [measure] = listMeasures(text.slice(end - 1, end + maxUnit));
  return measure?.start === 0 && partedDimensions.has(measure.unit.dimension);
}
