import type { AnyNode } from 'domhandler';

/** A run of text that people read as one: a paragraph, a list item, a cell. */
export interface MainContentBlock {
  /** White space folded. */
  readonly text: string;
  /** The text nodes it consists of, in page order; the element that states it where the page does not show it. */
  readonly nodes: readonly AnyNode[];
}
