/** A text that ends in the whole part of a price. */
export const wholePrice: RegExp = /(?<![.,]\p{Nd}?)\p{Nd}$/u;

/** Elements in which the cents of a price stand smaller, without a mark: `173<sup>34</sup>`. */
export const centTags: ReadonlySet<string> = new Set(['sup', 'small']);

/** What stands for the mark that a price leaves out before its small cents; digits of two elements are never one number. */
export function markBeforeCents(before: string): string {
  if (!wholePrice.test(before)) return ' ';
  return /\.\p{Nd}{3}$/u.test(before) ? ',' : '.';
}
