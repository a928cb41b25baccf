import type { Selector } from '../client/shapes.ts';

/** Between the parts of a chain through shadow roots, as a person reads and writes it. */
const chainMark = ' >>> ';

/** Returns a selector as one line. */
export function toSelectorText(selector: Selector): string {
  return typeof selector === 'string' ? selector : selector.join(chainMark);
}

/** Returns the selector that a line stands for; `undefined` for an empty one. */
export function findSelector(line: string): Selector | undefined {
  const parts = line.split(chainMark.trim()).map((part) => part.trim());
  const [first = '', ...others] = parts.filter((part) => part !== '');
  if (first === '') return undefined;
  return others.length === 0 ? first : [first, ...others];
}
