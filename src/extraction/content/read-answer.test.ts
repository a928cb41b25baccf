import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenAnswers } from '../../../test/support/broken-answers.ts';
import { cpuMsOf } from '../../../test/support/cpu-ms-of.ts';
import {
  draftJson,
  vase,
  vaseJson,
  vaseSchema,
  loose,
  vases,
} from '../../../test/support/vase-answers.ts';
import { readAnswer } from './read-answer.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));

/** Milliseconds of so many readings that a system which counts in steps of 4 ms can tell. */
function timeOf(answer: string): number {
  return cpuMsOf(() => {
    for (let reading = 0; reading < 30; reading += 1) readAnswer(answer);
  });
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

  test('of several pieces the last is the answer', () => {
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

  test.each([
    ['{"a": "x", # why\n "b": "y" # too\n}', { a: 'x', b: 'y' }],
    ['{"a": [ # two\n "x", # one\n "y" # the "last"\n]}', { a: ['x', 'y'] }],
    ['{"a": [ # two\n {"b": 1}, # one\n {"b": 2} # more\n],}', { a: [{ b: 1 }, { b: 2 }] }],
    ['{"a": "x #1, # 2", "b": [#7, # 8],}', { a: 'x #1, # 2', b: ['#7', '# 8'] }],
  ])('a comment behind a hash is no part of a text: %s', (text, value) => {
    expect(readAnswer(text)).toEqual({ value, warnings: [] });
  });

  test.each(brokenAnswers)(
    'what was meant is read: $name',
    ({ text, value, isCut, isShortened }) => {
      const cut = expect.stringContaining('its end may be missing') as unknown;
      const shortened = expect.stringContaining('in place of values') as unknown;
      const warnings = [...(isCut ? [cut] : []), ...(isShortened ? [shortened] : [])];
      expect(readAnswer(text)).toEqual({ value, warnings });
    },
  );

  test.each([
    '{"a": ["x", "y" // ... remaining items omitted\n]}',
    '{"a": ["x", "y" /* and 2 more */]}',
  ])('a comment that says what was left out is told: %s', (text) => {
    const shortened = expect.stringContaining('some may be missing') as unknown;
    expect(readAnswer(text)).toEqual({ value: { a: ['x', 'y'] }, warnings: [shortened] });
  });

  test('a name that comes twice is told, whose first value is lost', () => {
    expect(readAnswer('{"a": ["x"], "a": ["y"]}')).toEqual({
      value: { a: ['y'] },
      warnings: ['The answer has "a" twice in one object: the last was taken.'],
    });
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

describe('of several pieces', () => {
  const second = { name: 'Red vase', cost: 41 };
  const lines = `${vaseJson}\n${JSON.stringify(second)}`;

  test.each([
    ['records one a line', lines],
    [
      'records in fences',
      `\`\`\`json\n${vaseJson}\n\`\`\`\n\`\`\`json\n${JSON.stringify(second)}\n\`\`\``,
    ],
    ['records under labels', `1. Blue:\n${vaseJson}\n2. Red:\n${JSON.stringify(second)}`],
    ['lists', `[${vaseJson}]\n[${JSON.stringify(second)}]`],
  ])('%s are one list where a list is wanted', (_, text) => {
    const schema = { type: 'array', items: vaseSchema };
    expect(readAnswer(text, { schema }).value).toEqual([vase, second]);
    expect(readAnswer(text, { schema: vases }).value).toEqual({ vases: [vase, second] });
  });

  test.each([
    ['in a text', `${lines}\n{"name": "Gree`, [vase, second]],
    ['in a name', `${lines}\n{"na`, [vase, second]],
    ['in its first bracket', `${lines},\n{`, [vase, second]],
    ['after one record', `${vaseJson}\n{"name": "Gree`, [vase]],
    ['in a list behind a list', `[${vaseJson}]\n[${JSON.stringify(second)},`, [vase, second]],
  ])('those before one that was cut %s are kept, and the cut is told', (_, text, value) => {
    const schema = { type: 'array', items: vaseSchema };
    const read = readAnswer(text, { schema });
    expect(read.value).toEqual(value);
    expect(read.warnings.join()).toContain('its end may be missing');
  });

  test('one that was cut and lacks nothing that it must have stays behind them', () => {
    const schema = { type: 'array', items: loose };
    const read = readAnswer(`${lines}\n{"name": "Green", "cost": 4`, { schema });
    expect(read.value).toEqual([vase, second, { name: 'Green' }]);
    expect(read.warnings.join()).toContain('its end may be missing');
  });

  test('a draft is no record before one that was cut', () => {
    const text = `First I read ${draftJson} in the list of the shop.\n{"name": "Blue vase", "co`;
    expect(readAnswer(text, { schema: vaseSchema }).value).toEqual({ name: 'Blue vase' });
  });

  test('brackets of words behind the answer are no cut', () => {
    expect(readAnswer(`${vaseJson}\n[1] [the catalogue]`, { schema: vaseSchema })).toEqual({
      value: vase,
      warnings: [],
    });
  });

  test('objects with parts of one are one', () => {
    const text = '{"name": "Blue vase"}\n{"cost": 40}';
    expect(readAnswer(text, { schema: vaseSchema }).value).toEqual(vase);
  });

  test('two that contradict each other are refused, and one that is repeated is not', () => {
    const read = readAnswer(lines, { schema: vaseSchema });
    expect(read.value).toBeUndefined();
    expect(read.warnings.join()).toContain('contradict');
    expect(readAnswer(`${vaseJson}\n${vaseJson}`, { schema: vaseSchema }).value).toEqual(vase);
  });

  test('a schema that the model repeats is none, unless a schema is wanted', () => {
    const echo = JSON.stringify(vaseSchema);
    expect(readAnswer(`${echo}\n${vaseJson}`, { schema: loose }).value).toEqual(vase);
    expect(readAnswer(echo, { schema: loose }).value).toBeUndefined();
    const wanted = {
      type: 'object',
      properties: { type: { type: 'string' }, properties: { type: 'object' } },
    };
    expect(readAnswer(echo, { schema: wanted }).value).toEqual(vaseSchema);
  });
});

describe('a piece behind the answer', () => {
  test.each([
    `${vaseJson}\n\nEarlier I considered ${draftJson}.`,
    `${vaseJson}\n\nMy earlier answer was ${draftJson}`,
    `\`\`\`json\n${vaseJson}\n\`\`\`\nRejected candidate:\n\`\`\`json\n${draftJson}\n\`\`\``,
    `${vaseJson}\nThe page also has this: ${draftJson} was wrong, since it is sold.`,
    `${vaseJson}\nAt first I had ${draftJson}. I also considered {"name": "Jug", "cost": 3}.`,
    `Final answer: ${vaseJson}\nNote that an alternative could be ${draftJson}`,
    `${vaseJson}\nAn example of what I did not use: ${draftJson}`,
    `<answer>${vaseJson}</answer>\n<notes>The page also has ${draftJson}</notes>`,
  ])('that its words set aside is none: %s', (text) => {
    expect(readAnswer(text, { schema: vaseSchema })).toEqual({ value: vase, warnings: [] });
    expect(readAnswer(text)).toEqual({ value: vase, warnings: [] });
  });

  test.each([
    `Earlier I considered ${draftJson}.\n${vaseJson}`,
    `${draftJson}\nWait, my earlier answer was wrong. Here is the correct one: ${vaseJson}`,
    `${draftJson}\nThe earlier price was of another vase, so: ${vaseJson}`,
    `${draftJson}\nThe final answer is ${vaseJson}`,
    `${draftJson}\n<answer>${vaseJson}</answer>`,
    `<output>${draftJson}</output> No: <output>${vaseJson}</output>`,
    `${draftJson}\nI considered this: ${draftJson}, but the right one is ${vaseJson}`,
  ])('that corrects an earlier one is the answer: %s', (text) => {
    expect(readAnswer(text, { schema: vaseSchema })).toEqual({ value: vase, warnings: [] });
  });

  test.each([
    `${draftJson}\nThis is unlike the earlier one: ${vaseJson}`,
    `Earlier I considered ${draftJson}.\nAt first I had ${vaseJson}.`,
    `${draftJson}\nThis corrects the earlier answer: ${vaseJson}`,
    `${vaseJson}\nIf you want the one in the shop window: ${draftJson}`,
    `${vaseJson}\nNot ${draftJson}.`,
    `${vaseJson}\n\nErst dachte ich an ${draftJson}, aber das ist der Krug.`,
    `${vaseJson}\n\nJ’avais pensé à ${draftJson} avant de lire la fin.`,
  ])('of which the words leave open what it is, is refused with the other: %s', (text) => {
    const read = readAnswer(text, { schema: vaseSchema });
    expect(read.value).toBeUndefined();
    expect(read.warnings.join()).toContain('contradict');
  });

  test('that its words set aside is no record of a list', () => {
    const other = '{"name": "Jug", "cost": 3}';
    const read = readAnswer(`${vaseJson}\nEarlier I considered ${other}.`, { schema: vases });
    expect(read.value).toBeUndefined();
    expect(read.warnings.join()).toContain('contradict');
    const labelled = `First result: ${vaseJson}\nSecond result: ${other}`;
    expect(readAnswer(labelled, { schema: vases }).value).toEqual({
      vases: [vase, { name: 'Jug', cost: 3 }],
    });
  });

  test('that is the only one is the answer, whatever its words', () => {
    const text = `Earlier I considered ${vaseJson}.`;
    expect(readAnswer(text, { schema: vaseSchema }).value).toEqual(vase);
  });
});

describe('an answer that is no JSON', () => {
  test.each([
    ['', 'was empty'],
    [' \n', 'was empty'],
    [`<think>Say ${draftJson}? Or`, 'was reasoning alone'],
    ['<think>Nothing is said.</think>\n', 'was reasoning alone'],
  ])('and says nothing is told as such: %j', (text, says) => {
    const { value, warnings } = readAnswer(text, { schema: vaseSchema });
    expect(value).toBeUndefined();
    expect(warnings).toEqual([`The model's answer ${says}.`]);
  });

  const rows = '| name | cost |\n|---|---:|\n| Blue vase | 40 |\n| Jug \\| lid | 3 |';
  const records = [
    { name: 'Blue vase', cost: '40' },
    { name: 'Jug | lid', cost: '3' },
  ];

  test('is read from a table where a list of its records is wanted', () => {
    const list = { type: 'array', items: vaseSchema };
    expect(readAnswer(rows, { schema: list })).toEqual({ value: records, warnings: [] });
    for (const text of [rows, `Here they are:\n\n${rows}\n\nThat is all.`]) {
      expect(readAnswer(text, { schema: vases }).value).toEqual({ vases: records });
    }
    const bare = 'name | cost\n--- | ---\nBlue vase | 40';
    expect(readAnswer(bare, { schema: vases }).value).toEqual({ vases: records.slice(0, 1) });
  });

  test.each([
    ['a row that was cut', `${rows}\n| Bowl | 1`],
    ['a row that is too short', `${rows}\n| Bowl |`],
    ['a cell that a record needs', `${rows}\n| Bowl | |`],
    ['other names', rows.replace('cost', 'amount')],
    ['marks in a cell', rows.replace('40', '**40**')],
    ['links', rows.replace('Blue vase', '[Blue vase](https://a.example/1)')],
    ['a second table', `${rows}\n\nSold:\n\n${rows}`],
  ])('is refused by its name where its table has %s', (_, text) => {
    const read = readAnswer(text, { schema: vases });
    expect(read.value).toBeUndefined();
    expect(read.warnings.join()).toContain('a Markdown table in place of JSON');
  });

  test.each([
    ['YAML', 'vases:\n  - name: Blue vase\n    cost: 40'],
    ['YAML', '```yaml\n- name: Blue vase\n  cost: 40\n```'],
    ['YAML', 'name: Blue vase\ncost: 40\ntags: [clay, blue]'],
    ['CSV', 'name,cost\nBlue vase,40\nJug,3'],
    ['CSV', 'name;cost\n"Vase; blue";40'],
    ['XML', '<vases>\n<vase><name>Blue vase</name></vase>\n</vases>'],
  ])('is refused as %s', (name, text) => {
    expect(readAnswer(text, { schema: vases })).toEqual({
      value: undefined,
      warnings: [`The model's answer is ${name} in place of JSON and was not read.`],
    });
  });

  test('and is prose has no name', () => {
    const text = 'The page has no vases.\nIt has jugs, bowls and plates.';
    expect(readAnswer(text, { schema: vases })).toEqual({ value: undefined, warnings: [] });
  });
});

test.each([
  ['{"name": "Blue vase", "cost": 4', { name: 'Blue vase' }],
  ['{"name": "Blue vase", "cost": 4.', { name: 'Blue vase' }],
  ['{"name": "Blue vase", "costs": [4, 5', { name: 'Blue vase', costs: [4] }],
  ['{"name": "Blue vase", "cost": 4\n```', { name: 'Blue vase', cost: 4 }],
])('half a number is no value: %s', (text, value) => {
  const read = readAnswer(text);
  expect(read.value).toEqual(value);
  expect(read.warnings.join()).toContain('its end may be missing');
});

const texts = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'string' } } },
};

test.each([
  "[('A', 1)]",
  '["A", ("B", "C")]',
  "{'items': ['A', ('B', 'C')]}",
  "[Vase(name='A', cost=1)]",
  '[datetime.date(2024, 1, 2)]',
  '{"items": {"A", "B"}}',
])('what JSON has no form for is refused, not read in scraps: %s', (answer) => {
  const { value, warnings } = readAnswer(answer, { schema: texts });
  expect(value).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('tuples, sets or objects of a program')]);
});

test.each<[string, readonly unknown[]]>([
  ["[u'A', b'B']", ['A', 'B']],
  ["{u'items': [u'A', u'B']}", ['A', 'B']],
  ['[Decimal("1.5"), str("B")]', ['1.5', 'B']],
  ['["Ash (oak), (12)", "f(x, y)"]', ['Ash (oak), (12)', 'f(x, y)']],
  ['[Ash (oak), Elm]', ['Ash (oak)', 'Elm']],
  ['Code: {"A", "B"}\n["C"]', ['C']],
])('what a program writes as JSON can hold is read: %s', (answer, items) => {
  expect(readAnswer(answer, { schema: texts })).toEqual({ value: { items }, warnings: [] });
});

test('marks of code between two pieces are passed in linear time', () => {
  const marks = '`'.repeat(30_000);
  const answer = `{"items": ["A"]}${marks}!{"items": ["B"]}`;
  expect(cpuMsOf(() => readAnswer(answer, { schema: texts }))).toBeLessThan(5_000);
});

describe('an answer that is an error and nothing else', () => {
  const errors = ['{"error":"No such content"}', '{"error":{"message":"Rate limited","code":429}}'];

  test.each(errors)('is none: %s', (answer) => {
    const { value, warnings } = readAnswer(answer, { prompt: 'The prices' });
    expect(value).toBeUndefined();
    expect(warnings).toEqual(["The model's answer is the message of an error and was not read."]);
  });

  test('is one where an error is asked for, or where it says more', () => {
    const form = { prompt: 'Which error does the page show?' };
    expect(readAnswer('{"error":"E12"}', form).value).toEqual({ error: 'E12' });
    const more = { error: 'E12', cause: 'no water' };
    expect(readAnswer(JSON.stringify(more), { prompt: 'x' }).value).toEqual(more);
  });
});
