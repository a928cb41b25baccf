import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { isInOtherUnit, statesOtherUnit } from './stated-unit.ts';

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

test.each([
  ['length_in_miles', '12 km', true],
  ['length_in_miles', '12 km (7.5 mi)', true],
  ['weight_kg', '800g', true],
  ['temperature_f', '21 °C', true],
  ['length_in_miles', '7.5 miles', false],
  ['length_in_miles', '7.5', false],
  ['length', '12 km', false],
  ['weight_kg', '1 kg 200 g', false],
  ['year_of_g', '12 goals', false],
])('whether %s is asked for in another unit than "%s" is in', (name, text, isOther) => {
  expect(isInOtherUnit(name, text)).toBe(isOther);
});

test('a number is not given for a field of another unit than its cell states, which is told', () => {
  const lengths = ['12 km', '5 miles', '9 km'].map(
    (length, at) => `<tr><td>Path ${at + 1}</td><td>${length}</td></tr>`,
  );
  const html = `<table><tr><th>Name</th><th>Length</th></tr>${lengths.join('')}</table>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const properties = { name: { type: 'string' }, length_in_miles: { type: 'number' } };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const read = extractStructure({ reading, prompt: 'paths', schema, detailLevel: 'medium' });
  expect(read.value).toEqual([
    { name: 'Path 1' },
    { name: 'Path 2', length_in_miles: 5 },
    { name: 'Path 3' },
  ]);
  expect(JSON.stringify(read)).toContain(
    '2 of 3 values of \\"length_in_miles\\" are in another unit',
  );
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
