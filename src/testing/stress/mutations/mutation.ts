import type { MutationKind } from './mutation-kind.ts';

/** What a redesign is done with; made in the page by `createKit`. */
export interface Kit {
  readonly document: Document;
  /** The elements whose fate is measured; a redesign may aim at them, as real ones do. */
  readonly targets: () => Element[];
  /** The elements of items, which hold the targets that are fields. */
  readonly rows: () => Element[];
  /** The one target that is to vanish. */
  readonly lost: Element;
  /** Elements of the page and of its open shadow roots; of what came later, once that is redesigned. */
  readonly all: (css: string) => Element[];
  /** 0 to 1, the same sequence each time. */
  readonly random: () => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  readonly shuffle: <Value>(values: readonly Value[]) => Value[];
  /** Puts `now` in the place of `before`; what was a target stays one. */
  readonly swap: (before: Element, now: Element) => void;
  /** The same element under another tag, with its attributes and content. */
  readonly retag: (element: Element, tag: string) => Element;
  readonly wrap: (element: Element, html: string) => void;
  /** The texts that a redesign may reword: where data are to stay, those that no item is read from. */
  readonly texts: () => Text[];
  readonly word: (seed: string) => string;
  /** Adds a copy of a row with other data beside it; what was a target in it is one in the copy. */
  readonly addRow: (row: Element) => void;
  /** Share of the page that is to change, 0 to 1, where that is measured. */
  readonly level: number;
  /** Another main part for the page, as after a redirect. */
  readonly otherHtml: string;
}

/** One way to redesign a page. It runs in the page and takes nothing from module scope. */
export interface Mutation {
  readonly name: string;
  readonly kind: MutationKind;
  /** Whether the target is still there afterwards. */
  readonly outcome: 'kept' | 'gone';
  /**
   * What is no longer as it was recorded: the data that items hold, or what links and forms ask the server for. No running replay
   * is redesigned so, since what is right would be unknown. `rows`: items come or go, and what is right is read from the page.
   */
  readonly changes?: 'data' | 'requests' | 'rows';
  /** Whether it redesigns the page as a whole, and not each part of it: done once, and not to what scripts add later. */
  readonly isWhole?: boolean;
  /** Done only to targets of this kind. */
  readonly purpose?: 'action' | 'field';
  /** Whether all targets of the page go at once. */
  readonly takesAll?: boolean;
  /** Set aside at first; see the README of `bench/` on how far that held. */
  readonly isSecondSet?: boolean;
  apply(kit: Kit): void;
}
