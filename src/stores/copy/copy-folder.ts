import { GleanerError } from '../../errors/gleaner-error.ts';
import { resolvePostgresOptions } from '../../postgres/postgres-options.ts';
import type { CopiedStore, CopyStoreOptions } from './copy-store-options.ts';
import { checkSchema } from '../postgres/check-schema.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';
import { openSource, type CopySource } from './open-source.ts';
import { openTarget, type CopyTarget } from './open-target.ts';

/** What must be the same on both sides, by its name in the error. */
const checkedSums: Readonly<Record<string, string>> = {
  'the sum of the balances': 'select coalesce(sum(balance), 0) as value from balances',
  'the sum of what is held': 'select coalesce(sum(held), 0) as value from balances',
  'the sum of the entries': 'select coalesce(sum(credits), 0) as value from entries',
  'the number of accounts whose entries are not their balance': `select count(*) as value from (
    select account, sum(credits) as credits from (
      select account, -balance as credits from balances
      union all select account, credits from entries
    ) as both_sides group by account having sum(credits) <> 0
  ) as wrong`,
  'the number of accounts whose holds are not what is held': `select count(*) as value from (
    select account, sum(credits) as credits from (
      select account, -held as credits from balances
      union all select account, credits from holds where state = 'open'
      union all select account, held from runs where completed_at is null
    ) as both_sides group by account having sum(credits) <> 0
  ) as wrong`,
  'the number of unfinished runs': 'select count(*) as value from runs where completed_at is null',
  'the number of open holds': `select count(*) as value from holds where state = 'open'`,
};

/** `copyStore`. */
export async function copyFolder(options: CopyStoreOptions): Promise<CopiedStore> {
  const { from, to, onProgress, signal } = options;
  const { schema = 'gleaner', connectionString } = to;
  const database = resolvePostgresOptions({ connectionString });
  checkSchema(schema);
  signal?.throwIfAborted();
  const source = openSource(from);
  try {
    const target = await openTarget(database, schema, source.name);
    try {
      const counts = countTables(source);
      const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
      let copied = 0;
      for (const table of counts.keys()) {
        copied = await copyTable({ source, target, table, copied, total, onProgress, signal });
      }
      const sums = await compare(source, target, counts);
      await target.complete();
      return {
        accounts: counts.get('accounts') ?? 0,
        recipes: counts.get('recipes') ?? 0,
        runs: counts.get('runs') ?? 0,
        entries: counts.get('entries') ?? 0,
        rows: total,
        balance: sums.get('the sum of the balances') ?? 0,
        held: sums.get('the sum of what is held') ?? 0,
        unfinishedRuns: sums.get('the number of unfinished runs') ?? 0,
        wasResumed: target.wasResumed,
      };
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

function countTables(source: CopySource): ReadonlyMap<CopiedTable, number> {
  // The keys of a literal are its names.
  const tables = Object.keys(copiedTables) as CopiedTable[];
  return new Map(tables.map((table) => [table, source.count(table)]));
}

/** Copies what is missing of a table; resolves to the rows of this and all tables before it. */
async function copyTable(input: {
  readonly source: CopySource;
  readonly target: CopyTarget;
  readonly table: CopiedTable;
  readonly copied: number;
  readonly total: number;
  readonly onProgress: CopyStoreOptions['onProgress'];
  readonly signal: AbortSignal | undefined;
}): Promise<number> {
  const { source, target, table, copied: before, total, onProgress, signal } = input;
  let place = await target.findPlace(table);
  for (;;) {
    signal?.throwIfAborted();
    const rows = source.readBatch(table, place.key);
    if (rows.length === 0) return before + place.copied;
    place = await target.add(table, place, rows);
    onProgress?.({ copied: before + place.copied, total });
  }
}

async function compare(
  source: CopySource,
  target: CopyTarget,
  counts: ReadonlyMap<CopiedTable, number>,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const check = async (name: string, sql: string): Promise<void> => {
    const [was, is] = [source.sum(sql)['value'], (await target.sum(sql))['value']];
    if (was !== is) throw different(name, was, is);
    sums.set(name, Number(is));
  };
  for (const table of counts.keys()) {
    await check(`the number of rows of ${table}`, `select count(*) as value from ${table}`);
  }
  for (const [name, sql] of Object.entries(checkedSums)) await check(name, sql);
  return sums;
}

function different(name: string, was: unknown, is: unknown): GleanerError<'internal_error'> {
  return new GleanerError(
    'internal_error',
    `The copy differs: ${name} is ${String(was)} in the folder and ${String(is)} in the database. Drop the schema and copy again.`,
  );
}
