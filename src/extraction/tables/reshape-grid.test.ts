import { describe, expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<h1>List</h1><table><tr>${head.map((name) => `<th>${name}`).join('')}${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join('')}`)
    .join('')}</table>`;
const number = { type: 'number' };

describe('a table whose names of columns are repeated beside each other', () => {
  const side = ['Language', 'Base', 'Simd'];
  const rows = [
    ['Eng', '1.15', '10.93', '', 'Ita', '0.81', '10.63'],
    ['Dut', '0.85', '10.91', '', 'Ger', '0.74', '9.36'],
    ['Fre', '0.89', '10.1', '', '', '', ''],
  ];
  const html = toTable([...side, '', ...side], rows);

  test('has the records of all sides', () => {
    const read = readRows(html, { language: text, base: number, simd: number });
    expect(read.map(({ language }) => language)).toEqual(['Eng', 'Dut', 'Fre', 'Ita', 'Ger']);
    expect(read[3]).toEqual({ language: 'Ita', base: 0.81, simd: 10.63 });
  });

  test('has one record a row where a field asks for the second of a name', () => {
    const read = readRows(html, { language: text, base: number, language_2: text });
    expect(read[0]).toEqual({ language: 'Eng', base: 1.15, language_2: 'Ita' });
  });
});

describe('a comparison of things side by side below an empty corner', () => {
  test('has a record for each thing, though most of its rows are not asked for', () => {
    const rows = [
      ['Price', '$100', '$200', '$300'],
      ['Weight', '1 kg', '2 kg', '3 kg'],
      ['Waterproof', 'No', 'Yes', 'Yes'],
      ['Colour', 'Red', 'Blue', 'Green'],
      ['Warranty', '1 year', '2 years', '2 years'],
      ['Made in', 'China', 'Italy', 'Peru'],
    ];
    const html = toTable(['', 'Alpha', 'Beta', 'Gamma'], rows);
    expect(readRows(html, { name: text, price: number, weight: text })).toEqual([
      { name: 'Alpha', price: 100, weight: '1 kg' },
      { name: 'Beta', price: 200, weight: '2 kg' },
      { name: 'Gamma', price: 300, weight: '3 kg' },
    ]);
  });

  test('is told by the names of its rows without their brackets', () => {
    const rows = [
      ['Density (liquid, 0 °C)', '0.53 kg/l', '0.60 kg/l'],
      ['Heating value (per kg)', '12.87', '12.7'],
      ['Ignition temperature', '470 °C', '365 °C'],
    ];
    const fields = { name: text, density: text, ignition_temperature: text };
    expect(readRows(toTable(['', 'Propane', 'Butane'], rows), fields)).toEqual([
      { name: 'Propane', density: '0.53 kg/l', ignition_temperature: '470 °C' },
      { name: 'Butane', density: '0.60 kg/l', ignition_temperature: '365 °C' },
    ]);
  });
});

const row = (name: string, cells: readonly string[], tag = 'td'): string =>
  `<tr><th>${name}</th>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

const readSides = (tag?: string): unknown =>
  readRows(
    `<h1>List</h1><table>${row('Language', ['Eng', 'Dut', 'Fre'], tag)}${row('Base', ['1.15', '0.85', '0.89'])}</table>`,
    { language: text, base: number },
  );

test('two rows with a header each are turned, where each names a field', () => {
  expect(readSides()).toEqual([
    { language: 'Eng', base: 1.15 },
    { language: 'Dut', base: 0.85 },
    { language: 'Fre', base: 0.89 },
  ]);
  expect(readSides('th')).not.toHaveLength(3);
});
