import { chainHashes } from '../unicode/chain-hashes.ts';

/** Where the words and numbers of a text stand, by a hash of their characters: 20 bytes a word, whatever the text. */
export interface WordIndex {
  /** At least as many as the word has places; 0 for a word that the text lacks. */
  readonly count: (word: string) => number;
  /** The numbers of the words that may be this one, in order: others of the same hash are among them. */
  readonly places: (word: string) => Iterable<number>;
  /** Where the word of a number begins; -1 beyond the last. */
  readonly start: (word: number) => number;
  /** Where it ends. */
  readonly end: (word: number) => number;
}

/**
 * A run of letters, one of digits, or one character of a script that is written without spaces: there a value may begin and end
 * at any of them.
 */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]|[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+|\p{N}+/gv;

/** The words of a text, with their places. */
export function listWords(text: string): readonly { readonly word: string; readonly at: number }[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({ word: found, at: index }));
}

/** Indexes the words of a text; takes time and room in proportion to its length. */
export function indexWords(text: string): WordIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  const hashes: number[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    starts.push(index);
    ends.push(index + found.length);
    hashes.push(hashOf(found));
  }
  const chains = chainHashes(hashes);
  return {
    count: (wanted) => chains.count(hashOf(wanted)),
    *places(wanted) {
      for (let at = chains.first(hashOf(wanted)); at >= 0; at = chains.next(at)) yield at;
    },
    start: (at) => starts[at] ?? -1,
    end: (at) => ends[at] ?? -1,
  };
}

/** FNV-1a over the characters of a word; the first 64 tell long ones apart well enough. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length && at < 64; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
