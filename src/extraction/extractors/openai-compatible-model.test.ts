import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openExtractionPage } from '../../../test-kit/contracts/extractor-contract.ts';
import { toExtractionRequest } from '../../../test/support/extraction-request.ts';
import { workRatioOfAsync } from '../../../test/support/work-ratio-of.ts';
import { hostileServers } from '../../../test/support/hostile-servers.ts';
import {
  serveHostileServers,
  type ServedHostileServers,
} from '../../../test/support/serve-hostile-servers.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type {
  Extractor,
  ExtractionRequest,
  JsonSchema,
} from '../../runtime/contracts/extractor.ts';
import type { ModelScript, ScriptedAnswer } from '../../../test-kit/scripted-model.ts';
import {
  serveScriptedModel,
  type ModelServerRequest,
  type ScriptedModelServer,
} from '../../../test-kit/scripted-model-server.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { modelExtractor } from './model-extractor.ts';
import { openaiCompatibleModel } from './openai-compatible-model.ts';

const html = `<!doctype html><title>Sea Fever</title><main><h1>Sea Fever</h1>
<p class="price">£51.77</p><p>By Ana Reef, 2nd edition</p></main>`;
const schema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'Name of the book' },
    price: { type: 'number', minimum: 0 },
  },
  required: ['title'],
};
const answer = { title: 'Sea Fever', price: 51.77 };
const apiKey = 'canary-model-key';

const servers: ScriptedModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  script: ModelScript<ModelServerRequest>,
  maxRetries?: number,
): Promise<{ readonly server: ScriptedModelServer; readonly extractor: Extractor }> {
  const server = await serveScriptedModel(script);
  servers.push(server);
  const model = openaiCompatibleModel({ baseUrl: server.url, model: 'scripted', apiKey });
  return { server, extractor: modelExtractor({ model, maxRetries }) };
}

function toRequest(changes: Partial<ExtractionRequest> = {}): Promise<ExtractionRequest> {
  return toExtractionRequest(html, { prompt: 'title and price of the book', schema, ...changes });
}

function messagesOf(request: ModelServerRequest | undefined): string {
  const messages = request?.body['messages'] as readonly { readonly content: string }[];
  return messages.map((message) => message.content).join('\n');
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it resolved'),
    (error: unknown) => error,
  );
}

function kindOf(body: Readonly<Record<string, unknown>>): string {
  const format = body['response_format'] as
    | { type?: string; json_schema?: { strict?: boolean } }
    | undefined;
  return format?.type === 'json_schema'
    ? `strict ${format.json_schema?.strict}`
    : (format?.type ?? 'words');
}

describe('a model behind an OpenAI-compatible endpoint', () => {
  test('the schema stands on the wire, made strict, and in full in the prompt', async () => {
    const { server, extractor } = await serve([{ content: answer }]);
    const { value } = await extractor.extract(await toRequest());
    expect(value).toEqual(answer);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'scripted',
      response_format: {
        type: 'json_schema',
        json_schema: {
          strict: true,
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              price: { type: ['number', 'null'] },
            },
            required: ['title', 'price'],
            additionalProperties: false,
          },
        },
      },
    });
    const prompt = messagesOf(server.requests[0]);
    expect(prompt).toContain('"title": string, // Name of the book');
    expect(prompt).toContain('"price": number, // may be null; minimum 0');
    expect(prompt).toContain('£51.77');
  });

  test('usage of the call is handed over', async () => {
    const { extractor } = await serve([
      { content: answer, usage: { inputTokens: 812, outputTokens: 33 } },
    ]);
    const { usage } = await extractor.extract(await toRequest());
    expect(usage).toEqual([{ model: 'scripted', inputTokens: 812, outputTokens: 33 }]);
  });

  test.each([{}, { usage: { prompt_tokens: -5, completion_tokens: 1.5 } }])(
    'usage that is not told is none: %o',
    async (members) => {
      const choices = [{ finish_reason: 'stop', message: { content: JSON.stringify(answer) } }];
      const { extractor } = await serve([{ rawBody: JSON.stringify({ choices, ...members }) }]);
      const { usage } = await extractor.extract(await toRequest());
      expect(usage).toEqual([
        { model: 'scripted', inputTokens: undefined, outputTokens: undefined },
      ]);
    },
  );

  test.for<[string, string]>([
    ['in a code fence', '```json\n{"title": "Sea Fever", "price": 51.77}\n```'],
    [
      'in prose',
      'Sure [as asked]! Here is {the data}:\n{"title": "Sea Fever", "price": 51.77}\nBye.',
    ],
    ['with single quotes', "{'title': 'Sea Fever', 'price': 51.77}"],
    ['with trailing commas', '{"title": "Sea Fever", "price": 51.77,}'],
    ['after thinking aloud', '<think>{"title": 1}</think>{"title": "Sea Fever", "price": 51.77}'],
    ['without its last brace', '{"title": "Sea Fever", "price": 51.77\n'],
  ])('an answer %s is read', async ([, content]) => {
    const { extractor } = await serve([{ content }]);
    expect((await extractor.extract(await toRequest())).value).toEqual(answer);
  });

  test('an answer cut for lack of room is read as far as it goes, with a warning', async () => {
    const { extractor } = await serve([{ content: '{"title": "Sea Fe', finishReason: 'length' }]);
    const { value, warnings } = await extractor.extract(await toRequest());
    expect(value).toEqual({ title: 'Sea Fe' });
    expect(warnings.join()).toContain('cut');
  });

  test('a refusal is reported as such, with the usage of the call', async () => {
    const { extractor } = await serve([{ refusal: 'I would rather not.' }]);
    const error = await failureOf(extractor.extract(await toRequest()));
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: { reason: 'model_refused', usage: [{ inputTokens: 100 }] },
    });
    expect((error as Error).message).not.toContain('rather');
  });

  test.for<[string, ScriptedAnswer]>([
    ['status 503', { status: 503 }],
    ['status 408', { status: 408 }],
    ['status 429', { status: 429 }],
    ['a connection that dies midway', { content: answer, dieMidway: true }],
  ])('%s means that the service is unavailable, after one call', async ([, scripted]) => {
    const { server, extractor } = await serve([scripted]);
    const error = await failureOf(extractor.extract(await toRequest()));
    expect(error).toMatchObject({ code: 'service_unavailable' });
    expect((error as Error).cause).toBeDefined();
    expect((error as Error).message).not.toContain(apiKey);
    expect(server.requests).toHaveLength(1);
  });

  test('a compressed answer that is cut in its middle means that the service is unavailable', async () => {
    const whole = gzipSync(
      JSON.stringify({ choices: [{ message: { content: 'x'.repeat(999) } }] }),
    );
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      response.end(whole.subarray(0, 30));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const model = openaiCompatibleModel({ baseUrl: `http://127.0.0.1:${port}`, model: 'cut' });
    const error = await failureOf(modelExtractor({ model }).extract(await toRequest()));
    server.close();
    expect(error).toMatchObject({ code: 'service_unavailable' });
  });

  test('a closed port means that the service is unavailable', async () => {
    const { server, extractor } = await serve([]);
    await server.close();
    servers.length = 0;
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(
        `"scripted" at ${server.url}/chat/completions: its provider could not be reached`,
      ) as string,
    });
  });

  test('a provider that asks to wait is unavailable until then', async () => {
    const clock = fakeClock();
    const date = new Date(clock.nowMs() + 90_000).toUTCString();
    for (const [headers, retryAfterSeconds] of [
      [{ 'retry-after': '90' }, 90],
      [{ 'retry-after': date }, 90],
      [{ 'retry-after-ms': '1500' }, 2],
      [{ 'retry-after': '1e300' }, 86_400],
    ] as const) {
      const { extractor } = await serve([{ status: 429, headers }]);
      const error = await failureOf(extractor.extract(await toRequest({ clock })));
      expect(error).toMatchObject({ code: 'service_unavailable', details: { retryAfterSeconds } });
    }
  });

  test.for<[number, string]>([
    [401, 'refused the API key with status 401. Check `apiKey`, or GLEANER_MODEL_KEY.'],
    [403, 'refused access, or the API key, with status 403'],
    [402, 'asks for payment with status 402'],
    [404, '/chat/completions does not know it, or is none (status 404'],
  ])(
    'status %d says what to mend, by a code that is not for trying again',
    async ([status, message]) => {
      const { server, extractor } = await serve([{ status }]);
      const error = await failureOf(extractor.extract(await toRequest()));
      expect(error).toMatchObject({
        code: 'internal_error',
        message: expect.stringContaining(message) as string,
      });
      expect((error as Error).cause).toBeDefined();
      expect((error as Error).message).not.toContain(apiKey);
      expect(server.requests).toHaveLength(1);
    },
  );

  test.for<[number, unknown, string, string]>([
    [403, { error: { message: 'Not sold in your country' } }, 'internal_error', 'in your country'],
    [404, { error: 'model "m" is not pulled' }, 'internal_error', 'is not pulled'],
    [
      429,
      { error: { message: 'Over quota', code: 'insufficient_quota' } },
      'internal_error',
      'pay',
    ],
    [400, { error: { message: 'Your credit balance is too low' } }, 'internal_error', 'payment'],
    [400, [{ error: { message: 'API key not valid' } }], 'internal_error', 'the API key'],
    [400, { object: 'error', message: 'Too long by 7' }, 'validation_failed', 'Too long by 7'],
    [429, { error: { message: 'You are over your quota of today' } }, 'service_unavailable', '429'],
  ])('status %d with %j is judged by its words', async ([status, body, code, says]) => {
    const scripted = { status, rawBody: JSON.stringify(body) };
    // In each form of the answer that may be asked for.
    const { extractor } = await serve([scripted, scripted, scripted, scripted], 0);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code,
      message: expect.stringContaining(says) as string,
    });
  });

  test('an account without money is not asked twice', async () => {
    const unpaid = { error: { message: 'Over quota', code: 'insufficient_quota' } };
    const scripted = { status: 429, rawBody: JSON.stringify(unpaid) };
    const { server, extractor } = await serve([scripted, { content: answer }], 2);
    await failureOf(extractor.extract(await toRequest()));
    expect(server.requests).toHaveLength(1);
  });

  test('a wait that is asked for in the body counts, unless the headers ask for one', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    const rawBody = JSON.stringify({ error: { message: 'Busy', details } });
    for (const [headers, retryAfterSeconds] of [
      [{}, 35],
      [{ 'retry-after': '2' }, 2],
    ] as const) {
      const { extractor } = await serve([{ status: 429, headers, rawBody }]);
      const error = await failureOf(extractor.extract(await toRequest()));
      expect(error).toMatchObject({ details: { retryAfterSeconds } });
    }
  });

  test('a web page in place of an answer is told as one', async () => {
    const { extractor } = await serve([{ rawBody: '<!doctype html><h1>Log in</h1>' }]);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      message: expect.stringContaining('a web page came in place of an answer') as string,
      details: { reason: 'model_failed' },
    });
  });

  test.for<[string, ScriptedAnswer]>([
    ['bytes that are no JSON', { rawBody: '\u0000\u0001 not a completion' }],
    ['JSON that is no completion', { rawBody: '{"choices": 7}' }],
    ['a question that is too long', { status: 413 }],
    ['an answer without end', { rawBody: ' '.repeat(17 * 1024 * 1024) }],
  ])('%s means that the model failed', async ([, scripted]) => {
    const { extractor } = await serve([scripted]);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'validation_failed',
      details: { reason: 'model_failed' },
    });
  });

  test.for<[string, ScriptedAnswer]>([
    ['a megabyte of items', { rawBody: `{"choices":[${'{},'.repeat(333_333)}{}]}` }],
    ['a megabyte of nested lists', { rawBody: `{"choices":${'['.repeat(1_000_000)}` }],
    ['a megabyte of members', { rawBody: `{${'"a":1,'.repeat(166_666)}"a":1}` }],
  ])(
    '%s in place of a completion means that the model failed, and costs little',
    async ([, scripted]) => {
      const { extractor } = await serve([{ content: answer }, scripted]);
      // Loads the AI SDK.
      await extractor.extract(await toRequest());
      const request = await toRequest();
      const work = await workRatioOfAsync(async () =>
        expect(await failureOf(extractor.extract(request))).toMatchObject({
          code: 'validation_failed',
          details: { reason: 'model_failed' },
        }),
      );
      expect(work).toBeLessThan(200);
    },
  );

  test('an answer that is itself JSON of many parts is one string, and read', async () => {
    const content = JSON.stringify({ title: 'a\\"{[,'.repeat(20_000) });
    const { extractor } = await serve([{ content }]);
    const { value } = await extractor.extract(await toRequest());
    expect(value).toEqual(JSON.parse(content));
  });

  describe('of a hostile provider', () => {
    let served: ServedHostileServers;
    beforeAll(async () => {
      served = await serveHostileServers();
    });
    afterAll(() => served.close());

    test.each(hostileServers)(
      '$name: the call ends, with little memory',
      async ({ name, ends }) => {
        const model = openaiCompatibleModel({ baseUrl: served.urlOf(name), model: 'hostile' });
        // Only what lasts ends by time.
        const signal =
          ends === 'timed_out' ? AbortSignal.timeout(300) : new AbortController().signal;
        const request = await toRequest({ signal });
        const before = process.memoryUsage.rss();
        const failure = await failureOf(modelExtractor({ model }).extract(request));
        expect(signal.aborted ? failure === signal.reason : isGleanerError(failure)).toBe(true);
        expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1_048_576);
      },
    );
  });

  test('a provider that refuses response formats is asked without, and remembered', async () => {
    const { server, extractor } = await serve(({ body }) =>
      (body['response_format'] as { type?: string } | undefined)?.type === 'json_schema'
        ? { status: 400 }
        : { content: answer },
    );
    expect((await extractor.extract(await toRequest())).value).toEqual(answer);
    expect((await extractor.extract(await toRequest())).value).toEqual(answer);
    expect(server.requests).toHaveLength(3);
    expect(messagesOf(server.requests[2])).toContain('"price": number');
  });

  test('a server is told not to stream', async () => {
    const { server, extractor } = await serve([{ content: answer }]);
    await extractor.extract(await toRequest());
    expect(server.requests[0]?.body).toMatchObject({ stream: false });
  });

  test.for([
    [400, ['strict true', 'strict false', 'json_object', 'words']],
    [422, ['strict true', 'strict false', 'json_object', 'words']],
    [404, ['strict true', 'strict false', 'json_object', 'words']],
    [500, ['strict true', 'strict false', 'json_object', 'words']],
  ] as const)(
    'a refusal with status %d that names the format leads to the next one',
    async ([status, kinds]) => {
      const asked: string[] = [];
      const { extractor } = await serve(({ body }) => {
        const kind = kindOf(body);
        asked.push(kind);
        return kind === 'words' ? { content: answer } : { status, says: 'Unknown response_format' };
      });
      expect((await extractor.extract(await toRequest())).value).toEqual(answer);
      expect(asked).toEqual(kinds);
    },
  );

  test('one failure of a server does not drop the schema for good, a second one does', async () => {
    const asked: string[] = [];
    const { extractor } = await serve(({ body }) => {
      asked.push(kindOf(body));
      return asked.at(-1) === 'words'
        ? { content: answer }
        : { status: 500, says: 'Internal Server Error' };
    });
    const request = await toRequest();
    for (let times = 0; times < 3; times += 1) await extractor.extract(request);
    expect(asked).toEqual(['strict true', 'words', 'strict true', 'words', 'words']);
  });

  test('an answer that its gateway lost is a failure', async () => {
    const { extractor } = await serve([{ content: answer, finishReason: 'error' }]);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('broke the answer off') as string,
    });
  });

  test.for<[unknown, string]>([
    [{ code: 429, message: 'Slow down' }, 'status 429'],
    [{ code: '503', message: 'No instance is free' }, 'status 503'],
    [{ message: 'All upstreams failed' }, 'status 502'],
    ['All upstreams failed', 'status 502'],
    [{ code: 401, message: 'Unknown user' }, 'refused the API key with status 401'],
    [{ code: 413, message: 'Prompt is too long' }, 'status 413: "Prompt is too long"'],
  ])('a failure that a gateway states in a body of 200 is one: %j', async ([error, says]) => {
    const { server, extractor } = await serve([{ rawBody: JSON.stringify({ error }) }]);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      message: expect.stringContaining(says) as string,
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [{ choices: null }, 'status 503'],
    [{ choices: [] }, 'status 503'],
    [{ choices: [{ finish_reason: 'stop', message: { content: '{"title":"Sea F' } }] }, 'broke'],
  ])('a failure that is stated beside choices is one: %j', async (members, says) => {
    const error = { code: 503, message: 'No instance is free' };
    const { extractor } = await serve([{ rawBody: JSON.stringify({ ...members, error }) }], 0);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(says) as string,
    });
  });

  test('an answer whose choice states an error is broken off', async () => {
    const message = { content: JSON.stringify(answer) };
    const choices = [{ finish_reason: 'stop', message, error: { message: 'Upstream is gone' } }];
    const { extractor } = await serve([{ rawBody: JSON.stringify({ choices }) }], 0);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
    });
  });

  test.for<[string, object]>([
    ['counts as texts', { usage: { prompt_tokens: '12', completion_tokens: '3' } }],
    ['a date as text, no name of the model', { created: '2026-01-02', id: 7, model: null }],
    ['the role `model`', { role: 'model' }],
    ['a call of a tool beside it', { finish: 'tool_calls', tool_calls: [{ id: 't1' }] }],
  ])('an answer is not lost over members that are not read: %s', async ([, members]) => {
    const { extractor } = await serve([{ rawBody: toOddCompletion(members) }]);
    expect((await extractor.extract(await toRequest())).value).toEqual(answer);
  });

  test.for<[string, boolean]>([
    ['end_turn', false],
    ['eos_token', false],
    ['quota', true],
  ])('an answer that ended with `%s` is read, told as doubtful: %s', async ([finish, isTold]) => {
    const { extractor } = await serve([{ content: answer, finishReason: finish }]);
    const { value, warnings } = await extractor.extract(await toRequest());
    expect(value).toEqual(answer);
    expect(warnings.join().includes('its end may be missing')).toBe(isTold);
  });

  test.each([
    'sk-live-0123456789abcdefghij',
    'aBcDeFgHiJkLmNoPqRsTuV1234',
    'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH',
  ])(
    'what a provider says against a request stands in the message, keys do not: %s',
    async (key) => {
      const words = `Too many tokens for ${key}`;
      const { extractor } = await serve([{ status: 413, says: words }]);
      const error = await failureOf(extractor.extract(await toRequest()));
      expect((error as Error).message).toContain('"Too many tokens for [redacted]"');
    },
  );

  test.for<[number, object]>([
    [400, { error: { message: `${apiKey} is no key` } }],
    [401, { error: { message: `Incorrect API key provided: ${apiKey}` } }],
    [403, { error: { message: `No access with ${encodeURIComponent(apiKey)}` } }],
    [429, { detail: `Too many requests by ${apiKey}` }],
    [500, { sent: { authorization: `Bearer ${apiKey}`, basic: btoa(`key:${apiKey}`) } }],
    // As gateways do.
    [200, { error: { message: `Refused: ${apiKey}`, code: 429 } }],
    [200, { message: `Hello, ${apiKey}` }],
  ])('status %d with the key in %j: no error has it, however deep', async ([status, body]) => {
    const scripted = { status, rawBody: JSON.stringify(body), headers: { 'x-echo': apiKey } };
    const { extractor } = await serve([scripted, scripted, scripted]);
    const shown = inspect(await failureOf(extractor.extract(await toRequest())), { depth: 10 });
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain(apiKey);
    expect(shown).not.toContain(btoa(apiKey).slice(4, -4));
  });

  test('an answer that has the word of the key in it is handed on as it is', async () => {
    const content = { title: `All about ${apiKey}` };
    const { extractor } = await serve([{ content }]);
    expect((await extractor.extract(await toRequest())).value).toEqual(content);
  });

  test('where the question without a format fails too, its failure counts', async () => {
    const { server, extractor } = await serve([{ status: 400 }, { status: 503 }]);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('status 503') as string,
    });
    expect(server.requests).toHaveLength(2);
  });

  test.for<[string, ScriptedAnswer]>([
    ['429 with a time in milliseconds', { status: 429, headers: { 'retry-after-ms': '1' } }],
    ['429 with a time in seconds', { status: 429, headers: { 'retry-after': '0' } }],
    ['429 with a date', { status: 429, headers: { 'retry-after': new Date(0).toUTCString() } }],
    ['503', { status: 503, headers: { 'retry-after': '0' } }],
  ])('with `maxRetries` a call that ends with %s is made again', async ([, failure]) => {
    const { server, extractor } = await serve([failure, failure, { content: answer }], 2);
    expect((await extractor.extract(await toRequest())).value).toEqual(answer);
    expect(server.requests).toHaveLength(3);
  });

  test('after the last retry the failure counts', async () => {
    const failure = { status: 429, headers: { 'retry-after': '0' } };
    const { server, extractor } = await serve([failure, failure, { content: answer }], 1);
    expect(await failureOf(extractor.extract(await toRequest()))).toMatchObject({
      code: 'service_unavailable',
    });
    expect(server.requests).toHaveLength(2);
  });

  test.for<[string, ScriptedAnswer]>([
    ['a refused key', { status: 401 }],
    ['an unknown model', { status: 404 }],
    ['a wait of more than a minute', { status: 429, headers: { 'retry-after': '61' } }],
  ])('%s is no reason to try again', async ([, failure]) => {
    const { server, extractor } = await serve([failure, { content: answer }], 2);
    await failureOf(extractor.extract(await toRequest()));
    expect(server.requests).toHaveLength(1);
  });

  test('an abort ends the wait for the next try, with its reason', async () => {
    const caller = new AbortController();
    const reason = new Error('too late');
    const { server, extractor } = await serve(({ left }) => {
      void left.then(() => caller.abort(reason));
      return { status: 429, headers: { 'retry-after': '60' } };
    }, 2);
    expect(await failureOf(extractor.extract(await toRequest({ signal: caller.signal })))).toBe(
      reason,
    );
    expect(server.requests).toHaveLength(1);
  });

  test('an abort ends a call that is never answered, with its reason, and closes the connection', async () => {
    const caller = new AbortController();
    const reason = new Error('changed my mind');
    const { server, extractor } = await serve(() => {
      caller.abort(reason);
      return { hang: true };
    });
    const error = await failureOf(extractor.extract(await toRequest({ signal: caller.signal })));
    expect(error).toBe(reason);
    expect(await server.requests[0]?.left).toBe(true);
  });

  test('the model gets no tools, no key and nothing invisible', async () => {
    const { server, extractor } = await serve([{ content: answer }]);
    await extractor.extract(
      await toRequest({
        page: await openExtractionPage({ html: '<p>a\u202Eb\u200B\u{E0041}c</p>' }),
      }),
    );
    const body = JSON.stringify(server.requests[0]?.body);
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(body).not.toContain(apiKey);
    expect(server.requests[0]?.body['tools']).toBeUndefined();
    expect(body).toContain('abc');
  });
});

describe('openaiCompatibleModel', () => {
  test.for([
    ['a relative URL', { baseUrl: '/v1', model: 'm' }],
    ['another protocol', { baseUrl: 'ftp://model.example', model: 'm' }],
    ['a key in the URL', { baseUrl: 'http://user:canary@127.0.0.1/v1', model: 'm' }],
    ['no name', { baseUrl: 'http://127.0.0.1/v1', model: ' ' }],
  ] as const)('%s is refused at once, and not repeated in the message', ([, options]) => {
    expect(() => openaiCompatibleModel(options)).toThrow(TypeError);
    expect(() => openaiCompatibleModel(options)).not.toThrow(/canary/);
  });
});

interface OddMembers {
  readonly role?: string;
  readonly tool_calls?: readonly object[];
  readonly finish?: string;
}

function toOddCompletion({ role, tool_calls: calls, finish = 'stop', ...top }: OddMembers): string {
  const message = { role, content: JSON.stringify(answer), tool_calls: calls };
  return JSON.stringify({ choices: [{ finish_reason: finish, message }], ...top });
}
