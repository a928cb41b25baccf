import { expect, test } from 'vitest';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { checkPage } from './check-page.ts';

const page: Page = {
  url: 'https://shop.example/',
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: new Uint8Array(),
};

test.each([404, 999])('hands on a page as it is, with status %i', (status) => {
  const given = { ...page, status };
  expect(checkPage(given, 'the fetcher "mine"')).toBe(given);
});

test.each([
  [undefined, 'got no object'],
  [{ ...page, url: '/lamp' }, 'its `url` is no absolute URL'],
  [{ ...page, status: Number.NaN }, 'its `status` is no HTTP status'],
  [{ ...page, headers: null }, 'its `headers` is no object of names and texts'],
  [{ ...page, headers: new Headers({ a: 'b' }) }, 'its `headers` is no object of names and texts'],
  [{ ...page, headers: { age: 1 } }, 'its `headers` is no object of names and texts'],
  [{ ...page, body: new ArrayBuffer(1) }, 'its `body` is no Uint8Array'],
])('says what is wrong with %o', (given, what) => {
  // A fetcher may be written in JavaScript.
  expect(() => checkPage(given as never, 'the fetcher "mine"')).toThrow(
    `Expected the fetcher "mine" to resolve to { url, status, headers, body }: ${what}.`,
  );
});
