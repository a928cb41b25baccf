import { foldText } from '../../runtime/unicode/fold-text.ts';

const bulletsAtStart = /^[\s•·▪●◦‣*\-–—|>»✓✔☐□▢]+/;
const marksAtEnd = /[\s:：.…*?()|>»–—-]+$/;
const camelBoundary = /(?<=[\p{Ll}\d])(?=\p{Lu})/u;
const ascii = /^[\0-\x7F]*$/;
const asciiWord = /[A-Z]*[a-z\d]+|[A-Z]+/g;
/** The vowels of Hindi or Thai are marks of their letters. */
const notWord = /[^\p{L}\p{M}\p{N}]+/u;
/** Most characters of a label; a longer text is a sentence. */
const maxLabelLength = 80;

/** The form in which labels are compared: one line, compatibility forms unified, lower case, marks at the ends dropped. */
export function foldLabel(text: string): string {
  const line = foldText(text.slice(0, maxLabelLength * 4));
  const unified = ascii.test(line) ? line : line.normalize('NFKC');
  const label = toLower(unified).slice(0, maxLabelLength);
  if (isBare(label.charCodeAt(0)) && isBare(label.charCodeAt(label.length - 1))) return label;
  return label.replace(bulletsAtStart, '').replace(marksAtEnd, '');
}

/** In lower case; the Turkish capital with a dot becomes the letter that has one, and the one without it beside that in capitals the other. */
function toLower(text: string): string {
  if (!text.includes('\u0130')) return text.toLowerCase().replaceAll('i\u0307', 'i');
  return text.replace(dotless, '\u0131').toLowerCase().replaceAll('i\u0307', 'i');
}

const dotless = /I(?=\p{Lu})|(?<=\p{Lu})I/gu;

/** Whether it is a letter or digit of ASCII: with these at its ends, as most have them, a label has no marks to search for. */
function isBare(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Letters that German and its neighbours write as two where they have no marks; others lose theirs. */
const twoLetters: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
]);
/** Letters whose marks are a part of them. */
const baseLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
]);
const anyMark = /\p{M}/gu;
const notAscii = /[^\0-\x7F]/gu;

/** Greek with its marks or without, as many write it. */
const greek = /^[\p{Script=Greek}\d\s]+$/u;

/** The forms in which names without marks have a folded label: `citta` of "città", `groesse` and `grosse` of "größe", `τιμη` of "τιμή". */
export function listPlainForms(label: string): readonly string[] {
  if (ascii.test(label)) return [];
  const forms = [
    label.replaceAll(notAscii, toBase),
    label.replaceAll(notAscii, (letter) => twoLetters.get(letter) ?? toBase(letter)),
  ];
  return [...new Set(forms)].filter(
    (form) => ascii.test(form) || (form !== label && greek.test(form)),
  );
}

function toBase(letter: string): string {
  return baseLetters.get(letter) ?? letter.normalize('NFD').replaceAll(anyMark, '');
}

const startLength = 3;
const lastAscii = 0x7e;

/** Whether a text has one of some folded labels. Letters of ASCII that it begins with are those of its label: most texts need no folding. */
export function createLabelTest(labels: ReadonlySet<string>): (text: string) => boolean {
  const starts = new Set(Array.from(labels, (label) => label.slice(0, startLength)));
  return (text) => {
    const start = text.slice(0, startLength).toLowerCase();
    // A mark behind them may belong to the last.
    const isSure =
      isBare(start.charCodeAt(0)) &&
      isBare(start.charCodeAt(1)) &&
      isBare(start.charCodeAt(2)) &&
      (text.length === startLength ||
        (text.charCodeAt(startLength) >= 0x20 && text.charCodeAt(startLength) <= lastAscii));
    return isSure && !starts.has(start) ? false : hasLabel(labels, foldLabel(text));
  };
}

/** A label is the same with a hyphen as in two words or in one: "Check-in", "Wi-Fi"; with a stroke between two letters: "P/E ratio"; and in front of a day: "Updated on". */
function hasLabel(labels: ReadonlySet<string>, label: string): boolean {
  if (labels.has(label)) return true;
  const whole = label.replaceAll('/', '').replace(/ on$/, '');
  return (
    labels.has(whole) ||
    (whole.includes('-') &&
      (labels.has(whole.replaceAll('-', ' ')) || labels.has(whole.replaceAll('-', ''))))
  );
}

/** The words of a property name or class, in lower case: `totalPrice`, `total-price` and `total_price` are the same. */
export function splitWords(name: string): readonly string[] {
  // Most names and texts are ASCII, for which one pattern finds the same words.
  if (ascii.test(name)) return (name.match(asciiWord) ?? []).map((word) => word.toLowerCase());
  return name
    .normalize('NFKC')
    .split(notWord)
    .flatMap((part) => part.split(camelBoundary))
    .map((word) => toLower(word))
    .filter((word) => word !== '');
}

/** Words run together, for comparing names across spellings: `datePublished`, `date_published` → `datepublished`. */
export function joinName(name: string): string {
  return splitWords(name).join('');
}

/** A name for comparing it across spellings; one without words, such as "#", as it is written. */
export function toNameKey(name: string): string {
  return joinName(name) || foldLabel(name) || name.trim();
}

/** Singular of an English plural, by its ending; good enough for comparing two names. */
export function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  // A status has the plural statuses, but a cause the plural causes: before `-use` stands a vowel or another consonant.
  if (word.length > 4 && /(?:ss|x|ch|sh|[inprt]us)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word))
    return word.slice(0, -1);
  return word;
}

/** Likeness of two texts, 0 to 1: twice the words they share, as a share of both texts' words. */
export function compareWords(first: string, second: string): number {
  const a = new Set(splitWords(first));
  const b = wordsOf(second);
  if (a.size === 0 || b.size === 0) return 0;
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size);
}

let lastWords: { readonly text: string; readonly words: ReadonlySet<string> } | undefined;

/** The words of a text; those of the last one are kept, since all headings are compared with one title. */
function wordsOf(text: string): ReadonlySet<string> {
  if (lastWords?.text !== text) lastWords = { text, words: new Set(splitWords(text)) };
  return lastWords.words;
}
