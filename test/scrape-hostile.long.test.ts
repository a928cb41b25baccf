import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { materialFolder } from '../bench/page-set.ts';
import { withoutMaterial } from './support/without-material.ts';
import { createGleaner, isGleanerError, type Gleaner, type ScrapeInput } from '../src/index.ts';

let gleaner: Gleaner;
let server: Server;
let origin: string;

/** 200 MB of spaces, twice packed: 600 bytes. */
const bomb = gzipSync(gzipSync(Buffer.alloc(200_000_000, ' ')));

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/bomb') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' });
      response.end(bomb);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    // 50 MB, as fast as they are read.
    const piece = Buffer.alloc(1_000_000, 'words and words ');
    let left = 50;
    const send = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  gleaner = createGleaner({ egress: { allowPrivate: [`127.0.0.1/32:${port}`] }, browser: false });
});

afterAll(async () => {
  await gleaner.close();
  server.closeAllConnections();
  server.close();
});

const formats = ['html', 'markdown', 'pdf'] as const;

describe('what is too large is refused, at no cost', () => {
  test.each(formats)('a bomb and 50 MB of text, as %s', async (format) => {
    const before = await gleaner.creditsRemaining();
    for (const page of ['/bomb', '/text']) {
      await expect(gleaner.scrape({ url: origin + page, format })).rejects.toMatchObject({
        code: 'validation_failed',
        details: { reason: 'page_too_large' },
      });
    }
    expect(await gleaner.creditsRemaining()).toBe(before);
  });

  test('50 MB of text that the caller hands in', async () => {
    await expect(gleaner.scrape({ html: 'words '.repeat(9_000_000) })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/html' }] },
    });
  });
});

describe('a page of any shape is scraped', () => {
  const shapes: readonly (readonly [what: string, html: string])[] = [
    ['100,000 nested tags', `${'<div>'.repeat(100_000)}deep`],
    [
      'a million attributes',
      `<p ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}`).join(' ')}>deep`,
    ],
    ['nested tables and lists', `${'<table><tr><td><ul><li>'.repeat(2_000)}deep`],
    [
      'pictures without end',
      `<p>deep${'<img src="data:image/png;base64,AAAA" srcset=", , ," alt="x">'.repeat(20_000)}`,
    ],
  ];
  test.each(shapes)('%s', async (_what, html) => {
    for (const format of formats) {
      const page = await gleaner.scrape({ html, format, tagTruncate: false });
      const size = page.pdf?.length ?? page.markdown?.length ?? page.html?.length ?? 0;
      expect(size).toBeGreaterThan(3);
      expect(page.markdown ?? 'deep').toContain('deep');
    }
  });
});

describe('what contradicts itself is refused, by name', () => {
  const refused: readonly (readonly [
    what: string,
    options: Omit<ScrapeInput, 'url' | 'html'>,
    path: string,
  ])[] = [
    ['a selector for a tag', { includeTags: ['main', 'div.price'] }, '/includeTags/1'],
    ['nothing for a tag', { excludeTags: [''] }, '/excludeTags/0'],
    [
      'a tag to be kept and dropped',
      { includeTags: ['main', 'ARTICLE'], excludeTags: ['article'] },
      '/excludeTags/0',
    ],
    ['clean and a format', { clean: true, format: 'pdf' }, '/clean'],
    ['headers without a fetch', { headers: { accept: 'x' } }, '/headers'],
    ['stealth without a fetch', { stealth: true }, '/stealth'],
    ['an age without a fetch', { maxAge: 5 }, '/maxAge'],
  ];
  test.each(refused)('%s', async (_what, options, issue) => {
    const refusal = gleaner.scrape({ html: '<p>x', ...options });
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: issue }] },
    });
  });
});

describe('pages of public suites', () => {
  const jsonTests = path.join(materialFolder, 'JSONTestSuite/test_parsing');
  const treeTests = path.join(materialFolder, 'html5lib-tests/tree-construction');
  /** A PDF of each page takes minutes; every so many are enough to notice. */
  const pdfEvery = 100;

  test('none is answered with an error of ours', async ({ skip }) => {
    skip(!existsSync(jsonTests) || !existsSync(treeTests), withoutMaterial);
    const pages = [
      ...readdirSync(jsonTests).map((file) => readFileSync(path.join(jsonTests, file), 'latin1')),
      ...readdirSync(treeTests)
        .filter((file) => file.endsWith('.dat'))
        .flatMap((file) => readFileSync(path.join(treeTests, file), 'utf8').split('#data\n'))
        .map((part) => part.split('\n#errors')[0] ?? ''),
    ];
    expect(pages.length).toBeGreaterThan(1_500);
    const thrown: string[] = [];
    for (const [index, html] of pages.entries()) {
      for (const format of index % pdfEvery === 0 ? formats : (['markdown'] as const)) {
        await gleaner.scrape({ html, format }).catch((error: unknown) => {
          // Nothing to read is an answer, too.
          const isEmpty =
            isGleanerError(error, 'validation_failed') && error.details.reason === 'empty_page';
          if (!isEmpty) thrown.push(`${format}: ${String(error)}`);
        });
      }
    }
    expect(thrown).toEqual([]);
  });
});
