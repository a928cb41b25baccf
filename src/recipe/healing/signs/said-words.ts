import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import { controlKind } from './control-kind.ts';
import { hints } from './strong-values.ts';
import { textLikeness } from './text-likeness.ts';

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
export function listSaid(element: ElementFingerprint): readonly string[] {
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
export function saidLikeness(
  one: ElementFingerprint,
  other: ElementFingerprint,
): number | undefined {
  // Of symbols alone, too.
  if (one.name !== '' && one.name === other.name) return 1;
  const [first, second] = [listSaid(one), listSaid(other)];
  if (first.length === 0 && second.length === 0) return undefined;
  // “More White Peony” and “Remove White Peony” are much alike and do two things.
  const own = [readSaid(one).own, readSaid(other).own] as const;
  const [these, those] = own.every((each) => each.length > 0) ? own : [first, second];
  const best = Math.max(
    isNamedAsRow(one, other) || isNamedAsRow(other, one) ? 1 : 0,
    ...these.flatMap((each) => those.map((text) => textLikeness(each, text))),
  );
  return best < sameWords && (isNamedByRow(one) || isNamedByRow(other)) ? undefined : best;
}

/** Whether an element that is called by its row is called like the other: the row's words are all the other says. */
export function isNamedAsRow(element: ElementFingerprint, other: ElementFingerprint): boolean {
  return (
    isNamedByRow(element) &&
    listSaid(other).some((each) => textLikeness(each, element.row) >= sameWords)
  );
}

/** Whether an element says the text, in whichever place. */
export function isSaidBy(element: ElementFingerprint, text: string): boolean {
  return listSaid(element).some((each) => textLikeness(each, text) >= sameWords);
}

/** Whether two elements share what they are called, or are both called nothing: only their rows tell them apart. */
export function isCalledAlike(one: ElementFingerprint, other: ElementFingerprint): boolean {
  const [first, second] = [listSaid(one), listSaid(other)];
  if (first.length === 0 || second.length === 0) return first.length === second.length;
  return first.some((each) => second.includes(each));
}

/** Whether the element is called all that its row says: the row adds nothing. */
export function saysItsRow(element: ElementFingerprint): boolean {
  const own = new Set(listSaid(element).flatMap(listWords));
  return listWords(element.row).every((word) => own.has(word));
}

/** Whether the element stands in a row and says nothing that the row does not say. */
function isNamedByRow(element: ElementFingerprint): boolean {
  return element.row !== '' && listSaid(element).every((each) => isIn(element.row, each));
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
