import { expect, test } from 'vitest';
import { leaveOut, toPathAfter, toPathsBefore } from './leave-out.ts';

const rows = [{ name: 'Fir' }, { name: 'Elm', price: 4 }];

test('leaves properties out, and items that hold nothing else', () => {
  const given = leaveOut(rows, ['/0/name', '/1/price']);

  expect(given).toEqual({ value: [{ name: 'Elm' }], paths: ['/0', '/1/price'] });
});

test('puts null where a property has to stay', () => {
  const given = leaveOut(rows, ['/1/price'], { nulled: new Set(['/1/price']) });

  expect(given.value).toEqual([{ name: 'Fir' }, { name: 'Elm', price: null }]);
});

test('drops a tuple whose item would take the place of the one before it', () => {
  const size = { size: [40, 60], name: 'Fir' };

  expect(leaveOut(size, ['/size/0'], { isTuple: () => true }).value).toEqual({ name: 'Fir' });
  expect(leaveOut(size, ['/size/1'], { isTuple: () => true }).value).toEqual({
    size: [40],
    name: 'Fir',
  });
});

test('finds the places in the value as it was', () => {
  const { paths } = leaveOut(rows, ['/0/name']);

  expect(toPathsBefore(rows, new Set(paths), ['/0/price'])).toEqual(new Set(['/1/price']));
});

test('finds the places in the value as it is then', () => {
  const gone = new Set(['/0', '/2/name']);
  const list = [...rows, { name: 'Oak', price: 5 }];

  expect(
    ['/0/name', '/1/price', '/2/name', '/2/price'].map((path) => toPathAfter(list, gone, path)),
  ).toEqual([undefined, '/0/price', undefined, '/1/price']);
});
