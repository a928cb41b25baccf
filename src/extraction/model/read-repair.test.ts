import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { readRepair } from './read-repair.ts';

const text = { type: 'string' };
const maker = { type: 'object', properties: { name: text, town: text }, required: ['name'] };
const lamp = { type: 'object', properties: { name: text, price: { type: 'number' } } };
const schema = {
  type: 'object',
  properties: { name: text, sku: text, maker, lamps: { type: 'array', items: lamp } },
};
const lamps = [
  { name: 'Ash lamp', price: 10 },
  { name: 'Elm lamp', price: 'twenty' },
  { name: 'Fir lamp', price: 30 },
];

interface Asked {
  readonly path: string;
  readonly schema: JsonSchema;
}

const asked = {
  maker: { path: '/maker', schema: maker },
  price: { path: '/lamps/1/price', schema: lamp.properties.price },
  sku: { path: '/sku', schema: text },
  map: { path: '/specs', schema: { type: 'object', additionalProperties: text } },
  anything: { path: '/extra', schema: {} },
} as const satisfies Record<string, Asked>;

/** What an answer gives for one place, or `undefined` where it is none. */
function read(answer: unknown, part: Asked, earlier: unknown = { name: 'Ash floor lamp', lamps }) {
  const seen = 'Ash floor lamp LX-40\nMade by Alder';
  return readRepair(answer, [part], { earlier, schema, seen }).get(part.path);
}

describe('an answer that names no place', () => {
  test.for<[string, unknown, Asked]>([
    ['the first answer once more', { name: 'Ash floor lamp' }, asked.maker],
    ['more of the first answer', { name: 'Ash floor lamp', price: 1299 }, asked.maker],
    ['the whole for a map', { name: 'Ash floor lamp' }, asked.map],
    ['an error for a map', { error: 'No specifications on this page' }, asked.map],
    ['the whole for what may be anything', { name: 'Ash floor lamp' }, asked.anything],
    ['a list for what may be anything', ['Ash floor lamp'], asked.anything],
    ['a remark for a text', 'I could not find a SKU on this page.', asked.sku],
  ])('is no value where it is %s', ([, answer, part]) => {
    expect(read(answer, part)).toBeUndefined();
  });

  test.for<[string, unknown, Asked]>([
    ['an object of its members', { name: 'Alder', town: 'Leeds' }, asked.maker],
    ['a text of the page', 'LX-40', asked.sku],
    ['a number', 20, asked.price],
    ['a number as a text', '20.00', asked.price],
  ])('is the value where it is %s', ([, answer, part]) => {
    expect(read(answer, part)).toEqual(answer);
  });

  test('is the value of a list where a list is asked for', () => {
    const part = { path: '/lamps', schema: schema.properties.lamps };
    expect(read([{ name: 'Elm lamp' }], part)).toEqual([{ name: 'Elm lamp' }]);
  });

  test('is one of the values that a place may have', () => {
    const part = { path: '/state', schema: { enum: ['new', 'used'] } };
    expect(read('used', part)).toBe('used');
  });
});

test.for(['maker.', 'maker/', '/maker/'])(
  'members named with "%s" are those of the place',
  (start) => {
    const answer = { name: 'Ash floor lamp', [`${start}name`]: 'Alder', [`${start}town`]: 'Leeds' };
    expect(read(answer, asked.maker)).toEqual({ name: 'Alder', town: 'Leeds' });
  },
);

describe('a whole answer', () => {
  const elm = { name: 'Elm  lamp', price: 20 };
  const [ash, , fir] = lamps;

  test.for<[string, readonly unknown[]]>([
    ['as it was', [ash, elm, fir]],
    ['without those before it', [elm, fir]],
    ['first', [elm, ash, fir]],
    ['alone', [elm]],
    ['in a list without other values', [{ price: 10 }, { price: 20 }, { price: 30 }]],
  ])('gives the value of its own record: %s', ([, list]) => {
    expect(read({ lamps: list }, asked.price)).toBe(20);
  });

  test.for<[string, readonly unknown[]]>([
    ['is missing', [ash, fir]],
    ['is not told from the others', [{ price: 20 }, { price: 30 }]],
    ['has another name', [ash, { name: 'Oak lamp', price: 20 }, fir]],
    ['stands there twice', [elm, elm]],
  ])('gives none where the record %s', ([, list]) => {
    expect(read({ lamps: list }, asked.price)).toBeUndefined();
  });

  test('tells records without texts by their numbers', () => {
    const earlier = { lamps: [{ id: 1 }, { id: 2, price: 'x' }] };
    const answer = { lamps: [{ id: 2, price: 20 }] };
    expect(read(answer, asked.price, earlier)).toBe(20);
  });

  test('of values in a list is read by their places where there are as many', () => {
    const part = { path: '/tags/1', schema: text };
    expect(read({ tags: ['a', 'b'] }, part, { tags: ['a', 1] })).toBe('b');
    expect(read({ tags: ['b'] }, part, { tags: ['a', 1] })).toBeUndefined();
  });
});
