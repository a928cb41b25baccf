import type { Browser, BrowserEndpoint } from '../../contracts/browser.ts';
import { runWithin } from '../../signals/run-within.ts';
import type { ServiceContext } from '../service-context.ts';

/** How the parts of a service are. */
export interface ServiceHealth {
  readonly store: { readonly name: string; readonly isReady: boolean };
  /** `name` is absent where the engine runs no browser, `endpoints` where it is on this machine. */
  readonly browser: { readonly name?: string; readonly endpoints?: readonly BrowserEndpoint[] };
  /** Runs that have not ended, counted up to 1,000. */
  readonly runsUnderWay: number;
  /** Of this process. */
  readonly uptimeSeconds: number;
  /** Resident set of this process, bytes. */
  readonly memoryBytes: number;
}

/** Whether the browser does what it is for. */
export interface BrowserCheck {
  /**
   * `ready`: it has started and answered just now. `failed`: it did not. `none`: the engine runs no browser. `unknown`: a browser
   * that does not print cannot be tried without a site.
   */
  readonly state: 'ready' | 'failed' | 'none' | 'unknown';
  /** Milliseconds that the work took, the start of the browser included. */
  readonly tookMs?: number;
  /** Why it failed, as a sentence. */
  readonly problem?: string;
}

/** How the parts of a service are, asked one by one. */
export interface Health {
  read(): Promise<ServiceHealth>;
  checkBrowser(): Promise<BrowserCheck>;
  /** Whether the store can be written and the service is not closing. */
  isReady(): Promise<boolean>;
}

/** Less than the time that a health check of a load balancer usually has. */
const readyMs = 5_000;

/** A cold start on a busy machine takes some seconds. */
const checkMs = 20_000;
/** A browser is started for a check, and not for each look at it. */
const keptMs = 30_000;

/** Creates what tells how a service is; `isClosing` while it is being closed. */
export function createHealth(isClosing: () => boolean, context: ServiceContext): Health {
  const { store, clock } = context;
  const { browser } = context.operations;
  let check: { readonly atMs: number; readonly result: Promise<BrowserCheck> } | undefined;

  async function isReady(): Promise<boolean> {
    if (isClosing()) return false;
    const frame = { clock, timeoutMs: readyMs, signals: [] };
    return runWithin(frame, () => store.ping()).then(
      () => true,
      () => false,
    );
  }

  async function tryBrowser(tried: Browser): Promise<BrowserCheck> {
    const startedMs = clock.monotonicMs();
    const frame = { clock, timeoutMs: checkMs, signals: [context.stopping] };
    try {
      await runWithin(frame, (signal) =>
        // Nothing in it leads anywhere: what is tried is the browser, and no network.
        tried.printPdf({ html: '<p>Ready</p>', url: 'https://health.invalid/', signal }),
      );
      return { state: 'ready', tookMs: Math.round(clock.monotonicMs() - startedMs) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'It failed for no known reason.';
      return { state: 'failed', problem };
    }
  }

  return {
    isReady,
    async read() {
      const underWay = await store.runs.list({
        account: undefined,
        unfinished: true,
        limit: 1_000,
      });
      return {
        store: { name: store.name, isReady: await isReady() },
        browser: toBrowserHealth(browser),
        runsUnderWay: underWay.length,
        uptimeSeconds: Math.round(process.uptime()),
        memoryBytes: process.memoryUsage.rss(),
      };
    },
    async checkBrowser() {
      if (browser === undefined) return { state: 'none' };
      if (browser.prints === false) return { state: 'unknown' };
      const nowMs = clock.monotonicMs();
      if (check === undefined || nowMs - check.atMs > keptMs) {
        check = { atMs: nowMs, result: tryBrowser(browser) };
      }
      return check.result;
    },
  };
}

function toBrowserHealth(browser: Browser | undefined): ServiceHealth['browser'] {
  if (browser === undefined) return {};
  const endpoints = browser.listEndpoints?.() ?? [];
  return { name: browser.name, ...(endpoints.length === 0 ? {} : { endpoints }) };
}
