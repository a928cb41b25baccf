import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { listSteps } from './element-paths.ts';
import { indexPage } from './index-page.ts';

/** How many kinds of items the list of a page has. */
function countKinds(items: readonly string[], tag = 'li'): number {
  const html = `<main><ul>${items.join('')}</ul></main>`;
  const page = indexPage(readPage({ html, url: 'https://lists.example/' }));
  const steps = listSteps(page);
  const listed = page.elements.filter(({ node }) => node.name === tag);
  return new Set(listed.map(({ position }) => steps[position]?.path)).size;
}

const names = ['Oak board', 'Brass sieve', 'Linen apron', 'Egg cup'];

test('classes that alternate over items that are built alike part no kinds', () => {
  const items = names.map(
    (name, at) => `<li class="row${(at % 2) + 1}"><a href="/${at}">${name}</a><em>€${at}</em></li>`,
  );
  expect(countKinds(items)).toBe(1);
});

test('classes that alternate over a name and its value part them', () => {
  const items = names.map(
    (name, at) => `<li class="${at % 2 === 0 ? 'key' : 'value'}">${name}</li>`,
  );
  expect(countKinds(items)).toBe(2);
});

test('classes that alternate over parts that are built otherwise part them', () => {
  const items = names.map((name, at) =>
    at % 2 === 0
      ? `<li class="head"><h3><a href="/${at}">${name}</a></h3></li>`
      : `<li class="body"><p>${name}</p><em>€${at}</em></li>`,
  );
  expect(countKinds(items)).toBe(2);
});

test('classes of which one stands twice in a row part kinds', () => {
  const items = [...names, 'Horn spoon'].map(
    (name, at) =>
      `<li class="${at === 2 || at === 3 ? 'sold' : 'free'}"><a href="/${at}">${name}</a><em>€${at}</em></li>`,
  );
  expect(countKinds(items)).toBe(2);
});
