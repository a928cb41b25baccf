import { z } from 'zod';
import { maxUrlLength } from '../../egress/addresses/parse-url.ts';
import { maxHeaders } from '../../egress/find-header-issues.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { Field } from '../field.ts';

const tags = z.array(z.string()).optional();

/** Which page: where it is, or the page itself. */
export const sourceFields = {
  /** Absolute, http or https, at most 8,192 characters; with `html`, the base of the page's links. */
  url: {
    schema: z.string().max(maxUrlLength).meta({ format: 'uri' }).optional(),
    wire: 'website_url',
    isRequiredOverHttp: true,
    about: 'Page to read: http or https.',
  } as Field<string | undefined>,
  /** The page as HTML; nothing is fetched. */
  html: { schema: z.string().optional(), wire: false } as Field<string | undefined>,
};

/** How the page is fetched, only with `url`; and what of the page is read. */
export const pageFields = {
  /** `accurate` is the WHATWG algorithm, `speed` is faster on well-formed pages. @default 'accurate' */
  parseMode: {
    schema: z.enum(['accurate', 'speed']).default('accurate'),
    about: '`accurate` is more forgiving on malformed pages, `speed` is faster.',
  } as Field<ParseMode | undefined, ParseMode>,
  /** HTML tag names: only these elements are kept, with their content. @default all */
  includeTags: {
    schema: tags,
    about: 'HTML tags that are kept, with everything in them.',
  } as Field<readonly string[] | undefined>,
  /** HTML tag names: these elements are dropped, with their content. @default none */
  excludeTags: {
    schema: tags,
    about: 'HTML tags that are dropped, with everything in them.',
  } as Field<readonly string[] | undefined>,
  /** `true` keeps the relevant part only, `false` reads all of the page. @default only a page beyond the model's budget is reduced */
  reduceContent: {
    schema: z.boolean().optional(),
    about:
      '`true` keeps the relevant part only, `false` drops nothing. Omitted: reduces what is too long.',
  } as Field<boolean | undefined>,
  /** Request headers, at most 32 and 16 KB in all, sent to the URL's own origin only. With headers the URL cache is not used. */
  headers: {
    schema: z.record(z.string(), z.string()).meta({ maxProperties: maxHeaders }).optional(),
    about:
      'Request headers, sent to the page’s own origin only: at most 32, 16 KB in all. Any header disables the URL cache.',
  } as Field<Readonly<Record<string, string>> | undefined>,
  /**
   * **Seconds, not milliseconds**: the largest age of a copy from the URL cache, e.g. 3600 for an hour. 0 fetches the page and
   * keeps it in the cache. @default the cache is neither read nor written
   */
  maxAge: {
    schema: z.int().min(0).optional(),
    about:
      'Seconds. Omitted: no cache. 0: written, not read. More: pages younger than that are read.',
  } as Field<number | undefined>,
  /** Whether requests look like an ordinary visitor's. Costs extra. @default false */
  stealth: {
    schema: z.boolean().default(false),
    about: 'Look like an ordinary visitor. Costs extra.',
  } as Field<boolean | undefined, boolean>,
  /** Upstream proxy of this call: `http://`, `https://` or `socks5://`, credentials in the URL. Its address must be public or in `allowPrivate`. With a proxy the URL cache is not used. */
  proxy: { schema: z.string().optional(), wire: false } as Field<string | undefined>,
};

/** The page: fetched from `url`, or given as `html`; `url` is then only the base of its links. */
export type PageSource =
  | { readonly url: string; readonly html?: undefined }
  | { readonly html: string; readonly url?: string | undefined };
