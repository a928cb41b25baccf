import { describe, expect, test } from 'vitest';
import {
  amounts,
  extractFields,
  lines,
  row,
  text,
} from '../../../../test/support/extract-fields.ts';

describe('a field in ASCII', () => {
  test('is named by labels and headers with accents', () => {
    const page = lines('Città: Roma', 'Fläche: 30 m²', 'Größe: 40 cm', 'Année: 1999');
    const fields = { citta: text, ...amounts('flaeche', 'groesse', 'annee') };
    expect(extractFields(page, fields).value).toEqual({
      citta: 'Roma',
      flaeche: 30,
      groesse: 40,
      annee: 1999,
    });
  });

  test('but by one that is its very name before others', () => {
    const page = lines('Città: Roma', 'Citta: Pisa');
    expect(extractFields(page, { citta: text }).value).toEqual({ citta: 'Pisa' });
  });
});

describe('a length', () => {
  test.each([
    ['42 cm', 42],
    ['1 h 30 min', 90],
    ['42', 42],
  ])('is one of space or of time: %s', (value, length) => {
    expect(extractFields(row('Length', value), amounts('length')).value).toEqual({ length });
  });

  test('in words has its unit', () => {
    expect(extractFields(row('Length', '42 cm'), { length: text }).value).toEqual({
      length: '42 cm',
    });
    expect(extractFields(row('Length', 'Full'), { length: text }).value).toEqual({});
  });
});
