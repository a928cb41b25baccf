import { Validator } from '@seriousme/openapi-schema-validator';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { createHttpHandler, createOpenApiDocument } from '../../src/web/http/index.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { addCustomer, item, openService } from '../support/open-service.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import { checkDocumented, checkEnvelope, describedFaults } from './check-answer.ts';

/** As many as the time of a test allows; a seed of a failure is told by fast-check. */
const randomRequests = 600;

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

interface Operation {
  readonly description: string;
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

const document = createOpenApiDocument() as {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: object;
};

test('the document is valid OpenAPI 3.1, of version 1.0 of the API', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.version).toBe('1.0');
});

test('the validator refuses a document that is none', async () => {
  const { valid } = await new Validator().validate({
    ...structuredClone(document),
    paths: { a: 1 },
  });
  expect(valid).toBe(false);
});

test('the document is served as it is printed', async () => {
  const { service } = openService();
  const response = await createHttpHandler(service)(new Request('http://api.test/v1/openapi.json'));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(document);
});

test('the document tells what the calls of this service cost', async () => {
  const prices = {
    extract: 11,
    extractStealth: 7,
    scrape: 3,
    scrapeStealth: 6,
    runPage: 13,
    followedPage: 4,
  };
  const { service } = openService({ gleaner: { prices } });
  const response = await createHttpHandler(service)(new Request('http://api.test/v1/openapi.json'));
  const own = (await response.json()) as { readonly paths: typeof document.paths };
  const told = (path: string) => own.paths[path]?.['post']?.description;
  expect(told('/smartscraper')).toContain(' 11 credits, 7 more with `stealth`.');
  expect(told('/scrape')).toContain(' 3 credits, 6 more with `stealth`.');
  expect(told('/smartbrowse/recipes/{id}/run')).toContain(
    '13 credits for each page extracted and 4 for each page that an item links to,',
  );
  // The contract's, where no service is named.
  expect(document.paths['/scrape']?.['post']?.description).toContain(' 1 credit, 2 more');
});

test('the document has every endpoint of the contract, and its webhook', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.toSorted()).toEqual([
    'get /smartbrowse/runs/{id}',
    'get /smartbrowse/usage',
    'post /scrape',
    'post /smartbrowse/recipes/{id}/run',
    'post /smartscraper',
  ]);
  expect(Object.keys(document.webhooks)).toEqual(['runEnded']);
});

test.each([
  ['insufficient_credits', { balance: 1, required: 5 }, { balance: 1 }],
  ['account_deletion_pending', { deletion_scheduled_for: '2026-01-31T00:00:00.000Z' }, {}],
  ['rate_limited', { reason: 'rate_limit_per_min', limit_per_min: 60 }, { reason: 'too_much' }],
  [
    'rate_limited',
    { reason: 'max_concurrent_requests', max_concurrent: 5 },
    { reason: 'max_concurrent_requests' },
  ],
  [
    'rate_limited',
    { reason: 'sb_runs_per_month', used: 50, limit: 50, window: '30d' },
    { reason: 'sb_runs_per_month', used: 50, limit: 50 },
  ],
  ['validation_failed', { reason: 'fetch_failed', page_status: 503 }, { page_status: 503 }],
  [
    'validation_failed',
    { reason: 'schema_mismatch', issues: [{ path: '/price', message: 'is missing' }] },
    { reason: 'schema_mismatch', issues: ['is missing'] },
  ],
  ['invalid_request', { issues: [] }, {}],
])('the document says what the details of %s are: %j, not %j', (code, right, wrong) => {
  const toAnswer = (details: object) =>
    ({ error: { code, message: 'm', details }, status: 'error', request_id: 'r' }) as const;
  expect(describedFaults(code, toAnswer(right))).toEqual([]);
  expect(describedFaults(code, toAnswer(wrong))).not.toEqual([]);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', 'a'.repeat(20_000), '\0', '\u2028', '${7*7}', '../..', '\ud800'),
);

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.constantFrom(null, -1, 0, 1e308, 2 ** 53, true, [], {}, [[[[]]]]),
);

const anyUrl = fc.oneof(
  { weight: 6, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'file:///etc/passwd',
      'https://a:b@shop.test/',
      'http://[::ffff:127.0.0.1]/',
      'javascript:alert(1)',
      'http://shop.test:22/',
      'HTTPS://SHOP.TEST/%zz',
    ),
  },
);

const anySchema = fc.oneof(
  fc.constantFrom<object | boolean>(
    {},
    true,
    { type: 'object', required: ['price'], properties: { price: { type: 'number' } } },
    { type: 'object', required: ['colour'] },
    { type: 'array', items: { type: 'string' } },
    { $ref: '#' },
    { properties: { price: { pattern: '^(a+)+$' } } },
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 0, exclusiveMinimum: true },
  ),
  fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref', 'allOf', 'not'), anyValue),
);

/** Values that the document calls valid. */
function toArbitrary(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'output_schema') return anySchema;
  if (name === 'headers') {
    return fc.dictionary(fc.oneof(fc.stringMatching(/^[a-z-]{1,12}$/), anyText), anyText, {
      maxKeys: 4,
    });
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uri') return anyUrl;
  switch (String(schema.type)) {
    case 'string':
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: 200 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: 100_000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(toArbitrary('', schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return schema.properties === undefined
        ? fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 })
        : toObjectArbitrary(schema);
    default:
      return anyValue;
  }
}

function toObjectArbitrary({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, toArbitrary(name, schema)]),
    ),
    { requiredKeys: [...required] },
  );
}

/** One member is another, is missing, or is one too many. */
function toNearlyValid(valid: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .tuple(valid, fc.nat(), anyValue, fc.boolean(), anyText)
    .map(([body, at, value, isNew, name]) => {
      const names = Object.keys(body);
      const chosen = isNew || names.length === 0 ? name : (names[at % names.length] ?? name);
      return Object.fromEntries([...Object.entries(body), [chosen, value]]);
    });
}

interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const anyId = fc.oneof(
  // Often enough that some of the requests get through whatever the seed.
  { weight: 2, arbitrary: fc.constant('RECIPE') },
  fc.constantFrom('x', '%00', '%zz', '%2e%2e', '💡', '__proto__'),
  fc.string({ minLength: 1, maxLength: 30 }).map(encodeURIComponent),
);

const headerText = fc.stringMatching(/^[\x21-\x7e]{0,40}$/);

const requests: fc.Arbitrary<RandomRequest> = fc
  .constantFrom(...operations)
  .chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json'].schema;
    const valid = schema === undefined ? undefined : toObjectArbitrary(schema);
    const body =
      valid === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
            { weight: 5, arbitrary: toNearlyValid(valid).map((value) => JSON.stringify(value)) },
            { weight: 1, arbitrary: fc.json() },
            { weight: 1, arbitrary: anyText },
            { weight: 1, arbitrary: fc.constant(undefined) },
          );
    return fc.record({
      method: fc.constant(method.toUpperCase()),
      path: anyId.map((id) => `/v1${path.replace('{id}', id)}`),
      headers: fc.record(
        {
          'x-api-key': fc.oneof(
            { weight: 9, arbitrary: fc.constant('KEY') },
            { weight: 1, arbitrary: headerText },
          ),
          'content-type': fc.oneof(
            { weight: 9, arbitrary: fc.constant('application/json') },
            { weight: 1, arbitrary: headerText },
          ),
          'idempotency-key': fc.oneof(headerText, fc.constant('k'.repeat(256))),
        },
        { requiredKeys: ['x-api-key', 'content-type'] },
      ),
      body,
    });
  });

test(
  'whatever is asked, no answer is a 500 or one that the document does not know',
  { timeout: 120_000 },
  async () => {
    const model = scriptedModel(() => ({ content: { price: 51.77, name: 'Lamp' } }));
    // Scrapes ask for PDFs as well.
    const browser: Browser = {
      ...stubBrowser({ pages: [[item('Lamp')]] }),
      printPdf: async () => new TextEncoder().encode('%PDF-1.7'),
    };
    const { service } = openService({ browser, gleaner: { model } });
    const plan = { requestsPerMinute: 1_000_000, runsPerMonth: 1_000_000 };
    const { account, recipeId } = await addCustomer(service, { credits: 1_000_000, plan });
    const { key } = await service.keys.create({ account, label: 'test' });
    const faults: unknown[] = [];
    const handler = createHttpHandler(service, {
      onRequest: ({ error }) => error === undefined || faults.push(error),
    });
    const statuses = new Map<number, number>();

    async function ask({ method, path, headers, body }: RandomRequest): Promise<void> {
      const sent = { ...headers, ...(headers['x-api-key'] === 'KEY' ? { 'x-api-key': key } : {}) };
      const place = path.replace('RECIPE', recipeId);
      const request = new Request(`http://api.test${place}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body }),
      });
      const response = await handler(request);
      const text = await response.text();
      const { status } = response;
      const answer = { status, headers: response.headers, text, body: JSON.parse(text) };
      expect(faults).toEqual([]);
      expect(status).toBeLessThan(500);
      checkEnvelope(answer);
      if (new URL(request.url).pathname === place) checkDocumented(method, place, answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }

    await fc.assert(fc.asyncProperty(requests, ask), { numRuns: randomRequests });
    // The requests are worth something: they get through as well as not.
    expect([200, 202, 400, 401, 404].filter((status) => !statuses.has(status))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(randomRequests / 20);
    await service.close({ drainMs: 0 });
  },
);
