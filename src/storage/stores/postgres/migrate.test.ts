import { expect, test } from 'vitest';
import { openPostgres } from '../../../../test/support/open-postgres.ts';
import { createPostgres, type Postgres } from '../../postgres/create-postgres.ts';
import { resolvePostgresOptions } from '../../postgres/postgres-options.ts';
import { migrate, migrations, type Migration } from './migrate.ts';

const postgres = openPostgres();
const next = (migrations.at(-1)?.version ?? 0) + 1;
const adding: Migration = { version: next, sql: 'create table added (id text)', oldestProgram: 1 };

async function withDatabase(work: (database: Postgres) => Promise<void>): Promise<void> {
  const database = createPostgres(resolvePostgresOptions({ connectionString: postgres.url() }));
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function listTables(): Promise<readonly unknown[]> {
  const rows = await postgres.query(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [postgres.schema()],
  );
  return rows.map(({ tablename }) => tablename);
}

test('a version has one step, in order, without gaps, from the first released form on', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 4));
});

test('of many processes that begin at once one makes the schema', async () => {
  await withDatabase(async (database) => {
    await Promise.all(
      Array.from({ length: 10 }, () => migrate(database, postgres.schema(), migrations)),
    );
    expect(await listTables()).toContain('balances');
    const rows = await postgres.query(`select version from ${postgres.schema()}.versions`);
    expect(rows).toHaveLength(migrations.length);
  });
});

test('a schema is brought forward from every version, and what it held is still there', async () => {
  await withDatabase(async (database) => {
    await migrate(database, postgres.schema(), migrations);
    await postgres.query(`insert into ${postgres.schema()}.balances values ('ada', 7, 2)`);
    await migrate(database, postgres.schema(), [...migrations, adding]);
    expect(await listTables()).toContain('added');
    const rows = await postgres.query(`select balance from ${postgres.schema()}.balances`);
    expect(rows).toEqual([{ balance: '7' }]);
  });
});

test('a schema of before the first release is refused and left alone', async () => {
  await withDatabase(async (database) => {
    await migrate(database, postgres.schema(), [{ ...adding, version: 3 }]);
    const before = await listTables();
    await expect(migrate(database, postgres.schema(), migrations)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('version 3, of before the first release') as string,
    });
    expect(await listTables()).toEqual(before);
  });
});

test('a step that fails leaves the schema as it was', async () => {
  await withDatabase(async (database) => {
    await migrate(database, postgres.schema(), migrations);
    const before = await listTables();
    const broken = { ...adding, sql: `${adding.sql}; create table added (id text)` };
    const attempt = migrate(database, postgres.schema(), [...migrations, broken]);
    await expect(attempt).rejects.toMatchObject({ code: 'internal_error' });
    expect(await listTables()).toEqual(before);
    await migrate(database, postgres.schema(), [...migrations, adding]);
    expect(await listTables()).toHaveLength(before.length + 1);
  });
});

test('after a step that only adds, the program before it works on; after another it is refused', async () => {
  await withDatabase(async (database) => {
    await migrate(database, postgres.schema(), [...migrations, adding]);
    const older = postgres.openStore();
    expect(await older.ledger.grant('ada', 3)).toEqual({ balance: 3, held: 0 });
    const breaking = { version: next + 1, sql: 'drop table added', oldestProgram: next + 1 };
    await migrate(database, postgres.schema(), [...migrations, adding, breaking]);
    for (const store of [postgres.openStore(), postgres.openStore()]) {
      await expect(store.ledger.balance('ada')).rejects.toMatchObject({
        code: 'internal_error',
        message: expect.stringContaining(`version ${next + 1} `) as string,
      });
    }
  });
});

test('a user who may not create schemas works on one that is there', async () => {
  await withDatabase(async (database) => {
    const schema = postgres.schema();
    const user = `limited_${schema}_${Date.now()}`;
    await postgres.query(`create role ${user} login password 'pw'`);
    try {
      await postgres.query(`create schema ${schema} authorization ${user}`);
      const url = new URL(postgres.url());
      url.username = user;
      url.password = 'pw';
      const store = postgres.openStore({ connectionString: url.href });
      expect(await store.ledger.grant('ada', 3)).toEqual({ balance: 3, held: 0 });
      const other = postgres.openStore({ connectionString: url.href, schema: 'other' });
      await expect(other.ping()).rejects.toMatchObject({
        code: 'internal_error',
        message: expect.stringContaining('permission denied') as string,
      });
      await Promise.all([store.close(), other.close()]);
      await migrate(database, schema, migrations);
    } finally {
      await postgres.query(`drop owned by ${user} cascade; drop role ${user}`);
    }
  });
});
