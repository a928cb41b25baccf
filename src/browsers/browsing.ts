import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { Egress } from '../egress/create-egress.ts';
import { raceSignal } from '../signals/race-signal.ts';
import type { BrowserPool } from './browser-pool.ts';

/** Kinds of resources that values are never read from; they are not loaded unless asked for. */
export type HeavyResource = 'image' | 'media' | 'font';

/** How one session differs from an ordinary visit; everything may be left out. */
export interface BrowsingOptions {
  /** The caller's own request headers and the URL whose origin may see them; nobody else ever does. */
  readonly headers?: { readonly url: string; readonly values: Readonly<Record<string, string>> };
  /** Whether to look like an ordinary visitor. @default false */
  readonly stealth?: boolean;
  /** Upstream proxy of this session alone: `http://`, `https://` or `socks5://`, credentials in the URL. */
  readonly proxy?: string;
  /** What to load of images, media and fonts. @default none of them */
  readonly load?: readonly HeavyResource[];
  /** Viewport, device scale factor, touch, locale, time zone, user agent: what has to be known before a page exists. */
  readonly emulation?: Pick<
    BrowserContextOptions,
    | 'viewport'
    | 'deviceScaleFactor'
    | 'isMobile'
    | 'hasTouch'
    | 'locale'
    | 'timezoneId'
    | 'userAgent'
    | 'colorScheme'
  >;
}

/** A guarded context with its first page. Pages that it opens later (popups) are guarded in the same way. */
export interface BrowsingSession {
  readonly context: BrowserContext;
  /** Blank. */
  readonly page: Page;
  /** The caller's, the deadline's, and of everything lost: browser, page, limits. Race every Playwright call against it with `raceSignal`: some never settle. */
  readonly signal: AbortSignal;
  /** DevTools of a page of this session: one connection a page, made once, gone with the page. */
  devtools(page: Page): Promise<CDPSession>;
}

/** What a browser opens sessions with. */
export interface Browsing {
  /**
   * Does the work in a session of its own, which is gone afterwards, whatever happens. Everything its pages ask for goes
   * out through the egress guard; downloads, service workers and permissions are refused; resources are counted.
   */
  withSession<Result>(
    options: BrowsingOptions,
    signal: AbortSignal,
    work: (session: BrowsingSession) => Promise<Result>,
  ): Promise<Result>;
}

export interface CreateBrowsingInput {
  readonly pool: BrowserPool;
  readonly egress: Egress;
}

/** The one place where pages from the web are opened: see `withSession`. */
export function createBrowsing({ pool }: CreateBrowsingInput): Browsing {
  return {
    withSession: (options, signal, work) =>
      pool.withContext(
        { serviceWorkers: 'block', acceptDownloads: false, ...options.emulation },
        signal,
        async (context, signal) => {
          const page = await raceSignal(context.newPage(), signal);
          const connections = new WeakMap<Page, Promise<CDPSession>>();
          return work({
            context,
            page,
            signal,
            devtools(page) {
              const known = connections.get(page) ?? context.newCDPSession(page);
              connections.set(page, known);
              return known;
            },
          });
        },
      ),
  };
}
