import type {
  Account,
  AccountChange,
  PlanCaps,
} from '../../runtime/contracts/store/account-store.ts';
import type { Balance } from '../../runtime/contracts/ledger.ts';
import { createShortId } from '../../core/operations/run-call.ts';
import {
  type ServiceContext,
  requireAccount,
  requireLivingAccount,
  resolveLimit,
} from '../service-context.ts';
import {
  type WebhookInput,
  type WebhookView,
  parseWebhook,
  toWebhookView,
} from '../webhooks/webhook.ts';
import { toCurrentAccount } from '../../storage/stores/account-rules.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { parseCaps } from '../service-options.ts';
import { z } from 'zod';
import { parseInput } from '../../core/operations/parse-input.ts';

/** An account to be created. */
export interface NewAccountInput {
  /** Credits to begin with, a whole number ≥ 0. @default 0 */
  readonly credits?: number | undefined;
  /** Caps that differ from the service's default plan. @default none */
  readonly plan?: Partial<PlanCaps> | undefined;
  /** Whether the e-mail address counts as verified; without it the account cannot spend credits. @default true */
  readonly emailVerified?: boolean | undefined;
  /** The owner's e-mail address, by which he signs in to the dashboard. @default none */
  readonly email?: string | undefined;
}

/** An account with its balance; of its webhook the names of the headers, not their values. */
export type AccountView = Omit<Account, 'webhook'> & {
  readonly credits: Balance;
  readonly webhook?: WebhookView;
};

/**
 * Accounts of a service. Methods with an `id` reject with `not_found` for an unknown account, those that change one with
 * `conflict` for a deleted account.
 */
export interface Accounts {
  /** Creates an account under a new id. */
  create(input?: NewAccountInput): Promise<AccountView>;
  /** Resolves to the account. */
  get(id: string): Promise<AccountView>;
  /** Accounts, oldest first, those after the account with id `after`; at most `limit`, 100 without it. */
  list(query?: {
    readonly limit?: number | undefined;
    readonly after?: string | undefined;
  }): Promise<readonly AccountView[]>;
  /** Adds credits, a whole number. A negative one takes back; rejects with `insufficient_credits` when less than what is held would be left. */
  grant(id: string, credits: number): Promise<AccountView>;
  /** Changes the given caps; the others stay. */
  setPlan(id: string, plan: Partial<PlanCaps>): Promise<AccountView>;
  /** Sets the webhook for runs of recipes without one of their own; `undefined` removes it. Headers that are left out stay as they are while the URL's origin does. */
  setWebhook(id: string, webhook: WebhookInput | undefined): Promise<AccountView>;
  /**
   * Marks the e-mail address as verified, so that the account can spend credits; a given address becomes the account's. Where it had another one, all
   * its sessions end and all links that wait are dead, those that would restore an address, too.
   */
  verifyEmail(id: string, email?: string): Promise<AccountView>;
  /**
   * Suspends an account until `resume`: it can be read, but whatever would change or send something for it is refused with
   * `forbidden`, and its runs under way are cancelled. Deletion can be requested, cancelled and confirmed.
   */
  suspend(id: string): Promise<AccountView>;
  /** Ends a suspension. */
  resume(id: string): Promise<AccountView>;
  /** Schedules the deletion of an account in 30 days. Until then it cannot spend credits. */
  requestDeletion(id: string): Promise<AccountView>;
  /** Cancels a scheduled deletion; rejects with `conflict` where there is none. */
  cancelDeletion(id: string): Promise<AccountView>;
  /**
   * Deletes an account now and for ever, after `requestDeletion` only: its keys are revoked, its runs are stopped, and its recipes, webhook and results are erased. The
   * service does the same when the 30 days are over.
   */
  confirmDeletion(id: string): Promise<AccountView>;
}

/** Time in which a deletion can be cancelled, by the HTTP contract: 30 days. */
const deletionGraceMs = 30 * 24 * 60 * 60 * 1_000;

const newAccountShape = z.strictObject({
  credits: z.number().default(0),
  plan: z.unknown().optional(),
  emailVerified: z.boolean().default(true),
  email: z.string().optional(),
});

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
    async create(input = {}) {
      const { fields, issues } = parseInput(newAccountShape, input);
      if (fields === undefined) throw invalidRequest('create the account', issues);
      const { credits, plan = {}, emailVerified, email } = fields;
      checkCredits(credits, 'create the account');
      const account = await store.accounts.create({
        id: createShortId(),
        plan: { ...defaultPlan, ...parseCaps(plan) },
        credits,
        emailVerified,
        email: email === undefined ? undefined : parseEmail(email),
        nowMs: clock.nowMs(),
      });
      return view(account);
    },
    get: async (id) => view(await requireAccount(id, context)),
    async list({ limit, after } = {}) {
      const accounts = await store.accounts.list({ limit: resolveLimit(limit), after });
      return Promise.all(accounts.map(view));
    },
    async grant(id, credits) {
      checkCredits(credits, 'grant credits', { mayBeNegative: true });
      const account = await requireLivingAccount(id, context);
      await store.ledger.grant(id, credits);
      return view(account);
    },
    async setPlan(id, plan) {
      return change(id, { kind: 'set-plan', plan: parseCaps(plan) });
    },
    async setWebhook(id, input) {
      if (input === undefined) return change(id, { kind: 'set-webhook' });
      return change(id, { kind: 'set-webhook', webhook: parseWebhook(input, context.egress) });
    },
    verifyEmail: (id, email) =>
      change(id, { kind: 'verify-email', email: email === undefined ? email : parseEmail(email) }),
    async suspend(id) {
      await change(id, { kind: 'suspend' });
      // After it none is dispatched.
      await runs.cancelAll(id, 'the account was suspended');
      return view(await requireAccount(id, context));
    },
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

/** Largest number of credits of one change: sums of such numbers stay exact. */
const maxCredits = 1_000_000_000_000;

/** Throws `invalid_request`, of what was to be done, unless it is a number of credits that can be granted. */
function checkCredits(
  credits: number,
  action: string,
  { mayBeNegative = false }: { readonly mayBeNegative?: boolean } = {},
): void {
  const least = mayBeNegative ? -maxCredits : 0;
  if (Number.isInteger(credits) && credits >= least && credits <= maxCredits) return;
  throw invalidRequest(action, [
    { path: '/credits', message: `Expected a whole number from ${least} to ${maxCredits}.` },
  ]);
}

/** By RFC 5321, with the angle brackets left out. */
const maxLength = 254;

const shape = z.strictObject({
  email: z.string().max(maxLength).pipe(z.email('Expected an e-mail address')),
});

/** The address in lower case, by which it is kept and found; throws `invalid_request` for what is none. */
export function parseEmail(email: string): string {
  const { fields, issues } = parseInput(shape, { email });
  if (fields === undefined) throw invalidRequest('use the e-mail address', issues);
  return fields.email.toLowerCase();
}
