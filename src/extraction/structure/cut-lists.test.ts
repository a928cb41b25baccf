import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from './extract-structure.ts';

const lamp = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};

/** What is read of a page of five lamps. */
function extract(schema: object) {
  const cards = ['Ash', 'Elm', 'Fir', 'Oak', 'Yew'].map(
    (name, at) => `<div class="card"><h3>${name} lamp</h3><p>£${at + 1}9.50</p></div>`,
  );
  const html = `<html lang="en"><body><main><h1>Lamps</h1>${cards.join('')}</main></body></html>`;
  const reading = readPage({ html, url: 'https://lamps.example/all' });
  return extractStructure({
    reading,
    prompt: 'All lamps',
    schema: { ...schema },
    detailLevel: 'medium',
  });
}

const two = [
  { name: 'Ash lamp', price: 19.5 },
  { name: 'Elm lamp', price: 29.5 },
];

test('of a list the first items are taken, as many as the schema allows, and it is told', () => {
  const lamps = { type: 'array', maxItems: 2, items: lamp };
  const { value, sources, cuts } = extract({ type: 'object', properties: { lamps } });
  expect(value).toEqual({ lamps: two });
  expect([...sources.keys()]).toEqual([
    '/lamps/0/name',
    '/lamps/0/price',
    '/lamps/1/name',
    '/lamps/1/price',
  ]);
  expect(cuts).toEqual([
    'Only the first 2 of 5 items of /lamps were taken: the schema allows no more.',
  ]);
});

test('a list that is the whole answer is cut as well', () => {
  const { value, cuts } = extract({ type: 'array', maxItems: 2, items: lamp });
  expect(value).toEqual(two);
  expect(cuts).toEqual([
    'Only the first 2 of 5 items of the list were taken: the schema allows no more.',
  ]);
});

test.each([5, 6, undefined])('a list is whole where the schema allows %s items', (maxItems) => {
  const lamps = { type: 'array', items: lamp, ...(maxItems === undefined ? {} : { maxItems }) };
  const { value, cuts } = extract({ type: 'object', properties: { lamps } });
  expect((value as { lamps: readonly unknown[] }).lamps).toHaveLength(5);
  expect(cuts).toEqual([]);
});
