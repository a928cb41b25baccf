import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { findEvidence } from './find-evidence.ts';

const statuses = (value: unknown, markup: string): readonly string[] => {
  const html = `<title>Page</title><main><h1>Page</h1>${markup}</main>`;
  const reading = readPage({ html, url: 'https://a.example/' });
  return findEvidence({ value, inferred: [] }, reading, () => undefined).map((each) =>
    each.status === 'unsupported' ? 'no' : 'yes',
  );
};

test.each([
  ['<ul><li>Tea</li><li>Coffee</li><li>Milk</li></ul>', ['Tea', 'Coffee', 'Milk']],
  ['<ul><li>苹果</li><li>香蕉</li><li>橙子</li></ul>', ['苹果', '香蕉', '橙子']],
  ['<h2>Team</h2><p>Ann Lee</p><p>Bob Ray</p>', ['Ann Lee', 'Bob Ray']],
  [
    '<table><tr><td>Ann</td><td>31</td></tr><tr><td>Bob</td><td>42</td></tr></table>',
    ['Ann', 'Bob'],
  ],
  ['<p>Lotto: 4, 8, 15, 16</p>', [4, 8, 15, 16]],
  ['<p>We stock Ash, Elm and Oak.</p>', ['Ash', 'Elm', 'Oak']],
])('of %s the list %j is on the page', (markup, v) => {
  expect(new Set(statuses({ v }, markup))).toEqual(new Set(['yes']));
});

test('a heading is on the page whatever stands below it', () => {
  const value = { groups: [{ group: 'Chairs' }, { group: 'Desks' }] };
  expect(statuses(value, '<h2>Chairs</h2><p>Oak</p><h2>Desks</h2>')).toEqual(['yes', 'yes']);
});

test.each([
  ['<p>Lotto: 4, 8, 15, 16</p>', [8, 4]],
  ['<p>Lotto: 4, 8, 15, 16</p>', [8, 16, 4]],
  ['<p>Lotto: 4, 8</p>', [4, 8]],
  ['<p>Of 4 of us 8 had 15 of it in 16</p>', [4, 8, 15]],
  ['<p>The Ash by the Elm</p><p>And in Oak</p>', ['Ash', 'Oak']],
  ['<ul><li>Ash</li></ul><ul><li>Elm</li><li>Oak</li></ul>', ['Ash', 'Oak']],
])('of %s the values %j may stand there by chance', (markup, v) => {
  expect(new Set(statuses({ v }, markup))).toEqual(new Set(['no']));
});

test('one wrong price does not make the name of its record wrong', () => {
  const markup = '<ul><li>Ash lamp £10</li><li>Elm lamp £20</li></ul>';
  const items = [
    { name: 'Ash lamp', price: 10 },
    { name: 'Elm lamp', price: 25 },
  ];
  expect(statuses({ items }, markup)).toEqual(['yes', 'yes', 'yes', 'no']);
});
