import { toSingular } from '../../lexicon/fold-label.ts';
import {
  bareQuestions,
  besideOthers,
  choiceWords,
  dayWords,
  determiners,
  joiningWords,
  lightWords,
  listParts,
  nameWords,
  narrowingWords,
  ownerWords,
  partingWords,
  relativeWords,
  subjectTypes,
  sumPattern,
  textWords,
  withWords,
} from '../../lexicon/prompt-words.ts';
import { findNamed } from '../usual-form.ts';
import { severalKinds } from './mark-words.ts';
import { type Word, listTerms } from './split-prompt.ts';
import { toWordSet } from '../../../runtime/collections.ts';

export function findHeads(words: readonly Word[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  let last: string | undefined;
  for (const [at, { mark, term, clause }] of words.entries()) {
    const before = words[at - 1];
    const isBehind = before?.mark === 'term' && before.clause === clause;
    if (term !== undefined && last !== undefined && isBehind) heads.set(term, last);
    last = mark === 'term' ? (term ?? last) : undefined;
  }
  return heads;
}

/** Words that ask for one thing, or for one thing of another. */
interface PromptPart {
  readonly words: readonly Word[];
  /** Whether its names are not what the page states under them: the price *per 100 ml*, the name *of the mayor*. */
  readonly isNarrowed: boolean;
}

/** The prompt in parts: at punctuation, conjunctions, the words of questions and those that lead to fields. */
export function splitParts(words: readonly Word[]): readonly PromptPart[] {
  const parts: Word[][] = [];
  let before: Word | undefined;
  for (const word of words) {
    const isRelative = areSeveral(before) && relativeWords.has(word.text);
    // In German "was" is a question.
    const isVerb = word.text === 'was' && bareQuestions.has(before?.text ?? '');
    // In Italian "i" is an article.
    const isJoint = before?.mark === 'term' && joiningWords.has(word.text);
    const parted =
      before?.clause !== word.clause ||
      (word.mark !== 'term' &&
        (isJoint || (!isRelative && !isVerb && partingWords.has(word.text))));
    if (parted) parts.push([word]);
    else parts.at(-1)?.push(word);
    before = word;
  }
  let hasOpen = false;
  let isWithOpen = false;
  return parts.map((part) => {
    const [first] = part;
    // "The cats and their prices" are not those of other things, and "cats with price and age" are those of cats alone.
    isWithOpen &&= first?.startsSentence !== true;
    isWithOpen ||= hasOpen && withWords.has(first?.text ?? '');
    const isOfOpen = isWithOpen || (hasOpen && part.some(({ text }) => ownerWords.has(text)));
    const isNarrowed =
      isOfOpen || part.some(isNarrowing) || joinsTerms(part) || chooses(part) || namesOther(part);
    hasOpen ||= part.some(isNarrowing);
    return { words: part, isNarrowed };
  });
}

/** Whether a word names things that a part of the prompt may choose from: drivers *who finished*. */
function areSeveral(word: Word | undefined): boolean {
  return word?.mark === 'noun' || (word?.mark === 'term' && word.text !== toSingular(word.text));
}

/** The names of what is asked for of each of several things, or of a person or a company, and not of the page: ingredients *with their unit*. */
export function listOwnedTerms(parts: readonly PromptPart[]): ReadonlySet<string> {
  const owned = new Set<string>();
  let isOwned = false;
  let last: Word | undefined;
  for (const { words } of parts) {
    const [first] = words;
    const before = last === undefined ? undefined : findNamed(last.text)?.kind;
    const isOfSeveral = last?.mark === 'term' && (areSeveral(last) || severalKinds.has(before));
    const isOfOwner = isOfSeveral || (last?.mark === 'term' && ownerKinds.has(before));
    isOwned &&= first?.startsSentence !== true;
    isOwned ||= isOfSeveral && last?.clause === first?.clause && withWords.has(first?.text ?? '');
    if (isOwned || (isOfOwner && words.some(({ text }) => ownerWords.has(text))))
      for (const term of listTerms(words)) owned.add(term);
    last = words.findLast(({ mark }) => mark !== 'filler') ?? last;
  }
  return owned;
}

const ownerKinds: ReadonlySet<string | undefined> = new Set(['persons', 'organization']);

/** Whether a word that names nothing on the page is more than a name for pages and what they are about. */
function isNarrowing({ mark, text }: Word): boolean {
  return mark === 'open' && !subjectTypes.has(toSingular(text)) && !lightWords.has(text);
}

/** Whether one name is asked for of another: the area of the capital. "The name of the author" is the author. */
function joinsTerms(part: readonly Word[]): boolean {
  let term: Word | undefined;
  let isJoined = false;
  for (const [at, word] of part.entries()) {
    if (word.mark !== 'term') isJoined ||= narrowingWords.has(word.text);
    else if (word.term !== undefined) {
      // "City names" are the cities.
      if (part[at - 1]?.mark === 'term' && nameWords.has(word.term)) {
        delete word.term;
        continue;
      }
      if (term !== undefined && isJoined) {
        if (!nameWords.has(term.term ?? '')) return true;
        delete term.term;
      }
      term = word;
      isJoined = false;
    }
  }
  return false;
}

/** Whether the name of a person or a company is asked for that the page is not about: the name of the company. */
function namesOther(part: readonly Word[]): boolean {
  const name = part.findIndex(({ term }) => nameWords.has(term ?? ''));
  return (
    name >= 0 &&
    part.some(
      ({ mark, text }) =>
        mark === 'open' && besideOthers.has(subjectTypes.get(toSingular(text)) ?? ''),
    )
  );
}

/** Whether a part asks which of several things is meant, or for the sum of them. */
function chooses(words: readonly Word[]): boolean {
  const terms = listTerms(words);
  if (words.some(({ mark }) => mark === 'noun') && words.some(({ text }) => sumPattern.test(text)))
    return true;
  return terms.length > 1 && choiceWords.has(words[0]?.text ?? '');
}

/** Whether a part says that only some of the things are wanted: all lanterns *in stock*, all kettles *with free delivery*, *vegan* dishes. */
export function narrowsList({ words }: PromptPart, terms: readonly string[]): boolean {
  const noun = words.findIndex(({ mark }) => mark === 'noun');
  const isOpen = words.some(
    (word) => isNarrowing(word) || (noun >= 0 && word.mark === 'open' && dayWords.has(word.text)),
  );
  if (words[noun - 1]?.mark === 'term') return true;
  if (noun >= 0) return isOpen || hasLaterTerm(words.slice(noun));
  return isOpen && terms.length === 0 && withWords.has(words[0]?.text ?? '');
}

/** Whether names stand behind a noun and other words: "products in stock", but not "product names". */
function hasLaterTerm(words: readonly Word[]): boolean {
  const other = words.findIndex(({ mark }) => mark !== 'noun' && mark !== 'term');
  return other >= 0 && words.slice(other).some(({ mark }) => mark === 'term');
}

/** What a part asks for by the word of its question alone: "and when?", "and by whom?". */
export function askBareQuestions(
  parts: readonly PromptPart[],
  terms: readonly string[],
): { readonly terms: readonly string[]; readonly open: readonly string[] } {
  const asked = { terms: [] as string[], open: [] as string[] };
  if (terms.length === 0) return asked;
  for (const { words } of parts) {
    // "What is it about" asks for more than a name has.
    if (words[0]?.text === 'what' && words.at(-1)?.text === 'about') asked.open.push('what about');
    if (words.some(({ mark }) => mark !== 'filler')) continue;
    const question = words.find(({ text }) => bareQuestions.has(text))?.text;
    if (question === undefined) continue;
    const { name, beside } = bareQuestions.get(question) ?? {};
    if (name === undefined || !terms.some((term) => beside?.has(term))) asked.open.push(question);
    else if (!terms.includes(name)) asked.terms.push(name);
  }
  return asked;
}

/** What parts beside those with names ask for by words for a page as a whole: its text ("title, date and text"), and what has no name ("title and details"). */
export function askWhole(parts: readonly PromptPart[]): {
  readonly texts: readonly string[];
  readonly others: readonly string[];
} {
  const hasTerm = ({ words }: PromptPart): boolean => words.some(({ term }) => term !== undefined);
  const first = parts.findIndex(hasTerm);
  const asked = { texts: [] as string[], others: [] as string[] };
  if (first < 0) return { ...asked, texts: asksText(parts) ? [textName] : [] };
  for (const [at, { words }] of parts.entries()) {
    // What stands before the names says where they are, or leads to them.
    const isBeside = at > first || isJoined(words, parts[at + 1]?.words[0]);
    if (!isBeside || words.some(({ mark }) => mark === 'term')) continue;
    const [whole, another] = words.filter(({ mark }) => mark !== 'filler');
    const isText = whole?.mark === 'whole' && textWords.has(whole.text) && another === undefined;
    if (isText && !withWords.has(words[0]?.text ?? '')) asked.texts.push(whole.text);
    else if (words.every(isOfWhole)) {
      const named = words.filter(
        ({ mark, text }) => mark === 'whole' || mark === 'subject' || listParts.has(text),
      );
      if (named.length > 0) asked.others.push(named.map(({ text }) => text).join(' '));
    }
  }
  return asked;
}

const textName = 'text';
const pageWords: ReadonlySet<string> = toWordSet('page pages site website web webpage main');

/** Whether the text is all that is asked for of a page. */
function asksText(parts: readonly PromptPart[]): boolean {
  const words = parts.flatMap((part) => part.words);
  const named = words.filter(({ mark, text }) => mark === 'whole' && !pageWords.has(text));
  return (
    named.length > 0 &&
    named.every(({ text }) => text === textName) &&
    words.every(({ mark }) => mark !== 'noun') &&
    parts.every(({ isNarrowed }) => !isNarrowed)
  );
}

/** Whether an "and" joins words to what goes on behind them. */
function isJoined(words: readonly Word[], next: Word | undefined): boolean {
  return next !== undefined && next.clause === words[0]?.clause && joiningWords.has(next.text);
}

/** Whether a word asks for the page, a part of it or what it is about, or only leads to such words. */
function isOfWhole({ mark, text }: Word): boolean {
  return (
    mark === 'whole' ||
    mark === 'every' ||
    (mark === 'subject' && subjectTypes.has(toSingular(text))) ||
    (mark === 'filler' && (listParts.has(text) || partingWords.has(text) || determiners.has(text)))
  );
}

export function listOpenPhrases({ words, isNarrowed }: PromptPart): readonly string[] {
  const isNamed = isNarrowed && words.some(({ term }) => term !== undefined);
  if (isNamed) {
    const kept = words.slice(words.findIndex(isMeant), words.findLastIndex(isMeant) + 1);
    return [kept.map(({ text }) => text).join(' ')];
  }
  const phrases: string[][] = [];
  for (const [at, { mark, text }] of words.entries()) {
    if (mark !== 'open') continue;
    if (words[at - 1]?.mark === 'open') phrases.at(-1)?.push(text);
    else phrases.push([text]);
  }
  return phrases.map((phrase) => phrase.join(' '));
}

function isMeant({ mark }: Word): boolean {
  return mark === 'term' || mark === 'open';
}
