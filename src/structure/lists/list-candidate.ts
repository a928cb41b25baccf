import type { ContentSource } from '../../page/page-reading.ts';
import type { CandidateOrigin } from '../fields/candidate.ts';
import type { IndexedElement } from '../analysis/index-page.ts';

/** A value of a list, with the node it was read from. */
export interface ListItem {
  readonly text: string;
  readonly source: ContentSource;
  /** Whether it is the heading of the items after it. */
  readonly isHead?: boolean;
}

/** A possible list of values. */
export interface ListCandidate {
  readonly items: readonly ListItem[];
  /** 0 to 1. */
  readonly weight: number;
  readonly origin: CandidateOrigin;
  /** The first element of a list found in the page; other values of the same record are near it. */
  readonly element: IndexedElement | undefined;
}
