import type { Account } from '../../contracts/store/account-store.ts';
import type { Delivery, NewDelivery } from '../../contracts/store/delivery-store.ts';
import type { ApiKey } from '../../contracts/store/key-store.ts';
import type { RecipeVersion, StoredRecipe } from '../../contracts/store/recipe-store.ts';
import type { Run } from '../../contracts/store/run-store.ts';
import type { Schedule, ScheduleTick } from '../../contracts/store/schedule-store.ts';
import type { SignInLink, SignInSession } from '../../contracts/store/sign-in-store.ts';
import type { LedgerEntry } from '../../contracts/store/store.ts';
import { createLedgerBooks, type LedgerBooks } from '../../ledgers/create-ledger-books.ts';

/** Everything a memory store holds, by id, in the order it came. */
export interface MemoryData {
  readonly accounts: Map<string, Account>;
  /** Balances and holds. */
  readonly books: LedgerBooks;
  readonly entries: readonly LedgerEntry[];
  /** When the requests of each account's last minute began, oldest first. */
  readonly starts: Map<string, readonly number[]>;
  readonly keys: Map<string, { readonly key: ApiKey; readonly hash: string }>;
  readonly recipes: Map<string, StoredRecipe>;
  /** Of each recipe, oldest first. */
  readonly versions: Map<string, readonly RecipeVersion[]>;
  /** `held` is 0 once it ended. */
  readonly runs: Map<string, { readonly run: Run; readonly held: number }>;
  readonly deliveries: Map<
    string,
    { readonly log: Delivery; readonly post: NewDelivery; readonly responseBody?: string }
  >;
  readonly schedules: Map<string, Schedule>;
  readonly ticks: Map<string, ScheduleTick>;
  readonly links: Map<string, SignInLink>;
  readonly sessions: Map<string, SignInSession>;
  /** By account and key; `value` is JSON, `undefined` while the first try is under way. */
  readonly idempotency: Map<
    string,
    { readonly digest: string; readonly expiresAtMs: number; readonly value: string | undefined }
  >;
}

/** A store's data before anything happened. */
export function createMemoryData(): MemoryData {
  const entries: LedgerEntry[] = [];
  const books = createLedgerBooks({
    openingCredits: 0,
    // The sweep forgets them by their age.
    maxClosedHolds: Infinity,
    onEntry: (entry) => entries.push(entry),
  });
  return {
    accounts: new Map(),
    books,
    entries,
    starts: new Map(),
    keys: new Map(),
    recipes: new Map(),
    versions: new Map(),
    runs: new Map(),
    deliveries: new Map(),
    schedules: new Map(),
    ticks: new Map(),
    links: new Map(),
    sessions: new Map(),
    idempotency: new Map(),
  };
}

/** The members that are wanted, newest first, before the one called `before`. */
export function listNewest<Value>(
  things: ReadonlyMap<string, Value>,
  query: { readonly limit: number; readonly before?: string },
  isWanted: (value: Value) => boolean,
): readonly Value[] {
  const newest = [...things].reverse();
  const start =
    query.before === undefined ? 0 : newest.findIndex(([id]) => id === query.before) + 1;
  if (start === 0 && query.before !== undefined) return [];
  return newest
    .slice(start)
    .map(([, value]) => value)
    .filter(isWanted)
    .slice(0, query.limit);
}

/** A copy by way of JSON, as a database gives: what the caller does to his own is not seen here. */
export function copyJson<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value);
}
