import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseSchema } from '../parse/parse-schema.ts';
import { toJsonSchema } from '../parse/to-json-schema.ts';
import { applyStandardSchema } from './apply-standard-schema.ts';
import { compileSchema, isDecimalMultiple } from './compile-schema.ts';

const prices = Array.from({ length: 10_000 }, (_, index) => Number(`${index + 1}e-2`));

describe('isDecimalMultiple', () => {
  test('every price from 0.01 to 100.00 is a multiple of 0.01', () => {
    expect(prices.filter((price) => !isDecimalMultiple(price, 0.01))).toEqual([]);
  });

  test('a number of a step’s decimals is a multiple, and between two steps there is none', () => {
    const decimals = fc.integer({ min: 0, max: 9 });
    const count = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(decimals, count, fc.integer({ min: 1, max: 99 }), (places, times, digits) => {
        const step = Number(`${digits}e-${places}`);
        const multiple = Number(`${times * digits}e-${places}`);
        expect(isDecimalMultiple(multiple, step)).toBe(true);
        expect(isDecimalMultiple(Number(`${times * digits * 10 + 1}e-${places + 1}`), step)).toBe(
          false,
        );
      }),
      { seed: 1 },
    );
  });

  test.each([
    [0, 0.01, true],
    [-19.99, 0.01, true],
    [0.015, 0.01, false],
    [1e308, 1e-308, true],
    [1e-308, 1e308, false],
    [1e308, 0.123456789, false],
    [7, 3.5, true],
    [2 ** 60, 3, false],
    [5e-324, 5e-324, true],
  ])('%d of %d: %s', (value, divisor, expected) => {
    expect(isDecimalMultiple(value, divisor)).toBe(expected);
  });
});

describe('multipleOf', () => {
  test('a schema allows every price from 0.01 to 100.00, and refuses half a cent', () => {
    const check = compileSchema(parseSchema({ items: { multipleOf: 0.01 } }).schema);
    expect(check(prices)).toEqual([]);
    expect(check([1, 'free', 0.015])).toEqual([
      { path: '/2', message: 'must be a multiple of 0.01' },
    ]);
  });

  test('so does a schema of zod, by our validation and by its own', async () => {
    const schema = z.array(z.number().multipleOf(0.01));
    expect(compileSchema(parseSchema(toJsonSchema(schema)).schema)(prices)).toEqual([]);
    const { signal } = new AbortController();
    expect(await applyStandardSchema(schema, prices, signal)).toEqual({ value: prices });
  });
});
