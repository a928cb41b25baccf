import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/cli/run-process.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { copyStore } from '../../src/storage/stores/copy-store.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  putSchedule,
  sampleDelivery,
  startMs,
  startSampleRun,
} from '../../test-kit/contracts/store/samples.ts';
import { inlineSqliteStore } from '../support/inline-sqlite-store.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

const postgres = openPostgres();

const inMemory = new DatabaseSync(':memory:');
const readsNul =
  inMemory.prepare("select 'a' || char(0) || 'b' as text").get()?.['text'] === 'a\0b';
inMemory.close();

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const to = () => ({ connectionString: postgres.url(), schema: postgres.schema() });

/** One of everything, some of it under way when its process ends. */
async function fill(store: Store): Promise<void> {
  for (const account of ['ada', 'bob']) {
    await store.accounts.create({
      id: account,
      plan: {
        ...defaultPlan,
        requestsPerMinute: 1,
        inFlight: 2,
        runsPerMonth: 3,
        pagesPerRun: 4,
        schedulesAllowed: true,
        dashboardCallsPerMinute: 300,
      },
      credits: 1_000,
      emailVerified: true,
      email: `${account}@example.com`,
      nowMs: startMs,
    });
    await store.ledger.hold({ id: `extract-${account}`, account, credits: 5 });
    await store.ledger.post(`extract-${account}`, 3);
    await store.ledger.hold({ id: `open-${account}`, account, credits: 5 });
  }
  const key = { id: 'k', account: 'ada', hash: 'hash', label: 'NUL \0 is text', last4: 'abcd' };
  await store.keys.create({ ...key, nowMs: startMs });
  await putRecipe(store, 'ada', 'r1');
  await putRecipe(store, 'ada', 'r1');
  await putSchedule(store);
  await store.schedules.claimTick({ id: 's1', dueAtMs: startMs, nowMs: startMs });
  await startSampleRun(store, { id: 'done', variables: { name: 'x' } });
  await completeRun(store, 'done', sampleDelivery('d1'));
  await startSampleRun(store, { id: 'running' });
  await addRun(store, { id: 'queued' });
  const asked = { account: 'ada', key: 'k', digest: 'd', expiresAtMs: startMs + 1_000_000 };
  await store.idempotency.begin({ ...asked, nowMs: startMs });
  const link = { kind: 'sign-in', account: 'ada', expiresAtMs: startMs } as const;
  for (const hash of ['l', 'waiting']) await store.signIns.createLink({ ...link, hash });
  const session = { hash: 's', expiresAtMs: startMs };
  await store.signIns.signIn({ hash: 'l', session, nowMs: 1 });
}

async function readAll(store: Store): Promise<unknown> {
  const account = 'ada';
  return {
    accounts: await store.accounts.list({ limit: 9 }),
    balances: [await store.ledger.balance('ada'), await store.ledger.balance('bob')],
    entries: await store.ledger.listEntries({ account, limit: 9 }),
    usage: await store.accounts.usage({ id: account, sinceMs: 0 }),
    recipe: await store.recipes.find({ account, id: 'r1' }),
    versions: await store.recipes.listVersions({ account, id: 'r1' }),
    run: await store.runs.find({ account, id: 'done' }),
    runs: await store.runs.list({ account, limit: 9 }),
    deliveries: await store.deliveries.list({ account, limit: 9 }),
    schedules: await store.schedules.list({ account }),
    ticks: await store.schedules.listTicks({ account, id: 's1', limit: 9 }),
    session: await store.signIns.findSession({ hash: 's', nowMs: 1 }),
    link: await store.signIns.findLink({ hash: 'waiting', nowMs: 1 }),
  };
}

test('everything in a folder is in the database afterwards, and what was under way is recovered there', async () => {
  const folder = makeFolder();
  const old = inlineSqliteStore(folder);
  await fill(old);
  const before = await readAll(old);
  await old.close();
  const copied = await copyStore({ from: folder, to: to() });
  expect(copied).toMatchObject({
    accounts: 2,
    recipes: 1,
    runs: 3,
    entries: 5,
    balance: 1_992,
    held: 14,
    unfinishedRuns: 2,
    wasResumed: false,
  });
  const store = postgres.openStore();
  expect(await readAll(store)).toEqual(before);
  const key = await store.keys.authenticate({ hash: 'hash', nowMs: startMs });
  // Node 22 ends a text of SQLite at its first NUL.
  expect(key?.label).toBe(readsNul ? 'NUL \uFFFD is text' : 'NUL ');
  expect((await store.recover()).map(({ id }) => id)).toEqual(['running', 'queued']);
  expect(await store.ledger.balance('ada')).toEqual({ balance: 995, held: 4 });
  // New rows come after the old ones.
  await addAccount(store, 'cy');
  expect((await store.accounts.list({ limit: 9 })).map(({ id }) => id)).toEqual([
    'ada',
    'bob',
    'cy',
  ]);
  // The folder is as it was.
  const again = inlineSqliteStore(folder);
  expect(await readAll(again)).toEqual(before);
  await again.close();
});

test('a copy that was stopped goes on where it was, and no store opens a part of one', async () => {
  const folder = makeFolder();
  await inlineSqliteStore(folder).close();
  const database = new DatabaseSync(path.join(folder, 'gleaner.db'));
  database.exec(`
    insert into balances values ('ada', 9000, 0);
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 9000)
    insert into entries (account, credits, kind, created_at) select 'ada', 1, 'grant', n from counted`);
  database.close();
  const stopping = new AbortController();
  const progress: number[] = [];
  const first = copyStore({
    from: folder,
    to: to(),
    signal: stopping.signal,
    onProgress({ copied, total }) {
      progress.push(copied);
      if (copied > total / 2) stopping.abort(new RangeError('stop'));
    },
  });
  await expect(first).rejects.toThrow('stop');
  await expect(postgres.openStore().ping()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('gleaner store copy') as string,
  });
  const elsewhere = makeFolder();
  await inlineSqliteStore(elsewhere).close();
  await expect(copyStore({ from: elsewhere, to: to() })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('a part of a copy of') as string,
  });
  const copied = await copyStore({
    from: folder,
    to: to(),
    onProgress: ({ copied: rows }) => progress.push(rows),
  });
  expect(copied).toMatchObject({ entries: 9_000, balance: 9_000, wasResumed: true });
  // Nothing was copied twice: each batch adds to the one before.
  expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(copied.rows);
  expect(await postgres.openStore().ledger.balance('ada')).toEqual({ balance: 9_000, held: 0 });
});

test('a folder that is in use, a database that is not empty and books that are wrong are refused', async () => {
  const folder = makeFolder();
  const living = inlineSqliteStore(folder);
  await living.ledger.grant('ada', 5);
  await expect(copyStore({ from: folder, to: to() })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Another process works on the folder') as string,
  });
  await living.close();
  const used = postgres.openStore();
  await used.ping();
  await expect(copyStore({ from: folder, to: to() })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is not empty') as string,
  });
  await expect(copyStore({ from: makeFolder(), to: to() })).rejects.toMatchObject({
    code: 'not_found',
  });
  const stopping = new AbortController();
  const other = { ...to(), schema: 'broken' };
  const stopped = copyStore({
    from: folder,
    to: other,
    signal: stopping.signal,
    onProgress: ({ copied, total }) => copied === total && stopping.abort(new RangeError('stop')),
  });
  await stopped.catch(() => {});
  await postgres.query('delete from broken.entries');
  await expect(copyStore({ from: folder, to: other })).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('rows of entries is 1 in the folder and 0') as string,
  });
});

async function run(...argv: readonly string[]) {
  const written = { output: '', messages: '' };
  const code = await runCommand(['store', 'copy', ...argv], {
    environment: {},
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)) },
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

test('the command copies, prints one JSON document, and names its own flags where it is used wrongly', async () => {
  const folder = makeFolder();
  const store = inlineSqliteStore(folder);
  await store.ledger.grant('ada', 5);
  await store.close();
  const url = postgres.url();
  const copied = await run('--from', folder, '--to', url, '--json');
  expect([copied.code, copied.messages]).toEqual([0, '']);
  expect(JSON.parse(copied.output)).toMatchObject({ entries: 1, balance: 5, resumed: false });
  const again = await run('--from', folder, '--to', url);
  expect(again).toMatchObject({ code: 1, output: '' });
  expect(again.messages).toContain('is not empty');
  const nowhere = await run('--from', folder, '--to', 'nowhere', '--json');
  expect(nowhere.code).toBe(2);
  expect(nowhere.output).toContain('Expected `--to` to be a URL');
  const missing = await run('--from', path.join(folder, 'nothing'), '--to', url);
  expect([missing.code, missing.messages.includes('There is no store in the folder')]).toEqual([
    1,
    true,
  ]);
});

test('each table of a folder is copied', async () => {
  const source = readFileSync(
    path.join(import.meta.dirname, '../../src/storage/stores/copy-folder.ts'),
    'utf8',
  );
  const folder = makeFolder();
  await inlineSqliteStore(folder).close();
  const database = new DatabaseSync(path.join(folder, 'gleaner.db'));
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));
  database.close();
  expect(tables.filter((name) => !source.includes(`  ${name}: [`))).toEqual(['versions']);
});
