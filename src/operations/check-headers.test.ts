import { describe, expect, test } from 'vitest';
import { checkHeaders, headerLimits } from './check-headers.ts';

describe('checkHeaders', () => {
  test('ordinary headers pass', () => {
    expect(checkHeaders({ Accept: 'text/html', 'x-team': 'a b; c', Cookie: 'id=1' })).toEqual([]);
  });

  test.each([
    'Host',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'Upgrade',
    'TE',
    'Trailer',
    'Keep-Alive',
    'Expect',
    'Proxy-Authorization',
    'proxy-anything',
    'Sec-Fetch-Mode',
    'SEC-CH-UA',
    '',
    'a b',
    'ä',
    'x:y',
  ])('the name %j is refused', (name) => {
    const [issue, ...others] = checkHeaders({ [name]: 'value' });
    expect(others).toEqual([]);
    expect(issue?.path).toBe(`/headers/${name}`);
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'price: 5 €'])(
    'the value %j is refused, and not repeated in the message',
    (value) => {
      const [issue] = checkHeaders({ 'x-secret': value });
      expect(issue?.path).toBe('/headers/x-secret');
      expect(issue?.message).not.toContain(value);
    },
  );

  test('one name in two spellings is refused', () => {
    expect(checkHeaders({ 'X-A': '1', 'x-a': '2' })).toEqual([
      { path: '/headers/x-a', message: 'It is given twice, in different spelling.' },
    ]);
  });

  test('all faults are told at once, too many and too long ones among them', () => {
    const many = Object.fromEntries(
      Array.from({ length: headerLimits.count + 1 }, (_, index) => [`x-${index}`, 'v'.repeat(500)]),
    );
    const paths = checkHeaders({ ...many, host: 'x' }).map(({ path }) => path);
    expect(paths).toEqual(['/headers', '/headers', '/headers/host']);
  });
});
