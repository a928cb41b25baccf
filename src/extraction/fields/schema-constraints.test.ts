import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { toConstraints } from './schema-constraints.ts';

type Properties = Readonly<Record<string, object>>;

function extract(html: string, properties: Properties): unknown {
  return read(html, properties).value;
}

function read(html: string, properties: Properties) {
  const reading = readPage({ html, url: 'https://shop.example/book' });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt: 'The book', schema, detailLevel: 'medium' });
}

const book = (rows: string): string =>
  `<html lang="en"><body><main><h1>Harbour lights</h1><table>${rows}</table></main></body></html>`;
const fits = (schema: object, value: unknown, root: object = schema): boolean =>
  toConstraints(root as { readonly [keyword: string]: unknown }, schema)?.(value) ?? true;

const row = (label: string, value: string): string => `<tr><th>${label}</th><td>${value}</td></tr>`;

describe('the schema chooses among candidates', () => {
  test('a pattern takes the value that it fits, wherever the other one has the better label', () => {
    const html = book(row('ISBN', '0-306-40615-2') + row('ISBN-13', '978-0-306-40615-7'));
    expect(extract(html, { isbn: { type: 'string', pattern: '^97[89]' } })).toEqual({
      isbn: '978-0-306-40615-7',
    });
    expect(extract(html, { isbn: { type: 'string', pattern: String.raw`^\d{13}$` } })).toEqual({
      isbn: '9780306406157',
    });
  });

  test('a value that the page states and the schema does not take is told', () => {
    const price = { type: 'number', minimum: 100 };
    expect(read(book(row('Price', '£89.50')), { price })).toMatchObject({
      value: {},
      cuts: ['The page states 89.5 for "price", which the schema does not take; it is not given.'],
    });
    expect(read(book(row('Pages', '310')), { price }).cuts).toEqual([]);
  });

  test('a name with a number of digits takes no other, though it stands beside its label', () => {
    expect(
      extract(book(row('ISBN-13', '0306406152') + row('ISBN-10', '0306406152')), {
        isbn_13: { type: 'string' },
      }),
    ).toEqual({});
  });

  test('a number with a wrong check digit is none', () => {
    expect(extract(book(row('EAN', '4006381333932')), { ean: { type: 'string' } })).toEqual({});
    expect(extract(book(row('EAN', '4006381333931')), { ean: { type: 'string' } })).toEqual({
      ean: '4006381333931',
    });
  });

  test.each([
    ['cook_time', { format: 'duration' }, 'Cook time', '45 minutes', 'PT45M'],
    ['total_time', { format: 'duration' }, 'Total time', '1 h 30 min', 'PT1H30M'],
    ['delay', { format: 'duration' }, 'Delay', '90 seconds', 'PT1M30S'],
    ['cook_time', {}, 'Cook time', '45 minutes', '45 minutes'],
    ['host', { format: 'hostname' }, 'Host', 'a b', undefined],
    ['server', { format: 'ipv4' }, 'Server', '10.0.0.300', undefined],
    ['server', { format: 'ipv4' }, 'Server', '10.0.0.30', '10.0.0.30'],
    ['opens', { format: 'time' }, 'Opens', 'at ten', undefined],
  ])('%s of %o has a value of its format, or none', (name, asked, label, value, expected) => {
    expect(extract(book(row(label, value)), { [name]: { type: 'string', ...asked } })).toEqual(
      expected === undefined ? {} : { [name]: expected },
    );
  });

  test('authors that are joined to a text longer than the schema takes are told, and not given', () => {
    const html = '<main><h1>Fir</h1><p class="byline">By Ann Lee, Bob Ray and Cid Poe</p></main>';
    const author = { type: 'string', maxLength: 20 };
    expect(extract(html, { author: { type: 'string' } })).toEqual({
      author: 'Ann Lee, Bob Ray, Cid Poe',
    });
    const { value, cuts } = read(html, { author });
    expect(value).toEqual({});
    expect(cuts.join(' ')).toContain('which the schema does not take');
  });

  test.each([{ maxLength: 6 }, { pattern: '^[A-Z][a-z]+$' }])(
    'a name that %o does not take is told, and no name of another thing is given',
    (limit) => {
      const html = '<title>Shop</title><main><h1>Big lamp</h1><p>Price: £250</p></main>';
      const { value, cuts } = read(html, { name: { type: 'string', ...limit } });
      expect(value).toEqual({});
      expect(cuts).toEqual([
        'The page states "Big lamp" for "name", which the schema does not take; it is not given.',
      ]);
    },
  );

  test('of a name in two lengths the one is given that the schema takes', () => {
    const html =
      '<title>Shop</title><meta property="og:title" content="Big lamp of brass"><main><h1>Big lamp</h1></main>';
    expect(extract(html, { name: { type: 'string', minLength: 10 } })).toEqual({
      name: 'Big lamp of brass',
    });
  });

  test('limits take the value within them', () => {
    const html = book(row('Pages', '4,999') + row('Pages', '312'));
    expect(extract(html, { pages: { type: 'integer', maximum: 2_000 } })).toEqual({ pages: 312 });
  });

  test('what fits nothing is missing, and no value that breaks the schema', () => {
    const html = book(row('Binding', 'A binding in full leather'));
    expect(extract(html, { binding: { type: 'string', maxLength: 10 } })).toEqual({});
    expect(extract(html, { binding: { type: 'string', maxLength: 30 } })).toEqual({
      binding: 'A binding in full leather',
    });
  });
});

describe('what a schema asks of a value', () => {
  test.each([
    [{ pattern: '^a' }, 'abc', 'bca'],
    [{ minLength: 2 }, '😀😀', '😀'],
    [{ maxLength: 1 }, '😀', '😀😀'],
    [{ minimum: 1 }, 1, 0.5],
    [{ maximum: 5 }, 5, 6],
    [{ exclusiveMinimum: 0 }, 1, 0],
    [{ exclusiveMaximum: 10 }, 9, 10],
    [{ format: 'email' }, 'a@b.example', 'a at b'],
    [{ format: 'uuid' }, '7d444840-9dc0-11d1-b245-5ffdce74fad2', '7d444840'],
    [{ format: 'ipv4' }, '127.0.0.1', '127.0'],
    [{ allOf: [{ minimum: 1 }, { maximum: 5 }] }, 3, 7],
    [{ anyOf: [{ type: 'string', pattern: '^a' }, { type: 'null' }] }, 'a', 'b'],
    [{ oneOf: [{ pattern: '^a' }, { pattern: '^b' }] }, 'b', 'c'],
  ])('%j takes %j and not %j', (schema, taken, refused) => {
    expect(fits(schema, taken)).toBe(true);
    expect(fits(schema, refused)).toBe(false);
  });

  test.each([{ type: 'string' }, { anyOf: [{ pattern: '^a' }, { type: 'string' }] }, true, {}])(
    'nothing beside a type: %j',
    (schema) => {
      expect(toConstraints({}, schema)).toBeUndefined();
    },
  );

  test('a reference is followed, also round in a circle', () => {
    const root = { $defs: { code: { pattern: '^a' }, loop: { $ref: '#/$defs/loop' } } };
    expect(fits({ $ref: '#/$defs/code' }, 'b', root)).toBe(false);
    expect(fits({ $ref: '#/$defs/loop' }, 'b', root)).toBe(true);
  });

  test('a pattern of which the engine could take forever is read by one that cannot', () => {
    expect(fits({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)).toBe(false);
  });
});
