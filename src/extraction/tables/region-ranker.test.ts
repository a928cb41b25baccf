import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { listSteps } from '../analysis/element-paths.ts';
import { planFields } from '../fields/plan-fields.ts';
import type { Region } from './column.ts';
import { findRepeats } from './find-repeats.ts';
import { RegionRanker } from './region-ranker.ts';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, stock: { type: 'integer' } },
};

const card = (at: number): string => `<li><h3>Lamp ${at}</h3><b>€${at + 9}.50</b></li>`;
const fullCard = (at: number): string =>
  `<li><h3>Lamp ${at}</h3><b>€${at + 9}.50</b><i class="stock">${at + 2}</i></li>`;

/** The longest list of a page, and what ranks it by the fields above. */
function openList(html: string): { readonly ranker: RegionRanker; readonly region: Region } {
  const facts = analysePage(readPage({ html, url: 'https://lists.example/' }), new Set());
  const scope = { facts, entities: [], prompt: 'Lamps', wholePage: true, minConfidence: 0 };
  const repeats = findRepeats(facts.page, listSteps(facts.page));
  const [repeat] = repeats.toSorted((a, b) => b.blocks.length - a.blocks.length);
  const element = repeat?.parents[0];
  if (repeat === undefined || element === undefined) throw new TypeError('No list.');
  const { blocks, starts } = repeat;
  return {
    ranker: new RegionRanker(planFields(schema, 'Lamps').children, scope),
    region: { kind: 'repeat', columns: [], size: blocks.length, element, starts, blocks },
  };
}

const list = (toCard: (at: number) => string, length = 8): string =>
  `<ul>${Array.from({ length }, (_, at) => toCard(at)).join('')}</ul>`;

test('a list in a side bar counts half, and nothing where it lacks a fourth of the fields', () => {
  const scores = [fullCard, card].map((toCard) => {
    const main = openList(`<h1>Shop</h1><main>${list(toCard)}</main>`);
    const aside = openList(`<h1>Shop</h1><aside>${list(toCard)}</aside>`);
    return aside.ranker.rank(aside.region).score / main.ranker.rank(main.region).score;
  });
  expect(scores).toEqual([0.5, 0]);
});

test('the columns that some records choose are read of all records', () => {
  const { ranker, region } = openList(`<h1>Shop</h1><main>${list(fullCard, 45)}</main>`);
  const ranked = ranker.refine(ranker.rank(region));
  expect([...ranked.mapping.columns.values()].map(({ cells }) => cells.length)).toEqual([
    30, 30, 30,
  ]);
  const { columns } = ranker.readWhole(ranked);
  const stock = Array.from(columns).find(([plan]) => plan.name === 'stock')?.[1];
  expect(stock?.cells.map((cell) => cell?.text)).toEqual(
    Array.from({ length: 45 }, (_, at) => String(at + 2)),
  );
});

test('a record that is rare among the first ones is found with a lower share', () => {
  const { ranker, region } = openList(
    `<h1>Shop</h1><main>${list((at) => (at === 3 ? fullCard(at) : card(at)))}</main>`,
  );
  const shares = [undefined, 0.1].map(
    (share) => ranker.rank(region, 8, share).mapping.columns.size,
  );
  expect(shares).toEqual([2, 3]);
});
