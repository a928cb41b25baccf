import { expect, test } from 'vitest';
import { findHeaderIssues } from './create-egress.ts';

test.each([
  [{}],
  [{ Authorization: 'Bearer x', Cookie: 'a=b; c=d', 'X-Token': '' }],
  [{ 'Accept-Language': 'de', Referer: 'https://example.com/é' }],
  [Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`x-${index}`, 'y']))],
])('%j may be sent', (headers) => {
  expect(findHeaderIssues(headers)).toEqual([]);
});

test.each([
  'Host',
  'content-length',
  'Connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
  'Proxy-Authorization',
  'proxy-connection',
  'Sec-Fetch-Site',
  'a b',
  'a:b',
  'é',
  '',
])('the name "%s" is refused', (name) => {
  expect(findHeaderIssues({ [name]: 'x' })).toEqual([
    { path: `/headers/${name}`, message: expect.any(String) as string },
  ]);
});

test.each(['a\rb', 'a\nb', 'a\r\nX-Other: b', 'a\0b', '\u0007', '€'])(
  'the value %j is refused, and not shown',
  (value) => {
    const issues = findHeaderIssues({ 'x-token': `secret${value}` });
    expect(issues.map(({ path }) => path)).toEqual(['/headers/x-token']);
    expect(JSON.stringify(issues)).not.toContain('secret');
  },
);

test('too many and too large are reported together, with everything else that is wrong', () => {
  const many = Object.fromEntries(
    Array.from({ length: 33 }, (_, index) => [`x-${index}`, 'y'.repeat(1_000)]),
  );
  const issues = findHeaderIssues({ ...many, host: 'x' });
  expect(issues.map(({ path }) => path)).toEqual(['/headers', '/headers', '/headers/host']);
});
