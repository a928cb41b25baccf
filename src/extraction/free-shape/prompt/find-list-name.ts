import { toSingular } from '../../lexicon/fold-label.ts';
import { listNouns, subjectTypes } from '../../lexicon/prompt-words.ts';
import type { KnownWords } from './mark-words.ts';
import { type Word, hasParts, listTerms } from './split-prompt.ts';

/** What is asked for with its parts. */
export interface PromptOwner {
  readonly name: string;
  readonly terms: readonly string[];
}

const maxNounWords = 3;

/** What a list is asked for of: the words behind "all" and the like, else a plural that is a usual name of a list. */
export function findListName(words: readonly Word[]): string | undefined {
  const headed = words.filter(({ mark }) => mark === 'noun');
  if (headed.length > 0) return nameList(headed);
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
  const plural =
    words.find(
      (word) => isNameable(word) && listNouns.has(word.text) && (every >= 0 || isPlural(word)),
    ) ??
    // What has parts of its own is several things: "reviews with author and rating".
    words.find((word, at) => isNameable(word) && isPlural(word) && hasParts(words, at));
  return plural === undefined ? undefined : nameList([plural]);
}

export function findOwner(words: readonly Word[]): PromptOwner | undefined {
  const owner = words.findIndex((word, at) => isNameable(word) && hasParts(words, at));
  // The course of a "course schedule" is no part of it.
  const terms = listTerms(words.filter((_, at) => at !== owner - 1));
  const name = words[owner]?.text;
  return name === undefined || terms.length === 0 ? undefined : { name, terms };
}

export function isGeneralNoun(word: string, known: KnownWords): boolean {
  return listNouns.has(word) || subjectTypes.has(toSingular(word)) || known.isSubject(word);
}

function isNameable(word: Word | undefined): word is Word {
  return word?.mark === 'open' || word?.mark === 'subject';
}

function nameList(noun: readonly Word[]): string | undefined {
  for (const word of noun) word.mark = 'noun';
  return noun.length === 0 ? undefined : noun.map(({ text }) => text).join('_');
}

function isPlural({ text }: Word): boolean {
  return text !== toSingular(text);
}
