import type { PlanCaps } from '../contracts/store/account-store.ts';
import { checkNumbers, type NumberRule } from '../errors/check-numbers.ts';
import type { Gleaner } from '../engine/create-gleaner.ts';
import type { RunQueue } from '../contracts/run-queue.ts';
import type { Store } from '../contracts/store/store.ts';
import type { ServiceEvent } from './service-event.ts';

/** Everything is optional: what is missing works in this process, without configuration. */
export interface ServiceOptions {
  /** Does the work; stays yours. @default one of the service's own */
  readonly gleaner?: Gleaner;
  /** Keeps everything; stays yours. @default in memory, gone with the process */
  readonly store?: Store;
  /** Hands out runs; stays yours: closing the service stops the work that it started, and no more. @default in this process */
  readonly queue?: RunQueue;
  /** Of accounts that are made without caps of their own. @default 60 requests a minute, 5 in flight, 50 runs a month of 20 pages, schedules */
  readonly plan?: Partial<PlanCaps>;
  /** Milliseconds that a webhook's receiver has. @default 10_000 */
  readonly webhookTimeoutMs?: number;
  /** For how long what has ended can be looked at. @default runs 90 days, webhooks and ticks 30 */
  readonly retention?: Partial<Retention>;
  /** Let stored recipes run code of their own in pages. @default false */
  readonly allowExpressions?: boolean;
  /** Called with what happens outside of any call; an error that it throws is dropped. */
  readonly onEvent?: (event: ServiceEvent) => void;
}

/** How long what has ended is kept, in days. The ledger's entries are kept for ever, and so is each account's newest run. */
export interface Retention {
  /** Of runs and their results, since their end; at least 30, because the monthly quota counts so many. @default 90 */
  readonly runDays: number;
  /** Of the log of webhooks, since their attempt. @default 30 */
  readonly deliveryDays: number;
  /** Of what came of schedules' ticks. @default 30 */
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
