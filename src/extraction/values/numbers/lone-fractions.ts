import { fractionSigns, halvedParts, toFraction } from './fractions.ts';
import { type Dimension, listMeasures } from './units.ts';

/** A part of one that stands without a whole number. */
export interface LoneFraction {
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
export function listLoneFractions(text: string): readonly LoneFraction[] {
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
