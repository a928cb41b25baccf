import { writeSync } from 'node:fs';
import { argv, kill, pid } from 'node:process';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { inlineSqliteStore } from '../support/inline-sqlite-store.ts';

/**
 * A process that does paid work on a store until somebody kills it, and says what it was told: what it said must be
 * in the store. With `killAt` it kills itself, before or after so many statements.
 */
const [folder = '', name = '', killAt = ''] = argv.slice(2);
const account = 'ada';
let lastId = 0;

const pause = new Int32Array(new SharedArrayBuffer(4));
const note = (...words: readonly (string | number)[]): void => {
  for (;;) {
    try {
      // At once and in one piece, so that no line is lost or torn by the kill.
      writeSync(1, `${words.join(' ')}\n`);
      return;
    } catch (error) {
      // A busy reader has not emptied the pipe.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
};
const nextId = (kind: string): string => {
  lastId += 1;
  return `${name}-${kind}-${lastId}`;
};

if (killAt !== '') killAfterStatements(Number(killAt));
const store = killAt === '' ? sqliteStore({ folder }) : inlineSqliteStore(folder);
note('ready');
await Promise.all([holdAndPost(), holdAndPost(), run(), run(), deliver(), answer()]);

async function holdAndPost(): Promise<never> {
  for (;;) {
    const id = nextId('hold');
    await store.ledger.hold({ id, account, credits: 5 });
    note('held', id);
    if (lastId % 4 === 0) {
      await store.ledger.void(id);
      note('voided', id);
    } else {
      await store.ledger.post(id, 3);
      note('posted', id, 3);
    }
  }
}

async function run(): Promise<never> {
  for (;;) {
    const id = nextId('run');
    const quota = { limit: 1_000_000, sinceMs: 0 };
    const costs = { planPages: 5, creditsPerPage: 2, quota };
    await store.runs.create({ id, account, recipeId: 'recipe', variables: {}, nowMs: 1, ...costs });
    note('created', id);
    await store.runs.start({ id, nowMs: 2 });
    await store.runs.advance({ id, pagesExtracted: 1, itemsExtracted: 1 });
    const delivery = { id: `of-${id}`, url: 'https://hooks.example/', headers: {}, body: '{}' };
    const end = { id, pagesExtracted: 2, itemsExtracted: 2, delivery, nowMs: 3 };
    const ended = await store.runs.end(
      lastId % 3 === 0
        ? { ...end, status: 'failed', error: 'no items extracted' }
        : {
            ...end,
            status: 'completed',
            credits: 4,
            clampedByCredits: false,
            result: { pages: [], mode: 'replay', drift: 0, warnings: [] },
          },
    );
    note('ended', id, ended.status, ended.creditsUsed);
  }
}

async function deliver(): Promise<never> {
  for (;;) {
    const claimed = await store.deliveries.claim({ nowMs: 4 });
    if (claimed === undefined) continue;
    // Stands for the connection to the receiver.
    note('connected', claimed.id);
    await store.deliveries.finish({ id: claimed.id, responseStatus: 204, nowMs: 5 });
    note('delivered', claimed.id);
  }
}

async function answer(): Promise<never> {
  for (;;) {
    const key = nextId('key');
    const holdId = nextId('hold');
    await store.idempotency.begin({ account, key, digest: 'd', nowMs: 1, expiresAtMs: 1_000 });
    await store.ledger.hold({ id: holdId, account, credits: 5 });
    const post = { holdId, credits: 5 };
    await store.idempotency.complete({ account, key, value: key, post });
    note('kept', key);
    note('posted', holdId, 5);
  }
}

/** Even counts die before the statement, odd ones after it. */
function killAfterStatements(limit: number): void {
  let count = 0;
  const methods = [
    [StatementSync.prototype, 'run'],
    [StatementSync.prototype, 'all'],
    [DatabaseSync.prototype, 'exec'],
  ] as const;
  for (const [prototype, method] of methods) {
    const original: unknown = Reflect.get(prototype, method);
    if (typeof original !== 'function') throw new TypeError(`There is no method ${method}.`);
    Object.defineProperty(prototype, method, {
      value(this: unknown, ...args: readonly unknown[]): unknown {
        count += 1;
        if (count >= limit && limit % 2 === 0) kill(pid, 'SIGKILL');
        const result: unknown = Reflect.apply(original, this, args);
        if (count >= limit) kill(pid, 'SIGKILL');
        return result;
      },
    });
  }
}
