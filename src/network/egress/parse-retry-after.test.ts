import { expect, test } from 'vitest';
import { parseRetryAfter } from './create-egress.ts';

const nowMs = Date.UTC(2026, 4, 1);

test('seconds and dates are milliseconds from now, never fewer than none', () => {
  expect(parseRetryAfter('2', nowMs)).toBe(2_000);
  expect(parseRetryAfter('0', nowMs)).toBe(0);
  expect(parseRetryAfter('-5', nowMs)).toBe(0);
  expect(parseRetryAfter(new Date(nowMs + 60_000).toUTCString(), nowMs)).toBe(60_000);
  expect(parseRetryAfter('Mon, 01 Jan 2001 00:00:00 GMT', nowMs)).toBe(0);
});

test('a header that is absent, empty or no time says nothing', () => {
  for (const header of [undefined, '', ' ', 'soon', '1 h']) {
    expect(parseRetryAfter(header, nowMs)).toBeUndefined();
  }
});
