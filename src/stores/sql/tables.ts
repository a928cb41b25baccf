import type { ColumnType, CompiledQuery, Generated, Kysely } from 'kysely';

// Flags are 0 or 1, moments milliseconds since 1970, documents JSON text: the same in every database. `seq` is the
// order in which rows were written, also of rows that were written in the same millisecond.

interface AccountRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly plan: string;
  readonly webhook: string | null;
  readonly created_at: number;
  readonly email: string | null;
  readonly email_verified_at: number | null;
  readonly suspended_at: number | null;
  readonly deletion_scheduled_for: number | null;
  readonly deleted_at: number | null;
}

interface BalanceRow {
  readonly account: string;
  readonly balance: number;
  /** Open holds and unfinished runs of the account, summed up. */
  readonly held: number;
}

interface EntryRow {
  readonly seq: Generated<number>;
  readonly account: string;
  readonly credits: number;
  readonly kind: 'grant' | 'post';
  readonly reference: string | null;
  readonly created_at: number;
}

interface HoldRow {
  readonly id: string;
  readonly account: string;
  readonly credits: number;
  readonly state: 'open' | 'settled';
  readonly owner: string;
  /** Null while it is open. */
  readonly settled_at: number | null;
  /** 1 where the request is in flight as long as the hold is open. */
  readonly in_flight: number;
}

interface StartRow {
  readonly account: string;
  /** Counts the requests of the account, without gaps as long as one is kept. */
  readonly number: number;
  /** Never earlier than that of the number before. */
  readonly started_at: number;
}

interface ApiKeyRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly account: string;
  readonly hash: string;
  readonly label: string;
  readonly last4: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

interface RecipeRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly account: string;
  readonly document: string;
  readonly enabled: number;
  readonly webhook: string | null;
  readonly revision: number;
  /** Fingerprints, as JSON. */
  readonly healing: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

interface RecipeVersionRow {
  readonly recipe_id: string;
  readonly revision: number;
  readonly document: string;
  readonly created_at: number;
}

interface RunRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly account: string;
  readonly recipe_id: string;
  readonly recipe_revision: number | null;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** JSON; the names alone once it has ended. */
  readonly variables: string;
  readonly effective_cap: number;
  readonly clamped_by_credits: number;
  readonly credits_per_page: number;
  /** 0 once it ended. */
  readonly held: number;
  readonly pages_extracted: number;
  readonly items_extracted: number;
  readonly credits_used: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly error: string | null;
  readonly drift: number | null;
  readonly result: string | null;
  readonly owner: string;
}

interface DeliveryRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly account: string;
  readonly run_id: string;
  readonly event: 'completed' | 'failed' | 'cancelled';
  readonly url: string;
  /** JSON; null once the attempt is marked: the secrets are not needed after that. */
  readonly headers: string | null;
  /** Null of deliveries that were attempted before bodies were kept. */
  readonly body: string | null;
  readonly state: 'pending' | 'attempted' | 'delivered' | 'failed';
  readonly created_at: number;
  readonly attempted_at: number | null;
  readonly completed_at: number | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  /** The store object that makes the attempt, while it is under way. */
  readonly owner: string | null;
}

interface ScheduleRow {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly account: string;
  readonly recipe_id: string;
  readonly cron: string;
  readonly time_zone: string;
  readonly next_at: number | null;
  readonly created_at: number;
}

interface TickRow {
  readonly schedule_id: string;
  readonly due_at: number;
  readonly claimed_at: number;
  readonly run_id: string | null;
  readonly error: string | null;
}

interface AnswerRow {
  readonly account: string;
  readonly key: string;
  readonly digest: string;
  /** JSON; null while the first try is under way. */
  readonly value: string | null;
  readonly expires_at: number;
  readonly owner: string;
}

interface SignInLinkRow {
  readonly hash: string;
  /** Null for the operator. */
  readonly account: string | null;
  readonly email: string | null;
  readonly expires_at: number;
}

interface SessionRow {
  readonly hash: string;
  /** Null for the operator. */
  readonly account: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

interface OwnerRow {
  readonly id: string;
  readonly opened_at: ColumnType<number, number, never>;
}

/** The tables of a store, in any database. */
export interface Tables {
  readonly accounts: AccountRow;
  readonly balances: BalanceRow;
  readonly entries: EntryRow;
  readonly holds: HoldRow;
  readonly starts: StartRow;
  readonly api_keys: ApiKeyRow;
  readonly recipes: RecipeRow;
  readonly recipe_versions: RecipeVersionRow;
  readonly runs: RunRow;
  readonly deliveries: DeliveryRow;
  readonly schedules: ScheduleRow;
  readonly ticks: TickRow;
  readonly answers: AnswerRow;
  readonly sign_in_links: SignInLinkRow;
  readonly sessions: SessionRow;
  readonly owners: OwnerRow;
}

/** What an operation works in: one transaction, on behalf of one store object. */
export interface Session {
  /** All queries on it are in the transaction, and no others. */
  readonly db: Kysely<Tables>;
  /** Runs SQL that `db` has built, in the same transaction, and gives its rows. */
  readonly run: (
    sql: string,
    parameters: readonly unknown[],
  ) => readonly unknown[] | Promise<readonly unknown[]>;
  /** The store object that the operation runs for. */
  readonly owner: string;
  /** Those of the store objects that have been closed or killed; from now on none of them changes anything. */
  fence(owners: readonly string[]): Promise<readonly string[]>;
  /** Whether this store object had that name and lost it, since the others took it for dead. */
  hasLost(owner: string): boolean;
  /** Queries that were built for this database, by the function that runs them. */
  readonly built: Map<object, CompiledQuery>;
  /** Whether other writers are at work beside it: then a row that is read to be changed has to be locked. */
  readonly hasNeighbours: boolean;
}

/** JSON for a column, `null` for nothing. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** What a column holds as JSON; its type is the one that was written. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}
