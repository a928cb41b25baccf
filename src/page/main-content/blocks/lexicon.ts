import type { ClassTable } from './class-words.ts';
import type { WordTable } from './word-table.ts';

/** Learned weights of words, from -127 (typical of removed parts) to 127 (typical of the main content). */
export interface Lexicon {
  /** Words of class names and ids. */
  readonly classes: ClassTable;
  /** Words of a block's own text. */
  readonly words: WordTable;
  /** Words of headings, weighted by the content under them. */
  readonly headings: WordTable;
}
