import { expect, test } from 'vitest';
import { extractFields, amounts, lines } from '../../../test/support/extract-fields.ts';
import { findAxis, readCoordinate } from './read-coordinate.ts';

test.each([
  ['33.8688 S', 'latitude', -33.8688],
  ['6.6323° W', 'longitude', -6.6323],
  [`46°31'11" N`, 'latitude', 46.5197],
  ['6° 37′ 56″ W', 'longitude', -6.6322],
  ['N 46° 31.183′', 'latitude', 46.5197167],
  ['33.8688° S, 151.2093° E', 'longitude', 151.2093],
  ['33.8688', 'latitude', undefined],
  ['33.8688 S', 'longitude', undefined],
  ['133.8688 S', 'latitude', undefined],
  [`46°71'11" N`, 'latitude', undefined],
  ['12 Elm Street', 'longitude', undefined],
] as const)('the hemisphere of a coordinate is its sign: %s', (text, axis, value) => {
  expect(readCoordinate(text, axis, {})).toBe(value);
});

const readEast = (language?: string) => readCoordinate('6,6323° O', 'longitude', { language });

test('O is the east in German and the west in French, and nothing else where it is not known', () => {
  expect([readEast('de'), readEast('fr'), readEast()]).toEqual([6.6323, -6.6323, undefined]);
});

test('a field asks for a coordinate by the last word of its name', () => {
  expect(findAxis(['venue', 'lat'])).toBe('latitude');
  expect(findAxis(['lng'])).toBe('longitude');
  expect(findAxis(['latitude', 'source'])).toBeUndefined();
});

test('coordinates of a page are read with their signs, and in degrees, minutes and seconds', () => {
  const fields = amounts('latitude', 'longitude');
  const decimal = lines('Latitude: 33.8688 S', 'Longitude: 6.6323° W');
  expect(extractFields(decimal, fields).value).toEqual({ latitude: -33.8688, longitude: -6.6323 });
  const parted = lines(`Latitude: 46°31'11" N`, 'Longitude: 6° 37′ 56″ W');
  const { value, cuts } = extractFields(parted, fields);
  expect(value).toEqual({ latitude: 46.5197, longitude: -6.6322 });
  expect(cuts).toEqual([]);
});
