import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { operationContext } from '../../../test/support/operation-context.ts';
import { stubFetcher, type StubFetcher } from '../../../test/support/stub-fetcher.ts';
import type { Browser, PrintRequest } from '../../runtime/contracts/browser.ts';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { openGiven } from '../pages/open-page.ts';
import { readPdf } from '../../page/documents/pdf/read-pdf.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { fixturePng } from '../../../test-kit/fixture-site/routes.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import { writePdf, type WritePdfInput, type WrittenPdf } from './write-pdf.ts';

const png = fixturePng([178, 84, 45]);
/** Says that it is as wide as a pixel and a thousand million high. */
const bomb = Buffer.from(png);
bomb.writeUInt32BE(1, 16);
bomb.writeUInt32BE(1_000_000_000, 20);

const files: ReadonlyMap<string, Uint8Array> = new Map([
  ['.png', png],
  ['.webp', Buffer.from(`RIFF\0\0\0\0WEBPVP8X${'\0'.repeat(8)}${'\u{9}\0\0'.repeat(4)}`, 'latin1')],
  ['.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['.bomb', bomb],
  ['.long', Buffer.concat([png, Buffer.alloc(5_000_001)])],
  ['.half', Buffer.concat([png, Buffer.alloc(4_900_000)])],
  ['.html', Buffer.from('<!doctype html><html><p>Not found')],
]);

/** Serves a file by the end of its name. */
function pictures(): StubFetcher {
  return stubFetcher(({ url }) => {
    const name = new URL(url).pathname;
    if (name === '/gone.png') return { status: 404, body: png };
    if (name === '/broken.png')
      throw new GleanerError('validation_failed', 'No.', { details: { reason: 'fetch_failed' } });
    return { body: files.get(name.slice(name.lastIndexOf('.'))) ?? new Uint8Array() };
  });
}

function requestOf(
  changes: Partial<PageRequest>,
  signal = new AbortController().signal,
): PageRequest {
  return { url: 'https://example.com/harbour/', headers: {}, stealth: false, signal, ...changes };
}

async function write(
  html: string,
  changes: Partial<OperationContext>,
  input: Partial<WritePdfInput> = {},
  signal = new AbortController().signal,
): Promise<WrittenPdf> {
  const context = operationContext({ printer: undefined, ...changes });
  const page = { html, url: 'https://example.com/harbour/' };
  return writePdf(
    {
      ...(await openGiven(page, {}, context, signal)),
      mainOnly: false,
      navigation: 'end',
      tagTruncate: false,
      request: requestOf({}, signal),
      leftMs: 60_000,
      ...input,
    },
    context,
    signal,
  );
}

function countImages({ bytes }: WrittenPdf): number {
  return Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;
}

function refuse(): Promise<never> {
  return Promise.reject(new TypeError('It prints, and does nothing else.'));
}

/** A browser that keeps what it is to print. */
function stubBrowser(print: (request: PrintRequest) => Promise<Uint8Array>): Browser {
  return { name: 'stub', printPdf: print, replay: refuse, renderPage: refuse };
}

describe('a whole page', () => {
  const html = `<title>Quay walls | Harbour Post</title><meta property="og:site_name" content="Harbour Post">
    <nav><a href="/tides">Tides</a></nav><h1>Quay walls</h1><p>They lean, and have done so for years.`;

  test('begins with its title, site and address, and ends with its navigation', async () => {
    const { text } = await readPdf((await write(html, {})).bytes);
    expect(text).toMatch(
      /^Quay walls\s+Harbour Post · https:\/\/example\.com\/harbour\/\s+They lean.*\s+Navigation\s+Tides\s*$/s,
    );
  });

  test('has no navigation, or has it where the page does, as the caller wishes', async () => {
    const omitted = await readPdf((await write(html, {}, { navigation: 'omit' })).bytes);
    expect(omitted.text).not.toMatch(/Navigation|Tides/);
    const kept = await readPdf((await write(html, {}, { navigation: 'keep' })).bytes);
    expect(kept.text).toMatch(/Tides.*They lean/s);
    expect(kept.text).not.toContain('Navigation');
  });
});

describe('pictures of a page', () => {
  test('are loaded from where they really are, each once', async () => {
    const fetcher = pictures();
    const pdf = await write(
      `<p>One<img src="a.png" alt="A"><img alt="A again" src="a.png">
       <img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/late.png" alt="B">
       <img srcset="c-9.png 9w, c-1200.png 1200w, c-4000.png 4000w" src="c.png" alt="C"><img src="dot.png" width="1" height="1">`,
      { fetcher },
    );
    expect(fetcher.requests.map(({ url }) => url)).toEqual([
      'https://example.com/harbour/a.png',
      'https://example.com/late.png',
      'https://example.com/harbour/c-1200.png',
    ]);
    expect(countImages(pdf)).toBe(3);
    expect(pdf.warnings).toEqual([]);
  });

  test('get the caller’s headers on the page’s own origin only', async () => {
    const fetcher = pictures();
    await write(
      '<img src="a.png"><img src="https://cdn.example.net/b.png"><img src="http://example.com/c.png">',
      { fetcher },
      { request: requestOf({ headers: { cookie: 'secret' } }) },
    );
    expect(fetcher.requests.map(({ url, headers }) => [url, headers['cookie']])).toEqual([
      ['https://example.com/harbour/a.png', 'secret'],
      ['https://cdn.example.net/b.png', undefined],
      ['http://example.com/c.png', undefined],
    ]);
  });

  test('are asked for as the page was: by the caller’s proxy, and with stealth', async () => {
    const fetcher = pictures();
    const access = { stealth: true, proxy: 'http://proxy.example:8080' };
    const html = '<img src="a.png"><img src="https://cdn.example.net/b.png">';
    await write(html, { fetcher }, { request: requestOf(access) });
    expect(fetcher.requests).toMatchObject([access, access]);
  });

  test('of a page that was handed in are not fetched, which is reported', async () => {
    const fetcher = pictures();
    const html = '<img src="a.png" alt="A lamp"><img src="b.png" alt="A pier">';
    const { bytes, warnings } = await write(html, { fetcher }, { request: undefined });
    expect(fetcher.requests).toEqual([]);
    expect((await readPdf(bytes)).text).toMatch(/A lamp.*A pier/s);
    expect(warnings).toEqual([
      '2 of 2 picture(s) are shown by their alternative text: 2 stand in a page given as HTML, for which nothing is fetched.',
    ]);
  });

  test('that cannot be shown are reported with the reason, and named in the page', async () => {
    const fetcher = pictures();
    const pdf = await write(
      [
        'a.png',
        'b.webp',
        'c.svg',
        '/gone.png',
        '/broken.png',
        'page.html',
        'd.bomb',
        'e.long',
        'http://127.0.0.1/f.png',
        'http://10.0.0.1:8080/g.png',
        'file:///etc/passwd',
      ]
        .map((source, index) => `<p>Number ${index} <img alt="picture ${index}" src="${source}">`)
        .join(''),
      { fetcher },
    );
    expect(countImages(pdf)).toBe(1);
    expect(pdf.warnings).toEqual([
      '9 of 10 picture(s) are shown by their alternative text: 2 are too large, alone or with the others, 2 are where nothing may be loaded from, 2 come in a format that cannot be drawn here, 3 could not be loaded.',
    ]);
    expect(fetcher.requests.some(({ url }) => /127\.0\.0\.1|10\.0\.0\.1/.test(url))).toBe(false);
    const { text } = await readPdf(pdf.bytes);
    expect(text).not.toContain('picture 0');
    for (let index = 1; index <= 10; index += 1) expect(text).toContain(`picture ${index}`);
  });

  test('are no more than forty, and no more than 20 MB', async () => {
    const many = pictures();
    const { warnings } = await write(
      Array.from({ length: 43 }, (_, index) => `<img src="${index}.png" alt="x">`).join(''),
      { fetcher: many },
    );
    expect(many.requests).toHaveLength(40);
    expect(warnings[0]).toContain('3 come after the first 40');
    const large = await write(
      Array.from({ length: 6 }, (_, index) => `<img src="${index}.half" alt="x">`).join(''),
      { fetcher: pictures() },
    );
    expect(large.warnings[0]).toContain('2 are too large');
  });

  test('that do not arrive do not hold up the page', async () => {
    const clock = fakeClock();
    const fetcher = stubFetcher(({ url }) =>
      url.endsWith('slow.png') ? new Promise<never>(() => {}) : { body: png },
    );
    const writing = write(
      '<img src="a.png" alt="A"><img src="slow.png" alt="Slow">',
      { fetcher, clock },
      { leftMs: 3_000 },
    );
    while (fetcher.requests.length < 2) await new Promise(setImmediate);
    clock.advance(1_500);
    const pdf = await writing;
    expect(countImages(pdf)).toBe(1);
    expect(pdf.warnings[0]).toContain('1 did not arrive in time');
  });

  test('end with the call, with its reason', async () => {
    const controller = new AbortController();
    const fetcher = stubFetcher(() => {
      controller.abort('enough');
      return new Promise<never>(() => {});
    });
    const writing = write('<img src="slow.png">', { fetcher }, {}, controller.signal);
    await expect(writing).rejects.toBe('enough');
  });

  test('are neither loaded nor drawn where text is wanted instead', async () => {
    const fetcher = pictures();
    const data = `data:image/png;base64,${png.toString('base64')}`;
    const html = `<p><img src="a.png" alt="A lamp"><img src="${data}" alt="A pier">`;
    const pdf = await write(html, { fetcher }, { tagTruncate: true });
    expect(fetcher.requests).toEqual([]);
    expect([countImages(pdf), pdf.warnings]).toEqual([0, []]);
    expect((await readPdf(pdf.bytes)).text).toMatch(/A lamp.*A pier/s);
  });

  test('in the page that cannot be drawn are reported, too', async () => {
    const pdf = await write(
      '<p>x<img alt="G" src="data:image/gif;base64,R0lGODlhBQAFAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">',
      {},
    );
    expect(pdf.warnings[0]).toContain(
      '1 picture(s) in the page are shown by their alternative text',
    );
  });
});

test('words that only a style sheet parts are parted in every format', async () => {
  const html = '<p><span>By</span><span>Ada</span>';
  let printed = '';
  const printer = stubBrowser(({ html: given }) => {
    printed = given;
    return Promise.resolve(new Uint8Array());
  });
  await write(html, { printer });
  expect(printed).toContain('<span>By</span><span> Ada</span>');
  const alone = await readPdf((await write(html, {})).bytes);
  expect(alone.html).toContain('By Ada');
});

describe('for a browser', () => {
  const html = `<p><img src="a.png" srcset="b.webp 2x" loading="lazy" alt="A"><img src="c.webp" alt="C"><img src="d.svg" alt="D">
    <img src="gone.html" alt="E"><img alt="F" src="data:image/png;base64,${bomb.toString('base64')}">`;

  test('pictures stand in the page, since it may load nothing', async () => {
    let printed = '';
    const printer = stubBrowser(({ html: given }) => {
      printed = given;
      return Promise.resolve(new Uint8Array());
    });
    const { warnings } = await write(html, { fetcher: pictures(), printer });
    expect(
      [...printed.matchAll(/src="data:image\/([\w+]+);base64,/g)].map(([, type]) => type),
    ).toEqual(['png', 'webp', 'svg+xml']);
    expect(printed).not.toMatch(/srcset|loading|src="https:/);
    // Neither what could not be loaded nor the one that unpacks to gigabytes.
    expect(printed).toMatch(/>\s*EF/);
    expect(warnings).toEqual([
      '1 of 4 picture(s) are shown by their alternative text: 1 could not be loaded.',
    ]);
  });

  test('that is not there the page is written without it, with its pictures', async () => {
    const printer = stubBrowser(() =>
      Promise.reject(new GleanerError('service_unavailable', 'No browser.')),
    );
    const pdf = await write(html, { fetcher: pictures(), printer });
    expect(countImages(pdf)).toBe(1);
    expect(pdf.warnings[0]).toContain('without a browser. No browser.');
    expect(pdf.warnings.join(' ')).toContain('2 picture(s) in the page');
  });
});

test('a picture that unpacks to gigabytes costs no memory', async () => {
  const packed = deflateSync(Buffer.alloc(200_000_000));
  expect(packed.length).toBeLessThan(250_000);
  const file = Buffer.concat([png.subarray(0, 33), chunk(packed), png.subarray(-12)]);
  const before = process.memoryUsage().rss;
  const pdf = await write('<p>x<img src="a.png" alt="Bomb">', {
    fetcher: stubFetcher({ body: file }),
  });
  expect(countImages(pdf)).toBe(0);
  expect(pdf.warnings[0]).toContain('1 picture(s) are shown by their alternative text');
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

function chunk(data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write('IDAT', 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}
