import type { ChromiumBrowserOptions } from '../browsers/chromium-browser-options.ts';
import type { Browser } from '../contracts/browser.ts';
import type { Cache } from '../contracts/cache.ts';
import type { Clock } from '../contracts/clock.ts';
import type { CreateId } from '../contracts/create-id.ts';
import type { Extractor } from '../contracts/extractor.ts';
import type { Fetcher } from '../contracts/fetcher.ts';
import type { Ledger } from '../contracts/ledger.ts';
import type { MarkdownWriter } from '../contracts/markdown-writer.ts';
import type { EgressOptions } from '../egress/create-egress.ts';
import type { ModelExtractorOptions } from '../extractors/model-extractor.ts';
import type { Prices } from '../operations/operation-context.ts';

/** Limits of an engine, higher or lower than the defaults. A call can only lower them. `Infinity` is allowed for times and counts. */
export interface GleanerLimits {
  /** Calls an account may start in any 60 seconds. @default 60 for calls with an account, none for those without */
  readonly requestsPerMinute?: number;
  /** Calls an account may have in flight at once. @default 5 for calls with an account, none for those without */
  readonly inFlight?: number;
  /** Longest time one call may take, in milliseconds. @default 120_000: HTTP clients give up at 180 s */
  readonly callMs?: number;
  /** Longest time one run of a recipe may take, in milliseconds. @default 900_000 */
  readonly runMs?: number;
  /** Most pages of one run. @default 20 for calls with an account, 100 for those without */
  readonly runPages?: number;
  /** Largest page, in bytes, encoded or decoded. @default 10 MiB */
  readonly pageBytes?: number;
  /** Longest time one page may take to arrive, redirects included, in milliseconds. @default 30_000 */
  readonly pageMs?: number;
}

/** The parts and settings of an engine; each is optional and has a default that needs no configuration. */
export interface GleanerOptions {
  /** A language model object of the AI SDK, or `{ low, high }`, chosen by `pageComplexity`. @default none: values are read from the page's structure */
  readonly model?: ModelExtractorOptions['model'];
  /** Replaces the built-in extractor; `model` is then ignored. @default by `model`, or by the page's structure without one */
  readonly extractor?: Extractor;
  /** Fetches pages. @default `httpFetcher` with the engine's egress */
  readonly fetcher?: Fetcher;
  /**
   * Runs recipes and renders pages that need their scripts; a browser given here also prints PDFs. `false` uses no browser.
   * @default a Chrome or Chromium of this machine, started when a recipe or a page first needs it; PDFs are written without it
   */
  readonly browser?: Browser | ChromiumBrowserOptions | false;
  /** Keeps fetched pages for calls with `maxAge`. @default `memoryCache()` */
  readonly cache?: Cache;
  /** Writes pages as Markdown, e.g. `turndownMarkdown(service)`. @default `builtInMarkdown()` */
  readonly markdown?: MarkdownWriter;
  /** Keeps the credits. @default `memoryLedger()`: refuses nothing, and `creditsRemaining` is `Infinity` */
  readonly ledger?: Ledger;
  /** Limits of calls, runs and pages. */
  readonly limits?: GleanerLimits;
  /** Prices in credits; stealth is added to the price of the call. @default `{ extract: 5, extractStealth: 5, scrape: 1, scrapeStealth: 2, runPage: 2, followedPage: 0 }` */
  readonly prices?: Partial<Prices>;
  /**
   * Threads in which pages are read, 0 to 64. Work on a page that takes too much time or memory is ended there, and all cores
   * can be used. 0 reads pages in the calling thread, where nothing can end it: for pages that you trust.
   * @default one a core, at least 2, shared by all engines of the process
   */
  readonly threads?: number;
  /** Private networks that may be reached, and the upstream proxy. @default the public internet only, no proxy */
  readonly egress?: EgressOptions;
  /**
   * The folders that recipes may use. `uploads`: the files that `upload` steps may choose, those of its subfolders too; a link out
   * of it is not followed. `downloads`: where downloads and screenshots are kept. Both hold for the recipes of all accounts.
   * @default none: recipes that need one are refused
   */
  readonly files?: { readonly uploads?: string; readonly downloads?: string };
  /** The source of time. @default `systemClock()` */
  readonly clock?: Clock;
  /** Makes the ids of requests and runs. @default a UUID for a request, 11 letters and digits for a run */
  readonly createId?: CreateId;
}
