import { maxOf, minOf, toWordSet } from '../../../runtime/collections.ts';
import { ident } from 'css-tree/utils';
import type { CssNode } from 'css-tree/parser';

/** A part of a declared value, with escapes resolved and words in lower case. */
export type ValuePart =
  | { readonly kind: 'word'; readonly text: string }
  /** A number with its unit: none, `%`, `px`, `em` … */
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'hash'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string; readonly parts: readonly ValuePart[] }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  /** A URL, or what cannot be read. */
  | { readonly kind: 'other' };

/** The screen that lengths are judged on; see docs/internals/decisions/hidden-text.md. */
export const screen = { width: 1_280, height: 720 } as const;
/** CSS pixels of the font size that relative sizes start from. */
export const baseFontSize = 16;

/** Levels of functions inside functions that are read. */
export const maxFunctionDepth = 12;

const other: ValuePart = { kind: 'other' };

/** Returns the parts of a `Value` node, or of a function's arguments. */
export function toValueParts(nodes: Iterable<CssNode>, depth = 0): readonly ValuePart[] {
  const parts: ValuePart[] = [];
  for (const node of nodes) {
    // A space before a sign is a node of its own in some functions.
    if (node.type !== 'WhiteSpace') parts.push(toPart(node, depth));
  }
  return parts;
}

function toPart({ type, name, value, unit, children }: CssNode, depth: number): ValuePart {
  const text = typeof value === 'string' ? value : '';
  switch (type) {
    case 'Identifier': {
      return { kind: 'word', text: ident.decode(name ?? '').toLowerCase() };
    }
    case 'Number': {
      return { kind: 'number', value: Number(text), unit: '' };
    }
    case 'Percentage': {
      return { kind: 'number', value: Number(text), unit: '%' };
    }
    case 'Dimension': {
      return { kind: 'number', value: Number(text), unit: ident.decode(unit ?? '').toLowerCase() };
    }
    case 'String': {
      return { kind: 'string', text };
    }
    case 'Hash': {
      return { kind: 'hash', text: text.toLowerCase() };
    }
    case 'Operator': {
      return { kind: 'sign', text: text.trim() };
    }
    case 'Function':
    case 'Parentheses': {
      if (depth >= maxFunctionDepth) return other;
      const parts = toValueParts(children ?? [], depth + 1);
      return { kind: 'function', name: ident.decode(name ?? '').toLowerCase(), parts };
    }
    default: {
      return other;
    }
  }
}

/** What a number with a unit is measured against. */
interface LengthBase {
  /** CSS pixels of 100 %. */
  readonly percent: number;
  /** CSS pixels of 1 em. */
  readonly em: number;
  /** CSS pixels of 1 rem, where it is not the usual. */
  readonly rem?: number;
}

const lengthBase: LengthBase = { percent: screen.width, em: baseFontSize };

const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  rlh: baseFontSize * 1.2,
  ...Object.fromEntries(
    ['', 's', 'l', 'd'].flatMap((kind) => [
      [`${kind}vw`, screen.width / 100],
      [`${kind}vi`, screen.width / 100],
      [`${kind}vh`, screen.height / 100],
      [`${kind}vb`, screen.height / 100],
      [`${kind}vmin`, screen.height / 100],
      [`${kind}vmax`, screen.width / 100],
    ]),
  ),
  // Where no element around is a container, and else at most that much.
  cqw: screen.width / 100,
  cqi: screen.width / 100,
  cqh: screen.height / 100,
  cqb: screen.height / 100,
  cqmin: screen.height / 100,
  cqmax: screen.width / 100,
};
/** In em. */
const emPerUnit: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.5,
  ch: 0.5,
  ic: 1,
  lh: 1.2,
  cap: 0.7,
};

/** Returns a length in CSS pixels, or `undefined` for a part that is no length. Numbers without unit count as pixels. */
export function toPixels(
  part: ValuePart | undefined,
  base: LengthBase = lengthBase,
): number | undefined {
  return calculate(part, (value, unit) => {
    if (unit === '%') return (value / 100) * base.percent;
    if (unit === 'rem') return value * (base.rem ?? baseFontSize);
    const em = emPerUnit[unit];
    if (em !== undefined) return value * em * base.em;
    const pixels = pixelsPerUnit[unit];
    return pixels === undefined ? undefined : value * pixels;
  });
}

/** Returns a plain number or a percentage as a share (`50%` is .5), or `undefined` for anything else. */
export function toShare(part: ValuePart | undefined): number | undefined {
  return calculate(part, (value, unit) => {
    if (unit === '%') return value / 100;
    return unit === '' ? value : undefined;
  });
}

/** Returns an angle in degrees, or `undefined` for a part that is no angle. */
export function toDegrees(part: ValuePart | undefined): number | undefined {
  const degreesPerUnit: Readonly<Record<string, number>> = {
    '': 1,
    deg: 1,
    turn: 360,
    rad: 180 / Math.PI,
    grad: 0.9,
  };
  return calculate(part, (value, unit) => {
    const degrees = degreesPerUnit[unit];
    return degrees === undefined ? undefined : value * degrees;
  });
}

type Measure = (value: number, unit: string) => number | undefined;

/** Computes a number or `calc()`, `min()`, `max()`, `clamp()`, `abs()`; plain numbers inside of them are factors. */
function calculate(part: ValuePart | undefined, measure: Measure): number | undefined {
  if (part?.kind === 'number') return measure(part.value, part.unit);
  if (part?.kind !== 'function') return undefined;
  const list = splitAtCommas(part.parts).map((parts) => calculateSum(parts, measure));
  const numbers = list.filter((number) => number !== undefined);
  const [first] = numbers;
  if (first === undefined || numbers.length < list.length) return undefined;
  switch (part.name) {
    case '':
    case 'calc':
    case '-webkit-calc': {
      return first;
    }
    case 'abs': {
      return Math.abs(first);
    }
    case 'min': {
      return minOf(numbers);
    }
    case 'max': {
      return maxOf(numbers);
    }
    case 'clamp': {
      const [least = 0, value = 0, most = 0] = numbers;
      return Math.max(least, Math.min(value, most));
    }
    default: {
      return undefined;
    }
  }
}

function calculateSum(parts: readonly ValuePart[], measure: Measure): number | undefined {
  let sum = 0;
  let product: number | undefined;
  let sign = '+';
  for (const part of parts) {
    if (part.kind === 'sign') {
      sign = part.text;
      continue;
    }
    const isFactor = sign === '*' || sign === '/';
    const number: number | undefined =
      isFactor && part.kind === 'number' && part.unit === ''
        ? part.value
        : calculate(part, measure);
    if (number === undefined) return undefined;
    if (isFactor) {
      product = sign === '*' ? (product ?? 0) * number : (product ?? 0) / number;
    } else {
      sum += product ?? 0;
      product = sign === '-' ? -number : number;
    }
    sign = '+';
  }
  return product === undefined ? undefined : sum + product;
}

/** Returns the parts between the commas. */
export function splitAtCommas(parts: readonly ValuePart[]): readonly (readonly ValuePart[])[] {
  const lists: ValuePart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'sign' && part.text === ',') lists.push([]);
    else lists.at(-1)?.push(part);
  }
  return lists;
}

/** Whether a value consists of this one word. */
export function isWord(
  parts: readonly ValuePart[] | undefined,
  ...words: readonly string[]
): boolean {
  const [first] = parts ?? [];
  return parts?.length === 1 && first?.kind === 'word' && words.includes(first.text);
}

/** The words that browsers know for `display`. */
export const displayWords: ReadonlySet<string> = toWordSet(
  'none contents block inline flow flow-root inline-block flex inline-flex grid inline-grid table inline-table ' +
    'table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group ' +
    'table-column-group list-item ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex',
);
