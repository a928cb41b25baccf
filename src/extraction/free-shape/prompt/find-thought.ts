import { toSingular } from '../../lexicon/fold-label.ts';
import {
  denyingWords,
  determiners,
  fillerWords,
  isPlainWord,
  limitWords,
  partingWords,
  thoughtVerbs,
  thoughtWords,
  timeQuestions,
  whoWords,
  yesNoWords,
} from '../../lexicon/prompt-words.ts';
import type { Word } from './split-prompt.ts';

const maxThoughtWords = 4;

/** The first words that ask for thought, outside of the names that were found. */
export function findThought(words: readonly Word[], prompt: string): string | undefined {
  for (const [at, word] of words.entries()) {
    if (word.mark === 'term') continue;
    for (let length = maxThoughtWords; length > 0; length -= 1) {
      const part = words.slice(at, at + length);
      const phrase = part.map(({ text }) => text).join(' ');
      const isWhole = part.length === length && part.every(({ mark }) => mark !== 'term');
      if (isWhole && thoughtWords.has(phrase)) return phrase;
    }
    const next = words[at + 1];
    const denied = findDenied(words, at);
    if (denied !== undefined) return `${word.text} ${denied}`;
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

/** The name that a word takes out of what is asked for: *without* the price, *no* price. */
function findDenied(words: readonly Word[], at: number): string | undefined {
  const word = words[at];
  const before = words[at - 1];
  // "If there is no price" asks for it, and in Portuguese "no" is "in the".
  const opens = before?.clause !== word?.clause || partingWords.has(before?.text ?? '');
  if (word === undefined || !(denyingWords.has(word.text) || (word.text === 'no' && opens)))
    return undefined;
  const next = words.slice(at + 1).find(({ text, mark }) => mark === 'term' || !isPlainWord(text));
  return next?.clause === word.clause ? next.term : undefined;
}

function isFiller(word: Word | undefined): boolean {
  return word !== undefined && fillerWords.has(word.text);
}

/** A question for yes or no about what is not known by name, in short: `is … friendly`. */
export function findUndecided(
  words: readonly Word[],
  [open]: readonly string[],
  prompt: string,
): string | undefined {
  if (open === undefined || !/[?？]/.test(prompt)) return undefined;
  const opener = findOpener(words);
  return opener === undefined ? undefined : `${opener.text} … ${open}`;
}

export function findOpener(words: readonly Word[]): Word | undefined {
  return words.find(({ startsSentence, text }) => startsSentence && yesNoWords.has(text));
}

export function findAnswer(words: readonly Word[]): 'name' | 'time' | undefined {
  if (words.some(({ startsSentence, text }) => startsSentence && whoWords.has(text))) return 'name';
  const isTime = words.some(
    ({ text }, at) => text === 'time' && timeQuestions.has(words[at - 1]?.text ?? ''),
  );
  return isTime ? 'time' : undefined;
}
