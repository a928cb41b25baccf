import type { PlanCaps } from '../runtime/contracts/store/account-store.ts';
import {
  type NumberRule,
  type OptionRules,
  aFlag,
  aFunction,
  checkOptions,
  toPartRule,
} from '../runtime/errors/option-checks.ts';
import type { Gleaner } from '../core/engine/create-gleaner.ts';
import type { RunQueue } from '../runtime/contracts/run-queue.ts';
import type { Store } from '../runtime/contracts/store/store.ts';
import { defaultPlan } from '../storage/stores/account-rules.ts';
import { z } from 'zod';
import { invalidRequest } from '../runtime/errors/gleaner-error.ts';
import { parseInput } from '../core/operations/parse-input.ts';
import { omitUndefined } from '../runtime/collections.ts';
import type { RunStatus } from '../runtime/contracts/store/run-store.ts';

/** The parts and settings of a service; each is optional and has a default that works in this process. */
export interface ServiceOptions {
  /** The engine. Closing the service does not close it. @default an engine with default options, which the service closes */
  readonly gleaner?: Gleaner;
  /** Keeps everything. Closing the service does not close it. @default `memoryStore()`: lost with the process */
  readonly store?: Store;
  /** Hands out runs. Closing the service stops the work that the service started on it. @default `memoryQueue()` */
  readonly queue?: RunQueue;
  /** The plan of accounts created without caps of their own. @default 60 requests a minute, 5 in flight, 50 runs in 30 days of 20 pages each, schedules, and the limits of docs/SERVICE.md on what an account owns */
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

const defaultRetention: Retention = { runDays: 90, deliveryDays: 30, tickDays: 30 };

/** The window of the monthly quota. */
const minRunDays = 30;

const retentionRules: Readonly<Record<keyof Retention, NumberRule>> = {
  runDays: { unit: 'days', least: minRunDays, mayBeInfinite: false },
  deliveryDays: { unit: 'days', least: 1, mayBeInfinite: false },
  tickDays: { unit: 'days', least: 1, mayBeInfinite: false },
};

/** Fills in what was left out; throws `TypeError` with the name of the first option that cannot be used. */
export function resolveServiceOptions(options: ServiceOptions): ResolvedServiceOptions {
  checkOptions('createService', options, optionRules);
  const {
    plan = {},
    retention = {},
    webhookTimeoutMs = 10_000,
    allowExpressions = false,
  } = options;
  return {
    defaultPlan: { ...defaultPlan, ...plan },
    webhookTimeoutMs,
    retention: { ...defaultRetention, ...retention },
    allowExpressions,
  };
}

/** Finite, because a store keeps plans as JSON, which has no `Infinity`. */
const planRules: Readonly<Record<Exclude<keyof PlanCaps, 'schedulesAllowed'>, NumberRule>> = {
  requestsPerMinute: { unit: 'requests', least: 1, mayBeInfinite: false },
  inFlight: { unit: 'requests', least: 1, mayBeInfinite: false },
  runsPerMonth: { unit: 'runs', least: 0, mayBeInfinite: false },
  pagesPerRun: { unit: 'pages', least: 1, mayBeInfinite: false },
  keys: { unit: 'keys', least: 0, mayBeInfinite: false },
  recipes: { unit: 'recipes', least: 0, mayBeInfinite: false },
  recipeBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
  allRecipesBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
  versions: { unit: 'versions', least: 1, mayBeInfinite: false },
  schedules: { unit: 'schedules', least: 0, mayBeInfinite: false },
  scheduleIntervalSeconds: { unit: 'seconds', least: 1, mayBeInfinite: false },
  drafts: { unit: 'drafts', least: 0, mayBeInfinite: false },
  studioSessions: { unit: 'sessions', least: 0, mayBeInfinite: false },
  openStreams: { unit: 'streams', least: 0, mayBeInfinite: false },
  dashboardCallsPerMinute: { unit: 'calls', least: 1, mayBeInfinite: false },
  webhookTestsPerMinute: { unit: 'trials', least: 0, mayBeInfinite: false },
};

/** Of parts the methods that a service calls; of a store those beside its nouns. */
const optionRules: OptionRules<ServiceOptions> = {
  gleaner: toPartRule('extract', 'scrape', 'runRecipe', 'close'),
  store: toPartRule('sweep', 'recover', 'ping', 'close'),
  queue: toPartRule('push', 'start', 'stop'),
  plan: { members: { ...planRules, schedulesAllowed: aFlag } },
  webhookTimeoutMs: { unit: 'milliseconds', least: 1, mayBeInfinite: true },
  retention: { members: retentionRules },
  allowExpressions: aFlag,
  onEvent: aFunction,
};

type PlanShape = z.ZodObject<
  { readonly [Cap in keyof PlanCaps]: z.ZodType<PlanCaps[Cap] | undefined> },
  z.core.$strict
>;

/** The caps that a change of a plan may name. */
export const planShape: PlanShape = z.strictObject({
  // Of the names of `planRules`.
  ...(Object.fromEntries(
    Object.entries(planRules).map(([cap, { least }]) => [cap, z.int().min(least).optional()]),
  ) as Readonly<Record<keyof typeof planRules, z.ZodOptional<z.ZodInt>>>),
  schedulesAllowed: z.boolean().optional(),
});

/** The caps that an input names; throws `invalid_request`. */
export function parseCaps(input: unknown): Partial<PlanCaps> {
  const { fields, issues } = parseInput(planShape, input);
  if (fields === undefined) throw invalidRequest('set the plan', issues);
  return omitUndefined<Partial<PlanCaps>>(fields);
}

/** An event outside of calls, for the operator's log. Contains no secrets and no page text. */
export type ServiceEvent =
  | {
      readonly kind: 'run';
      readonly runId: string;
      readonly account: string;
      readonly status: RunStatus;
      readonly pages: number;
      readonly items: number;
      readonly error?: string | undefined;
    }
  | {
      readonly kind: 'delivery';
      readonly deliveryId: string;
      readonly account: string;
      readonly runId: string;
      /** `undefined` when the run has been deleted meanwhile. */
      readonly recipeId: string | undefined;
      readonly status?: number | undefined;
      readonly error?: string | undefined;
    }
  | {
      readonly kind: 'tick';
      readonly scheduleId: string;
      readonly runId?: string;
      readonly error?: string;
    }
  /** A schedule paused itself, because too many of its ticks in a row were refused; `error` is why the last one was. */
  | {
      readonly kind: 'pause';
      readonly scheduleId: string;
      readonly account: string;
      readonly error: string;
    }
  /** Work outside of calls failed; `doing` names the work. */
  | { readonly kind: 'fault'; readonly doing: string; readonly error: unknown };
