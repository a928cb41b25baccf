import type { Billing } from '../../runtime/contracts/billing.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { Cache } from '../../runtime/contracts/cache.ts';
import type { Clock, CreateId } from '../../runtime/contracts/clock.ts';
import type { Extractor, ModelUse } from '../../runtime/contracts/extractor.ts';
import type { Fetcher } from '../../runtime/contracts/fetcher.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { FileFolders } from '../../runtime/contracts/recipe/run-files.ts';
import type { MarkdownWriter } from '../../runtime/contracts/markdown-writer.ts';
import type { Egress } from '../../network/egress/create-egress.ts';
import type { PageSessions } from '../page-session/create-page-sessions.ts';
import type { SchemaValidator } from '../../extraction/schema/validate/create-schema-validator.ts';
import type { SingleFlight } from './create-single-flight.ts';

/** Prices in credits; the stealth prices are added to the price of the call. */
export interface Prices {
  readonly extract: number;
  readonly extractStealth: number;
  readonly scrape: number;
  readonly scrapeStealth: number;
  /** Each page of a run. */
  readonly runPage: number;
  /** Each page that an item of a run links to and that was read for it. */
  readonly followedPage: number;
}

/** Fingerprints of recipes by key; the least recently used ones are dropped when there are too many. */
interface KnownFingerprints {
  get(key: string): RecipeFingerprints | undefined;
  set(key: string, fingerprints: RecipeFingerprints): unknown;
}

/**
 * The parts and limits that all operations of an engine work with: complete, without defaults and optional members. Each
 * operation and step declares the members that it needs in a type of its own (`ScrapeContext`, `LoadPageContext`).
 */
export interface OperationContext {
  /** Decides whether a call or run may start, and charges for it. */
  readonly billing: Billing;
  /** `undefined` with `browser: false`. */
  readonly browser: Browser | undefined;
  /** Writes PDFs; `undefined` where they are written without a browser. */
  readonly printer: Browser | undefined;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly extractor: Extractor;
  /** Used instead of `extractor` with `experimental: true`. */
  readonly experimentalExtractor: Extractor;
  /** Whether `extractor` is another than the one that reads the page's structure. */
  readonly asksBeyondStructure: boolean;
  /** When `extractor` is asked where a call does not say. */
  readonly models: ModelUse;
  readonly fetcher: Fetcher;
  readonly files: FileFolders;
  readonly markdown: MarkdownWriter;
  /** Where pages are read: in threads that can be ended. */
  readonly pages: PageSessions;
  readonly prices: Prices;
  /** Share of wrong values among those that are called sure, 0 to 1. */
  readonly maxWrong: number;
  readonly schemas: SchemaValidator;
  /** Pages that are being fetched for the cache, shared by concurrent callers of the same page. */
  readonly singleFlight: SingleFlight;
  /** Longest time of one call, in milliseconds. */
  readonly maxCallMs: number;
  /** Longest time of one run, in milliseconds. */
  readonly maxRunMs: number;
  /** Most pages of a run with an account. */
  readonly maxPlanPages: number;
  /** Most pages of a run without one. */
  readonly maxOwnPages: number;
  /** What the last good run of each recipe learnt, by a digest of account and recipe. */
  readonly fingerprints: KnownFingerprints;
  /** Largest page that a caller may give as `html`, in bytes. */
  readonly maxPageBytes: number;
  /** Aborts when the engine closes. */
  readonly closing: AbortSignal;
  readonly createId: CreateId;
}

/** Options of one call. */
export interface CallOptions {
  /** The account that is charged and limited. @default the process's own: no limits, the account `default` of the ledger */
  readonly account?: string | undefined;
  /** Aborts the call: it rejects with the signal's reason and costs nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the call fails with reason `timed_out`; at most `limits.callMs` of the engine.
   * @default `limits.callMs`, 120_000 where it is not set
   */
  readonly timeoutMs?: number | undefined;
  /** 1 to 255 characters. For 24 hours the same key with the same input gives the first result again, free of charge; with another input it is a `conflict`. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Called with the result, all but `creditsRemaining`, before it is charged, e.g. to write it to where it must not get lost.
   * What it throws fails the call, which costs nothing then. Not called for a result that the idempotency key gave again.
   */
  beforeCharge?(result: unknown): void;
}
