import { createIdempotency } from '../billing/create-idempotency.ts';
import { createRateLimiter } from '../billing/create-rate-limiter.ts';
import { toRequestDigest } from '../billing/to-request-digest.ts';
import type { Delivery } from '../contracts/store/delivery-store.ts';
import type { Run } from '../contracts/store/run-store.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import { createGleaner } from '../engine/create-gleaner.ts';
import { requireEngine } from '../engine/require-engine.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import type { Extract } from '../operations/extract/extract.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { Scrape } from '../operations/scrape/scrape.ts';
import { memoryQueue } from '../queues/memory-queue.ts';
import { runWithin } from '../signals/run-within.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { createAccounts, type Accounts } from './accounts/accounts.ts';
import { createRetries } from './create-retries.ts';
import type { DispatchInput } from './runs/dispatch-input.ts';
import { dispatchRun } from './runs/dispatch-run.ts';
import { createKeys, type Keys } from './accounts/keys.ts';
import { createShutdown } from './maintenance/create-shutdown.ts';
import { createRecipes, type Recipes } from './recipes/recipes.ts';
import { resolveServiceOptions, type ServiceOptions } from './resolve-service-options.ts';
import { createRunLifecycle } from './runs/run-lifecycle.ts';
import { createSchedules, type Schedules } from './schedules/schedules.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceEvent } from './service-event.ts';
import { createMaintenance } from './maintenance/create-maintenance.ts';
import { storeBilling } from './store-billing.ts';
import { toRunView } from './runs/to-run-view.ts';
import { readUsage, type Usage } from './runs/usage.ts';
import { createWebhookSender } from './webhooks/webhook-sender.ts';
import { workOnRun } from './runs/work-on-run.ts';

/** How a paid call of an account is made. */
export type ServiceCall = Pick<CallOptions, 'signal' | 'timeoutMs' | 'idempotencyKey'> & {
  readonly account: string;
};

/** The whole service, without HTTP. `await using` closes it, with the default drain. */
export interface Service extends AsyncDisposable {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly recipes: Recipes;
  readonly schedules: Schedules;
  /** As of the engine, with the credits and limits of an account. */
  readonly extract: Extract<[call: ServiceCall]>;
  /** As of the engine, with the credits and limits of an account. */
  readonly scrape: Scrape<[call: ServiceCall]>;
  /** Queues a run of a stored recipe. */
  dispatchRun(input: DispatchInput): Promise<Run>;
  /** Without the values of its variables. Rejects with `not_found`, also when the run is another account's. */
  getRun(reference: RunReference): Promise<Run>;
  /** Like `getRun`, with what its account can still spend at that very moment. */
  pollRun(
    reference: RunReference,
  ): Promise<{ readonly run: Run; readonly creditsRemaining: number }>;
  /** Stops it; rejects with `conflict` when it has ended. */
  cancelRun(reference: RunReference): Promise<Run>;
  /** Newest first, without results. */
  listRuns(query: PageOfList): Promise<readonly Run[]>;
  /** The log of webhooks, newest first. */
  listDeliveries(query: PageOfList & { readonly runId?: string }): Promise<readonly Delivery[]>;
  usage(account: string): Promise<Usage>;
  /** What the account can still spend. */
  creditsRemaining(account: string): Promise<number>;
  /** Whether the store can be written and no shutdown has begun. */
  isReady(): Promise<boolean>;
  /**
   * Begins to work on runs, schedules and webhooks, having cleaned up after processes that are gone. Not needed for
   * anything else. Once is enough: while it works, further calls change nothing.
   */
  start(): Promise<void>;
  /**
   * Takes no more work, lets what is under way end for `drainMs`, aborts the rest, and frees what it held. Closes what the
   * service made for itself; what it was given stays open.
   */
  close(options?: {
    /** Milliseconds; `Infinity` waits for all of it. @default 30_000 */
    readonly drainMs?: number;
  }): Promise<void>;
}

export interface RunReference {
  readonly account: string;
  readonly id: string;
}

export interface PageOfList {
  readonly account: string;
  /** @default 100 */
  readonly limit?: number;
  /** Goes on before this entry. */
  readonly before?: string;
}

/** Less than the time that a health check of a load balancer usually has. */
const readyMs = 5_000;

const drainRules = { drainMs: { unit: 'milliseconds', least: 0, mayBeInfinite: true } } as const;

/**
 * Makes a service of many accounts around an engine.
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
  const { clock, egress, prices, maxRunMs, createId } = engine.context;
  const emit = (event: ServiceEvent): void => emitQuietly(options.onEvent, event);
  const retries = createRetries(emit);
  const rateLimiter = createRateLimiter(clock);
  const idempotency = createIdempotency({
    store: store.idempotency,
    clock,
    forget: (reference, work) =>
      retries.attempt(`forget idempotency key ${toRequestDigest(reference).slice(0, 8)}`, work),
  });
  const stopping = AbortSignal.any([engine.context.closing, closing.signal]);
  const context: ServiceContext = {
    operations: {
      ...engine.context,
      billing: storeBilling({ store, clock, idempotency, rateLimiter, createId }),
      closing: stopping,
    },
    store,
    queue,
    clock,
    egress,
    rateLimiter,
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
  const shutdown = createShutdown(
    {
      closing,
      maintenance,
      lifecycle,
      sender,
      async stopQueue() {
        // A queue of somebody else's that this service never worked on may have another worker.
        return options.queue === undefined || working !== undefined ? queue.stop() : [];
      },
      async closeOwn() {
        if (options.gleaner === undefined) await gleaner.close();
        if (options.store === undefined) await store.close();
      },
    },
    context,
  );

  async function work(): Promise<void> {
    sender.start();
    await maintenance.start();
    // It may have been closed meanwhile.
    shutdown.checkOpen();
    queue.start((runId) => workOnRun(runId, lifecycle, context));
  }

  async function start(): Promise<void> {
    shutdown.checkOpen();
    working ??= work().catch((error: unknown) => {
      // What was in the way may be gone the next time.
      working = undefined;
      throw error;
    });
    await working;
  }

  async function close({ drainMs = 30_000 }: { readonly drainMs?: number } = {}): Promise<void> {
    checkNumbers('', { drainMs }, drainRules);
    await shutdown.close(drainMs);
  }

  async function requireRun({ account, id }: RunReference): Promise<Run> {
    const run = await store.runs.find({ account, id });
    if (run === undefined) throw unknownRun(id);
    return run;
  }

  return {
    accounts,
    keys: createKeys(context),
    recipes: createRecipes(context),
    schedules: createSchedules(context),
    extract: (input, call) =>
      shutdown.track('call', () => engine.extract(input, call, context.operations)),
    scrape: (input, call) =>
      shutdown.track('call', () => engine.scrape(input, call, context.operations)),
    dispatchRun: (input) =>
      shutdown.track('dispatch', async () =>
        toRunView(await dispatchRun(input, lifecycle, context)),
      ),
    getRun: async (reference) => toRunView(await requireRun(reference)),
    async pollRun(reference) {
      const polled = await store.runs.poll(reference);
      if (polled === undefined) throw unknownRun(reference.id);
      const { balance, held } = polled.credits;
      return { run: toRunView(polled.run), creditsRemaining: balance - held };
    },
    cancelRun: async (reference) =>
      toRunView(await lifecycle.cancel(await requireRun(reference), 'cancelled by its owner')),
    async listRuns({ limit = 100, ...query }) {
      return (await store.runs.list({ ...query, limit })).map(toRunView);
    },
    listDeliveries: ({ limit = 100, ...query }) => store.deliveries.list({ ...query, limit }),
    usage: (account) => readUsage(account, context),
    async creditsRemaining(account) {
      const { balance, held } = await store.ledger.balance(account);
      return balance - held;
    },
    async isReady() {
      if (shutdown.hasBegun) return false;
      const frame = { clock, timeoutMs: readyMs, signals: [] };
      return runWithin(frame, () => store.ping()).then(
        () => true,
        () => false,
      );
    },
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

function unknownRun(id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no run "${id}".`);
}
