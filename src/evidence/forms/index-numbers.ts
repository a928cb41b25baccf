/** A number as a page writes it. */
export interface NumberToken {
  readonly start: number;
  readonly end: number;
}

/** The numbers of a text by their value. */
export interface NumberIndex {
  /** Where a number stands, in order. */
  readonly find: (value: number) => readonly NumberToken[];
  /**
   * How many different numbers as long as this one (digits before and after the decimal mark) the text has: the more there are,
   * the likelier one of them is there by chance.
   */
  readonly countLike: (value: number) => number;
}

/** Digits with marks between them, or grouped by spaces; a common fraction may follow. All folded. */
const token =
  /\d+(?:[.,']\d+)*(?:(?<=(?<!\d)\d{1,3})(?: \d{3})+(?!\d)(?:[.,]\d+)?)?(?: ?[½¼¾⅓⅔⅛])?|[½¼¾⅓⅔⅛]/g;
const fractions: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
};
/** Longer ones are no numbers of which anybody calculates. */
const maxDigits = 20;

/** Indexes the numbers of a folded text in time linear in its length. */
export function indexNumbers(all: string): NumberIndex {
  const tokens = new Map<number, NumberToken[]>();
  const likes = new Map<string, Set<number>>();
  for (const { 0: written, index } of all.matchAll(token)) {
    const isNegative = all[index - 1] === '-' && !/[\p{L}\p{N})]/u.test(all[index - 2] ?? ' ');
    for (const value of readNumber(written)) {
      const signed = isNegative ? -value : value;
      const place = { start: isNegative ? index - 1 : index, end: index + written.length };
      const known = tokens.get(signed);
      if (known === undefined) tokens.set(signed, [place]);
      else known.push(place);
      const shape = shapeOf(value);
      const like = likes.get(shape) ?? new Set();
      likes.set(shape, like);
      like.add(value);
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

/**
 * Returns what a number may mean: "1.299" is 1299 in one country and 1.299 in another. Empty for what is none: "1.2.3", "007".
 */
export function readNumber(written: string): readonly number[] {
  const last = written.at(-1) ?? '';
  const fraction = fractions[last];
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
