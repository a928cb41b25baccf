/** What a redesign is done with; made in the page by `createKit`. */
export interface Kit {
  readonly document: Document;
  /** The elements whose fate is measured; a redesign may aim at them, as real ones do. */
  targets(): Element[];
  /** The one target that is to vanish. */
  readonly lost: Element;
  /** Elements of the page and of its open shadow roots. */
  all(css: string): Element[];
  /** 0 to 1, the same sequence each time. */
  random(): number;
  pick<Value>(values: readonly Value[]): Value;
  shuffle<Value>(values: readonly Value[]): Value[];
  /** Puts `now` in the place of `before`; what was a target stays one. */
  swap(before: Element, now: Element): void;
  /** The same element under another tag, with its attributes and content. */
  retag(element: Element, tag: string): Element;
  wrap(element: Element, html: string): void;
  texts(): Text[];
  word(seed: string): string;
  /** Share of the page that is to change, 0 to 1, where that is measured. */
  readonly level: number;
  /** Another main part for the page, as after a redirect. */
  readonly otherHtml: string;
}

/** One way to redesign a page. It runs in the page and takes nothing from module scope. */
export interface Mutation {
  readonly name: string;
  /** Whether the target is still there afterwards. */
  readonly outcome: 'kept' | 'gone';
  /** Done only to targets of this kind. */
  readonly purpose?: 'action' | 'field';
  /** Whether all targets of the page go at once. */
  readonly takesAll?: boolean;
  /** Set aside at first; see the README on how far that held. */
  readonly isSecondSet?: boolean;
  apply(kit: Kit): void;
}
