import type { ChromiumBrowserOptions } from '../browsers/create-chromium-browser.ts';
import type { Browser } from '../contracts/browser.ts';
import type { Cache } from '../contracts/cache.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Extractor } from '../contracts/extractor.ts';
import type { Fetcher } from '../contracts/fetcher.ts';
import type { Ledger } from '../contracts/ledger.ts';
import type { EgressOptions } from '../egress/create-egress.ts';
import type { ModelExtractorOptions } from '../extractors/model-extractor.ts';
import type { Prices } from '../operations/operation-context.ts';

/** Limits that the embedder may change in both directions; a caller may only narrow them. */
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

/** Everything is optional: what is missing is the part that works without configuration. */
export interface GleanerOptions {
  /** Any language model object of the AI SDK, or two for `pageComplexity`. @default none: extraction reads the page's structure */
  readonly model?: ModelExtractorOptions['model'];
  /** Replaces the extractor as a whole; `model` is then not used. */
  readonly extractor?: Extractor;
  /** @default `httpFetcher` behind the egress guard */
  readonly fetcher?: Fetcher;
  /**
   * Runs recipes, renders pages that need their scripts, and, where it is given, prints PDFs. `false`: no browser at all.
   * @default a Chromium of this machine, started when a recipe or a page first needs it; PDFs are then written without
   */
  readonly browser?: Browser | ChromiumBrowserOptions | false;
  /** @default `memoryCache()` */
  readonly cache?: Cache;
  /** @default `memoryLedger()`: refuses nothing, and `creditsRemaining` is `Infinity` */
  readonly ledger?: Ledger;
  readonly limits?: GleanerLimits;
  /** In credits; stealth on top. @default `{ extract: 5, extractStealth: 5, scrape: 1, scrapeStealth: 2, runPage: 2 }` */
  readonly prices?: Partial<Prices>;
  /** What may be reached beyond the public internet. @default nothing */
  readonly egress?: EgressOptions;
  /** @default the machine's own */
  readonly clock?: Clock;
}
