import type { Run } from '../../contracts/store/run-store.ts';
import { quotaWindowMs } from './dispatch-run.ts';
import { unknownAccount } from '../require-account.ts';
import type { ServiceContext } from '../service-context.ts';
import { toRunView } from './to-run-view.ts';

/** What an account has used of its plan. */
export interface Usage {
  readonly runsUsed30d: number;
  readonly runsPerMonthCap: number;
  readonly pagesPerRunCap: number;
  /** Credits of each page of a run. */
  readonly costPerPage: number;
  readonly schedulesCount: number;
  readonly schedulesAllowed: boolean;
  /** The newest run; `undefined` before the first one. */
  readonly lastRun: Omit<Run, 'result'> | undefined;
  /** Credits that the account can still spend. */
  readonly creditsRemaining: number;
}

/** Resolves to the usage of an account; rejects with `not_found` for an unknown one. */
export async function readUsage(account: string, context: ServiceContext): Promise<Usage> {
  const { store, clock, runPagePrice } = context;
  const sinceMs = clock.nowMs() - quotaWindowMs;
  const usage = await store.accounts.usage({ id: account, sinceMs });
  if (usage === undefined) throw unknownAccount(account);
  const { plan, runs, schedules, lastRun, credits } = usage;
  return {
    runsUsed30d: runs,
    runsPerMonthCap: plan.runsPerMonth,
    pagesPerRunCap: plan.pagesPerRun,
    costPerPage: runPagePrice,
    schedulesCount: schedules,
    schedulesAllowed: plan.schedulesAllowed,
    lastRun: lastRun && toRunView(lastRun),
    creditsRemaining: credits.balance - credits.held,
  };
}
