import { toSingular } from '../analysis/fold-label.ts';
import {
  askedNames,
  countPhrases,
  determiners,
  everyWords,
  fillerWords,
  isPlainWord,
  limitWords,
  listNouns,
  thoughtVerbs,
  thoughtWords,
  wholeWords,
  yesNoWords,
} from './prompt-words.ts';

/** How surely some words of a prompt name something: the page states it under them, or they are a known name. */
export type TermSource = 'page' | 'concept';

/** What a prompt asks for, as far as its words say it. */
export interface PromptReading {
  /** The words that ask for more than a page states, e.g. `compare`; `undefined` where there are none. */
  readonly thought: string | undefined;
  /** Names of things to find, words joined by `_`, each once, in the prompt's order. */
  readonly terms: readonly string[];
  /** What is wanted a list of, e.g. `products`; `undefined` where no list is asked for. */
  readonly listName: string | undefined;
  /** The words that are left, a phrase each: they name nothing that is known. */
  readonly open: readonly string[];
  /** Whether a number of things is asked for. */
  readonly counts: boolean;
  /** Whether it names what the page is about. */
  readonly namesSubject: boolean;
  /** Whether the words for a page as a whole are all that is asked for. */
  readonly asksWhole: boolean;
}

/** What is known about the words of prompts; all words are in lower case. */
export interface KnownWords {
  /** Where the words are known from as one name. */
  findTerm(words: readonly string[]): TermSource | undefined;
  /** Whether a word names what the page is about. */
  isSubject(word: string): boolean;
}

interface Word {
  readonly text: string;
  /** Counts up at commas, full stops and the like. */
  readonly clause: number;
  readonly startsSentence: boolean;
  mark: 'open' | 'filler' | 'whole' | 'every' | 'term' | 'subject' | 'noun';
}

/** Longer prompts are cut: what follows are examples and explanations. */
const maxPromptLength = 4_000;
/** Most words of a name. */
const maxTermWords = 6;
const maxTerms = 20;

/** Reads a prompt against the names that are known. Linear in the prompt. */
export function readPrompt(prompt: string, known: KnownWords): PromptReading {
  const words = splitPrompt(prompt.slice(0, maxPromptLength));
  const terms = markTerms(words, known);
  const thought = findThought(words, prompt);
  const counts = markCount(words);
  markPlainWords(words, known);
  const listName = findListName(words);
  const open = listOpenPhrases(words);
  return {
    thought: thought ?? findUndecided(words, open, prompt),
    terms,
    listName,
    open,
    counts,
    namesSubject: words.some(({ mark }) => mark === 'subject'),
    asksWhole:
      terms.length === 0 && open.length === 0 && words.some(({ mark }) => mark === 'whole'),
  };
}

const wordPattern = /[\p{L}\p{M}\p{N}]+|[.!?;:,()\n"“”«»、。！？]/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function splitPrompt(prompt: string): readonly Word[] {
  const words: Word[] = [];
  let clause = 0;
  let startsSentence = true;
  // "product's" is a product.
  for (const [part] of prompt.replaceAll(/['’]s\b/g, '').matchAll(wordPattern)) {
    if (!/[\p{L}\p{N}]/u.test(part)) {
      clause += 1;
      startsSentence ||= /[.!?\n。！？]/.test(part);
      continue;
    }
    for (const text of splitUnspaced(part.toLowerCase())) {
      words.push({ text: askedNames.get(text) ?? text, clause, startsSentence, mark: 'open' });
      startsSentence = false;
    }
  }
  return words;
}

function splitUnspaced(part: string): readonly string[] {
  if (!unspaced.test(part)) return [part];
  return Array.from(
    new Intl.Segmenter('und', { granularity: 'word' }).segment(part),
    ({ segment }) => segment,
  );
}

/** Marks the longest names first at each place, and lists them. */
function markTerms(words: readonly Word[], known: KnownWords): readonly string[] {
  const terms: string[] = [];
  let at = 0;
  while (at < words.length) {
    const length = findTermLength(words, at, known);
    const part = words.slice(at, at + length);
    for (const word of part) word.mark = 'term';
    const name = part.map(({ text }) => text).join('_');
    if (length > 0 && !terms.includes(name) && terms.length < maxTerms) terms.push(name);
    at += Math.max(1, length);
  }
  return terms;
}

function findTermLength(words: readonly Word[], at: number, known: KnownWords): number {
  const first = words[at];
  for (let length = Math.min(maxTermWords, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.at(-1)?.clause !== first?.clause) continue;
    const source = known.findTerm(part.map(({ text }) => text));
    if (source === undefined) continue;
    const plain = part.filter(({ text }) => isPlainWord(text)).length;
    // "date of birth" is a name, "the date" is one behind an article; "all products" is a list.
    // "Full text" is one too, though each of its words is plain.
    const isName = length > 1 && source === 'concept';
    if (plain === length && !isName && !isCounted(words, at, source)) continue;
    if (length > 1) {
      const isBehindPlain = plain < length && isPlainWord(first?.text ?? '');
      if (isBehindPlain && source === 'concept' && length < 3) continue;
      return length;
    }
    // "The summary" is a field where the page has a label of that name.
    if (!isListNoun(words, at) && (source === 'page' || !thoughtWords.has(first?.text ?? ''))) {
      return length;
    }
  }
  return 0;
}

/** Whether a word that is plain elsewhere is what "how many" asks for, and the page has it: its number of pages. */
function isCounted(words: readonly Word[], at: number, source: TermSource): boolean {
  const before = words.slice(Math.max(0, at - 2), at).map(({ text }) => text);
  return source === 'page' && countPhrases.has(before.join(' '));
}

/** Whether a word stands behind "all the" or the like and names what is repeated. */
function isListNoun(words: readonly Word[], at: number): boolean {
  if (!listNouns.has(words[at]?.text ?? '')) return false;
  let before = at - 1;
  while (before >= 0 && !everyWords.has(words[before]?.text ?? '')) {
    if (!fillerWords.has(words[before]?.text ?? '')) return false;
    before -= 1;
  }
  return before >= 0;
}

const maxThoughtWords = 4;

/** The first words that ask for thought, outside of the names that were found. */
function findThought(words: readonly Word[], prompt: string): string | undefined {
  for (const [at, word] of words.entries()) {
    if (word.mark === 'term') continue;
    for (let length = maxThoughtWords; length > 0; length -= 1) {
      const part = words.slice(at, at + length);
      const phrase = part.map(({ text }) => text).join(' ');
      const isWhole = part.length === length && part.every(({ mark }) => mark !== 'term');
      if (isWhole && thoughtWords.has(phrase)) return phrase;
    }
    const next = words[at + 1];
    const opens = at === 0 || words[at - 1]?.clause !== word.clause || isFiller(words[at - 1]);
    if (opens && thoughtVerbs.has(word.text) && next?.clause === word.clause) {
      if (determiners.has(next.text) || next.text !== toSingular(next.text)) return word.text;
    }
    if (limitWords.has(word.text) && /^\p{N}/u.test(next?.text ?? '')) {
      return `${word.text} ${next?.text}`;
    }
  }
  return /[\p{Script=Hangul}]/u.test(prompt)
    ? [...thoughtWords].find((word) => /\p{Script=Hangul}/u.test(word) && prompt.includes(word))
    : undefined;
}

function isFiller(word: Word | undefined): boolean {
  return word !== undefined && fillerWords.has(word.text);
}

/** Marks the words that ask for a number of things as plain, and says whether there are any. */
function markCount(words: readonly Word[]): boolean {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const isPair = countPhrases.has(`${word.text} ${next?.text}`) && next?.mark !== 'term';
    if (word.mark === 'term' || (!isPair && !countPhrases.has(word.text))) continue;
    word.mark = 'filler';
    if (isPair && next !== undefined) next.mark = 'filler';
    return true;
  }
  return false;
}

function markPlainWords(words: readonly Word[], known: KnownWords): void {
  for (const [at, word] of words.entries()) {
    if (word.mark !== 'open') continue;
    const next = words[at + 1];
    // "all" with nothing behind it is everything.
    if (everyWords.has(word.text) && next !== undefined) word.mark = 'every';
    else if (wholeWords.has(word.text)) word.mark = 'whole';
    else if (isPlainWord(word.text)) word.mark = 'filler';
    else if (known.isSubject(word.text)) word.mark = 'subject';
  }
}

const maxNounWords = 3;

/** What a list is asked for of: the words behind "all" and the like, else a plural that is a usual name of a list. */
function findListName(words: readonly Word[]): string | undefined {
  const every = words.findIndex(({ mark }) => mark === 'every');
  if (every >= 0) {
    let at = every + 1;
    while (words[at]?.mark === 'filler' || words[at]?.mark === 'every') at += 1;
    const noun: Word[] = [];
    const { clause } = words[every] ?? {};
    for (let word = words[at]; isNameable(word); word = words[(at += 1)]) {
      if (word.clause !== clause || noun.length === maxNounWords) break;
      noun.push(word);
    }
    const name = nameList(noun);
    if (name !== undefined) return name;
  }
  const plural = words.find(
    (word) =>
      isNameable(word) &&
      listNouns.has(word.text) &&
      (every >= 0 || word.text !== toSingular(word.text)),
  );
  return plural === undefined ? undefined : nameList([plural]);
}

function isNameable(word: Word | undefined): word is Word {
  return word?.mark === 'open' || word?.mark === 'subject';
}

function nameList(noun: readonly Word[]): string | undefined {
  for (const word of noun) word.mark = 'noun';
  return noun.length === 0 ? undefined : noun.map(({ text }) => text).join('_');
}

/** A question for yes or no about what is not known by name, in short: `is … friendly`. */
function findUndecided(
  words: readonly Word[],
  [open]: readonly string[],
  prompt: string,
): string | undefined {
  if (open === undefined || !/[?？]/.test(prompt)) return undefined;
  const opener = words.find(({ startsSentence, text }) => startsSentence && yesNoWords.has(text));
  return opener === undefined ? undefined : `${opener.text} … ${open}`;
}

function listOpenPhrases(words: readonly Word[]): readonly string[] {
  const phrases: string[][] = [];
  for (const [at, { mark, text, clause }] of words.entries()) {
    if (mark !== 'open') continue;
    const before = words[at - 1];
    if (before?.mark === 'open' && before.clause === clause) phrases.at(-1)?.push(text);
    else phrases.push([text]);
  }
  return phrases.map((phrase) => phrase.join(' '));
}
