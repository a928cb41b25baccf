import { expect, test } from 'vitest';
import {
  furniture,
  names as listed,
  readFurniture,
  text,
} from '../../../test/support/extract-list.ts';
import { readPage } from '../../page/read-page.ts';
import { listSteps } from '../analysis/element-paths.ts';
import { indexPage } from '../analysis/index-page.ts';
import { priceTextOf } from './cell-amounts.ts';
import type { Cell, Column } from './column.ts';
import { readColumns } from './read-columns.ts';
import { readPageParts } from './read-page-parts.ts';
import type { Block } from './block.ts';
import { findRepeats } from './find-repeats.ts';
import type { PageParts } from './list-runs.ts';

const names = ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel'];

/** The parts of a page with a card for each name, and its longest list of blocks. */
function openCards(toCard: (name: string, at: number) => string): {
  readonly parts: PageParts;
  readonly blocks: readonly Block[];
} {
  const html = `<main>${names.map(toCard).join('')}</main>`;
  const page = indexPage(readPage({ html, url: 'https://lists.example/' }));
  const [repeat] = findRepeats(page, listSteps(page)).toSorted(
    (a, b) => b.blocks.length - a.blocks.length,
  );
  return { parts: readPageParts(page), blocks: repeat?.blocks ?? [] };
}

function cellsOf(columns: readonly Column[]): readonly (Cell | undefined)[] {
  return columns.flatMap(({ cells }) => cells);
}

/** Columns without the objects in which they are kept. */
function tell(columns: readonly Column[]): unknown {
  return columns.map(({ key, header, cells, within }) => ({
    key,
    header,
    texts: cells.map((cell) => cell?.text),
    within: within.map((around) => around.key),
  }));
}

const labelled = (name: string): string =>
  `<article><h3>${name} table</h3><p>Wood: ${name}</p></article>`;

test('records that were read in a sample are not read again with all of them', () => {
  const { parts, blocks } = openCards(labelled);
  const sample = cellsOf(readColumns(parts, [blocks[0], blocks[3]]));
  const all = new Set(cellsOf(readColumns(parts, blocks)));
  expect(blocks).toHaveLength(names.length);
  expect(sample.length).toBeGreaterThan(0);
  expect(sample.filter((cell) => !all.has(cell))).toEqual([]);
});

test('records are read again where more of them show other labels', () => {
  const { parts, blocks } = openCards((name, at) =>
    at === 0 || at > 2 ? labelled(name) : `<article><h3>${name} table</h3><p>${name}</p></article>`,
  );
  const few = readColumns(parts, blocks.slice(0, 2));
  expect(few.map(({ header }) => header)).not.toContain('Wood');
  expect(tell(readColumns(parts, blocks))).toContainEqual(
    expect.objectContaining({
      header: 'Wood',
      texts: ['ash', undefined, undefined, 'elm', 'fir', 'hazel'],
    }),
  );
});

const authored = (name: string, at: number): string =>
  `<article><h3><a href="/${name}">${name} table</a></h3><p>By <b class="author">${name}</b>, ${at + 1} seats</p></article>`;

test('a sample that was read before does not change what stands within what', () => {
  const fresh = openCards(authored);
  const { parts, blocks } = openCards(authored);
  readColumns(parts, [blocks[2], blocks[4]]);
  readColumns(parts, [blocks[4], blocks[1], blocks[2]]);
  const again = tell(readColumns(parts, blocks));
  expect(again).toEqual(tell(readColumns(fresh.parts, fresh.blocks)));
  expect(again).toContainEqual(expect.objectContaining({ within: [expect.any(String)] }));
});

function pricesOf(toPrice: (at: number) => string): readonly (string | undefined)[] {
  const { parts, blocks } = openCards(
    (name, at) => `<article><h3>${name} table</h3>${toPrice(at)}</article>`,
  );
  const column = readColumns(parts, blocks).find(({ cells }) => /\d/.test(cells[0]?.text ?? ''));
  return (column?.cells ?? []).map((cell) => cell && priceTextOf(cell));
}

test('a cell that was the price, or is what is saved, has no text for reading an amount', () => {
  const none = names.map(() => '');
  expect(pricesOf((at) => `<p><s>${at + 20}.50 €</s></p>`)).toEqual(none);
  expect(pricesOf((at) => `<p class="old">${at + 20}.50 €</p>`)).toEqual(none);
  expect(pricesOf((at) => `<p class="savings">${at + 20}.50 €</p>`)).toEqual(none);
});

test('a cell that is the price is read as it stands', () => {
  expect(pricesOf((at) => `<p class="now">${at + 20}.50 €</p>`)).toEqual(
    names.map((_, at) => `${at + 20}.50 €`),
  );
});

/** A post of so many paragraphs, of which each has a place of its own, before its author. */
const toPost = (name: string, paragraphs: number): string =>
  `<article><div>${Array.from({ length: paragraphs }, (_, part) => `<p class="part${part}">${name} ${part}</p>`).join('')}</div><footer><a class="author">${name}</a></footer></article>`;

test('a long first record leaves a column for what the others have too', () => {
  const { parts, blocks } = openCards((name, at) => toPost(name, at === 0 ? 100 : 1));
  expect(tell(readColumns(parts, blocks))).toContainEqual(
    expect.objectContaining({ texts: names }),
  );
});

test('of more columns than are kept those with most values are', () => {
  const { parts, blocks } = openCards((name, at) => toPost(name, at < 3 ? 100 : 1));
  const columns = readColumns(parts, blocks);
  expect(columns).toHaveLength(80);
  expect(tell(columns)).toContainEqual(expect.objectContaining({ texts: names }));
});

function datedIn(times: (at: number) => number): readonly (boolean | undefined)[] {
  const { parts, blocks } = openCards(
    (name, at) =>
      `<article><h3>${name} table</h3><p>A table of ${name}, which is ${at + 1} years old.</p>${`<time>2024-05-0${at + 1}</time>`.repeat(times(at))}</article>`,
  );
  return readColumns(parts, blocks)
    .filter(({ cells }) => cells.find((cell) => cell !== undefined)?.text.startsWith('2024'))
    .map(({ isListItem }) => isListItem);
}

test('dates of which some records have many are those of a list in them', () => {
  const own = datedIn((at) => 1 + (at % 2));
  const listed = datedIn((at) => 1 + (at % 3));
  expect(own).toEqual([false, false]);
  expect(listed).toEqual([true, true, true]);
  expect(datedIn(() => 3)).toEqual([false, false, false]);
});

test.each(['Order No.', 'Order Nr.', 'Order #', 'Order №', 'Order:'])(
  'what asks for a number behind it is a label and no value: %s',
  (label) => {
    const { parts, blocks } = openCards(
      (name, at) =>
        `<article><h3>${name} table</h3><p>${label} <b>${at + 450}</b></p><p>${label} <b>${at + 500}</b></p></article>`,
    );
    const columns = readColumns(parts, blocks);
    const texts = cellsOf(columns).map((cell) => cell?.text);
    expect(texts).toContain('450');
    expect(texts).not.toContain(label);
  },
);

test('records of a link and the text behind it have the same columns where a heading follows one', () => {
  const { parts, blocks } = openCards(
    (name, at) =>
      `<a href="/${at}">${name}.pdf</a> A table of ${name} ${at === 3 ? '<b>Monday</b>' : ''}`,
  );
  expect(blocks).toHaveLength(names.length);
  expect(tell(readColumns(parts, blocks))).toContainEqual(
    expect.objectContaining({ texts: names.map((name) => `${name}.pdf`) }),
  );
});

test.each([
  ['all of it', '<ul class="comments"><li>'],
  ['each', '<ul><li class="reply">'],
])(
  'what others say below a record is a list of it, and no value of it: %s is called so',
  (_, start) => {
    const { parts, blocks } = openCards(
      (name, at) =>
        `<div class="answer"><p>Answer of ${name}.</p><i class="day">Feb ${at + 2}, 2024</i>${start}` +
        `<i>Remark on ${name}.</i> <i class="date">Apr ${at + 1}, 2024</i></li></ul></div>`,
    );
    const columns = readColumns(parts, blocks);
    expect(columns.map(({ cells }) => cells[0]?.text)).toEqual([
      'Answer of ash.',
      'Feb 2, 2024',
      'Remark on ash. Apr 1, 2024',
    ]);
  },
);

test.each([
  ['in a box', (count: number, word: string) => `<div><b>${count}</b><span>${word}</span></div>`],
  ['in its line', (count: number, word: string) => `<p>${count} <small>${word}</small></p>`],
])('a label behind a number names it, and not what follows: %s', (_, toCount) => {
  const html = furniture(
    (_name, at) => toCount(at + 1, at === 0 ? 'reply' : 'replies') + toCount(at + 340, 'views'),
  );
  const integer = { type: 'integer' };
  expect(readFurniture(html, { name: text, replies: integer, views: integer })).toEqual(
    listed.map((name, at) => ({ name, replies: at + 1, views: at + 340 })),
  );
});
