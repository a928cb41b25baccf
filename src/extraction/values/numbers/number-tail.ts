import { findFraction } from './fractions.ts';
import { listLoneFractions } from './lone-fractions.ts';
import type { DigitRun } from './number-marks.ts';

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
