import type { ContentSource } from '../../page/page-reading.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { Block } from './blocks/find-repeats.ts';

/** What one record shows in one column. */
export interface Cell {
  readonly text: string;
  readonly source: ContentSource;
  /** Address of the first link in it. */
  readonly href: string | undefined;
  /** The part of the page that it is, where it may hold several values: a cell of a table. */
  readonly block?: Block;
  /** The text for reading an amount, without former prices: "$15" of "$20 $15" with the first struck through. */
  readonly price?: string | undefined;
  /** Whether the page breaks it into several lines. */
  readonly hasLines?: boolean;
}

/** What stands at the same place of every record. */
export interface Column {
  /** Its place in the record, the same for any choice of the region's records; a part of a text has that of the text. */
  readonly key: string;
  /** As the page shows it above or before the values; empty when it does not. */
  readonly header: string;
  /** Class words and the like. */
  readonly words: ReadonlySet<string>;
  /** Those of the nearest element that has some: what the value itself is called, and not what it stands in. */
  readonly ownWords: ReadonlySet<string>;
  readonly cells: readonly (Cell | undefined)[];
  /** The columns whose texts hold this one's, nearest first; none for a whole cell. */
  readonly within: readonly Column[];
  /** Whether its values belong to one of the things that a record lists in a table of its own. */
  readonly isInner?: boolean;
  /** How often its texts were cut to get them: 0 for what stands between tags. */
  readonly cuts: number;
}

/** A part of the page that repeats: a table, a listing, cards. */
export interface Region {
  readonly kind: 'table' | 'repeat';
  /** Of a table; those of a listing are read from its blocks. */
  readonly columns: readonly Column[];
  /** Number of records. */
  readonly size: number;
  readonly element: IndexedElement;
  /** Rows with which a section or a joined table begins. */
  readonly starts: readonly number[];
  /** The page's part that each record stands in, by row. */
  readonly blocks: readonly Block[];
}
