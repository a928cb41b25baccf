import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import { isTestId } from './strong-values.ts';
import { textLikeness } from './text-likeness.ts';

/** Compares two values; `undefined` where neither element has one. */
export function whereGiven(
  one: string,
  other: string,
  compare: (one: string, other: string) => number,
): number | undefined {
  return one === '' && other === '' ? undefined : compare(one, other);
}

/** The share of all different entries that both lists have; `undefined` where both are empty. */
export function jaccard(one: readonly string[], other: readonly string[]): number | undefined {
  const all = new Set([...one, ...other]);
  if (all.size === 0) return undefined;
  const [first, second] = [new Set(one), new Set(other)];
  let shared = 0;
  for (const each of all) if (first.has(each) && second.has(each)) shared += 1;
  return shared / all.size;
}

/** Longest common subsequence over the mean length. */
export function shareInOrder(one: readonly string[], other: readonly string[]): number | undefined {
  if (one.length + other.length === 0) return undefined;
  let row = Array.from<number>({ length: other.length + 1 }).fill(0);
  for (const each of one) {
    const next = [0];
    for (let at = 0; at < other.length; at += 1) {
      const isSame = other[at] === each;
      next.push(isSame ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return (2 * (row.at(-1) ?? 0)) / (one.length + other.length);
}

/** Steps from the element upwards that are the same, over the longer path. */
export function sharedEnd(one: readonly string[], other: readonly string[]): number | undefined {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return undefined;
  let shared = 0;
  while (shared < longest && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  return shared / longest;
}

/** How alike two parents are, 0 to 1. */
export function parentLikeness(
  one: ElementFingerprint['parent'],
  other: ElementFingerprint['parent'],
): number {
  const parts = [one.tag === other.tag ? 1 : 0];
  const ids = whereGiven(one.id, other.id, textLikeness);
  const classes = jaccard(one.classes, other.classes);
  if (ids !== undefined) parts.push(ids);
  if (classes !== undefined) parts.push(classes);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** How alike the `data-` attributes are, 0 to 1; `undefined` where neither has one. */
export function dataLikeness(
  one: ElementFingerprint,
  other: ElementFingerprint,
): number | undefined {
  const names = new Set([...dataNames(one), ...dataNames(other)]);
  if (names.size === 0) return undefined;
  let sum = 0;
  for (const name of names) {
    const [a, b] = [one.attributes[name], other.attributes[name]];
    // An attribute without a value counts by its presence.
    if (a !== undefined && b !== undefined) sum += a === b ? 1 : textLikeness(a, b);
  }
  return sum / names.size;
}

function dataNames({ attributes }: ElementFingerprint): readonly string[] {
  return Object.keys(attributes).filter((name) => name.startsWith('data-') && !isTestId(name));
}

/** CSS pixels over which an element counts as moved away altogether: a screen. */
const farAway = 1_000;

/** 1 in the same place, 0 a screen away. */
export function nearness(one: ElementFingerprint['box'], other: ElementFingerprint['box']): number {
  return Math.max(0, 1 - Math.hypot(one.x - other.x, one.y - other.y) / farAway);
}

/** How alike width and height are, 0 to 1. */
export function sizeLikeness(
  one: ElementFingerprint['box'],
  other: ElementFingerprint['box'],
): number {
  return (ratio(one.width, other.width) + ratio(one.height, other.height)) / 2;
}

/** How alike two counts are, 0 to 1. */
export function countLikeness(one: number, other: number): number {
  return ratio(one + 1, other + 1);
}

function ratio(one: number, other: number): number {
  const most = Math.max(one, other);
  return most <= 0 ? 1 : Math.max(0, Math.min(one, other)) / most;
}
