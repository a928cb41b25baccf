import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import type { MarkupSurvival } from './measure-survival.ts';
import {
  hintText,
  hasAccessibleName,
  isTestId,
  accessibleNameLikeness,
  sameWords,
  strongValue,
  textLikeness,
  textShape,
} from './text-likeness.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Compares two values; `undefined` where neither element has one. */
function whereGiven(
  one: string,
  other: string,
  compare: (one: string, other: string) => number,
): number | undefined {
  return one === '' && other === '' ? undefined : compare(one, other);
}

/** The share of all different entries that both lists have; `undefined` where both are empty. */
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

/** How alike two parents are, 0 to 1. */
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

/** How alike the `data-` attributes are, 0 to 1; `undefined` where neither has one. */
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

/** 1 in the same place, 0 a screen away. */
function nearness(one: ElementFingerprint['box'], other: ElementFingerprint['box']): number {
  return Math.max(0, 1 - Math.hypot(one.x - other.x, one.y - other.y) / farAway);
}

/** How alike width and height are, 0 to 1. */
function sizeLikeness(one: ElementFingerprint['box'], other: ElementFingerprint['box']): number {
  return (ratio(one.width, other.width) + ratio(one.height, other.height)) / 2;
}

function ratio(one: number, other: number): number {
  const most = Math.max(one, other);
  return most <= 0 ? 1 : Math.max(0, Math.min(one, other)) / most;
}

/** One thing that elements are compared by. */
export interface ElementFeature {
  /** As reports name it. */
  readonly name: string;
  readonly weight: number;
  /** The part of the markup that it belongs to; `undefined` for what people see. */
  readonly markup: keyof MarkupSurvival | undefined;
  /** 0 to 1; `undefined` where neither element has it. */
  readonly compare: Compare;
}

type Compare = (one: ElementFingerprint, other: ElementFingerprint) => number | undefined;

type Row = readonly [
  name: string,
  weight: number,
  markup: ElementFeature['markup'],
  compare: Compare,
];

/**
 * Weights are those of a study over 27 pages and 63 kinds of redesign (10,558 cases): leaving a feature out costs at
 * most 2.2 points of recall (`href`), most .2. What is taken for the target is decided by the acceptance rule, not by
 * them.
 */
const rows: readonly Row[] = [
  ['testid', 4, 'names', texts((element) => strongValue(element, 'testid'))],
  ['name', 4, undefined, texts(({ name }) => name)],
  ['id', 3, 'names', texts(({ id }) => id)],
  ['nameAttribute', 3, 'names', texts(({ attributes }) => attributes['name'] ?? '')],
  ['href', 3, 'names', texts(({ attributes }) => attributes['href'] ?? '')],
  ['label', 3, undefined, texts(({ label }) => label)],
  ['value', 3, 'names', texts(({ attributes }) => attributes['value'] ?? '')],
  ['role', 2, 'structure', same(({ role }) => role)],
  ['text', 2, undefined, texts(({ text }) => text)],
  ['hint', 2, undefined, texts(hintText)],
  ['neighbours', 2, undefined, texts(({ neighbours }) => neighbours.join(' '))],
  ['tag', 1, 'structure', same(({ tag }) => tag)],
  ['type', 1, 'structure', same(({ attributes }) => attributes['type'] ?? '')],
  ['classes', 1, 'names', by(({ classes }) => classes, jaccard)],
  ['heading', 1, undefined, texts(({ heading }) => heading)],
  ['landmarks', 1, 'structure', by(({ landmarks }) => landmarks, shareInOrder)],
  ['tagPath', 1, 'structure', by(({ tagPath }) => tagPath, shareInOrder)],
  ['indexedPath', 1, 'structure', by(({ indexedPath }) => indexedPath, sharedEnd)],
  ['parent', 1, 'names', by(({ parent }) => parent, parentLikeness)],
  ['data', 1, 'names', dataLikeness],
  ['shape', 1, undefined, texts(({ text }) => textShape(text))],
  ['location', 0.5, 'structure', by(({ box }) => box, nearness)],
  ['size', 0.5, 'structure', by(({ box }) => box, sizeLikeness)],
  ['children', 0.5, 'structure', by(({ childCount }) => childCount + 1, ratio)],
  ['ordinal', 0.5, 'structure', by(({ ordinal }) => ordinal + 1, ratio)],
];

const elementFeatures: readonly ElementFeature[] = rows.map(
  ([name, weight, markup, compare]): ElementFeature => ({ name, weight, markup, compare }),
);

/** Features that hold an item's data, which differs on every page: items are compared by their structure. */
const itemData = toWordSet(
  'name id href label value text hint neighbours location children ordinal',
);

/** The features of repeated elements. */
const itemFeatures: readonly ElementFeature[] = elementFeatures.filter(
  ({ name }) => !itemData.has(name),
);

/** What is acted on is called by its words, wherever a page has them. What is read has its words as data. */
const called: Readonly<Record<string, Compare>> = {
  name: nameLikeness,
  label: movable(({ label }) => label),
  text: movable(({ text }) => text),
  hint: movable(hintText),
  shape: movable(({ text }) => text, textShape),
};

/** The features of what is acted on: “Edit” of one row is another control than “Edit” of the next. */
const actionFeatures: readonly ElementFeature[] = [
  ...elementFeatures.map((each) => ({ ...each, compare: called[each.name] ?? each.compare })),
  // Not every page has rows; a control that shares its words with others needs the same row all the same.
  {
    name: 'row',
    weight: 4,
    markup: undefined,
    compare: ({ row: one }, { row: other }) =>
      one === '' || other === '' ? undefined : textLikeness(one, other),
  },
];

/** The features by which elements are compared, by what they are for. */
export const featuresByPurpose: Readonly<
  Record<TargetReport['purpose'], readonly ElementFeature[]>
> = { action: actionFeatures, field: elementFeatures, items: itemFeatures };

/**
 * Features of position, which is not part of an element's identity: when one of two twins is removed, the other takes
 * its position.
 */
const places = toWordSet('tagPath indexedPath parent location size children ordinal');

/** The features that distinguish an element from its twins. */
export const identityFeatures: readonly ElementFeature[] = actionFeatures.filter(
  ({ name }) => !places.has(name),
);

/** What a change of language leaves alone. */
const wordFeatures = toWordSet('name label value text hint neighbours heading shape location size');

/** The features that are no words. */
export const wordlessFeatures: readonly ElementFeature[] = elementFeatures.filter(
  ({ name }) => !wordFeatures.has(name),
);

function by<Value>(
  of: (element: ElementFingerprint) => Value,
  compare: (one: Value, other: Value) => number | undefined,
): Compare {
  return (one, other) => compare(of(one), of(other));
}

function texts(of: (element: ElementFingerprint) => string): Compare {
  return by(of, (one, other) => whereGiven(one, other, textLikeness));
}

function same(of: (element: ElementFingerprint) => string): Compare {
  return by(of, (one, other) => whereGiven(one, other, (a, b) => (a === b ? 1 : 0)));
}

/** How alike the names are. A page that has the name's words in another place, a label or a hint, has them. */
function nameLikeness(one: ElementFingerprint, other: ElementFingerprint): number | undefined {
  const namesAlike = accessibleNameLikeness(one, other) ?? 0;
  if (namesAlike >= sameWords) return namesAlike;
  return whereGiven(one.name, other.name, textLikeness);
}

/** Compares texts; one that the other element has in another place is no difference. */
function movable(
  of: (element: ElementFingerprint) => string,
  shape: (text: string) => string = (text) => text,
): Compare {
  return (one, other) => {
    const [first, second] = [of(one), of(other)];
    if (first === '' && hasAccessibleName(one, second)) return undefined;
    if (second === '' && hasAccessibleName(other, first)) return undefined;
    return whereGiven(shape(first), shape(second), textLikeness);
  };
}
