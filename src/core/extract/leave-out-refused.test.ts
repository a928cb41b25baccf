import { expect, test } from 'vitest';
import { leaveOutRefused } from './leave-out-refused.ts';

const text = { type: 'string' };
const row = {
  type: 'object',
  properties: { name: text, code: { ...text, pattern: '^A' } },
  required: ['name'],
};
const schema = {
  type: 'object',
  properties: {
    name: text,
    size: { type: ['number', 'null'], multipleOf: 5 },
    weight: { type: 'number', multipleOf: 5 },
    rows: { type: 'array', items: row },
    tags: { type: 'array', items: text, uniqueItems: true },
    pair: { type: 'array', prefixItems: [text, { ...text, format: 'time' }] },
  },
  required: ['name', 'size', 'weight'],
};
const given = {
  name: 'Fir',
  size: 12,
  weight: 12,
  rows: [{ name: 'a', code: 'A1' }, { name: 'b', code: 'x' }, { name: 3 }],
  tags: ['b', 'a', 'b', 'a'],
  pair: ['a', 'b'],
};

function leave(...paths: readonly string[]) {
  return leaveOutRefused(
    schema,
    given,
    paths.map((path) => ({ path, message: 'is wrong' })),
  );
}

test('leaves out what need not be there, and the record that has a wrong part it needs', () => {
  expect(leave('/rows/1/code', '/rows/2/name')).toMatchObject({
    value: { ...given, rows: [given.rows[0], { name: 'b' }] },
    refused: [
      { path: '/rows/1/code', message: 'is wrong' },
      { path: '/rows/2', message: 'is wrong' },
    ],
  });
});

test('puts null where a part has to be there and may be null', () => {
  expect(leave('/size')?.value).toEqual({ ...given, size: null });
});

test('leaves a tuple out as a whole', () => {
  const { pair: _pair, ...others } = given;
  expect(leave('/pair/0')?.value).toEqual(others);
});

test('leaves nothing out where a needed part is wrong or missing, or a list would be empty', () => {
  expect(leave('/weight')).toBeUndefined();
  expect(leave('')).toBeUndefined();
  expect(leave('/rows/0/price')).toBeUndefined();
  expect(leave('/rows/0/name', '/rows/1/name', '/rows/2/name')).toBeUndefined();
});

test('leaves out of a list that may hold each item once what it holds again', () => {
  expect(leave('/tags')).toMatchObject({
    value: { ...given, tags: ['b', 'a'] },
    refused: ['/tags/2', '/tags/3'].map((path) => ({ path, message: 'is in its list already' })),
  });
});

test('tells of a list that goes as a whole, and not of its items', () => {
  const { rows: _rows, ...others } = given;
  expect(leave('/rows/1/code', '/rows')).toMatchObject({
    value: others,
    refused: [{ path: '/rows' }],
  });
});
