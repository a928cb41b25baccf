import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../storage/stores/sqlite-store.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { createIdempotency, type Idempotency } from './create-idempotency.ts';

const request = { account: 'ada', key: 'k1', digest: 'a', signal: undefined };

function open() {
  const { idempotency: store, ledger } = memoryStore();
  const idempotency = createIdempotency({
    store,
    clock: fakeClock(),
    forget: (_reference, work) => work(),
  });
  return { idempotency, ledger };
}

/** Takes the key again: whether it is free for a first request. */
async function isFree(idempotency: Idempotency, digest = 'a'): Promise<boolean> {
  const turn = await idempotency.take({ ...request, digest });
  turn.end();
  return turn.saved === undefined;
}

describe('createIdempotency', () => {
  test('a request waits for the earlier one with its key, and finds what that one kept', async () => {
    const { idempotency, ledger } = open();
    await ledger.hold({ id: 'h1', account: 'ada', credits: 0 });
    const first = await idempotency.take(request);
    const second = idempotency.take(request);
    const post = { holdId: 'h1', credits: 0 };
    await expect(first.complete({ value: 'done', post })).resolves.toEqual(
      await ledger.balance('ada'),
    );
    expect((await second).saved).toEqual({ value: 'done' });
  });

  test('another request with the key of one under way is a conflict at once', async () => {
    const { idempotency } = open();
    await idempotency.take(request);
    await expect(idempotency.take({ ...request, digest: 'b' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('account and key are distinguished: no pair of names runs into another', async () => {
    const { idempotency } = open();
    await idempotency.take({ ...request, account: 'a"b', key: 'c' });
    const turn = await idempotency.take({ ...request, account: 'a', key: 'b"c' });
    expect(turn.saved).toBeUndefined();
  });

  test('a failed request frees the key, for other requests too', async () => {
    const { idempotency } = open();
    const first = await idempotency.take(request);
    const second = idempotency.take(request);
    await first.fail();
    const turn = await second;
    expect(turn.saved).toBeUndefined();
    await turn.fail();
    expect(await isFree(idempotency, 'b')).toBe(true);
  });

  test('a key in use in another process is a conflict, and can be taken once it is free there', async () => {
    const { idempotency: store } = memoryStore();
    let isBusy = true;
    const idempotency = createIdempotency({
      store: {
        ...store,
        begin: async (asked) => (isBusy ? { state: 'busy' } : store.begin(asked)),
      },
      clock: fakeClock(),
      forget: (_reference, work) => work(),
    });
    await expect(idempotency.take(request)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('under way'),
    });
    isBusy = false;
    expect(await isFree(idempotency)).toBe(true);
  });

  test('a request may leave the queue without touching the one under way', async () => {
    const { idempotency } = open();
    const first = await idempotency.take(request);
    const leaver = new AbortController();
    const second = idempotency.take({ ...request, signal: leaver.signal });
    leaver.abort(new Error('changed my mind'));
    await expect(second).rejects.toThrow('changed my mind');
    await first.fail();
    expect(await isFree(idempotency)).toBe(true);
  });
});
