import type { SweepBounds } from '../contracts/store/store.ts';

/** For how long what has ended can be looked at, in days. The ledger's entries stay for ever, and so does each account's newest run. */
export interface Retention {
  /** Of runs and their results, since their end; at least 30, because the monthly quota counts so many. @default 90 */
  readonly runDays: number;
  /** Of the log of webhooks, since their attempt. @default 30 */
  readonly deliveryDays: number;
  /** Of what came of schedules' ticks. @default 30 */
  readonly tickDays: number;
}

const defaults: Retention = { runDays: 90, deliveryDays: 30, tickDays: 30 };

/** The window of the monthly quota. */
const minRunDays = 30;

/** Fills in what was left out; throws `TypeError` for what is no number of days, or too few. */
export function resolveRetention(given: Partial<Retention> = {}): Retention {
  const retention = { ...defaults, ...given };
  for (const [name, days] of Object.entries(retention)) {
    const least = name === 'runDays' ? minRunDays : 1;
    if (Number.isSafeInteger(days) && days >= least) continue;
    throw new TypeError(
      `Expected \`retention.${name}\` to be a whole number of days, ${least} or more.`,
    );
  }
  return retention;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Many times the longest call: whoever settles a hold twice does so within its deadline. */
const holdAgeMs = dayMs;
/** One batch takes the writer some 10 ms, in which others wait. */
const batch = 500;

/** What may be forgotten by now. */
export function toSweepBounds(retention: Retention, nowMs: number): SweepBounds {
  return {
    nowMs,
    holdAgeMs,
    runAgeMs: retention.runDays * dayMs,
    deliveryAgeMs: retention.deliveryDays * dayMs,
    tickAgeMs: retention.tickDays * dayMs,
    limit: batch,
  };
}
