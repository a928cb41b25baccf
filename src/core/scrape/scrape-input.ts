import { z } from 'zod';
import {
  type Field,
  type InputOf,
  type PageSource,
  pageFields,
  sourceFields,
} from '../operations/parse-input.ts';

/** The form of a scraped page: HTML as served, Markdown of the visible content, or a PDF file of it. */
export type ScrapeFormat = 'html' | 'markdown' | 'pdf';

/** Where the navigation of a page stands in its PDF. */
type NavigationOption = 'end' | 'omit' | 'keep';

const ownFields = {
  /** The form of the page. @default 'html' */
  format: {
    // Not a default of the parser: `clean` is refused together with a format that was asked for.
    schema: z.enum(['html', 'markdown', 'pdf']).meta({ default: 'html' }).optional(),
    about: 'What the page is turned into.',
  } as Field<ScrapeFormat | undefined>,
  /**
   * For older clients of the HTTP contract only: Markdown, delivered in `html`. In process use `format: 'markdown'` instead,
   * which gives `markdown`; `clean` together with `format` is refused. @default false
   */
  clean: {
    schema: z.boolean().default(false),
    about: 'Markdown, delivered in `html`. Not together with `format`.',
  } as Field<boolean | undefined, boolean>,
  /** Whether images become their alternative text. @default true with `clean`, else false */
  tagTruncate: {
    schema: z.boolean().optional(),
    about: 'Images become their alternative text. Omitted: true with `clean`, else false.',
  } as Field<boolean | undefined>,
  /**
   * Where menus, the site's header and lists of links stand in the PDF of a whole page: at its `end` under a heading, so that
   * the content comes first, nowhere (`omit`), or where the page has them (`keep`). Only with `format: 'pdf'`. @default 'end'
   */
  navigation: {
    schema: z.enum(['end', 'omit', 'keep']).default('end'),
    about:
      'Where menus and lists of links stand in a PDF of the whole page. Only with `format: "pdf"`.',
  } as Field<NavigationOption | undefined, NavigationOption>,
  /** Whether the result lists the page's links. @default false */
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

/** The input of `scrape`: a page (`url` or `html`), the form to turn it into, and how it is read. */
export type ScrapeInput<Format extends ScrapeFormat = ScrapeFormat> = PageSource &
  InputOf<typeof pageFields> &
  InputOf<Omit<typeof ownFields, 'format'>> & {
    /** The form of the page. @default 'html' */
    readonly format?: Format | undefined;
  };
