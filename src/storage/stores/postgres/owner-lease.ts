import { createHash, randomUUID } from 'node:crypto';
import type { Connection } from '../../postgres/create-connection.ts';
import type { Postgres, Prologue } from '../../postgres/create-postgres.ts';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { lostOwnership } from '../../../runtime/errors/store-errors.ts';

/** Where the names are kept, and how long each counts without being renewed. */
export interface LeaseSettings {
  readonly schema: string;
  readonly leaseMs: number;
}

/** Keeps the name of a store object, and tells which of the others have lost theirs. */
interface OwnerLease {
  /** Registers the current name where that is not done, and begins to renew it. */
  register(): Promise<void>;
  /**
   * What a transaction on behalf of a name begins with: a lock, so that nothing fences the name before the end, and the look
   * whether it was fenced before. Throws `LostOwner` where it was.
   */
  prologue(owner: string): Prologue;
  /** `Session.fence` in a transaction. */
  fence(connection: Connection, owners: readonly string[]): Promise<readonly string[]>;
  /** Ends the current name, so that others need not wait for its time; a database that is away hears nothing of it. */
  end(): Promise<void>;
}

/** The name of a transaction was fenced before it began. */
export class LostOwner extends Error {}

/** Renewed so often that three renewals in a row may fail. */
const renewalsPerLease = 4;
/** A store object that hears nothing of the database stops before the others begin: timers may be late. */
const trustedShare = 0.75;

/** Creates the lease of a store object. All moments are those of the database's clock. */
export function createOwnerLease(
  database: Postgres,
  ownership: Ownership,
  { schema, leaseMs }: LeaseSettings,
): OwnerLease {
  const table = `"${schema}".owners`;
  // A database that was away has renewed nothing: everybody has its time from the start on.
  const isOver = `(ended_at is not null or greatest(renewed_at, pg_postmaster_start_time()) + lease_ms * interval '1 ms' < clock_timestamp())`;
  let registered: { readonly id: string; readonly done: Promise<void> } | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let isEnded = false;

  function trust(id: string, sinceMs: number): void {
    clearTimeout(deadline);
    const untilMs = sinceMs + leaseMs * trustedShare;
    ownership.trust(id, untilMs);
    // Asking is what gives it up, and work under way does not ask.
    deadline = setTimeout(() => ownership.current(), Math.max(0, untilMs - performance.now()));
    deadline.unref();
  }

  async function renew(id: string): Promise<void> {
    const sentMs = performance.now();
    try {
      const { rowCount } = await database.watch(
        `update ${table} set renewed_at = clock_timestamp() where id = $1 and ended_at is null`,
        [id],
      );
      if (rowCount === 0) ownership.lose(id, new Error('Its time was over.'));
      else if (ownership.current().id === id) trust(id, sentMs);
    } catch {
      // The deadline decides.
    }
    startRenewals(id);
  }

  function startRenewals(id: string): void {
    clearTimeout(renewal);
    if (isEnded || ownership.current().id !== id) return;
    renewal = setTimeout(() => void renew(id), leaseMs / renewalsPerLease);
    renewal.unref();
  }

  async function insert(id: string): Promise<void> {
    const sentMs = performance.now();
    await database.transaction(async (connection) => {
      await connection.run(
        `insert into ${table} (id, opened_at, renewed_at, lease_ms) values ($1, $2, clock_timestamp(), $3) on conflict (id) do nothing`,
        [id, Date.now(), leaseMs],
      );
      // What was begun under them can be recovered at once.
      await connection.run(
        `update ${table} set ended_at = now() where id = any($1) and ended_at is null`,
        [ownership.lost()],
      );
    });
    trust(id, sentMs);
    startRenewals(id);
  }

  return {
    async register() {
      const { id } = ownership.current();
      if (registered?.id !== id) {
        const done = insert(id);
        registered = { id, done };
        done.catch(() => {
          if (registered?.done === done) registered = undefined;
        });
      }
      await registered?.done;
    },
    prologue: (owner) => ({
      sql: `select pg_advisory_xact_lock_shared(${toKey(schema, owner)}); select 1 from ${table} where id = '${owner}' and ended_at is null`,
      check({ rowCount }) {
        if (rowCount === 0) throw new LostOwner(owner);
      },
    }),
    async fence(connection, owners) {
      const own = ownership.current().id;
      const others = owners.filter((owner) => owner !== own);
      const gone: string[] = [];
      for (const owner of others) {
        if (await fenceOne(connection, owner)) gone.push(owner);
      }
      return gone;
    },
    async end() {
      isEnded = true;
      clearTimeout(renewal);
      clearTimeout(deadline);
      if (registered === undefined) return;
      const { id } = ownership.current();
      await database
        .watch(`update ${table} set ended_at = now() where id = $1`, [id])
        .catch(ignoreAbsence);
    },
  };

  async function fenceOne(connection: Connection, owner: string): Promise<boolean> {
    const { rows } = await connection.run(
      `select ${isOver} as is_over from ${table} where id = $1`,
      [owner],
    );
    const [row] = rows as readonly { readonly is_over: boolean }[];
    if (row === undefined) return true;
    if (!row.is_over) return false;
    // A transaction of it is under way: let it end, and look again next time.
    const lock = await connection.run('select pg_try_advisory_xact_lock($1::bigint) as is_free', [
      toKey(schema, owner),
    ]);
    if (!(lock.rows as readonly { readonly is_free: boolean }[])[0]?.is_free) return false;
    const fenced = await connection.run(
      `update ${table} set ended_at = coalesce(ended_at, now()) where id = $1 and ${isOver}`,
      [owner],
    );
    return fenced.rowCount === 1;
  }
}

/** The number of the lock that stands for a name. */
function toKey(schema: string, owner: string): string {
  const digest = createHash('sha256').update(`${schema}.${owner}`).digest();
  return digest.readBigInt64BE().toString();
}

function ignoreAbsence(error: unknown): void {
  // Its time will be over by itself.
  if (!(error instanceof GleanerError)) throw error;
}

/** The names under which a store object works: one at a time, and a new one when it has lost the last. */
export interface Ownership {
  /** Gives up a name whose time is over, also where the process was halted and no timer has fired since. */
  current(): Owner;
  /** Counts on a name until then, by `performance.now()`. */
  trust(id: string, untilMs: number): void;
  hasLost(id: string): boolean;
  /** Every name that was lost. */
  lost(): readonly string[];
  /** Gives up a name, where it is the current one, and aborts its signal. */
  lose(id: string, cause: unknown): void;
}

/** One name. */
interface Owner {
  readonly id: string;
  /** Aborts with `service_unavailable` when the name is lost. */
  readonly signal: AbortSignal;
}

/** Creates the names of a store object. */
export function createOwnership(): Ownership {
  const lost = new Set<string>();
  let controller = new AbortController();
  let id = randomUUID() as string;
  let trustedUntilMs = Infinity;

  function lose(other: string, cause: unknown): void {
    if (other !== id) return;
    lost.add(id);
    const last = controller;
    id = randomUUID();
    controller = new AbortController();
    trustedUntilMs = Infinity;
    last.abort(lostOwnership(cause));
  }

  return {
    current() {
      if (performance.now() >= trustedUntilMs) lose(id, new Error('The database did not answer.'));
      return { id, signal: controller.signal };
    },
    trust(other, untilMs) {
      if (other === id) trustedUntilMs = untilMs;
    },
    hasLost: (other) => lost.has(other),
    lost: () => [...lost],
    lose,
  };
}
