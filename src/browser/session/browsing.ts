import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { Egress } from '../../network/egress/create-egress.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import type { BrowserPool } from './browser-pool.ts';
import { type HeavyResource, createCallerHeaders, guardPage } from './request-interception.ts';
import { createProxyGuard, createRemoteGuard } from './session-guard.ts';
import { type SessionDownloads, openDownloads } from './open-downloads.ts';
import { setVisitorHints, visitorContextOptions } from '../launch/visitor.ts';

/** Options of one session; all are optional. */
export interface BrowsingOptions {
  /** The caller's request headers, and the URL to whose origin only they are sent. */
  readonly headers?:
    | { readonly url: string; readonly values: Readonly<Record<string, string>> }
    | undefined;
  /** Whether to look like an ordinary visitor. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this session: `http://`, `https://` or `socks5://`, credentials in the URL. */
  readonly proxy?: string | undefined;
  /** Which of images, media and fonts to load. @default none of them */
  readonly load?: readonly HeavyResource[] | undefined;
  /** Whether pages may download files; a browser on another machine never may. @default false */
  readonly keepsDownloads?: boolean | undefined;
  /** Settings that must be known before a page is opened. */
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

/** A guarded context with its first page. Later pages (popups) are guarded in the same way. */
export interface BrowsingSession {
  readonly context: BrowserContext;
  /** Blank. */
  readonly page: Page;
  /**
   * Aborts when the caller aborts, at the deadline, when the browser or a page is lost, or when a limit is exceeded.
   * Race every Playwright call against it with `raceSignal`: some neither resolve nor reject.
   */
  readonly signal: AbortSignal;
  /** `undefined` where downloads are refused. */
  readonly downloads: SessionDownloads | undefined;
  /** Returns the DevTools connection of a page: one per page, created on first use, closed with the page. */
  devtools(page: Page): Promise<CDPSession>;
  /**
   * Returns the URL to navigate to. Throws `invalid_request` for a forbidden URL (other schemes, private addresses):
   * the browser itself would open `file:` URLs.
   */
  parseUrl(url: string): URL;
  /** Returns why a URL failed to load: the guard's refusal or a network error; `undefined` when neither is known. */
  findFailure(url: string): Error | undefined;
  /**
   * Resets the counts of bytes and requests. Call it before each action that may bring further content. Nothing else
   * resets them: a page that navigates by itself, or only changes its URL, goes on with what is left. The limits are
   * those of `pages` pages that load at once, 1 without it.
   */
  startPage(pages?: number): void;
}

/** Opens sessions in a browser. */
export interface Browsing {
  /**
   * Does the work in a new session, which is always closed afterwards. All requests of its pages go
   * through the egress guard; service workers and permissions are refused, and downloads unless they are kept; images,
   * media and fonts are not loaded by default; more than 500 requests or 50 MB since the last `startPage()` end the session.
   */
  withSession<Result>(
    options: BrowsingOptions,
    signal: AbortSignal,
    work: (session: BrowsingSession) => Promise<Result>,
  ): Promise<Result>;
}

interface CreateBrowsingInput {
  /** Browsers without stealth. */
  readonly pool: BrowserPool;
  /** Browsers that look like an ordinary visitor's. */
  readonly stealthPool: BrowserPool;
  readonly egress: Egress;
  /**
   * Host name of the machine's loopback in these browsers; `undefined` for browsers on other machines, which cannot
   * reach it.
   */
  readonly proxyHost: string | undefined;
  /** @default none */
  readonly tap?: SessionTap | undefined;
}

const maxPageBytes = 50 * 1_048_576;
const maxPageRequests = 500;
const heavyResources: readonly HeavyResource[] = ['image', 'media', 'font'];

/** Creates the only way to open pages from the web: see `withSession`. */
export function createBrowsing(input: CreateBrowsingInput): Browsing {
  const { egress, proxyHost, tap } = input;

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
    const keepsDownloads = options.keepsDownloads === true && proxyHost !== undefined;
    let opening: Promise<SessionDownloads> | undefined;
    const pool = isStealth ? input.stealthPool : input.pool;
    const contextOptions: BrowserContextOptions = {
      ...(isStealth ? visitorContextOptions : {}),
      ...options.emulation,
      ...guard.contextOptions,
      serviceWorkers: 'block',
      acceptDownloads: keepsDownloads,
      permissions: [],
    };

    async function openSession(
      context: BrowserContext,
      outer: AbortSignal,
      begin: () => void,
    ): Promise<Result> {
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
        await tap?.openPage(context, page);
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
      context.on('page', (page) => {
        void devtools(page).catch(ignoreClosedPage);
      });
      if (tap !== undefined) await raceSignal(tap.openContext(context), limits);
      const page = await raceSignal(context.newPage(), limits);
      await raceSignal(guard.begin(context, page), limits);
      await raceSignal(devtools(page), limits);
      if (keepsDownloads) opening = openDownloads(context, page);
      const downloads = opening && (await raceSignal(opening, limits));
      begin();
      try {
        return await raceSignal(
          work({
            context,
            page,
            signal: limits,
            downloads,
            devtools,
            parseUrl: (url) => egress.parseUrl(url),
            findFailure(url) {
              if (!URL.canParse(url)) return undefined;
              const failure = tap?.findFailure(url) ?? guard.findFailure(url);
              return isGleanerError(failure) ? failure : undefined;
            },
            startPage(pages = 1) {
              requests.startPage(pages);
              guard.startPage(pages);
            },
          }),
          limits,
        );
      } catch (error) {
        // An exceeded limit may surface as any Playwright error; the signal's reason is the cause.
        limits.throwIfAborted();
        throw error;
      } finally {
        await tap?.closeContext(context);
      }
    }

    try {
      return await pool.withContext(contextOptions, signal, openSession);
    } finally {
      guard.close();
      void opening?.then((opened) => opened.close()).catch(ignoreClosedPage);
    }
  }

  return { withSession };
}

/** A popup that is already closed needs no guard, since the proxy belongs to the context; a lost session keeps no downloads. */
function ignoreClosedPage(): void {}

interface CountRequestsInput {
  readonly context: BrowserContext;
  /** Kinds of resources that are not loaded, and so not counted. */
  readonly uncounted: readonly HeavyResource[];
  readonly maxRequests: number;
  readonly onExceeded: (reason: GleanerError) => void;
}

/** Counts the requests of a context's pages; the proxy cannot, since one TLS connection carries many requests. */
function countRequests(input: CountRequestsInput): { startPage(pages: number): void } {
  const uncounted: ReadonlySet<string> = new Set(input.uncounted);
  let count = 0;
  let allowed = input.maxRequests;
  input.context.on('request', (request) => {
    if (uncounted.has(request.resourceType())) return;
    count += 1;
    if (count === allowed + 1) input.onExceeded(tooMany(input.maxRequests));
  });
  return {
    startPage(pages) {
      count = 0;
      allowed = input.maxRequests * pages;
    },
  };
}

function tooMany(maxRequests: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The page asked for more than ${maxRequests} resources.`,
    { details: { reason: 'page_too_heavy' } },
  );
}

/**
 * Stands between the pages of sessions and what they request: a recording listens here, and its replay answers here. It adds to the
 * guard and takes nothing from it: what it does not answer goes the guarded way.
 */
export interface SessionTap {
  /** Called with each new context before its first page. */
  openContext(context: BrowserContext): Promise<void>;
  /** Called with each page: before its first use, or as soon as another page has opened it. */
  openPage(context: BrowserContext, page: Page): Promise<void>;
  /** Called before a context closes; waits for what is still read from it. */
  closeContext(context: BrowserContext): Promise<void>;
  /** Returns why a URL was not answered. */
  findFailure(url: string): Error | undefined;
}
