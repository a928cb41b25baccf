import { describe, expect, test } from 'vitest';
import { readList, text } from '../../../test/support/extract-list.ts';

const toRooms = (rooms: readonly (readonly [string, number])[]): string =>
  `<ul class="rooms">${rooms
    .map(([name, price]) => `<li class="room"><h3>${name}</h3><b class="price">€${price}</b></li>`)
    .join('')}</ul>`;

const readHotels = (html: string): unknown => {
  const price = { type: 'number' };
  const rooms = { type: 'array', items: { type: 'object', properties: { name: text, price } } };
  return readList(`<main><h1>Hotels</h1>${html}</main>`, { name: text, rooms });
};

describe('lists in the records of a list', () => {
  const sea = [
    ['Single', 80],
    ['Double', 90],
  ] as const;
  const hill = [['Suite', 120]] as const;
  const rows = [
    { name: 'Sea Inn', rooms: sea.map(([name, price]) => ({ name, price })) },
    { name: 'Hill Inn', rooms: [{ name: 'Suite', price: 120 }] },
    { name: 'Old Inn', rooms: [] },
  ];

  test('are read for each of these, of any length', () => {
    const html = [
      ['Sea', toRooms(sea)],
      ['Hill', toRooms(hill)],
      ['Old', '<p>Closed in winter.</p>'],
    ].map(([name, body]) => `<section class="hotel"><h2>${name} Inn</h2>${body}</section>`);
    expect(readHotels(html.join(''))).toEqual({ rows, cuts: [] });
  });

  test('are not given where the things stand outside of these', () => {
    const html = ['Sea', 'Hill'].map(
      (name) => `<section class="hotel"><h2>${name} Inn</h2></section>`,
    );
    expect(readHotels(`${html.join('')}${toRooms(sea)}`)).not.toHaveProperty('rows.0.rooms');
  });
});
