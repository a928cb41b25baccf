import {
  type ChromiumBrowserOptions,
  parseEndpoints,
} from '../../browser/chromium-browser-options.ts';
import { parseAllowList } from '../../network/egress/public-addresses.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { toAdapterText } from '../../runtime/errors/to-adapter-error.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { Cache } from '../../runtime/contracts/cache.ts';
import type { Clock, CreateId } from '../../runtime/contracts/clock.ts';
import type { Extractor, ModelUse } from '../../runtime/contracts/extractor.ts';
import type { Fetcher } from '../../runtime/contracts/fetcher.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import type { MarkdownWriter } from '../../runtime/contracts/markdown-writer.ts';
import {
  type Egress,
  type EgressOptions,
  createEgress,
} from '../../network/egress/create-egress.ts';
import {
  type ModelExtractorOptions,
  modelExtractor,
} from '../../extraction/extractors/model-extractor.ts';
import type { OperationContext, Prices } from '../operations/operation-context.ts';
import { openaiCompatibleModel } from '../../extraction/extractors/openai-compatible-model.ts';
import path from 'node:path';
import { omitUndefined } from '../../runtime/collections.ts';
import { chromiumBrowser } from '../../browser/chromium-browser.ts';
import { memoryCache } from '../pages/memory-cache.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import type { FileFolders } from '../../runtime/contracts/recipe/run-files.ts';
import { usualMaxWrong } from '../../runtime/contracts/evidence.ts';
import {
  type NumberRule,
  type OptionRules,
  type ValueRule,
  aBrowser,
  aClock,
  aFetcher,
  aFunction,
  aText,
  anything,
  checkOptions,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';
import { structureExtractor } from '../../extraction/extractors/structure-extractor.ts';
import { httpFetcher } from '../../network/fetchers/http-fetcher.ts';
import { createId } from '../operations/run-call.ts';
import { builtInMarkdown } from '../../page/markdown/markdown-converters.ts';
import { memoryLedger } from '../billing/memory-ledger.ts';

/** Limits of an engine, higher or lower than the defaults. A call can only lower them. `Infinity` is allowed for times and counts. */
export interface GleanerLimits {
  /** Calls an account may start in any 60 seconds. @default 60 for calls with an account, none for those without */
  readonly requestsPerMinute?: number | undefined;
  /** Calls an account may have in flight at once. @default 5 for calls with an account, none for those without */
  readonly inFlight?: number | undefined;
  /** Longest time one call may take, in milliseconds. @default 120_000: HTTP clients give up at 180 s */
  readonly callMs?: number | undefined;
  /** Longest time one run of a recipe may take, in milliseconds. @default 900_000 */
  readonly runMs?: number | undefined;
  /** Most pages of one run. @default 20 for calls with an account, 100 for those without */
  readonly runPages?: number | undefined;
  /** Largest page, in bytes, encoded or decoded. @default 10 MiB */
  readonly pageBytes?: number | undefined;
  /** Longest time one page may take to arrive, redirects included, in milliseconds. @default 30_000 */
  readonly pageMs?: number | undefined;
}

/** The parts and settings of an engine; each is optional and has a default that needs no configuration. */
export interface GleanerOptions {
  /** A language model object of the AI SDK, or `{ low, high }`, chosen by `pageComplexity`. @default none: values are read from the page's structure */
  readonly model?: ModelExtractorOptions['model'] | undefined;
  /** Replaces the built-in extractor; `model` is then ignored. @default by `model`, or by the page's structure without one */
  readonly extractor?: Extractor | undefined;
  /** Fetches pages. @default `httpFetcher` with the engine's egress */
  readonly fetcher?: Fetcher | undefined;
  /**
   * Runs recipes and renders pages that need their scripts; a browser given here also prints PDFs. `false` uses no browser.
   * @default a Chrome or Chromium of this machine, started when a recipe or a page first needs it; PDFs are written without it
   */
  readonly browser?: Browser | ChromiumBrowserOptions | false | undefined;
  /** Keeps fetched pages for calls with `maxAge`. @default `memoryCache()` */
  readonly cache?: Cache | undefined;
  /** Writes pages as Markdown, e.g. `turndownMarkdown(service)`. @default `builtInMarkdown()` */
  readonly markdown?: MarkdownWriter | undefined;
  /** Keeps the credits. @default `memoryLedger()`: refuses nothing, and `creditsRemaining` is `Infinity` */
  readonly ledger?: Ledger | undefined;
  /** Limits of calls, runs and pages. */
  readonly limits?: GleanerLimits | undefined;
  /** Prices in credits; stealth is added to the price of the call. @default `{ extract: 5, extractStealth: 5, scrape: 1, scrapeStealth: 2, runPage: 2, followedPage: 0 }` */
  readonly prices?: Partial<Prices> | undefined;
  /**
   * Share of wrong values, 0 to 1, among those that are called sure: measured levels are at .005 and .05; below them nothing is sure.
   * @default 0.005
   */
  readonly maxWrong?: number | undefined;
  /**
   * When the model is asked, for calls that do not say: `always` for all of a schema, `unsure` for the fields alone that are not sure
   * without it, see `maxWrong`. @default 'always', until figures on models say otherwise
   */
  readonly models?: ModelUse;
  /**
   * Threads in which pages are read, 0 to 64. Work on a page that takes too much time or memory is ended there, and all cores
   * can be used. 0 reads pages in the calling thread, where nothing can end it: for pages that you trust.
   * @default one a core, at least 2, shared by all engines of the process
   */
  readonly threads?: number | undefined;
  /**
   * Where pages are read: in threads of this process, or in processes of their own, one a core or as many as `threads` says. Processes
   * share no garbage collector, so that all cores are used to the full; each takes some 60 MB, and gets its pages through a pipe.
   * @default 'threads'
   */
  readonly workers?: 'threads' | 'processes' | undefined;
  /** Private networks that may be reached, and the upstream proxy. @default the public internet only, no proxy */
  readonly egress?: EgressOptions | undefined;
  /**
   * The folders that recipes may use. `uploads`: the files that `upload` steps may choose, those of its subfolders too; a link out
   * of it is not followed. `downloads`: where downloads and screenshots are kept. Both hold for the recipes of all accounts.
   * @default none: recipes that need one are refused
   */
  readonly files?:
    | { readonly uploads?: string | undefined; readonly downloads?: string | undefined }
    | undefined;
  /** The source of time. @default `systemClock()` */
  readonly clock?: Clock | undefined;
  /** Makes the ids of requests and runs. @default a UUID for a request, 11 letters and digits for a run */
  readonly createId?: CreateId | undefined;
}

/**
 * Returns the options that the `GLEANER_…` variables of an environment set, e.g. of `process.env`. Reads no `.env` file.
 *
 * @throws TypeError that names the variable that cannot be used.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): GleanerOptions {
  const read = (name: string): string | undefined => environment[name] || undefined;
  const [baseUrl, model] = [read('GLEANER_MODEL_URL'), read('GLEANER_MODEL')];
  if ((baseUrl === undefined) !== (model === undefined)) {
    throw new TypeError(
      'GLEANER_MODEL_URL and GLEANER_MODEL go together: set both (an OpenAI-compatible endpoint and its model’s name), or neither.',
    );
  }
  const cdpUrl = toUrls(read('GLEANER_CDP_URL'));
  const playwrightUrl = toUrls(read('GLEANER_PLAYWRIGHT_URL'));
  const allowPrivate = toList(read('GLEANER_ALLOW_PRIVATE'));
  return withVariableNames(() => {
    parseEndpoints({ cdpUrl, playwrightUrl });
    parseAllowList(allowPrivate ?? []);
    // Absent, not undefined: they are spread over options of one's own.
    return omitUndefined<GleanerOptions>({
      model:
        baseUrl === undefined || model === undefined
          ? undefined
          : openaiCompatibleModel({ baseUrl, model, apiKey: environment['GLEANER_MODEL_KEY'] }),
      browser: findSet({ executablePath: read('GLEANER_BROWSER'), cdpUrl, playwrightUrl }),
      workers: readWorkers(environment),
      limits: findSet({ runMs: readMilliseconds(environment, 'GLEANER_RUN_TIMEOUT_MS') }),
      files: findSet({ uploads: read('GLEANER_UPLOADS'), downloads: read('GLEANER_DOWNLOADS') }),
      egress: findSet({ allowPrivate }),
    });
  });
}

/** Options whose values are checked where they are used, by the variables that set them. */
const variables: Readonly<Record<string, string>> = {
  allowPrivate: 'GLEANER_ALLOW_PRIVATE',
  apiKey: 'GLEANER_MODEL_KEY',
  baseUrl: 'GLEANER_MODEL_URL',
  cdpUrl: 'GLEANER_CDP_URL',
  model: 'GLEANER_MODEL',
  playwrightUrl: 'GLEANER_PLAYWRIGHT_URL',
};

function withVariableNames<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(toAdapterText(error.message, { advice, fields: variables }), {
      cause: error,
    });
  }
}

/** The members that are set; `undefined` where none is. */
function findSet<Options extends object>(options: Options): Partial<Options> | undefined {
  const set = omitUndefined<Partial<Options>>(options);
  return Object.keys(set).length === 0 ? undefined : set;
}

function toList(value: string | undefined): readonly string[] | undefined {
  return value
    ?.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** URLs apart by white space, or by a comma before the scheme of the next one: their queries may hold commas. */
function toUrls(value: string | undefined): readonly string[] | undefined {
  return value?.trim().split(/\s+|,\s*(?=[a-z]+:\/\/)/i);
}

/** Returns the milliseconds in a variable, or `undefined` where it is not set; throws a `TypeError` unless it is a whole number above 0. */
export function readMilliseconds(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): number | undefined {
  const value = environment[name];
  if (value === undefined || value === '') return undefined;
  const milliseconds = Number(value);
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
  throw new TypeError(`${name} must be a whole number of milliseconds above 0, got "${value}".`);
}

/** What of an operation's context is no option: `createEngine` makes it. */
type Internals =
  | 'asksBeyondStructure'
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
  readonly workers: 'threads' | 'processes' | undefined;
  /** Reads a page without a model. */
  readonly structure: Extractor;
  /** The parts that were made here, and are closed with the engine; what was passed in stays the embedder's. */
  readonly owned: readonly { close?(): Promise<void> }[];
}

/** The contract's prices. */
export const defaultPrices: Prices = {
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

const folder: ValueRule = { ...aText, wanted: 'the path of a folder' };

/** Of parts the methods that an engine calls. */
const optionRules: OptionRules<GleanerOptions> = {
  model: anything,
  extractor: toPartRule('extract'),
  fetcher: aFetcher,
  browser: {
    wanted: `false, options of a browser, or ${aBrowser.wanted}`,
    isAllowed(value) {
      if (typeof value !== 'object' || value === null) return value === false;
      return 'printPdf' in value ? aBrowser.isAllowed(value) : !Array.isArray(value);
    },
  },
  cache: toPartRule('get', 'set'),
  markdown: toPartRule('toMarkdown'),
  ledger: toPartRule('hold', 'extend', 'post', 'void', 'balance'),
  limits: { members: limitRules },
  prices: { members: priceRules },
  maxWrong: { unit: 'share', least: 0, most: 1, mayBeInfinite: false, isFraction: true },
  models: anything,
  threads: { unit: 'threads', least: 0, most: 64, mayBeInfinite: false },
  workers: anything,
  egress: anything,
  files: { members: { uploads: folder, downloads: folder } },
  clock: aClock,
  createId: aFunction,
};

/** Every default, in one place. Opens nothing; throws a `TypeError` that names the option that is wrong. */
export function resolveOptions(options: GleanerOptions): ResolvedOptions {
  checkOptions('createGleaner', options, optionRules);
  const { limits = {}, prices = {} } = options;
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
      prices: { ...defaultPrices, ...prices },
      maxWrong: options.maxWrong ?? usualMaxWrong,
      models: checkModelUse(options.models ?? 'always'),
      maxCallMs: limits.callMs ?? 120_000,
      maxRunMs: limits.runMs ?? 15 * 60_000,
      maxPlanPages: limits.runPages ?? 20,
      maxOwnPages: limits.runPages ?? 100,
      maxPageBytes: limits.pageBytes ?? 10 * 1_024 * 1_024,
    },
    ledger: options.ledger ?? memoryLedger(),
    limitsOf: (account) => (account === undefined ? own : plan),
    threads: options.threads,
    workers: checkWorkers(options),
    structure,
    owned: [
      ...(options.fetcher === undefined ? [fetcher] : []),
      ...(browser === undefined || browser === options.browser ? [] : [browser]),
    ],
  };
}

function readWorkers({
  GLEANER_WORKERS: given = '',
}: Readonly<Record<string, string | undefined>>): GleanerOptions['workers'] {
  if (given === '') return undefined;
  if (given === 'threads' || given === 'processes') return given;
  throw new TypeError(`GLEANER_WORKERS must be threads or processes, got "${given}".`);
}

function checkWorkers({ workers, threads }: GleanerOptions): GleanerOptions['workers'] {
  if (workers === 'processes' && threads === 0) {
    throw new TypeError(
      "`workers: 'processes'` needs at least one: leave `threads` out for one a core, or give their number.",
    );
  }
  if (workers === undefined || workers === 'threads' || workers === 'processes') return workers;
  throw new TypeError(`Expected \`workers\` to be threads or processes, got "${String(workers)}".`);
}

function checkModelUse(given: ModelUse): ModelUse {
  if (given === 'always' || given === 'unsure') return given;
  throw new TypeError(`Expected \`models\` to be always or unsure, got "${String(given)}".`);
}

function resolveFolders(files: GleanerOptions['files'] = {}): FileFolders {
  return { uploads: toAbsolute(files.uploads), downloads: toAbsolute(files.downloads) };
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
    timeoutMs: pageMs,
    maxBytes: pageBytes,
    maxWireBytes: pageBytes,
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
