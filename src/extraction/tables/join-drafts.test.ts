import { expect, test } from 'vitest';
import {
  furniture,
  names,
  readFurniture,
  readList,
  readRows,
  text,
} from '../../../test/support/extract-list.ts';

test('a value is that of its record whether it is marked in some records or not', () => {
  const html = furniture(
    (_, at) =>
      `<p class="sku">No. 7${at}</p><p class="${at < 3 ? 'extra material' : 'material'}">Wood ${at}</p>`,
  );
  expect(readFurniture(html, { name: text, material: text })).toEqual(
    names.map((name, at) => ({ name, material: `Wood ${at}` })),
  );
});

test('what is called otherwise at the same place is another thing', () => {
  const html = furniture(
    (_, at) =>
      `<p class="${at % 2 === 0 ? 'material' : 'colour'}">${at % 2 === 0 ? 'Oak' : 'Red'}</p>`,
  );
  const properties = { name: text, material: text };
  expect(readFurniture(html, properties)).toEqual(
    names.map((name, at) => (at % 2 === 0 ? { name, material: 'Oak' } : { name })),
  );
});

test('a value is that of its record whether it has a further wrapper in some records or not', () => {
  const html = furniture((_, at) => {
    const value = `<em class="material">Wood ${at}</em>`;
    return `<p class="sku">No. 7${at}</p>${at < 3 ? `<div class="box">${value}</div>` : `<div class="box rated"><div class="box">${value}</div></div>`}`;
  });
  expect(readFurniture(html, { name: text, material: text })).toEqual(
    names.map((name, at) => ({ name, material: `Wood ${at}` })),
  );
});

test('values of the same class in wrappers of other names are other things', () => {
  const html = furniture(
    (_, at) =>
      `<div class="${at % 2 === 0 ? 'material' : 'colour'}"><div><em class="value">${at % 2 === 0 ? 'Oak' : 'Red'}</em></div></div>`,
  );
  expect(JSON.stringify(readFurniture(html, { name: text, material: text }))).not.toContain('Red');
});

const many = Array.from({ length: 8 }, (_, at) => `Chair number ${at}`);
const priced = (toPrice: (at: number) => string): string =>
  `<main><h1>All</h1><ul>${many
    .map((name, at) => `<li class="card"><h3><a href="/${at}">${name}</a></h3>${toPrice(at)}</li>`)
    .join('')}</ul></main>`;
const prices = (html: string): readonly unknown[] =>
  readRows(html, { name: text, price: { type: 'number' } }).map((row) => row['price'] ?? null);

test('the only amount of an offer is its price, whatever stands for it elsewhere', () => {
  const html = priced((at) =>
    at === 2
      ? '<div><p class="offer"><b>$12.50</b></p><em>Save 20%</em><i>compared to <u>$20.00</u></i></div>'
      : `<p class="price">$${at + 10}.00</p>`,
  );
  expect(prices(html)).toEqual([10, 11, 12.5, 13, 14, 15, 16, 17]);
});

test('what stands beside prices is none where there is no other', () => {
  const html = priced((at) =>
    at === 2
      ? '<p class="rate">$5.00</p>'
      : `<p class="price">$${at + 10}.00</p><p class="rate">$${at + 1}.00</p>`,
  );
  expect(prices(html)[2]).toBeNull();
});

test('a range of prices in two elements begins with the lower one, and the other is told', () => {
  const offer = '<span class="sale">$12.50</span>';
  const html = priced((at) => {
    if (at < 4) return `<div>${offer}<p>Save 20%</p><i>compared to <u>$20.00</u></i></div>`;
    return at === 4
      ? `<div>${offer}<span> - $20.00</span></div>`
      : `<div><span>$${at + 10}.00</span></div>`;
  });
  const { rows, cuts } = readList(html, { name: text, price: { type: 'number' } });
  expect(rows.map(({ price }) => price)).toEqual([12.5, 12.5, 12.5, 12.5, 12.5, 15, 16, 17]);
  expect(cuts).toEqual(['The number at /4/price may be meant as 20 as well.']);
});

const toOffer = (at: number): string => {
  const former = at === 1 ? '' : `<span class="line-through">$${at + 40}.00</span>`;
  return `<p>Oak</p><div class="flex">${former}<span class="font-bold">$${at + 10}.00</span></div>`;
};

test('the only amount of a card is its price, though others have their former one at its place', () => {
  const found = readRows(priced(toOffer), {
    name: text,
    price: { type: 'number' },
    oldPrice: { type: 'number' },
  });
  expect(found.map(({ price }) => price)).toEqual([10, 11, 12, 13, 14, 15, 16, 17]);
  expect(found.map(({ oldPrice }) => oldPrice ?? null)).toEqual([40, null, 42, 43, 44, 45, 46, 47]);
});
