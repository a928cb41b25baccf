import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { Egress } from '../../egress/create-egress.ts';
import { isGleanerError, GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import type { BrowserPool } from './browser-pool.ts';
import { createCallerHeaders } from './caller-headers.ts';
import { guardPage, type HeavyResource } from './guard-page.ts';
import { createProxyGuard, createRemoteGuard } from '../guard/session-guard.ts';
import { setVisitorHints, visitorContextOptions } from '../launch/visitor.ts';

/** How one session differs from an ordinary one; everything may be left out. */
export interface BrowsingOptions {
  /** The caller's own request headers, and the URL to whose origin alone they are sent. */
  readonly headers?:
    | { readonly url: string; readonly values: Readonly<Record<string, string>> }
    | undefined;
  /** Whether to look like an ordinary visitor. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this session alone: `http://`, `https://` or `socks5://`, credentials in the URL. */
  readonly proxy?: string | undefined;
  /** What to load of images, media and fonts. @default none of them */
  readonly load?: readonly HeavyResource[] | undefined;
  /** What has to be known before a page exists. */
  readonly emulation?:
    | Pick<
        BrowserContextOptions,
        | 'viewport'
        | 'deviceScaleFactor'
        | 'isMobile'
        | 'hasTouch'
        | 'locale'
        | 'timezoneId'
        | 'colorScheme'
      >
    | undefined;
}

/** A guarded context with its first page. Pages that it opens later (popups) are guarded in the same way. */
export interface BrowsingSession {
  readonly context: BrowserContext;
  /** Blank. */
  readonly page: Page;
  /**
   * Aborts at the caller's wish, at the deadline, and when something is lost: the browser, a page, or a limit passed. Race
   * every Playwright call against it with `raceSignal`: some neither resolve nor reject.
   */
  readonly signal: AbortSignal;
  /** DevTools of a page of this session: one connection a page, made once, gone with the page. */
  devtools(page: Page): Promise<CDPSession>;
  /**
   * The URL to navigate to. Throws `invalid_request` for what no page may be asked for (other schemes, private addresses):
   * the browser itself opens `file:` URLs.
   */
  parseUrl(url: string): URL;
  /** Why a URL gave nothing: the guard's refusal, or what went wrong on the way; `undefined` when it was neither. */
  findFailure(url: string): Error | undefined;
  /** Starts the counts of bytes and requests anew, as a navigation does: for lists that grow without one. */
  startPage(): void;
}

/** What a browser opens sessions with. */
export interface Browsing {
  /**
   * Does the work in a session of its own, which is closed afterwards in every case. Everything its pages request goes
   * out through the egress guard; downloads, service workers and permissions are refused; images, media and fonts are not
   * loaded; more than 500 requests or 50 MB a page end it.
   */
  withSession<Result>(
    options: BrowsingOptions,
    signal: AbortSignal,
    work: (session: BrowsingSession) => Promise<Result>,
  ): Promise<Result>;
}

export interface CreateBrowsingInput {
  /** Browsers that look like what they are. */
  readonly pool: BrowserPool;
  /** Browsers that look like a visitor's. */
  readonly stealthPool: BrowserPool;
  readonly egress: Egress;
  /** The name by which these browsers know the machine's loopback; `undefined` for browsers elsewhere, which cannot reach it. */
  readonly proxyHost: string | undefined;
}

const maxPageBytes = 50 * 1_048_576;
const maxPageRequests = 500;
const heavyResources: readonly HeavyResource[] = ['image', 'media', 'font'];

/** The one place where pages from the web are opened: see `withSession`. */
export function createBrowsing(input: CreateBrowsingInput): Browsing {
  const { egress, proxyHost } = input;

  async function withSession<Result>(
    options: BrowsingOptions,
    signal: AbortSignal,
    work: (session: BrowsingSession) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const isStealth = options.stealth === true;
    const guard =
      proxyHost === undefined
        ? createRemoteGuard(egress, options.proxy)
        : await createProxyGuard({
            egress,
            upstream: options.proxy,
            proxyHost,
            maxBytes: maxPageBytes,
            isStealth,
          });
    const pool = isStealth ? input.stealthPool : input.pool;
    const contextOptions: BrowserContextOptions = {
      ...(isStealth ? visitorContextOptions : {}),
      ...options.emulation,
      ...guard.contextOptions,
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
    };

    async function openSession(context: BrowserContext, outer: AbortSignal): Promise<Result> {
      const ended = new AbortController();
      const limits = AbortSignal.any([outer, guard.exceeded, ended.signal]);
      const load = options.load ?? [];
      const headers =
        options.headers === undefined
          ? undefined
          : await createCallerHeaders({ context, ...options.headers });
      const blocked = heavyResources.filter((resource) => !load.includes(resource));
      const connections = new WeakMap<Page, Promise<CDPSession>>();

      async function connect(page: Page): Promise<CDPSession> {
        const devtools = await context.newCDPSession(page);
        if (isStealth) await setVisitorHints(devtools, context.browser()?.version() ?? '');
        await guardPage({ devtools, blocked, headers, checkUrl: guard.checkUrl });
        return devtools;
      }
      function devtools(page: Page): Promise<CDPSession> {
        const known = connections.get(page) ?? connect(page);
        connections.set(page, known);
        return known;
      }

      const requests = countRequests({
        context,
        uncounted: blocked,
        maxRequests: maxPageRequests,
        onExceeded: (reason) => ended.abort(reason),
      });
      const startPage = (): void => {
        requests.startPage();
        guard.startPage();
      };
      context.on('page', (page) => {
        void devtools(page).catch(ignoreClosedPage);
        page.on('framenavigated', (frame) => {
          if (frame === page.mainFrame()) startPage();
        });
      });
      const page = await raceSignal(context.newPage(), limits);
      await raceSignal(guard.begin(context, page), limits);
      await raceSignal(devtools(page), limits);
      try {
        return await raceSignal(
          work({
            context,
            page,
            signal: limits,
            devtools,
            parseUrl: (url) => egress.parseUrl(url),
            findFailure(url) {
              const failure = URL.canParse(url) ? guard.findFailure(url) : undefined;
              return isGleanerError(failure) ? failure : undefined;
            },
            startPage,
          }),
          limits,
        );
      } catch (error) {
        // A passed limit may surface as any error of Playwright's: the reason of the signal says what happened.
        limits.throwIfAborted();
        throw error;
      }
    }

    try {
      return await pool.withContext(contextOptions, signal, openSession);
    } finally {
      guard.close();
    }
  }

  return { withSession };
}

/** A popup that is gone already needs no guard of its own: the proxy is the context's. */
function ignoreClosedPage(): void {}

interface CountRequestsInput {
  readonly context: BrowserContext;
  /** Kinds that are not loaded anyway. */
  readonly uncounted: readonly HeavyResource[];
  readonly maxRequests: number;
  readonly onExceeded: (reason: GleanerError) => void;
}

/** Counts the requests of a context's pages; the proxy cannot, since a connection with TLS carries many requests. */
function countRequests(input: CountRequestsInput): { startPage(): void } {
  const uncounted: ReadonlySet<string> = new Set(input.uncounted);
  let count = 0;
  input.context.on('request', (request) => {
    if (uncounted.has(request.resourceType())) return;
    count += 1;
    if (count === input.maxRequests + 1) input.onExceeded(tooMany(input.maxRequests));
  });
  return {
    startPage() {
      count = 0;
    },
  };
}

function tooMany(maxRequests: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The page asked for more than ${maxRequests} resources.`,
    { details: { reason: 'page_too_large' } },
  );
}
