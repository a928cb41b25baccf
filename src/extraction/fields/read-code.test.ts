import { expect, test } from 'vitest';
import { planFields } from './plan-fields.ts';
import { readCode } from './read-code.ts';

test.each([
  ['sku', 'AB-1234', 'AB-1234'],
  ['sku', 'N° 4711', '4711'],
  ['sku', '5Q0 035 411 (new)', '5Q0 035 411'],
  ['sku', 'KX-77 B, black', 'KX-77 B'],
  ['sku', 'ABC', 'ABC'],
  ['docketNumber', '16-285', '16-285'],
  // Words, measures and stand-ins are no codes.
  ['docketNumber', 'SEARCH', undefined],
  ['sku', 'Lamp', undefined],
  ['sku', '1 200 KG', undefined],
  ['sku', 'A', undefined],
  ['gtin', '4006381333931', '4006381333931'],
  ['gtin', '4006381333932', undefined],
  ['gtin', 'EAN: 4006381333931, MPN 77', undefined],
])('as %s the text %j is %s', (field, text, value) => {
  expect(read(field, text)?.value).toBe(value);
});

test('a long text behind a code makes it less likely', () => {
  expect(read('sku', 'KX-77')?.quality).toBe(1);
  expect(read('sku', 'KX-77 is what our engineers call it among them')?.quality).toBeLessThan(0.5);
});

test('a name behind a code may be a part of it', () => {
  expect(read('sku', 'KX-77 Black')?.alternatives).toEqual(['KX-77 Black']);
  expect(read('sku', 'KX-77 Sold out')?.alternatives).toBeUndefined();
});

function read(field: string, text: string): ReturnType<typeof readCode> {
  const schema = { type: 'object', properties: { [field]: { type: 'string' } } };
  const [plan] = planFields(schema, '', undefined).children;
  if (plan === undefined) throw new Error('No field is planned.');
  const place = { language: 'en', ownCell: true };
  return readCode(plan, text, { machine: false, needsCurrency: false, baseUrl: '', place });
}
