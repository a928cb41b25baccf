import { dropBoundWords, findPriceRole } from '../values/money/choose-prices.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import { readBound } from './price-bound.ts';

/** Two numbers with what stands between the ends of a range, and nothing that makes them a part of a date or a number of their own. */
const range =
  /(?<![\p{Nd}/:.,-])(\p{Nd}[\p{Nd}.,]{0,11})\s?(?:[-\u2013\u2014~～]|(?<=\s)(?:to|bis|à|a|al|till|til|tot|do|до)(?=\s))\s?(?=\p{Nd}[\p{Nd}.,]{0,11}(?![\p{Nd}/:.,]*[-\u2013\u2014~～/:]))/u;

/** Whether a field asks for where a range begins, or for where it ends. */
export function findAskedEnd({ name, concept }: FieldPlan): 'lowest' | 'highest' | undefined {
  const role = findPriceRole(name, concept?.name);
  return role === 'lowest' || role === 'highest' ? role : undefined;
}

/** A text without the other end of its range than a field asks for; `undefined` where it states that one alone: "up to 4" for the least. */
export function takeAskedEnd(plan: FieldPlan, text: string): string | undefined {
  const end = findAskedEnd(plan);
  if (end === undefined) return text;
  const found = range.exec(text);
  if (found === null) return isOtherEnd(end, text) ? undefined : text;
  const [whole, lower = ''] = found;
  const behind = text.slice(found.index + whole.length);
  if (end === 'highest') return text.slice(0, found.index) + behind;
  return text.slice(0, found.index) + lower + behind.replace(/^[\p{Nd}.,]+/u, '');
}

/** Whether a text says of its only amount that it is the other end than the one that is asked for. */
export function isOtherEnd(end: 'lowest' | 'highest', text: string): boolean {
  const bound = readBound(text);
  return bound !== undefined && bound.isLeast !== (end === 'lowest');
}

/** Whether a text states a range, or an end of one. */
export function statesEnd(text: string): boolean {
  return range.test(text) || readBound(text) !== undefined;
}

/** The words of a name for an end of a range without those that say so: "group size" of `maxGroupSize`; none of other names. */
export function dropEndWords(plan: FieldPlan): readonly string[] {
  return findAskedEnd(plan) === undefined ? [] : dropBoundWords(splitWords(plan.name));
}
