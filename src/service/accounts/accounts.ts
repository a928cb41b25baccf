import { z } from 'zod';
import type { Account, AccountChange, PlanCaps } from '../../contracts/store/account-store.ts';
import type { Balance } from '../../contracts/ledger.ts';
import { createShortId } from '../../operations/create-short-id.ts';
import { requireAccount, requireLivingAccount } from '../require-account.ts';
import {
  parseWebhook,
  toWebhookView,
  type WebhookInput,
  type WebhookView,
} from '../webhooks/parse-webhook.ts';
import { toCurrentAccount } from '../../stores/rules/change-account.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import type { ServiceContext } from '../service-context.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';

export interface NewAccountInput {
  /** @default 0 */
  readonly credits?: number;
  /** Caps that differ from the service's default plan. */
  readonly plan?: Partial<PlanCaps>;
  /** @default true */
  readonly emailVerified?: boolean;
}

/** An account with what it can spend. */
export type AccountView = Omit<Account, 'webhook'> & {
  readonly credits: Balance;
  readonly webhook?: WebhookView;
};

/** Everything that can be done with accounts. Each rejects with `not_found` on an unknown one. */
export interface Accounts {
  create(input?: NewAccountInput): Promise<AccountView>;
  get(id: string): Promise<AccountView>;
  list(query?: {
    readonly limit?: number;
    readonly after?: string;
  }): Promise<readonly AccountView[]>;
  /** Adds credits; a negative number takes back what is not held. */
  grant(id: string, credits: number): Promise<AccountView>;
  setPlan(id: string, plan: Partial<PlanCaps>): Promise<AccountView>;
  /** For the runs of recipes without a webhook of their own; `undefined` removes it. */
  setWebhook(id: string, webhook: WebhookInput | undefined): Promise<AccountView>;
  verifyEmail(id: string): Promise<AccountView>;
  suspend(id: string): Promise<AccountView>;
  resume(id: string): Promise<AccountView>;
  /** Starts the 30 days of grace, in which the account cannot spend; when they are over, it is deleted. */
  requestDeletion(id: string): Promise<AccountView>;
  cancelDeletion(id: string): Promise<AccountView>;
  /**
   * Deletes it at once and for ever: its keys are revoked and its runs are stopped. When the 30 days are over, the service
   * does so by itself.
   */
  confirmDeletion(id: string): Promise<AccountView>;
}

/** Time to think again, as the contract has it: 30 days. */
const deletionGraceMs = 30 * 24 * 60 * 60 * 1_000;

/** Accounts on the store; `runs` stops what a deleted account has under way. */
export function createAccounts(
  runs: Pick<RunLifecycle, 'cancelAll'>,
  context: ServiceContext,
): Accounts {
  const { store, clock, defaultPlan } = context;

  async function view(account: Account): Promise<AccountView> {
    const { webhook, ...rest } = toCurrentAccount(account, clock.nowMs());
    const credits = await store.ledger.balance(account.id);
    return {
      ...rest,
      credits,
      ...(webhook === undefined ? {} : { webhook: toWebhookView(webhook) }),
    };
  }

  async function change(id: string, wanted: AccountChange): Promise<AccountView> {
    return view(await store.accounts.change({ id, change: wanted, nowMs: clock.nowMs() }));
  }

  return {
    async create({ credits = 0, plan = {}, emailVerified = true } = {}) {
      checkCredits(credits);
      const account = await store.accounts.create({
        id: createShortId(),
        plan: parsePlan(plan, defaultPlan),
        credits,
        emailVerified,
        nowMs: clock.nowMs(),
      });
      return view(account);
    },
    get: async (id) => view(await requireAccount(id, context)),
    async list({ limit = 100, after } = {}) {
      const accounts = await store.accounts.list({
        limit,
        ...(after === undefined ? {} : { after }),
      });
      return Promise.all(accounts.map(view));
    },
    async grant(id, credits) {
      checkCredits(credits, { mayBeNegative: true });
      const account = await requireLivingAccount(id, context);
      await store.ledger.grant(id, credits);
      return view(account);
    },
    async setPlan(id, plan) {
      const { plan: current } = await requireAccount(id, context);
      return change(id, { kind: 'set-plan', plan: parsePlan(plan, current) });
    },
    async setWebhook(id, input) {
      if (input === undefined) return change(id, { kind: 'set-webhook' });
      return change(id, { kind: 'set-webhook', webhook: parseWebhook(input, context.egress) });
    },
    verifyEmail: (id) => change(id, { kind: 'verify-email' }),
    suspend: (id) => change(id, { kind: 'suspend' }),
    resume: (id) => change(id, { kind: 'resume' }),
    requestDeletion: (id) =>
      change(id, { kind: 'request-deletion', scheduledForMs: clock.nowMs() + deletionGraceMs }),
    cancelDeletion: (id) => change(id, { kind: 'cancel-deletion' }),
    async confirmDeletion(id) {
      const { deletionScheduledForMs, deletedAtMs } = await requireAccount(id, context);
      const why = 'the account was deleted';
      // Stopped first: after a crash in between, the deletion is still due and is done again.
      if ((deletionScheduledForMs ?? deletedAtMs) !== undefined) await runs.cancelAll(id, why);
      await change(id, { kind: 'confirm-deletion' });
      // Runs that were dispatched before it was deleted, and after the others were stopped.
      await runs.cancelAll(id, why);
      return view(await requireAccount(id, context));
    },
  };
}

/** More than is ever sold, and few enough that sums stay exact. */
const maxCredits = 1_000_000_000_000;

const shape = z.strictObject({
  requestsPerMinute: z.int().min(1).optional(),
  inFlight: z.int().min(1).optional(),
  runsPerMonth: z.int().min(0).optional(),
  pagesPerRun: z.int().min(1).optional(),
  schedulesAllowed: z.boolean().optional(),
});

/** Caps of a plan: those given, the others as in `base`; throws `invalid_request`. */
function parsePlan(input: unknown, base: PlanCaps): PlanCaps {
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined) throw invalidRequest('set the plan', issues);
  return {
    requestsPerMinute: fields.requestsPerMinute ?? base.requestsPerMinute,
    inFlight: fields.inFlight ?? base.inFlight,
    runsPerMonth: fields.runsPerMonth ?? base.runsPerMonth,
    pagesPerRun: fields.pagesPerRun ?? base.pagesPerRun,
    schedulesAllowed: fields.schedulesAllowed ?? base.schedulesAllowed,
  };
}

/** Throws `invalid_request` unless it is a number of credits that can be granted. */
function checkCredits(
  credits: number,
  { mayBeNegative = false }: { readonly mayBeNegative?: boolean } = {},
): void {
  const least = mayBeNegative ? -maxCredits : 0;
  if (Number.isInteger(credits) && credits >= least && credits <= maxCredits) return;
  throw invalidRequest('grant credits', [
    { path: '/credits', message: `Expected a whole number from ${least} to ${maxCredits}.` },
  ]);
}
