import { expect, test } from 'vitest';
import { extractFields } from '../../../../../test/support/extract-fields.ts';

const imageOf = (body: string, head = ''): unknown =>
  extractFields(`${head}<h1>Oak chair</h1>${body}`, {
    image: { type: 'string', format: 'uri' },
  }).value;

const named = '<img src="/img/chair.jpg" alt="Oak chair">';

test('a picture with the name of the heading is that of the page', () => {
  expect(imageOf(`<img src="/img/badge.png" alt="New">${named}`)).toEqual({
    image: 'https://a.example/img/chair.jpg',
  });
});

test('a picture that leads to itself in a larger size is that of the page', () => {
  expect(imageOf(`<a href="/img/chair-large.jpg">${named}</a>`)).toEqual({
    image: 'https://a.example/img/chair.jpg',
  });
});

test('what the page states for previews comes before it', () => {
  const head = '<meta property="og:image" content="/img/preview.jpg">';
  expect(imageOf(named, head)).toEqual({ image: 'https://a.example/img/preview.jpg' });
});

test.each([
  ['no name', '<img src="/img/chair.jpg">'],
  ['another name', '<img src="/img/table.jpg" alt="Oak table">'],
  ['a placeholder for an address', '<img src="/img/empty.png" alt="Oak chair">'],
  ['a stand-in for an address', '<img src="/images/no-image.jpg" alt="Oak chair">'],
  ['the size of an icon', '<img src="/img/chair.jpg" width="28" height="24" alt="Oak chair">'],
  ['a link to another page', `<a href="/p/2">${named}</a>`],
  ['a place in a header', `<div class="header">${named}</div>`],
  ['a place in a menu', `<nav><ul><li>${named}</li></ul></nav>`],
])('a picture with %s is not', (_, body) => {
  expect(imageOf(body)).toEqual({});
});

test('the logo of a site with the name of its heading is not', () => {
  const head = '<meta property="og:site_name" content="Oak chair">';
  expect(imageOf(named, head)).toEqual({});
});
