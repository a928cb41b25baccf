import type {
  Account,
  AccountChange,
  PlanCaps,
} from '../../runtime/contracts/store/account-store.ts';
import type { Webhook, WebhookChange } from '../../runtime/contracts/store/delivery-store.ts';
import { GleanerError, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { omitUndefined } from '../../runtime/collections.ts';
import { deletedAccount } from '../../runtime/errors/store-errors.ts';
import type { SignInLink } from '../../runtime/contracts/store/sign-in-store.ts';
import type { RecipeSummary } from '../../runtime/contracts/store/recipe-store.ts';

/**
 * The account as it counts at a moment: once its days of grace are over it is deleted, whether or not somebody has
 * confirmed that.
 */
export function toCurrentAccount(account: Account, nowMs: number): Account {
  const { deletionScheduledForMs: dueMs } = account;
  if (dueMs === undefined || dueMs > nowMs) return account;
  return omitUndefined<Account>({
    ...account,
    deletionScheduledForMs: undefined,
    deletedAtMs: dueMs,
  });
}

/** Throws `conflict` for an account that is deleted at that moment. */
export function checkLiving(account: Account, nowMs: number): void {
  if (toCurrentAccount(account, nowMs).deletedAtMs !== undefined) throw deletedAccount(account.id);
}

/** Throws `forbidden` for a suspended account: it reads, and changes and sends nothing. */
export function checkActive({ suspendedAtMs }: Pick<Account, 'suspendedAtMs'>): void {
  if (suspendedAtMs === undefined) return;
  throw new GleanerError('forbidden', 'The account is suspended: ask the operator of the service.');
}

/**
 * The account after a change; the same one when it has happened before. Throws `forbidden` where a suspended account would get
 * another webhook. Throws `conflict` for a deleted account, unless the
 * deletion is what is confirmed, and where there is no deletion to cancel or to confirm.
 */
export function changeAccount(account: Account, change: AccountChange, nowMs: number): Account {
  const { kind } = change;
  const current = toCurrentAccount(account, nowMs);
  if (current.deletedAtMs !== undefined) {
    if (kind === 'confirm-deletion') return toDeleted(current, current.deletedAtMs);
    throw deletedAccount(account.id);
  }
  switch (kind) {
    case 'verify-email':
      return omitUndefined<Account>({
        ...account,
        email: change.email ?? account.email,
        emailVerifiedAtMs: account.emailVerifiedAtMs ?? nowMs,
      });
    case 'suspend':
      return { ...account, suspendedAtMs: account.suspendedAtMs ?? nowMs };
    case 'resume':
      return omitUndefined<Account>({ ...account, suspendedAtMs: undefined });
    case 'set-plan':
      return { ...account, plan: { ...account.plan, ...omitUndefined(change.plan) } };
    case 'set-webhook':
      checkActive(account);
      return omitUndefined<Account>({
        ...account,
        webhook: change.webhook && changeWebhook(account.webhook, change.webhook),
      });
    case 'request-deletion':
      return {
        ...account,
        deletionScheduledForMs: account.deletionScheduledForMs ?? change.scheduledForMs,
      };
    case 'cancel-deletion':
      checkRequested(account);
      return omitUndefined<Account>({ ...account, deletionScheduledForMs: undefined });
    case 'confirm-deletion':
      break;
  }
  checkRequested(account);
  return toDeleted(account, nowMs);
}

/** The webhook after a change of it. Its headers and its secret cannot be read back to be sent again, and a receiver at another origin never gets them. */
export function changeWebhook(
  known: Webhook | undefined,
  { url, events, ...given }: WebhookChange,
): Webhook {
  const kept = known !== undefined && isSameOrigin(url, known.url) ? known : undefined;
  const { headers = kept?.headers ?? {}, signingSecret = kept?.signingSecret } = given;
  return { url, headers, events, ...(typeof signingSecret === 'string' ? { signingSecret } : {}) };
}

function isSameOrigin(url: string, other: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(other)) return false;
  return new URL(url).origin === new URL(other).origin;
}

/** The account without what its owner has entered. */
function toDeleted(account: Account, deletedAtMs: number): Account {
  return omitUndefined<Account>({
    ...account,
    email: undefined,
    webhook: undefined,
    deletionScheduledForMs: undefined,
    deletedAtMs,
  });
}

function checkRequested({ id, deletionScheduledForMs }: Account): void {
  if (deletionScheduledForMs !== undefined) return;
  throw new GleanerError(
    'conflict',
    `The deletion of the account "${id}" was not requested: request it first.`,
  );
}

/**
 * What an account's change ends besides: a deletion, and an address that the operator sets, all links and sessions; a suspension the links, and
 * leaves the way back to an address that somebody else may have changed.
 */
export function toEnded(
  before: Account,
  after: Account,
): { readonly links: 'all' | 'but ways back' | 'none'; readonly sessions: boolean } {
  if (before.email !== after.email || before.deletedAtMs !== after.deletedAtMs) {
    return { links: 'all', sessions: true };
  }
  const isSuspended = before.suspendedAtMs === undefined && after.suspendedAtMs !== undefined;
  return { links: isSuspended ? 'but ways back' : 'none', sessions: false };
}

/** Whether a link begins a session: by its kind, and while its account lives and has the address that it was sent to. */
export function isSigningIn(
  { kind, account: wanted, email }: SignInLink,
  account: Account | undefined,
  nowMs: number,
): boolean {
  if (kind !== 'sign-in' && kind !== 'invite') return false;
  if (wanted === undefined) return true;
  if (account === undefined || toCurrentAccount(account, nowMs).deletedAtMs !== undefined) {
    return false;
  }
  return email === undefined || email === account.email;
}

/**
 * The link that a confirmed address leaves to the former one. None to an address that was never proved: a mistyped one is a stranger's.
 * It expires after the `latest` of the account's ways back, as these are told apart by that: an earlier address outranks a later one.
 */
export function toWayBack(
  { kind, account }: SignInLink,
  { email, emailVerifiedAtMs }: Account,
  wanted: { readonly hash: string; readonly expiresAtMs: number } | undefined,
  latest: SignInLink | undefined,
): SignInLink | undefined {
  if (kind !== 'confirm-address' || account === undefined || wanted === undefined) return undefined;
  if (email === undefined || emailVerifiedAtMs === undefined) return undefined;
  const expiresAtMs = Math.max(wanted.expiresAtMs, (latest?.expiresAtMs ?? 0) + 1);
  return { hash: wanted.hash, kind: 'restore-address', account, email, expiresAtMs };
}

// What an account may own, counted and refused in the same words by every store.

/** The plan of accounts for which nothing else was said. */
export const defaultPlan: PlanCaps = {
  requestsPerMinute: 60,
  inFlight: 5,
  runsPerMonth: 50,
  pagesPerRun: 20,
  schedulesAllowed: true,
  keys: 20,
  recipes: 200,
  // A long recording with its fingerprints.
  recipeBytes: 2 * 1_048_576,
  allRecipesBytes: 100 * 1_048_576,
  versions: 50,
  schedules: 20,
  scheduleIntervalSeconds: 60,
  drafts: 20,
  studioSessions: 20,
  openStreams: 20,
  webhookTestsPerMinute: 5,
  dashboardCallsPerMinute: 300,
};

/** A plan as it was stored, with the defaults for caps that did not exist yet by then. */
export function toPlan(stored: Partial<PlanCaps>): PlanCaps {
  return { ...defaultPlan, ...stored };
}

/** Throws `conflict` where an account would own more of something than its plan allows; `count` is with the one to be added. */
export function checkCount(
  noun: 'keys' | 'recipes' | 'schedules',
  count: number,
  plan: PlanCaps,
): void {
  const most = plan[noun];
  if (count <= most) return;
  const mend = noun === 'keys' ? 'revoke one that is not needed' : 'delete one that is not needed';
  throw new GleanerError(
    'conflict',
    `The account's plan allows ${most} ${noun}, and it has them: ${mend}, or ask the operator of the service for more.`,
  );
}

/** Throws `conflict` where the versions of all recipes would take more than the plan allows. */
export function checkAllRecipes(bytes: number, { allRecipesBytes }: PlanCaps): void {
  if (bytes <= allRecipesBytes) return;
  throw new GleanerError(
    'conflict',
    `The account's plan allows ${allRecipesBytes} bytes of recipes with all their versions, and this would make ${bytes}: delete a recipe that is not needed, or ask the operator of the service for more.`,
  );
}

/** A recipe's document as it is kept, and what lists show of it. */
interface RecipeText extends Pick<RecipeSummary, 'title' | 'bytes'> {
  /** JSON. */
  readonly document: string;
}

/** The text of a document; throws `invalid_request` for one that is larger than the plan allows. */
export function toRecipeText(document: unknown, { recipeBytes }: PlanCaps): RecipeText {
  const text = JSON.stringify(document);
  const bytes = Buffer.byteLength(text);
  if (bytes > recipeBytes) {
    const message = `It has ${bytes} bytes as JSON, and the account's plan allows ${recipeBytes}: shorten it, delete its fingerprints, or ask the operator of the service for more.`;
    throw invalidRequest('store the recipe', [{ path: '/document', message }]);
  }
  return { document: text, title: toTitle(document), bytes };
}

/** Longest title that is kept beside a document, in characters. */
const maxTitleLength = 200;

function toTitle(document: unknown): string {
  const { title } = (typeof document === 'object' && document !== null ? document : {}) as {
    readonly title?: unknown;
  };
  if (typeof title !== 'string') return '';
  // Postgres keeps no NUL in a text, and a list shows one line.
  return title
    .slice(0, maxTitleLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}
