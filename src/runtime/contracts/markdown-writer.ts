/** A page, or its main content, that is to be written as Markdown. */
export interface MarkdownPage {
  /** Absolute: the base of its links. */
  readonly url: string;
  /** White space collapsed; empty when absent. */
  readonly title: string;
  readonly signal: AbortSignal;
  /**
   * What is to be written, as HTML: no scripts, styles and hidden elements, at most 256 levels; pictures are their alternative
   * text where the call asks for that.
   */
  html(): Promise<string>;
  /** The same as the Markdown of `builtInMarkdown()`, written in the page's own thread. */
  markdown(): Promise<string>;
}

/** Writes a page as Markdown. Implement it to keep the rules of another converter, or to change what ours writes. */
export interface MarkdownWriter {
  /** Short and stable, e.g. `turndown`. */
  readonly name: string;
  /** Resolves to Markdown, empty for a page that shows nothing. Rejects with the signal's reason once it aborts. */
  toMarkdown(page: MarkdownPage): Promise<string>;
}
