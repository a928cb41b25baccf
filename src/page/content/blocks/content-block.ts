import type { Element } from 'domhandler';
import type { ContentSource } from '../../page-reading.ts';

/** The node that a block's text comes from, from the character at `start` to the start of the next part. */
export interface ContentPart {
  readonly start: number;
  readonly source: ContentSource;
}

/** A value of an element's attribute. Shown after the block's text, so that the text stays a copy of the page. */
export interface ContentExtra {
  /**
   * `value`: machine-readable form of the shown text (`content`, `datetime`, `value`); `label`: alternative text of a
   * picture; `data`: a `data-*` attribute; `link` and `image`: addresses.
   */
  readonly kind: 'value' | 'label' | 'data' | 'link' | 'image';
  /** `itemprop`, or the attribute's name without `data-`. */
  readonly name: string;
  readonly text: string;
  readonly source: ContentSource;
}

/**
 * - `text`: the text between two block boundaries
 * - `heading`: the same text within `h1` to `h6`
 * - `row`, `header`: a table row as one line; `header` for the rows above a table's columns
 * - `data`: a leaf of structured data; `entity`: the line above the leaves of one entity
 * - `meta`: a `<meta>` tag
 */
export type ContentKind = 'text' | 'heading' | 'row' | 'header' | 'data' | 'entity' | 'meta';

/**
 * The smallest piece of a page that is sent or left out. Evidence is searched for in all blocks, also in
 * those that were not sent.
 */
export interface ContentBlock {
  readonly kind: ContentKind;
  /** One line with the page's characters; white space is collapsed. For `data` and `meta` the value alone. */
  readonly text: string;
  /** In ascending order of `start`; never empty. */
  readonly parts: readonly ContentPart[];
  readonly extras: readonly ContentExtra[];
  /** Path of a structured value (`offers.price`) or name of a meta tag; empty for page text. */
  readonly name: string;
  /** Innermost element that holds the block; absent for structured data. */
  readonly element: Element | undefined;
  /** The heading above the block; for `data`, its entity. */
  readonly heading: ContentBlock | undefined;
  /** Caption and header rows of the table that a row belongs to. */
  readonly headers: readonly ContentBlock[];
  /** 1 to 6 for headings, otherwise 0. */
  readonly level: number;
  /** Number of lists and quotations around the block; indented when the layout is kept. */
  readonly indent: number;
  /** Characters of `text` inside links. */
  readonly linkLength: number;
}
