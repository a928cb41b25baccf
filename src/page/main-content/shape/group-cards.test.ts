import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { collectBlocks } from '../blocks/collect-blocks.ts';
import { readElementFacts, sumBlocks } from '../features/element-facts.ts';
import { decodeModel } from '../model/main-content-model.ts';
import { weights } from '../model/weights.ts';
import { groupCards } from './page-shape.ts';

const { lexicon } = decodeModel(weights);
const prose = `<p>${'The ferry leaves the harbour at six. '.repeat(9)}</p>`;

/** For each block the first block of its group, -1 for none. */
function group(html: string): readonly number[] {
  const page = collectBlocks(parseDocument(html), lexicon);
  const cards = groupCards(page, readElementFacts(page, sumBlocks(page)));
  return [...cards].map((element) => (element < 0 ? -1 : (page.elements.blockStart[element] ?? 0)));
}

test('three siblings of one template are cards, two are not', () => {
  const card = '<li class="card"><h3>Oban</h3><p>From 9 pounds</p></li>';
  expect(group(`${prose}<ul>${card.repeat(3)}</ul>`)).toEqual([-1, 1, 1, 1, 1, 1, 1]);
  expect(group(`${prose}<ul>${card.repeat(2)}</ul>`)).toEqual([-1, -1, -1, -1, -1]);
});

test('the outermost cards count, unless they hold more than half of the page', () => {
  const cards = '<div><ul><li>a</li><li>b</li><li>c</li></ul><p>d</p></div>'.repeat(3);
  expect(group(prose + cards)).toEqual([-1, ...Array.from({ length: 12 }, () => 1)]);
  expect(group(`<p>one</p>${cards}`)).toEqual([-1, 1, 1, 1, -1, 5, 5, 5, -1, 9, 9, 9, -1]);
});
