import type { DetailLevel, PageComplexity } from '../../contracts/extractor.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { AnySchema } from '../../schema/parse/to-json-schema.ts';

/** The page: fetched from `url`, or given as `html`, then with `url` as the base of its links. */
export type PageSource =
  | { readonly url: string; readonly html?: undefined }
  | { readonly html: string; readonly url?: string | undefined };

/** How the page is fetched. Only with `url`. */
export interface FetchOptions {
  /** Sent to the URL's own origin only; any header at all keeps the page out of the cache. ≤ 32, 16 KB in all. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * **Seconds, not milliseconds**: how old a copy of the page in the URL cache may be. 0 takes no copy and keeps this page;
   * absent neither reads nor writes the cache. An hour is 3600.
   */
  readonly maxAge?: number | undefined;
  /** Look like an ordinary visitor. Costs extra. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this request: `http://`, `https://` or `socks5://`, credentials in the URL. Must be public, or opened by the embedder. Disables the URL cache. */
  readonly proxy?: string | undefined;
}

/** What of the page is read. */
export interface ReadOptions {
  /** `accurate` is the WHATWG algorithm, `speed` is faster on well-formed pages. @default 'accurate' */
  readonly parseMode?: ParseMode | undefined;
  /** Only these tags are kept, with everything in them. */
  readonly includeTags?: readonly string[] | undefined;
  /** These tags are dropped, with everything in them. */
  readonly excludeTags?: readonly string[] | undefined;
  /** `true` keeps the relevant part only, `false` reads all of it in chunks. @default reduces what exceeds the budget */
  readonly reduceContent?: boolean | undefined;
}

/** Parts of an answer that are left out unless asked for: where each value stands in the page, the model's tokens. */
export type ExtractPart = 'evidence' | 'usage' | 'warnings';

/** What to extract, and from where: the wire fields of the HTTP contract in camelCase. */
export type ExtractInput<
  Schema extends AnySchema | undefined = AnySchema | undefined,
  PlainText extends boolean = boolean,
> = PageSource &
  FetchOptions &
  ReadOptions & {
    /** Plain language, 1 to 10,000 characters. */
    readonly prompt: string;
    /** JSON Schema, or any Standard Schema that gives one; the result then has its type. */
    readonly schema?: Schema;
    /** `high` for visually busy pages or schemas with many nested fields. @default 'low' */
    readonly pageComplexity?: PageComplexity | undefined;
    /** How exhaustively the result is populated. @default 'medium' */
    readonly detailLevel?: DetailLevel | undefined;
    /** The result is text, not JSON, and no schema is applied to it. @default false */
    readonly plainText?: PlainText;
    /** Opts into an alternate extraction path, which may change without notice. @default false */
    readonly experimental?: boolean | undefined;
    /** Parts beside the result. Warnings are always there in process; over HTTP they are a part, too. */
    readonly include?: readonly ExtractPart[] | undefined;
  };
