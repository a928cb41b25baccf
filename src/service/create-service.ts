import type { PlaceKind } from '../runtime/contracts/store/request-store.ts';
import { randomUUID } from 'node:crypto';
import { createIdempotency } from '../core/billing/create-idempotency.ts';
import { createRateLimiter } from '../core/billing/create-rate-limiter.ts';
import { createRetryQueue } from '../core/billing/create-retry-queue.ts';
import { toRequestDigest } from '../core/billing/create-billing.ts';
import type { Delivery, DeliveryDetail } from '../runtime/contracts/store/delivery-store.ts';
import type { Run, RunStore } from '../runtime/contracts/store/run-store.ts';
import type { DayOfUsage } from '../runtime/contracts/store/store.ts';
import { checkNumbers } from '../runtime/errors/option-checks.ts';
import { type Gleaner, createGleaner } from '../core/engine/create-gleaner.ts';
import { requireEngine } from '../core/engine/create-engine.ts';
import { GleanerError, invalidRequest } from '../runtime/errors/gleaner-error.ts';
import type { Extract } from '../core/extract/extract.ts';
import type { CallOptions, Prices } from '../core/operations/operation-context.ts';
import type { Scrape } from '../core/scrape/scrape.ts';
import { memoryQueue } from '../storage/queues/memory-queue.ts';
import { memoryStore } from '../storage/stores/sqlite-store.ts';
import {
  type ServiceContext,
  type CallKind,
  type Place,
  beginLease,
  type PageOfList,
  type RefusedBodies,
  createRefusedBodies,
  requireActiveAccount,
  resolveLimit,
} from './service-context.ts';
import { createFreeCalls } from './free-calls.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import {
  type DispatchInput,
  type Usage,
  dispatchRun,
  readUsage,
  toRunView,
} from './runs/dispatch-run.ts';
import {
  type BrowserCheck,
  type ServiceHealth,
  type Maintenance,
  createHealth,
  createMaintenance,
} from './maintenance/create-maintenance.ts';
import { type Keys, createKeys } from './accounts/keys.ts';
import { type Recipes, createRecipes } from './recipes.ts';
import {
  type ServiceEvent,
  type ServiceOptions,
  resolveServiceOptions,
} from './service-options.ts';
import { type RunLifecycle, createRunLifecycle } from './runs/run-lifecycle.ts';
import { type Schedules, createSchedules } from './schedules.ts';
import { type WatchedBilling, storeBilling, watchBilling } from './store-billing.ts';
import { type SignIns, createSignIns } from './accounts/sign-ins.ts';
import {
  type WebhookSender,
  type WebhookTrial,
  type WebhookTrialResult,
  createWebhookSender,
  testWebhook,
} from './webhooks/webhook-sender.ts';
import { workOnRun } from './runs/work-on-run.ts';

/** Options of one call of an account. */
export type ServiceCall = Pick<
  CallOptions,
  'signal' | 'timeoutMs' | 'idempotencyKey' | 'beforeCharge'
> & {
  readonly account: string;
};

/** A service of many accounts, without HTTP. `await using` closes it with the default `drainMs`. */
export interface Service extends AsyncDisposable {
  /** The engine that it works with: the one that it was given, or its own. Calls of the engine itself are billed to no account. */
  readonly gleaner: Gleaner;
  /** What its calls cost, in credits. */
  readonly prices: Prices;
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly recipes: Recipes;
  readonly schedules: Schedules;
  readonly signIns: SignIns;
  /** As of the engine, with the credits and limits of an account. */
  readonly extract: Extract<[call: ServiceCall]>;
  /** As of the engine, with the credits and limits of an account. */
  readonly scrape: Scrape<[call: ServiceCall]>;
  /** Holds the credits of a run's first page and queues the run. Rejects as an extraction does, with `not_found` for an unknown recipe and with `conflict` for a disabled one. */
  dispatchRun(input: DispatchInput): Promise<Run>;
  /** Resolves to a run, without the values of its variables. Rejects with `not_found`, also for a run of another account. */
  getRun(reference: RunReference): Promise<Run>;
  /** Like `getRun`, with the credits that the account can still spend, both read at one moment. */
  pollRun(
    reference: RunReference,
  ): Promise<{ readonly run: Run; readonly creditsRemaining: number }>;
  /** Cancels a run, in whatever process it runs. Rejects with `conflict` when it has already ended. */
  cancelRun(reference: RunReference): Promise<Run>;
  /** Runs without their results, newest first: of an account, or of all where `account` is `undefined`. */
  listRuns(query: RunFilter): Promise<readonly Run[]>;
  /** The log of webhook deliveries, newest first. */
  listDeliveries(
    query: PageOfList & { readonly runId?: string | undefined },
  ): Promise<readonly Delivery[]>;
  /** Resolves to a delivery with its bodies. Rejects with `not_found`, also for a delivery of another account. */
  getDelivery(reference: RunReference): Promise<DeliveryDetail>;
  /** Posts a sample event to the recipe's webhook, else to the account's, and resolves to how that went. Rejects with `not_found` where there is no webhook, with `rate_limited` after a few trials in a minute. */
  testWebhook(input: WebhookTrial): Promise<WebhookTrialResult>;
  /**
   * Takes a place for what lasts, until it is left: an answer that is sent line by line, a session of the studio, a draft in it. Rejects with
   * `rate_limited` beyond as many as the plan allows, in all processes together.
   */
  takePlace(taken: { readonly account: string; readonly kind: PlaceKind }): Promise<Place>;
  /**
   * Counts a call of an account that costs no credits: one of the dashboard or the studio, for all processes together, or what a
   * person does with the studio's page. Rejects with `rate_limited` beyond what the plan allows.
   */
  countCall(call: { readonly account: string; readonly kind: CallKind }): Promise<void>;
  /** Bodies of requests that were refused, which count in this process: a limit of their own, beside the plan's. */
  readonly refusedBodies: RefusedBodies;
  /** What the account was charged since `sinceMs`, by day (UTC) and kind of work, oldest first. */
  listUsage(query: {
    readonly account: string;
    readonly sinceMs: number;
  }): Promise<readonly DayOfUsage[]>;
  /** Resolves to how the store, the browser and this process are. */
  readHealth(): Promise<ServiceHealth>;
  /** Resolves to whether the browser starts and answers, by a small piece of work; a result is kept for half a minute. */
  checkBrowser(): Promise<BrowserCheck>;
  /** Resolves to what the account has used of its plan. */
  usage(account: string): Promise<Usage>;
  /** Resolves to the credits that the account can still spend. */
  creditsRemaining(account: string): Promise<number>;
  /** Resolves to whether the store can be written and the service is not closing. */
  isReady(): Promise<boolean>;
  /**
   * Begins to work on runs, schedules, webhooks and maintenance, after cleaning up after processes that ended. Calls such as
   * `extract` need no start. Calling it again changes nothing, and after a rejection tries again.
   */
  start(options?: {
    /** `false` leaves runs to other processes on the same queue. @default true */
    readonly worksOnRuns?: boolean;
  }): Promise<void>;
  /**
   * Refuses new work, waits up to `drainMs` for calls and runs under way, then aborts the rest and frees their credits. Closes
   * the parts that the service created itself, not those it was given.
   */
  close(options?: {
    /** Milliseconds; `Infinity` waits until all work has ended. @default 30_000 */
    readonly drainMs?: number;
  }): Promise<void>;
}

/** A run of an account. For other accounts it does not exist. */
export type RunReference = Pick<Run, 'account' | 'id'>;

/** Which runs are wanted. */
export type RunFilter = Omit<Parameters<RunStore['list']>[0], 'limit'> & Pick<PageOfList, 'limit'>;

const drainRules = { drainMs: { unit: 'milliseconds', least: 0, mayBeInfinite: true } } as const;

/**
 * Creates a service of many accounts around an engine.
 *
 * @throws TypeError that names the first option that cannot be used.
 *
 * @example
 * const service = createService({ gleaner: createGleaner({ model }), store: sqliteStore({ folder: 'data' }) });
 * const { id: account } = await service.accounts.create({ credits: 1_000 });
 * const { result } = await service.extract({ url, prompt }, { account });
 */
export function createService(options: ServiceOptions = {}): Service {
  const resolved = resolveServiceOptions(options);
  const closing = new AbortController();
  const gleaner = options.gleaner ?? createGleaner();
  const store = options.store ?? memoryStore();
  const queue = options.queue ?? memoryQueue();
  const engine = requireEngine(gleaner);
  const { clock, egress, prices, maxRunMs } = engine.context;
  const emit = (event: ServiceEvent): void => emitQuietly(options.onEvent, event);
  const retries = createRetryQueue({
    clock,
    report: (doing, error) => emit({ kind: 'fault', doing, error }),
  });
  const rateLimiter = createRateLimiter(clock);
  const idempotency = createIdempotency({
    store: store.idempotency,
    clock,
    forget: async (reference, work) =>
      void (await retries.attempt(
        `forget idempotency key ${toRequestDigest(reference).slice(0, 8)}`,
        work,
      )),
  });
  const billing = watchBilling(
    storeBilling({ store, clock, idempotency, createId: randomUUID, retries }),
  );
  const stopping = AbortSignal.any([engine.context.closing, closing.signal]);
  const context: ServiceContext = {
    operations: {
      ...engine.context,
      billing,
      closing: stopping,
    },
    store,
    queue,
    clock,
    egress,
    rateLimiter,
    freeCalls: createFreeCalls({ store, clock, retries, rateLimiter }),
    idempotency,
    ...resolved,
    runPagePrice: prices.runPage,
    maxRunMs,
    emit,
    retries,
    stopping,
  };
  const sender = createWebhookSender(context);
  const lifecycle = createRunLifecycle({ onDelivery: () => sender.wake() }, context);
  const accounts = createAccounts(lifecycle, context);
  const maintenance = createMaintenance({ accounts, lifecycle, sender }, context);
  let working: Promise<void> | undefined;
  let isWorkingOnRuns = false;
  const shutdown = createShutdown(
    {
      closing,
      maintenance,
      lifecycle,
      sender,
      billing,
      async stopQueue() {
        // A queue of somebody else's that this service never worked on may have another worker.
        return options.queue === undefined || isWorkingOnRuns ? queue.stop() : [];
      },
      async closeOwn() {
        if (options.gleaner === undefined) await gleaner.close();
        if (options.store === undefined) await store.close();
      },
    },
    context,
  );

  async function work(worksOnRuns: boolean): Promise<void> {
    sender.start();
    await maintenance.start();
    // It may have been closed meanwhile.
    shutdown.checkOpen();
    if (!worksOnRuns) return;
    isWorkingOnRuns = true;
    queue.start((runId) => workOnRun(runId, lifecycle, context));
  }

  async function start({
    worksOnRuns = true,
  }: {
    readonly worksOnRuns?: boolean;
  } = {}): Promise<void> {
    shutdown.checkOpen();
    working ??= work(worksOnRuns).catch((error: unknown) => {
      // The next attempt may succeed.
      working = undefined;
      throw error;
    });
    await working;
  }

  async function close({ drainMs = 30_000 }: { readonly drainMs?: number } = {}): Promise<void> {
    checkNumbers('', { drainMs }, drainRules);
    await shutdown.close(drainMs);
  }

  const health = createHealth(() => shutdown.hasBegun, context);

  async function requireRun({ account, id }: RunReference): Promise<Run> {
    const run = await store.runs.find({ account, id });
    if (run === undefined) throw unknownRun(id);
    return run;
  }

  /** The call, ended when the credits that it holds are freed by others: its result could not be charged. */
  function untilLost(call: ServiceCall): ServiceCall {
    // Programs in JavaScript may leave it out.
    if (typeof call !== 'object' || call === null) throw missingCall();
    const signals = [
      ...(call.signal === undefined ? [] : [call.signal]),
      ...beginLease(store).signals,
    ];
    const [first] = signals;
    if (first === undefined) return call;
    // Of one there is nothing to join: a joined signal is listed with its sources until it is collected.
    return { ...call, signal: signals.length === 1 ? first : AbortSignal.any(signals) };
  }

  return {
    gleaner,
    prices,
    accounts,
    keys: createKeys(context),
    recipes: createRecipes(context),
    schedules: createSchedules(context),
    signIns: createSignIns(context),
    extract: (input, call) =>
      shutdown.track('call', () => engine.extract(input, untilLost(call), context.operations)),
    scrape: (input, call) =>
      shutdown.track('call', () => engine.scrape(input, untilLost(call), context.operations)),
    dispatchRun: (input) =>
      shutdown.track('dispatch', async () =>
        toRunView(await dispatchRun(input, lifecycle, context)),
      ),
    getRun: async (reference) => toRunView(await requireRun(reference)),
    async pollRun({ account, id }) {
      const polled = await store.runs.poll({ account, id });
      if (polled === undefined) throw unknownRun(id);
      const { balance, held } = polled.credits;
      return { run: toRunView(polled.run), creditsRemaining: balance - held };
    },
    async cancelRun(reference) {
      const run = await requireRun(reference);
      await requireActiveAccount(reference.account, context);
      return toRunView(await lifecycle.cancel(run, 'cancelled by its owner'));
    },
    async listRuns({ limit, ...query }) {
      return (await store.runs.list({ ...query, limit: resolveLimit(limit) })).map(toRunView);
    },
    listDeliveries: async ({ account, limit, ...query }) =>
      store.deliveries.list({ ...query, account, limit: resolveLimit(limit) }),
    async getDelivery({ account, id }) {
      const delivery = await store.deliveries.find({ account, id });
      if (delivery !== undefined) return delivery;
      throw new GleanerError('not_found', `There is no delivery "${id}".`);
    },
    countCall: (call) => context.freeCalls.count(call),
    refusedBodies: createRefusedBodies(context),
    testWebhook: (input) => testWebhook(input, sender, context),
    takePlace: (taken) => context.freeCalls.takePlace(taken),
    listUsage: ({ account, sinceMs }) => store.ledger.listUsage({ account, sinceMs }),
    readHealth: () => health.read(),
    checkBrowser: () => health.checkBrowser(),
    usage: (account) => readUsage(account, context),
    async creditsRemaining(account) {
      const { balance, held } = await store.ledger.balance(account);
      return balance - held;
    },
    isReady: () => health.isReady(),
    start,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Calls the listener; an error that it throws is dropped. */
function emitQuietly(onEvent: ServiceOptions['onEvent'], event: ServiceEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // A listener that throws must not stop the service, and there is no other listener to report it to.
  }
}

function missingCall(): GleanerError<'invalid_request'> {
  const message = 'It is missing: give `{ account }` beside the input.';
  return invalidRequest('begin the call', [{ path: '/account', message }]);
}

function unknownRun(id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no run "${id}".`);
}

/** What a service has under way, and its end. */
interface Shutdown {
  /** Work that the end waits for; refused once that has begun. */
  track<Result>(kind: WorkKind, start: () => Promise<Result>): Promise<Result>;
  /** Throws `service_unavailable` once the end has begun. */
  checkOpen(): void;
  readonly hasBegun: boolean;
  /** Takes no more work, lets what is under way end for `drainMs`, aborts the rest, and frees what it held. */
  close(drainMs: number): Promise<void>;
}

/** Dispatches are over before the queue is emptied, calls have the time of the drain. */
type WorkKind = 'call' | 'dispatch';

interface ShutdownParts {
  /** Aborts what is under way. */
  readonly closing: AbortController;
  /** Ends the work on runs; gives those that wait and that no worker will take. */
  readonly stopQueue: () => Promise<readonly string[]>;
  readonly maintenance: Maintenance;
  readonly lifecycle: RunLifecycle;
  readonly sender: WebhookSender;
  readonly billing: Pick<WatchedBilling, 'untilSettled'>;
  /** Closes what the service made for itself; last of all. */
  readonly closeOwn: () => Promise<void>;
}

/** Ends the parts of a service in their order. */
function createShutdown(
  { closing, stopQueue, maintenance, lifecycle, sender, billing, closeOwn }: ShutdownParts,
  { clock, emit, retries }: Pick<ServiceContext, 'clock' | 'emit' | 'retries'>,
): Shutdown {
  const underWay: Readonly<Record<WorkKind, Set<Promise<unknown>>>> = {
    call: new Set(),
    dispatch: new Set(),
  };
  let closed: Promise<void> | undefined;

  function checkOpen(): void {
    if (closed === undefined) return;
    throw new GleanerError(
      'service_unavailable',
      'The service is shutting down: try again later.',
      shuttingDown,
    );
  }

  async function end(drainMs: number): Promise<void> {
    if (drainMs <= 0) closing.abort(shutDown());
    const cancelDrain = clock.after(drainMs, () => closing.abort(shutDown()));
    await maintenance.stop();
    // The runs that they queue are given back by the queue.
    await Promise.allSettled(underWay.dispatch);
    const [lost] = await Promise.all([stopQueue(), Promise.allSettled(underWay.call)]);
    cancelDrain();
    closing.abort(shutDown());
    for (const runId of lost) {
      const { message: error } = shutDown();
      await lifecycle.fail(runId, { error, pagesExtracted: 0, itemsExtracted: 0 });
    }
    await sender.close();
    // Calls that were aborted while their credits were being held did not wait for that, nor for the release after it.
    await billing.untilSettled();
    await retries.close().catch((error: unknown) => {
      // The next process to open the store cleans up after this one.
      emit({ kind: 'fault', doing: 'shut down', error });
    });
    await closeOwn();
  }

  return {
    checkOpen,
    get hasBegun() {
      return closed !== undefined;
    },
    async track(kind, start) {
      checkOpen();
      const work = start();
      underWay[kind].add(work);
      try {
        return await work;
      } finally {
        underWay[kind].delete(work);
      }
    },
    close: (drainMs) => (closed ??= end(drainMs)),
  };
}

/** Marks the error of a shutdown, so that it is not taken for a fault of the model, the browser or the store. */
const shuttingDown = { details: { reason: 'shutting_down' } } as const;

function shutDown(): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', 'The service was shut down.', shuttingDown);
}
