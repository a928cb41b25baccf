import { describe, expect, test } from 'vitest';
import { readList, text } from '../../../test/support/extract-list.ts';

const tableHead = '<tr><th>Name</th><th>Price</th></tr>';

const across = (title: string, tag = 'th'): string =>
  `<tr><${tag} colspan="2">${title}</${tag}></tr>`;

const priceRow = (name: string, price: number): string =>
  `<tr><td>${name}</td><td>$${price}</td></tr>`;

const roots = priceRow('Beet root', 3) + priceRow('Carrot root', 4);
const listTable = (rows: string): string => `<h1>List</h1><table>${rows}</table>`;

const tableSections = (tag: string): string =>
  across('Fruit', tag) +
  priceRow('Apple tree', 1) +
  priceRow('Pear tree', 2) +
  across('Roots', tag) +
  roots;

const priceFields = { name: text, price: { type: 'number' } };

describe('a row of one cell across a table', () => {
  test.each([
    ['cells of heads', tableHead + tableSections('th')],
    ['plain cells', tableHead + tableSections('td')],
  ])('is a value of the rows below where a field asks for it: %s', (_, rows) => {
    for (const name of ['section', 'category']) {
      const { rows: value, cuts } = readList(listTable(rows), { ...priceFields, [name]: text });
      expect(value).toEqual([
        { name: 'Apple tree', price: 1, [name]: 'Fruit' },
        { name: 'Pear tree', price: 2, [name]: 'Fruit' },
        { name: 'Beet root', price: 3, [name]: 'Roots' },
        { name: 'Carrot root', price: 4, [name]: 'Roots' },
      ]);
      expect(cuts).toEqual([]);
    }
  });

  test('is one where the table has no names of columns', () => {
    const fits = { price: priceFields.price, section: text };
    expect(readList(listTable(tableSections('th')), fits).rows).toEqual([
      { price: 1, section: 'Fruit' },
      { price: 2, section: 'Fruit' },
      { price: 3, section: 'Roots' },
      { price: 4, section: 'Roots' },
    ]);
  });

  test('is told where no field asks for it', () => {
    const { rows: value, cuts } = readList(listTable(tableHead + tableSections('th')), priceFields);
    expect(value).toHaveLength(4);
    expect(cuts).toEqual([
      'The rows of a table stand under "Fruit", "Roots". A field named "section" takes these headings.',
    ]);
  });

  test.each([
    ['the title of the table', across('Food') + tableHead + roots],
    ['a sum below the rows', tableHead + roots + across('Total: $7')],
  ])('is nothing of the rows where it is %s', (_, rows) => {
    const { rows: value, cuts } = readList(listTable(rows), { ...priceFields, section: text });
    expect(value).toEqual([
      { name: 'Beet root', price: 3 },
      { name: 'Carrot root', price: 4 },
    ]);
    expect(cuts).toEqual([]);
  });
});

describe('the rows of sections below an empty corner', () => {
  const corner = '<tr><th></th><th>Price</th></tr>';

  test('have their own names where a field called for more than a section is the only text', () => {
    const { rows, cuts } = readList(listTable(corner + tableSections('th')), {
      plant_group: text,
      price: priceFields.price,
    });
    expect(rows).toEqual([
      { plant_group: 'Apple tree', price: 1 },
      { plant_group: 'Pear tree', price: 2 },
      { plant_group: 'Beet root', price: 3 },
      { plant_group: 'Carrot root', price: 4 },
    ]);
    expect(cuts).toHaveLength(1);
  });

  test('have their names beside the headings of the sections', () => {
    const fields = { ...priceFields, section: text };
    expect(readList(listTable(corner + tableSections('th')), fields).rows[0]).toEqual({
      name: 'Apple tree',
      price: 1,
      section: 'Fruit',
    });
  });
});

const toDay = (day: number, rows: string): string =>
  `<h2>Day ${day}</h2><table>${tableHead}${rows}</table>`;

test('tables under "Day 1" and "Day 2" have these as the day', () => {
  const html = `<h1>List</h1>${toDay(1, roots)}${toDay(2, priceRow('Apple tree', 1))}`;
  const { rows } = readList(html, { ...priceFields, day: text });
  expect(rows.map(({ day }) => day)).toEqual(['Day 1', 'Day 1', 'Day 2']);
});
