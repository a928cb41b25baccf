import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execPath } from 'node:process';
import type { LedgerEntry, Store } from '../../src/runtime/contracts/store/store.ts';
import { inlineSqliteStore } from './inline-sqlite-store.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

/** How many are killed, and when. */
export interface KillOptions {
  readonly folder: string;
  readonly kills: number;
  /** So many at once. */
  readonly clients: number;
  readonly random: () => number;
  readonly onKill?: (kills: number) => void;
}

/** The results that the killed processes had received, and the state found afterwards. Throws where they contradict each other. */
export interface KillResult {
  readonly kills: number;
  readonly acknowledged: number;
  readonly recoveredRuns: number;
  readonly connected: number;
}

const client = path.join(import.meta.dirname, '..', 'servers', 'store-client.ts');
const opening = 1_000_000_000;
/** Opening takes some 30 statements, and each piece of work some 10: early and late moments both occur. */
const latestStatement = 3_000;

/**
 * Has processes do paid work on one folder, some at once, and kills them: every other round at a certain statement,
 * before or after it, the rest at any moment, which is mostly while the disk is busy. After each round the books are
 * compared with what the dead had been told.
 */
export async function killStoreClients(options: KillOptions): Promise<KillResult> {
  const { folder, kills, clients, random } = options;
  const store = inlineSqliteStore(folder);
  await store.accounts.create({
    id: 'ada',
    plan: defaultPlan,
    credits: opening,
    emailVerified: true,
    nowMs: 0,
  });
  const told = { lines: [] as string[], recoveredRuns: 0 };
  for (let killed = 0; killed < kills; killed += clients) {
    const isPlanned = (killed / clients) % 2 === 0;
    const living = Array.from({ length: clients }, (_, index) => {
      const killAt = isPlanned ? [String(1 + Math.floor(random() * latestStatement))] : [];
      return startClient([folder, `c${killed + index}`, ...killAt]);
    });
    if (!isPlanned) {
      const lines = Math.floor(random() * 400);
      for (const current of living) await current.untilSaid(lines);
      assert.deepEqual(await store.recover(), [], 'what the living do is left alone');
      for (const { kill } of living) kill();
    }
    for (const { lines } of living) told.lines.push(...(await lines));
    told.recoveredRuns += await recoverAll(store);
    await checkPromises(store, told.lines);
    options.onKill?.(killed + clients);
  }
  await store.close();
  const connected = told.lines.filter((line) => line.startsWith('connected')).length;
  const { recoveredRuns, lines } = told;
  return { kills, acknowledged: lines.length, recoveredRuns, connected };
}

interface Client {
  /** Resolves as soon as it has said so much. */
  readonly untilSaid: (lines: number) => Promise<void>;
  readonly kill: () => void;
  /** All it ever said, once it is dead. */
  readonly lines: Promise<readonly string[]>;
}

function startClient(args: readonly string[]): Client {
  const child = spawn(execPath, [client, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    child.emit('said');
  });
  const closed = once(child, 'close').then(([, signal]) => {
    assert.equal(signal, 'SIGKILL', 'A client ended by itself.');
    return said.split('\n').filter((line) => line !== '');
  });
  return {
    async untilSaid(wanted) {
      for (;;) {
        if (said.split('\n').length > wanted) return;
        await Promise.race([once(child, 'said'), closed]);
      }
    },
    kill: () => void child.kill('SIGKILL'),
    lines: closed,
  };
}

async function recoverAll(store: Store): Promise<number> {
  const runs = await store.recover();
  for (const { id } of runs) {
    const delivery = { id: `of-${id}`, url: 'https://hooks.example/', headers: {}, body: '{}' };
    const counts = { pagesExtracted: 0, itemsExtracted: 0, nowMs: 9 };
    await store.runs.end({ id, status: 'failed', error: 'interrupted', delivery, ...counts });
  }
  return runs.length;
}

async function checkPromises(store: Store, lines: readonly string[]): Promise<void> {
  const entries = await store.ledger.listEntries({ account: 'ada', limit: 10_000_000 });
  const balance = await store.ledger.balance('ada');
  const sum = entries.reduce((total, { credits }) => total + credits, 0);
  assert.equal(sum, balance.balance, 'the sum of the entries is the balance');
  assert.equal(balance.held, 0, 'no hold is stuck');

  const charges = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    if (entry.reference === undefined) continue;
    assert.ok(!charges.has(entry.reference), `${entry.reference} is charged once`);
    charges.set(entry.reference, entry);
  }
  const connections = new Set<string>();
  for (const line of lines) {
    const [what = '', id = '', first = '', second = ''] = line.split(' ');
    if (what === 'posted') assert.equal(charges.get(id)?.credits, -Number(first), line);
    if (what === 'voided') assert.ok(!charges.has(id), line);
    if (what === 'created') {
      assert.ok(await store.runs.find({ account: 'ada', id }), line);
    }
    if (what === 'ended') {
      const run = await store.runs.find({ account: 'ada', id });
      assert.deepEqual([run?.status, run?.creditsUsed], [first, Number(second)], line);
      assert.equal(charges.get(id)?.credits ?? 0, -Number(second) + 0, line);
    }
    if (what === 'connected') {
      assert.ok(!connections.has(id), `${id} is connected once`);
      connections.add(id);
    }
    if (what === 'kept') {
      const question = { account: 'ada', key: id, digest: 'd', nowMs: 1, expiresAtMs: 1_000 };
      const state = await store.idempotency.begin(question);
      assert.deepEqual(state, { state: 'kept', value: id }, line);
    }
  }
}
