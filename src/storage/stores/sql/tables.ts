import type { ColumnType, Compilable, CompiledQuery, Generated, Kysely, Selectable } from 'kysely';
import type { LinkKind } from '../../../runtime/contracts/store/sign-in-store.ts';
import type { FreeKind } from '../../../runtime/contracts/store/request-store.ts';
import type { Run, RunResult } from '../../../runtime/contracts/store/run-store.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { lostOwnership, unknownCursor } from '../../../runtime/errors/store-errors.ts';

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

/** What costs no credits and is under way. */
interface PlaceRow {
  readonly id: string;
  readonly account: string;
  readonly kind: FreeKind;
  readonly owner: string;
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
  readonly title: string;
  readonly bytes: number;
  readonly enabled: number;
  readonly webhook: string | null;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
  /** Behind what lists read: SQLite comes to what stands behind a large text by reading all of it. */
  readonly document: string;
  /** Fingerprints, as JSON. */
  readonly healing: string | null;
}

interface RecipeVersionRow {
  readonly recipe_id: string;
  readonly revision: number;
  readonly title: string;
  readonly bytes: number;
  readonly created_at: number;
  /** Behind what lists read. */
  readonly document: string;
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
  /** What the caller asked for at most. */
  readonly max_pages: number | null;
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
  /** Null of a delivery that is not signed, and once the attempt is marked. */
  readonly signing_secret: string | null;
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
  /** In a row, since the last tick that dispatched a run. */
  readonly refused_ticks: Generated<number>;
  /** Of the newest refused tick: the reason, and when it was due. */
  readonly refusal: string | null;
  readonly refused_at: number | null;
  readonly paused_at: number | null;
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
  readonly kind: LinkKind;
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
  readonly dashboard_starts: StartRow;
  readonly webhook_test_starts: StartRow;
  readonly places: PlaceRow;
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

/** The tables in which starts are counted, one for each kind. */
export const startsTables = ['starts', 'dashboard_starts', 'webhook_test_starts'] as const;
export type StartsTable = (typeof startsTables)[number];

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
  /** Queries that were built for this database, by the function that builds them. */
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

/** All but the result, which may be large, and what is the store's own affair. */
export const listedColumns = [
  'runs.id',
  'runs.account',
  'runs.recipe_id',
  'runs.recipe_revision',
  'runs.status',
  'runs.variables',
  'runs.max_pages',
  'runs.effective_cap',
  'runs.clamped_by_credits',
  'runs.credits_per_page',
  'runs.pages_extracted',
  'runs.items_extracted',
  'runs.credits_used',
  'runs.created_at',
  'runs.started_at',
  'runs.completed_at',
  'runs.error',
  'runs.drift',
] as const;

type FullRow = Omit<Selectable<Tables['runs']>, 'seq' | 'held' | 'owner'>;
type ListedRow = Omit<FullRow, 'result'>;
type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** The run that the columns of a list hold. */
export function toListedRun(row: ListedRow): Run {
  return toRun({ ...row, result: null });
}

/** Whether the columns of a list are those of a run: where nothing was joined, all of them are null. */
export function isRunJoined<Row extends Nullable<ListedRow>>(row: Row): row is Row & ListedRow {
  return row.id !== null;
}

/** The run that a row holds. */
export function toRun(row: FullRow): Run {
  return omitUndefined<Run>({
    id: row.id,
    account: row.account,
    recipeId: row.recipe_id,
    recipeRevision: row.recipe_revision ?? undefined,
    status: row.status,
    variables: parseJson(row.variables) as Run['variables'],
    maxPages: row.max_pages ?? undefined,
    effectiveCap: row.effective_cap,
    clampedByCredits: row.clamped_by_credits === 1,
    creditsPerPage: row.credits_per_page,
    pagesExtracted: row.pages_extracted,
    itemsExtracted: row.items_extracted,
    creditsUsed: row.credits_used,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at ?? undefined,
    completedAtMs: row.completed_at ?? undefined,
    error: row.error ?? undefined,
    drift: row.drift ?? undefined,
    result: row.result === null ? undefined : (parseJson(row.result) as RunResult),
  });
}

/** What changes in the life of a run. */
export function toColumns(
  run: Run,
): Pick<
  Selectable<Tables['runs']>,
  | 'status'
  | 'clamped_by_credits'
  | 'pages_extracted'
  | 'items_extracted'
  | 'credits_used'
  | 'started_at'
  | 'completed_at'
  | 'error'
  | 'drift'
  | 'result'
> {
  return {
    status: run.status,
    clamped_by_credits: run.clampedByCredits ? 1 : 0,
    pages_extracted: run.pagesExtracted,
    items_extracted: run.itemsExtracted,
    credits_used: run.creditsUsed,
    started_at: run.startedAtMs ?? null,
    completed_at: run.completedAtMs ?? null,
    error: run.error ?? null,
    drift: run.drift ?? null,
    result: toJson(run.result),
  };
}

/**
 * Where the entry stands that a list goes on from, of one account where one is given; throws `invalid_request` where there is none. A
 * list that went on from nowhere would be empty, and look complete.
 */
export async function requirePlace(
  { db }: Pick<Session, 'db'>,
  table: 'deliveries' | 'recipes' | 'runs',
  { before, account }: { readonly before: string; readonly account?: string | undefined },
): Promise<number> {
  let query = db.selectFrom(table).select('seq').where('id', '=', before);
  if (account !== undefined) query = query.where('account', '=', account);
  const found = await query.executeTakeFirst();
  if (found === undefined) throw unknownCursor('before', before);
  return found.seq;
}

/**
 * A query or a change that is called by its name, with the input that `SqlStoreParts` types for it. A method, since its
 * parameters may be narrower: each operation knows its own input.
 */
export type Operation = { run(session: Session, input: unknown): Promise<unknown> }['run'];

/** The operation of a name. Throws a `TypeError` for a name that none has. */
export function requireOperation(
  operations: Readonly<Record<string, Operation>>,
  name: string,
): Operation {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) throw new TypeError(`There is no operation "${name}".`);
  return operation;
}

/** A query that is built once and run with other values each time. */
export type PreparedQuery<Input, Row> = (session: Session, input: Input) => Promise<readonly Row[]>;

/** Stands for a value of the input while the query is built. */
class Placeholder<Input> {
  readonly name: keyof Input;
  constructor(name: keyof Input) {
    this.name = name;
  }
}

/**
 * What becomes of the rows that a query finds, where others write at the same time: they are locked until the transaction ends,
 * after waiting for other transactions that changed them; or those that others have locked are passed over.
 */
type RowLock = 'wait' | 'skip';

const lockClauses: Readonly<Record<RowLock, string>> = {
  wait: ' for update',
  skip: ' for update skip locked',
};

/**
 * Building a query takes Kysely some 15 µs and running it 2 µs more than the database needs: what every request does is
 * built once, and run without it. `build` gets placeholders typed like the input; each must be used as a value, and only
 * as such.
 */
export function prepareQuery<Input extends object, Row>(
  build: (db: Session['db'], input: Input) => Compilable<Row>,
  lock?: RowLock,
): PreparedQuery<Input, Row> {
  const placeholders = new Proxy({} as Input, {
    get: (_, name) => new Placeholder<Input>(name as keyof Input),
  });
  const compile = (session: Session): CompiledQuery => {
    const compiled = build(session.db, placeholders).compile();
    const clause = lock === undefined || !session.hasNeighbours ? '' : lockClauses[lock];
    const query = { ...compiled, sql: `${compiled.sql}${clause}` };
    session.built.set(compile, query);
    return query;
  };
  return async (session, input) => {
    const compiled = session.built.get(compile) ?? compile(session);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? input[parameter.name as keyof Input] : parameter,
    );
    // Built with the columns of Row.
    return (await session.run(compiled.sql, parameters)) as readonly Row[];
  };
}

/**
 * Throws `service_unavailable` for what this store object began under a name that it lost: others may have ended it, and its
 * credits are theirs to free.
 */
export function checkOwnership(session: Session, owner: string): void {
  if (session.hasLost(owner)) throw lostOwnership();
}
