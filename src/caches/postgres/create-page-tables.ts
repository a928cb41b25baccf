import type { Postgres } from '../../postgres/create-postgres.ts';
import { segmentCount } from './segment-count.ts';

/**
 * Creates the tables of the cache where they are missing; processes that start together wait for the first one. A later form
 * of them gets other names: what is kept is no more than a cache.
 */
export async function createPageTables(postgres: Postgres, schema: string): Promise<void> {
  const known = await postgres.read((connection) =>
    connection.run('select to_regclass($1) is not null as known', [`${schema}.cached_pages_state`]),
  );
  const [row] = known.rows as readonly { readonly known: boolean }[];
  if (row?.known === true) return;
  await postgres.transaction((connection) => connection.runAll(toStatements(schema)));
}

/** A number of ours among the advisory locks of the database: the first bytes of `gleaner cache`. */
const lockId = 7_380_117;

function toStatements(schema: string): string {
  const pages = `${schema}.cached_pages`;
  const segments = Array.from({ length: segmentCount }, (_, segment) => {
    const name = `${pages}_${segment}`;
    // Bodies are compressed already; what is only ever truncated needs no vacuum.
    return `
      create unlogged table if not exists ${name} partition of ${pages} for values in (${segment})
        with (autovacuum_enabled = off, toast.autovacuum_enabled = off);
      alter table ${name} alter column body set storage external;`;
  });
  return `
    select pg_advisory_xact_lock(${lockId});
    create schema if not exists ${schema};
    create table if not exists ${pages} (
      segment smallint not null,
      key bytea not null,
      generation bigint not null,
      kept_at bigint not null,
      fetched_at bigint not null,
      head text not null,
      size integer not null,
      body bytea not null,
      primary key (segment, key)
    ) partition by list (segment);
    ${segments.join('')}
    create table if not exists ${pages}_state (
      generation bigint not null,
      began_at bigint not null
    );
    create unlogged table if not exists ${pages}_claims (
      key bytea primary key,
      claimant uuid not null,
      until timestamptz not null
    );
    insert into ${pages}_state
      select 0, floor(extract(epoch from now()) * 1000)::bigint
      where not exists (select from ${pages}_state);`;
}
