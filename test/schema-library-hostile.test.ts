import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, test } from 'vitest';
import type { Extractor } from '../src/runtime/contracts/extractor.ts';
import { createGleaner, memoryLedger } from '../src/index.ts';
import { lampInput } from './support/open-service.ts';
import { lampPage, stubFetcher } from './support/stub-fetcher.ts';

const account = 'ada';
const odd = { message: 'is odd' };
const document = { type: 'object', properties: { price: { type: 'number' } } };
const jsonSchema = { input: () => document, output: () => document };

/** A schema as a library makes it, but for the given members. */
function schemaOf(standard: object): StandardSchemaV1 {
  const whole = { version: 1, vendor: 'hostile', validate: (value: unknown) => ({ value }) };
  return { '~standard': { ...whole, jsonSchema, ...standard } } as never;
}

const validating = (validate: (value: unknown) => unknown): StandardSchemaV1 =>
  schemaOf({ validate });

function fail(): never {
  throw new Error('trapped');
}

/** Throws whatever is done with it. */
function trap(): object {
  return new Proxy(
    {},
    { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail },
  );
}

const unusable: readonly (readonly [what: string, schema: StandardSchemaV1])[] = [
  [
    'throws',
    validating(() => {
      throw new Error('no');
    }),
  ],
  [
    'throws what is no error',
    validating(() => {
      throw trap();
    }),
  ],
  ['rejects', validating(() => Promise.reject(new Error('no')))],
  ['rejects with nothing', validating(() => Promise.reject())],
  ['gives nothing', validating(() => undefined)],
  ['gives null', validating(() => null)],
  ['gives a text', validating(() => 'valid')],
  ['gives an empty object', validating(() => ({}))],
  ['gives issues that are a text', validating(() => ({ issues: 'x' }))],
  ['gives issues that are a number', validating(() => ({ issues: 1 }))],
  ['gives issues that are nothing', validating(() => ({ issues: [undefined] }))],
  ['gives issues without a message', validating(() => ({ issues: [{ path: ['price'] }] }))],
  ['gives a message that is no text', validating(() => ({ issues: [{ message: 7n }] }))],
  ['gives a path that is no list', validating(() => ({ issues: [{ message: 'x', path: 1 }] }))],
  ['gives a path of objects', validating(() => ({ issues: [{ message: 'x', path: [{}] }] }))],
  ['gives a path of traps', validating(() => ({ issues: [{ message: 'x', path: [trap()] }] }))],
  ['gives a promise as its value', validating(() => ({ value: Promise.resolve(1) }))],
  ['gives a trap', validating(() => trap())],
  ['gives a trap as its value', validating(() => ({ value: trap() }))],
  [
    'gives an outcome whose members throw',
    validating(() =>
      Object.defineProperty({}, 'issues', {
        get() {
          throw new Error('no');
        },
      }),
    ),
  ],
  ['has no JSON Schema', schemaOf({ jsonSchema: undefined })],
  ['has no JSON Schema and no name', schemaOf({ jsonSchema: undefined, vendor: Symbol('x') })],
  ['has a JSON Schema that is null', schemaOf({ jsonSchema: null })],
  [
    'throws when it is converted',
    schemaOf({
      jsonSchema: {
        input() {
          throw trap();
        },
      },
    }),
  ],
  ['is converted to a promise', schemaOf({ jsonSchema: { input: async () => document } })],
  ['is converted to nothing', schemaOf({ jsonSchema: { input: () => undefined } })],
  ['is converted to a trap', schemaOf({ jsonSchema: { input: trap } })],
  ['is a trap', trap() as never],
];

const endless = (): Promise<never> => new Promise(() => {});

function open(timeoutMs = 60_000) {
  const ledger = memoryLedger({ accounts: { [account]: 100 } });
  const extractor: Extractor = {
    name: 'own',
    extract: async () => ({ value: { price: 51.77 }, usage: [], warnings: [] }),
  };
  const fetcher = stubFetcher(lampPage);
  const gleaner = createGleaner({ ledger, fetcher, extractor });
  return {
    ledger,
    gleaner,
    extract: (schema: StandardSchemaV1, signal?: AbortSignal) =>
      gleaner.extract({ ...lampInput, schema }, { account, timeoutMs, signal }),
  };
}

describe('a schema of a library that does not do what Standard Schema says is refused as such, free of charge', () => {
  test.each(unusable)('one that %s', async (_what, schema) => {
    const { extract, ledger, gleaner } = open();
    await expect(extract(schema)).rejects.toMatchObject({
      name: 'GleanerError',
      code: 'invalid_request',
      message: expect.stringMatching(/schema/),
      details: { issues: [{ path: '/schema', message: expect.any(String) }] },
    });
    expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
    await gleaner.close();
  });

  test('the library’s own words are quoted, shortened', async () => {
    const { extract, gleaner } = open();
    const schema = validating(() => {
      throw new Error(`price is odd ${'x'.repeat(10_000)}`);
    });
    const error: unknown = await extract(schema).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(': price is odd xxx') });
    expect(String(error).length).toBeLessThan(500);
    await gleaner.close();
  });

  test('one that never ends is given up at the deadline', async () => {
    const { extract, ledger, gleaner } = open(50);
    const late = extract(validating(endless));
    await expect(late).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
    await gleaner.close();
  });

  test('one that never ends is given up when the caller leaves', async () => {
    const { extract, ledger, gleaner } = open();
    const reason = new Error('gone');
    const leaving = new AbortController();
    const left = extract(
      validating(() => (leaving.abort(reason), endless())),
      leaving.signal,
    );
    await expect(left).rejects.toBe(reason);
    expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
    await gleaner.close();
  });
});

describe('a schema of a library may refuse in any form that Standard Schema allows', () => {
  test.each<readonly [what: string, issues: () => unknown, path: string]>([
    ['keys', () => [{ message: 'is odd', path: ['a/b', 0] }], '/a~1b/0'],
    ['segments', () => [{ message: 'is odd', path: [{ key: 'price' }] }], '/price'],
    ['symbols', () => [{ message: 'is odd', path: [Symbol('s')] }], '/Symbol(s)'],
    ['no path', () => [{ message: 'is odd' }], ''],
    ['no issue', () => [], ''],
    ['10 million issues', () => Array.from({ length: 1e7 }, () => odd), ''],
    [
      'a list of any length',
      () =>
        Object.assign(
          Array.from({ length: 200 }, () => odd),
          { length: 2 ** 32 - 1 },
        ),
      '',
    ],
  ])('%s', async (_what, issues, path) => {
    const { extract, ledger, gleaner } = open();
    const error = await extract(validating(() => ({ issues: issues() }))).then(
      () => undefined,
      (thrown: unknown) => thrown as { readonly details: { readonly issues: readonly unknown[] } },
    );
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: { reason: 'schema_mismatch' },
    });
    expect(error?.details.issues[0]).toMatchObject({ path });
    expect(error?.details.issues.length).toBeLessThanOrEqual(100);
    expect(await ledger.balance(account)).toEqual({ balance: 100, held: 0 });
    await gleaner.close();
  });
});
