import assert from 'node:assert/strict';
import type {
  AdmissionRequest,
  FreeAdmission,
  FreeRequest,
  RateLimits,
} from '../../../src/runtime/contracts/store/request-store.ts';
import type { Balance } from '../../../src/runtime/contracts/ledger.ts';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import { addAccount, addRun, startMs } from './samples.ts';

const unlimited: RateLimits = { requestsPerMinute: Infinity, inFlight: Infinity };
const ofMinute = (requestsPerMinute: number): RateLimits => ({ ...unlimited, requestsPerMinute });
const atOnce = (inFlight: number): RateLimits => ({ ...unlimited, inFlight });

/** A call of ada's that holds one credit; `changes` say otherwise. */
export function admit(store: Store, changes: Partial<AdmissionRequest> = {}): Promise<Balance> {
  return store.admissions.admit({
    id: 'h1',
    account: 'ada',
    credits: 1,
    kind: 'call',
    limits: unlimited,
    nowMs: startMs,
    ...changes,
  });
}

/** Something of ada's without credits; `changes` say otherwise. */
export function admitFree(
  store: Store,
  changes: Partial<FreeRequest> = {},
): Promise<FreeAdmission> {
  return store.admissions.admitFree({
    id: 'p1',
    account: 'ada',
    kind: 'dashboard',
    limits: unlimited,
    nowMs: startMs,
    ...changes,
  });
}

const admitted: FreeAdmission = { state: 'admitted' };
const placesFull: FreeAdmission = { state: 'places full' };
const minuteFull = (freeInMs: number): FreeAdmission => ({ state: 'minute full', freeInMs });

async function limitOf(attempt: Promise<unknown>): Promise<unknown> {
  return (await refusalOf(attempt, 'rate_limited')).details;
}

const minute = (limitPerMin: number, retryAfterSeconds: number) => ({
  reason: 'rate_limit_per_min',
  limitPerMin,
  retryAfterSeconds,
});
const flight = (maxConcurrent: number) => ({
  reason: 'max_concurrent_requests',
  maxConcurrent,
  retryAfterSeconds: 1,
});

/** What a store promises of requests per minute and in flight. */
export const admissionChecks: readonly ContractCheck<Store>[] = toChecks({
  'a request that is admitted holds its credits, and its hold is posted like any other': async (
    store,
  ) => {
    await addAccount(store, 'ada', 10);
    assert.deepEqual(await admit(store, { credits: 4 }), { balance: 10, held: 4 });
    await refusalOf(admit(store), 'conflict');
    assert.deepEqual(await store.ledger.post('h1', 3), { balance: 7, held: 0 });
  },
  'a request beyond the minute is refused, with the seconds until one is free': async (store) => {
    await addAccount(store, 'ada', 10);
    const limits = ofMinute(2);
    await admit(store, { id: 'h1', limits });
    await admit(store, { id: 'h2', limits, nowMs: startMs + 20_000 });
    const refused = admit(store, { id: 'h3', limits, nowMs: startMs + 20_500 });
    assert.deepEqual(await limitOf(refused), minute(2, 40));
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 2 });
    await addAccount(store, 'bob', 10);
    await admit(store, { id: 'h4', account: 'bob', limits });
  },
  'the minute slides: a place is free 60 s after it was taken, and not before': async (store) => {
    await addAccount(store, 'ada', 10);
    const limits = ofMinute(2);
    await admit(store, { id: 'h1', limits });
    await admit(store, { id: 'h2', limits, nowMs: startMs + 59_000 });
    const early = admit(store, { id: 'h3', limits, nowMs: startMs + 59_999 });
    assert.deepEqual(await limitOf(early), minute(2, 1));
    await admit(store, { id: 'h3', limits, nowMs: startMs + 60_000 });
    const next = admit(store, { id: 'h4', limits, nowMs: startMs + 60_000 });
    assert.deepEqual(await limitOf(next), minute(2, 59));
  },
  'the minute is exact over hundreds of requests, and under a limit that changes': async (
    store,
  ) => {
    await addAccount(store, 'ada', 1_000);
    let admitted = 0;
    for (let second = 0; second < 130; second += 1) {
      for (const half of [0, 500]) {
        const nowMs = startMs + second * 1_000 + half;
        const ask = admit(store, { id: `h${second}-${half}`, limits: ofMinute(50), nowMs });
        await ask.then(
          () => (admitted += 1),
          () => {},
        );
      }
    }
    // 25 s of every 60 are used: 0 to 25, 60 to 85, 120 to 130.
    assert.equal(admitted, 120);
    const nowMs = startMs + 130_000;
    const fewer = admit(store, { id: 'fewer', limits: ofMinute(20), nowMs });
    assert.deepEqual(await limitOf(fewer), minute(20, 50));
    await admit(store, { id: 'more', limits: ofMinute(51), nowMs });
  },
  'a clock that is set back by a little frees nothing, and by more than a minute blocks nothing':
    async (store) => {
      await addAccount(store, 'ada', 10);
      const limits = ofMinute(2);
      await admit(store, { id: 'h1', limits, nowMs: startMs + 30_000 });
      await admit(store, { id: 'h2', limits });
      const behind = admit(store, { id: 'h3', limits, nowMs: startMs + 1_000 });
      assert.deepEqual(await limitOf(behind), minute(2, 89));
      const later = admit(store, { id: 'h3', limits, nowMs: startMs + 89_999 });
      assert.deepEqual(await limitOf(later), minute(2, 1));
      await admit(store, { id: 'h3', limits, nowMs: startMs - 3_600_000 });
    },
  'requests in flight are limited until their holds are posted or void; a bare hold is no request':
    async (store) => {
      await addAccount(store, 'ada', 100);
      const limits = atOnce(2);
      await store.ledger.hold({ id: 'bare', account: 'ada', credits: 1 });
      await admit(store, { id: 'h1', limits });
      await admit(store, { id: 'h2', limits });
      assert.deepEqual(await limitOf(admit(store, { id: 'h3', limits })), flight(2));
      await store.ledger.post('h1', 1);
      await admit(store, { id: 'h3', limits });
      assert.deepEqual(await limitOf(admit(store, { id: 'h4', limits })), flight(2));
      await store.ledger.void('h2');
      await admit(store, { id: 'h4', limits });
      const question = { account: 'ada', key: 'k', digest: 'd' };
      await store.idempotency.begin({ ...question, expiresAtMs: startMs + 100, nowMs: startMs });
      const post = { holdId: 'h4', credits: 1 };
      await store.idempotency.complete({ ...question, value: 'v', post });
      await admit(store, { id: 'h5', limits });
    },
  'a run is in flight only while it is admitted': async (store) => {
    await addAccount(store, 'ada', 100);
    await admit(store, { id: 'h1', kind: 'run', limits: atOnce(1) });
    await admit(store, { id: 'h2', limits: atOnce(1) });
    const refused = admit(store, { id: 'h3', kind: 'run', limits: atOnce(1) });
    assert.deepEqual(await limitOf(refused), flight(1));
  },
  'the minute is told before the requests in flight, both before the credits, and what is refused is not counted':
    async (store) => {
      await addAccount(store, 'ada', 1);
      const limits = { requestsPerMinute: 2, inFlight: 1 };
      await admit(store, { id: 'h1', limits });
      for (let tries = 0; tries < 5; tries += 1) {
        const crowded = admit(store, { id: 'h2', credits: 5, limits });
        assert.deepEqual(await limitOf(crowded), flight(1));
      }
      await store.ledger.void('h1');
      for (let tries = 0; tries < 5; tries += 1) {
        const poor = admit(store, { id: 'h2', credits: 5, limits });
        await refusalOf(poor, 'insufficient_credits');
      }
      await admit(store, { id: 'h2', limits });
      const last = admit(store, { id: 'h3', credits: 5, limits });
      assert.deepEqual(await limitOf(last), minute(2, 60));
    },
  'a dispatch is a request, unless a schedule makes it; one that is refused is not counted': async (
    store,
  ) => {
    await addAccount(store, 'ada', 5);
    const limits = { requestsPerMinute: 2, inFlight: 1 };
    await admit(store, { id: 'h1', limits });
    assert.deepEqual(await limitOf(addRun(store, { id: 'r1', limits })), flight(1));
    await addRun(store, { id: 'scheduled' });
    await store.ledger.void('h1');
    const broke = addRun(store, { id: 'r1', limits, creditsPerPage: 50 });
    await refusalOf(broke, 'insufficient_credits');
    const full = { limit: 1, sinceMs: startMs - 1 };
    const beyond = await limitOf(addRun(store, { id: 'r1', limits, quota: full }));
    assert.ok(typeof beyond === 'object' && beyond !== null && 'reason' in beyond);
    assert.equal(beyond.reason, 'sb_runs_per_month');
    await addRun(store, { id: 'r1', limits });
    assert.deepEqual(await limitOf(addRun(store, { id: 'r2', limits })), minute(2, 60));
    assert.equal(await store.runs.find({ account: 'ada', id: 'r2' }), undefined);
  },
  'of many requests at once exactly those are admitted that the limits allow': async (store) => {
    for (const account of ['ada', 'bob', 'cy']) await addAccount(store, account, 1_000);
    const ask = (account: string, limits: RateLimits) =>
      Array.from({ length: 20 }, (_, index) =>
        index % 4 === 0 && account === 'cy'
          ? addRun(store, { id: `${account}-${index}`, account, limits })
          : admit(store, { id: `${account}-${index}`, account, limits }),
      );
    const asked = [
      ...ask('ada', ofMinute(7)),
      ...ask('bob', atOnce(3)),
      ...ask('cy', { requestsPerMinute: 9, inFlight: 1_000 }),
    ];
    const outcomes = await Promise.allSettled(asked);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 7 + 3 + 9);
  },
  'what costs no credits has a minute for each kind, which slides like that of requests': async (
    store,
  ) => {
    await addAccount(store, 'ada', 10);
    await addAccount(store, 'bob', 10);
    const limits = ofMinute(2);
    await admit(store, { limits });
    assert.deepEqual(await admitFree(store, { limits }), admitted);
    assert.deepEqual(await admitFree(store, { limits, nowMs: startMs + 20_000 }), admitted);
    const late = { limits, nowMs: startMs + 20_500 };
    assert.deepEqual(await admitFree(store, late), minuteFull(39_500));
    // Neither of another kind, nor of another account, nor requests.
    assert.deepEqual(await admitFree(store, { ...late, kind: 'webhook-test' }), admitted);
    assert.deepEqual(await admitFree(store, { ...late, account: 'bob' }), admitted);
    await admit(store, { ...late, id: 'h2' });
    assert.deepEqual(await admitFree(store, { ...late, limits: ofMinute(3) }), admitted);
    assert.deepEqual(await admitFree(store, { limits, nowMs: startMs + 79_999 }), minuteFull(1));
    assert.deepEqual(await admitFree(store, { limits, nowMs: startMs + 80_000 }), admitted);
    assert.deepEqual(await admitFree(store, { ...late, limits: ofMinute(0) }), minuteFull(60_000));
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 2 });
  },
  'the minute of what costs no credits is exact over hundreds of calls': async (store) => {
    await addAccount(store, 'ada', 10);
    let count = 0;
    for (let second = 0; second < 130; second += 1) {
      for (const half of [0, 500]) {
        const nowMs = startMs + second * 1_000 + half;
        const { state } = await admitFree(store, { limits: ofMinute(50), nowMs });
        if (state === 'admitted') count += 1;
      }
    }
    // 25 s of every 60 are used: 0 to 25, 60 to 85, 120 to 130.
    assert.equal(count, 120);
  },
  'places are taken until they are left, each kind by itself, and freeing one again frees no other':
    async (store) => {
      await addAccount(store, 'ada', 10);
      await addAccount(store, 'bob', 10);
      const stream = { kind: 'stream', limits: atOnce(2) } as const;
      await admit(store, { limits: atOnce(1) });
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p1' }), admitted);
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p2' }), admitted);
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p3' }), placesFull);
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p4', account: 'bob' }), admitted);
      const trial = {
        kind: 'webhook-test',
        limits: { requestsPerMinute: 2, inFlight: 1 },
      } as const;
      assert.deepEqual(await admitFree(store, { ...trial, id: 'p5' }), admitted);
      assert.deepEqual(await admitFree(store, { ...trial, id: 'p6' }), placesFull);
      await store.admissions.leave('p1');
      await store.admissions.leave('p1');
      await store.admissions.leave('p5');
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p7' }), admitted);
      assert.deepEqual(await admitFree(store, { ...stream, id: 'p8' }), placesFull);
      // The trial that found no place was not counted.
      assert.deepEqual(await admitFree(store, { ...trial, id: 'p9' }), admitted);
      assert.deepEqual(await admitFree(store, { ...trial, id: 'p10' }), minuteFull(60_000));
    },
  'of many at once without credits exactly those are admitted that the limits allow': async (
    store,
  ) => {
    for (const account of ['ada', 'bob']) await addAccount(store, account, 10);
    const asked = Array.from({ length: 40 }, (_, index) => [
      admitFree(store, { limits: ofMinute(7) }),
      admitFree(store, { id: `p${index}`, account: 'bob', kind: 'stream', limits: atOnce(3) }),
    ]).flat();
    const states = (await Promise.all(asked)).filter(({ state }) => state === 'admitted');
    assert.equal(states.length, 7 + 3);
  },
  'requests that left their minute are forgotten': async (store) => {
    await addAccount(store, 'ada', 10);
    for (const id of ['h1', 'h2', 'h3']) await admit(store, { id, limits: ofMinute(3) });
    await admitFree(store, { limits: ofMinute(3) });
    await admitFree(store, { kind: 'webhook-test', limits: ofMinute(3) });
    const bounds = {
      holdAgeMs: Number.MAX_SAFE_INTEGER,
      runAgeMs: 1_000_000,
      deliveryAgeMs: 1_000_000,
      tickAgeMs: 1_000_000,
      limit: 100,
    };
    assert.equal(await store.sweep({ ...bounds, nowMs: startMs + 59_999 }), 0);
    assert.deepEqual(await limitOf(admit(store, { id: 'h4', limits: ofMinute(3) })), minute(3, 60));
    assert.equal(await store.sweep({ ...bounds, nowMs: startMs + 60_000 }), 5);
    assert.equal(await store.sweep({ ...bounds, nowMs: startMs + 60_000 }), 0);
    await admit(store, { id: 'h4', limits: ofMinute(1), nowMs: startMs + 60_000 });
  },
});
