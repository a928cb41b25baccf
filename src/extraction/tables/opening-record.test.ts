import { expect, test } from 'vitest';
import { type Row, readRows, text } from '../../../test/support/extract-list.ts';

const fields = { author: text, date: text, text };
const names = ['Ann', 'Bert', 'Cleo', 'Dora'];
const parts = (name: string, at: number): string =>
  `<span class="Author">${name}</span> <time class="When">August ${at + 1}, 2019</time>` +
  `<div class="Message">This is what ${name} says on lamps.</div>`;
const toRow = (name: string, at: number): Row => ({
  author: name,
  date: `August ${at + 1}, 2019`,
  text: `This is what ${name} says on lamps.`,
});
const replies = names
  .map((name, at) => `<li class="Item ItemComment">${parts(name, at)}</li>`)
  .slice(1)
  .join('');
const read = (opening: string): readonly Row[] =>
  readRows(`<h1>Lamps</h1><div class="Discussion">${opening}</div><ul>${replies}</ul>`, fields);

test('the first post of a thread is one of its posts, whatever its box is called', () => {
  const opening = `<div class="Item ItemDiscussion">${parts('Ann', 0)}</div>`;
  expect(read(opening)).toEqual(names.map(toRow));
});

test.each([
  ['lacks what each post has', parts('Ann', 0).replace('Message', 'Summary')],
  ['is called otherwise', parts('Ann', 0).replaceAll('class="', 'class="top-')],
])('what stands in front of the posts and %s is none of them', (_, inner) => {
  expect(read(`<div class="Item">${inner}</div>`)).toEqual(names.map(toRow).slice(1));
});

test('what stands among others of its kind in front of the posts opens nothing', () => {
  const others = `<div class="Item">${parts('Ada', 4)}</div><div class="Item">${parts('Ann', 0)}</div>`;
  expect(read(others)).toEqual(names.map(toRow).slice(1));
});
