import assert from 'node:assert/strict';
import { applyToStore } from './apply-to-store.ts';
import type { SimulatedStorage } from './simulated-storage.ts';
import { createOperations, createRandom } from './random-operations.ts';
import { createStoreModel } from './store-model.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

/** How long, and from which seed. */
export interface SimulationOptions {
  readonly storage: SimulatedStorage;
  readonly seed: number;
  readonly operations: number;
  /** Every so many groups something goes wrong. @default 40 */
  readonly groupsPerFault?: number;
  readonly onProgress?: (operations: number) => void;
}

/** How much was done; that all of it came out right goes without saying. */
export interface SimulationResult {
  readonly operations: number;
  readonly accepted: number;
  readonly refused: number;
  /** Changes that failed because the disk was full or the file locked. */
  readonly faulted: number;
  readonly restarts: number;
  readonly recoveredRuns: number;
}

const accounts = ['a0', 'a1', 'a2', 'a3'];
/**
 * Two store objects on one folder or database do random changes in groups; after each change the model says what must have come of
 * it, after each group what every account must have. Between groups one of them is closed and opened, the disk fills
 * up, or somebody locks the file. Throws with the seed where store and model part.
 */
export async function simulateStore(options: SimulationOptions): Promise<SimulationResult> {
  const { storage, seed, groupsPerFault = 40 } = options;
  const random = createRandom(seed);
  const nextOperation = createOperations(random, accounts);
  const model = createStoreModel(accounts);
  const stores = [
    { owner: 1, store: storage.open() },
    { owner: 2, store: storage.open() },
  ];
  const counts = {
    operations: 0,
    accepted: 0,
    refused: 0,
    faulted: 0,
    restarts: 0,
    recoveredRuns: 0,
  };

  async function reopen(index: number, open = () => storage.open()): Promise<void> {
    const old = stores[index];
    assert.ok(old);
    await old.store.close();
    model.leave(old.owner);
    counts.restarts += 1;
    stores[index] = { owner: counts.restarts + 2, store: open() };
  }

  async function doGroup(index: number): Promise<void> {
    const { owner, store } = stores[index] ?? assert.fail();
    const size = 1 + Math.floor(random() * 120);
    const operations = Array.from({ length: size }, nextOperation);
    const outcomes: string[] = [];
    if (storage.isOrdered) {
      const asked = operations.map((operation) => applyToStore(store, operation));
      outcomes.push(...(await Promise.all(asked)));
    } else {
      for (const operation of operations) outcomes.push(await applyToStore(store, operation));
    }
    for (const [at, operation] of operations.entries()) {
      counts.operations += 1;
      const outcome = outcomes[at];
      if (outcome === 'service_unavailable') {
        counts.faulted += 1;
        continue;
      }
      const expected = model.apply(owner, operation);
      if (outcome !== expected) {
        assert.fail(
          `Seed ${seed}, operation ${counts.operations}, ${JSON.stringify(operation)}: the store says "${outcome}", the model "${expected}".`,
        );
      }
      if (/^[a-z]+_|conflict|RangeError/.test(expected)) counts.refused += 1;
      else counts.accepted += 1;
    }
  }

  async function checkBooks(): Promise<void> {
    const { store } = stores[Math.floor(random() * 2)] ?? assert.fail();
    for (const [account, expected] of model.accounts) {
      const { balance, held } = await store.ledger.balance(account);
      assert.deepEqual({ balance, held }, expected, `Seed ${seed}: ${account}`);
      assert.ok(0 <= held && held <= balance, `Seed ${seed}: ${account} ${held}/${balance}`);
    }
  }

  async function checkEntries(): Promise<void> {
    const { store } = stores[0] ?? assert.fail();
    for (const [account, { balance }] of model.accounts) {
      const entries = await store.ledger.listEntries({ account, limit: 10_000_000 });
      const sum = entries.reduce((total, { credits }) => total + credits, 0);
      assert.equal(sum, balance, `Seed ${seed}: the entries of ${account}`);
    }
  }

  async function recover(index: number): Promise<void> {
    const { owner, store } = stores[index] ?? assert.fail();
    const expected = model.recover();
    const runs = await store.recover();
    assert.deepEqual(
      runs.map(({ id }) => id),
      expected,
      `Seed ${seed}: the runs to recover`,
    );
    for (const { id } of runs) {
      counts.recoveredRuns += 1;
      const ending = {
        kind: 'end' as const,
        id,
        status: 'failed' as const,
        credits: 0,
        delivery: `recovered-${id}`,
      };
      assert.equal(await applyToStore(store, ending), model.apply(owner, ending));
    }
  }

  async function doFaulty(): Promise<void> {
    const index = Math.floor(random() * 2);
    const kind = Math.floor(random() * 4);
    if (kind === 0) {
      const full = storage.openFull?.();
      if (full === undefined) await storage.disconnect?.();
      else await reopen(index, () => full);
      await doGroup(index);
      await reopen(index);
      await recover(index);
    } else if (kind === 1) {
      const unlock = await storage.lock();
      await doGroup(index);
      await unlock();
    } else {
      await reopen(index);
      if (kind === 2) await recover(index);
    }
  }

  const [first] = stores;
  assert.ok(first);
  for (const id of accounts) {
    await first.store.accounts.create({
      id,
      plan: defaultPlan,
      credits: 0,
      emailVerified: true,
      nowMs: 0,
    });
  }
  for (let group = 1; counts.operations < options.operations; group += 1) {
    if (group % groupsPerFault === 0) await doFaulty();
    else await doGroup(Math.floor(random() * 2));
    await checkBooks();
    options.onProgress?.(counts.operations);
  }
  await checkEntries();
  await Promise.all(stores.map(({ store }) => store.close()));
  return counts;
}
