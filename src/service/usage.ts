import type { Run } from '../contracts/run-store.ts';
import { quotaWindowMs } from './dispatch-run.ts';
import { unknownAccount } from './find-spender.ts';
import type { ServiceContext } from './service-context.ts';
import { toRunView } from './to-run-view.ts';

/** The usage report of the HTTP contract, in camelCase. */
export interface Usage {
  readonly runsUsed30d: number;
  readonly runsPerMonthCap: number;
  readonly pagesPerRunCap: number;
  /** Credits. */
  readonly costPerPage: number;
  readonly schedulesCount: number;
  readonly schedulesAllowed: boolean;
  /** `undefined` before the first one. */
  readonly lastRun: Omit<Run, 'result'> | undefined;
}

/** What an account has used of its plan. */
export async function readUsage(account: string, context: ServiceContext): Promise<Usage> {
  const { store, clock, runPagePrice } = context;
  const found = await store.accounts.find(account);
  if (found === undefined) throw unknownAccount(account);
  const [used, schedules, [lastRun]] = await Promise.all([
    store.runs.count({ account, sinceMs: clock.nowMs() - quotaWindowMs }),
    store.schedules.list({ account }),
    store.runs.list({ account, limit: 1 }),
  ]);
  return {
    runsUsed30d: used,
    runsPerMonthCap: found.plan.runsPerMonth,
    pagesPerRunCap: found.plan.pagesPerRun,
    costPerPage: runPagePrice,
    schedulesCount: schedules.length,
    schedulesAllowed: found.plan.schedulesAllowed,
    lastRun: lastRun && toRunView(lastRun),
  };
}
