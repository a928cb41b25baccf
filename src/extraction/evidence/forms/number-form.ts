import { addTo, findLastUpTo, getOrMake } from '../../../runtime/collections.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { readAllNumbers } from '../../values/numbers/read-numbers.ts';
import { fractions } from '../../values/parse-duration.ts';
import { markBeforeCents } from '../../values/find-money.ts';
import type { LineIndex } from '../index-lines.ts';
import { type EvidenceForm, type NumberIndex, type Stretch, toHits } from './evidence-form.ts';

const plainNumber = /^-?\d{1,15}(?:\.\d{1,10})?$/;
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
    const isShare = value > 0 && value < 1;
    const percent = isShare
      ? numbers()
          .find(Number((value * 100).toPrecision(12)))
          .filter(({ end }) => /^ ?%/.test(index.all.slice(end, end + 2)))
      : [];
    const scaled = toHits(index, numbers().findScaled(value), 'unit');
    return [...toHits(index, percent, 'percent'), ...scaled];
  },
});

const fractionBehind = /^ ?([½¼¾⅓⅔⅛])/;
const anyFraction = /[½¼¾⅓⅔⅛]/g;
/** "1/2" and "1 1/2", but no date and no score. */
const writtenFraction = /(?<![\d/.,])(?:(\d{1,3}) )?(\d)\/([2-8])(?![\d/.,])/g;
/** Hundredths of a currency's unit. */
const cents = /^ ?(?:¢|cents?\b|ct\b)/;
/** A number with zeros before it is a code. */
const code = /^0\d/;

/** Indexes the numbers of a page in time linear in its length, each as the page writes it. */
export function indexNumbers(index: LineIndex, place: NumberPlace): NumberIndex {
  const tokens = new Map<number, Stretch[]>();
  const scaled = new Map<number, Stretch[]>();
  const likes = new Map<string, Set<number>>();
  const { text, offsetOf } = markCents(index);
  const add = (into: Map<number, Stretch[]>, value: number, start: number, end: number): void => {
    addTo(into, value, { start: offsetOf(start), end: offsetOf(end) });
    getOrMake(likes, shapeOf(value), () => new Set<number>()).add(Math.abs(value));
  };
  for (const read of readAllNumbers(text, { ...place, kind: 'number' })) {
    const { start, end, value, unscaled, alternatives, isScaled } = read;
    if (code.test(text.slice(start, end))) continue;
    const fraction = fractions.get(fractionBehind.exec(text.slice(end, end + 2))?.[1] ?? '');
    const from = value < 0 && text[start - 1] === '-' ? start - 1 : start;
    if (fraction !== undefined) add(tokens, unscaled + fraction, from, end + 1);
    else {
      const isBooked = value > 0 && isInBrackets(text, read);
      if (isBooked) add(tokens, -unscaled, start - 1, end + 1);
      if (!isBooked || !isPartStart(index, offsetOf(start - 1))) add(tokens, unscaled, from, end);
      if (isScaled) add(scaled, value, from, end);
      else if (cents.test(text.slice(end, end + 6))) add(scaled, unscaled / 100, from, end);
      for (const other of alternatives) if (other !== unscaled) add(tokens, other, from, end);
    }
  }
  for (const { 0: sign, index: at } of text.matchAll(anyFraction)) {
    if (!/\d ?$/.test(text.slice(Math.max(0, at - 2), at)))
      add(tokens, fractions.get(sign) ?? 0, at, at + 1);
  }
  for (const {
    0: { length },
    1: whole = '0',
    2: part,
    3: of,
    index: at,
  } of text.matchAll(writtenFraction)) {
    if (Number(part) < Number(of))
      add(tokens, Number(whole) + Number(part) / Number(of), at, at + length);
  }
  return {
    find: (value) => tokens.get(value) ?? [],
    findScaled: (value) => scaled.get(value) ?? [],
    countLike: (value) => likes.get(shapeOf(value))?.size ?? 0,
  };
}

/** An amount with its cents in brackets, as losses are booked; behind words the brackets may be those of a remark. */
function isInBrackets(text: string, { start, end }: Stretch): boolean {
  return text[start - 1] === '(' && text[end] === ')' && /[.,]\d\d$/.test(text.slice(start, end));
}

/** Whether a text of the page, such as that of a cell, begins at a place of all text. */
function isPartStart(index: LineIndex, at: number): boolean {
  const hit = index.hitAt(at, at + 1, undefined);
  return hit?.line.parts.some(({ start }) => start === hit.start) === true;
}

const raisedTags: ReadonlySet<string> = new Set(['sup', 'small']);

/** The text with a mark before cents that stand smaller (`68<sup>50</sup>`); digits of two elements are never one number. */
function markCents({ lines, all }: LineIndex): {
  readonly text: string;
  readonly offsetOf: (at: number) => number;
} {
  const pieces: string[] = [];
  const marks: number[] = [];
  let from = 0;
  let start = 0;
  for (const line of lines) {
    for (const { start: at, source } of line.parts.slice(1)) {
      const { parent } = source.node;
      if (parent === null || !('name' in parent) || !raisedTags.has(parent.name)) continue;
      const border = start + at + (all[start + at] === ' ' ? 1 : 0);
      const before = all.slice(Math.max(start, border - 8), border);
      const digits = /^\d+/.exec(all.slice(border, border + 4))?.[0].length ?? 0;
      if (digits === 0 || !/\d ?$/.test(before)) continue;
      const end = before.endsWith(' ') ? border - 1 : border;
      pieces.push(all.slice(from, end), digits === 2 ? markBeforeCents(before.trimEnd()) : '\t');
      // Beside a blank that it takes the place of, the mark moves nothing.
      if (end === border) marks.push(border + marks.length);
      from = border;
    }
    start += line.text.length + 1;
  }
  pieces.push(all.slice(from));
  return { text: pieces.join(''), offsetOf: (at) => at - findLastUpTo(marks, at - 1) - 1 };
}

function shapeOf(value: number): string {
  const [whole = '', decimals = ''] = String(Math.abs(value)).split('.');
  return `${whole.length}.${decimals.length}`;
}
