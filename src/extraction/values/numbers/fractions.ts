const bySign: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '½': 1 / 2,
    '¼': 1 / 4,
    '¾': 3 / 4,
    '⅓': 1 / 3,
    '⅔': 2 / 3,
    '⅛': 1 / 8,
    '⅜': 3 / 8,
    '⅝': 5 / 8,
    '⅞': 7 / 8,
  }),
);

/** The signs of fractions, for patterns. */
export const fractionSigns: string = Array.from(bySign.keys()).join('');

/** Denominators of what people count and measure in. */
const usualParts = '2|3|4|5|6|8|10|12|16|32|64';
/** Parts of an inch, for patterns; a hyphen may join them to the whole: `1-3/4`. */
export const halvedParts = '2|4|8|16|32|64';
const fractionBehind = new RegExp(
  `^(?:[ \\u00A0]?([${fractionSigns}])|(?:[ \\u00A0](\\d{1,2}[/\\u2044](?:${usualParts}))|-(\\d{1,2}[/\\u2044](?:${halvedParts})))(?![\\p{L}\\p{N}/\\u2044]|[.,:-]\\d))`,
  'u',
);

/** The number of a sign or of two numbers with a bar: `½`, `3/4`; 0 where it is neither. */
export function toFraction(text: string): number {
  const known = bySign.get(text);
  if (known !== undefined) return known;
  const [over = '0', under = '1'] = text.split(/[/\u2044]/);
  return Number(under) > 0 ? Number(over) / Number(under) : 0;
}

/** The part of a number that a text behind its whole part begins with: `½`, ` 1/2`. */
export function findFraction(
  behind: string,
): { readonly value: number; readonly length: number } | undefined {
  const [whole = '', sign, apart, joined] = fractionBehind.exec(behind) ?? [];
  const written = sign ?? apart ?? joined;
  const value = written === undefined ? 0 : toFraction(written);
  return value > 0 && value < 1 ? { value, length: whole.length } : undefined;
}
