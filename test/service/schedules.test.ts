import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import type { Service } from '../../src/service/create-service.ts';
import { parseCron } from '../../src/service/schedules.ts';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { roundClock } from '../support/round-clock.ts';
import { eachStore, useFolder } from '../support/each-store.ts';
import { addCustomer, createGate, openService, until } from '../support/open-service.ts';

const minute = 60_000;

/** Goes on second by second, as rounds do, until a tick says what came of it. */
async function untilTicks(
  { service, clock }: { readonly service: Service; readonly clock: FakeClock },
  reference: { readonly account: string; readonly id: string },
  count = 1,
) {
  return until(async () => {
    clock.advance(1_000);
    const ticks = await service.schedules.listTicks(reference);
    const settled = ticks.filter((tick) => tick.runId ?? tick.error);
    return settled.length >= count && settled;
  });
}

eachStore((openStore) => {
  test('a schedule runs its recipe when it falls due, and then again', async () => {
    const opened = openService({ store: openStore() });
    const { service, clock } = opened;
    await service.start();
    const { account, recipeId } = await addCustomer(service, { credits: 1_000 });
    const { id, nextAtMs } = await service.schedules.put({
      account,
      recipeId,
      cron: '*/5 * * * *',
    });
    expect(nextAtMs).toBe(clock.nowMs() + 5 * minute);
    clock.advance(4 * minute + 55_000);
    const [second, first] = await untilTicks(opened, { account, id }, 2);
    expect([first?.error, second?.error]).toEqual([undefined, undefined]);
    expect(first).toMatchObject({ dueAtMs: nextAtMs });
    expect(second?.dueAtMs).toBe((nextAtMs ?? 0) + 5 * minute);
    const runs = await service.listRuns({ account });
    expect(new Set(runs.map((run) => run.id))).toEqual(new Set([first?.runId, second?.runId]));
    await service.close();
  });

  test('a tick whose run cannot start is recorded with the reason', async () => {
    const opened = openService({ store: openStore() });
    const { service, clock } = opened;
    await service.start();
    const cases = [
      [{ credits: 1 }, 'insufficient_credits'],
      [{ plan: { runsPerMonth: 0 } }, 'rate_limited'],
      [{ emailVerified: false }, 'email_verification_required'],
    ] as const;
    const references = [];
    for (const [input, code] of cases) {
      const { account, recipeId } = await addCustomer(service, input);
      const { id } = await service.schedules.put({ account, recipeId, cron: '* * * * *' });
      references.push({ account, id, code });
    }
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.schedules.put({ account, recipeId, cron: '* * * * *' });
    await service.accounts.setPlan(account, { schedulesAllowed: false });
    references.push({ account, id, code: 'forbidden' });
    clock.advance(55_000);
    for (const { code, ...reference } of references) {
      const [tick] = await untilTicks(opened, reference);
      expect(tick?.error).toMatch(new RegExp(`^${code}: `));
      expect(tick).not.toHaveProperty('runId');
      expect(await service.listRuns({ account: reference.account })).toEqual([]);
    }
    await service.close();
  });

  test.each([
    ['hours ago', 3 * 60 * minute + 5_000],
    ['three seconds ago', 60 * minute + 3_000],
  ])(
    'what fell due %s, while the service was down, is recorded and not made up',
    async (_, downMs) => {
      const store = openStore();
      const before = openService({ store });
      const { account, recipeId } = await addCustomer(before.service);
      const { id } = await before.service.schedules.put({ account, recipeId, cron: '0 * * * *' });
      const clock = fakeClock(before.clock.nowMs() + downMs);
      const { service } = openService({ store, clock });
      await service.start();
      const ticks = await untilTicks({ service, clock }, { account, id });
      expect(ticks).toMatchObject([{ error: 'missed: the service was not running' }]);
      expect(await service.listRuns({ account })).toEqual([]);
      const [schedule] = await service.schedules.list(account);
      expect(schedule?.nextAtMs).toBeGreaterThan(clock.nowMs());
      await service.close();
    },
  );

  test.each([
    ['while the tick before it is left to others', 1_000],
    ['long after the tick before it', 5 * minute + 1_000],
  ])('the first tick after the start runs where it falls due %s', async (_, downMs) => {
    const store = openStore();
    const before = openService({ store });
    const { account, recipeId } = await addCustomer(before.service);
    await before.service.accounts.setPlan(account, { scheduleIntervalSeconds: 1 });
    const schedule = { account, recipeId, cron: '*/5 * * * * *' };
    const { id, nextAtMs = 0 } = await before.service.schedules.put(schedule);
    const clock = fakeClock(nextAtMs + downMs);
    const { service } = openService({ store, clock });
    await service.start();
    const ticks = await untilTicks({ service, clock }, { account, id }, 2);
    expect(ticks.slice(-2)).toMatchObject([
      { dueAtMs: nextAtMs + downMs + 4_000, runId: expect.any(String) as string },
      { dueAtMs: nextAtMs, error: 'missed: the service was not running' },
    ]);
    await service.close();
  });

  test.each([
    ['the first look at the schedules', 5_000],
    ['the first look at the schedules', 5 * minute],
    ['the clean-up before it', 5_000],
    ['the clean-up before it', 5 * minute],
  ])(
    'what falls due after the start runs, although %s is held up for %d ms',
    async (held, heldMs) => {
      const inner = openStore();
      const gate = createGate();
      const store: Store =
        held === 'the clean-up before it'
          ? { ...inner, recover: () => gate.wait().then(() => inner.recover()) }
          : {
              ...inner,
              schedules: {
                ...inner.schedules,
                listDue: (query) => gate.wait().then(() => inner.schedules.listDue(query)),
              },
            };
      const opened = openService({ store });
      const { service, clock } = opened;
      const { account, recipeId } = await addCustomer(service, { credits: 1_000 });
      const schedule = { account, recipeId, cron: '*/10 * * * *' };
      const { id, nextAtMs = 0 } = await service.schedules.put(schedule);
      clock.advance(nextAtMs - clock.nowMs() - 1_000);
      const started = service.start();
      clock.advance(heldMs);
      gate.open();
      await started;
      const [tick] = await untilTicks(opened, { account, id });
      expect(tick).toMatchObject({ dueAtMs: nextAtMs, runId: expect.any(String) as string });
      expect(tick).not.toHaveProperty('error');
      await service.close();
    },
  );

  test('a schedule is its account’s own, goes with its recipe, and needs a plan that allows it', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const { account: stranger, recipeId: strangersRecipe } = await addCustomer(service);
    const { id } = await service.schedules.put({ account, recipeId, cron: '@daily' });
    const isUnknown = { code: 'not_found' };
    const cron = '@daily';
    for (const attempt of [
      () => service.schedules.put({ account: stranger, recipeId, cron }),
      () => service.schedules.put({ account: stranger, recipeId: strangersRecipe, id, cron }),
      () => service.schedules.put({ account, recipeId, id: 'made-up', cron }),
      () => service.schedules.put({ account: 'nobody', recipeId, cron }),
      () => service.schedules.delete({ account: stranger, id }),
      () => service.schedules.listTicks({ account: stranger, id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(isUnknown);
    }
    expect(await service.schedules.list(stranger)).toEqual([]);
    const replaced = await service.schedules.put({ account, recipeId, id, cron: '@hourly' });
    expect(await service.schedules.list(account)).toEqual([replaced]);
    await service.recipes.delete({ account, id: recipeId });
    expect(await service.schedules.list(account)).toEqual([]);
    await service.accounts.setPlan(stranger, { schedulesAllowed: false });
    await expect(
      service.schedules.put({ account: stranger, recipeId: strangersRecipe, cron }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

const nextAfter = (cron: string, timeZone: string, now: string) => {
  const nextAtMs = parseCron({ cron, timeZone }).findNext(Date.parse(now));
  return nextAtMs === undefined ? undefined : new Date(nextAtMs).toISOString();
};

describe('when the next tick is', () => {
  test('time zones and summer time count', () => {
    const berlin = (now: string) => nextAfter('30 2 * * *', 'Europe/Berlin', now);
    expect(berlin('2026-01-01T00:00:00Z')).toBe('2026-01-01T01:30:00.000Z');
    expect(berlin('2026-07-01T00:00:00Z')).toBe('2026-07-01T00:30:00.000Z');
    // 02:30 does not exist on 29 March: it is made up at 03:00. On 25 October it exists twice: once is enough.
    expect(berlin('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(berlin('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(berlin('2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
    expect(nextAfter('0 9 * * 1', 'Asia/Kolkata', '2026-01-01T00:00:00Z')).toBe(
      '2026-01-05T03:30:00.000Z',
    );
  });

  test.each([
    ['0,30 2 28 3 *', 'Europe/Berlin', ['2027-03-28T01:00', '2028-03-28T00:00']],
    ['*/15 2 28 3 *', 'Europe/Berlin', ['2027-03-28T01:00', '2028-03-28T00:00']],
    ['0,30 2 * * *', 'Europe/Berlin', ['2027-03-28T01:00', '2027-03-29T00:00']],
    ['0 1-3 * * *', 'Europe/Berlin', ['2027-03-28T00:00', '2027-03-28T01:00', '2027-03-28T23:00']],
    ['30 * * * *', 'Europe/Berlin', ['2027-03-28T00:30', '2027-03-28T01:30']],
  ])('%s in %s comes after the hour that is skipped', (cron, timeZone, expected) => {
    let now = '2027-03-27T23:30:00Z';
    for (const next of expected) {
      now = nextAfter(cron, timeZone, now) ?? '';
      expect(now).toBe(`${next}:00.000Z`);
    }
  });

  test.each([
    ['0,30 1 * * *', ['2027-11-07T05:00', '2027-11-07T05:30', '2027-11-08T06:00']],
    ['15 1-2 * * *', ['2027-11-07T05:15', '2027-11-07T07:15', '2027-11-08T06:15']],
    ['30 * * * *', ['2027-11-07T04:30', '2027-11-07T05:30', '2027-11-07T06:30']],
  ])(
    '%s comes once in the hour that is repeated, unless it is for every hour',
    (cron, expected) => {
      let now = '2027-11-07T04:00:00Z';
      for (const next of expected) {
        now = nextAfter(cron, 'America/New_York', now) ?? '';
        expect(now).toBe(`${next}:00.000Z`);
      }
    },
  );

  test('a day that begins with the skipped hour has its ticks', () => {
    const [cron, timeZone] = ['0,30 0 * * *', 'Asia/Beirut'];
    const skipped = '2027-03-27T22:00:00.000Z';
    expect(nextAfter(cron, timeZone, '2027-03-27T12:00:00Z')).toBe(skipped);
    expect(nextAfter(cron, timeZone, skipped)).toBe('2027-03-28T21:00:00.000Z');
  });

  test.each([
    ['* * * 13 *', 'no month 13: it goes from 1 to 12'],
    ['* * 0 * *', 'no day of the month 0: it goes from 1 to 31'],
    ['* * 1-40 * *', 'no day of the month 32: it goes from 1 to 31'],
    ['* 24 * * *', 'no hour 24: it goes from 0 to 23'],
    ['60 * * * *', 'no minute 60: it goes from 0 to 59'],
    ['* * * * 8', 'no day of the week 8: it goes from 0 to 7'],
  ])('%s is refused with the value and its range', (cron, message) => {
    expect(() => parseCron({ cron, timeZone: 'UTC' })).toThrow(message);
  });

  test.each([
    ['x', 'UTC', '/cron'],
    ['', 'UTC', '/cron'],
    ['60 * * * *', 'UTC', '/cron'],
    ['0 0 31 2 *', 'UTC', '/cron'],
    ['2020-01-01T00:00:00', 'UTC', '/cron'],
    ['2100-01-01T00:00:00', 'UTC', '/cron'],
    ['* * * * * * *', 'UTC', '/cron'],
    ['0 0 0 1 1 * 2100', 'UTC', '/cron'],
    ['* * * *', 'UTC', '/cron'],
    [undefined as unknown as string, 'UTC', '/cron'],
    [`0 ${'1,'.repeat(10_000)}1 * * *`, 'UTC', '/cron'],
    ['* * * * *', 'Europe/Atlantis', '/timeZone'],
    ['* * * * *', '', '/timeZone'],
  ])('%s in %s is refused at %s', async (cron, timeZone, path) => {
    const { service } = openService();
    const { account, recipeId } = await addCustomer(service);
    await expect(
      service.schedules.put({ account, recipeId, cron, timeZone }),
    ).rejects.toMatchObject({ code: 'invalid_request', details: { issues: [{ path }] } });
  });

  test.each(['* * * * * * *', undefined as unknown as string])(
    '%s has no preview either',
    async (cron) => {
      const { service } = openService();
      await expect(service.schedules.preview({ cron })).rejects.toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: '/cron' }] },
      });
    },
  );
});

describe('with two processes on one folder', () => {
  const { openStore } = useFolder();

  test('a tick starts one run', async () => {
    const clock = fakeClock();
    const one = openService({ store: openStore(), clock });
    const other = openService({ store: openStore(), clock });
    await Promise.all([one.service.start(), other.service.start()]);
    const { account, recipeId } = await addCustomer(one.service, { credits: 1_000 });
    const { id } = await one.service.schedules.put({ account, recipeId, cron: '* * * * *' });
    clock.advance(50_000);
    await untilTicks(one, { account, id }, 3);
    await Promise.all([one.service.close(), other.service.close()]);
    const ticks = await one.service.schedules.listTicks({ account, id });
    const runs = await one.service.listRuns({ account });
    // The time of this test flies, so that some ticks may have been missed.
    expect(runs.length).toBe(ticks.filter(({ runId }) => runId !== undefined).length);
    expect(runs.length).toBeGreaterThan(0);
  });

  test('one that has just come leaves what is just due to the one that was there', async () => {
    const { clock, pass } = roundClock();
    const first = openService({ store: openStore(), clock });
    const { account, recipeId } = await addCustomer(first.service);
    const { id } = await first.service.schedules.put({ account, recipeId, cron: '0 * * * *' });
    await first.service.start();
    // The first one’s next round comes after the tick, and after the other’s start.
    const late = fakeClock(clock.nowMs() + 60 * minute + 500);
    const second = openService({ store: openStore(), clock: late });
    await second.service.start();
    await pass(60 * minute - 500);
    expect(await first.service.schedules.listTicks({ account, id })).toEqual([]);
    await pass(1_000);
    const [tick] = await first.service.schedules.listTicks({ account, id });
    expect(tick?.runId).toBeDefined();
    await Promise.all([first.service.close(), second.service.close()]);
  });
});
