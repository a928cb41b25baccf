import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import {
  draftJson,
  vase,
  vaseJson,
  vaseSchema,
  loose,
  vases,
} from '../../../test/support/vase-answers.ts';
import { readAnswer } from './read-answer.ts';

/** The schema of an object with one member. */
const schemaOf = (name: string, type: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type } },
});

describe('a value around the wanted one is taken off', () => {
  test.each([
    ['an output', { output: vase }],
    ['the name of a class', { Vase: vase }],
    ['properties', { type: 'object', properties: vase }],
    ['two objects', { response: { data: vase } }],
  ])('%s', (_, value) => {
    const text = JSON.stringify(value);
    expect(readAnswer(text, { schema: vaseSchema }).value).toEqual(vase);
    expect(readAnswer(text, { schema: loose }).value).toEqual(vase);
  });

  test('a bare list and a list in a list become the list of the object', () => {
    for (const value of [[vase], { vases: [[vase]] }, { data: { vases: [vase] } }]) {
      const read = readAnswer(JSON.stringify(value), { schema: vases });
      expect(read.value).toEqual({ vases: [vase] });
    }
  });

  test('a wrapper around a text of JSON, or around a list by another name, is one', () => {
    for (const value of [{ output: vaseJson }, { data: { output: vaseJson } }]) {
      expect(readAnswer(JSON.stringify(value), { schema: loose }).value).toEqual(vase);
    }
    for (const value of [
      { pots: [vase] },
      { vases: JSON.stringify([vase]) },
      { vases: [vaseJson] },
    ]) {
      expect(readAnswer(JSON.stringify(value), { schema: vases }).value).toEqual({ vases: [vase] });
    }
    const fenced = `\`\`\`json\n${JSON.stringify(vaseJson)}\n\`\`\``;
    expect(readAnswer(fenced, { schema: vaseSchema }).value).toEqual(vase);
  });

  test.each([
    { name: 'answer', arguments: vase },
    { name: 'answer', parameters: vase },
    { type: 'tool_use', id: 'call_1', name: 'answer', input: vase },
    { type: 'function', function: { name: 'answer', arguments: vaseJson } },
    [{ name: 'answer', arguments: vaseJson }],
    { tool_calls: [{ id: 'call_1', function: { name: 'answer', arguments: vaseJson } }] },
    { role: 'assistant', content: null, tool_calls: [{ name: 'answer', args: vase }] },
    { message: { tool_calls: [{ type: 'function', function: { name: 'a', arguments: vase } }] } },
  ])('the name of a tool that is called is no name of the answer: %j', (value) => {
    const read = readAnswer(JSON.stringify(value), { schema: loose });
    expect([read.value].flat()).toEqual([vase]);
  });

  test('a record with a name and a part of that kind is no call of a tool', () => {
    const part = { properties: { name: { type: 'string' }, input: { type: 'object' } } };
    const own = { name: 'Mixer', input: { name: 'XLR' } };
    const schema = { type: 'object', ...part };
    expect(readAnswer(JSON.stringify(own), { schema }).value).toEqual(own);
    for (const value of [
      { name: 'Blue vase', input: 'none' },
      { name: 'Blue vase', input: {} },
      { name: 'Blue vase', input: { volts: 5 } },
      { name: 'Blue vase', input: vase, glaze: 'red' },
    ]) {
      expect(readAnswer(JSON.stringify(value), { schema: loose }).value).toMatchObject({
        name: 'Blue vase',
      });
    }
  });

  test('of several calls none is the answer, and a list of one record is no call', () => {
    const call = { function: { name: 'answer', arguments: vaseJson } };
    const other = { function: { name: 'answer', arguments: draftJson } };
    for (const value of [{ tool_calls: [call, other] }, { shown: [vase] }]) {
      const read = readAnswer(JSON.stringify(value), { schema: loose, needsField: true });
      expect(read.value).toBeUndefined();
      expect(read.warnings.join()).toContain('none of the fields');
    }
  });

  test.each([
    ['a text in the contents of a message', { content: [{ type: 'text', text: vaseJson }] }],
    ['a text in the output of a message', { output: [{ type: 'output_text', text: vaseJson }] }],
    ['a text of a text', JSON.stringify(vaseJson)],
    ['names in another case', { Name: 'Blue vase', COST: 40 }],
  ])('%s is the answer', (_, value) => {
    expect(readAnswer(JSON.stringify(value), { schema: vaseSchema }).value).toEqual(vase);
  });

  test('names are known whatever separates their words, unless two may be meant', () => {
    const number = { type: 'number' };
    const schema = { type: 'object', properties: { unitPrice: number, weight_kg: number } };
    const read = (value: unknown): unknown => readAnswer(JSON.stringify(value), { schema }).value;
    expect(read({ unit_price: 2, 'Weight kg': 3 })).toEqual({ unitPrice: 2, weight_kg: 3 });
    expect(read({ unit_price: 2, unitPrice: 4 })).toEqual({ unit_price: 2, unitPrice: 4 });
    expect(read({ unitprices: 2, weight_kg: 3 })).toEqual({ unitprices: 2, weight_kg: 3 });
    const open = { type: 'object', additionalProperties: number };
    expect(readAnswer('{"Unit_Price": 2}', { schema: open }).value).toEqual({ Unit_Price: 2 });
  });

  test('a number is the one member of an object that has no other, and a remark is none', () => {
    expect(readAnswer('12.50', { schema: schemaOf('cost', 'number') }).value).toEqual({
      cost: 12.5,
    });
    expect(readAnswer('true', { schema: schemaOf('isSold', 'boolean') }).value).toEqual({
      isSold: true,
    });
    expect(readAnswer('7', { schema: schemaOf('isSold', 'boolean') }).value).toBe(7);
    expect(readAnswer('7', { schema: vaseSchema }).value).toBe(7);
    expect(readAnswer('"It has no name."', { schema: schemaOf('name', 'string') }).value).toBe(
      'It has no name.',
    );
  });

  test('a text that looks like JSON stays one where a text is wanted', () => {
    const schema = { type: 'object', properties: { output: { type: 'string' } } };
    const value = { output: vaseJson };
    expect(readAnswer(JSON.stringify(value), { schema }).value).toEqual(value);
  });

  test('a record without any value is none', () => {
    const schema = {
      type: 'object',
      properties: { lamps: { type: 'array', items: { properties: { name: {}, cost: {} } } } },
    };
    const lamps = [{ name: 'N/A', cost: null }, { name: 'Ash', cost: 0 }, {}, null, { name: '' }];
    expect(readAnswer(JSON.stringify({ lamps }), { schema }).value).toEqual({
      lamps: [{ name: 'Ash', cost: 0 }, null],
    });
    const pair = { type: 'array', prefixItems: [{ type: 'object' }, { type: 'object' }] };
    expect(readAnswer('[{}, {"a": 1}]', { schema: pair }).value).toEqual([{}, { a: 1 }]);
  });

  test('an object without any of the fields is no answer where one is needed', () => {
    const read = readAnswer('{"error": "no access"}', { schema: loose, needsField: true });
    expect(read.value).toBeUndefined();
    expect(read.warnings.join()).toContain('none of the fields');
    const some = '{"error": "no access", "name": "Blue vase"}';
    expect(readAnswer(some, { schema: loose, needsField: true }).value).toMatchObject({
      name: 'Blue vase',
    });
    expect(readAnswer('{}', { schema: loose, needsField: true }).value).toEqual({});
    const open = { type: 'object', additionalProperties: true };
    expect(readAnswer('{"a": 1}', { schema: open, needsField: true }).value).toEqual({ a: 1 });
  });

  test('what fits in two ways, or as it is, stays', () => {
    const two = { a: vase, b: vase };
    expect(readAnswer(JSON.stringify(two), { schema: loose }).value).toEqual(two);
    const map = { type: 'object', additionalProperties: vaseSchema };
    expect(readAnswer(JSON.stringify({ output: vase }), { schema: map }).value).toEqual({
      output: vase,
    });
    const lists = {
      type: 'object',
      properties: { a: { type: 'array' }, b: { type: 'array' } },
    };
    expect(readAnswer('[1, 2]', { schema: lists }).value).toEqual([1, 2]);
  });
});

describe('digits', () => {
  test.each([
    ['{"cost": 9,99, "id": 1}', { cost: '9,99', id: 1 }],
    ['{"cost": 1.299,50}', { cost: '1.299,50' }],
    ['{"cost": 1,299.50, "id": 1}', { cost: 1299.5, id: 1 }],
    ['{"cost": 9, // in pounds\n "id": 1}', { cost: 9, id: 1 }],
    ['{cost: 9,id: 1,}', { cost: 9, id: 1 }],
    ['{1: 9,2: 8}', { 1: 9, 2: 8 }],
  ])('behind a comma belong to the number: %s', (answer, value) => {
    expect(readAnswer(answer).value).toEqual(value);
  });

  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, count: { type: 'integer' }, cost: { type: 'number' } },
  };

  test.each(['{"id": 9007199254740993, "cost": 1.50}', '{"id": 9007199254740993, "cost": 1.50,}'])(
    'stay as they were written where a text is wanted: %s',
    (text) => {
      expect(readAnswer(text, { schema }).value).toEqual({ id: '9007199254740993', cost: 1.5 });
      expect(readAnswer(text.replace('9007199254740993', '2.10'), { schema }).value).toEqual({
        id: '2.10',
        cost: 1.5,
      });
    },
  );

  test('that a number cannot hold are a text, never another number', () => {
    expect(readAnswer('{"count": 9007199254740993}', { schema }).value).toEqual({
      count: '9007199254740993',
    });
    expect(readAnswer('{"n": 9007199254740993, "m": 1.10, "k": 7}').value).toEqual({
      n: '9007199254740993',
      m: 1.1,
      k: 7,
    });
  });
});
