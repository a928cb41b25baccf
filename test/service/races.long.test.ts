import { expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { eachStore } from '../support/each-store.ts';
import { addCustomer, createGate, openService, until } from '../support/open-service.ts';

/** What can end a run, at a moment of the test's choice. */
const enders = [
  'complete',
  'cancel',
  'time out',
  'delete the account',
  'recover',
  'close',
] as const;
type Ender = (typeof enders)[number];

/** A fixed sequence, so that a failing order can be seen again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function shuffle<Value>(values: readonly Value[], random: () => number): readonly Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Ends one run in several ways at about the same time, and looks at what is left. */
async function race(inner: Store, order: readonly Ender[], random: () => number): Promise<string> {
  const gate = createGate();
  let recovered: Awaited<ReturnType<Store['recover']>> = [];
  const store: Store = { ...inner, recover: async () => recovered };
  const { service, clock, events } = openService({
    store,
    replay: { beforePage: () => gate.wait() },
    // Refused before anything is connected: the event itself is what counts here.
    gleaner: { egress: { lookup: async () => [{ address: '10.0.0.1', family: 4 }] } },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: 'https://hooks.example/' });
  await service.accounts.requestDeletion(account);
  await service.accounts.cancelDeletion(account);
  const { id } = await service.dispatchRun({ account, recipeId });
  const running = await until(async () => {
    const run = await service.getRun({ account, id });
    return run.status === 'running' && run;
  });
  await service.accounts.requestDeletion(account);
  const ways: Record<Ender, () => unknown> = {
    complete: () => gate.open(),
    cancel: () => service.cancelRun({ account, id }),
    'time out': () => clock.advance(15 * 60_000),
    'delete the account': () => service.accounts.confirmDeletion(account),
    recover() {
      recovered = [running];
      clock.advance(1_000);
    },
    close: () => service.close({ drainMs: 0 }),
  };
  const begun: Promise<readonly PromiseSettledResult<unknown>[]>[] = [];
  for (const ender of order) {
    begun.push(Promise.allSettled([ways[ender]()]));
    // Other tasks go on for a while, a different one each time; now and then the store, too, comes to an end of its work.
    for (let turn = Math.floor(random() * 12); turn > 0; turn -= 1) await Promise.resolve();
    for (let turn = Math.floor(random() * 48) - 24; turn > 0; turn -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  for (const outcome of (await Promise.all(begun)).flat()) {
    if (outcome.status === 'fulfilled') continue;
    expect(isGleanerError(outcome.reason, 'conflict')).toBe(true);
  }
  const run = await until(async () => {
    // The round that would have seen the lost run may have been under way.
    clock.advance(1_000);
    const now = await service.getRun({ account, id });
    return now.completedAtMs !== undefined && now;
  });
  await service.close({ drainMs: 0 });

  const told = events.filter((event) => event.kind === 'run');
  expect(told.map(({ status }) => status)).toEqual([run.status]);
  expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  const { balance, held } = await store.ledger.balance(account);
  expect(held).toBe(0);
  expect(balance).toBe(run.status === 'completed' ? 98 : 100);
  expect(run.creditsUsed).toBe(100 - balance);
  const deliveries = await service.listDeliveries({ account });
  expect(deliveries.map(({ event, runId }) => [event, runId])).toEqual([[run.status, id]]);
  expect(run.error === undefined).toBe(run.status === 'completed');
  expect(await service.getRun({ account, id })).toEqual(run);
  return run.status;
}

eachStore((openStore) => {
  test('however many ways of ending meet, a run has one end, one charge and one event', async () => {
    const random = createRandom(20_261_120);
    const store = openStore();
    const seen = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const order = shuffle(enders, random).slice(0, 2 + Math.floor(random() * 5));
      seen.add(await race(store, order, random));
    }
    expect([...seen].sort()).toEqual(['cancelled', 'completed', 'failed']);
  });
});

test('each pair of endings leaves the first one’s', async () => {
  const replaying = createGate();
  const { service, clock } = openService({
    replay: { beforePage: () => (replaying.open(), new Promise(() => {})) },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  // Its time runs from here on.
  await replaying.wait();
  await service.cancelRun({ account, id });
  clock.advance(15 * 60_000);
  await service.close({ drainMs: 0 });
  expect(await service.getRun({ account, id })).toMatchObject({ status: 'cancelled' });
});
