import { expect, test } from 'vitest';
import { extractFields, text } from '../../../test/support/extract-fields.ts';

const fields = { weight: text, colour: text };
const values = { weight: '2 kg', colour: 'Red' };
const toRow = (weight: string, colour: string): string =>
  `<div><p data-label="Weight">${weight}</p><p data-label="Colour"><span>${colour}</span></p></div>`;

const read = (html: string): unknown => extractFields(html, fields).value;

test('what attributes call cells beside each other is the label of what they say', () => {
  const cells = '<td data-label="Weight">2 kg</td><td data-label="Colour">Red</td>';
  expect(read(`<table><tr>${cells}</tr></table>`)).toEqual(values);
  expect(read(toRow('2 kg', 'Red'))).toEqual(values);
  expect(read('<p><i data-label="Colour">Red</i></p>')).toEqual({});
  const pressed = '<button data-label="Weight">Go</button><a data-label="Colour">Home</a>';
  expect(read(`<div>${pressed}</div>`)).toEqual({});
});

test('of several rows the names of cells are those of columns, and no one row is the value of the page', () => {
  const lamps = [
    { name: 'Lamp A', weight: '2 kg', colour: 'Red' },
    { name: 'Lamp B', weight: '3 kg', colour: 'Blue' },
    { name: 'Lamp C', weight: '4 kg', colour: 'Green' },
  ];
  const cards = lamps.map(({ name, weight, colour }) =>
    toRow(weight, colour).replace('<p', `<h3 data-label="Name">${name}</h3><p`),
  );
  const html = `<h1>Lamps</h1>${cards.join('')}`;
  expect(read(html)).toEqual({});
  const items = { type: 'object', properties: { name: text, ...fields } };
  expect(extractFields(html, { lamps: { type: 'array', items } }).value).toEqual({ lamps });
});
