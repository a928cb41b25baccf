import { isOfSomeLanguages } from '../../lexicon/concept.ts';
import { toSingular } from '../../lexicon/fold-label.ts';
import {
  countPhrases,
  currencyPrepositions,
  determiners,
  everyWords,
  fillerWords,
  isPlainWord,
  joiningWords,
  latinArticles,
  listNouns,
  listParts,
  nameWords,
  narrowingWords,
  nounVerbs,
  partingWords,
  subjectTypes,
  textWords,
  thoughtWords,
  wholeWords,
  withWords,
  writtenThings,
} from '../../lexicon/prompt-words.ts';
import { findNamed, findUsualKind, toFieldName } from '../usual-form.ts';
import { type Word, hasParts, maxTermWords } from './split-prompt.ts';

/** How surely some words of a prompt name something: the page states it under them, or they are a known name; of columns, only the header. */
type TermSource = 'page' | 'concept' | 'column';

/** What is known about the words of prompts; all words are in lower case. */
export interface KnownWords {
  findTerm(words: readonly string[]): TermSource | undefined;
  /** Whether a heading of the page has this name, with a list of several things below it. */
  isListHeading(words: readonly string[]): boolean;
  isSubject(word: string): boolean;
  /** Whether words that are each part of what the page is about name it whole. */
  nameSubject(words: readonly string[]): boolean;
  /** Whether a plural is also the name of a number of such things: reviews. */
  isCount(word: string): boolean;
  /** Whether a word is one of those that the currency of the page's amounts is named with. */
  isOwnCurrency(word: string): boolean;
}

/** Marks the longest names first at each place. */
export function markTerms(words: readonly Word[], known: KnownWords): void {
  let at = 0;
  while (at < words.length) {
    const length = findTermLength(words, at, known);
    const part = words.slice(at, at + length);
    const isList = isHeadedList(words, at + length, part, known);
    for (const word of part) word.mark = isList ? 'noun' : 'term';
    const [first] = part;
    if (first !== undefined && !isList) first.term = part.map(({ text }) => text).join('_');
    at += Math.max(1, length);
  }
}

/** Whether a name is that of a list that a heading of the page names: it has parts, as "the bestsellers with name and price" do. */
function isHeadedList(
  words: readonly Word[],
  end: number,
  part: readonly Word[],
  known: KnownWords,
): boolean {
  const last = part.at(-1);
  if (last === undefined || last.text === toSingular(last.text)) return false;
  return hasParts(words, end - 1) && known.isListHeading(part.map(({ text }) => text));
}

function findTermLength(words: readonly Word[], at: number, known: KnownWords): number {
  const first = words[at];
  for (let length = Math.min(maxTermWords, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.at(-1)?.clause !== first?.clause) continue;
    // "Autor i data" are two.
    if (length > 1 && joiningWords.has(part.at(-1)?.text ?? '')) continue;
    const source = known.findTerm(part.map(({ text }) => text));
    if (source === undefined) continue;
    const plain = part.filter(({ text }) => isPlainWord(text)).length;
    // "date of birth" and "full text" are names, "the date" is one behind an article; "all products" is a list.
    const isName = length > 1 && source === 'concept';
    const isPlain = plain === length && !isName && !isCounted(words, at, source);
    if (isPlain && !(length === 1 && isPlainName(words, at, source))) continue;
    if (length > 1) {
      // "The list price" is one, and "list price and title" asks for both.
      const isListed = everyWords.has(first?.text ?? '') && isBehindArticle(words, at);
      const isBehindPlain = plain < length && isPlainWord(first?.text ?? '') && !isListed;
      if (isBehindPlain && source === 'concept' && length < 3) continue;
      return length;
    }
    // "Every team with its points" is a list of teams.
    const isOne = first !== undefined && first.text === toSingular(first.text);
    const isThing =
      source === 'column' || (source === 'page' && isOne) || known.isCount(part[0]?.text ?? '');
    if (isThing && isBehindEvery(words, at)) continue;
    const isAll = !isOne && isBehindEvery(words, at);
    // "Reviews with their authors" are the reviews, not their number.
    const isWritten = writtenThings.has(first?.text ?? '');
    if ((isThing || isAll || isWritten) && withWords.has(words[at + 1]?.text ?? '')) continue;
    // "The summary" is a field where the page has a label of that name.
    const isThought = source === 'concept' && thoughtWords.has(first?.text ?? '');
    if (!isListNoun(words, at) && !isThought) return length;
  }
  return 0;
}

function isBehindArticle(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return before?.clause === word?.clause && determiners.has(before?.text ?? '');
}

/** Whether a word that is plain elsewhere is what "how many" asks for, and the page has it: its number of pages. */
function isCounted(words: readonly Word[], at: number, source: TermSource): boolean {
  const before = words.slice(Math.max(0, at - 2), at).map(({ text }) => text);
  return source !== 'concept' && countPhrases.has(before.join(' '));
}

/** Whether a plain word stands for itself and the page has a name for it: the column "Field", the section of a paper. */
function isPlainName(words: readonly Word[], at: number, source: TermSource): boolean {
  const { text = '' } = words[at] ?? {};
  if (textWords.has(text) || !isAlone(words, at, source === 'column')) return false;
  if (source === 'concept') return listParts.has(text) || isOfSomeLanguages(text);
  return words.length > 1 && !partingWords.has(text);
}

/** Whether a word is all that a part of the prompt says, or all of which things are asked for. */
function isAlone(words: readonly Word[], at: number, mayBeEvery: boolean): boolean {
  const { clause } = words[at] ?? {};
  const [before, next] = [words[at - 1], words[at + 1]].map((word) =>
    word?.clause === clause ? word?.text : undefined,
  );
  return (
    (before === undefined ||
      partingWords.has(before) ||
      latinArticles.has(before) ||
      (mayBeEvery && everyWords.has(before))) &&
    (next === undefined || partingWords.has(next))
  );
}

/** Whether a word stands behind "all the" or the like and names what is repeated. */
function isListNoun(words: readonly Word[], at: number): boolean {
  return listNouns.has(words[at]?.text ?? '') && isBehindEvery(words, at);
}

function isBehindEvery(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && !everyWords.has(words[before]?.text ?? '')) {
    const { text = '' } = words[before] ?? {};
    // "All fields with type" are the fields.
    if (!fillerWords.has(text) || withWords.has(text)) return false;
    before -= 1;
  }
  return before >= 0;
}

/** Marks the words that ask for a number of things as plain, and says whether there are any. */
export function markCount(words: readonly Word[]): boolean {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const isPair = countPhrases.has(`${word.text} ${next?.text}`) && next?.mark !== 'term';
    if (word.mark === 'term' || (!isPair && !countPhrases.has(word.text))) continue;
    word.mark = 'filler';
    word.counts = true;
    if (isPair && next !== undefined) next.mark = 'filler';
  }
  return words.some(({ counts }) => counts === true);
}

export function markPlainWords(words: readonly Word[], known: KnownWords): void {
  for (const [at, word] of words.entries()) {
    if (word.mark !== 'open') continue;
    const next = words[at + 1];
    // A list of what a column is called is one of its own.
    if (known.findTerm([word.text]) === 'column' && isAlone(words, at, true)) continue;
    // "all" with nothing behind it is everything.
    if (everyWords.has(word.text) && next !== undefined) word.mark = 'every';
    else if (isChoice(words, at) || isOwnSite(words, at)) continue;
    else if (wholeWords.has(word.text)) word.mark = 'whole';
    else if ((isPlainWord(word.text) && !isNoun(words, at)) || namesCurrency(words, at, known))
      word.mark = 'filler';
    // "Per unit" says of what, though the page is about a shelf unit.
    else if (words[at - 1]?.text === 'per' || isNamedOther(words, at, known)) continue;
    else if (known.isSubject(word.text)) word.mark = 'subject';
  }
}

/** Whether the name is asked for of somebody or something that a title only speaks of: the name of the president. */
function isNamedOther(words: readonly Word[], at: number, known: KnownWords): boolean {
  const { clause, text = '' } = words[at] ?? {};
  let before = at - 1;
  while (before >= 0 && words[before]?.mark === 'filler') before -= 1;
  const name = words[before];
  const isOf = words.slice(before + 1, at).some((word) => narrowingWords.has(word.text));
  if (!isOf || name?.clause !== clause || !nameWords.has(name?.term ?? '')) return false;
  if (subjectTypes.has(toSingular(text))) return false;
  const named = words.slice(at, at + maxTermWords).filter((word) => word.clause === clause);
  return !known.nameSubject(named.map((word) => word.text));
}

const mainWords: ReadonlySet<string> = new Set(['main', 'key']);
/** Kinds of which a thing has several. */
export const severalKinds: ReadonlySet<string | undefined> = new Set([
  'persons',
  'ingredients',
  'steps',
  'keywords',
]);

/** Whether a word chooses of several things: the *main* author. */
function isChoice(words: readonly Word[], at: number): boolean {
  const { term } = words[at + 1] ?? {};
  if (term === undefined || !mainWords.has(words[at]?.text ?? '')) return false;
  return severalKinds.has(findNamed(toFieldName(term))?.kind);
}

const siteWords: ReadonlySet<string> = new Set(['site', 'website', 'homepage']);

/** Whether a site is that of what stands right before it: the author's website. */
function isOwnSite(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return (
    siteWords.has(word?.text ?? '') && before?.mark === 'term' && before.clause === word?.clause
  );
}

/** Whether a word that asks elsewhere is part of a name: the *return* policy. */
function isNoun(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  const isBetween = before?.clause === word?.clause && next?.mark === 'term';
  return isBetween && nounVerbs.has(word?.text ?? '') && determiners.has(before?.text ?? '');
}

/** Whether a word behind "in" is a name of the page's own currency: the price in euros. */
function namesCurrency(words: readonly Word[], at: number, known: KnownWords): boolean {
  const hasAmount = words
    .slice(0, at)
    .some(({ term }) => term !== undefined && findUsualKind(term) === 'money');
  return (
    hasAmount &&
    currencyPrepositions.has(words[at - 1]?.text ?? '') &&
    known.isOwnCurrency(words[at]?.text ?? '')
  );
}
