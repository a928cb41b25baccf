import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));

describe('readAnswer', () => {
  test('whatever stands around an object, the object is read unchanged', () => {
    const words = fc.stringMatching(/^[a-z .,!\n']{0,40}$/);
    fc.assert(
      fc.property(object, words, words, (value, before, after) => {
        const json = JSON.stringify(value, undefined, 2);
        const expected: unknown = JSON.parse(json);
        expect(readAnswer(json)?.value).toEqual(expected);
        expect(readAnswer(`${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`)?.value).toEqual(
          expected,
        );
        expect(readAnswer(`${before} ${json} ${after}`)?.value).toEqual(expected);
      }),
      { seed: 1 },
    );
  });

  test('an answer that was cut keeps the records before the cut', () => {
    const records = Array.from({ length: 20 }, (_, index) => ({ name: `it's "no. ${index}"` }));
    const json = JSON.stringify({ records });
    const cut = json.slice(0, json.indexOf('no. 12'));
    const value = readAnswer(cut)?.value as { records: unknown[] };
    expect(value.records.slice(0, 12)).toEqual(records.slice(0, 12));
  });

  test('so does one that is too long to be mended otherwise', () => {
    const records = Array.from({ length: 20_000 }, (_, index) => ({
      name: `"no. ${index}`,
      n: index,
    }));
    const json = JSON.stringify({ records });
    const value = readAnswer(json.slice(0, -7))?.value as { records: unknown[] };
    expect(value.records.slice(0, -1)).toEqual(records.slice(0, -1));
  });

  test('of several pieces the longest is the answer', () => {
    expect(readAnswer('[1] See {"a": 1}, better: {"a": 1, "b": {"c": 2}}')?.value).toEqual({
      a: 1,
      b: { c: 2 },
    });
  });

  test('words of Python and comments are understood', () => {
    expect(readAnswer("{'a': None, 'b': True, /* why */ 'c': [1, 2,]}")?.value).toEqual({
      a: null,
      b: true,
      c: [1, 2],
    });
  });

  test.for([
    ['nothing', ''],
    ['prose', 'I could not find the price, sorry.'],
    ['a bracket too deep', '['.repeat(65) + ']'.repeat(65)],
    ['brackets deeper than any stack', '['.repeat(200_000)],
    ['more than four megabytes', `[${'1,'.repeat(2_200_000)}1]`],
  ])('%s is no answer', ([, text = '']) => {
    expect(readAnswer(text)).toBeUndefined();
  });

  test('64 levels are read', () => {
    expect(readAnswer('['.repeat(64) + ']'.repeat(64))).toBeDefined();
  });
});
