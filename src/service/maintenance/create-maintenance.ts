import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SweepBounds } from '../../runtime/contracts/store/store.ts';
import type { Retention } from '../service-options.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import { createScheduleRunner } from '../schedules.ts';
import type { ServiceContext } from '../service-context.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { Browser, BrowserEndpoint } from '../../runtime/contracts/browser.ts';
import { runWithin } from '../../runtime/signals/waiting.ts';

/**
 * What is done once a second: due schedules, deletions and webhooks, what dead processes left behind, and what is old. Each job
 * has rounds of its own, so that none waits for what accounts have given another one to do.
 */
export interface Maintenance {
  /**
   * Resolves once what a former process left is cleaned up, and the rounds have begun; rejects when the store cannot be used.
   * Once is enough.
   */
  start(): Promise<void>;
  /** Begins no further round, and waits for the step that each one under way is at. */
  stop(): Promise<void>;
}

interface MaintenanceParts {
  readonly accounts: Accounts;
  readonly lifecycle: RunLifecycle;
  readonly sender: WebhookSender;
}

/** Between two rounds of a job: cron expressions may name seconds. */
const roundMs = 1_000;
/** A worker takes a run within a second; one that waits for so long may have been lost by its queue. */
const waitingMs = 30_000;
/** Runs looked at in one round: those behind them are reached when the oldest have been taken. */
const maxWaiting = 100;
/** Runs of dead processes are ended for so long before a service works; those that are left are ended beside its work. */
const recoveryMs = 1_000;
/** What is kept for days may stay an hour longer. */
const sweepEveryMs = 60 * 60 * 1_000;

/** Begins nothing until it is started. */
export function createMaintenance(parts: MaintenanceParts, context: ServiceContext): Maintenance {
  const { store, queue, clock, retention, emit } = context;
  const { lifecycle, sender } = parts;
  const scheduleRunner = createScheduleRunner(lifecycle, context);
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let starting: Promise<void> | undefined;
  let nextSweepMs = -Infinity;
  let nextQueueMs = -Infinity;

  const jobs: Readonly<Record<string, () => Promise<void>>> = {
    'end lost runs': () => endLostRuns(parts, context, stopped),
    'queue lost runs again': () => queueAgain(),
    'abort runs that other processes ended': () => lifecycle.abortEnded(),
    'send waiting webhooks': async () => sender.wake(),
    'run due schedules': () => scheduleRunner.runDue(stopped),
    'confirm due deletions': () => confirmDueDeletions(parts, context, stopped),
    'forget what is old': () => forgetOld(),
  };

  /** Deletes one batch each round, so that other jobs are not held up; when nothing is left, pauses for a while. */
  async function forgetOld(): Promise<void> {
    if (clock.monotonicMs() < nextSweepMs) return;
    const gone = await store.sweep(toSweepBounds(retention, clock.nowMs()));
    if (gone === 0) nextSweepMs = clock.monotonicMs() + sweepEveryMs;
  }

  /** A queue that still has the run does nothing. */
  async function queueAgain(): Promise<void> {
    const { queued } = store.runs;
    if (queued === undefined || clock.monotonicMs() < nextQueueMs) return;
    const createdBeforeMs = clock.nowMs() - waitingMs;
    for (const id of await queued.list({ createdBeforeMs, limit: maxWaiting })) {
      await queue.push(id);
    }
    nextQueueMs = clock.monotonicMs() + waitingMs / 2;
  }

  const rounds = Object.entries(jobs).map(([doing, job]) => createRounds(doing, job));

  function createRounds(doing: string, job: () => Promise<void>): Rounds {
    let cancelNext: (() => void) | undefined;
    let round = Promise.resolve();
    let isFailing = false;

    async function work(): Promise<void> {
      try {
        await job();
        isFailing = false;
      } catch (error) {
        // Once, and not every second for as long as the store is away.
        if (!isFailing) emit({ kind: 'fault', doing, error });
        isFailing = true;
      }
      if (!stopped.aborted) cancelNext = clock.after(roundMs, begin);
    }

    function begin(): void {
      round = work();
    }

    return {
      begin,
      async end() {
        cancelNext?.();
        await round;
      },
    };
  }

  async function begin(): Promise<void> {
    scheduleRunner.begin(clock.nowMs());
    await endLostRuns(parts, context, stopped);
    if (stopped.aborted) return;
    for (const each of rounds) each.begin();
  }

  return {
    start() {
      starting ??= begin().catch((error: unknown) => {
        // The next attempt may succeed.
        starting = undefined;
        throw error;
      });
      return starting;
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled([starting, ...rounds.map((each) => each.end())]);
    },
  };
}

/** The rounds of one job. */
interface Rounds {
  begin(): void;
  /** Waits for the round under way, after which none begins. */
  end(): Promise<void>;
}

async function endLostRuns(
  { lifecycle }: MaintenanceParts,
  { store, clock }: ServiceContext,
  stopped: AbortSignal,
): Promise<void> {
  const lost = inTurns(await store.recover());
  const endMs = clock.monotonicMs() + recoveryMs;
  for (const { id, pagesExtracted, itemsExtracted } of lost) {
    // The store lists what is left again.
    if (stopped.aborted || clock.monotonicMs() >= endMs) return;
    const error = 'The service was restarted while the run was under way.';
    await lifecycle.fail(id, { error, pagesExtracted, itemsExtracted });
  }
}

async function confirmDueDeletions(
  { accounts }: MaintenanceParts,
  { store, clock, emit }: ServiceContext,
  stopped: AbortSignal,
): Promise<void> {
  const due = await store.accounts.list({ limit: 100, deletionDueMs: clock.nowMs() });
  for (const { id } of due) {
    if (stopped.aborted) return;
    await accounts.confirmDeletion(id).catch((error: unknown) => {
      // Its owner may have cancelled the deletion in the last moment; others must not wait for a broken one.
      if (!isGleanerError(error, 'conflict')) {
        emit({ kind: 'fault', doing: `delete account ${id}`, error });
      }
    });
  }
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Many times the longest call: a second try to post or void a hold comes within the call's deadline. */
const holdAgeMs = dayMs;
/** One batch takes the writer some 10 ms, in which others wait. */
const batch = 500;

/** The ages from which ended things are deleted. */
function toSweepBounds(retention: Retention, nowMs: number): SweepBounds {
  return {
    nowMs,
    holdAgeMs,
    runAgeMs: retention.runDays * dayMs,
    deliveryAgeMs: retention.deliveryDays * dayMs,
    tickAgeMs: retention.tickDays * dayMs,
    limit: batch,
  };
}

/** The things one by one from each account in turn: the first of every account, then the second of every account. */
function inTurns<Thing extends { readonly account: string }>(
  things: readonly Thing[],
): readonly Thing[] {
  const counts = new Map<string, number>();
  const turns: Thing[][] = [];
  for (const thing of things) {
    const turn = counts.get(thing.account) ?? 0;
    counts.set(thing.account, turn + 1);
    (turns[turn] ??= []).push(thing);
  }
  return turns.flat();
}

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
interface Health {
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
const checkLifetimeMs = 30_000;

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
      if (check === undefined || nowMs - check.atMs > checkLifetimeMs) {
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
