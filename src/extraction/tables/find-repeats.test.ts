import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { listSteps } from '../analysis/element-paths.ts';
import { indexPage } from '../analysis/index-page.ts';
import { findRepeats } from './find-repeats.ts';

/** Numbers of blocks of the lists of a page, ascending. */
function countBlocks(html: string): readonly number[] {
  const page = indexPage(readPage({ html: `<main>${html}</main>`, url: 'https://lists.example/' }));
  return findRepeats(page, listSteps(page))
    .map(({ blocks }) => blocks.length)
    .toSorted((a, b) => a - b);
}

const names = 'ash birch cedar elm fir hazel larch maple oak pine rowan willow'.split(' ');
const card = (name: string, note: string): string =>
  `<article><h3><a href="/${name}">${name} table</a></h3><p class="note">${note}</p><b class="price">9.50</b></article>`;
const unevenPlaces: ReadonlySet<number> = new Set([0, 1, 7]);

test('a label at uneven places among cards begins no records', () => {
  const cards = names.map((name, at) => card(name, unevenPlaces.has(at) ? 'Sold out' : name));
  expect(countBlocks(cards.join(''))).toEqual([12]);
});

test('an author of some of the cards begins no records', () => {
  const cards = names.map((name, at) => card(name, unevenPlaces.has(at) ? 'by Ada Moor' : 'by Bo'));
  expect(countBlocks(cards.join(''))).toEqual([12]);
});

test('a label at even places among rich rows begins records', () => {
  const rows = names.map((name, at) => card(name, at % 3 === 0 ? 'Case' : name));
  expect(countBlocks(rows.join(''))).toEqual([4, 12]);
});

test('a label at uneven places among rows of a label and its value begins records', () => {
  const rows = names.map((name, at) => `<p><b>${unevenPlaces.has(at) ? 'Case' : name}</b> x</p>`);
  expect(countBlocks(rows.join(''))).toContain(3);
});

const row = (parts: number): string => `<li>${'<span>Oak</span> '.repeat(parts)}</li>`;

test('rows of parts that are all alike are records, but for one with another number of them', () => {
  expect(countBlocks(`<ul>${row(2).repeat(4)}</ul>`)).toContain(4);
  expect(countBlocks(`<ul>${row(2).repeat(3)}${row(3)}</ul>`)).not.toContain(4);
});
