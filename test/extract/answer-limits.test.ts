import { describe, expect, test } from 'vitest';
import { createGleaner, memoryLedger, type ExtractInput } from '../../src/index.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

const account = 'ada';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, items: { type: 'array' } },
} as const;

/** What a call with an extractor of the embedder's own gives, and what is left of 100 credits. */
async function extractWith(value: unknown, input: Partial<ExtractInput> = {}, page = lampPage) {
  const ledger = memoryLedger({ accounts: { [account]: 100 } });
  const extractor = {
    name: 'own',
    extract: () => Promise.resolve({ value, usage: [], warnings: [] }),
  };
  await using gleaner = createGleaner({
    fetcher: stubFetcher(page),
    ledger,
    ...(value === undefined ? {} : { extractor }),
  });
  const call = gleaner.extract(
    { url: 'https://shop.example/lamp', prompt: 'The lamp', ...input },
    { account },
  );
  const outcome = await call.then(
    ({ result, warnings }) => ({ result, warnings, error: undefined }),
    (error: unknown) => ({ result: undefined, warnings: [], error }),
  );
  return { ...outcome, left: (await ledger.balance(account)).balance };
}

/** Whether a value, or any in it, has a member named `__proto__`. */
function hasPrototypeMember(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeMember);
}

const polluted: unknown = JSON.parse(
  '{"__proto__": {"isAdmin": true}, "name": "Lamp", "items": [{"a": {"__proto__": 1, "b": 2}}]}',
);

describe('members named __proto__', () => {
  test.each([
    ['without a schema', {}],
    ['with a schema', { schema }],
    ['with a schema that allows anything', { schema: {} }],
  ])(
    'are left out of what an extractor of the embedder gives, and reported, %s',
    async (_, input) => {
      const { result, warnings } = await extractWith(polluted, input);
      expect(result).toEqual({ name: 'Lamp', items: [{ a: { b: 2 } }] });
      expect(hasPrototypeMember(result)).toBe(false);
      expect(Object.assign({}, result)).not.toHaveProperty('isAdmin');
      expect(warnings).toContain('2 members named "__proto__" were left out.');
    },
  );

  test('are left out of what a page says', async () => {
    const page =
      '<h1>Lamp</h1><dl><dt>__proto__</dt><dd>polluted</dd><dt>Size</dt><dd>12 cm</dd></dl>';
    const { result, warnings } = await extractWith(undefined, { prompt: 'Everything' }, page);
    expect(hasPrototypeMember(result)).toBe(false);
    expect(result).toMatchObject({ facts: { Size: '12 cm' } });
    expect(warnings).toContain('One member named "__proto__" was left out.');
  });

  test('other names of the prototype are names like any other', async () => {
    const value = { constructor: { prototype: 'x' }, toString: 'y' };
    expect((await extractWith(value)).result).toEqual(value);
  });
});

describe('an answer that cannot be handed out', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  let deep: unknown = 1;
  for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };

  test.each([
    ['holds itself', circle, /nested deeper than 64 levels/],
    ['is too deep', deep, /nested deeper than 64 levels/],
    [
      'has too many values',
      { items: Array.from({ length: 50_001 }, () => 1) },
      /more than 50000 values/,
    ],
    ['is no JSON', { big: 1n }, /bigint, which JSON cannot say/],
    ['has a number beyond any', { big: Infinity }, /Infinity, which JSON cannot say/],
    [
      'has a getter that throws',
      {
        get name() {
          throw new TypeError('never read');
        },
      },
      /getter/,
    ],
  ])('one that %s fails and costs nothing', async (_, value, message) => {
    for (const input of [{}, { schema: {} }]) {
      const { error, left } = await extractWith(value, input);
      expect(error).toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(message),
        details: { reason: 'schema_mismatch' },
      });
      expect(left).toBe(100);
    }
  });
});
