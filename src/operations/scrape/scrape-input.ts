import { z } from 'zod';
import type { Field, InputOf } from '../field.ts';
import { pageFields, sourceFields, type PageSource } from '../pages/page-fields.ts';

/** What a page is turned into: HTML as served, Markdown of what people see, or a PDF of it. */
export type ScrapeFormat = 'html' | 'markdown' | 'pdf';

const ownFields = {
  /** @default 'html' */
  format: {
    // Not a default of the parser: `clean` is refused together with a format that was asked for.
    schema: z.enum(['html', 'markdown', 'pdf']).meta({ default: 'html' }).optional(),
    about: 'What the page is turned into.',
  } as Field<ScrapeFormat | undefined>,
  /**
   * Of the HTTP contract alone, for its older clients: Markdown, delivered in `html`. In process ask for
   * `format: 'markdown'`, which gives `markdown`; the two do not go together. @default false
   */
  clean: {
    schema: z.boolean().default(false),
    about: 'Markdown, delivered in `html`. Not together with `format`.',
  } as Field<boolean | undefined, boolean>,
  /** Inline images become their alternative text. @default true with `clean`, else false */
  tagTruncate: {
    schema: z.boolean().optional(),
    about: 'Images become their alternative text. Omitted: true with `clean`, else false.',
  } as Field<boolean | undefined>,
  /** Lists the page's links. @default false */
  extractLinks: {
    schema: z.boolean().default(false),
    about: 'Lists the page’s links.',
  } as Field<boolean | undefined, boolean>,
};

/** Every field of `scrape`. */
export const scrapeInputFields: typeof sourceFields & typeof pageFields & typeof ownFields = {
  ...sourceFields,
  ...pageFields,
  ...ownFields,
};

/** What to scrape, and how; over HTTP the same fields in snake_case. */
export type ScrapeInput<Format extends ScrapeFormat = ScrapeFormat> = PageSource &
  InputOf<typeof pageFields> &
  InputOf<Omit<typeof ownFields, 'format'>> & {
    /** @default 'html' */
    readonly format?: Format | undefined;
  };
