import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createGleaner,
  memoryLedger,
  openaiCompatibleModel,
  type Gleaner,
  type GleanerOptions,
  type JsonSchema,
} from '../../src/index.ts';
import {
  serveScriptedModel,
  type ScriptedModelServer,
} from '../../test-kit/scripted-model-server.ts';
import type { ScriptedAnswer } from '../../test-kit/scripted-model.ts';
import { fakeClock } from '../../src/testing/fake-clock.ts';
import { until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

const url = 'https://shop.example/lamp';
const schema: JsonSchema = {
  type: 'object',
  required: ['name', 'price'],
  properties: {
    name: { type: 'string' },
    price: { type: 'number', minimum: 1 },
    sku: { type: 'string' },
  },
  additionalProperties: false,
};
const input = { url, prompt: 'The lamp', schema, include: ['usage'] } as const;

let server: ScriptedModelServer | undefined;
let gleaner: Gleaner | undefined;

beforeEach(() => {
  server = undefined;
  gleaner = undefined;
});

afterEach(async () => {
  await gleaner?.close();
  await server?.close();
});

async function start(
  script: readonly ScriptedAnswer[],
  options: Pick<GleanerOptions, 'clock'> = {},
): Promise<{ server: ScriptedModelServer; gleaner: Gleaner }> {
  server = await serveScriptedModel(script);
  gleaner = createGleaner({
    fetcher: stubFetcher(lampPage),
    model: openaiCompatibleModel({ baseUrl: server.url, model: 'small', apiKey: 'model-secret' }),
    ledger: memoryLedger({ accounts: { ada: 20 } }),
    ...options,
  });
  return { server, gleaner };
}

const account = 'ada';

describe('extract with a model behind an OpenAI-compatible endpoint', () => {
  test('the schema goes over the wire, as response format and in the prompt', async () => {
    const { server, gleaner } = await start([{ content: { name: 'Brass lamp', price: 51.77 } }]);
    const { result, usage } = await gleaner.extract(input, { account });
    expect(result).toEqual({ name: 'Brass lamp', price: 51.77 });
    expect(usage).toEqual([{ model: 'small', inputTokens: 100, outputTokens: 20 }]);
    expect(server.requests).toHaveLength(1);
    const body = server.requests[0]?.body;
    expect(body).toMatchObject({ model: 'small', response_format: { type: 'json_schema' } });
    expect(
      Object.keys((body as never)['response_format']['json_schema']['schema']['properties']),
    ).toEqual(['name', 'price', 'sku']);
    const messages = JSON.stringify(body?.['messages']);
    for (const word of ['name', 'price', 'sku', 'The lamp', '£51.77'])
      expect(messages).toContain(word);
  });

  test('a wrong first answer is repaired by one call that gets the failing path, and both calls are reported', async () => {
    const { server, gleaner } = await start([
      { content: { name: 'Brass lamp', price: 'ask us' } },
      { content: { '/price': 51.77 } },
    ]);
    const answer = await gleaner.extract(input, { account });
    expect(answer.result).toEqual({ name: 'Brass lamp', price: 51.77 });
    expect(answer.creditsUsed).toBe(5);
    expect(answer.creditsRemaining).toBe(15);
    expect(answer.usage).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('/price');
  });

  test('wrong twice is validation_failed with the issues by path, and costs nothing', async () => {
    const { server, gleaner } = await start([
      { content: { name: 'Brass lamp', price: 'ask us' } },
      { content: { '/price': 'still no number' } },
    ]);
    await expect(gleaner.extract(input, { account })).rejects.toMatchObject({
      code: 'validation_failed',
      details: {
        reason: 'schema_mismatch',
        issues: [{ path: '/price' }],
        usage: [{ model: 'small' }, { model: 'small' }],
      },
    });
    expect(server.requests).toHaveLength(2);
    expect(await gleaner.creditsRemaining(account)).toBe(20);
  });

  test('coercion is free: "£51.77" becomes 51.77 without a second call', async () => {
    const { server, gleaner } = await start([{ content: { name: 'Brass lamp', price: '£51.77' } }]);
    const { result } = await gleaner.extract(input, { account });
    expect(result).toEqual({ name: 'Brass lamp', price: 51.77 });
    expect(server.requests).toHaveLength(1);
  });

  test('what an answer copies from the page is read as the page writes it', async () => {
    const { server, gleaner } = await start([{ content: { name: 'Lampe', price: '1.299 €' } }]);
    const html = '<html lang="de"><h1>Lampe</h1><p>Jetzt 1.299 € statt 1.499 €</p></html>';
    const { result } = await gleaner.extract({ ...input, html }, { account });
    expect(result).toEqual({ name: 'Lampe', price: 1299 });
    expect(server.requests).toHaveLength(1);
  });

  test('a number taken for a text is free, and a warning says so', async () => {
    const { server, gleaner } = await start([{ content: { name: 5, price: 51.77 } }]);
    const { result, warnings } = await gleaner.extract(input, { account });
    expect(result).toEqual({ name: '5', price: 51.77 });
    expect(warnings).toEqual([
      'The value at /name was a number where a text is wanted; it was taken for one.',
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['the failing values', { '/price': 51.77, '/name': 'Brass lamp' }],
    ['everything', { name: 'Brass lamp', price: 51.77 }],
  ])(
    'when a repair is made anyway, it asks for that too: %s in the second answer counts',
    async (_what, second) => {
      const { server, gleaner } = await start([
        { content: { name: 5, price: 'ask us' } },
        { content: second },
      ]);
      const { result, warnings } = await gleaner.extract(input, { account });
      expect(result).toEqual({ name: 'Brass lamp', price: 51.77 });
      expect(warnings).toEqual([]);
      expect(JSON.stringify(server.requests[1]?.body)).toContain('was a number where a text');
    },
  );

  test('what the repair leaves as another kind of value is taken for the wanted one, and a warning says so', async () => {
    const { gleaner } = await start([
      { content: { name: 5, price: 'ask us' } },
      { content: { name: 5, price: 51.77 } },
    ]);
    const { result, warnings } = await gleaner.extract(input, { account });
    expect(result).toEqual({ name: '5', price: 51.77 });
    expect(warnings).toEqual([
      'The value at /name was a number where a text is wanted; it was taken for one.',
    ]);
  });

  test('many of one kind are one warning', async () => {
    const { gleaner } = await start([
      { content: { lamps: Array.from({ length: 39 }, () => ({ rating: 4.5 })) } },
    ]);
    const rating = { type: 'object', properties: { rating: { type: 'string' } } };
    const { warnings } = await gleaner.extract(
      { ...input, schema: { properties: { lamps: { type: 'array', items: rating } } } },
      { account },
    );
    expect(warnings).toEqual([
      '/rating of 39 items was a number where a text is wanted, e.g. /lamps/0/rating; it was taken for one.',
    ]);
  });

  test('an unreadable answer is asked for once more, then reported as such', async () => {
    const { server, gleaner } = await start([
      { content: 'I think it is nice' },
      { content: 'Very nice' },
    ]);
    await expect(gleaner.extract(input, { account })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'answer_unreadable' },
    });
    expect(server.requests).toHaveLength(2);
  });

  test('a refusal is reported as such, and costs nothing', async () => {
    const { gleaner } = await start([{ refusal: 'I would rather not.' }]);
    await expect(gleaner.extract(input, { account })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'model_refused', usage: [{ model: 'small' }] },
    });
    expect(await gleaner.creditsRemaining(account)).toBe(20);
  });

  test.each([
    ['answers 500', { status: 500 }, 'service_unavailable'],
    ['refuses the key', { status: 401 }, 'internal_error'],
    ['dies in the middle of its answer', { dieMidway: true }, 'service_unavailable'],
  ] as const)(
    'after a model that %s no key is told, and nothing is charged',
    async (_what, answer, code) => {
      const { gleaner } = await start([answer, answer]);
      const [outcome] = await Promise.allSettled([gleaner.extract(input, { account })]);
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code },
      });
      expect(String((outcome as PromiseRejectedResult).reason)).not.toContain('model-secret');
      expect(await gleaner.creditsRemaining(account)).toBe(20);
    },
  );

  test('a model that never answers is given up at the deadline, and its connection closed', async () => {
    const clock = fakeClock();
    const { server, gleaner } = await start([{ hang: true }], { clock });
    const extraction = gleaner.extract(input, { account, timeoutMs: 500 });
    await Promise.race([until(() => server.requests.length === 1), extraction]);
    clock.advance(500);
    await expect(extraction).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'timed_out' },
    });
    expect(await server.requests[0]?.left).toBe(true);
    expect(await gleaner.creditsRemaining(account)).toBe(20);
  });

  test('plain text comes back as the model wrote it, and no schema is applied', async () => {
    const { gleaner } = await start([{ content: 'A brass lamp for £51.77.' }]);
    const asked = { ...input, plainText: true };
    const { result, warnings } = await gleaner.extract(asked, { account });
    expect(result).toBe('A brass lamp for £51.77.');
    expect(warnings).toContainEqual(expect.stringMatching('`schema` was not used'));
  });

  test('of a plain text the reasoning is no part, and a text that is nothing else is not charged', async () => {
    const thought = { content: '<think>Which price?</think>A brass lamp.' };
    const { gleaner } = await start([thought, { content: '<think>Hm' }, { content: '<think>Hm' }]);
    const { result } = await gleaner.extract({ ...input, plainText: true }, { account });
    expect(result).toBe('A brass lamp.');
    const left = await gleaner.creditsRemaining(account);
    await expect(gleaner.extract({ ...input, plainText: true }, { account })).rejects.toMatchObject(
      {
        code: 'validation_failed',
        details: { reason: 'answer_unreadable' },
      },
    );
    expect(await gleaner.creditsRemaining(account)).toBe(left);
  });

  test('counts of tokens that cannot be are not handed on', async () => {
    const usage = { inputTokens: -100, outputTokens: 2.5 };
    const { gleaner } = await start([{ content: 'A brass lamp.', usage }]);
    const answer = await gleaner.extract(
      { ...input, plainText: true, include: ['usage'] },
      { account },
    );
    expect(answer.usage).toEqual([{ model: 'small' }]);
  });

  test('without a schema any JSON object will do', async () => {
    const { gleaner } = await start([{ content: { lamp: { price: 51.77 } } }]);
    const { result } = await gleaner.extract({ url, prompt: 'The lamp' }, { account });
    expect(result).toEqual({ lamp: { price: 51.77 } });
  });

  test.for<[string, unknown]>([
    ['object', {}],
    ['list', '[]'],
    ['member', { lamp: { price: null, colours: [] } }],
  ])('an empty %s is told', async ([, content]) => {
    const { gleaner } = await start([{ content }]);
    const { warnings } = await gleaner.extract({ url, prompt: 'The lamp' }, { account });
    expect(warnings).toEqual([
      'The answer holds no value: nothing on the page was taken for what is asked for.',
    ]);
  });

  test('an answer to a schema that has nothing but null is told, and charged as any other', async () => {
    const price = { type: ['number', 'null'] };
    const open: JsonSchema = {
      type: 'object',
      required: ['price'],
      properties: { price, sizes: { type: 'array', items: { type: 'string' } } },
    };
    const { gleaner } = await start([{ content: { price: null, sizes: [] } }]);
    const { result, warnings } = await gleaner.extract(
      { url, prompt: 'The lamp', schema: open },
      { account },
    );
    expect(result).toEqual({ price: null, sizes: [] });
    expect(await gleaner.creditsRemaining(account)).toBe(15);
    expect(warnings).toEqual([
      'The answer holds no value: nothing on the page was taken for what is asked for.',
    ]);
  });

  test('the experimental path asks no model where the page’s structure answers', async () => {
    const { server, gleaner } = await start([{ content: { name: 'Brass lamp', price: 51.77 } }]);
    const bothFields = {
      ...input,
      schema: { ...schema, properties: { name: { type: 'string' }, price: { type: 'number' } } },
    };
    const { result, usage, warnings } = await gleaner.extract(
      { ...bothFields, experimental: true },
      { account },
    );
    expect(result).toEqual({ name: 'Brass lamp', price: 51.77 });
    expect([usage, server.requests]).toEqual([[], []]);
    expect(warnings).toEqual(['Read from the page’s structure; no model was asked.']);
  });
});
