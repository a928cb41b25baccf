import { expect, test } from 'vitest';
import { parseDocument } from 'htmlparser2';
import { findAll } from 'domutils';
import { findCommonSource } from './find-common-source.ts';

const { children } = parseDocument(
  '<main><ul><li><b>Ash</b></li><li><i>Elm</i></li></ul><script></script></main>',
);
const nodeOf = (tag: string): ReturnType<typeof findAll>[number] => {
  const [found] = findAll(({ name }) => name === tag, children);
  if (found === undefined) throw new TypeError(`The page has no ${tag}.`);
  return found;
};

test('of elements it is the smallest one around all', () => {
  const sources = [{ node: nodeOf('b') }, { node: nodeOf('i') }];
  expect(findCommonSource(sources)).toEqual({ node: nodeOf('ul') });
  expect(findCommonSource([{ node: nodeOf('b') }, { node: nodeOf('li') }])).toEqual({
    node: nodeOf('li'),
  });
});

test.each([2, 3, 4, 5])('of %i values of a script it is the value that holds them', (count) => {
  const node = nodeOf('script');
  const sources = Array.from({ length: count }, (_, at) => ({
    node,
    pointer: `/author/${at}/name`,
  }));
  expect(findCommonSource(sources)).toEqual({ node, pointer: '/author' });
});

test('of one source it is that one, and attributes share none', () => {
  const href = { node: nodeOf('b'), attribute: 'href' };
  expect(findCommonSource([href, href])).toEqual(href);
  expect(findCommonSource([href, { node: nodeOf('i') }])).toBeUndefined();
  expect(findCommonSource([])).toBeUndefined();
});
