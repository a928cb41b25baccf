import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGleaner, type Gleaner } from '../src/index.ts';
import { fixturePdf, fixturePng } from '../test-kit/fixture-site/routes.ts';
import { stubFetcher } from './support/stub-fetcher.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let gleaner: Gleaner;

beforeAll(() => {
  gleaner = createGleaner({ egress: egress(), limits: { requestsPerMinute: Infinity } });
});

afterAll(async () => {
  await gleaner.close();
});

test('values are extracted from a PDF like from any page', async () => {
  const { result } = await gleaner.extract({
    url: urlOf('/files/tide-table.pdf'),
    prompt: 'Every day of the tide table',
    schema: {
      type: 'object',
      required: ['days'],
      properties: {
        days: {
          type: 'array',
          items: {
            type: 'object',
            required: ['date', 'highWater'],
            properties: { date: { type: 'string' }, highWater: { type: 'string' } },
          },
        },
      },
    },
  });
  expect(result).toEqual({
    days: [
      { date: '1 June 2026', highWater: '04:12' },
      { date: '2 June 2026', highWater: '04:58' },
      { date: '3 June 2026', highWater: '05:44' },
      { date: '4 June 2026', highWater: '06:31' },
    ],
  });
});

test('a PDF is scraped as the Markdown of its text, without metadata', async () => {
  const page = await gleaner.scrape({ url: urlOf('/files/tide-table.pdf') });
  expect(page).toMatchObject({ contentType: 'pdf', cleaned: false, metadata: null });
  expect(page.html).toContain('| 1 June 2026 | 04:12 | 5.31 | 10:25 | 0.84 |');
  expect(page.html).toContain('Notes for skippers');
});

test('a page scraped to PDF holds its pictures, whichever way they are loaded, and says what it left out', async () => {
  const page = await gleaner.scrape({ url: urlOf('/images/'), format: 'pdf' });
  const file = Buffer.from(page.pdf ?? []).toString('latin1');
  expect(file.split('/Subtype /Image')).toHaveLength(4);
  expect(page.warnings).toEqual([
    '1 of 4 picture(s) are shown by their alternative text: 1 come in a format that cannot be drawn here.',
  ]);
  const bare = await gleaner.scrape({ url: urlOf('/images/'), format: 'pdf', tagTruncate: true });
  expect(Buffer.from(bare.pdf ?? []).includes('/Subtype /Image')).toBe(false);
});

test('pictures that a page describes in its data keep their addresses in a PDF’s structured data', async () => {
  const html =
    '<div itemscope itemtype="https://schema.org/Product"><img itemprop="image" src="lamp.png" alt=""><b itemprop="name">Lamp</b></div>';
  const options = { html, url: 'http://127.0.0.1:9/shop/' };
  const [asHtml, asPdf] = [
    await gleaner.scrape(options),
    await gleaner.scrape({ ...options, format: 'pdf' }),
  ];
  expect(asPdf.structuredData).toEqual(asHtml.structuredData);
  expect(JSON.stringify(asPdf.structuredData)).toContain('lamp.png');
});

test('the pictures of a PDF are asked for by the caller’s proxy, like the page', async () => {
  const fetcher = stubFetcher(({ url }) =>
    url.endsWith('.png') ? { body: fixturePng([178, 84, 45]) } : '<p>A lamp<img src="lamp.png">',
  );
  const proxied = createGleaner({ fetcher });
  const proxy = 'http://proxy.example:8080';
  await proxied.scrape({ url: 'https://shop.example/', format: 'pdf', proxy });
  expect(fetcher.requests.map((request) => [request.url, request.proxy])).toEqual([
    ['https://shop.example/', proxy],
    ['https://shop.example/lamp.png', proxy],
  ]);
  await proxied.close();
});

test('a PDF from the cache is the caller’s own: once transferred, the same call gives it again', async () => {
  const call = { url: urlOf('/files/tide-table.pdf'), format: 'pdf', maxAge: 60 } as const;
  for (let calls = 0; calls < 3; calls += 1) {
    const { pdf } = await gleaner.scrape(call);
    expect(Buffer.compare(pdf, fixturePdf())).toBe(0);
    structuredClone(pdf, { transfer: [pdf.buffer as ArrayBuffer] });
    expect(pdf).toHaveLength(0);
  }
});

test('a PDF asked for as PDF is the file that was served, unless something is to be left out', async () => {
  const url = urlOf('/files/tide-table.pdf');
  const whole = await gleaner.scrape({ url, format: 'pdf' });
  expect(Buffer.compare(whole.pdf ?? new Uint8Array(), fixturePdf())).toBe(0);
  expect(whole).toMatchObject({ contentType: 'pdf', cleaned: false, metadata: null });
  const part = await gleaner.scrape({ url, format: 'pdf', excludeTags: ['table'] });
  expect(Buffer.from(part.pdf ?? []).toString('latin1')).toContain('Gleaner');
  expect(part.cleaned).toBe(false);
});
