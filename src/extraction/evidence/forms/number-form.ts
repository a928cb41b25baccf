import { addTo, getOrMake } from '../../../runtime/collections.ts';
import { fractions } from '../../values/parse-date.ts';
import { type EvidenceForm, type NumberIndex, type Stretch, toHits } from './evidence-form.ts';

const plainNumber = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^ ?(?:k|tsd|thousand|tys|тыс)(?![\p{L}])/u, 1e3],
  [/^ ?(?:m|mio|mln|million|millionen|millions|millones|млн)(?![\p{L}])/u, 1e6],
  [/^ ?(?:bn|mrd|billion|milliarden|milliards|млрд)(?![\p{L}])/u, 1e9],
];

/** A number: "1.299,00", "1 299" and "1,299.00" are one. */
export const numberForm: EvidenceForm = ({ index, numbers }) => ({
  isOnly: ({ text }) => plainNumber.test(text),
  find({ value, text }) {
    const isNumber = typeof value === 'number' || plainNumber.test(text);
    return isNumber ? toHits(index, numbers().find(Number(value)), 'number') : [];
  },
});

/** A number in another unit: 0.15 as "15 %", 1,500,000 as "1.5 million". */
export const scaledForm: EvidenceForm = ({ index, numbers }) => ({
  find({ value }) {
    if (typeof value !== 'number') return [];
    const behind = (scaled: number, unit: RegExp): readonly Stretch[] =>
      numbers()
        .find(scaled)
        .filter(({ end }) => unit.test(index.all.slice(end, end + 12)));
    const isShare = value > 0 && value < 1;
    const percent = isShare ? behind(Number((value * 100).toPrecision(12)), /^ ?%/) : [];
    const scaled = multipliers
      .filter(([, factor]) => Math.abs(value) >= factor)
      .flatMap(([unit, factor]) => toHits(index, behind(value / factor, unit), 'unit'));
    return [...toHits(index, percent, 'percent'), ...scaled];
  },
});

/** Digits with marks between them, or grouped by spaces; a common fraction may follow. All folded. */
const token =
  /\d+(?:[.,']\d+)*(?:(?<=(?<!\d)\d{1,3})(?: \d{3})+(?!\d)(?:[.,]\d+)?)?(?: ?[½¼¾⅓⅔⅛])?|[½¼¾⅓⅔⅛]/g;
/** Longer ones are no numbers of which anybody calculates. */
const maxDigits = 20;

/** Indexes the numbers of a folded text in time linear in its length. */
export function indexNumbers(all: string): NumberIndex {
  const tokens = new Map<number, Stretch[]>();
  const likes = new Map<string, Set<number>>();
  for (const { 0: written, index } of all.matchAll(token)) {
    const isNegative = all[index - 1] === '-' && !/[\p{L}\p{N})]/u.test(all[index - 2] ?? ' ');
    for (const value of readNumber(written)) {
      const signed = isNegative ? -value : value;
      const place = { start: isNegative ? index - 1 : index, end: index + written.length };
      addTo(tokens, signed, place);
      getOrMake(likes, shapeOf(value), () => new Set<number>()).add(value);
    }
  }
  return {
    find: (value) => tokens.get(value) ?? [],
    countLike: (value) => likes.get(shapeOf(value))?.size ?? 0,
  };
}

function shapeOf(value: number): string {
  const [whole = '', decimals = ''] = String(Math.abs(value)).split('.');
  return `${whole.length}.${decimals.length}`;
}

/** What a number may mean: "1.299" is 1299 in one country and 1.299 in another; none for "1.2.3" and "007". */
function readNumber(written: string): readonly number[] {
  const last = written.at(-1) ?? '';
  const fraction = fractions.get(last);
  if (fraction !== undefined) {
    const whole = written.slice(0, -1).trim();
    return whole === '' ? [fraction] : readNumber(whole).map((value) => value + fraction);
  }
  if (written.length > maxDigits) return [];
  const parts = written.split(/[., ']/);
  const marks = written.replaceAll(/\d/g, '');
  const [first = '', ...rest] = parts;
  // A number with zeros before it is a code.
  if (first.length > 1 && first.startsWith('0')) return [];
  if (rest.length === 0) return [Number(first)];
  const decimal = marks.at(-1) ?? '';
  const groups = rest.slice(0, -1);
  const isGrouped = first.length <= 3 && first !== '0';
  const values: number[] = [];
  const isUniform = new Set(marks).size === 1;
  if (isGrouped && isUniform && areThrees(rest)) values.push(Number(parts.join('')));
  const hasDecimals = decimal === '.' || decimal === ',';
  const groupMarks = new Set(marks.slice(0, -1));
  if (hasDecimals && !groupMarks.has(decimal) && groupMarks.size <= 1 && areThrees(groups)) {
    if (groups.length === 0 || isGrouped)
      values.push(Number(`${[first, ...groups].join('')}.${rest.at(-1)}`));
  }
  return values;
}

function areThrees(groups: readonly string[]): boolean {
  return groups.every((group) => group.length === 3);
}
