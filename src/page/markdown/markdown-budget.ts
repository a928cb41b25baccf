/** Characters of the Markdown of one page. Of 2,211 real pages the largest has 606,000. */
const maxLength = 16_000_000;
/**
 * Characters by which all links of a page may grow when they are made absolute: a base of 8,000 characters makes 8 MB of
 * 1,000 short links. 102,000 on the page with most of these.
 */
const maxLinkGrowth = 4_000_000;

/** What the Markdown of one page may still take. */
export class MarkdownBudget {
  #length = maxLength;
  #linkGrowth = maxLinkGrowth;

  /** Whether there is no room for another block. */
  get isFull(): boolean {
    return this.#length < 0;
  }

  /** Returns whether there is room for a block of this length. Once `false`, always `false`. */
  takeBlock(length: number): boolean {
    this.#length -= length;
    return this.#length >= 0;
  }

  /** Returns whether a link may be written that is this much longer than on the page. Once `false`, always `false`. */
  takeLink(growth: number): boolean {
    if (growth > 0) this.#linkGrowth -= growth;
    return this.#linkGrowth >= 0;
  }

  /** Sentences for people: the limits that were reached. */
  listWarnings(): readonly string[] {
    return [
      ...(this.#length < 0
        ? [`The page takes more than ${maxLength} characters as Markdown; the rest was left out.`]
        : []),
      ...(this.#linkGrowth < 0
        ? [
            `The addresses of the page's links are longer than can be shown: the text of later links stands without them.`,
          ]
        : []),
    ];
  }
}
