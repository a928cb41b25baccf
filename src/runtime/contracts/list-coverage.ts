/**
 * Why a block of the page is in no record of the list:
 * - `left out`: it is of the same kind as the blocks that the records stand in
 * - `duplicate`: it shows what another block shows
 * - `other section`: it stands under another heading than the one that the request names
 * - `header`: it names the columns, or is the heading of what follows
 * - `advert`: it is marked as one
 * - `empty`: it shows nothing
 * - `other kind`: it is built differently
 */
export type SkipReason =
  | 'left out'
  | 'duplicate'
  | 'other section'
  | 'header'
  | 'advert'
  | 'empty'
  | 'other kind';

/** Blocks of the page that a list skips for one reason. */
export interface SkippedBlocks {
  readonly reason: SkipReason;
  readonly count: number;
  /** The beginning of the first one's text, at most 120 characters. */
  readonly snippet?: string;
}

/** How much of what the page shows is in a list of a result. */
export interface ListCoverage {
  /** JSON Pointer of the list in the result; empty where the result is the list. */
  readonly path: string;
  /** Items of the list. */
  readonly returned: number;
  /** What the page shows of the items' kind: what items were found in, and what was left out. */
  readonly shown: number;
  /** Blocks that stand among those of the items and are in none of them; those left out first. */
  readonly skipped: readonly SkippedBlocks[];
  /**
   * Items that stand in blocks of another kind than most items: marked as adverts, in a table with other columns, of another
   * build. Absent where there are none.
   */
  readonly mixed?: { readonly count: number; readonly snippet?: string };
  /** Absolute URL of the next page, where the page links to one and the list may go on there. */
  readonly next?: string;
  /** Set where a button or link behind the list loads or shows more of it ("Load more", "Show all 24"). */
  readonly more?: true;
}
