import { expect, test } from 'vitest';
import { listLinks } from './list-links.ts';
import { readPage } from '../read-page.ts';

const list = (html: string) => {
  const { document, url } = readPage({ html, url: 'https://shop.example/a/b' });
  return listLinks(document, url, () => {});
};

test('links are absolute, unique, in page order, with the first text that says something', () => {
  const html = `<body><a href="/lamps"><img src="l.png" alt=""></a><a href="c?x=1&amp;y=2">See  <b>more</b></a>
    <a href="https://SHOP.example/lamps">Lamps</a><a href="//cdn.example/x#top">X</a>`;
  expect(list(html)).toEqual([
    { url: 'https://shop.example/lamps', text: 'Lamps' },
    { url: 'https://shop.example/a/c?x=1&y=2', text: 'See more' },
    { url: 'https://cdn.example/x#top', text: 'X' },
  ]);
});

test('a picture stands for its alternative text, a label for what has no text', () => {
  const html =
    '<body><a href="/a"><img alt="A  lamp"></a><a href="/b" aria-label="Close"></a><map><area href="/c" alt="North"></map>';
  expect(list(html).map(({ text }) => text)).toEqual(['A lamp', 'Close', 'North']);
});

test('what leads nowhere is no link', () => {
  const html =
    '<body><a href="javascript:x()">a</a><a href="mailto:a@b.c">b</a><a name="x">c</a><a href="http://[">d</a><a href="data:,x">e</a>';
  expect(list(html)).toEqual([]);
});

test('the base of the page counts', () => {
  expect(list('<head><base href="https://cdn.example/x/"></head><body><a href="y">y</a>')).toEqual([
    { url: 'https://cdn.example/x/y', text: 'y' },
  ]);
});

test('the text of a link ends where another link starts', () => {
  const html = '<body><a href="/a">a <object><a href="/b">b</a></object></a>';
  expect(list(html).map(({ text }) => text)).toEqual(['a', 'b']);
});

test('a list of links ends after 20,000 of them, and at 4 million characters, and says so', () => {
  const links = Array.from({ length: 20_001 }, (_, n) => `<a href="${n}">x</a>`).join('');
  for (const base of ['', `<base href="https://a.example/${'b'.repeat(8_000)}/">`]) {
    const { document, url } = readPage({ html: base + links, url: 'https://a.example/' });
    const warnings: string[] = [];
    const listed = listLinks(document, url, (warning) => warnings.push(warning));
    expect(listed.length).toBe(base === '' ? 20_000 : Math.floor(4_000_000 / (url.length + 5)));
    expect(warnings).toEqual([expect.stringContaining('the rest was left out')]);
  }
});
