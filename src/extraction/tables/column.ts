import type { ContentSource } from '../../page/page-reading.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { PriceSense } from '../values/money/price-words.ts';
import type { Block } from './block.ts';

export interface Cell {
  readonly text: string;
  readonly source: ContentSource;
  readonly href: string | undefined;
  /** What its link says where that is a part of the text alone: "First story" of "First story (a.example)". */
  readonly partLink?: string | undefined;
  /** Whether it stands in the link, as other texts do. */
  readonly isInLink?: boolean;
  /** Whether a colon stands behind it. */
  readonly isLabel?: boolean;
  /** The part of the page that it is, where it may hold several values: a cell of a table. */
  readonly block?: Block;
  /**
   * The text for reading an amount, without former prices: "$15" of "$20 $15" with the first struck through. Found out when it is asked
   * for, as the next one.
   */
  readonly findPrice?: (() => string) | undefined;
  /** What is said of the amount that it is; found out when it is asked for, since few texts with a digit are read as amounts. */
  readonly findSense?: (() => PriceSense | undefined) | undefined;
  /** Its lines, where a break or a block parts it. */
  readonly listLines?: (() => readonly string[]) | undefined;
}

export interface ColumnWords {
  readonly words: ReadonlySet<string>;
  /** Those of the nearest element that has some: what the value itself is called, and not what it stands in. */
  readonly ownWords: ReadonlySet<string>;
}

/** What stands at the same place of every record. */
export interface Column extends ColumnWords {
  /** Its place in the record, the same for any choice of the region's records; a part of a text has that of the text. */
  readonly key: string;
  /** As the page shows it above or before the values; empty when it does not. */
  readonly header: string;
  readonly cells: readonly (Cell | undefined)[];
  /** The columns whose texts hold this one's, nearest first; none for a whole cell. */
  readonly within: readonly Column[];
  /** Whether its values belong to one of the things that a record lists in a table of its own. */
  readonly isInner?: boolean;
  /** Whether it is an item of a list of links in the record, of which some records have more. */
  readonly isListItem?: boolean;
  /** Whether each of its cells is a list of the record as a whole. */
  readonly isList?: boolean;
  /** Whether nothing but its place in the records says that it is what a field asks for. */
  readonly isPlaced?: boolean;
  /** How often its texts were cut to get them: 0 for what stands between tags. */
  readonly cuts: number;
}

export interface Region {
  readonly kind: 'table' | 'repeat';
  /** Of a table; those of a listing are read from its blocks. */
  readonly columns: readonly Column[];
  readonly size: number;
  readonly element: IndexedElement;
  /** Rows with which a section or a joined table begins. */
  readonly starts: readonly number[];
  /** The page's part that each record stands in, by row. */
  readonly blocks: readonly Block[];
  /** Of a listing: what stands before its records in their form, and names their texts. */
  readonly head?: Block | undefined;
  /** Of a table with rows of one cell across all columns: the one above each record. */
  readonly sections?: readonly (Cell | undefined)[] | undefined;
  /** Of a table: the row above its header, which names it. */
  readonly title?: Cell | undefined;
  /** Of a table: the labels of its rows that are the sum or the average of others, or stand at its foot. */
  readonly sums?: readonly string[] | undefined;
  /** A sentence for people about tables that were joined or left out. */
  readonly note?: string | undefined;
}

export interface FoundRegion {
  readonly region: Region;
  readonly columns: ReadonlyMap<FieldPlan, Column>;
}

/** How to list the lines of a text; `undefined` for a single one. */
export function findLines(text: string): Cell['listLines'] {
  if (!text.trim().includes('\n')) return undefined;
  return () =>
    text
      .split('\n')
      .map((line) => foldText(line))
      .filter((line) => line !== '');
}

/** For each name of a column its place among other columns, `undefined` where these have none of that name. */
export function orderColumns(
  names: readonly string[],
  others: readonly string[],
): readonly (number | undefined)[] {
  const places = new Map(others.map((name, at) => [name, at]));
  return names.map((name) => places.get(name));
}
