import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from './index-page.ts';
import { markOtherThings } from './mark-other-things.ts';

/** What the page marks as being about other things: the texts of the outermost elements. */
function listMarked(body: string, url = 'https://stools.example/stools/oak-3'): readonly string[] {
  const html = `<html><head><title>Oak stool</title></head><body><main>${body}</main></body></html>`;
  const page = indexPage(readPage({ html, url }));
  const heading = page.elements.find(({ node }) => node.name === 'h1');
  const marked = markOtherThings(page, [heading]);
  return page.elements
    .filter(({ position, parent }) => marked[position] === 1 && marked[parent] !== 1)
    .map((element) => page.lineOf(element, 200));
}

const heading = '<h1>Oak stool</h1><p>A stool of oak.</p>';
const long = 'Made by hand of what the forest gives. '.repeat(12);
const card = (links: string): string =>
  `<section><div>${links} <b>$5</b></div><p>${long}</p></section>`;

const link = (href: string): string => heading + card(`<a href="${href}">Birch</a>`);

test.each([
  ['a page beside it', '/stools/birch-4'],
  ['the same with a query', '/stools/birch-4?ref=ad'],
  ['a page of that site by its whole address', 'https://stools.example/stools/birch-4'],
])('the card with a link to %s is of another thing', (_, href) => {
  expect(listMarked(link(href))).toEqual(['Birch $5']);
});

test('a page named by a number or by words at the top of its site has pages beside it', () => {
  const url = 'https://stools.example/oak-stool-of-three-legs.html';
  expect(listMarked(link('/birch-stool-4.html'), url)).toEqual(['Birch $5']);
  expect(listMarked(link('/help.html'), url)).toEqual([]);
  expect(listMarked(link('/birch-stool-4.pdf'), url)).toEqual([]);
});

test.each([
  ['the page itself', '<a href="/stools/oak-3#sizes">Sizes</a>'],
  ['a page of another kind', '<a href="/help/stools/care">Care</a>'],
  ['another site', '<a href="https://other.example/stools/birch-4">Birch</a>'],
  [
    'several pages, as the colours of one thing',
    '<a href="/stools/red-5">Red</a> <a href="/stools/blue-6">Blue</a>',
  ],
])('a block with links to %s is not', (_, links) => {
  expect(listMarked(heading + card(links)).filter((line) => line.includes('$5'))).toEqual([]);
});

test('nothing around the heading of the page is, and no long text', () => {
  const birch = '<a href="/stools/birch-4">Birch</a>';
  expect(listMarked(`<div>${heading}${birch} <b>$5</b></div>`)).toEqual(['Birch']);
  expect(listMarked(`${heading}<div><p>${long} ${birch}</p></div>`)).toEqual(['Birch']);
});
