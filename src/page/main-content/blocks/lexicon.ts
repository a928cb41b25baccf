import type { ClassTable } from './class-words.ts';
import type { WordTable } from './word-table.ts';

/** Learned weights of words, from -127 (stands in what is left out) to 127 (stands in the main content). */
export interface Lexicon {
  /** Words of class names and ids. */
  readonly classes: ClassTable;
  /** Words of a block's own text. */
  readonly words: WordTable;
  /** Words of headings, weighed by what follows under them. */
  readonly headings: WordTable;
}
