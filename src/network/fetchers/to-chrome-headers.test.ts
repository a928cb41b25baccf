import { describe, expect, test } from 'vitest';
import { toChromeHeaders } from './to-chrome-headers.ts';

function sentOn(date: string): Readonly<Record<string, string>> {
  return toChromeHeaders(Date.parse(date));
}

describe('the Chrome that is named', () => {
  test.each([
    ['2026-09-08', 153],
    ['2026-10-05', 153],
    ['2026-10-06', 154],
    ['2026-12-15', 159],
    ['1970-01-01', 153],
  ])('on %s is the one before the newest: %i', (date, major) => {
    const headers = sentOn(date);
    expect(headers['user-agent']).toContain(` Chrome/${major}.0.0.0 `);
    expect(headers['sec-ch-ua']).toContain(`"Google Chrome";v="${major}"`);
    expect(headers['sec-ch-ua']).toContain(`"Chromium";v="${major}"`);
  });

  test('lists its brands in the order of its version', () => {
    expect(sentOn('2026-09-08')['sec-ch-ua']).toBe(
      '"Google Chrome";v="153", "Not_A Brand";v="8", "Chromium";v="153"',
    );
    expect(sentOn('2026-10-06')['sec-ch-ua']).toBe(
      '"Chromium";v="154", "Google Chrome";v="154", "Not A(Brand";v="99"',
    );
  });
});
