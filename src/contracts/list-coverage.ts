/** Blocks of a page that a list of a result leaves out for one reason. */
export interface SkippedBlocks {
  /** In a few words, e.g. `advert`. */
  readonly reason: string;
  readonly count: number;
  /** The beginning of the first one's text, at most 200 characters. */
  readonly snippet?: string;
}

/** A list of a result, held against what the page shows. */
export interface ListCoverage {
  /** JSON Pointer of the list in the result, e.g. `/items`. */
  readonly path: string;
  /** Members of the list. */
  readonly returned: number;
  /** Blocks or rows of the same kind on the page. */
  readonly shown: number;
  /** Why blocks are not in the list, most frequent first. */
  readonly skipped: readonly SkippedBlocks[];
  /** Absolute URL of the next page, where the page links to one. */
  readonly next?: string;
}
