import { expect, test } from 'vitest';
import { dropStripped } from './drop-stripped.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    name: text,
    shades: { type: 'array', items: { type: 'object', properties: { name: text } } },
    sizes: { type: 'object', additionalProperties: { type: 'number' } },
  },
};

test.for<[string, unknown, unknown, unknown]>([
  ['stripped', { name: 'Lamp', note: 'x' }, { name: 'Lamp' }, { name: 'Lamp' }],
  [
    'stripped of the items of a list',
    { shades: [{ name: 'Red', note: 'x' }, { name: 'Blue' }] },
    { shades: [{ name: 'Red' }, { name: 'Blue' }] },
    { shades: [{ name: 'Red' }, { name: 'Blue' }] },
  ],
])('what a library %s is dropped', ([, json, result, expected]) => {
  expect(dropStripped(json, result, schema)).toEqual(expected);
});

test.for<[string, object, unknown]>([
  ['renamed', { name: 'Lamp' }, { title: 'Lamp' }],
  ['made a text of', { name: 'Lamp' }, 'Lamp'],
  [
    'left out of a list',
    { shades: [{ name: 'Red', note: 'x' }, { name: 'Blue' }] },
    { shades: [] },
  ],
  ['took out of a map', { sizes: { small: 1 } }, { sizes: {} }],
  ['left as it was', { name: 'Lamp' }, { name: 'Lamp' }],
])('what a transform %s stays as it was read', ([, json, result]) => {
  expect(dropStripped(json, result, schema)).toBe(json);
});

test('a member named __proto__ is one like any other', () => {
  const json: unknown = JSON.parse('{"__proto__": "x", "name": "Lamp"}');
  expect(JSON.stringify(dropStripped(json, { name: 'Lamp' }, schema))).toBe('{"name":"Lamp"}');
});
