import { expect, test } from 'vitest';
import { findRepeatedKey } from './repeated-keys.ts';

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":"a","b":["a","a"]}', undefined],
  ['{"a":[1],"b":2,"a":[3]}', 'a'],
  ['{"x":[{"b":1,"\\u0062":2}]}', 'b'],
  ['[1,"a","a"]', undefined],
  [String.raw`{"a":"\"a\":1,\"a\":2"}`, undefined],
])('%s names twice: %s', (json, name) => {
  expect(findRepeatedKey(json)).toBe(name);
});
