import type { Extractor } from '../../src/runtime/contracts/extractor.ts';
import { expect, test } from 'vitest';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { openaiCompatibleModel } from '../../src/index.ts';
import { serveScriptedModel } from '../../test-kit/scripted-model-server.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { eachWay, type Stage } from './open-stage.ts';

const path = '/v1/smartscraper';
const extraction = { website_url: 'https://shop.test/lamp', user_prompt: 'the price' };
const priceSchema = {
  type: 'object',
  required: ['price'],
  properties: { price: { type: 'number' } },
};

function answering(...contents: readonly unknown[]): { model: ReturnType<typeof scriptedModel> } {
  return { model: scriptedModel(contents.map((content) => ({ content }))) };
}

/** Asks, and says what it cost. */
async function priceOf(
  { ask, service, account }: Stage,
  json: object,
): Promise<{ status: number; cost: number }> {
  const before = await service.creditsRemaining(account);
  const { status } = await ask({ path, json });
  return { status, cost: before - (await service.creditsRemaining(account)) };
}

eachWay((openStage) => {
  test('an extraction costs 5 credits and has its own id, its result and how long it took', async () => {
    const { ask } = await openStage();
    const { status, body } = await ask({ path, json: extraction });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'completed',
      request_id: expect.any(String),
      data: {
        request_id: expect.any(String),
        result: expect.any(Object),
        latency_ms: expect.any(Number),
      },
      credits_used: 5,
      credits_remaining: 95,
    });
    expect(body.data['request_id']).not.toBe(body.request_id);
    expect(Number.isInteger(body.data['latency_ms'])).toBe(true);
  });

  test('stealth costs 5 more', async () => {
    const { ask, fetcher } = await openStage();
    const { body } = await ask({ path, json: { ...extraction, stealth: true } });
    expect(body).toMatchObject({ credits_used: 10, credits_remaining: 90 });
    expect(fetcher.requests[0]?.stealth).toBe(true);
  });

  test('with a schema the result matches it', async () => {
    const { ask } = await openStage({ gleaner: answering({ price: 51.77 }) });
    const { body } = await ask({ path, json: { ...extraction, output_schema: priceSchema } });
    expect(body.data['result']).toEqual({ price: 51.77 });
  });

  test('one repair is tried before a schema counts as missed', async () => {
    const { ask } = await openStage({ gleaner: answering({ price: 'dear' }, { price: 51.77 }) });
    const { status } = await ask({ path, json: { ...extraction, output_schema: priceSchema } });
    expect(status).toBe(200);
  });

  test('an answer that misses the schema twice costs nothing and says where', async () => {
    const gleaner = answering({ price: 'dear' }, { price: 'very dear' }, { price: 51.77 });
    const stage = await openStage({ gleaner });
    const { status, body } = await stage.ask({
      path,
      json: { ...extraction, output_schema: priceSchema },
    });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'validation_failed',
      details: {
        reason: 'schema_mismatch',
        issues: [{ path: '/price', message: expect.any(String) }],
      },
    });
    expect(gleaner.model.calls.length).toBe(2);
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test('a prompt that needs a model which the service does not have costs nothing, and says whose setting it is', async () => {
    const stage = await openStage();
    const { status, body } = await stage.ask({
      path,
      json: { ...extraction, user_prompt: 'Compare the lamp with a candle' },
    });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/"compare".*its operator sets by GLEANER_MODEL_URL/),
      details: { reason: 'model_needed' },
    });
    expect(body.error?.message).not.toContain('`model`');
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test('plain text is text, whatever the schema', async () => {
    const { ask } = await openStage({ gleaner: answering('The lamp costs £51.77.') });
    const { body } = await ask({
      path,
      json: {
        ...extraction,
        plain_text: true,
        output_schema: priceSchema,
        include: ['warnings'],
      },
    });
    expect(body.data['result']).toBe('The lamp costs £51.77.');
    expect(body.data['warnings']).toEqual([
      expect.stringMatching('`output_schema` was not used: with `plain_text`'),
    ]);
  });

  test('evidence, warnings and usage are reported only where they are asked for', async () => {
    const { ask } = await openStage({ gleaner: answering({ price: 51.77 }, { price: 51.77 }) });
    const plain = await ask({ path, json: extraction });
    expect(Object.keys(plain.body.data).toSorted()).toEqual(['latency_ms', 'request_id', 'result']);
    const include = ['evidence', 'warnings', 'usage'];
    const { body } = await ask({ path, json: { ...extraction, include } });
    expect(body.data['evidence']).toEqual([
      expect.objectContaining({
        path: '/price',
        status: 'supported',
        kind: 'text',
        snippet: expect.stringContaining('51.77'),
      }),
    ]);
    expect(body.data['warnings']).toEqual(expect.any(Array));
    expect(body.data['usage']).toEqual([
      { model: 'scripted', input_tokens: 100, output_tokens: 20 },
    ]);
  });

  test('a value that is not on the page is left out, or fails the request, by `grounding`', async () => {
    const value = { price: 51.77, sku: 'LL-4711-X' };
    const { ask } = await openStage({ gleaner: answering(value, value) });
    const include = ['evidence'];
    const { body } = await ask({ path, json: { ...extraction, grounding: 'drop', include } });
    expect(body.data['result']).toEqual({ price: 51.77 });
    expect(body.data['evidence']).toEqual([expect.objectContaining({ path: '/price' })]);
    const { status, body: failed } = await ask({
      path,
      json: { ...extraction, grounding: 'require' },
    });
    expect([status, failed]).toMatchObject([
      422,
      { error: { details: { reason: 'not_grounded', issues: [{ path: '/sku' }] } } },
    ]);
  });

  test('with `models` unsure the tokens that were saved stand beside the usage', async () => {
    const data =
      '<script type="application/ld+json">{"@type":"Product","name":"Brass lamp"}</script>';
    const { ask } = await openStage({
      gleaner: {
        model: scriptedModel([]),
        fetcher: stubFetcher(
          `<title>Brass lamp</title>${data}<h1>Brass lamp</h1><p>For ships.</p>`,
        ),
      },
    });
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const { body } = await ask({
      path,
      json: {
        ...extraction,
        user_prompt: 'the name',
        output_schema: schema,
        models: 'unsure',
        include: ['usage'],
      },
    });
    expect(body).toMatchObject({
      data: { result: { name: 'Brass lamp' }, usage: [], saved_input_tokens: expect.any(Number) },
      credits_used: 5,
    });
  });

  test.each([
    ['website_url', undefined],
    ['website_url', 'shop.test'],
    ['website_url', 'ftp://shop.test/'],
    ['website_url', 'https://user:pass@shop.test/'],
    ['website_url', 'http://127.0.0.1/'],
    ['website_url', `https://shop.test/${'a'.repeat(9_000)}`],
    ['user_prompt', undefined],
    ['user_prompt', ''],
    ['user_prompt', 'x'.repeat(10_001)],
    ['user_prompt', 7],
    ['output_schema', 'object'],
    ['output_schema', { type: 'thing' }],
    ['output_schema', { $ref: 'https://elsewhere.test/schema' }],
    ['grounding', 'strict'],
    ['models', 'never'],
    ['page_complexity', 'medium'],
    ['detail_level', 'max'],
    ['parse_mode', 'Accurate'],
    ['plain_text', 'true'],
    ['include_tags', 'main'],
    ['exclude_tags', [1]],
    ['reduce_content', 1],
    ['experimental', null],
    ['headers', { a: 1 }],
    ['headers', ['a: b']],
    ['headers', { host: 'a.test' }],
    ['headers', { 'content-length': '5' }],
    ['headers', { connection: 'close' }],
    ['headers', { 'proxy-authorization': 'x' }],
    ['headers', { 'sec-fetch-mode': 'x' }],
    ['headers', { 'x-a': 'b\r\nx: y' }],
    ['headers', { 'x-a': 'b\0' }],
    ['max_age', -1],
    ['max_age', 1.5],
    ['max_age', '5'],
    ['stealth', 'yes'],
    ['include', ['everything']],
  ])('%s may not be %j', async (field, value) => {
    const stage = await openStage();
    const { status, body } = await stage.ask({ path, json: { ...extraction, [field]: value } });
    expect(status).toBe(400);
    const issues = body.error.details['issues'] as readonly { path: string; message: string }[];
    expect(
      issues.some(({ path: at, message }) => at.startsWith(`/${field}`) || message.includes(field)),
    ).toBe(true);
    expect(stage.fetcher.requests).toEqual([]);
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test.each([
    { page_complexity: 'high' },
    { detail_level: 'low' },
    { detail_level: 'high' },
    { parse_mode: 'speed' },
    { include_tags: ['main'] },
    { exclude_tags: ['script'] },
    { reduce_content: true },
    { reduce_content: false },
    { experimental: true },
    { models: 'always' },
    { models: 'unsure' },
    { headers: { 'accept-language': 'de' } },
    { max_age: 0 },
    { max_age: 60 },
    { stealth: false },
    { user_prompt: 'the price '.repeat(1_000) },
    { output_schema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' } },
  ])('%j is taken', async (fields) => {
    const { ask } = await openStage();
    const { body } = await ask({ path, json: { ...extraction, ...fields } });
    expect(body).toMatchObject({ status: 'completed', credits_used: 5 });
  });

  test('headers reach the page', async () => {
    const { ask, fetcher } = await openStage();
    await ask({ path, json: { ...extraction, headers: { 'X-Wanted': 'a b' } } });
    expect(fetcher.requests[0]?.headers).toEqual({ 'x-wanted': 'a b' });
  });

  test.each([
    ['is not asked for', {}, 2],
    ['is only written', { max_age: 0 }, 2],
    ['is read', { max_age: 60 }, 1],
    ['is kept out by stealth', { max_age: 60, stealth: true }, 2],
    ['is kept out by headers', { max_age: 60, headers: { a: 'b' } }, 2],
    ['is kept out by a query', { max_age: 60, website_url: 'https://shop.test/?a' }, 2],
    ['is kept out by a fragment', { max_age: 60, website_url: 'https://shop.test/#a' }, 2],
  ])('the cache %s: %j', async (_name, fields, fetches) => {
    const { ask, fetcher } = await openStage();
    for (let time = 0; time < 2; time += 1) {
      const { body } = await ask({ path, json: { ...extraction, ...fields } });
      expect(body.credits_used).toBe('stealth' in fields ? 10 : 5);
    }
    expect(fetcher.requests.length).toBe(fetches);
  });

  test('a page that was only written to the cache is read by those who ask for it, while it is young', async () => {
    const { ask, fetcher, clock } = await openStage();
    await ask({ path, json: { ...extraction, max_age: 0 } });
    await ask({ path, json: { ...extraction, max_age: 10 } });
    expect(fetcher.requests.length).toBe(1);
    clock.advance(10_000);
    await ask({ path, json: { ...extraction, max_age: 10 } });
    expect(fetcher.requests.length).toBe(2);
  });

  test.each([
    [
      'does not exist',
      { status: 404, body: new TextEncoder().encode(lampPage) },
      'fetch_failed',
      404,
    ],
    ['is broken', { status: 500 }, 'fetch_failed', 500],
    ['is no page', { headers: { 'content-type': 'video/mp4' } }, 'unsupported_content', 200],
    ['is empty', '', 'empty_page', 200],
  ])('a page that %s costs nothing and says why', async (_name, page, reason, pageStatus) => {
    const stage = await openStage({ fetcher: stubFetcher(page) });
    const { status, body } = await stage.ask({ path, json: extraction });
    expect(status).toBe(422);
    expect(body.error.code).toBe('validation_failed');
    expect(body.error.details).toEqual({
      reason,
      page_status: pageStatus,
    });
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test('a call ends after 120 seconds, free of charge', async () => {
    const fetcher = stubFetcher(() => new Promise(() => {}));
    const stage = await openStage({ fetcher });
    const asked = stage.ask({ path, json: extraction });
    while (fetcher.requests.length === 0) await new Promise(setImmediate);
    stage.clock.advance(119_999);
    expect(await stage.service.creditsRemaining(stage.account)).toBe(95);
    stage.clock.advance(1);
    const { status, body } = await asked;
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ reason: 'timed_out' });
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test('a model that cannot be reached is a 502 which does not say where it is', async () => {
    const model = scriptedModel(() => ({ status: 503 }));
    const stage = await openStage({ gleaner: { model } });
    const { status, body } = await stage.ask({ path, json: extraction });
    expect(status).toBe(502);
    expect(body.error).toEqual({ code: 'service_unavailable', message: expect.any(String) });
    expect(body.error.message).not.toContain('scripted');
    expect(await priceOf(stage, extraction)).toEqual({ status: 502, cost: 0 });
  });

  test.each([
    [{ status: 401 }, 500, 'internal_error', 'refused the API key'],
    [{ status: 404 }, 500, 'internal_error', '/chat/completions does not know it'],
    [{ status: 429, headers: { 'retry-after': '37' } }, 502, 'service_unavailable', 'status 429'],
    [{ dieMidway: true }, 502, 'service_unavailable', '/chat/completions'],
  ] as const)(
    'a model that fails with %j tells the operator alone where it is and what to mend',
    async (answer, expected, code, told) => {
      const server = await serveScriptedModel(() => answer);
      try {
        const model = openaiCompatibleModel({
          baseUrl: server.url,
          model: 'own-model',
          apiKey: 'canary-key',
        });
        const stage = await openStage({ gleaner: { model } });
        const { status, headers, text } = await stage.ask({ path, json: extraction });
        expect(status).toBe(expected);
        expect(headers.get('retry-after')).toBe(
          expected === 500 ? null : 'headers' in answer ? '37' : '5',
        );
        for (const secret of [server.url, 'own-model', 'canary-key', 'API key']) {
          expect(text).not.toContain(secret);
        }
        // The operator's record has what the client is not told.
        const { error } = stage.records.at(-1) ?? {};
        expect(error).toMatchObject({ code, message: expect.stringContaining(told) as string });
        expect(String(error)).not.toContain('canary-key');
      } finally {
        await server.close();
      }
    },
  );

  test('an unexpected error is a bare 500, and reported to the operator', async () => {
    const cause = new TypeError('the secret ways of the house');
    const stage = await openStage({ fetcher: stubFetcher(() => Promise.reject(cause)) });
    const { status, body } = await stage.ask({ path, json: extraction });
    expect(status).toBe(500);
    expect(body.error).toEqual({ code: 'internal_error', message: expect.any(String) });
    expect(body.error.message).not.toContain('secret');
    expect(stage.records.at(-1)).toMatchObject({
      status: 500,
      code: 'internal_error',
      error: cause,
    });
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });

  test('a part that throws what is no error ends in a bare 500, too', async () => {
    const stage = await openStage({ fetcher: stubFetcher(() => Promise.reject('just a text')) });
    expect((await stage.ask({ path, json: extraction })).status).toBe(500);
  });

  test('an internal error of our own is as bare', async () => {
    const cause = new GleanerError('internal_error', 'The hold 77 could not be freed.');
    const stage = await openStage({ fetcher: stubFetcher(() => Promise.reject(cause)) });
    const { text } = await stage.ask({ path, json: extraction });
    expect(text).not.toContain('77 could');
  });
});

eachWay((openStage) => {
  const ask = { website_url: 'https://shop.test/lamp', user_prompt: 'the price' };
  test.each([
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'integer'],
    [{ type: ['object', 'null'] }, 'null'],
    [{ enum: ['small', 'large', null] }, 'null'],
    [{ const: true }, 'boolean'],
    [{ $ref: '#/$defs/price', $defs: { price: { type: 'number' } } }, 'number'],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, 'null'],
    [{ allOf: [{ type: ['object', 'number'] }, { type: ['string', 'number'] }] }, 'number'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', type: 'number' }, 'number'],
  ])(
    'a schema whose value may be no result of the contract is refused: %j',
    async (schema, type) => {
      const { ask: send, service, account } = await openStage();
      const { status, body } = await send({
        path: '/v1/smartscraper',
        json: { ...ask, output_schema: schema },
      });
      expect(status).toBe(400);
      expect(body.error.details['issues']).toMatchObject([
        { path: '/output_schema', message: expect.stringContaining(`allows ${type}:`) as string },
      ]);
      expect(await service.creditsRemaining(account)).toBe(100);
    },
  );

  test.each([
    [{ type: 'object', properties: { price: { type: 'number' } } }],
    [{ properties: { price: { type: ['number', 'null'] } } }],
    [{ type: 'object', anyOf: [{ required: ['price'] }, {}] }],
    [{ allOf: [{ type: ['object', 'null'] }, { type: 'object' }] }],
  ])('one whose value is an object is not: %j', async (schema) => {
    const { ask: send } = await openStage();
    const { body } = await send({
      path: '/v1/smartscraper',
      json: { ...ask, output_schema: schema },
    });
    expect(body.error?.code).not.toBe('invalid_request');
  });

  test.each([
    [12, { minimum: 3 }],
    [12, { not: { type: 'object' } }],
    [true, { $comment: 'anything' }],
    [null, { minProperties: 0 }],
  ])(
    'an answer of %j is refused without a charge where the schema let it pass: %j',
    async (value, schema) => {
      const extractor = oneAnswer(value);
      const { ask: send, service, account } = await openStage({ gleaner: { extractor } });
      const { status, body } = await send({
        path: '/v1/smartscraper',
        json: { ...ask, output_schema: schema },
      });
      expect([status, body.error?.code]).toEqual([422, 'validation_failed']);
      expect(await service.creditsRemaining(account)).toBe(100);
    },
  );

  test.each([[{ a: 1 }], [[1]], ['12']])('an answer of %j is none of these', async (value) => {
    const { ask: send } = await openStage({ gleaner: { extractor: oneAnswer(value) } });
    const json = { ...ask, output_schema: { $comment: 'anything' } };
    expect((await send({ path: '/v1/smartscraper', json })).body.data).toMatchObject({
      result: value,
    });
  });
});

/** Gives one answer, whatever is asked. */
function oneAnswer(value: unknown): Extractor {
  return {
    name: 'one',
    async extract() {
      return { value, usage: [], warnings: [] };
    },
  };
}
