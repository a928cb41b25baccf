import { expect, test } from 'vitest';
import { parseUrl } from './create-egress.ts';

test.each([
  'https://example.com',
  'http://example.com:8080/a?b#c',
  'HTTPS://EXAMPLE.COM/',
  `https://example.com/${'a'.repeat(8_000)}`,
])('%.60s is taken', (url) => {
  expect(parseUrl(url).href).toBe(new URL(url).href);
});

test.each([
  ['', 'absolute'],
  ['example', 'absolute'],
  ['/path', 'absolute'],
  ['//example.com/', 'absolute'],
  ['ftp://example.com/', 'http or https'],
  ['file:///etc/passwd', 'http or https'],
  ['javascript:alert(1)', 'http or https'],
  ['data:text/html,hello', 'http or https'],
  ['blob:https://example.com/1', 'http or https'],
  ['https://user@example.com/', 'user name or password'],
  ['https://user:secret@example.com/', 'user name or password'],
  ['https://:secret@example.com/', 'user name or password'],
  ['http://example.com:22/', 'Port 22'],
  ['http://example.com:0/', 'Port 0'],
  ['https://example.com:6000/', 'Port 6000'],
  [`https://example.com/${'a'.repeat(8_200)}`, '8192'],
  // Six times as long once it is encoded.
  [`https://example.com/${'é'.repeat(2_000)}`, '8192'],
  ['https://example.com:99999/', 'absolute'],
  ['http://exa mple.com/', 'absolute'],
])('%.60s is refused: %s', (url, words) => {
  expect(() => parseUrl(url)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining(words) as string,
      details: { issues: [{ path: '/url', message: expect.stringContaining(words) as string }] },
    }),
  );
});

test.each([
  'https://user:hunter2@exa mple.com/?token=hunter2',
  'nothing?token=hunter2#hunter2',
  'https://user:hunter2?9@example.com/',
  'https://user:hunter2#9@example.com/',
])('an error shows no password, query or fragment: %s', (url) => {
  expect(() => parseUrl(url)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
  );
});
