import { expect, test } from 'vitest';
import { parseRetryAfter } from './parse-retry-after.ts';

test('seconds and dates are milliseconds from now, never fewer than none', () => {
  expect(parseRetryAfter('2')).toBe(2_000);
  expect(parseRetryAfter('0')).toBe(0);
  expect(parseRetryAfter('-5')).toBe(0);
  const date = new Date(Date.now() + 60_000).toUTCString();
  const delayMs = parseRetryAfter(date) ?? 0;
  expect(delayMs).toBeGreaterThan(50_000);
  expect(delayMs).toBeLessThanOrEqual(60_000);
  expect(parseRetryAfter('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(0);
});

test('a header that is absent, empty or no time says nothing', () => {
  for (const header of [undefined, '', ' ', 'soon', '1 h']) {
    expect(parseRetryAfter(header)).toBeUndefined();
  }
});
