import { createHash } from 'node:crypto';
import type { CachedPage, PageClaim } from '../../contracts/cache.ts';
import { createPostgres } from '../../postgres/create-postgres.ts';
import type { ResolvedPostgresOptions } from '../../postgres/postgres-options.ts';
import { loadOnce } from '../../signals/load-once.ts';
import { createClaims } from './create-claims.ts';
import { createPageTables } from './create-page-tables.ts';
import { packPage, unpackPage } from './page-codec.ts';
import { segmentCount } from './segment-count.ts';

export interface OpenPageTablesInput {
  readonly database: ResolvedPostgresOptions;
  readonly schema: string;
  readonly maxAgeMs: number;
  /** Most bytes of one segment on disk. */
  readonly segmentBytes: number;
}

/** The kept pages of all processes. */
export interface PageTables {
  find(key: string): Promise<CachedPage | undefined>;
  keep(key: string, entry: CachedPage): Promise<void>;
  claim(key: string, signal: AbortSignal): Promise<PageClaim>;
  close(): Promise<void>;
}

interface PageRow {
  readonly head: string;
  readonly size: number;
  readonly body: string;
  readonly fetched_at: number;
  readonly generation: number;
  readonly newest: number;
}

interface KeptRow {
  readonly generation: number;
  readonly bytes: number;
  readonly began_at: number;
  readonly now: number;
}

/** A page that is this many generations old when it is asked for is kept anew: the next but three is removed. */
const oldGenerations = segmentCount / 2;

/**
 * Opens the tables, which the first use creates where they are missing. Pages are written to the segment of the newest generation; when that
 * is full, or too old, the oldest segment is emptied by `truncate` and becomes the newest. So nothing is looked for to be removed,
 * nothing is left to be vacuumed, and the disk space is bounded whatever the sizes of the pages.
 */
export function openPageTables(input: OpenPageTablesInput): PageTables {
  const { schema, maxAgeMs, segmentBytes } = input;
  const postgres = createPostgres(input.database);
  const pages = `${schema}.cached_pages`;
  const state = `${schema}.cached_pages_state`;
  const create = loadOnce(() => createPageTables(postgres, schema));
  const claims = createClaims(postgres, `${schema}.cached_pages_claims`);
  /** The last page of a segment still has room in it, so that all of them together stay within the bound. */
  const largestBytes = segmentBytes / 4;
  const background = new Set<Promise<void>>();

  const nowMs = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
  const findSql = `
    select head, size, body, fetched_at, generation,
      (select generation from ${state}) as newest
    from ${pages} where key = $1 and kept_at > ${nowMs} - $2
    order by generation desc limit 1`;
  const keepSql = `
    insert into ${pages} (segment, key, generation, kept_at, fetched_at, head, size, body)
    select generation % ${segmentCount}, $1, generation, ${nowMs}, $2, $3, $4, $5 from ${state}
    on conflict (segment, key) do update set generation = excluded.generation,
      kept_at = excluded.kept_at, fetched_at = excluded.fetched_at,
      head = excluded.head, size = excluded.size, body = excluded.body
    returning generation, (select began_at from ${state}) as began_at, ${nowMs} as now,
      pg_total_relation_size(format('${pages}_%s', segment)::regclass) as bytes`;
  const renewSql = `
    insert into ${pages} (segment, key, generation, kept_at, fetched_at, head, size, body)
    select s.generation % ${segmentCount}, p.key, s.generation, p.kept_at, p.fetched_at, p.head, p.size, p.body
    from ${pages} p, ${state} s where p.key = $1 and p.generation = $2
    on conflict (segment, key) do nothing`;

  async function find(key: string): Promise<CachedPage | undefined> {
    const digest = toDigest(key);
    const { rows } = await postgres.read((connection) =>
      connection.run(findSql, [digest, maxAgeMs]),
    );
    // The columns of the statement above.
    const row = rows[0] as PageRow | undefined;
    if (row === undefined) return undefined;
    const body = Buffer.from(row.body.slice(2), 'hex');
    if (row.newest - row.generation >= oldGenerations) renew(digest, row.generation);
    return {
      page: await unpackPage({ head: row.head, size: row.size, body }),
      fetchedAtMs: row.fetched_at,
    };
  }

  /** In the background: the caller has the page. */
  function renew(digest: Buffer, generation: number): void {
    const work = postgres
      .read((connection) => connection.run(renewSql, [digest, generation]))
      // A page that was not kept anew is fetched again later.
      .then(ignoreOutcome, ignoreOutcome)
      .finally(() => background.delete(work));
    background.add(work);
  }

  async function keep(key: string, { page, fetchedAtMs }: CachedPage): Promise<void> {
    const { head, size, body } = await packPage(page);
    // Pages of this size would leave room for few others.
    if (body.byteLength > largestBytes) return;
    const values = [toDigest(key), fetchedAtMs, head, size, body];
    const { rows } = await postgres.read((connection) => connection.run(keepSql, values));
    // The columns of the statement above.
    const row = rows[0] as KeptRow | undefined;
    if (row === undefined) return;
    const isOld = row.now - row.began_at > maxAgeMs / (segmentCount - 1);
    if (row.bytes > segmentBytes - largestBytes || isOld) await advance(row.generation);
  }

  /** Empties the oldest segment for the next generation; the first of several processes does it. */
  async function advance(generation: number): Promise<void> {
    const next = generation + 1;
    await postgres.transaction(async (connection) => {
      const { rowCount } = await connection.run(
        `update ${state} set generation = $1, began_at = ${nowMs} where generation = $2`,
        [next, generation],
      );
      if (rowCount === 1) await connection.runAll(`truncate ${pages}_${next % segmentCount}`);
    });
  }

  return {
    async find(key) {
      await create();
      return find(key);
    },
    async keep(key, entry) {
      await create();
      await keep(key, entry);
    },
    async claim(key, signal) {
      await create();
      return claims.claim(toDigest(key), () => find(key), signal);
    },
    async close() {
      await Promise.all(background);
      await postgres.close();
    },
  };
}

/** URLs may be longer than an index allows, and may hold what text in the database cannot. */
function toDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function ignoreOutcome(): void {}
