import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createHttpHandler, createOpenApiDocument } from '../../src/web/http/index.ts';
import { openService } from '../support/open-service.ts';
import { createContractCheck } from './check-answer.ts';

/** What these tests read of it. */
type Document = Readonly<Record<string, unknown>> & {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly description: string }>>>
  >;
  readonly webhooks: object;
};

const document = createOpenApiDocument() as Document;
const { describedFaults } = createContractCheck(document);

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
  const own = (await response.json()) as { readonly paths: Document['paths'] };
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

test('every operation that asks the store tells that it may be away', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const answers = operations.map((operation) => Reflect.get(operation, 'responses') as object);
  const asking = answers.filter((responses) => '401' in responses);
  expect(asking.length).toBeGreaterThan(3);
  for (const responses of asking) expect(responses).toHaveProperty('502');
});
