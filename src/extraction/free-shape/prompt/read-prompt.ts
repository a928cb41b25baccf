import { toSingular } from '../../lexicon/fold-label.ts';
import { bareQuestions, subjectTypes, withWords } from '../../lexicon/prompt-words.ts';
import { findNamed } from '../usual-form.ts';
import { type PromptOwner, findListName, findOwner, isGeneralNoun } from './find-list-name.ts';
import { findAnswer, findOpener, findThought, findUndecided } from './find-thought.ts';
import { type KnownWords, markCount, markPlainWords, markTerms } from './mark-words.ts';
import {
  askBareQuestions,
  askWhole,
  findHeads,
  listOpenPhrases,
  listOwnedTerms,
  narrowsList,
  splitParts,
} from './prompt-parts.ts';
import { type Word, hasParts, listTerms, maxPromptLength, splitPrompt } from './split-prompt.ts';

export interface PromptReading {
  /** The words that ask for more than a page states, e.g. `compare`; `undefined` where there are none. */
  readonly thought: string | undefined;
  /** Names of things to find, words joined by `_`, each once, in the prompt's order. */
  readonly terms: readonly string[];
  /** Of these the ones that stand right behind another, by that one: "care instructions" may be the care alone. */
  readonly heads: ReadonlyMap<string, string>;
  /** Of the terms those that are asked for of other things than the page: ingredients *with their unit*. */
  readonly owned: ReadonlySet<string>;
  readonly listName: string | undefined;
  /** What is asked for "with" its parts and is no plural that we know: one thing, or several in another language. */
  readonly owner: PromptOwner | undefined;
  /** Whether the list is asked for with what each of its things has. */
  readonly isListOfParts: boolean;
  /** Whether the list is asked for by a name of things in general, or of what the page is about. */
  readonly isListGeneral: boolean;
  /** Whether other words narrow what the list is asked for of: all kettles *that cost 20*, all kettles *in stock*. */
  readonly isListNarrowed: boolean;
  /** What cannot be answered, a phrase each: words that name nothing known, and names that such words narrow. */
  readonly open: readonly string[];
  readonly counts: boolean;
  /** Of the terms those that a number is asked of. */
  readonly counted: readonly string[];
  readonly namesSubject: boolean;
  /** Whether it asks how, when, where or by whom, which what the page says in all does not answer. */
  readonly asksPart: boolean;
  /** What a question can only be answered with: *who* with a name, *at what time* with a time of day. */
  readonly answer: 'name' | 'time' | undefined;
  /** Whether it asks for yes or no. */
  readonly decides: boolean;
  /** Whether it asks for all of several things: every product. */
  readonly asksEvery: boolean;
  /** Whether only what is available is asked for. */
  readonly asksAvailable: boolean;
  /** Whether the words for a page as a whole are all that is asked for. */
  readonly asksWhole: boolean;
}

function isDuration(term: string): boolean {
  return findNamed(term)?.kind === 'duration';
}

/** Whether a type of things is named with something of theirs behind it: the age of a "product's age" is no product. */
function asksOfType(words: readonly Word[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    if (word.mark !== 'subject' || next?.mark !== 'subject' || next.clause !== word.clause)
      return false;
    return subjectTypes.has(word.text) && !subjectTypes.has(toSingular(next.text));
  });
}

function areThings(word: Word | undefined): boolean {
  const isThing = word?.mark === 'noun' || word?.mark === 'subject';
  return isThing && word.text !== toSingular(word.text);
}

/** Whether only what is available is asked for: "available lamps", "lamps available". */
function asksAvailable(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) =>
      text === 'available' && (areThings(words[at + 1]) || areThings(words[at - 1])),
  );
}

/** Reads a prompt against the names that are known. Linear in the prompt. */
export function readPrompt(prompt: string, known: KnownWords): PromptReading {
  const words = splitPrompt(prompt.slice(0, maxPromptLength));
  markTerms(words, known);
  const thought = findThought(words, prompt);
  const counts = markCount(words);
  markPlainWords(words, known);
  const listName = findListName(words);
  const parts = splitParts(words);
  const terms = listTerms(parts.filter((part) => !part.isNarrowed).flatMap((part) => part.words));
  const asked = askBareQuestions(parts, terms);
  const { texts, others } = askWhole(parts);
  const open = [...parts.flatMap(listOpenPhrases), ...asked.open];
  return {
    // A length of time answers no question for yes or no: "Is it full time?"
    thought: thought ?? findUndecided(words, [...open, ...terms.filter(isDuration)], prompt),
    terms: [...new Set([...terms, ...asked.terms, ...texts])],
    heads: findHeads(words),
    owned: listOwnedTerms(parts),
    listName,
    owner: listName === undefined ? findOwner(words) : undefined,
    isListOfParts: words.some(({ mark }, at) => mark === 'noun' && hasParts(words, at)),
    isListGeneral: words.every((word) => word.mark !== 'noun' || isGeneralNoun(word.text, known)),
    isListNarrowed:
      (terms.length === 0 && words.some(({ term }) => term !== undefined)) ||
      parts.some((part) => narrowsList(part, terms)),
    open: [...open, ...others],
    counts,
    counted: parts.flatMap((part) => {
      if (part.words.every((word) => word.counts !== true)) return [];
      // "Plans with number of weeks" are not those without it.
      return withWords.has(part.words[0]?.text ?? '') ? terms : listTerms(part.words);
    }),
    namesSubject:
      !asksOfType(words) &&
      known.nameSubject(words.flatMap(({ mark, text }) => (mark === 'subject' ? [text] : []))),
    asksPart: words.some(({ mark, text }) => mark === 'filler' && bareQuestions.has(text)),
    answer: findAnswer(words),
    decides: /[?？]/.test(prompt) && findOpener(words) !== undefined,
    asksEvery: listName !== undefined && words.some(({ mark }) => mark === 'every'),
    asksAvailable: asksAvailable(words),
    asksWhole:
      terms.length + texts.length + open.length === 0 && words.some(({ mark }) => mark === 'whole'),
  };
}
