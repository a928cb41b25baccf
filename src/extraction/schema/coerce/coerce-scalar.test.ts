import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { parseSchema } from '../parse/parse-schema.ts';
import { coerceScalar } from './coerce-scalar.ts';
import { createPlaceBudget, describePlace } from './describe-place.ts';

function coerce(given: unknown, value: unknown, source: NumberPlace = {}, name = ''): unknown {
  const { schema } = parseSchema(given);
  const place = describePlace(schema, [schema], value, createPlaceBudget(1_000));
  return place === undefined ? value : coerceScalar(place, value, source, name);
}

const number = { type: 'number' };
const integer = { type: 'integer' };
const date = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };

describe('coerceScalar reads numbers', () => {
  test.each<[schema: JsonSchema, value: string, expected: unknown]>([
    [integer, '12', 12],
    [number, ' 12.5 ', 12.5],
    [number, '-3', -3],
    [number, '−3', -3],
    [number, '£51.77', 51.77],
    [number, '1.234,56 €', 1234.56],
    [number, '1,234.56', 1234.56],
    [number, '$1,299', 1299],
    [number, '1 299,50 kr', 1299.5],
    [number, "CHF 1'299.50", 1299.5],
    [number, '1,234,567', 1_234_567],
    [number, '12,34,567', 1_234_567],
    [number, '12,5', 12.5],
    [number, '0,125', 0.125],
    [number, '1.234', 1.234],
    [integer, '1.234', 1234],
    [integer, '1,234 reviews', 1234],
    [integer, '12 reviews', 12],
    [integer, '12.0', 12],
    [number, '45 %', 45],
    [number, 'US$ 19.99', 19.99],
    [number, '1e3', 1000],
    [number, '3 million', 3_000_000],
    [number, '2.5 million', 2_500_000],
    [number, '99 ¢', 0.99],
    [number, '($12.50)', -12.5],
    [number, '(12.50)', -12.5],
    [number, '-$950', -950],
    [number, '−950.00 €', -950],
    [number, '١٢٫٥', 12.5],
    [{ type: ['number', 'null'] }, '7', 7],
    [{ anyOf: [number, { type: 'null' }] }, '7', 7],
  ])('%j turns %j into %j', (schema, value, expected) => {
    expect(coerce(schema, value)).toBe(expected);
  });

  test.each<[schema: JsonSchema, value: string]>([
    [number, '1.299 €'],
    [number, '1,234 kg'],
    [number, '4 of 5'],
    [number, '4.5/5'],
    [number, '12+'],
    [number, '10 - 20'],
    [number, '(12)'],
    [number, '3k'],
    [number, '99p'],
    [number, '5 trillion'],
    [integer, '1.2345 thousand'],
    [integer, '($12.50)'],
    [number, '1.2.3'],
    [number, '2024-03-12'],
    [number, '020 794 001'],
    [number, '1,23,4'],
    [number, 'twelve'],
    [number, '12345678901234567890'],
    [integer, '4.5'],
    [number, 'Infinity'],
    [number, '0x10'],
    [number, 'less than 12'],
  ])('%j leaves %j to be asked again', (schema, value) => {
    expect(coerce(schema, value)).toBe(value);
  });
});

describe('coerceScalar reads numbers in the unit that a property asks for', () => {
  test.each<[name: string, value: string, expected: unknown]>([
    ['weight_kg', '500 g', 0.5],
    ['weightKg', '500 g', 0.5],
    ['weight_kg', '1.2 kg', 1.2],
    ['weight_g', '1.2 kg', 1200],
    ['weight_kg', '2 lbs', 0.90718474],
    ['duration_hours', '90 min', 1.5],
    ['duration_minutes', '1.5 hours', 90],
    ['duration_minutes', '90 min', 90],
    ['height_cm', '1,85 m', 185],
    ['weight', '500 g', 500],
    ['weight_kg', '0.5', 0.5],
    ['protein_per_kg', '200 g', 200],
    ['speed_km_per_h', '60 km/h', 60],
    ['weight_kg', '500 ml', '500 ml'],
    ['disk_gb', '1 TB', '1 TB'],
  ])('of %s, %j is %j', (name, value, expected) => {
    expect(coerce(number, value, {}, name)).toBe(expected);
  });
});

const german = (value: string): unknown => coerce(number, value, { language: 'de' });

describe('coerceScalar reads what the page that an answer comes from writes', () => {
  test.each<[JsonSchema, value: string, source: NumberPlace, expected: unknown]>([
    [number, '1.299 €', { language: 'de' }, 1299],
    [number, '1.299 €', { host: 'shop.example.de' }, 1299],
    [number, '1.299 €', { language: 'en' }, '1.299 €'],
    [number, '1.299 €', {}, '1.299 €'],
    [number, '12,5', { language: 'de' }, 12.5],
    [date, '05/06/2024', { language: 'en-GB' }, '2024-06-05'],
    [date, '05/06/2024', { language: 'en-US' }, '2024-05-06'],
    [date, '05.06.2024', { language: 'de' }, '2024-06-05'],
    [date, '05/06/2024', { language: 'en', host: 'shop.example.co.uk' }, '2024-06-05'],
    [date, '05/06/2024', { language: 'en' }, '05/06/2024'],
  ])('as %j, %j of %j is %j', (schema, value, source, expected) => {
    expect(coerce(schema, value, source)).toBe(expected);
  });

  test('a number that a program and the page write differently is none; others of programs are', () => {
    expect(german('1.299')).toBe('1.299');
    expect([german('12.5'), german('1299.99'), german('1e3'), german('-3')]).toEqual([
      12.5, 1299.99, 1000, -3,
    ]);
  });
});

describe('coerceScalar reads dates', () => {
  test.each([
    ['12 March 2024', '2024-03-12'],
    ['March 12, 2024', '2024-03-12'],
    ['Tue, 12 Mar 2024', '2024-03-12'],
    ['12th of March, 2024', '2024-03-12'],
    ['12. März 2024', '2024-03-12'],
    ['12 de marzo de 2024', '2024-03-12'],
    ['12 février 2024', '2024-02-12'],
    ['2024/3/5', '2024-03-05'],
    ['25/12/2024', '2024-12-25'],
    ['12/25/2024', '2024-12-25'],
    ['05/05/2024', '2024-05-05'],
    ['2024-03-12T10:00:00Z', '2024-03-12'],
    [' 2024-03-12 ', '2024-03-12'],
  ])('%j is the day %j', (value, expected) => {
    expect(coerce(date, value)).toBe(expected);
  });

  test.each([
    '05/06/2024',
    '31 February 2024',
    '12/03/24',
    'March 2024',
    'yesterday',
    '13/13/2024',
  ])('%j is no certain day', (value) => {
    expect(coerce(date, value)).toBe(value);
  });

  test.each([
    ['2024-03-12 10:00Z', '2024-03-12T10:00:00Z'],
    ['2024-03-12T10:00+0200', '2024-03-12T10:00:00+02:00'],
    ['Tue, 12 Mar 2024 10:00:00 GMT', '2024-03-12T10:00:00Z'],
    ['2024-03-12', '2024-03-12'],
    ['2024-03-12 10:00', '2024-03-12 10:00'],
  ])('the moment %j becomes %j, no time or offset made up', (value, expected) => {
    expect(coerce(moment, value)).toBe(expected);
  });
});
