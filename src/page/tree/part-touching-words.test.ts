import { expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { readPage } from '../read-page.ts';
import { setNavigationApart } from './set-navigation-apart.ts';
import { toHtml } from './to-html.ts';

function part(body: string): string {
  const { document } = readPage({ html: `<body>${body}`, url: 'https://a.example/' });
  return toHtml(document, 'keep').replaceAll(/<\/?(?:html|head|body)>/g, '');
}

test('words of neighbours are parted in the tree, and nothing else is changed', () => {
  expect(
    part('<p><span>By</span><span>Ada</span> <a href="/1">one</a><a href="/2">two</a></p>'),
  ).toBe('<p><span>By</span><span> Ada</span> <a href="/1">one</a><a href="/2"> two</a></p>');
  const whole =
    '<p><b>Key</b>Word <span>impor</span><span>tant</span></p><pre><span>new</span><span>Map</span></pre><p><span>Last</span></p>';
  expect(part(whole)).toBe(whole);
});

test('elements whose style gives them lines of their own are parted from what touches them', () => {
  const block = 'style="display: block"';
  expect(part(`<p><span ${block}>A</span><span ${block}>b</span>c<b ${block}>d</b>, e</p>`)).toBe(
    `<p><span ${block}>A</span><span ${block}> b</span> c<b ${block}> d</b>, e</p>`,
  );
  const whole =
    '<p><span style="display:inline-block">A</span><span style="--display:block">b</span></p><code><i style="display:block">x</i><i>y</i></code>';
  expect(part(whole)).toBe(whole);
});

test.each([
  ['<span>12</span><span>votes</span>', '<span>12</span><span> votes</span>'],
  ['<time>10:42</time><span>goal</span>', '<time>10:42</time><span> goal</span>'],
  ['<span>4.5</span><span>(120)</span>', '<span>4.5</span><span> (120)</span>'],
])('a number of its own is parted from the word or count that touches it: %s', (html, parted) => {
  expect(part(`<p>${html}</p>`)).toBe(`<p>${parted}</p>`);
});

test.each([
  'H<sub>2</sub>O',
  '1<sup>st</sup>',
  '3<b>D</b>',
  '<span>5</span><span>kg</span>',
  '<span>1</span><span>st</span>',
  '<span>x2</span><span>votes</span>',
  '<i>f</i><span>(2)</span>',
])('a number stays with its unit, its ending and its word: %s', (html) => {
  expect(part(`<p>${html}</p>`)).toBe(`<p>${html}</p>`);
});

test('a line starts anew', () => {
  const list =
    '<ul><li><a><span></span><span>One</span></a></li><li><a><span></span><span>Two</span></a></li></ul>';
  expect(part(list)).toBe(list);
});

test.each([
  [
    '<span>$</span> <span>299</span> <span>.99</span>',
    '<span>$</span><span>299</span><span>.99</span>',
  ],
  ['<b>€</b>\n<b>1.299</b>\n<sup>,00</sup>', '<b>€</b><b>1.299</b><sup>,00</sup>'],
  // A sentence, and a range: their spaces are shown.
  ['costs <b>$ 299</b> in 2026', 'costs <b>$ 299</b> in 2026'],
  ['<i>3</i> <i>.NET</i>', '<i>3</i> <i>.NET</i>'],
  ['<b>$</b> <b>signs</b>', '<b>$</b> <b>signs</b>'],
])('the parts of a price stand together: %s', (split, joined) => {
  expect(part(`<p>${split}</p>`)).toBe(`<p>${joined}</p>`);
});

test('prices and menus of one parent take time that grows with their number alone', () => {
  const html = '<nav><a href="/a">a</a></nav><b>$</b> <b>1</b> '.repeat(20_000);
  const work = workRatioOf(() => {
    const { document } = readPage({ html, url: 'https://a.example/' });
    setNavigationApart(document, new Set(), 'end');
  });
  expect(work).toBeLessThan(1_500);
});
