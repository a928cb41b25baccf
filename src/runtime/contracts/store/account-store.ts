import type { Webhook, WebhookChange } from './delivery-store.ts';
import type { Balance } from '../ledger.ts';
import type { Run } from './run-store.ts';

/** The limits of an account's plan. What an account owns is counted in the transaction that adds to it. */
export interface PlanCaps {
  /** Requests in any 60 seconds. */
  readonly requestsPerMinute: number;
  /** Requests at the same time. */
  readonly inFlight: number;
  /** Runs in any 30 days. */
  readonly runsPerMonth: number;
  /** Most pages of one run. */
  readonly pagesPerRun: number;
  readonly schedulesAllowed: boolean;
  /** Keys that are not revoked. As many revoked ones are remembered; older ones are forgotten. */
  readonly keys: number;
  readonly recipes: number;
  /** Bytes of a recipe's document as JSON in UTF-8; of a draft in the studio, too. */
  readonly recipeBytes: number;
  /** Bytes of all versions of all recipes that are kept. */
  readonly allRecipesBytes: number;
  /** Versions of a recipe that are kept; the oldest goes. */
  readonly versions: number;
  readonly schedules: number;
  /** Shortest time between two ticks of a schedule. */
  readonly scheduleIntervalSeconds: number;
  /** Drafts in the studio, of which each process keeps one for the account; 0 closes the studio to it. */
  readonly drafts: number;
  /** Live sessions in the studio at a time, of which each process opens one for the account; 0 closes the studio to it. */
  readonly studioSessions: number;
  /** Answers at a time that are sent line by line as something happens; a studio session has one beside them. */
  readonly openStreams: number;
  /** Trials of webhooks in any 60 seconds. */
  readonly webhookTestsPerMinute: number;
  /** Calls of dashboard and studio in any 60 seconds. */
  readonly dashboardCallsPerMinute: number;
}

/** An account as it stands. */
export interface Account {
  readonly id: string;
  readonly plan: PlanCaps;
  /** Gets the events of runs whose recipe has no webhook of its own. */
  readonly webhook?: Webhook;
  readonly createdAtMs: number;
  /** In lower case; no other account has it. Absent where none was given, and of a deleted account. */
  readonly email?: string;
  /** Absent while the e-mail address is not verified: the account cannot spend credits. */
  readonly emailVerifiedAtMs?: number;
  readonly suspendedAtMs?: number;
  /**
   * Present while a deletion is requested and neither cancelled nor confirmed. From this moment on the account counts as
   * deleted: only `confirm-deletion` changes it, and its keys are refused.
   */
  readonly deletionScheduledForMs?: number;
  /** Present once the deletion is confirmed, which is final: keys are revoked, recipes and schedules deleted, and no run starts. */
  readonly deletedAtMs?: number;
}

/** An account to be created. */
export interface NewAccount extends Pick<Account, 'id' | 'plan'> {
  /** Granted in the same transaction; a whole number ≥ 0. */
  readonly credits: number;
  readonly emailVerified: boolean;
  /** In lower case. */
  readonly email?: string | undefined;
  readonly nowMs: number;
}

/** The plan, credits and usage of an account, all read at one moment. */
export interface AccountUsage {
  readonly plan: PlanCaps;
  readonly credits: Balance;
  /** Number of runs created after `sinceMs` of the query. */
  readonly runs: number;
  /** Number of schedules. */
  readonly schedules: number;
  /** Its newest run, without `result`; absent before the first one. */
  readonly lastRun?: Run;
}

/** A change of an account. */
export type AccountChange =
  | { readonly kind: 'suspend' | 'resume' }
  /** With `email` the account's address becomes that one. */
  | { readonly kind: 'verify-email'; readonly email?: string | undefined }
  /** The caps that are left out stay. */
  | { readonly kind: 'set-plan'; readonly plan: Partial<PlanCaps> }
  /** Without `webhook` the account's webhook is removed. */
  | { readonly kind: 'set-webhook'; readonly webhook?: WebhookChange }
  | { readonly kind: 'request-deletion'; readonly scheduledForMs: number }
  | { readonly kind: 'cancel-deletion' | 'confirm-deletion' };

/** The accounts of a store. Credits are the ledger's, under the same id. */
export interface AccountStore {
  /** Rejects with `conflict` on a known id, and on an e-mail address that another account has. */
  create(account: NewAccount): Promise<Account>;
  /** Resolves to the account, or to `undefined` where the id is unknown. */
  find(id: string): Promise<Account | undefined>;
  /** Resolves to the account with this e-mail address, in lower case, or to `undefined`. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Resolves to the usage since `sinceMs`, or to `undefined` where the id is unknown. */
  usage(query: {
    readonly id: string;
    readonly sinceMs: number;
  }): Promise<AccountUsage | undefined>;
  /** Accounts, oldest first, those after the account with id `after`, rejecting with `invalid_request` where there is none; with `deletionDueMs` only accounts whose deletion is due by then. */
  list(query: {
    readonly limit: number;
    readonly after?: string | undefined;
    readonly deletionDueMs?: number | undefined;
  }): Promise<readonly Account[]>;
  /**
   * Changes an account; a repeated change keeps the moment of the first. Rejects with `forbidden` where a suspended account would get
   * another webhook. Confirming a deletion revokes the keys and forgets their labels, ends the
   * sessions, forgets the e-mail address and the webhook, and deletes the schedules, the recipes, the results of ended runs and those of idempotency keys in the
   * same transaction; `deletedAtMs` is never later than the moment that the deletion was scheduled
   * for. A changed address ends all sessions and links, a suspension the links but for those that restore an address. Rejects with `not_found` on an unknown account, with `conflict` when there is no deletion to cancel or confirm or
   * the e-mail address is another account's, and with `conflict` on any other change of a deleted account.
   */
  change(request: {
    readonly id: string;
    readonly change: AccountChange;
    readonly nowMs: number;
  }): Promise<Account>;
}
