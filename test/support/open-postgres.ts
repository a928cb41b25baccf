import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../src/storage/stores/postgres-store.ts';
import { startPostgres } from './start-postgres.ts';

/** A database for the tests of one file. */
export interface OpenPostgres {
  /** Of the database; known from `beforeAll` on. */
  readonly url: () => string;
  /** The schema of the current test, which is not there before something makes it. */
  readonly schema: () => string;
  /** Opens one more store object on the schema of the current test; closed after it. */
  readonly openStore: (options?: Partial<PostgresStoreOptions>) => PostgresStore;
  /** Runs SQL with the rights of the superuser, and gives the rows. */
  readonly query: (sql: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/**
 * Gives the tests of a file a database of their own, on the server that `DATABASE_URL` names or else on the one server of the
 * test run, which the first file that needs it starts. Each test has its own schema, and what is left of it goes with the
 * database; with `isShared` all have one, of which the stores' tables are emptied after each, in a tenth of the time.
 */
export function openPostgres({
  isShared = false,
}: { readonly isShared?: boolean } = {}): OpenPostgres {
  const name = `gleaner_test_${randomUUID().replaceAll('-', '')}`;
  const stores: PostgresStore[] = [];
  let url = '';
  let tests = 0;
  let client: Client | undefined;
  beforeAll(async () => {
    const server = await requireServer();
    await runOnce(server, `create database ${name}`);
    url = toDatabase(server, name);
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    if (isShared) await empty();
    else tests += 1;
  });
  afterAll(async () => {
    await client?.end();
    if (url !== '') await runOnce(await requireServer(), `drop database ${name} with (force)`);
  });
  const schema = (): string => `test_${tests}`;
  async function empty(): Promise<void> {
    const tables = await query(
      `select tablename from pg_tables where schemaname = $1 and tablename <> 'versions'`,
      [schema()],
    );
    await query(
      tables.map(({ tablename }) => `delete from ${schema()}.${String(tablename)}`).join('; '),
    );
  }
  async function query(
    sql: string,
    values?: unknown[],
  ): Promise<readonly Record<string, unknown>[]> {
    if (client === undefined) {
      client = new Client({ connectionString: url });
      // Tests may end all connections of the database.
      client.on('error', () => (client = undefined));
      await client.connect();
    }
    const { rows } = await client.query<Record<string, unknown>>(sql, values);
    return rows;
  }
  return {
    url: () => url,
    schema,
    query,
    openStore(options = {}) {
      const store = postgresStore({ connectionString: url, schema: schema(), ...options });
      stores.push(store);
      return store;
    },
  };
}

/** The URL of a server on which databases may be made. */
async function requireServer(): Promise<string> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const folder = process.env['GLEANER_TEST_RUN'];
  if (folder === undefined) throw new Error('This is for tests that vitest runs.');
  const [lock, file] = [path.join(folder, 'lock'), path.join(folder, 'postgres-url')];
  for (;;) {
    if (existsSync(file)) return readFileSync(file, 'utf8');
    if (takeLock(lock)) {
      try {
        const { url } = await startPostgres({
          guardian: Number(process.env['GLEANER_TEST_RUN_PID']),
        });
        writeFileSync(`${file}.new`, url);
        renameSync(`${file}.new`, file);
        return url;
      } catch (error) {
        rmSync(lock);
        throw error;
      }
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

function takeLock(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    // Another test file starts the server.
    return false;
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function toDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
