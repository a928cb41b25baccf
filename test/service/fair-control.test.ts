import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { refusalsBeforePause } from '../../src/service/schedules.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { roundClock } from '../support/round-clock.ts';
import { serveReceiver, type Receiver } from '../support/serve-receiver.ts';
import {
  addCustomer,
  createGate,
  openService,
  until,
  untilEnded,
} from '../support/open-service.ts';

const minute = 60_000;
const everySecond = '* * * * * *';

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

type Claim = Store['schedules']['claimTick'];

/** A memory store whose claims of ticks go through `claim`, and the ids of the schedules that were claimed, in order. */
function openClaims(claim: (request: Parameters<Claim>[0], inner: Claim) => ReturnType<Claim>) {
  const inner = memoryStore();
  const claimed: string[] = [];
  const claimTick: Claim = async (request) => {
    claimed.push(request.id);
    return claim(request, (asked) => inner.schedules.claimTick(asked));
  };
  return { store: { ...inner, schedules: { ...inner.schedules, claimTick } }, claimed };
}

/** Each claim takes so long that the time slice of a look is over after a few. */
function openSlowClaims(clock: FakeClock, claimMs: number) {
  return openClaims((request, inner) => {
    clock.advance(claimMs);
    return inner(request);
  });
}

async function addSchedules(
  { service }: Pick<ReturnType<typeof openService>, 'service'>,
  count: number,
  credits = 0,
): Promise<void> {
  const { account, recipeId } = await addCustomer(service, { credits });
  for (let index = 0; index < count; index += 1) {
    await service.schedules.put({ account, recipeId, cron: everySecond });
  }
}

/** More than accounts may have, and oftener: what is left of before there was a bound. */
const plan = { schedules: 1_000, scheduleIntervalSeconds: 1 };

test('a tick of one account comes before the second one of an account with hundreds', async () => {
  const clock = fakeClock();
  const { store, claimed } = openSlowClaims(clock, 20);
  const opened = openService({ clock, options: { plan }, store });
  const { service } = opened;
  await service.start();
  await addSchedules(opened, 600);
  const { account, recipeId } = await addCustomer(service);
  const honest = await service.schedules.put({ account, recipeId, cron: everySecond });
  clock.advance(1_000);
  await until(() => claimed.length >= 20);
  expect(claimed.indexOf(honest.id)).toBeLessThan(2);
  const ticks = await until(async () => {
    const found = await service.schedules.listTicks({ account, id: honest.id });
    return found.length > 0 && found;
  });
  expect(ticks.at(-1)?.runId).toBeDefined();
  await service.close();
});

test('one account has twenty ticks of a look, however many are due', async () => {
  const clock = fakeClock();
  const { store, claimed } = openClaims((request, inner) => inner(request));
  const opened = openService({ clock, options: { plan }, store });
  await addSchedules(opened, 50);
  await opened.service.start();
  await until(() => {
    // No further than to the first look that finds something due.
    if (claimed.length === 0) clock.advance(1_000);
    return opened.events.filter(({ kind }) => kind === 'tick').length === 20;
  });
  await new Promise(setImmediate);
  expect(claimed.length).toBe(20);
  await opened.service.close();
});

test('a service starts, cleans up and ends runs while the ticks of an account do not come to an end', async () => {
  const { wait, open } = createGate();
  const { store, claimed } = openClaims(async (request, inner) => {
    await wait();
    return inner(request);
  });
  let recoveries = 0;
  const recover = () => {
    recoveries += 1;
    return store.recover();
  };
  const clock = fakeClock();
  const opened = openService({ clock, options: { plan }, store: { ...store, recover } });
  const { service } = opened;
  await addSchedules(opened, 100);
  clock.advance(minute);
  await service.start();
  await until(() => claimed.length > 0);
  const before = recoveries;
  for (const round of [1, 2, 3]) {
    await until(() => {
      // The round before may still be under way, and ask for the next one then.
      if (recoveries < before + round) clock.advance(1_000);
      return recoveries >= before + round;
    });
  }
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  expect(await untilEnded(service, { account, id })).toMatchObject({ status: 'completed' });
  const closed = service.close();
  open();
  await closed;
  // Those that were under way, and none of the 96 behind them.
  expect(claimed.length).toBeLessThanOrEqual(4);
});

test('a tick that waited behind those of others is late and not missed', async () => {
  const clock = fakeClock();
  const { store, claimed } = openSlowClaims(clock, 600);
  const opened = openService({ clock, options: { plan }, store });
  const { service } = opened;
  await service.start();
  // Each has one that has been due longer than the honest one.
  for (let count = 0; count < 150; count += 1) await addSchedules(opened, 1);
  const { account, recipeId } = await addCustomer(service);
  const cron = `2 ${new Date(clock.nowMs()).getUTCMinutes()} * * * *`;
  const { id, nextAtMs = 0 } = await service.schedules.put({ account, recipeId, cron });
  const [tick] = await until(async () => {
    clock.advance(500);
    const ticks = await service.schedules.listTicks({ account, id });
    return ticks[0]?.runId === undefined && ticks[0]?.error === undefined ? false : ticks;
  });
  expect((tick?.claimedAtMs ?? 0) - nextAtMs).toBeGreaterThan(minute);
  expect(tick).toMatchObject({ runId: expect.any(String) as string });
  expect(claimed.length).toBeGreaterThan(100);
  await service.close();
});

/** To the look at the end of a minute: one that begins when time passes is over before. */
async function passMinute(pass: (durationMs: number) => Promise<void>): Promise<void> {
  await pass(minute - 1_000);
  await pass(1_000);
}

test('a schedule that is refused again and again pauses, says why, and goes on when its owner resumes it', async () => {
  const { clock, pass } = roundClock();
  const { service, events } = openService({ clock });
  await service.start();
  const { account, recipeId } = await addCustomer(service, { credits: 0 });
  const { id } = await service.schedules.put({ account, recipeId, cron: '* * * * *' });
  const look = async () => (await service.schedules.list(account))[0];
  for (let count = 1; count <= refusalsBeforePause; count += 1) {
    expect((await look())?.pausedAtMs).toBeUndefined();
    await passMinute(pass);
    expect((await look())?.refusals?.count).toBe(count);
  }
  const paused = await look();
  expect(paused).toMatchObject({
    pausedAtMs: clock.nowMs(),
    refusals: {
      count: refusalsBeforePause,
      reason: expect.stringMatching(/^insufficient_credits: /) as string,
    },
  });
  expect(paused).not.toHaveProperty('nextAtMs');
  expect(await service.schedules.listTicks({ account, id })).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === 'pause')).toMatchObject([
    { scheduleId: id, account, error: expect.stringMatching(/^insufficient_credits: /) as string },
  ]);
  await passMinute(pass);
  expect((await look())?.refusals?.count).toBe(refusalsBeforePause);
  const { account: stranger } = await addCustomer(service);
  await expect(service.schedules.resume({ account: stranger, id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await service.accounts.grant(account, 100);
  const resumed = await service.schedules.resume({ account, id });
  expect(resumed).toMatchObject({ id, recipeId, nextAtMs: clock.nowMs() + minute });
  expect(resumed).not.toHaveProperty('pausedAtMs');
  expect(resumed).not.toHaveProperty('refusals');
  expect(await service.schedules.resume({ account, id })).toEqual(resumed);
  await passMinute(pass);
  expect(await service.listRuns({ account })).toHaveLength(1);
  await service.close();
});

test('a run between refused ticks begins the count anew', async () => {
  const { clock, pass } = roundClock();
  const { service } = openService({ clock });
  await service.start();
  const { account, recipeId } = await addCustomer(service, { credits: 0 });
  await service.schedules.put({ account, recipeId, cron: '* * * * *' });
  const countAfterMinute = async () => {
    await passMinute(pass);
    return (await service.schedules.list(account))[0]?.refusals?.count;
  };
  expect([await countAfterMinute(), await countAfterMinute()]).toEqual([1, 2]);
  await service.accounts.grant(account, 100);
  expect(await countAfterMinute()).toBeUndefined();
  await service.accounts.setPlan(account, { schedulesAllowed: false });
  expect(await countAfterMinute()).toBe(1);
  await service.close();
});

test('the runs of a dead process are ended for a second before the service works, the rest beside its work', async () => {
  const clock = fakeClock();
  const inner = memoryStore();
  const ended: string[] = [];
  const store: Store = {
    ...inner,
    recover: () => inner.runs.list({ account: undefined, unfinished: true, limit: 100 }),
    runs: {
      ...inner.runs,
      end(ending) {
        clock.advance(300);
        ended.push(ending.id);
        return inner.runs.end(ending);
      },
    },
  };
  // Not started: what it queues is lost with it.
  const dead = openService({ clock, options: { plan }, store });
  const many = await addCustomer(dead.service);
  for (let count = 0; count < 10; count += 1) await dead.service.dispatchRun(many);
  const few = await addCustomer(dead.service);
  const { id: own } = await dead.service.dispatchRun(few);
  const { service } = openService({ clock, options: { plan }, store });
  await service.start();
  expect(ended.length).toBeLessThan(8);
  // It came last, and its account has its turn.
  expect(ended.slice(0, 2)).toContain(own);
  await until(() => {
    clock.advance(1_000);
    return ended.length === 11;
  });
  await service.close();
});

test('an account whose receivers say nothing keeps no webhook of another from being sent', async () => {
  const silent = await serveReceiver(() => 'silence');
  const honest = await serveReceiver();
  receivers.push(silent, honest);
  const allowPrivate = [...silent.allowPrivate, ...honest.allowPrivate];
  const { service } = openService({ gleaner: { egress: { allowPrivate } } });
  await service.start();
  const slow = await addCustomer(service);
  await service.accounts.setWebhook(slow.account, { url: silent.url });
  for (let count = 0; count < 12; count += 1) await service.dispatchRun(slow);
  await until(() => silent.requests.length === 2);
  const other = await addCustomer(service);
  await service.accounts.setWebhook(other.account, { url: honest.url });
  for (let count = 0; count < 3; count += 1) await service.dispatchRun(other);
  await until(() => honest.requests.length === 3);
  expect(silent.requests.length).toBe(2);
});

test('a receiver that says nothing keeps a service from closing for three seconds at most', async () => {
  const silent = await serveReceiver(() => 'silence');
  receivers.push(silent);
  const { service, clock } = openService({
    gleaner: { egress: { allowPrivate: silent.allowPrivate } },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  await service.accounts.setWebhook(account, { url: silent.url });
  for (let count = 0; count < 4; count += 1) await service.dispatchRun({ account, recipeId });
  await until(() => silent.requests.length === 2);
  let isClosed = false;
  const closing = service.close().then(() => (isClosed = true));
  await until(() => {
    clock.advance(100);
    return isClosed;
  });
  await closing;
  const deliveries = await service.listDeliveries({ account });
  const ends = deliveries.map(({ state, error }) => [state, error?.slice(0, 26)]);
  // Newest first: the two that waited came last.
  expect(ends).toEqual([
    ['pending', undefined],
    ['pending', undefined],
    ['failed', 'The service was shut down '],
    ['failed', 'The service was shut down '],
  ]);
});
