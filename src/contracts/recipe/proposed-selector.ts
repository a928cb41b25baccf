/** A selector in the Recorder's syntax: one string, or a chain through shadow roots. */
export type ProposedSelector = string | readonly string[];

/** A selector of a list's items and how many elements it matches. */
export interface RankedSelector {
  readonly selector: string | readonly string[];
  readonly count: number;
}

/** How many elements each alternative of an extract step matches. */
export interface MatchCounts {
  /** By alternative of the items. */
  readonly items: readonly { readonly count: number; readonly hidden: number }[];
  /** By field and alternative. */
  readonly fields: readonly (readonly {
    /** In the first item that people see, else the first one; 0 without any. */
    readonly inItem: number;
    readonly onPage: number;
  }[])[];
}
