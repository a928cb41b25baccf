import { expect, test } from 'vitest';
import { toItemKeys, toPageSignature } from './create-pagination.ts';

const item = (text: string, href = '', id = '') => ({ text, href, id });

test('a link of its own makes an item, whatever its text says today', () => {
  expect(
    toItemKeys([item('a 3 min', 'https://a.example/1'), item('b', 'https://a.example/2')]),
  ).toEqual(
    toItemKeys([item('a 4 min', 'https://a.example/1'), item('b!', 'https://a.example/2')]),
  );
});

test('a link that several items of the page share makes none of them', () => {
  const cart = 'https://a.example/cart';
  expect(toItemKeys([item('a  b', cart), item('c', cart, 'sku-9')])).toEqual([
    'text:a b',
    'id:sku-9',
  ]);
});

test('ids that only count places are no keys', () => {
  expect(toItemKeys([item('a', '', 'row-0'), item('b', '', 'row-1')])).toEqual([
    'text:a',
    'text:b',
  ]);
  expect(toItemKeys([item('a', '', '1'), item('b', '', '2')])).toEqual(['text:a', 'text:b']);
  expect(toItemKeys([item('a', '', 'p-7'), item('b', '', 'p-3')])).toEqual(['id:p-7', 'id:p-3']);
});

test('the only item of a page is not known by its link, nor any by a script', () => {
  expect(toItemKeys([item('a', 'https://a.example/cart')])).toEqual(['text:a']);
  expect(toItemKeys([item('a', 'javascript:x(1)'), item('b', 'javascript:x(2)')])).toEqual([
    'text:a',
    'text:b',
  ]);
});

const row = (text: string, position?: number) => ({
  ...item(text),
  ...(position === undefined ? {} : { position }),
});

test('rows that say the same are different ones where the page numbers them', () => {
  const [first, , third] = toItemKeys([row('Coffee', 4), row('Tea', 5), row('Coffee', 6)]);
  expect(first).not.toBe(third);
  expect(toItemKeys([row('Coffee', 4)])).toEqual([first]);
  const [one, two] = toItemKeys([row('Coffee'), row('Coffee')]);
  expect(one).toBe(two);
});

test('a signature knows order and borders of its keys', () => {
  const signatures = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], []].map(toPageSignature);
  expect(new Set(signatures).size).toBe(5);
  expect(toPageSignature(['a', 'b'])).toBe(signatures[0]);
});
