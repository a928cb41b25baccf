import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process, { getuid } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createService } from '../../../service/create-service.ts';
import type { Store } from '../../../runtime/contracts/store/store.ts';
import { defaultPlan } from '../account-rules.ts';
import { sqliteStore } from '../sqlite-store.ts';
import { toStoreError } from './to-store-error.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function addAda({ accounts }: Store, credits: number): Promise<void> {
  const ada = { id: 'ada', plan: defaultPlan, credits, emailVerified: true };
  await accounts.create({ ...ada, nowMs: 1 });
}

describe('a store on a bad day', () => {
  test('a full disk refuses the change that needs room, keeps what was acknowledged, and goes on with the rest', async () => {
    const folder = makeFolder();
    const store = sqliteStore({ folder, maxBytes: 700 * 1_024 });
    await addAda(store, 100);
    const document = { text: 'x'.repeat(100_000) };
    const puts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        store.recipes.put({ id: `r${index}`, account: 'ada', document, nowMs: 1 }),
      ),
    );
    const kept = puts.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeGreaterThan(0);
    const refused = puts.filter((put) => put.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: 'service_unavailable',
        message: expect.stringContaining('no room left') as string,
      });
    }
    expect(await store.recipes.list({ account: 'ada', limit: 9 })).toHaveLength(kept);
    expect(await store.ledger.balance('ada')).toEqual({ balance: 100, held: 0 });
    await store.close();

    const roomy = sqliteStore({ folder });
    expect(await roomy.recipes.list({ account: 'ada', limit: 9 })).toHaveLength(kept);
    await roomy.recipes.put({ id: 'r8', account: 'ada', document, nowMs: 1 });
    await roomy.close();
  });

  test('a locked file refuses changes after the waiting time, lets look, and works again when it is free', async () => {
    const folder = makeFolder();
    const store = sqliteStore({ folder, busyTimeoutMs: 50 });
    await store.ledger.grant('ada', 10);
    const other = new DatabaseSync(path.join(folder, 'gleaner.db'));
    other.exec('begin immediate');
    await expect(store.ledger.grant('ada', 1)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('locked by another process') as string,
    });
    expect(await store.ledger.balance('ada')).toEqual({ balance: 10, held: 0 });
    other.exec('rollback');
    other.close();
    expect(await store.ledger.grant('ada', 1)).toEqual({ balance: 11, held: 0 });
    await store.close();
  });

  test('a file of a newer version is refused, also by whatever comes after', async () => {
    const folder = makeFolder();
    const store = sqliteStore({ folder });
    await store.ledger.grant('ada', 1);
    await store.close();
    const file = new DatabaseSync(path.join(folder, 'gleaner.db'));
    file.exec('insert into versions values (999, 0)');
    file.close();
    const older = sqliteStore({ folder });
    for (const attempt of [older.ledger.grant('ada', 1), older.ledger.balance('ada')]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'internal_error',
        message: expect.stringContaining('version 999') as string,
      });
    }
    await older.close();
  });

  test('a file that is no store is refused and left as it is', async () => {
    const folder = makeFolder();
    const file = path.join(folder, 'gleaner.db');
    const text = 'These are my notes. '.repeat(300);
    writeFileSync(file, text);
    const store = sqliteStore({ folder });
    await expect(store.ledger.grant('ada', 1)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('damaged or no store') as string,
    });
    await store.close();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a folder that cannot be made is named in the error', async () => {
    const file = path.join(makeFolder(), 'file');
    writeFileSync(file, '');
    const store = sqliteStore({ folder: path.join(file, 'folder') });
    await expect(store.ledger.grant('ada', 1)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('cannot be written') as string,
    });
    await store.close();
  });

  // To root nothing is read-only.
  test('a folder without write access is named in the error', async ({ skip }) => {
    skip(getuid?.() === 0, 'root may write to every folder');
    const folder = makeFolder();
    chmodSync(folder, 0o500);
    const store = sqliteStore({ folder });
    await expect(store.ledger.grant('ada', 1)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('cannot be written') as string,
    });
    await store.close();
  });

  test('writing to a read-only file is named as what it is', () => {
    const file = path.join(makeFolder(), 'gleaner.db');
    new DatabaseSync(file).close();
    const database = new DatabaseSync(file, { readOnly: true });
    const fault = catchFault(() => database.exec('create table t (id text)'));
    database.close();
    expect(toStoreError(fault, file)).toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('cannot be written') as string,
    });
  });

  test('what cannot be stored is the mistake of its caller alone', async () => {
    const store = sqliteStore({ folder: makeFolder() });
    await addAda(store, 0);
    const put = (id: string, document: unknown) =>
      store.recipes.put({ id, account: 'ada', document, nowMs: 1 });
    const [bad, good] = await Promise.allSettled([put('r1', () => {}), put('r2', {})]);
    expect(bad.status).toBe('rejected');
    expect(good.status).toBe('fulfilled');
    await store.close();
  });
});

/** Opens a store and gives the threads that it has started so far. */
function openWatched(folder: string) {
  const threads: Worker[] = [];
  const onWorker = (thread: Worker) => threads.push(thread);
  process.on('worker', onWorker);
  const store = sqliteStore({ folder });
  onTestFinished(async () => {
    process.off('worker', onWorker);
    await store.close();
  });
  return { store, threads };
}

describe('a writing thread that dies', () => {
  test('fails what is under way as service_unavailable, and the next change starts another', async () => {
    const folder = makeFolder();
    const { store, threads } = openWatched(folder);
    await store.ledger.grant('ada', 10);
    // The change waits for the file, so that it is under way when the thread ends.
    const other = new DatabaseSync(path.join(folder, 'gleaner.db'));
    other.exec('begin immediate');
    const lost = Promise.allSettled([store.ledger.grant('ada', 1), store.ledger.grant('bob', 1)]);
    await Promise.resolve();
    await threads[0]?.terminate();
    for (const outcome of await lost) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'service_unavailable', message: expect.stringContaining('may have been') },
      });
    }
    other.exec('rollback');
    other.close();
    expect(await store.ledger.balance('ada')).toEqual({ balance: 10, held: 0 });
    expect(await store.ledger.grant('ada', 5)).toEqual({ balance: 15, held: 0 });
    await store.ping();
    expect(threads).toHaveLength(2);
    // Once more, while nothing is under way.
    await threads[1]?.terminate();
    expect(await store.ledger.grant('ada', 5)).toEqual({ balance: 20, held: 0 });
    expect(threads).toHaveLength(3);
  });

  test('takes nothing from its store object: holds and runs are still its own', async () => {
    const folder = makeFolder();
    const { store, threads } = openWatched(folder);
    await store.ledger.grant('ada', 10);
    await store.ledger.hold({ id: 'h1', account: 'ada', credits: 4 });
    await threads[0]?.terminate();
    await store.ping();
    const neighbour = sqliteStore({ folder });
    expect(await neighbour.recover()).toEqual([]);
    expect(await store.recover()).toEqual([]);
    expect(await neighbour.ledger.balance('ada')).toEqual({ balance: 10, held: 4 });
    expect(await store.ledger.post('h1', 4)).toEqual({ balance: 6, held: 0 });
    await neighbour.close();
  });

  test('a store that is closed after its thread died ends, and stays closed', async () => {
    const { store, threads } = openWatched(makeFolder());
    await store.ledger.grant('ada', 10);
    await threads[0]?.terminate();
    await store.close();
    await expect(store.ping()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(threads).toHaveLength(1);
  });
});

test('readiness asks the thread that writes: a store that can only be read is not ready', async () => {
  const folder = makeFolder();
  const store = sqliteStore({ folder, busyTimeoutMs: 50 });
  const service = createService({ store });
  // A busy machine takes its time to start the thread.
  await expect.poll(() => service.isReady(), { timeout: 300_000 }).toBe(true);
  const other = new DatabaseSync(path.join(folder, 'gleaner.db'));
  other.exec('begin immediate');
  expect(await store.accounts.list({ limit: 1 })).toEqual([]);
  expect(await service.isReady()).toBe(false);
  other.exec('rollback');
  other.close();
  await expect.poll(() => service.isReady(), { timeout: 300_000 }).toBe(true);
  await service.close();
  await store.close();
});

function catchFault(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('This should have failed.');
}
