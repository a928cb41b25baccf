import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { modelExtractor } from '../../src/extraction/extractors/model-extractor.ts';
import type { Extraction, ExtractionRequest } from '../../src/runtime/contracts/extractor.ts';
import { listenOnLoopback } from '../../test-kit/listen-on-loopback.ts';
import { toExtractionRequest } from '../support/extraction-request.ts';
import { type ProviderFormat, providerFormats } from '../support/provider-formats.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const html = '<title>Sea Fever</title><main><h1>Sea Fever</h1><p class="price">£51.77</p></main>';
const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: 'number' } },
  required: ['title'],
};
const answer = { title: 'Sea Fever', price: 51.77 };
const text = JSON.stringify(answer);

let request: ExtractionRequest;
let closeServer: (() => Promise<void>) | undefined;

beforeAll(async () => {
  request = await toExtractionRequest(html, { prompt: 'title and price of the book', schema });
});

afterEach(async () => {
  await closeServer?.();
});

/** What comes of one extraction from a server that answers by `replies`, the last one again and again. */
async function extract(
  format: ProviderFormat,
  replies: readonly Reply[],
  maxRetries = 0,
): Promise<{
  requests: readonly Readonly<Record<string, unknown>>[];
  outcome: Promise<Extraction>;
}> {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await json(incoming);
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(request as Readonly<Record<string, unknown>>);
    const headers = { 'content-type': 'application/json', ...reply?.headers };
    response.writeHead(reply?.status ?? 200, headers).end(JSON.stringify(reply?.body));
  };
  const server = await listenOnLoopback((incoming, response) => void respond(incoming, response));
  const { origin } = server;
  closeServer = () => server.close();
  const extractor = modelExtractor({ model: format.createModel(origin), maxRetries });
  const outcome = extractor.extract(request);
  // Whoever called looks at it once the server has seen all requests.
  await outcome.catch(() => undefined);
  return { requests, outcome };
}

describe.each(providerFormats)('$name', (format) => {
  const { toAnswer, toError, ends, findSchema } = format;
  const success: Reply = { body: toAnswer(text, ends.plain) };

  test('an answer is read, its tokens are counted, and the schema was asked for', async () => {
    const { outcome, requests } = await extract(format, [success]);
    const { value, usage, warnings } = await outcome;
    expect(value).toEqual(answer);
    expect(usage).toMatchObject([{ inputTokens: 100, outputTokens: 20 }]);
    expect(warnings).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(findSchema(requests[0] ?? {}))).toContain('price');
  });

  test('a schema that is refused makes way for the next form', async () => {
    const says = 'Invalid JSON schema in response_format: "price" is not supported';
    const refusal: Reply = { status: 400, body: toError(says) };
    const { outcome, requests } = await extract(format, [refusal, refusal, refusal, success]);
    expect((await outcome).value).toEqual(answer);
    expect(requests).toHaveLength(4);
    expect(findSchema(requests.at(-1) ?? {})).toBeUndefined();
    expect(JSON.stringify(requests.at(-1))).toContain('price');
  });

  test.each([429, 503])(
    '%d may pass: it is told with the words of the provider',
    async (status) => {
      const says = 'We are out of capacity for now';
      const headers = { 'retry-after': '7' };
      const { outcome } = await extract(format, [{ status, headers, body: toError(says) }]);
      await expect(outcome).rejects.toMatchObject({
        code: 'service_unavailable',
        message: expect.stringContaining(says),
        details: { retryAfterSeconds: 7 },
      });
    },
  );

  test('a key that a busy provider repeats is not told', async () => {
    const body = toError('Too many requests for sk-proj-A1b2C3d4E5f6G7h8I9');
    const { outcome } = await extract(format, [{ status: 429, body }]);
    await expect(outcome).rejects.toThrow(/Too many requests for \[redacted\]/);
  });

  test.each([429, 503])('%d is tried again where retries are left', async (status) => {
    const busy = { status, headers: { 'retry-after': '0' }, body: toError('busy') };
    const { outcome, requests } = await extract(format, [busy, success], 1);
    expect((await outcome).value).toEqual(answer);
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(findSchema(requests[1] ?? {}))).toContain('price');
  });

  test('401 names the key and is not tried again', async () => {
    const refusal = { status: 401, body: toError('Invalid credentials') };
    const { outcome, requests } = await extract(format, [refusal], 2);
    await expect(outcome).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('API key'),
    });
    expect(requests).toHaveLength(1);
  });

  test.each(['cut', 'unknown'] as const)(
    'an answer of which the end is %s is told',
    async (end) => {
      const { outcome } = await extract(format, [{ body: toAnswer(text, ends[end]) }]);
      const { value, warnings } = await outcome;
      expect(value).toEqual(answer);
      expect(warnings.join(' ')).toContain('its end may be missing');
    },
  );

  test('an answer that its provider lost is none', async () => {
    const { outcome } = await extract(format, [{ body: toAnswer(text, 'upstream_error') }]);
    await expect(outcome).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
