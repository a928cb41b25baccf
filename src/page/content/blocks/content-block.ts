import type { Element } from 'domhandler';
import type { ContentSource } from '../../../contracts/page-reading.ts';

/** From `start` on, a block's text comes from this node, until the next part starts. */
export interface ContentPart {
  readonly start: number;
  readonly source: ContentSource;
}

/** Something that an element says in an attribute: shown after the block's text, so that the text stays a copy of the page. */
export interface ContentExtra {
  /**
   * `value`: machine-readable form of what is shown (`content`, `datetime`, `value`); `label`: text for readers who do not
   * see the picture; `data`: a `data-*` attribute; `link` and `image`: addresses.
   */
  readonly kind: 'value' | 'label' | 'data' | 'link' | 'image';
  /** `itemprop`, or the attribute's name without `data-`. */
  readonly name: string;
  readonly text: string;
  readonly source: ContentSource;
}

/**
 * - `text`: what stands between two block boundaries
 * - `heading`: the same of `h1` to `h6`
 * - `row`, `header`: a table row as one line, and the rows that head a table's columns
 * - `data`: a leaf of structured data; `entity`: the line above the leaves of one thing
 * - `meta`: a `<meta>` tag
 */
export type ContentKind = 'text' | 'heading' | 'row' | 'header' | 'data' | 'entity' | 'meta';

/** The smallest piece of a page that is sent or left out. Evidence is looked up in blocks, whether they were sent or not. */
export interface ContentBlock {
  readonly kind: ContentKind;
  /** One line; characters as on the page, white space folded. Of `data` and `meta` the value alone. */
  readonly text: string;
  /** In ascending order of `start`; never empty. */
  readonly parts: readonly ContentPart[];
  readonly extras: readonly ContentExtra[];
  /** Path of a structured value (`offers.price`) or name of a meta tag; empty for page text. */
  readonly name: string;
  /** Innermost element that holds the block; absent for structured data. */
  readonly element: Element | undefined;
  /** The heading, or for `data` the entity, that it stands under. */
  readonly heading: ContentBlock | undefined;
  /** Caption and header rows of the table that a row belongs to. */
  readonly headers: readonly ContentBlock[];
  /** 1 to 6 for headings, otherwise 0. */
  readonly level: number;
  /** Lists and quotations around it: what a layout indents. */
  readonly indent: number;
  /** Characters of `text` that stand in links. */
  readonly linkLength: number;
}
