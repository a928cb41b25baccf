import { expect, test } from 'vitest';
import { cards, product, readList, text } from '../../../test/support/extract-list.ts';

const section = (title: string, list: string): string =>
  `<section><h2>${title}</h2><ul>${list}</ul></section>`;

test.each([
  ['what is offered beside', 'Desks', 'You may also like'],
  ['rooms', 'Kitchen', 'Bath'],
  ['a list and another of the same form', 'Results 1 to 3', 'Recently viewed'],
])('a list that goes on under another heading is told: %s', (_, first, second) => {
  const { cuts } = readList(section(first, cards(1, 6)) + section(second, cards(7, 12)), product);
  expect(cuts).toEqual([
    `The list goes on under several headings, and all of it was read: "${first}", "${second}".`,
  ]);
});

test.each([
  ['the same', 'Desks', 'Desks'],
  ['months', 'May 2024', 'June 2024'],
  ['letters of a register', 'A', 'B-C'],
])('a list in parts under headings that say nothing else is not told: %s', (_, first, second) => {
  const { cuts } = readList(section(first, cards(1, 6)) + section(second, cards(7, 12)), product);
  expect(cuts).toEqual([]);
});

test('the headings of cards are no parts of a list of their lines', () => {
  const people = ['Ann Moor', 'Bo Lee', 'Cy Fox', 'Dora Hill', 'Ed Ray'];
  const items = people.map(
    (name, at) =>
      `<li><h3>${name}</h3><p>Role: Guide ${at}</p><p>Phone: 555 010${at}</p><p>Office: Room ${at}</p></li>`,
  );
  const asked = { name: text, role: text, phone: text, office: text, department: text };
  const { rows } = readList(`<ul>${items.join('')}</ul>`, asked);
  expect(rows).toEqual(
    people.map((name, at) => ({
      name,
      role: `Guide ${at}`,
      phone: `555 010${at}`,
      office: `Room ${at}`,
    })),
  );
});
