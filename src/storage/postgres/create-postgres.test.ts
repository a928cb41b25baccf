import { expect, test } from 'vitest';
import { postgresStore } from '../stores/postgres-store.ts';
import { createPostgres } from './create-postgres.ts';
import {
  type PostgresClient,
  type PostgresPool,
  type PostgresQuery,
  type PostgresResult,
  resolvePostgresOptions,
} from './postgres-options.ts';

type Answer = (
  query: PostgresQuery,
) => Error | PostgresResult | readonly PostgresResult[] | undefined;

/** A pool whose connections answer as told, and its counts. */
function fakePool(answer: Answer) {
  const counts = { connects: 0, broken: 0, asked: [] as string[] };
  const pool: PostgresPool = {
    on: () => {},
    async connect() {
      counts.connects += 1;
      const client: PostgresClient = {
        on: () => {},
        release(isBroken) {
          if (isBroken === true) counts.broken += 1;
        },
        async query(query) {
          counts.asked.push(query.text);
          const given = answer(query);
          if (given instanceof Error) throw given;
          return given ?? { command: query.text.toUpperCase(), rows: [], rowCount: 0 };
        },
      };
      return client;
    },
  };
  return { counts, database: createPostgres(resolvePostgresOptions({ pool })) };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const fault = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });
const insert = async (connection: { run: (sql: string, values: never[]) => Promise<unknown> }) =>
  void (await connection.run('insert', []));

test('while the database is away, calls are refused without asking for a connection', async () => {
  const { counts, database } = fakePool(refused);
  const ask = () => database.read((connection) => connection.run('select', []));
  await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
  const { connects } = counts;
  const outcomes = await Promise.allSettled(Array.from({ length: 500 }, ask));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  // Looks go on meanwhile, a few a second.
  expect(counts.connects).toBeLessThan(connects + 20);
  await database.close();
});

test('a caller that tries again in a loop is let through as soon as a look succeeds', async () => {
  let isAway = true;
  let looks = 0;
  const { database } = fakePool(({ text }) => {
    if (text.startsWith('set ')) return undefined;
    if (text === 'select 1' && (looks += 1) === 3) isAway = false;
    return isAway ? refused() : undefined;
  });
  for (;;) {
    const [outcome] = await Promise.allSettled([
      database.read((connection) => connection.run('select', [])),
    ]);
    if (outcome.status === 'fulfilled') break;
  }
  expect(looks).toBe(3);
  await database.close();
});

test('a change whose connection is lost before the commit is done again', async () => {
  let losses = 2;
  const { counts, database } = fakePool(({ text }) =>
    text === 'insert' && (losses -= 1) >= 0 ? refused() : undefined,
  );
  await database.transaction(insert);
  expect(counts.asked.filter((text) => text === 'insert')).toHaveLength(3);
  expect(counts.asked.filter((text) => text === 'commit')).toHaveLength(1);
  expect(counts.broken).toBe(2);
  await database.close();
});

test.each([
  ['was committed', ['in progress', 'committed'], 1],
  ['was rolled back', ['aborted'], 2],
])(
  'a change whose commit was not answered is looked up: one that %s is reported as done, once',
  async (_how, statuses, inserts) => {
    const looks = [...statuses];
    let isLost = false;
    const { counts, database } = fakePool(({ text }) => {
      if (text.startsWith('begin')) {
        return [toAnswer('BEGIN'), toAnswer('SELECT', { id: '77' }), toAnswer('SELECT')];
      }
      if (text.includes('pg_xact_status')) return toAnswer('SELECT', { status: looks.shift() });
      if (text !== 'commit' || isLost) return undefined;
      isLost = true;
      return refused();
    });
    const done = database.transaction(async (connection) => {
      await insert(connection);
      return 'done';
    });
    await expect(done).resolves.toBe('done');
    expect(counts.asked.filter((text) => text === 'insert')).toHaveLength(inserts);
    expect(looks).toEqual([]);
    await database.close();
  },
);

test('a change whose connection is lost during the commit and that cannot be looked up is not done again, and said to be unknown', async () => {
  const { counts, database } = fakePool(({ text }) => (text === 'commit' ? refused() : undefined));
  await expect(database.transaction(insert)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('may have been kept or not') as string,
  });
  expect(counts.asked.filter((text) => text === 'insert')).toHaveLength(1);
  expect(counts.broken).toBe(1);
  await database.close();
});

test.each([
  ['serialization', '40001'],
  ['deadlock', '40P01'],
  ['unique violation', '23505'],
])('a change that meets a %s is done again, a bounded number of times', async (_, code) => {
  let conflicts = 3;
  const mends = fakePool(({ text }) =>
    text === 'insert' && (conflicts -= 1) >= 0 ? fault(code) : undefined,
  );
  await mends.database.transaction(insert);
  expect(mends.counts.broken).toBe(0);
  expect(mends.counts.asked.filter((text) => text === 'rollback')).toHaveLength(3);
  const stays = fakePool(({ text }) => (text === 'insert' ? fault(code) : undefined));
  await expect(stays.database.transaction(insert)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(stays.counts.asked.filter((text) => text === 'insert').length).toBeLessThan(10);
});

test.each([
  ['55P03', 'service_unavailable', 'locked by another change'],
  ['57014', 'service_unavailable', 'took too long'],
  ['53100', 'service_unavailable', 'disk is full'],
  ['42P01', 'internal_error', 'The database failed.'],
])('a fault %s is %s, and not tried again', async (code, kind, words) => {
  const { counts, database } = fakePool(({ text }) =>
    text === 'insert' ? fault(code) : undefined,
  );
  await expect(database.transaction(insert)).rejects.toMatchObject({
    code: kind,
    message: expect.stringContaining(words) as string,
  });
  expect(counts.asked.filter((text) => text === 'insert')).toHaveLength(1);
});

test('a transaction that the database has rolled back by itself does not pass for committed', async () => {
  const { database } = fakePool(({ text }) =>
    text === 'commit' ? { command: 'ROLLBACK', rows: [], rowCount: null } : undefined,
  );
  await expect(database.transaction(insert)).rejects.toBeInstanceOf(TypeError);
});

test('the error of the work itself is passed on after a rollback', async () => {
  const { counts, database } = fakePool(() => undefined);
  const refusal = new RangeError('no');
  const work = database.transaction(() => Promise.reject(refusal));
  await expect(work).rejects.toBe(refusal);
  expect(counts.asked.at(-1)).toBe('rollback');
  await database.close();
  await expect(database.read(insert)).rejects.toMatchObject({
    details: { reason: 'shutting_down' },
  });
});

test.each([
  [{}, 'one of `connectionString` and `pool`'],
  [{ connectionString: 'mysql://host/name' }, 'a URL like postgres://'],
  [{ connectionString: 'postgres://ada:pa%ss@[host/name' }, 'percent code'],
  [{ connectionString: 'postgres://host/name', maxConnections: 0 }, '`maxConnections`'],
  [{ connectionString: 'postgres://host/name', lockTimeoutMs: 0.5 }, '`lockTimeoutMs`'],
])('options that cannot be used are named: %j', (options, words) => {
  expect(() => postgresStore(options)).toThrow(words);
});

function toAnswer(command: string, ...rows: Record<string, unknown>[]): PostgresResult {
  return { command, rows, rowCount: rows.length };
}
