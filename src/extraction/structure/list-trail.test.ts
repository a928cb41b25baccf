import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { listTrail } from './list-trail.ts';

function stepsOf(html: string): readonly (readonly [string, string | undefined])[] {
  const facts = analysePage(readPage({ html, url: 'https://shop.example/lamps/oak' }), new Set());
  return listTrail(facts).map(({ name, url }) => [name, url]);
}

const data = `<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 2, name: 'Lamps', item: 'https://shop.example/lamps' },
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
  ],
})}</script>`;
const trail =
  '<nav aria-label="Breadcrumb"><ol><li><a href="/">Start</a><li><a href="/l">Lights</a><li>Oak</ol></nav>';

test('data has the steps of a trail in their order, before what the page shows', () => {
  expect(stepsOf(`${data}${trail}<h1>Oak</h1>`).map(([name]) => name)).toEqual(['Home', 'Lamps']);
});

test('the part of a page that is called so has its steps, each with where it leads', () => {
  expect(stepsOf(`${trail}<h1>Oak</h1>`)).toEqual([
    ['Start', expect.stringMatching(/\/$/)],
    ['Lights', expect.stringMatching(/\/l$/)],
    ['Oak', undefined],
  ]);
});

test('a menu is no trail', () => {
  expect(
    stepsOf('<nav><ol><li><a href="/">Start</a><li><a href="/l">Lights</a></ol></nav>'),
  ).toEqual([]);
});
