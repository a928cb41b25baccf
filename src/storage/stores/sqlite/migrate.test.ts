import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inlineSqliteStore } from '../../../../test/support/inline-sqlite-store.ts';
import { defaultPlan } from '../account-rules.ts';
import { migrate, migrations } from './migrate.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'stores');

const newest = migrations.at(-1)?.version ?? 0;

/** A folder with a store file as that version wrote it. */
function makeFolder(version: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = new DatabaseSync(path.join(folder, 'gleaner.db'));
  database.exec(readFileSync(path.join(fixtures, `version-${version}.sql`), 'utf8'));
  database.close();
  return folder;
}

function readSchema(database: DatabaseSync): readonly unknown[] {
  const select =
    "select type, name, sql from sqlite_schema where name not like 'sqlite_%' order by name";
  return database
    .prepare(select)
    .all()
    .map(({ sql, ...row }) => ({ ...row, sql: String(sql) }));
}

/** The schema's text, with what does not matter left out. */
function readMeaning(database: DatabaseSync): string {
  return JSON.stringify(readSchema(database)).replaceAll(/\s|\\n|\\"/g, '');
}

describe('migrate', () => {
  test('a version has one step, in order, without gaps, from the first released form on', () => {
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_, index) => index + 7),
    );
  });

  test.each(migrations)('a file of version $version ends up as a new one does', ({ version }) => {
    const old = new DatabaseSync(path.join(makeFolder(version), 'gleaner.db'));
    const fresh = new DatabaseSync(':memory:');
    for (const database of [old, fresh]) migrate(database, migrations);
    expect(readMeaning(old)).toBe(readMeaning(fresh));
    old.close();
  });

  test.each(migrations)(
    'all that a file of version $version holds is still there',
    async ({ version }) => {
      const store = inlineSqliteStore(makeFolder(version));
      expect(await store.ledger.balance('ada')).toEqual({ balance: 93, held: 7 });
      expect(await store.ledger.listEntries({ account: 'ada', limit: 9 })).toHaveLength(3);
      const found = await store.keys.authenticate({ hash: 'hash-1', nowMs: 1 });
      expect([found?.label, found?.account]).toEqual(['laptop', 'ada']);
      expect((await store.accounts.find('ada'))?.plan.inFlight).toBe(5);
      const recipe = await store.recipes.find({ account: 'ada', id: 'recipe-1' });
      expect([recipe?.revision, recipe?.fingerprints, recipe?.webhook?.events]).toEqual([
        2,
        { seen: 1 },
        ['failed'],
      ]);
      // Caps that a plan of that time did not have are the defaults.
      expect((await store.accounts.find('ada'))?.plan).toEqual(defaultPlan);
      const shown = { title: 'lamps', bytes: 28, revision: 2 };
      expect(await store.recipes.list({ account: 'ada', limit: 9 })).toMatchObject([shown]);
      expect(await store.recipes.listVersions({ account: 'ada', id: 'recipe-1' })).toMatchObject([
        shown,
      ]);
      const run = await store.runs.find({ account: 'ada', id: 'run-1' });
      expect([run?.status, run?.result?.mode]).toEqual(['completed', 'replay']);
      expect((await store.schedules.list({ account: 'ada' }))[0]?.timeZone).toBe(
        'Europe/Copenhagen',
      );
      expect(
        (await store.schedules.listTicks({ account: 'ada', id: 'schedule-1', limit: 9 }))[0]?.runId,
      ).toBe('run-1');
      const question = { account: 'ada', key: 'key-1', digest: 'digest-1' };
      expect(
        await store.idempotency.begin({ ...question, nowMs: 1_767_225_600_000, expiresAtMs: 0 }),
      ).toEqual({ state: 'kept', value: { runId: 'run-1' } });
      expect((await store.recover()).map(({ id }) => id)).toEqual(['run-2']);
      expect(await store.ledger.balance('ada')).toEqual({ balance: 93, held: 2 });
      expect((await store.deliveries.claim({ nowMs: 1 }))?.id).toBe('delivery-1');
      await store.close();
    },
  );

  test('documents stand behind all that lists read: SQLite reads a row as far as it must', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, migrations);
    const columnsOf = (table: string): readonly unknown[] =>
      database
        .prepare(`select name from pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name);
    expect(columnsOf('recipes').slice(-2)).toEqual(['document', 'healing']);
    expect(columnsOf('recipe_versions').at(-1)).toBe('document');
  });

  test('a step that fails leaves the file as it was', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, migrations);
    const before = readSchema(database);
    const next = newest + 1;
    const broken = {
      version: next,
      sql: 'create table half (id text) strict; create table half (id text)',
    };
    expect(() => migrate(database, [...migrations, broken])).toThrow(/already exists/);
    expect(readSchema(database)).toEqual(before);
    const mended = { version: next, sql: 'create table half (id text) strict' };
    migrate(database, [...migrations, mended]);
    expect(readSchema(database)).toHaveLength(before.length + 1);
  });

  test('a file of a newer version is refused and left alone', () => {
    const database = new DatabaseSync(':memory:');
    const newer = { version: newest + 1, sql: 'create table newer (id text) strict' };
    migrate(database, [...migrations, newer]);
    const before = readSchema(database);
    expect(() => migrate(database, migrations)).toThrow(
      expect.objectContaining({
        code: 'internal_error',
        message: expect.stringContaining(`version ${newer.version} `) as string,
      }),
    );
    expect(readSchema(database)).toEqual(before);
  });

  test('a file of before the first release is refused and left alone', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [{ version: 6, sql: 'create table accounts (id text) strict' }]);
    const before = readSchema(database);
    expect(() => migrate(database, migrations)).toThrow(
      expect.objectContaining({
        code: 'internal_error',
        message: expect.stringContaining('version 6, of before the first release') as string,
      }),
    );
    expect(readSchema(database)).toEqual(before);
  });
});
