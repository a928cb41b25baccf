import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGleaner } from '../src/core/engine/create-gleaner.ts';
import { fixtureFetcher } from './fixture-fetcher.ts';

let scratch: string;
let folder: string;

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'gleaner-fixtures-'));
  folder = path.join(scratch, 'pages');
  mkdirSync(path.join(folder, 'lamps'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<h1>Shop</h1>');
  writeFileSync(path.join(folder, 'lamps', 'index.html'), '<h1>Lamps</h1>');
  writeFileSync(path.join(folder, 'lamps', 'brass lamp.html'), '<h1>Brass lamp</h1>');
  writeFileSync(path.join(folder, 'data.json'), '{}');
  writeFileSync(path.join(scratch, 'secret.html'), 'secret');
  symlinkSync(path.join(scratch, 'secret.html'), path.join(folder, 'link.html'));
});

afterAll(() => rmSync(scratch, { recursive: true }));

async function fetch(pathname: string) {
  const { signal } = new AbortController();
  const request = { url: `https://shop.example${pathname}`, headers: {}, stealth: false, signal };
  const { status, headers, body } = await fixtureFetcher(folder).fetch(request);
  return { status, type: headers['content-type'], text: Buffer.from(body).toString() };
}

test.each([
  ['/', '<h1>Shop</h1>'],
  ['/index.html', '<h1>Shop</h1>'],
  ['/lamps', '<h1>Lamps</h1>'],
  ['/lamps/?page=2', '<h1>Lamps</h1>'],
  ['/lamps/brass%20lamp', '<h1>Brass lamp</h1>'],
])('%s is a file of the folder', async (pathname, text) => {
  expect(await fetch(pathname)).toEqual({ status: 200, type: 'text/html; charset=utf-8', text });
});

test('a file has the content type of its extension', async () => {
  expect(await fetch('/data.json')).toMatchObject({ type: 'application/json', text: '{}' });
});

test('a path without a file is a 404, with the page of the folder where there is one', async () => {
  expect(await fetch('/none')).toMatchObject({
    status: 404,
    text: expect.stringContaining('/none'),
  });
  writeFileSync(path.join(folder, '404.html'), '<p>Not here</p>');
  expect(await fetch('/none')).toMatchObject({ status: 404, text: '<p>Not here</p>' });
});

test.each(['/../secret.html', '/%2e%2e%2fsecret.html', '/link.html', '/%00'])(
  'nothing outside the folder is read: %s',
  async (pathname) => {
    expect(await fetch(pathname)).toMatchObject({ status: 404 });
  },
);

test('an engine reads its pages', async () => {
  const gleaner = createGleaner({ fetcher: fixtureFetcher(folder), browser: false });
  const { markdown } = await gleaner.scrape({ url: 'https://shop.example/', format: 'markdown' });
  expect(markdown.trim()).toBe('# Shop');
});

test('a folder that is not there is refused at once', () => {
  for (const none of ['none', 'secret.html', 'secret.html/none']) {
    expect(() => fixtureFetcher(path.join(scratch, none))).toThrow(
      /^The folder ".*" cannot be read: there is none\.$/,
    );
  }
  expect(() => fixtureFetcher('')).toThrow('Expected `folder` to be a text');
});
