import { maxOf, rememberWithin } from '../../runtime/collections.ts';
import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import { controlKind } from './control-kind.ts';

/** How alike two texts are, 0 to 1: the better of what they share in pairs of letters and in words (Dice). Case and white space do not count. */
export function textLikeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const [first, second] = [takeApart(one), takeApart(other)];
  if (first.folded === '' || second.folded === '') return 0;
  if (first.folded === second.folded) return 1;
  return Math.max(dice(first.pairs, second.pairs), dice(first.words, second.words));
}

interface Parts {
  readonly folded: string;
  readonly pairs: Counted;
  readonly words: Counted;
}

/** Counted, since what stands twice in one should stand twice in the other. */
interface Counted {
  readonly bag: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Bytes of all known texts together, with their parts. */
const maxKnownBytes = 6_000_000;
/** Bytes of a different pair or word, measured. */
const partBytes = 60;
/** Bytes of a letter: the text and its folded form are kept, in two bytes each where one letter needs them. */
const letterBytes = 4;
/** One page compares the same few thousand texts with each other again and again. */
const remember = rememberWithin<Parts>(
  maxKnownBytes,
  (text, { pairs, words }) =>
    partBytes * (pairs.bag.size + words.bag.size + 1) + letterBytes * text.length,
);

function takeApart(text: string): Parts {
  return remember(text, () => {
    const folded = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    const pairs: string[] = [];
    for (let at = 0; at + 1 < folded.length; at += 1) pairs.push(folded.slice(at, at + 2));
    // A text of one letter has no pair.
    if (folded.length === 1) pairs.push(folded);
    const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    return { folded, pairs: count(pairs), words: count(words) };
  });
}

function count(things: readonly string[]): Counted {
  const bag = new Map<string, number>();
  for (const thing of things) bag.set(thing, (bag.get(thing) ?? 0) + 1);
  return { bag, total: things.length };
}

function dice(one: Counted, other: Counted): number {
  const total = one.total + other.total;
  if (total === 0) return 0;
  let shared = 0;
  for (const [thing, times] of one.bag) shared += Math.min(times, other.bag.get(thing) ?? 0);
  return (2 * shared) / total;
}

/** What kind of text it is, whatever it says: `£12.99` and `£8.50` are both `$9.9`, `3 May 2024` is `9 a 9`. */
export function textShape(text: string): string {
  return text
    .slice(0, maxText)
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/\p{Sc}/gu, '$')
    .replaceAll(/\p{L}[\p{L}\p{M}'’]*/gu, 'a')
    .replaceAll(/a(?:[\s,;:()"“”–-]+a)+/g, 'a a')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Two texts of the same kind rarely differ in how they begin. */
const maxText = 80;

/** Likeness from which two texts are taken to say the same. */
export const sameWords = 0.75;

interface Said {
  /** As the element is called, and without the words of its row. */
  readonly all: readonly string[];
  /** Without the words of the row; empty where the element does not name its row. */
  readonly own: readonly string[];
}

const said = new WeakMap<ElementFingerprint, Said>();

/**
 * What an element is called, in lower case and without punctuation: its name, of a field its label and hints too. Pages
 * differ in which of them holds the words: the label of one field is the placeholder of the next. A text that names the
 * row as well (`Delete Buy milk`) is given without the row's words, too. Symbols alone, such as `×`, say nothing.
 */
export function listAccessibleNames(element: ElementFingerprint): readonly string[] {
  return readSaid(element).all;
}

function readSaid(element: ElementFingerprint): Said {
  const known = said.get(element);
  if (known !== undefined) return known;
  const { label, attributes, row } = element;
  // What stands before a button or a link, or above it in a table, is no name of it.
  const beside =
    controlKind(element) === 'press' ? [] : [label, ...hints.map((hint) => attributes[hint] ?? '')];
  const texts = [...namesOf(element), ...beside].map(listWords);
  const inRow = new Set(listWords(row));
  const own = texts
    .filter((words) => words.some((word) => inRow.has(word)))
    .map((words) => words.filter((word) => !inRow.has(word)));
  const read = { all: toPhrases([...texts, ...own]), own: toPhrases(own) };
  said.set(element, read);
  return read;
}

function toPhrases(texts: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(texts.map((words) => words.join(' ')))].filter((each) => each !== '');
}

/**
 * The accessible name, and the text where the name has all its words. Other text is a picture: an icon font draws the
 * minus of the button “Fewer” from the word `remove`.
 */
function namesOf({ name, text }: ElementFingerprint): readonly string[] {
  const words = new Set(listWords(name));
  return name === '' || listWords(text).every((word) => words.has(word)) ? [name, text] : [name];
}

/**
 * How alike two elements are called, 0 to 1. `undefined` where nothing tells: neither says anything, or one is called by
 * its row (the check box of “Buy milk”) and the other by what it does (“Done”).
 */
export function accessibleNameLikeness(
  one: ElementFingerprint,
  other: ElementFingerprint,
): number | undefined {
  // Of symbols alone, too.
  if (one.name !== '' && one.name === other.name) return 1;
  const [first, second] = [listAccessibleNames(one), listAccessibleNames(other)];
  if (first.length === 0 && second.length === 0) return undefined;
  // “More White Peony” and “Remove White Peony” are much alike and do two things.
  const own = [readSaid(one).own, readSaid(other).own] as const;
  const [these, those] = own.every((each) => each.length > 0) ? own : [first, second];
  const best = maxOf(
    these.flatMap((each) => those.map((text) => textLikeness(each, text))),
    isNamedAsRow(one, other) || isNamedAsRow(other, one) ? 1 : 0,
  );
  return best < sameWords && (isNamedByRow(one) || isNamedByRow(other)) ? undefined : best;
}

/** Whether an element that is called by its row is called like the other: the row's words are all the other says. */
export function isNamedAsRow(element: ElementFingerprint, other: ElementFingerprint): boolean {
  return (
    isNamedByRow(element) &&
    listAccessibleNames(other).some((each) => textLikeness(each, element.row) >= sameWords)
  );
}

/** Whether one of the accessible names of an element is like the text. */
export function hasAccessibleName(element: ElementFingerprint, text: string): boolean {
  return listAccessibleNames(element).some((each) => textLikeness(each, text) >= sameWords);
}

/** Whether two elements share what they are called, or are both called nothing: only their rows tell them apart. */
export function isCalledAlike(one: ElementFingerprint, other: ElementFingerprint): boolean {
  const [first, second] = [listAccessibleNames(one), listAccessibleNames(other)];
  if (first.length === 0 || second.length === 0) return first.length === second.length;
  return first.some((each) => second.includes(each));
}

/** Whether the element is called all that its row says: the row adds nothing. */
export function saysItsRow(element: ElementFingerprint): boolean {
  const own = new Set(listAccessibleNames(element).flatMap(listWords));
  return listWords(element.row).every((word) => own.has(word));
}

/** Whether the element stands in a row and says nothing that the row does not say. */
function isNamedByRow(element: ElementFingerprint): boolean {
  return (
    element.row !== '' && listAccessibleNames(element).every((each) => isIn(element.row, each))
  );
}

function isIn(row: string, words: string): boolean {
  return ` ${listWords(row).join(' ')} `.includes(` ${words} `);
}

/** The words and numbers of a text, in lower case. */
export function listWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Features by which a page's author distinguishes one element from another. */
type StrongFeature = 'testid' | 'id' | 'name' | 'href' | 'label' | 'hint' | 'value';

export const strongFeatures: readonly StrongFeature[] = [
  'testid',
  'id',
  'name',
  'href',
  'label',
  'hint',
  'value',
];

/** Names under which pages keep ids for tests. */
const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'] as const;

/** Attributes that say in words what an element is for. */
export const hints = ['placeholder', 'title', 'alt', 'aria-label'] as const;

/** The value of a strong feature; empty where the element has none. */
export function strongValue(element: ElementFingerprint, feature: StrongFeature): string {
  const { attributes } = element;
  switch (feature) {
    case 'testid':
      return firstOf(attributes, testIds);
    case 'id':
      return element.id;
    case 'label':
      return element.label;
    case 'hint':
      return firstOf(attributes, hints);
    case 'href':
      return isAddress(attributes['href'] ?? '') ? (attributes['href'] ?? '') : '';
    case 'name':
    case 'value':
      return attributes[feature] ?? '';
    default:
      return feature satisfies never;
  }
}

/** Those that are no words: a sign beside what an element is called. */
export const keyFeatures: readonly StrongFeature[] = ['testid', 'id', 'name', 'href', 'value'];

/** Whether a feature that was this element's alone when it was learnt still has its value. */
export function keepsStrongValue(
  fingerprint: TargetFingerprint,
  candidate: ElementFingerprint,
  features: readonly StrongFeature[] = strongFeatures,
): boolean {
  return features.some((feature) => {
    const value = strongValue(fingerprint.element, feature);
    return (
      value !== '' &&
      fingerprint.unique.includes(feature) &&
      value === strongValue(candidate, feature)
    );
  });
}

/** Whether an attribute belongs to the test ids, which are compared by themselves. */
export function isTestId(name: string): boolean {
  return (testIds as readonly string[]).includes(name);
}

/** Of the words of an element's hints. */
export function hintText({ attributes }: ElementFingerprint): string {
  return hints
    .map((name) => attributes[name] ?? '')
    .join(' ')
    .trim();
}

/** `#` and scripts lead nowhere that could be known again. */
function isAddress(href: string): boolean {
  return href !== '' && href !== '#' && !/^\s*javascript:/i.test(href);
}

function firstOf(attributes: Readonly<Record<string, string>>, names: readonly string[]): string {
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && value !== '') return value;
  }
  return '';
}
