import { findMoney, type ModelPrices } from '../pipelines/pipeline.ts';
import type { CaseOutcome } from '../result/evaluation-result.ts';

/** What a comparison may spend; what is absent is not limited. */
export interface EvaluationBudget {
  /** Of models, in and out. */
  readonly tokens?: number | undefined;
  /** In the currency of `prices`. */
  readonly money?: number | undefined;
}

/** Tokens and money. */
export interface Spending {
  readonly tokens: number;
  readonly money: number;
}

/** Lets cases begin as long as there is something left for them. */
export interface Budget {
  /**
   * Resolves to whether a case of the pipeline may begin; `false` is for all its further cases, too. It waits for others that
   * are under way where what they leave decides. What a case will take is the most that one of the pipeline has
   * taken, so its first case runs before others of it.
   */
  admit(pipeline: string): Promise<boolean>;
  /** Takes down what a case took that was admitted. */
  settle(outcome: CaseOutcome): void;
  /** Gives back the place of a case that came to nothing. */
  release(pipeline: string): void;
  readonly spent: Spending;
  /** For people: why cases of pipelines were not begun. */
  readonly warnings: readonly string[];
}

interface Account {
  largest: Spending | undefined;
  running: number;
  isClosed: boolean;
}

/** A budget of which nothing is spent. Throws a `TypeError` where a limit is no amount, or one of money has no prices. */
export function createBudget(limits: EvaluationBudget, prices: ModelPrices | undefined): Budget {
  checkLimits(limits, prices);
  const { tokens: mostTokens = Infinity, money: mostMoney = Infinity } = limits;
  const isLimited = mostTokens < Infinity || mostMoney < Infinity;
  const accounts = new Map<string, Account>();
  const warnings = new Set<string>();
  const spent = { tokens: 0, money: 0 };
  let ended = Promise.withResolvers<void>();

  function accountOf(pipeline: string): Account {
    const account = accounts.get(pipeline) ?? { largest: undefined, running: 0, isClosed: false };
    accounts.set(pipeline, account);
    return account;
  }

  /** What is spent once the cases under way have ended, and one more that takes `next`. */
  function fits(next: Spending): boolean {
    let { tokens, money } = spent;
    for (const { largest, running } of accounts.values()) {
      tokens += (largest?.tokens ?? 0) * running;
      money += (largest?.money ?? 0) * running;
    }
    return tokens + next.tokens <= mostTokens && money + next.money <= mostMoney;
  }

  function isAnyRunning(): boolean {
    return [...accounts.values()].some(({ running }) => running > 0);
  }

  function close(account: Account, warning: string): false {
    account.isClosed = true;
    warnings.add(warning);
    return false;
  }

  function release(pipeline: string): void {
    accountOf(pipeline).running -= 1;
    ended.resolve();
    ended = Promise.withResolvers<void>();
  }

  return {
    spent,
    get warnings() {
      return [...warnings];
    },
    async admit(pipeline) {
      const account = accountOf(pipeline);
      if (!isLimited) {
        account.running += 1;
        return true;
      }
      for (;;) {
        if (account.isClosed) return false;
        const { largest, running } = account;
        const isFree = largest !== undefined || running === 0;
        // A limit that is reached leaves no room, even for a case that may take nothing.
        if (isFree && hasRoom(spent, { mostTokens, mostMoney }, largest) && fits(largest ?? none)) {
          account.running += 1;
          return true;
        }
        if (!isAnyRunning()) {
          return close(account, `The budget ended the cases of "${pipeline}" early.`);
        }
        await ended.promise;
      }
    },
    settle(outcome) {
      const account = accountOf(outcome.pipeline);
      const tokens = (outcome.inputTokens ?? 0) + (outcome.outputTokens ?? 0);
      const money = prices === undefined ? 0 : findMoney(outcome, prices);
      if (mostMoney < Infinity && money === undefined && tokens > 0) {
        close(
          account,
          `The cases of "${outcome.pipeline}" were ended early: \`prices\` names no price for the model "${outcome.model ?? 'unknown'}", so the budget of money cannot be kept.`,
        );
      }
      spent.tokens += tokens;
      spent.money += money ?? 0;
      account.largest = {
        tokens: Math.max(account.largest?.tokens ?? 0, tokens),
        money: Math.max(account.largest?.money ?? 0, money ?? 0),
      };
      release(outcome.pipeline);
    },
    release,
  };
}

const none: Spending = { tokens: 0, money: 0 };

function hasRoom(
  spent: Spending,
  { mostTokens, mostMoney }: { readonly mostTokens: number; readonly mostMoney: number },
  largest: Spending | undefined,
): boolean {
  const isFree = largest !== undefined && largest.tokens === 0 && largest.money === 0;
  return isFree || (spent.tokens < mostTokens && spent.money < mostMoney);
}

function checkLimits(limits: EvaluationBudget, prices: ModelPrices | undefined): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit === undefined || (typeof limit === 'number' && limit >= 0)) continue;
    throw new TypeError(`Expected \`budget.${name}\` to be a number from 0 on.`);
  }
  if (limits.money !== undefined && prices === undefined) {
    throw new TypeError(
      'A budget of money needs `prices`: what a million tokens of each model cost.',
    );
  }
}
