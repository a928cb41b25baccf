import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../../contracts/recipe/replay.ts';
import type { MarkupSurvival } from './measure-survival.ts';
import { isSaidBy, sameWords, saidLikeness } from './said-words.ts';
import {
  countLikeness,
  dataLikeness,
  jaccard,
  nearness,
  parentLikeness,
  sharedEnd,
  shareInOrder,
  sizeLikeness,
  whereGiven,
} from './part-likeness.ts';
import { hintText, strongValue } from './strong-values.ts';
import { textLikeness, textShape } from './text-likeness.ts';

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

/**
 * Weights are those of a study over 27 pages and 63 kinds of redesign (10,558 cases): leaving a feature out costs at
 * most 2.2 points of recall (`href`), most .2. What is taken for the target is decided by the acceptance rule, not by
 * them.
 */
const elementFeatures: readonly ElementFeature[] = [
  feature(
    'testid',
    4,
    'names',
    texts((element) => strongValue(element, 'testid')),
  ),
  feature(
    'name',
    4,
    undefined,
    texts(({ name }) => name),
  ),
  feature(
    'id',
    3,
    'names',
    texts(({ id }) => id),
  ),
  feature(
    'nameAttribute',
    3,
    'names',
    texts(({ attributes }) => attributes['name'] ?? ''),
  ),
  feature(
    'href',
    3,
    'names',
    texts(({ attributes }) => attributes['href'] ?? ''),
  ),
  feature(
    'label',
    3,
    undefined,
    texts(({ label }) => label),
  ),
  feature(
    'value',
    3,
    'names',
    texts(({ attributes }) => attributes['value'] ?? ''),
  ),
  feature(
    'role',
    2,
    'structure',
    same(({ role }) => role),
  ),
  feature(
    'text',
    2,
    undefined,
    texts(({ text }) => text),
  ),
  feature('hint', 2, undefined, texts(hintText)),
  feature(
    'neighbours',
    2,
    undefined,
    texts(({ neighbours }) => neighbours.join(' ')),
  ),
  feature(
    'tag',
    1,
    'structure',
    same(({ tag }) => tag),
  ),
  feature(
    'type',
    1,
    'structure',
    same(({ attributes }) => attributes['type'] ?? ''),
  ),
  feature('classes', 1, 'names', (one, other) => jaccard(one.classes, other.classes)),
  feature(
    'heading',
    1,
    undefined,
    texts(({ heading }) => heading),
  ),
  feature('landmarks', 1, 'structure', (one, other) =>
    shareInOrder(one.landmarks, other.landmarks),
  ),
  feature('tagPath', 1, 'structure', (one, other) => shareInOrder(one.tagPath, other.tagPath)),
  feature('indexedPath', 1, 'structure', (one, other) =>
    sharedEnd(one.indexedPath, other.indexedPath),
  ),
  feature('parent', 1, 'names', (one, other) => parentLikeness(one.parent, other.parent)),
  feature('data', 1, 'names', dataLikeness),
  feature(
    'shape',
    1,
    undefined,
    texts(({ text }) => textShape(text)),
  ),
  feature('location', 0.5, 'structure', (one, other) => nearness(one.box, other.box)),
  feature('size', 0.5, 'structure', (one, other) => sizeLikeness(one.box, other.box)),
  feature('children', 0.5, 'structure', (one, other) =>
    countLikeness(one.childCount, other.childCount),
  ),
  feature('ordinal', 0.5, 'structure', (one, other) => countLikeness(one.ordinal, other.ordinal)),
];

/** Features that hold an item's data, which differs on every page: items are compared by their structure. */
const itemData = new Set(
  'name id href label value text hint neighbours location children ordinal'.split(' '),
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
  feature('row', 4, undefined, (one, other) =>
    one.row === '' || other.row === '' ? undefined : textLikeness(one.row, other.row),
  ),
];

/** The features by which elements are compared, by what they are for. */
export const featuresByPurpose: Readonly<
  Record<TargetReport['purpose'], readonly ElementFeature[]>
> = { action: actionFeatures, field: elementFeatures, items: itemFeatures };

/**
 * Features of position, which is not part of an element's identity: when one of two twins is removed, the other takes
 * its position.
 */
const places = new Set('tagPath indexedPath parent location size children ordinal'.split(' '));

/** The features that distinguish an element from its twins. */
export const identityFeatures: readonly ElementFeature[] = actionFeatures.filter(
  ({ name }) => !places.has(name),
);

/** What a change of language leaves alone. */
const wordFeatures = new Set(
  'name label value text hint neighbours heading shape location size'.split(' '),
);

/** The features that are no words. */
export const wordlessFeatures: readonly ElementFeature[] = elementFeatures.filter(
  ({ name }) => !wordFeatures.has(name),
);

function feature(
  name: string,
  weight: number,
  markup: ElementFeature['markup'],
  compare: Compare,
): ElementFeature {
  return { name, weight, markup, compare };
}

function texts(of: (element: ElementFingerprint) => string): Compare {
  return (one, other) => whereGiven(of(one), of(other), textLikeness);
}

/** How alike the names are. A page that has the name's words in another place, a label or a hint, has them. */
function nameLikeness(one: ElementFingerprint, other: ElementFingerprint): number | undefined {
  const said = saidLikeness(one, other) ?? 0;
  if (said >= sameWords) return said;
  return whereGiven(one.name, other.name, textLikeness);
}

/** Compares texts; one that the other element has in another place is no difference. */
function movable(
  of: (element: ElementFingerprint) => string,
  shape: (text: string) => string = (text) => text,
): Compare {
  return (one, other) => {
    const [first, second] = [of(one), of(other)];
    if (first === '' && isSaidBy(one, second)) return undefined;
    if (second === '' && isSaidBy(other, first)) return undefined;
    return whereGiven(shape(first), shape(second), textLikeness);
  };
}

function same(of: (element: ElementFingerprint) => string): Compare {
  return (one, other) => whereGiven(of(one), of(other), (a, b) => (a === b ? 1 : 0));
}
