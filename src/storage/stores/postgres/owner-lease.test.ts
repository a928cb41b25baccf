import { expect, test } from 'vitest';
import { createOwnership } from './owner-lease.ts';

test('a name whose time is over is given up by the next question, before any timer fires', () => {
  const ownership = createOwnership();
  const { id, signal } = ownership.current();
  ownership.trust(id, performance.now() + 60_000);
  expect(ownership.current().id).toBe(id);
  ownership.trust(id, performance.now());
  const next = ownership.current();
  expect(next.id).not.toBe(id);
  expect(signal.reason).toMatchObject({ code: 'service_unavailable' });
  expect(next.signal.aborted).toBe(false);
  expect(ownership.hasLost(id)).toBe(true);
  // What is heard of the lost name is too late.
  ownership.trust(id, 0);
  expect(ownership.current().id).toBe(next.id);
});
