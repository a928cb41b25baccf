import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import type { RecipeField } from '../../runtime/contracts/recipe/recipe.ts';
import type { FieldType } from '../../runtime/contracts/extractor.ts';
import { readFieldValue } from './read-field-value.ts';

function field(type: FieldType, more: Partial<RecipeField> = {}): RecipeField {
  const element: RecipeField['element'] = {
    path: '/f',
    selectors: [{ source: 'b', parts: [{ kind: 'css', value: 'b' }] }],
  };
  return {
    name: 'f',
    element,
    attribute: undefined,
    type,
    isList: false,
    isOptional: false,
    ...more,
  };
}

function read(type: FieldType, text: string, language?: string): unknown {
  const { value, problem } = readFieldValue(field(type), [text], {
    url: 'https://a.example/list/?p=2',
    language,
  });
  expect(value === undefined).toBe(problem !== undefined);
  return value;
}

test.each([
  ['£51.77', undefined, 51.77],
  ['Price: £51.77', undefined, 51.77],
  ['1.234,56 €', undefined, 1234.56],
  ['EUR 1.234,56', undefined, 1234.56],
  ['Only 3 left', undefined, 3],
  ['(12)', undefined, 12],
  ['12 reviews', undefined, 12],
  ['64.00 € a square metre', undefined, 64],
  ['€ 64.00 per m²', undefined, 64],
  ['120 m³', undefined, 120],
  ['3 a 5 €', undefined, undefined],
  ['-5 °C', undefined, -5],
  ['1 299 kr', undefined, 1299],
  ['$1,299', undefined, 1299],
  ['1.299 €', 'de', 1299],
  ['1.299 €', 'en', undefined],
  ['2.499 € per litre', 'en-IE', 2.499],
  ['1,234 kg', 'en-US', 1234],
  ['1,234 kg', 'fr', 1.234],
  ['ab 1.299 €', 'de-AT', 1299],
  ['1.299 €', undefined, undefined],
  ['1.299 €', 'no language!', undefined],
  ['4.5 of 5', undefined, undefined],
  ['1.2k', undefined, undefined],
  ['1.2k reviews', 'en-US', 1200],
  ['Balance: ($950.00)', 'en', -950],
  ['–12,50 €', 'de', -12.5],
  ['about 3 million', undefined, 3_000_000],
  ['A-1', undefined, undefined],
  ['i3 desk', undefined, undefined],
  ['SKU4711', undefined, undefined],
  ['sold out', undefined, undefined],
])('%j (%s) is the number %s', (text, language, expected) => {
  expect(read('number', text, language)).toBe(expected);
});

test.each([
  ['2024-06-05', undefined, '2024-06-05'],
  ['2024-06-05T10:00:00Z', undefined, '2024-06-05T10:00:00Z'],
  ['2024-06-05T10:00', undefined, '2024-06-05'],
  ['Published on 5 June 2024', undefined, '2024-06-05'],
  ['June 5, 2024 at 10:30 am', undefined, '2024-06-05'],
  ['25/12/2024', undefined, '2024-12-25'],
  ['05/06/2024', undefined, undefined],
  ['05/06/2024', 'en', undefined],
  ['05/06/2024', 'en-US', '2024-05-06'],
  ['05/06/2024', 'en-GB', '2024-06-05'],
  ['Stand: 05.06.2024, 10:30 Uhr', 'de', '2024-06-05'],
  ['yesterday', undefined, undefined],
])('%j (%s) is the date %s', (text, language, expected) => {
  expect(read('date', text, language)).toBe(expected);
});

const readAt = (type: FieldType, text: string, url: string): unknown =>
  readFieldValue(field(type), [text], { url, language: 'en' }).value;

test('the country of the host settles what a language without one leaves open', () => {
  expect(readAt('date', '05/06/2024', 'https://shop.example.co.uk/')).toBe('2024-06-05');
  expect(readAt('date', '05/06/2024', 'https://shop.example/')).toBeUndefined();
});

test.each([
  ['../item/1', 'https://a.example/item/1'],
  [' https://b.example ', 'https://b.example/'],
  ['javascript:alert(1)', undefined],
  ['mailto:a@a.example', undefined],
  ['http://', undefined],
])('%j is the URL %s', (text, expected) => {
  expect(read('url', text)).toBe(expected);
});

test('booleans say yes or no; a flag of HTML is true by being there', () => {
  expect([read('boolean', ' Yes '), read('boolean', 'nein'), read('boolean', 'In stock')]).toEqual([
    true,
    false,
    undefined,
  ]);
  const checked = field('boolean', { attribute: 'checked' });
  const context = { url: 'https://a.example/' };
  expect(readFieldValue(checked, [''], context).value).toBe(true);
  expect(readFieldValue(checked, ['checked'], context).value).toBe(true);
  expect(readFieldValue(checked, ['false'], context).value).toBe(false);
});

test('texts lose superfluous white space, HTML stays as it is', () => {
  expect(read('string', '  a\n   b ')).toBe('a b');
  expect(read('html', ' <b>a</b>\n')).toBe(' <b>a</b>\n');
});

test('what is missing is a problem, unless the field is optional', () => {
  const context = { url: 'https://a.example/' };
  expect(readFieldValue(field('string'), undefined, context).problem).toBe('was not found');
  expect(readFieldValue(field('string'), [' '], context).problem).toBe('is empty');
  expect(readFieldValue(field('number', { isOptional: true }), undefined, context)).toEqual({
    value: undefined,
    problem: undefined,
    from: [],
  });
});

test('a list holds what could be read, and says how much could not', () => {
  const context = { url: 'https://a.example/' };
  expect(readFieldValue(field('number', { isList: true }), ['1', '', 'x', '3'], context)).toEqual({
    value: [1, 3],
    problem: 'in 1 of 3 places is not one number',
    from: [0, 3],
  });
  expect(readFieldValue(field('string', { isList: true, isOptional: true }), [], context)).toEqual({
    value: [],
    problem: undefined,
    from: [],
  });
});

test('no text breaks any type, and no problem repeats it', () => {
  assert(
    property(
      constantFrom<FieldType>('string', 'number', 'boolean', 'url', 'date', 'html'),
      string({ minLength: 8 }),
      constantFrom(undefined, 'de', 'en', 'xx-'),
      (type, text, language) => {
        const { problem } = readFieldValue(field(type), [text], {
          url: 'https://a.example/',
          language,
        });
        expect(problem ?? '').not.toContain(text);
      },
    ),
  );
});

test('long texts are answered quickly', () => {
  const texts = ['1,'.repeat(50_000), ' '.repeat(100_000), 'a '.repeat(50_000), '9'.repeat(200)];
  const work = workRatioOf(() => {
    for (const text of texts) {
      for (const type of ['number', 'date', 'url', 'boolean', 'string'] as const) {
        readFieldValue(field(type), [text], { url: 'https://a.example/', language: 'de' });
      }
    }
  });
  expect(work).toBeLessThan(600);
});
