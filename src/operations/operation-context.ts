import type { Billing } from '../contracts/billing.ts';
import type { Browser } from '../contracts/browser.ts';
import type { Cache } from '../contracts/cache.ts';
import type { Clock } from '../contracts/clock.ts';
import type { Extractor } from '../contracts/extractor.ts';
import type { Fetcher } from '../contracts/fetcher.ts';
import type { RecipeFingerprints } from '../contracts/fingerprint.ts';
import type { Egress } from '../egress/create-egress.ts';
import type { SchemaValidator } from '../schema/validate/create-schema-validator.ts';
import type { SingleFlight } from './create-single-flight.ts';

/** Credits by action; the surcharges come on top. */
export interface Prices {
  readonly extract: number;
  readonly extractStealth: number;
  readonly scrape: number;
  readonly scrapeStealth: number;
  /** A page of a run. */
  readonly runPage: number;
}

/** Fingerprints of recipes by key; the least recently used ones go when there are too many. */
export interface KnownFingerprints {
  get(key: string): RecipeFingerprints | undefined;
  set(key: string, fingerprints: RecipeFingerprints): unknown;
}

/**
 * What all operations of an engine work with, complete: it has no defaults and no optional member. Each operation, and each
 * step of one, names in a type of its own what it takes of it (`ScrapeContext`, `LoadPageContext`).
 */
export interface OperationContext {
  /** Admits what costs credits, and is paid for it. */
  readonly billing: Billing;
  /** `undefined` where the embedder wants none started. */
  readonly browser: Browser | undefined;
  /** Writes PDFs; `undefined` where they are written without a browser. */
  readonly printer: Browser | undefined;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly extractor: Extractor;
  /** Asked instead where the caller opted in. */
  readonly experimentalExtractor: Extractor;
  readonly fetcher: Fetcher;
  readonly prices: Prices;
  readonly schemas: SchemaValidator;
  /** Pages that are being fetched for the cache, shared by concurrent callers of the same page. */
  readonly singleFlight: SingleFlight;
  /** Longest time one call may take. */
  readonly maxCallMs: number;
  /** Longest time one run may take. */
  readonly maxRunMs: number;
  /** Most pages of one run: of calls with an account, and of those without. */
  readonly maxPlanPages: number;
  readonly maxOwnPages: number;
  /** What the last good run of each recipe learnt, by a digest of the account and the recipe. */
  readonly fingerprints: KnownFingerprints;
  /** Largest page that a caller may hand in. */
  readonly maxPageBytes: number;
  /** Aborts when the engine closes. */
  readonly closing: AbortSignal;
  readonly createId: () => string;
}

/** How one call is made, beside what it asks for. */
export interface CallOptions {
  /** Whose credits and limits count. Without one the call is the process's own. */
  readonly account?: string | undefined;
  /** Ends the call at once; it rejects with the signal's reason and costs nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the call fails with reason `timed_out`.
   * @default 120_000, which is also the most.
   */
  readonly timeoutMs?: number | undefined;
  /** ≤ 255 characters, kept for 24 hours: the same key with the same input gives the first result again, free of charge. */
  readonly idempotencyKey?: string | undefined;
}
