import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { chromiumBrowser, type ChromiumBrowserOptions } from '../browsers/chromium-browser.ts';
import { memoryCache } from '../caches/memory-cache.ts';
import { systemClock } from '../signals/system-clock.ts';
import type { Browser } from '../contracts/browser.ts';
import type { Cache } from '../contracts/cache.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Extractor } from '../contracts/extractor.ts';
import type { Fetcher } from '../contracts/fetcher.ts';
import type { Ledger } from '../contracts/ledger.ts';
import { createEgress, type Egress, type EgressOptions } from '../egress/create-egress.ts';
import { modelExtractor, type ModelExtractorOptions } from '../extractors/model-extractor.ts';
import { structureExtractor } from '../extractors/structure-extractor.ts';
import { structureFirstExtractor } from '../extractors/structure-first-extractor.ts';
import { httpFetcher } from '../fetchers/http-fetcher.ts';
import { memoryLedger } from '../ledgers/memory-ledger.ts';
import { createPageFlights } from '../operations/create-page-flights.ts';
import { createThrottle, type ThrottleCaps } from '../operations/create-throttle.ts';
import type { OperationContext, Prices } from '../operations/operation-context.ts';
import { rememberAnswers } from '../operations/remember-answers.ts';
import { createSchemaValidator } from '../schema/validate/create-schema-validator.ts';

/** Limits that the embedder may change in both directions; a caller may only narrow them. */
export interface GleanerLimits {
  /** Calls an account may start in any 60 seconds. @default 60 for calls with an account, none for those without */
  readonly requestsPerMinute?: number;
  /** Calls an account may have under way at once. @default 5 for calls with an account, none for those without */
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
  /** @default `memoryLedger()`: counts what is used and refuses nothing */
  readonly ledger?: Ledger;
  readonly limits?: GleanerLimits;
  /** In credits; stealth on top. @default `{ extract: 5, extractStealth: 5, scrape: 1, scrapeStealth: 2, runPage: 2 }` */
  readonly prices?: Partial<Prices>;
  /** What may be reached beyond the public internet. @default nothing */
  readonly egress?: EgressOptions;
  /** @default the machine's own */
  readonly clock?: Clock;
}

/** A context, and what has to be closed with it: only the parts that were made here. */
export interface ResolvedOptions {
  readonly context: OperationContext;
  readonly owned: readonly { close?(): Promise<void> }[];
}

/** The contract's prices. */
const defaultPrices: Prices = {
  extract: 5,
  extractStealth: 5,
  scrape: 1,
  scrapeStealth: 2,
  runPage: 2,
};
/** The contract's plan. */
const planCaps: ThrottleCaps = { requestsPerMinute: 60, inFlight: 5 };
/** A call without an account is the process's own: nobody needs protection from himself. */
const ownCaps: ThrottleCaps = { requestsPerMinute: Infinity, inFlight: Infinity };

/** Every default, in one place. Opens nothing. */
export function resolveOptions(options: GleanerOptions, closing: AbortSignal): ResolvedOptions {
  const limits = options.limits ?? {};
  const clock = options.clock ?? systemClock();
  const egress = createEgress(options.egress);
  const fetcher = options.fetcher ?? createFetcher(egress, limits);
  const browser = resolveBrowser(options.browser, egress);
  const schemas = createSchemaValidator();
  const structure = structureExtractor();
  const extractor = options.extractor ?? createExtractor(options, structure);
  const own = resolveCaps(limits, ownCaps);
  const plan = resolveCaps(limits, planCaps);
  return {
    context: {
      browser,
      printer: options.browser === undefined ? undefined : browser,
      cache: options.cache ?? memoryCache(),
      clock,
      closing,
      egress,
      extractor,
      experimentalExtractor: structureFirstExtractor({ first: structure, second: extractor }),
      fetcher,
      ledger: options.ledger ?? memoryLedger(),
      prices: { ...defaultPrices, ...options.prices },
      schemas,
      flights: createPageFlights(),
      answers: rememberAnswers(clock),
      throttle: createThrottle(clock),
      capsOf: (account) => (account === undefined ? own : plan),
      maxCallMs: limits.callMs ?? 120_000,
      maxRunMs: limits.runMs ?? 15 * 60_000,
      maxPlanPages: limits.runPages ?? 20,
      maxOwnPages: limits.runPages ?? 100,
      // A memory is about 50 KB.
      memories: new LRUCache({ max: 200 }),
      maxPageBytes: limits.pageBytes ?? 10 * 1_024 * 1_024,
      createId: randomUUID,
    },
    owned: [
      schemas,
      ...(options.fetcher === undefined ? [fetcher] : []),
      ...(browser === undefined || browser === options.browser ? [] : [browser]),
    ],
  };
}

function resolveBrowser(browser: GleanerOptions['browser'], egress: Egress): Browser | undefined {
  if (browser === false) return undefined;
  return browser !== undefined && 'printPdf' in browser
    ? browser
    : chromiumBrowser({ egress, ...browser });
}

function createFetcher(egress: Egress, { pageBytes, pageMs }: GleanerLimits): Fetcher {
  return httpFetcher({
    egress,
    ...(pageMs === undefined ? {} : { timeoutMs: pageMs }),
    ...(pageBytes === undefined ? {} : { maxBytes: pageBytes, maxWireBytes: pageBytes }),
  });
}

function createExtractor({ model }: GleanerOptions, structure: Extractor): Extractor {
  return model === undefined ? structure : modelExtractor({ model });
}

function resolveCaps(limits: GleanerLimits, defaults: ThrottleCaps): ThrottleCaps {
  return {
    requestsPerMinute: limits.requestsPerMinute ?? defaults.requestsPerMinute,
    inFlight: limits.inFlight ?? defaults.inFlight,
  };
}
