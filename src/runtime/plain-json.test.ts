import { expect, test } from 'vitest';
import { parseJsonText, toCanonicalJson } from './plain-json.ts';

test('the example of RFC 8785 comes out to the letter', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(toCanonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('names are sorted by their UTF-16 code units, numbers among them too, at every depth', () => {
  const value = { '\u20ac': 1, '\r': 2, '10': { b: 1, a: 2 }, '9': 4, '\ud83d\ude00': 5, ö: 6 };
  expect(toCanonicalJson(value)).toBe('{"\\r":2,"10":{"a":2,"b":1},"9":4,"ö":6,"€":1,"😀":5}');
});

test('what is undefined is no member, and null in a list', () => {
  expect(toCanonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('a byte order mark before a JSON text is left out, and one within it stays', () => {
  expect(parseJsonText('\uFEFF{"a":"\uFEFFb"}')).toEqual({ a: '\uFEFFb' });
  expect(() => parseJsonText('\uFEFF\uFEFF1')).toThrow(SyntaxError);
});
