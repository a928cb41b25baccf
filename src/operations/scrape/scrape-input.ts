import type { FetchOptions, PageSource, ReadOptions } from '../extract/extract-input.ts';

/** What a page is turned into: HTML as served, Markdown of what people see, or a PDF of it. */
export type ScrapeFormat = 'html' | 'markdown' | 'pdf';

/** What to scrape, and how: the wire fields of the HTTP contract in camelCase. */
export type ScrapeInput<Format extends ScrapeFormat = ScrapeFormat> = PageSource &
  FetchOptions &
  ReadOptions & {
    /** @default 'html' */
    readonly format?: Format | undefined;
    /**
     * Of the HTTP contract alone, for its older clients: Markdown, delivered in `html`. In process ask for
     * `format: 'markdown'`, which gives `markdown`; the two do not go together. @default false
     */
    readonly clean?: boolean | undefined;
    /** Inline images become their alternative text. @default false */
    readonly tagTruncate?: boolean | undefined;
    /** Lists the page's links. @default false */
    readonly extractLinks?: boolean | undefined;
  };
