import { foldLabel } from '../../lexicon/fold-label.ts';
import { askedNames, isPlainWord, withWords } from '../../lexicon/prompt-words.ts';

export interface Word {
  readonly text: string;
  /** Counts up at commas, full stops and the like. */
  readonly clause: number;
  readonly startsSentence: boolean;
  mark: 'open' | 'filler' | 'whole' | 'every' | 'term' | 'subject' | 'noun';
  /** The name that begins at this word. */
  term?: string;
  /** Whether it asks for a number of things. */
  counts?: boolean;
}

/** Longer prompts are cut: what follows are examples and explanations. */
export const maxPromptLength = 4_000;

/** Most words of a name. */
export const maxTermWords = 6;
const maxTerms = 20;

const wordMark = '[\\p{L}\\p{M}\\p{N}]+';

/** What parts the clauses of a prompt. */
const clauseMark = '[.!?;:,()\\n"“”«»、。！？]';

const wordPattern = new RegExp(`${wordMark}|${clauseMark}`, 'gu');

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function splitPrompt(prompt: string): readonly Word[] {
  const words: Word[] = [];
  let clause = 0;
  let startsSentence = true;
  // "product's" is a product, and "don't" is "do not".
  const text = prompt.replaceAll(/n['’]t\b/g, ' not').replaceAll(/['’]s\b/g, '');
  for (const [part] of text.matchAll(wordPattern)) {
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

/** Phrases of a prompt that a page may have as labels, folded: up to `maxTermWords` words of a clause, plain ones alone not. */
export function listPhrases(prompt: string): ReadonlySet<string> {
  const text = prompt.slice(0, maxPromptLength).replaceAll(/['’]s\b/g, '');
  const phrases = new Set<string>();
  for (const clause of text.split(new RegExp(clauseMark, 'u'))) {
    const words = Array.from(clause.matchAll(new RegExp(wordMark, 'gu')));
    for (const [at, { index }] of words.entries()) {
      let isPlain = true;
      for (const [last] of words.slice(at, at + maxTermWords).entries()) {
        const word = words[at + last];
        if (word === undefined) break;
        isPlain &&= isPlainWord(word[0].toLowerCase());
        if (!isPlain) phrases.add(foldLabel(clause.slice(index, word.index + word[0].length)));
      }
    }
  }
  return phrases;
}

function splitUnspaced(part: string): readonly string[] {
  if (!unspaced.test(part)) return [part];
  return Array.from(
    new Intl.Segmenter('und', { granularity: 'word' }).segment(part),
    ({ segment }) => segment,
  );
}

/** The names in some words, each once. */
export function listTerms(words: readonly Word[]): readonly string[] {
  const terms = new Set(words.flatMap(({ term }) => (term === undefined ? [] : [term])));
  return [...terms].slice(0, maxTerms);
}

/** Whether a word is followed by one that leads to parts of what it names: the teams *with* their points. */
export function hasParts(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next?.clause === words[at]?.clause && withWords.has(next?.text ?? '');
}
