import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { findZones } from './find-zones.ts';
import { indexPage } from './index-page.ts';

function asideTexts(body: string): readonly string[] {
  const html = `<html><head><title>Rain ends drought</title></head><body>${body}</body></html>`;
  const page = indexPage(readPage({ html, url: 'https://daily.example/rain' }));
  const zones = findZones(page);
  return page.elements
    .filter((element) => element.node.name === 'p' && zones.isAside(element))
    .map((element) => page.lineOf(element));
}

test("an article's own footer is part of it; the footer of the page or of another article is not", () => {
  const body = `<article><h1>Rain ends drought</h1><p>It rained.</p><div><footer><p>By Ann Smith</p></footer></div></article>
    <article><h2>Snow falls</h2><p>It snowed.</p><footer><p>By Bob Jones</p></footer></article>
    <footer><p>All rights reserved</p></footer>`;
  expect(asideTexts(body)).toEqual(['By Bob Jones', 'All rights reserved']);
});

test('a heading that is a link to the front page is not the main one', () => {
  const html = `<title>Rain ends drought | The Daily Post</title><h1><a href="/">The Daily Post</a></h1><h2>Rain ends drought</h2>`;
  const page = indexPage(readPage({ html, url: 'https://daily.example/rain' }));
  const { mainHeading } = findZones(page);
  expect(mainHeading?.node.name).toBe('h2');
});

test('the front page is another one than a page that the query names', () => {
  const html = `<title>The Daily Post: Rain ends drought</title><h1><a href="/">The Daily Post</a></h1><h3>Rain ends drought</h3>`;
  const page = indexPage(readPage({ html, url: 'https://daily.example/?p=12' }));
  const { mainHeading } = findZones(page);
  expect(mainHeading?.node.name).toBe('h3');
});

test('a heading in the header that ends the title is not the main one where another one begins it', () => {
  const html = `<title>Rain ends drought - Daily Post</title><div id="page-header"><h1>Daily Post</h1></div><div><h2>Rain ends drought</h2></div>`;
  const page = indexPage(readPage({ html, url: 'https://press.example/rain' }));
  const { mainHeading } = findZones(page);
  expect(mainHeading?.node.name).toBe('h2');
});

test.each([
  [
    'asks for consent',
    '<div class="cmp-box"><h1>We value your privacy</h1><p>We and our partners.</p></div>',
  ],
  ['is a dialog', '<div role="dialog"><h1>Want early access?</h1></div>'],
  ['pops up', '<div id="waitlist-popup"><h1>Want early access?</h1></div>'],
])('the heading of a part that %s is not the main one', (_, notice) => {
  const lamp = '<main><h2>Brass lamp</h2><p>A lamp of brass with a bulb of its own.</p></main>';
  const html = `<title>Lamps for all</title><body><div>${notice}</div>${lamp}`;
  const page = indexPage(readPage({ html, url: 'https://shop.example/brass' }));
  const { mainHeading } = findZones(page);
  expect(mainHeading?.node.name).toBe('h2');
});

test('a page has no main heading where the only one is that of a dialog', () => {
  const html = `<title>Brass lamp</title><body><dialog open><h2>Choose your country</h2></dialog><div>Brass lamp</div>`;
  const page = indexPage(readPage({ html, url: 'https://shop.example/brass' }));
  expect(findZones(page).mainHeading).toBeUndefined();
});

test('the heading of a dialog that the title names is the main one', () => {
  const html = `<title>Brass lamp</title><body><div role="dialog"><h1>Brass lamp</h1></div><h2>Lamps</h2>`;
  const page = indexPage(readPage({ html, url: 'https://shop.example/brass' }));
  expect(findZones(page).mainHeading?.node.name).toBe('h1');
});

function mainOf(html: string): string | undefined {
  const page = indexPage(readPage({ html, url: 'https://daily.example/rain' }));
  const { mainHeading } = findZones(page);
  return mainHeading === undefined ? undefined : page.lineOf(mainHeading);
}

test('a heading behind a part of the text is that of a section, unless the title has its words', () => {
  const infobox = '<table><tr><th>Founded</th><td>1923</td></tr></table>';
  const sections =
    '<p>It is old.</p><div><h2>Contents</h2></div><h2>History</h2><p>It began long ago.</p>';
  expect(mainOf(infobox + sections)).toBeUndefined();
  expect(mainOf(`<title>The history</title>${infobox}${sections}`)).toBe('History');
  expect(mainOf(`<div><h2>Rain</h2></div>${sections}`)).toBe('Rain');
  expect(mainOf(`${sections}<h1>Rain</h1>`)).toBe('Rain');
});
