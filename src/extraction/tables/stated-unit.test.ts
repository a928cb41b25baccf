import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { statesOtherUnit } from './stated-unit.ts';

test.each([
  ['length_in_miles', 'Length (km)', true],
  ['weightLb', 'Weight [kg]', true],
  ['price_usd', 'Price (EUR)', true],
  ['price_usd', 'Price (€)', true],
  ['length_km', 'Length (km)', false],
  ['length', 'Length (km)', false],
  ['height_m', 'Height (metres)', false],
  ['height', 'Height (rank)', false],
  ['price_eur', 'Price (EUR)', false],
])('whether %s is asked for in another unit than %s has', (name, header, isOther) => {
  expect(statesOtherUnit(name, header)).toBe(isOther);
});

test('a number is not given for a field of another unit than its header states', () => {
  const rows = ['Ald', 'Bek', 'Cor'].map(
    (name, at) => `<tr><td>${name}</td><td>${at + 5}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Length (km)</th></tr>${rows.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const number = { type: 'number' };
  const read = (field: string): unknown => {
    const properties = { name: { type: 'string' }, [field]: number };
    const schema = { type: 'array', items: { type: 'object', properties } };
    return extractStructure({ reading, prompt: 'rivers', schema, detailLevel: 'medium' }).value;
  };
  expect(read('length_in_miles')).toEqual([{ name: 'Ald' }, { name: 'Bek' }, { name: 'Cor' }]);
  expect(read('length_in_km')).toMatchObject([{ length_in_km: 5 }, {}, {}]);
});

test('the currency of amounts is that of their header where no column states one', () => {
  const rows = ['Cut', 'Dye', 'Shave'].map(
    (name, at) => `<tr><td>${name}</td><td>${at === 2 ? '–' : at + 5}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Price (EUR)</th></tr>${rows.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const text = { type: 'string' };
  const properties = { name: text, price: { type: 'number' }, currency: text };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  expect(value).toEqual([
    { name: 'Cut', price: 5, currency: 'EUR' },
    { name: 'Dye', price: 6, currency: 'EUR' },
    { name: 'Shave' },
  ]);
});
