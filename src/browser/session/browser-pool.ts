import type {
  Browser as PlaywrightBrowser,
  BrowserContext,
  BrowserContextOptions,
} from 'playwright-core';
import type { LimitFunction } from 'p-limit';
import { setTimeout as sleep } from 'node:timers/promises';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { CallError } from '../call-page.ts';
import { isPlaywrightError } from '../launch/load-playwright.ts';

interface BrowserPoolOptions {
  /** Starts the browser, or connects to it. */
  readonly launch: (events: LaunchEvents) => Promise<PlaywrightBrowser>;
  /** Milliseconds without work after which the browser is closed. */
  readonly idleMs: number;
  /** Host of a browser that runs elsewhere, for errors. @default it runs on this machine */
  readonly host?: string | undefined;
  /** Called when the browser did not start or was lost, with the error that the work in it gets. */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

/** What a browser that was started reports. */
interface LaunchEvents {
  /** A renderer ended by the memory that its page held. */
  readonly onMemoryExceeded: () => void;
  /** The browser is connected and does not answer. */
  readonly onSilent: () => void;
}

/**
 * Work done in a context; `signal` also aborts when the browser or a page in it is lost. `begin` is called before the first
 * thing that a site could notice: work that has not begun may be repeated in another browser.
 */
export type ContextWork<Result> = (
  context: BrowserContext,
  signal: AbortSignal,
  begin: () => void,
) => Promise<Result>;

/** One browser, started on first use, for many contexts. */
export interface BrowserPool {
  /** Does the work in a new context, which is always closed when it settles. */
  withContext<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    work: ContextWork<Result>,
  ): Promise<Result>;
  /** Closes the browser and aborts the work in it; further work is refused. */
  close(): Promise<void>;
}

/** A browser that has been started, and the work in it. */
interface Lease {
  readonly browser: Promise<PlaywrightBrowser>;
  readonly startedMs: number;
  readonly lost: AbortController;
  /** When a renderer last ended by the memory it held. */
  memoryExceededMs: number;
  contextsMade: number;
  contextsOpen: number;
}

/** Contexts after which a browser is replaced, since its memory grows with each; the next constant limits its age. */
const maxContextsMade = 50;
const maxAgeMs = 30 * 60_000;
/** A context or browser closes in well under a second; one that takes longer hangs. */
const closeTimeoutMs = 5_000;

/** Creates a pool; its browser is started with the first work. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const leases = new Set<Lease>();
  let current: Lease | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Lease {
    const lease: Lease = {
      browser: options.launch({
        onMemoryExceeded() {
          lease.memoryExceededMs = performance.now();
        },
        onSilent: () => lose(lease, 'did not answer'),
      }),
      startedMs: performance.now(),
      lost: new AbortController(),
      memoryExceededMs: -Infinity,
      contextsMade: 0,
      contextsOpen: 0,
    };
    leases.add(lease);
    lease.browser.then(
      (browser) => browser.once('disconnected', () => lose(lease, 'ended unexpectedly')),
      (error: unknown) => {
        options.onLost?.(error);
        drop(lease, error);
      },
    );
    return lease;
  }

  function lostError(what: string): GleanerError<'service_unavailable'> {
    const { host } = options;
    return new GleanerError(
      'service_unavailable',
      host === undefined
        ? `The browser ${what} while it was at work: try again, the next call starts a new one.`
        : `The browser at ${host} ${what} while it was at work: try again, the next call connects anew.`,
    );
  }

  /** Ends a browser that broke; one that was ended before stays as it is. */
  function lose(lease: Lease, what: string): void {
    if (lease.lost.signal.aborted) return;
    const error = lostError(what);
    options.onLost?.(error);
    void end(lease, error).catch(ignoreLateClose);
  }

  function drop(lease: Lease, reason: unknown): void {
    leases.delete(lease);
    if (current === lease) current = undefined;
    lease.lost.abort(reason);
  }

  async function end(lease: Lease, reason: unknown): Promise<void> {
    drop(lease, reason);
    // One that did not start has nothing to close.
    const browser = await lease.browser.catch(() => undefined);
    await browser?.close();
  }

  function take(): Lease {
    clearTimeout(idleTimer);
    if (current !== undefined && isWornOut(current)) {
      const worn = current;
      current = undefined;
      endIfUnused(worn);
    }
    current ??= start();
    current.contextsMade += 1;
    current.contextsOpen += 1;
    return current;
  }

  function giveBack(lease: Lease): void {
    lease.contextsOpen -= 1;
    if (lease !== current) endIfUnused(lease);
    else if (lease.contextsOpen === 0) {
      // The browser's pipes keep the process alive: a program that does not call `close` would never exit.
      idleTimer = setTimeout(() => {
        void end(lease, lostError('ended, having had nothing to do')).catch(ignoreLateClose);
      }, options.idleMs);
    }
  }

  function endIfUnused(lease: Lease): void {
    if (lease.contextsOpen > 0 || !leases.has(lease)) return;
    void end(lease, lostError('was replaced')).catch(ignoreLateClose);
  }

  async function work<Result>(
    contextOptions: BrowserContextOptions,
    signal: AbortSignal,
    task: ContextWork<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (isClosed) throw closedError();
    const lease = take();
    const pageLost = new AbortController();
    const ended = AbortSignal.any([signal, lease.lost.signal, pageLost.signal]);
    let connected: PlaywrightBrowser | undefined;
    let context: Promise<BrowserContext> | undefined;
    let crashReport: Promise<void> | undefined;
    const reportCrash = async (): Promise<void> => {
      await sleep(crashReportMs);
      pageLost.abort(crashError(lease, lostError));
    };
    try {
      connected = await raceSignal(lease.browser, ended);
      context = connected.newContext(contextOptions);
      const opened = await raceSignal(context, ended);
      opened.on('page', (page) => {
        page.on('crash', () => {
          crashReport ??= reportCrash();
        });
      });
      return await raceSignal(task(opened, ended, ignoreBeginning), ended);
    } catch (error) {
      await crashReport;
      // What was asked of a lost browser may fail before its connection reports the end.
      if (connected?.isConnected() === false) lose(lease, 'ended unexpectedly');
      // A lost browser or an abort may surface as any Playwright error; the signal's reason is the cause.
      ended.throwIfAborted();
      // The work calls callbacks of the engine's user, whose errors are not faults of the browser.
      throw isPlaywrightError(error) || error instanceof CallError ? workError(error) : error;
    } finally {
      await closeContext(context, lease);
      giveBack(lease);
    }
  }

  async function closeContext(
    context: Promise<BrowserContext> | undefined,
    lease: Lease,
  ): Promise<void> {
    const closing = context?.then((opened) => opened.close());
    if (closing === undefined || lease.lost.signal.aborted) {
      closing?.catch(ignoreLateClose);
      return;
    }
    try {
      await raceSignal(closing, AbortSignal.timeout(closeTimeoutMs));
    } catch {
      // A context that does not close stays open as long as the browser: replace the browser.
      lose(lease, 'hung');
    }
  }

  return {
    withContext: work,
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await Promise.all([...leases].map((lease) => end(lease, closedError())));
    },
  };
}

/** A pool whose contexts open at once are limited; further work waits. Pools may share a limit. */
export function limitContexts(pool: BrowserPool, limit: LimitFunction): BrowserPool {
  return {
    // The slot stays taken until the context is closed; the caller does not wait for this.
    withContext: (contextOptions, signal, task) =>
      raceSignal(
        limit(() => pool.withContext(contextOptions, signal, task)),
        signal,
      ),
    close: () => pool.close(),
  };
}

function isWornOut({ contextsMade, startedMs }: Lease): boolean {
  return contextsMade >= maxContextsMade || performance.now() - startedMs >= maxAgeMs;
}

/** Milliseconds after a page's crash by which the browser has reported why its renderer ended. */
const crashReportMs = 250;
/**
 * Milliseconds around a renderer's end by its memory within which a page crash is attributed to it; the crash does not
 * name its renderer.
 */
const crashDelayMs = 3_000;

function crashError(
  { memoryExceededMs }: Lease,
  lostError: (what: string) => GleanerError,
): GleanerError {
  if (performance.now() - memoryExceededMs > crashDelayMs) return lostError('gave up on the page');
  return new GleanerError(
    'validation_failed',
    'The page held more memory than one page may have: 1 GB, of it 256 MB for its scripts.',
    { details: { reason: 'page_too_heavy' } },
  );
}

/**
 * Returns the error for failed work. Playwright's error becomes its cause only: that message may hold text of the
 * page.
 */
function workError(cause: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', 'The browser could not do what it was asked to.', {
    cause,
  });
}

function closedError(): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    'The browser is closed: make a new one for further calls.',
  );
}

/** Without another browser work is not repeated. */
function ignoreBeginning(): void {}

/** A discarded context or browser may be broken; its closing is not awaited. */
function ignoreLateClose(): void {}
