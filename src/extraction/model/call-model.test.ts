import { setImmediate as nextTurn } from 'node:timers/promises';
import { APICallError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake-clock.ts';
import { retryCall } from './call-model.ts';

test('an abort while the next try is waited for ends the call with its reason', async () => {
  const caller = new AbortController();
  const reason = new Error('too late');
  let calls = 0;
  const failing = (): Promise<never> => {
    calls += 1;
    return Promise.reject(
      new APICallError({
        message: 'busy',
        url: 'http://127.0.0.1/',
        requestBodyValues: {},
        statusCode: 429,
        responseHeaders: { 'retry-after': '60' },
      }),
    );
  };
  const clock = fakeClock();
  const retried = retryCall(failing, { maxRetries: 1, clock, signal: caller.signal });
  await nextTurn();
  expect(calls).toBe(1);
  caller.abort(reason);
  await expect(retried).rejects.toBe(reason);
  expect(calls).toBe(1);
});
