import { expect, test } from 'vitest';
import { stubBrowser } from '../support/stub-browser.ts';
import { stubFetcher } from '../support/stub-fetcher.ts';
import { eachWay } from './open-stage.ts';

const path = '/v1/scrape';
const page = { website_url: 'https://shop.test/lamp' };

const html = `<!doctype html><html lang="en"><head><title>Brass lamp</title>
<meta name="description" content="A lamp to read by"><link rel="next" href="/lamp?page=2">
<script type="application/ld+json">{"@type":"Product","name":"Brass lamp"}</script></head>
<body><main><h1>Brass lamp</h1><p>Price: <b>£51.77</b> <a href="/buy">Buy</a></p><img src="data:image/png;base64,AA" alt="The lamp"></main></body></html>`;

const pdf = Uint8Array.from({ length: 700 }, (_value, index) => index % 256);
const browser = { ...stubBrowser({ pages: [] }), printPdf: async () => pdf };

eachWay((openStage) => {
  test('the default of a field may be said, whatever the format', async () => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    const { status } = await ask({ path, json: { ...page, navigation: 'end' } });
    expect(status).toBe(200);
    const refused = await ask({ path, json: { ...page, navigation: 'omit' } });
    expect(refused.status).toBe(400);
  });

  test.each([
    ['in another charset', { 'content-type': 'application/json; charset=utf-16' }, /UTF-8/],
    ['compressed', { 'content-encoding': 'gzip' }, /Content-Encoding/],
  ])('a body that is said to be %s is refused with a word', async (_name, headers, words) => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    const { status, text } = await ask({ path, json: page, headers });
    expect(status).toBe(400);
    expect(text).toMatch(words);
  });

  test('a page costs 1 credit, and comes as served with what it says about itself', async () => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    const { status, body } = await ask({ path, json: page });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'completed',
      request_id: expect.any(String),
      data: {
        request_id: expect.any(String),
        html,
        content_type: 'html',
        cleaned: false,
        metadata: { title: 'Brass lamp', description: 'A lamp to read by', language: 'en' },
        structured_data: {
          json_ld: [{ '@type': 'Product', name: 'Brass lamp' }],
          microdata: [],
          pagination: { next: 'https://shop.test/lamp?page=2', prev: null },
        },
        latency_ms: expect.any(Number),
      },
      credits_used: 1,
      credits_remaining: 99,
    });
    expect(body.data['request_id']).not.toBe(body.request_id);
  });

  test('stealth costs 2 more', async () => {
    const { ask } = await openStage();
    const { body } = await ask({ path, json: { ...page, stealth: true } });
    expect(body).toMatchObject({ credits_used: 3, credits_remaining: 97 });
  });

  test.each([
    [{ format: 'html' }, 'html', '<h1>Brass lamp</h1>', false],
    [{ format: 'markdown' }, 'markdown', '# Brass lamp', false],
    [{ clean: true }, 'html', '# Brass lamp', true],
    [{ clean: false, format: 'markdown' }, 'markdown', '# Brass lamp', false],
  ])('%j delivers %s', async (wanted, member, content, cleaned) => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    const { body } = await ask({ path, json: { ...page, ...wanted } });
    const contents = ['html', 'markdown', 'pdf'].filter((name) => name in body.data);
    expect(contents).toEqual([member]);
    expect(body.data[member]).toContain(content);
    expect(body.data['cleaned']).toBe(cleaned);
  });

  test('clean together with a format is refused', async () => {
    const { ask } = await openStage();
    const { status, body } = await ask({ path, json: { ...page, clean: true, format: 'html' } });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      issues: [{ path: '/clean', message: expect.stringContaining('`format`') }],
    });
  });

  test('a PDF comes in base64', async () => {
    const { ask } = await openStage({ browser, fetcher: stubFetcher(html) });
    const { body } = await ask({ path, json: { ...page, format: 'pdf' } });
    expect(Buffer.from(String(body.data['pdf']), 'base64')).toEqual(Buffer.from(pdf));
    expect(body.data).not.toHaveProperty('html');
    expect(body.data['content_type']).toBe('html');
  });

  test('links are listed, absolute, where they are asked for', async () => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    expect((await ask({ path, json: page })).body.data).not.toHaveProperty('links');
    const { body } = await ask({ path, json: { ...page, extract_links: true } });
    expect(body.data['links']).toEqual([{ url: 'https://shop.test/buy', text: 'Buy' }]);
  });

  test('pictures inside the page become their alternative text', async () => {
    const { ask } = await openStage({ fetcher: stubFetcher(html) });
    const { body } = await ask({ path, json: { ...page, tag_truncate: true } });
    expect(body.data['html']).toContain('The lamp');
    expect(body.data['html']).not.toContain('data:image');
  });

  test('what a page does not say about itself is null', async () => {
    const { ask } = await openStage({ fetcher: stubFetcher('<p>Hello</p>') });
    const { body } = await ask({ path, json: page });
    expect(body.data['metadata']).toEqual({ title: null, description: null, language: null });
  });

  test.each([
    ['website_url', undefined],
    ['website_url', 'http://10.0.0.1/'],
    ['format', 'docx'],
    ['clean', 1],
    ['tag_truncate', 'yes'],
    ['extract_links', null],
    ['user_prompt', 'the price'],
    ['max_age', -1],
  ])('%s may not be %j', async (field, value) => {
    const stage = await openStage();
    const { status } = await stage.ask({ path, json: { ...page, [field]: value } });
    expect(status).toBe(400);
    expect(stage.fetcher.requests).toEqual([]);
  });

  test('a page that fails costs nothing', async () => {
    const stage = await openStage({ fetcher: stubFetcher({ status: 410 }) });
    const { status, body } = await stage.ask({ path, json: page });
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject({ reason: 'fetch_failed', page_status: 410 });
    expect(await stage.service.creditsRemaining(stage.account)).toBe(100);
  });
});
