import { describe, expect, test } from 'vitest';
import { findPagination } from './find-pagination.ts';
import { readPage } from '../read-page.ts';

const url = 'https://shop.example/list?page=2';
const find = (html: string) => findPagination(readPage({ html: `<body>${html}</body>`, url }));

describe('findPagination', () => {
  test('what the page declares in its head comes first', () => {
    const html =
      '<head><link rel="next" href="?page=3"><link rel="prev" href="/list"></head><body><a href="?page=9">Next</a>';
    expect(findPagination(readPage({ html, url }))).toEqual({
      next: 'https://shop.example/list?page=3',
      prev: 'https://shop.example/list',
    });
  });

  test.each([
    ['rel on a link in the text', '<a rel="nofollow next" href="?page=3">3</a>'],
    ['a word', '<a href="?page=3">Next</a>'],
    ['a word with an arrow', '<a href="?page=3">Next page »</a>'],
    ['another language', '<a href="?page=3">Weiter</a>'],
    ['another script', '<a href="?page=3">次へ</a>'],
    [
      'a label for screen readers',
      '<a href="?page=3" aria-label="Next page"><img src="a.png" alt=""></a>',
    ],
    ['the number of its address', '<p><a href="?page=1">1</a> 2 <a href="?page=3">3</a></p>'],
    [
      'a number, although the own one is a link',
      '<a href="?page=2">2</a><a href="/list?page=3">3</a>',
    ],
    ['an arrow inside a pager', '<ul class="pagination"><li><a href="?page=3">›</a></li></ul>'],
  ])('the next page is told by %s', (_what, html) => {
    expect(find(html).next).toBe('https://shop.example/list?page=3');
  });

  test.each([
    ['of another site', '<a href="https://next.example/">Next</a>'],
    [
      'of a list of brands',
      '<ul><li><a href="/ada">Ada</a></li><li><a href="/bo">Bo</a></li><li><a href="/next">Next</a></li><li><a href="/uma">Uma</a></li><li><a href="/zoe">Zoe</a></li></ul>',
    ],
  ])('a link of that name %s is no next page', (_what, html) => {
    expect(find(html).next).toBeNull();
  });

  test.each([
    [
      'the number of another page',
      '<li><a href="/list">1</a></li><li><a href="/list?all">All</a></li>',
    ],
    ['the page before', '<li><a href="/list">Previous</a></li><li><a href="/">Contents</a></li>'],
    [
      'ranges of numbers',
      [1, 21, 41, 61]
        .map((from) => `<li><a href="?from=${from}">${from}–${from + 19}</a></li>`)
        .join(''),
    ],
    ['little else', '<li><a href="/">Home</a></li><li><a href="/c">Contents</a></li>'],
  ])('an entry of a list with %s is one', (_what, entries) => {
    expect(find(`<ul>${entries}<li><a href="?page=3">Next</a></li></ul>`).next).toBe(
      'https://shop.example/list?page=3',
    );
  });

  test('a link to the same site with `www` in front is one', () => {
    const next = 'https://www.shop.example/list?page=3';
    expect(find(`<a href="${next}">Next</a>`).next).toBe(next);
  });

  test('a list whose first page states no number goes on with the second, and back to it', () => {
    const pager = '<a href="/log/">1</a> <a href="/log/page/2/">2</a> <a href="/log/page/3/">3</a>';
    const at = (address: string) => findPagination(readPage({ html: pager, url: address }));
    expect(at('https://shop.example/log/')).toEqual({
      next: 'https://shop.example/log/page/2/',
      prev: null,
    });
    expect(at('https://shop.example/log/page/2/')).toEqual({
      next: 'https://shop.example/log/page/3/',
      prev: 'https://shop.example/log/',
    });
    expect(at('https://shop.example/log/page/3/')).toEqual({
      next: null,
      prev: 'https://shop.example/log/page/2/',
    });
  });

  test.each([
    ['a place on the page', '<a rel="next" href="#carousel">Next</a>'],
    ['nothing', '<a href="#">Next</a>'],
    ['a picture', '<a href="/img/2.jpg">Next</a>'],
  ])('a link to %s is no next page, and hides none', (_what, html) => {
    expect(find(html).next).toBeNull();
    expect(find(`${html} <a href="?page=3">Next</a>`).next).toBe(
      'https://shop.example/list?page=3',
    );
    expect(find(`<link rel="next" href="#x">${html}`).next).toBeNull();
  });

  test.each([
    '<ul><li class="page disabled"><a href="?page=3">Next</a></ul>',
    '<a href="?page=3" aria-disabled="true">Next</a>',
    '<a href="?page=3" rel="next" class="is-disabled">Next</a>',
  ])('a link that says that it is none leads nowhere: %s', (html) => {
    expect(find(html).next).toBeNull();
    expect(find(html.replaceAll(/(?:page |is-)?disabled|true/g, 'no')).next).not.toBeNull();
  });

  test.each(['class="active"', 'aria-current="page"'])(
    'an address without a number is where the pager has its mark: %s',
    (mark) => {
      const html = `<b class="active">7</b><ul><li><a href="?page=1">1</a><li ${mark}>2<li><a href="?page=3">3</a></ul>`;
      const at = (address: string) => findPagination(readPage({ html, url: address }));
      expect(at('https://shop.example/list')).toEqual({
        next: 'https://shop.example/list?page=3',
        prev: 'https://shop.example/list?page=1',
      });
      expect(at('https://shop.example/list?page=4').prev).toBe('https://shop.example/list?page=3');
    },
  );

  test('after the last of the numbered pages a link to the first is no next page', () => {
    const html = '<a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=1">Next</a>';
    expect(find(html).next).toBeNull();
    const more = '<a href="?page=3">3</a> <a href="?page=1">Older</a>';
    expect(find(more).next).toBe('https://shop.example/list?page=1');
  });

  test.each([
    ['an arrow of a picture gallery', '<div class="gallery"><a href="?page=3">›</a></div>'],
    ['a word inside a longer text', '<a href="?page=3">Next month we open in Ulm</a>'],
    ['a link to the same page', '<a rel="next" href="?page=2">Next</a>'],
    ['a script', '<a href="javascript:next()">Next</a>'],
    ['a number of another list', '<a href="/other?page=3">3</a>'],
    ['a number that its address does not state', '<a href="?page=7">3</a><a href="?size=3">3</a>'],
    ['no link', '<span>Next</span>'],
  ])('%s is no next page', (_what, html) => {
    expect(find(html)).toEqual({ next: null, prev: null });
  });

  test.each(['#/page/3', '#!page=3', '/photos/b.jpg'])(
    'what a page declares is next, be it a route of an application or named as a picture: %s',
    (href) => {
      const { next } = find(`<a rel="next" href="${href}">Next</a>`);
      expect(next).toBe(new URL(href, 'https://shop.example/list?page=2').href);
    },
  );

  test('a number that is marked in another list says nothing of where the page is', () => {
    const stars = '<ul><li class="active"><a href="?rating=5">5</a></ul>';
    const html = `${stars}<div><a href="?page=2">2</a><a href="?page=3">3</a></div>`;
    const { document, linkElements } = readPage({ html, url: 'https://shop.example/list' });
    expect(findPagination({ document, linkElements, url: 'https://shop.example/list' })).toEqual({
      next: 'https://shop.example/list?page=2',
      prev: null,
    });
  });

  test('the page before is found the same way', () => {
    expect(find('<a href="?page=1">« Zurück</a>')).toEqual({
      next: null,
      prev: 'https://shop.example/list?page=1',
    });
  });
});
