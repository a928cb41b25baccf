import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CachedPage, PageClaim } from '../../contracts/cache.ts';
import type { Postgres } from '../../postgres/create-postgres.ts';

/** Who fetches which page at the moment, over all processes. */
export interface Claims {
  /** See `Cache.claim`; `find` looks for the page when another process has released it. */
  claim(
    key: Buffer,
    find: () => Promise<CachedPage | undefined>,
    signal: AbortSignal,
  ): Promise<PageClaim>;
}

/** Seconds after which a claim ends by itself: most pages have arrived by then, and a process that died holds none longer. */
const claimSeconds = 10;
/** Between two looks at another's claim, in milliseconds: a page takes some 100 ms, and a look .1 ms of the database. */
const firstLookMs = 20;
const longestLookMs = 250;

/**
 * Creates the claims in a table. A row with an end, and no advisory lock: a lock would hold a connection for as long as the page
 * takes, and would not hold behind a pooler of transactions.
 */
export function createClaims(postgres: Postgres, table: string): Claims {
  const claimant = randomUUID();
  const claimSql = `
    insert into ${table} (key, claimant, until)
    values ($1, $2, clock_timestamp() + interval '${claimSeconds} seconds')
    on conflict (key) do update set claimant = excluded.claimant, until = excluded.until
    where ${table}.until < clock_timestamp()`;
  const lookSql = `select from ${table} where key = $1 and until >= clock_timestamp()`;
  const releaseSql = `delete from ${table} where key = $1 and claimant = $2`;

  async function changes(sql: string, values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await postgres.read((connection) => connection.run(sql, values));
    return rowCount === 1;
  }

  return {
    async claim(key, find, signal) {
      const release = async (): Promise<void> => void (await changes(releaseSql, [key, claimant]));
      let pauseMs = firstLookMs;
      while (!(await changes(claimSql, [key, claimant]))) {
        do {
          await sleep(pauseMs, undefined, { signal }).catch(() => {});
          signal.throwIfAborted();
          pauseMs = Math.min(longestLookMs, pauseMs * 1.5);
        } while (await changes(lookSql, [key]));
        const entry = await find();
        if (entry !== undefined) return { entry, release: async () => {} };
      }
      return { release };
    },
  };
}
