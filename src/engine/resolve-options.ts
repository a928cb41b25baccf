import path from 'node:path';
import { chromiumBrowser } from '../browsers/chromium-browser.ts';
import { memoryCache } from '../caches/memory-cache.ts';
import { systemClock } from '../signals/system-clock.ts';
import type { RateLimits } from '../contracts/store/admission-store.ts';
import type { Browser } from '../contracts/browser.ts';
import type { Extractor } from '../contracts/extractor.ts';
import type { Fetcher } from '../contracts/fetcher.ts';
import type { FileFolders } from '../contracts/recipe/run-files.ts';
import type { Ledger } from '../contracts/ledger.ts';
import { createEgress, type Egress } from '../egress/create-egress.ts';
import { checkNumbers, type NumberRule } from '../errors/check-numbers.ts';
import { modelExtractor } from '../extractors/model-extractor.ts';
import { structureExtractor } from '../extractors/structure-extractor.ts';
import { httpFetcher } from '../fetchers/http-fetcher.ts';
import { createId } from '../operations/create-id.ts';
import { builtInMarkdown } from '../markdown-writers/built-in-markdown.ts';
import { memoryLedger } from '../ledgers/memory-ledger.ts';
import type { OperationContext, Prices } from '../operations/operation-context.ts';
import type { GleanerLimits, GleanerOptions } from './gleaner-options.ts';

/** What of an operation's context is no option: `createEngine` makes it. */
type Internals =
  | 'billing'
  | 'closing'
  | 'experimentalExtractor'
  | 'fingerprints'
  | 'pages'
  | 'singleFlight'
  | 'schemas';

/** Complete options: the part of an operation's context that the embedder decides on. */
export interface ResolvedOptions {
  readonly settings: Omit<OperationContext, Internals>;
  readonly ledger: Ledger;
  /** Returns the limits of an account; `undefined` is a call without one. */
  readonly limitsOf: (account: string | undefined) => RateLimits;
  /** Threads for pages: see `PageSessionsOptions`. */
  readonly threads: number | undefined;
  /** Reads a page without a model. */
  readonly structure: Extractor;
  /** The parts that were made here, and are closed with the engine; what was passed in stays the embedder's. */
  readonly owned: readonly { close?(): Promise<void> }[];
}

/** The contract's prices. */
const defaultPrices: Prices = {
  extract: 5,
  extractStealth: 5,
  scrape: 1,
  scrapeStealth: 2,
  runPage: 2,
  followedPage: 0,
};
/** The contract's plan. */
const planLimits: RateLimits = { requestsPerMinute: 60, inFlight: 5 };
/** A call without an account is the process's own, which needs no protection from itself. */
const ownLimits: RateLimits = { requestsPerMinute: Infinity, inFlight: Infinity };

const count = { least: 1, mayBeInfinite: true } as const;

const limitRules: Readonly<Record<keyof GleanerLimits, NumberRule>> = {
  requestsPerMinute: { ...count, unit: 'requests' },
  inFlight: { ...count, unit: 'requests' },
  callMs: { ...count, unit: 'milliseconds' },
  runMs: { ...count, unit: 'milliseconds' },
  runPages: { ...count, unit: 'pages' },
  pageBytes: { ...count, unit: 'bytes' },
  pageMs: { ...count, unit: 'milliseconds' },
};

const price: NumberRule = { unit: 'credits', least: 0, mayBeInfinite: false };

const priceRules: Readonly<Record<keyof Prices, NumberRule>> = {
  extract: price,
  extractStealth: price,
  scrape: price,
  scrapeStealth: price,
  runPage: price,
  followedPage: price,
};

const threadRules = {
  threads: { unit: 'threads', least: 0, most: 64, mayBeInfinite: false },
} as const;

/** Every default, in one place. Opens nothing; throws a `TypeError` that names the option that is wrong. */
export function resolveOptions(options: GleanerOptions): ResolvedOptions {
  const limits = options.limits ?? {};
  checkNumbers('limits.', limits, limitRules);
  checkNumbers('prices.', options.prices ?? {}, priceRules);
  checkNumbers('', { threads: options.threads }, threadRules);
  const clock = options.clock ?? systemClock();
  const egress = createEgress(options.egress);
  const fetcher = options.fetcher ?? createFetcher(egress, limits);
  const browser = resolveBrowser(options.browser, egress);
  const structure = structureExtractor();
  const extractor = options.extractor ?? createExtractor(options, structure);
  const own = resolveRateLimits(limits, ownLimits);
  const plan = resolveRateLimits(limits, planLimits);
  return {
    settings: {
      browser,
      printer: options.browser === undefined || browser?.prints === false ? undefined : browser,
      cache: options.cache ?? memoryCache(),
      clock,
      createId: options.createId ?? createId,
      egress,
      extractor,
      fetcher,
      files: resolveFolders(options.files),
      markdown: options.markdown ?? builtInMarkdown(),
      prices: { ...defaultPrices, ...options.prices },
      maxCallMs: limits.callMs ?? 120_000,
      maxRunMs: limits.runMs ?? 15 * 60_000,
      maxPlanPages: limits.runPages ?? 20,
      maxOwnPages: limits.runPages ?? 100,
      maxPageBytes: limits.pageBytes ?? 10 * 1_024 * 1_024,
    },
    ledger: options.ledger ?? memoryLedger(),
    limitsOf: (account) => (account === undefined ? own : plan),
    threads: options.threads,
    structure,
    owned: [
      ...(options.fetcher === undefined ? [fetcher] : []),
      ...(browser === undefined || browser === options.browser ? [] : [browser]),
    ],
  };
}

function resolveFolders({ uploads, downloads }: GleanerOptions['files'] = {}): FileFolders {
  for (const [name, value] of Object.entries({ uploads, downloads })) {
    const isFolder = value === undefined || (typeof value === 'string' && value !== '');
    if (!isFolder) throw new TypeError(`Expected \`files.${name}\` to be the path of a folder.`);
  }
  return { uploads: toAbsolute(uploads), downloads: toAbsolute(downloads) };
}

/** A program may change its working folder later. */
function toAbsolute(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : path.resolve(folder);
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

function resolveRateLimits(limits: GleanerLimits, defaults: RateLimits): RateLimits {
  return {
    requestsPerMinute: limits.requestsPerMinute ?? defaults.requestsPerMinute,
    inFlight: limits.inFlight ?? defaults.inFlight,
  };
}
