import { expect, test } from 'vitest';
import { createHttpHandler } from '../../src/web/http/index.ts';
import {
  createGleaner,
  isGleanerError,
  type ExtractInput,
  type ScrapeInput,
} from '../../src/index.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { addCustomer, openService } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { useFixtureSite } from '../support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
const schema = { type: 'object', required: ['price'], properties: { price: { type: 'number' } } };
const page = { url: 'https://shop.test/lamp' };
const asked = { ...page, prompt: 'the price' };

const extractions: readonly ExtractInput[] = [
  asked,
  { ...asked, schema },
  { ...asked, schema, include: ['evidence', 'warnings', 'usage'] },
  { ...asked, plainText: true },
  { ...asked, parseMode: 'speed', detailLevel: 'high', pageComplexity: 'high' },
  { ...asked, includeTags: ['h1'], excludeTags: ['b'] },
  { ...asked, reduceContent: true, maxAge: 0, stealth: true },
  { ...asked, headers: { accept: 'text/html' }, experimental: true },
  { ...asked, url: 'nonsense' },
  { ...asked, prompt: '' },
  { ...asked, maxAge: -1, includeTags: 'p' as never },
  { ...asked, headers: { host: 'x' } },
  { ...asked, schema: { type: 'thing' } },
  { ...asked, includeTags: ['table'] },
  { ...asked, url: 'https://shop.test/gone' },
];

const scrapes: readonly ScrapeInput[] = [
  page,
  { ...page, format: 'markdown' },
  { ...page, clean: true, extractLinks: true },
  { ...page, tagTruncate: true, excludeTags: ['h1'] },
  { ...page, format: 'markdown', clean: true },
  { url: 'https://shop.test/gone' },
  { url: 'http://localhost/' },
];

const wireNames: Readonly<Record<string, string>> = {
  url: 'website_url',
  prompt: 'user_prompt',
  schema: 'output_schema',
};

function toWire(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      wireNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** One that has never been asked anything, so that none knows more than the other. */
function openTwin(): Service {
  const fetcher = stubFetcher(({ url }) => (url.endsWith('/gone') ? { status: 410 } : lampPage));
  const model = scriptedModel(() => ({ content: { price: 51.77 } }));
  return openService({ fetcher, gleaner: { model } }).service;
}

/** What an answer says, whichever way it came. */
type Outcome = Readonly<Record<string, unknown>>;

async function askInProcess(input: object, direct: 'extract' | 'scrape'): Promise<Outcome> {
  const service = openTwin();
  const { account } = await addCustomer(service);
  const call: Promise<object> =
    direct === 'extract'
      ? service.extract(input as ExtractInput, { account })
      : service.scrape(input as ScrapeInput, { account });
  const told = await call.catch((error: unknown) => error);
  const left = await service.creditsRemaining(account);
  if (isGleanerError(told)) {
    const { issues = [], reason } = (told.details ?? {}) as Details;
    return { code: told.code, reason, paths: toPaths(issues).map(toWirePath), left };
  }
  const { requestId: _id, latencyMs: _ms, ...rest } = told as Record<string, unknown>;
  const { creditsUsed, creditsRemaining, warnings, ...data } = rest;
  const include = 'include' in input && Array.isArray(input.include) ? input.include : [];
  const wire = toSnakeCase({ ...data, ...(include.includes('warnings') ? { warnings } : {}) });
  return { creditsUsed, creditsRemaining, data: JSON.parse(JSON.stringify(wire)), left };
}

async function askOverHttp(input: object, path: string): Promise<Outcome> {
  const service = openTwin();
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const response = await createHttpHandler(service)(
    new Request(`http://api.test${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(toWire(input)),
    }),
  );
  const body = await response.json();
  const left = await service.creditsRemaining(account);
  if (body.status === 'error') {
    const { issues = [], reason } = (body.error.details ?? {}) as Details;
    return { code: body.error.code, reason, paths: toPaths(issues), left };
  }
  const { request_id: _id, latency_ms: _ms, ...data } = body.data;
  const { credits_used: creditsUsed, credits_remaining: creditsRemaining } = body;
  return { creditsUsed, creditsRemaining, data, left };
}

interface Details {
  readonly issues?: readonly { readonly path: string }[];
  readonly reason?: string;
}

function toPaths(issues: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(issues.map(({ path }) => path))].toSorted();
}

function toWirePath(path: string): string {
  const [, name = '', ...rest] = path.split('/');
  return ['', ...Object.keys(toWire({ [name]: 0 })), ...rest].join('/');
}

/** Names of members, as the wire has them; values of the page are left alone by all of these cases. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(toWire(value)).map(([name, member]) => [name, toSnakeCase(member)]),
  );
}

test.each(extractions)('an extraction over HTTP is the one in process: %j', async (input) => {
  expect(await askOverHttp(input, '/v1/smartscraper')).toEqual(
    await askInProcess(input, 'extract'),
  );
});

test.each(scrapes)('a scrape over HTTP is the one in process: %j', async (input) => {
  expect(await askOverHttp(input, '/v1/scrape')).toEqual(await askInProcess(input, 'scrape'));
});

test.each([
  '/shop/product/harbour-brass-desk-lamp/',
  '/article/',
  '/forum/',
  '/tables/',
  '/wall/login',
  '/nosuchpage',
])('a page over the network is read alike both ways: %s', async (path) => {
  const service = createService({ gleaner: createGleaner({ egress: egress(), browser: false }) });
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const input = { url: urlOf(path), prompt: 'name and price' };
  const told = await service.extract(input, { account }).then(
    ({ result }) => ({ result }),
    (error: unknown) => ({ code: isGleanerError(error) ? error.code : error }),
  );
  const response = await createHttpHandler(service)(
    new Request('http://api.test/v1/smartscraper', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ website_url: input.url, user_prompt: input.prompt }),
    }),
  );
  const { data, error } = await response.json();
  expect(error === undefined ? { result: data.result } : { code: error.code }).toEqual(told);
  await service.close();
});
