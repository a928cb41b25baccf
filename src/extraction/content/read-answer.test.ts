import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenAnswers } from '../../../test/support/broken-answers.ts';
import { cpuMsOf } from '../../../test/support/cpu-ms-of.ts';
import { readAnswer } from './read-answer.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));

/** Milliseconds of the fastest of three readings. */
function timeOf(answer: string): number {
  return Math.min(...[1, 2, 3].map(() => cpuMsOf(() => readAnswer(answer))));
}

describe('readAnswer', () => {
  test('whatever stands around an object, the object is read unchanged', () => {
    const words = fc.stringMatching(/^[a-z .,!\n']{0,40}$/);
    fc.assert(
      fc.property(object, words, words, (value, before, after) => {
        const json = JSON.stringify(value, undefined, 2);
        const expected: unknown = JSON.parse(json);
        expect(readAnswer(json).value).toEqual(expected);
        expect(readAnswer(`${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`).value).toEqual(
          expected,
        );
        expect(readAnswer(`${before} ${json} ${after}`).value).toEqual(expected);
      }),
      { seed: 1 },
    );
  });

  test('an answer that was cut keeps the records before the cut', () => {
    const records = Array.from({ length: 20 }, (_, index) => ({ name: `it's "no. ${index}"` }));
    const json = JSON.stringify({ records });
    const cut = json.slice(0, json.indexOf('no. 12'));
    const value = readAnswer(cut).value as { records: unknown[] };
    expect(value.records.slice(0, 12)).toEqual(records.slice(0, 12));
  });

  test('so does one that is too long to be mended otherwise', () => {
    const records = Array.from({ length: 15_000 }, (_, index) => ({
      name: `"no. ${index}`,
      n: index,
    }));
    const json = JSON.stringify({ records });
    const value = readAnswer(json.slice(0, -7)).value as { records: unknown[] };
    expect(value.records.slice(0, -1)).toEqual(records.slice(0, -1));
  });

  test('long prose in whole strings is no obstacle to mending, and comes out as it went in', () => {
    const text = `It's "so" – isn't it? {a: 'b', "c": [d]} \\u0041 `.repeat(800);
    const json = JSON.stringify({ title: "O'Neil's", text });
    expect(readAnswer(json.replace(/}$/, ',}')).value).toEqual({ title: "O'Neil's", text });
    expect(readAnswer(json.slice(0, -1)).value).toEqual({ title: "O'Neil's", text });
  });

  test('quotes that were not escaped are mended in each of many records', () => {
    const record = '{"name": "The "best" lamp", "size": "12" wide"}';
    const value = readAnswer(`[${Array.from({ length: 300 }, () => record).join(', ')}]`).value;
    expect(value).toEqual(
      Array.from({ length: 300 }, () => ({ name: 'The "best" lamp', size: '12" wide' })),
    );
  });

  test.each(['"a ', "'a ", '“a ', '&quot;a ', 'a "b, '])(
    'quotes without end (%s) take no longer than any other answer, and are no answer',
    (unit) => {
      const hostile = (times: number): string => `{${unit.repeat(times)}}`;
      const ordinary = `[${'{"a": 1 "b": "c",} '.repeat(200)}]`;
      expect(timeOf(hostile(1_000))).toBeLessThan(20 * timeOf(ordinary));
      expect(readAnswer(hostile(4_000)).value).toBeUndefined();
      const several = Array.from({ length: 16 }, () => hostile(900)).join('\n');
      expect(readAnswer(several).value).toBeUndefined();
    },
  );

  test('of several pieces the longest is the answer', () => {
    expect(readAnswer('[1] See {"a": 1}, better: {"a": 1, "b": {"c": 2}}').value).toEqual({
      a: 1,
      b: { c: 2 },
    });
  });

  test('words of Python and comments are understood', () => {
    expect(readAnswer("{'a': None, 'b': True, /* why */ 'c': [1, 2,]}").value).toEqual({
      a: null,
      b: true,
      c: [1, 2],
    });
  });

  test.each(brokenAnswers)('what was meant is read: $name', ({ text, value }) => {
    expect(readAnswer(text)).toEqual({ value, warnings: [] });
  });

  test('JSON with one fault at its end is read as JSON.parse reads it without', () => {
    fc.assert(
      fc.property(object, (value) => {
        const json = JSON.stringify(value);
        fc.pre(json !== '{}');
        const faulty = `${json.slice(0, -1)},}`;
        expect(readAnswer(faulty).value).toEqual(JSON.parse(json));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test.for([
    ['nothing', ''],
    ['prose', 'I could not find the price, sorry.'],
    ['a hint in braces', 'Fill in {page} please.'],
  ])('%s is no answer', ([, text = '']) => {
    expect(readAnswer(text)).toEqual({ value: undefined, warnings: [] });
  });

  test.for([
    ['a bracket too deep', '['.repeat(65) + ']'.repeat(65), 'nested deeper than 64 levels'],
    ['a bracket too deep and a comma too many', `${'['.repeat(65)}1,${']'.repeat(65)}`, 'deeper'],
    ['brackets deeper than any stack', '['.repeat(200_000), 'nested deeper than 64 levels'],
    ['too many values', `[${'1,'.repeat(50_000)}1]`, 'holds more than 50000 values'],
    ['too many values and a comma', `[${'1,'.repeat(50_001)}]`, 'holds more than 50000 values'],
    ['more than a megabyte', `[${'1,'.repeat(600_000)}1]`, 'longer than 1048576 characters'],
  ])('%s is no answer, and a warning says so', ([, text = '', reason = '']) => {
    expect(readAnswer(text)).toEqual({
      value: undefined,
      warnings: [expect.stringMatching(`^The model's answer .*${reason}.* and was not read\\.$`)],
    });
  });

  test('64 levels are read', () => {
    expect(readAnswer('['.repeat(64) + ']'.repeat(64)).value).toBeDefined();
    expect(readAnswer(`${'['.repeat(64)}1,${']'.repeat(64)}`).value).toBeDefined();
  });

  test('a hundred thousand values are read', () => {
    expect(readAnswer(`[${'1,'.repeat(49_998)}1]`).value).toHaveLength(49_999);
    expect(readAnswer(`[${'1,'.repeat(49_999)}]`).value).toHaveLength(49_999);
  });
});
