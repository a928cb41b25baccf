import { describe, expect, test } from 'vitest';
import { useFolder } from '../../test/support/each-store.ts';
import { openPostgres } from '../../test/support/open-postgres.ts';
import { openService } from '../../test/support/open-service.ts';
import type { FreeRequest } from '../runtime/contracts/store/request-store.ts';
import type { Store } from '../runtime/contracts/store/store.ts';
import { memoryStore } from '../storage/stores/sqlite-store.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import type { Service } from './create-service.ts';
import type { PlaceKind } from '../runtime/contracts/store/request-store.ts';
import type { Place } from './service-context.ts';

const folder = useFolder();
const postgres = openPostgres({ isShared: true });

/** How many were let through; every refusal is one of the limit. */
async function countAdmitted(attempts: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(attempts);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'rate_limited' });
  return outcomes.length - refused.length;
}

/** Asks ten times in each of them, all at once. */
function askAll(
  services: readonly Service[],
  ask: (service: Service) => Promise<unknown>,
): readonly Promise<unknown>[] {
  return Array.from({ length: 10 }, () => services.map(ask)).flat();
}

describe.each([
  { where: 'in a folder', openStore: (): Store => folder.openStore() },
  { where: 'on Postgres', openStore: (): Store => postgres.openStore() },
])('two services on one store $where', ({ openStore }) => {
  const clock = fakeClock();
  const plan = {
    dashboardCallsPerMinute: 7,
    webhookTestsPerMinute: 3,
    openStreams: 4,
    studioSessions: 2,
    drafts: 3,
  };
  async function openBoth(): Promise<{
    readonly services: readonly [Service, Service];
    readonly account: string;
  }> {
    const [{ service: one }, { service: other }] = [
      openService({ store: openStore(), clock }),
      openService({ store: openStore(), clock }),
    ];
    const { id: account } = await one.accounts.create({ plan });
    return { services: [one, other], account };
  }

  test('let an account make exactly the calls of its plan', async () => {
    const { services, account } = await openBoth();
    const ask = (service: Service) => service.countCall({ account, kind: 'dashboard' });
    expect(await countAdmitted(askAll(services, ask))).toBe(7);
    clock.advance(59_999);
    expect(await countAdmitted(askAll(services, ask))).toBe(0);
    clock.advance(1);
    expect(await countAdmitted(askAll(services, ask))).toBe(7);
  });

  const kinds: readonly (readonly [PlaceKind, number])[] = [
    ['stream', 4],
    ['studio-session', 2],
    ['draft', 3],
  ];
  test.each(kinds)(
    'have exactly the places of its plan for a %s: %i, and free one that is left in either',
    async (kind, most) => {
      const { services, account } = await openBoth();
      const places: Place[] = [];
      const ask = async (service: Service) =>
        places.push(await service.takePlace({ account, kind }));
      expect(await countAdmitted(askAll(services, ask))).toBe(most);
      places[0]?.leave();
      // Twice: a client leaves, and then the stream ends.
      places[0]?.leave();
      await expect.poll(() => countAdmitted([ask(services[1])])).toBe(1);
      expect(await countAdmitted(askAll(services, ask))).toBe(0);
    },
  );

  test.each(kinds)('free the places of one that has ended: a %s', async (kind, most) => {
    const [dead, living] = [openStore(), openStore()];
    const { service: one } = openService({ store: dead, clock });
    const { service: other } = openService({ store: living, clock });
    const { id: account } = await one.accounts.create({ plan });
    const ask = async (service: Service) => service.takePlace({ account, kind });
    expect(await countAdmitted(askAll([one], ask))).toBe(most);
    await living.recover();
    expect(await countAdmitted(askAll([other], ask))).toBe(0);
    await dead.close();
    await living.recover();
    expect(await countAdmitted(askAll([other], ask))).toBe(most);
  });

  test('try its webhook exactly as often as its plan says', async () => {
    const { services, account } = await openBoth();
    await services[0].accounts.setWebhook(account, { url: 'https://hooks.test/x' });
    const ask = (service: Service) => service.testWebhook({ account });
    let admitted = 0;
    // One at a time: those that come meanwhile are refused, and have another try.
    await expect.poll(async () => (admitted += await countAdmitted(askAll(services, ask)))).toBe(3);
    expect(await countAdmitted(askAll(services, ask))).toBe(0);
    clock.advance(59_000);
    const refused = services[0].testWebhook({ account });
    await expect(refused).rejects.toMatchObject({
      details: { reason: 'rate_limit_per_min', limitPerMin: 3, retryAfterSeconds: 1 },
    });
  });
});

test('calls beyond a full minute do not reach the store, until it has room or the plan another number', async () => {
  const inner = memoryStore();
  const asked: FreeRequest[] = [];
  const store: Store = {
    ...inner,
    admissions: {
      ...inner.admissions,
      async admitFree(request) {
        asked.push(request);
        return inner.admissions.admitFree(request);
      },
    },
  };
  const { service, clock } = openService({ store });
  const { id: account } = await service.accounts.create({ plan: { dashboardCallsPerMinute: 2 } });
  const ask = () => service.countCall({ account, kind: 'dashboard' });
  const flood = () => countAdmitted(Array.from({ length: 50 }, ask));
  expect(await countAdmitted([ask(), ask()])).toBe(2);
  await expect(ask()).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
  expect(asked).toHaveLength(3);
  clock.advance(20_000);
  expect(await flood()).toBe(0);
  await expect(ask()).rejects.toMatchObject({ details: { retryAfterSeconds: 40 } });
  expect(asked).toHaveLength(3);
  await service.accounts.setPlan(account, { dashboardCallsPerMinute: 3 });
  expect(await countAdmitted([ask()])).toBe(1);
  expect(asked).toHaveLength(4);
  clock.advance(40_000);
  expect(await flood()).toBe(2);
});

test('a stream is lost when the others take its process for dead, and one that is opened after that is not', async () => {
  let life = new AbortController();
  const store: Store = { ...memoryStore(), ownership: () => life.signal };
  const { service } = openService({ store });
  const { id: account } = await service.accounts.create();
  const open = () => service.takePlace({ account, kind: 'stream' });
  const first = await open();
  expect(first.isLost()).toBe(false);
  life.abort();
  life = new AbortController();
  const second = await open();
  expect([first.isLost(), second.isLost()]).toEqual([true, false]);
});

test('what is done on the studio’s page costs the store nothing', async () => {
  const inner = memoryStore();
  const store: Store = {
    ...inner,
    admissions: { ...inner.admissions, admitFree: () => Promise.reject(new Error('asked')) },
  };
  const { service } = openService({ store });
  const { id: account } = await service.accounts.create();
  await expect(service.countCall({ account, kind: 'input' })).resolves.toBeUndefined();
  await expect(service.countCall({ account, kind: 'dashboard' })).rejects.toThrow('asked');
});
