import { expect, test } from 'vitest';
import { openPostgres } from '../../../../test/support/open-postgres.ts';
import { createPostgres, type Postgres } from '../../postgres/create-postgres.ts';
import { resolvePostgresOptions } from '../../postgres/postgres-options.ts';
import { migrate, migrations, type Migration } from './migrate.ts';

const postgres = openPostgres();
const next = migrations.length + 1;
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

test('a version has one step, in order, without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
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

test('titles and sizes are taken from documents of any form; what Postgres cannot read has none', async () => {
  const documents = [
    { title: '  Ærø – 島 ' },
    { title: 'x'.repeat(300) },
    { title: 7 },
    { title: 'lost', note: '\0' },
    { title: 'lost', note: '\ud800' },
    ['title'],
    'title',
    null,
  ];
  await withDatabase(async (database) => {
    const schema = postgres.schema();
    await migrate(database, schema, migrations.slice(0, 1));
    for (const [index, document] of documents.entries()) {
      const values = [`r${index}`, JSON.stringify(document)];
      await postgres.query(
        `insert into ${schema}.recipes (id, account, document, enabled, revision, created_at, updated_at) values ($1, 'ada', $2, 1, 1, 1, 1)`,
        values,
      );
      await postgres.query(`insert into ${schema}.recipe_versions values ($1, 1, $2, 1)`, values);
    }
    await migrate(database, schema, migrations);
    for (const table of ['recipes', 'recipe_versions']) {
      const key = table === 'recipes' ? 'id' : 'recipe_id';
      const rows = await postgres.query(
        `select title, bytes, document from ${schema}.${table} order by ${key}`,
      );
      expect(rows.map(({ title }) => title)).toEqual([
        'Ærø – 島',
        'x'.repeat(200),
        ...Array.from({ length: 6 }, () => ''),
      ]);
      expect(rows.map(({ bytes }) => Number(bytes))).toEqual(
        documents.map((document) => Buffer.byteLength(JSON.stringify(document))),
      );
      expect(rows.map(({ document }) => JSON.parse(String(document)) as unknown)).toEqual(
        documents,
      );
    }
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
