import { describe, expect, test } from 'vitest';
import { toFieldRows, type FieldRow } from './to-field-rows.ts';

function rowsOf(expected: unknown, actual: unknown, anyOf = false): readonly FieldRow[] {
  return toFieldRows(expected, actual, { anyOf, maxRows: 100 }).rows;
}

function statesOf(expected: unknown, actual: unknown, anyOf = false): Record<string, string> {
  return Object.fromEntries(
    rowsOf(expected, actual, anyOf).map(({ path, state }) => [path, state]),
  );
}

describe('toFieldRows', () => {
  test('puts each value beside the expected one, by its place', () => {
    expect(rowsOf({ name: 'Lamp', price: 5, brand: 'Alder' }, { name: ' lamp', price: 6 })).toEqual(
      [
        { path: '/name', state: 'same', expected: 'Lamp', actual: ' lamp' },
        { path: '/price', state: 'other', expected: '5', actual: '6' },
        { path: '/brand', state: 'missing', expected: 'Alder' },
      ],
    );
  });

  test('judges nothing that the expected answer does not name', () => {
    expect(
      statesOf({ name: 'Lamp', size: null }, { name: 'Lamp', size: 'L', colour: 'red' }),
    ).toEqual({
      '/name': 'same',
      '/size': 'extra',
      '/colour': 'unknown',
    });
    expect(statesOf(undefined, { name: 'Lamp' })).toEqual({ '/name': 'unknown' });
  });

  test('pairs equal items of lists first, so that one that is missing shifts no other', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ name }));
    expect(
      statesOf({ items: [one, two, three] }, { items: [two, three, { name: 'four' }] }),
    ).toEqual({
      '/items/0/name': 'same',
      '/items/1/name': 'same',
      '/items/2/name': 'other',
    });
    expect(statesOf(['a'], ['a', 'b'])).toEqual({ '/0': 'same', '/1': 'extra' });
    expect(statesOf({ items: [] }, { items: [] })).toEqual({ '/items': 'same' });
  });

  test('takes any of several right answers', () => {
    const expected = { price: ['£5.00', '5.00'], tags: [] };
    expect(statesOf(expected, { price: 5 }, true)).toEqual({ '/price': 'same', '/tags': 'same' });
    expect(statesOf(expected, { price: 7, tags: 'x' }, true)).toEqual({
      '/price': 'other',
      '/tags': 'extra',
    });
    expect(rowsOf(expected, {}, true)[0]).toMatchObject({
      state: 'missing',
      expected: '£5.00 or 5.00',
    });
  });

  test('reads answers that are texts, numbers, or of another shape', () => {
    expect(statesOf('Lamp', 'lamp')).toEqual({ '': 'same' });
    expect(statesOf({ name: 'Lamp' }, 'Lamp')).toEqual({ '': 'other' });
    expect(statesOf({ name: ['a'] }, { name: { a: 1 } })).toEqual({ '/name': 'other' });
    expect(statesOf(JSON.parse('{"__proto__": "x"}'), {})).toEqual({ '/__proto__': 'missing' });
  });

  test('says how many values it leaves out', () => {
    const { rows, omitted } = toFieldRows([1, 2, 3], [1, 2, 3, 4], { maxRows: 3 });
    expect([rows.length, omitted]).toEqual([3, 1]);
  });
});
