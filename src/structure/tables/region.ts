import type { ContentSource } from '../../page/page-reading.ts';
import type { IndexedElement } from '../analysis/index-page.ts';

/** What one record shows in one column. */
export interface Cell {
  readonly text: string;
  readonly source: ContentSource;
  /** Address of the first link in it. */
  readonly href: string | undefined;
}

/** What stands at the same place of every record. */
export interface Column {
  /** As the page shows it above or before the values; empty when it does not. */
  readonly header: string;
  /** Class words and the like. */
  readonly words: ReadonlySet<string>;
  readonly cells: readonly (Cell | undefined)[];
}

/** A part of the page that repeats: a table, a listing, cards. */
export interface Region {
  readonly kind: 'table' | 'repeat';
  readonly columns: readonly Column[];
  /** Number of records. */
  readonly size: number;
  readonly element: IndexedElement;
}
