import type { ElementFingerprint } from '../../contracts/fingerprint.ts';
import { hintText, isTestId, strongValue } from './strong-values.ts';
import { textLikeness, textShape } from './text-likeness.ts';

/** One thing that elements are compared by. */
export interface ElementFeature {
  /** As reports name it. */
  readonly name: string;
  readonly weight: number;
  /** 0 to 1; `undefined` where neither element has it. */
  compare(one: ElementFingerprint, other: ElementFingerprint): number | undefined;
}

/**
 * Weights are those of a study over 27 pages and 63 kinds of redesign (10,558 cases): leaving a feature out costs at
 * most 2.2 points of recall (`href`), most .2. What is taken for the target is decided by the acceptance rule, not by
 * them.
 */
export const elementFeatures: readonly ElementFeature[] = [
  text('testid', 4, (element) => strongValue(element, 'testid')),
  text('name', 4, ({ name }) => name),
  text('id', 3, ({ id }) => id),
  text('nameAttribute', 3, ({ attributes }) => attributes['name'] ?? ''),
  text('href', 3, ({ attributes }) => attributes['href'] ?? ''),
  text('label', 3, ({ label }) => label),
  text('value', 3, ({ attributes }) => attributes['value'] ?? ''),
  same('role', 2, ({ role }) => role),
  text('text', 2, ({ text }) => text),
  text('hint', 2, hintText),
  text('neighbours', 2, ({ neighbours }) => neighbours.join(' ')),
  same('tag', 1, ({ tag }) => tag),
  same('type', 1, ({ attributes }) => attributes['type'] ?? ''),
  { name: 'classes', weight: 1, compare: (one, other) => jaccard(one.classes, other.classes) },
  text('heading', 1, ({ heading }) => heading),
  {
    name: 'landmarks',
    weight: 1,
    compare: (one, other) => shareInOrder(one.landmarks, other.landmarks),
  },
  { name: 'tagPath', weight: 1, compare: (one, other) => shareInOrder(one.tagPath, other.tagPath) },
  {
    name: 'indexedPath',
    weight: 1,
    compare: (one, other) => sharedEnd(one.indexedPath, other.indexedPath),
  },
  { name: 'parent', weight: 1, compare: (one, other) => parentLikeness(one.parent, other.parent) },
  { name: 'data', weight: 1, compare: dataLikeness },
  text('shape', 1, ({ text }) => textShape(text)),
  { name: 'location', weight: 0.5, compare: (one, other) => nearness(one.box, other.box) },
  { name: 'size', weight: 0.5, compare: (one, other) => sizeLikeness(one.box, other.box) },
  {
    name: 'children',
    weight: 0.5,
    compare: (one, other) => countLikeness(one.childCount, other.childCount),
  },
  {
    name: 'ordinal',
    weight: 0.5,
    compare: (one, other) => countLikeness(one.ordinal, other.ordinal),
  },
];

/** Features that hold an item's data, which differs on every page: items are compared by their structure. */
const itemData = new Set(
  'name id href label value text hint neighbours location children ordinal'.split(' '),
);

/** The features of repeated elements. */
export const itemFeatures: readonly ElementFeature[] = elementFeatures.filter(
  ({ name }) => !itemData.has(name),
);

/**
 * Features of position, which is not part of an element's identity: when one of two twins is removed, the other takes
 * its position.
 */
const places = new Set('tagPath indexedPath parent location size children ordinal'.split(' '));

/** The features that distinguish an element from its twins. */
export const identityFeatures: readonly ElementFeature[] = [
  ...elementFeatures.filter(({ name }) => !places.has(name)),
  text('row', 4, ({ row }) => row),
];

/** What a change of language leaves alone. */
const words = new Set(
  'name label value text hint neighbours heading shape location size'.split(' '),
);

/** The features that are no words. */
export const wordlessFeatures: readonly ElementFeature[] = elementFeatures.filter(
  ({ name }) => !words.has(name),
);

function text(
  name: string,
  weight: number,
  of: (element: ElementFingerprint) => string,
): ElementFeature {
  return {
    name,
    weight,
    compare: (one, other) => whereGiven(of(one), of(other), textLikeness),
  };
}

function same(
  name: string,
  weight: number,
  of: (element: ElementFingerprint) => string,
): ElementFeature {
  return {
    name,
    weight,
    compare: (one, other) => whereGiven(of(one), of(other), (a, b) => (a === b ? 1 : 0)),
  };
}

function whereGiven(
  one: string,
  other: string,
  compare: (one: string, other: string) => number,
): number | undefined {
  return one === '' && other === '' ? undefined : compare(one, other);
}

function jaccard(one: readonly string[], other: readonly string[]): number | undefined {
  const all = new Set([...one, ...other]);
  if (all.size === 0) return undefined;
  const [first, second] = [new Set(one), new Set(other)];
  let shared = 0;
  for (const each of all) if (first.has(each) && second.has(each)) shared += 1;
  return shared / all.size;
}

/** Longest common subsequence over the mean length. */
function shareInOrder(one: readonly string[], other: readonly string[]): number | undefined {
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
function sharedEnd(one: readonly string[], other: readonly string[]): number | undefined {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return undefined;
  let shared = 0;
  while (shared < longest && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  return shared / longest;
}

function parentLikeness(
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

function dataLikeness(one: ElementFingerprint, other: ElementFingerprint): number | undefined {
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

function nearness(one: ElementFingerprint['box'], other: ElementFingerprint['box']): number {
  return Math.max(0, 1 - Math.hypot(one.x - other.x, one.y - other.y) / farAway);
}

function sizeLikeness(one: ElementFingerprint['box'], other: ElementFingerprint['box']): number {
  return (ratio(one.width, other.width) + ratio(one.height, other.height)) / 2;
}

function countLikeness(one: number, other: number): number {
  return ratio(one + 1, other + 1);
}

function ratio(one: number, other: number): number {
  const most = Math.max(one, other);
  return most <= 0 ? 1 : Math.max(0, Math.min(one, other)) / most;
}
