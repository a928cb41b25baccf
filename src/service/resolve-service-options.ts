import type { PlanCaps } from '../contracts/store/account-store.ts';
import { checkNumbers, type NumberRule } from '../errors/check-numbers.ts';
import type { Gleaner } from '../engine/create-gleaner.ts';
import type { RunQueue } from '../contracts/run-queue.ts';
import type { Store } from '../contracts/store/store.ts';
import type { ServiceEvent } from './service-event.ts';

/** The parts and settings of a service; each is optional and has a default that works in this process. */
export interface ServiceOptions {
  /** The engine. Closing the service does not close it. @default an engine with default options, which the service closes */
  readonly gleaner?: Gleaner;
  /** Keeps everything. Closing the service does not close it. @default `memoryStore()`: lost with the process */
  readonly store?: Store;
  /** Hands out runs. Closing the service stops the work that the service started on it. @default `memoryQueue()` */
  readonly queue?: RunQueue;
  /** The plan of accounts created without caps of their own. @default 60 requests a minute, 5 in flight, 50 runs in 30 days of 20 pages each, schedules */
  readonly plan?: Partial<PlanCaps>;
  /** Longest time of one webhook delivery, in milliseconds. @default 10_000 */
  readonly webhookTimeoutMs?: number;
  /** How long ended runs, deliveries and ticks are kept. @default runs 90 days, deliveries and ticks 30 days */
  readonly retention?: Partial<Retention>;
  /** Whether `waitForExpression` steps of stored recipes may run JavaScript in pages. @default false */
  readonly allowExpressions?: boolean;
  /** Called with each event outside of calls, e.g. the end of a run; an error that it throws is ignored. */
  readonly onEvent?: (event: ServiceEvent) => void;
}

/** How long what has ended is kept, in days. The ledger's entries are kept for ever, and so is each account's newest run. */
export interface Retention {
  /** For runs and their results, since their end; at least 30, because the quota counts the runs of 30 days. @default 90 */
  readonly runDays: number;
  /** For webhook deliveries, since their attempt. @default 30 */
  readonly deliveryDays: number;
  /** For ticks of schedules. @default 30 */
  readonly tickDays: number;
}

/** The options of a service that are numbers and flags, complete. */
export interface ResolvedServiceOptions {
  /** Of accounts that are made without caps of their own. */
  readonly defaultPlan: PlanCaps;
  readonly webhookTimeoutMs: number;
  readonly retention: Retention;
  /** Whether recipes may run code of their own in pages. */
  readonly allowExpressions: boolean;
}

/** The contract's plan. */
const contractPlan: PlanCaps = {
  requestsPerMinute: 60,
  inFlight: 5,
  runsPerMonth: 50,
  pagesPerRun: 20,
  schedulesAllowed: true,
};

const defaultRetention: Retention = { runDays: 90, deliveryDays: 30, tickDays: 30 };

/** Finite, because a store keeps plans as JSON, which has no `Infinity`. */
const planRules: Readonly<Record<Exclude<keyof PlanCaps, 'schedulesAllowed'>, NumberRule>> = {
  requestsPerMinute: { unit: 'requests', least: 1, mayBeInfinite: false },
  inFlight: { unit: 'requests', least: 1, mayBeInfinite: false },
  runsPerMonth: { unit: 'runs', least: 0, mayBeInfinite: false },
  pagesPerRun: { unit: 'pages', least: 1, mayBeInfinite: false },
};

/** The window of the monthly quota. */
const minRunDays = 30;

const retentionRules: Readonly<Record<keyof Retention, NumberRule>> = {
  runDays: { unit: 'days', least: minRunDays, mayBeInfinite: false },
  deliveryDays: { unit: 'days', least: 1, mayBeInfinite: false },
  tickDays: { unit: 'days', least: 1, mayBeInfinite: false },
};

const timeRules = {
  webhookTimeoutMs: { unit: 'milliseconds', least: 1, mayBeInfinite: true },
} as const;

/** Fills in what was left out; throws `TypeError` with the name of the first number that cannot be used. */
export function resolveServiceOptions(options: ServiceOptions): ResolvedServiceOptions {
  const {
    plan = {},
    retention = {},
    webhookTimeoutMs = 10_000,
    allowExpressions = false,
  } = options;
  checkNumbers('plan.', plan, planRules);
  checkNumbers('retention.', retention, retentionRules);
  checkNumbers('', { webhookTimeoutMs }, timeRules);
  return {
    defaultPlan: { ...contractPlan, ...plan },
    webhookTimeoutMs,
    retention: { ...defaultRetention, ...retention },
    allowExpressions,
  };
}
