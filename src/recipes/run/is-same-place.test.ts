import { expect, test } from 'vitest';
import { isSamePlace } from './is-same-place.ts';

const at = (place: string): string =>
  place.startsWith('/') ? `https://shop.example${place}` : `https://${place}`;

test.each([
  ['/', '/'],
  ['/list', '/list/'],
  ['/list', '/list?page=2#top'],
  ['/', '/index.html'],
  ['/orders/1001', '/orders/98'],
  ['/orders/1001/lines', '/orders/5/lines'],
  ['/2026/05/04/news', '/2025/11/30/news'],
  ['/list/page-2.html', '/list/page-13.html'],
  ['/u/7d9f3c2e-11aa-4bcd-9e01-aabbccddeeff', '/u/00000000-11aa-4bcd-9e01-000000000000'],
  ['/blob/9fceb02d0ae598e9', '/blob/1b4f0e9851971998'],
  ['/item/B00X2K9', '/item/A11Z7Q2M'],
  ['/lamp-89123.html', '/green-chair-441.html'],
  ['/en/account', '/de/account'],
  ['/en-GB/account', '/account'],
  ['/Account', '/account'],
  ['/caf%C3%A9', '/café'],
  ['/account;jsessionid=1F', '/account'],
  ['/%', '/%'],
  ['www.shop.example/a', 'shop.example/a'],
  ['de.shop.example/a', 'en.shop.example/a'],
  ['127.0.0.1:8080/a', '127.0.0.1:9090/a'],
  ['/app#/orders/7', '/app#/orders/8'],
  ['/app#/orders', '/app#section'],
])('%s and %s are one place', (recorded, actual) => {
  expect(isSamePlace(at(recorded), at(actual))).toBe(true);
  expect(isSamePlace(at(actual), at(recorded))).toBe(true);
});

test.each([
  ['/secure', '/login'],
  ['/', '/login'],
  ['/orders/1001', '/orders/new'],
  ['/orders/1001', '/orders'],
  ['/users/42/edit', '/users/42'],
  ['/go/account', '/account'],
  ['/en/account', '/de/login'],
  ['/oauth2/callback', '/saml2/callback'],
  ['/red-shoes', '/blue-hat'],
  ['shop.example/a', 'login.test/a'],
  ['one.co.uk/a', 'two.co.uk/a'],
  ['127.0.0.1/a', '127.0.0.2/a'],
  ['/app#/orders', '/app#/login'],
])('%s and %s are two places', (recorded, actual) => {
  expect(isSamePlace(at(recorded), at(actual))).toBe(false);
  expect(isSamePlace(at(actual), at(recorded))).toBe(false);
});

test('http and https are one place, and what is no web address says nothing', () => {
  expect(isSamePlace('http://a.example/x', 'https://a.example/x')).toBe(true);
  expect(isSamePlace('about:blank', 'https://a.example/x')).toBe(true);
  expect(isSamePlace('', 'https://a.example/x')).toBe(true);
});
