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

test.each([
  ['', 'it is empty'],
  ['{"a": }', 'line 1, column 7: expected a value'],
  ['{\n  "a": 1,\n}', 'line 3, column 1: expected a name in double quotes'],
  ['{\r\n"a" 1}', 'line 2, column 5: expected ":"'],
  ["{'a': 1}", 'line 1, column 2: expected a name in double quotes or "}"'],
  ['[1,]', 'line 1, column 4: expected a value'],
  ['[[{"b": [1 2]}]]', 'line 1, column 12: expected "," or "]"'],
  ['{"a": {"b": 1}', 'line 1, column 15: it ends here; expected "," or "}"'],
  ['{"a": 1}}', 'line 1, column 9: expected nothing more'],
  [
    '{"a": "secret\n"}',
    'line 1, column 7: this string has no end on its line, or a character that has to be escaped',
  ],
])('where a text is no JSON is said by line and column, without the text: %j', (text, message) => {
  expect(() => parseJsonText(text)).toThrow(new SyntaxError(message));
});

test('a long string and deep nesting are read to where they go wrong', () => {
  expect(() => parseJsonText(`["${'a'.repeat(3_000_000)}" 1]`)).toThrow('column 3000005: expected');
  expect(() => parseJsonText('['.repeat(100_000))).toThrow('column 100001: it ends here');
});
