import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };

function mapOf(additionalProperties: JsonSchema): JsonSchema {
  return { type: 'object', propertyNames: text, additionalProperties };
}

function read(body: string, properties: Readonly<Record<string, JsonSchema>>) {
  const html = `<html lang="en"><title>Ash lamp</title><main><h1>Ash lamp</h1>${body}</main></html>`;
  return extractStructure({
    reading: readPage({ html, url: 'https://shop.example/ash-lamp' }),
    prompt: 'Extract the data',
    schema: { type: 'object', properties },
    detailLevel: 'medium',
  });
}

const rows = '<dl><dt>Material:</dt><dd>Ash</dd><dt>Height</dt><dd>42 cm</dd></dl>';
const contact = '<dl><dt>Phone</dt><dd>123 456</dd><dt>Room</dt><dd>12</dd></dl>';
const nutrients =
  '<table><tr><th>Energy</th><td>412 kcal</td></tr><tr><th>Fat</th><td>9.5 g</td></tr>' +
  '<tr><th>Traces of</th><td>nuts in 2 of 3</td></tr></table>';

describe('a field that takes any names', () => {
  test.each([
    ['specs', 'Specifications'],
    ['specifications', 'Technical data'],
    ['attributes', 'Product information'],
    ['details', 'Details'],
    ['dimensions', 'Dimensions'],
    ['careInstructions', 'Care instructions'],
  ])('has the names and values below the heading that calls them so: %s', (name, heading) => {
    const { value, sources, missing } = read(`${contact}<h2>${heading}</h2>${rows}`, {
      [name]: mapOf(text),
    });
    expect(value).toEqual({ [name]: { Material: 'Ash', Height: '42 cm' } });
    expect([...sources.keys()]).toEqual([`/${name}/Material`, `/${name}/Height`]);
    expect(sources.get(`/${name}/Height`)?.node).toMatchObject({ name: 'dd' });
    expect(missing).toEqual([]);
  });

  test('has the only list of such pairs where it asks for properties, and none of several', () => {
    const specs = { specs: mapOf(text) };
    expect(read(rows, specs).value).toEqual({ specs: { Material: 'Ash', Height: '42 cm' } });
    expect(read(`${rows}${contact}`, specs).value).toEqual({});
    expect(read(rows, { translations: mapOf(text) }).value).toEqual({});
  });

  test('has the numbers of rows that state one with its unit, and says what it left out', () => {
    const { value, cuts } = read(`<h2>Nutrition facts</h2>${nutrients}`, {
      nutrition: mapOf(number),
    });
    expect(value).toEqual({ nutrition: { Energy: 412, Fat: 9.5 } });
    expect(cuts).toContainEqual(
      '1 of the values of "nutrition" are no numbers and not given (the first: "Traces of").',
    );
    expect(read(`<h2>Specs</h2>${rows}`, { specs: mapOf(number) }).value).toEqual({});
  });

  test('takes no row twice and none that is named like a part of programs', () => {
    const hostile =
      '<dl><dt>__proto__</dt><dd>x</dd><dt>Fit</dt><dd>E27</dd><dt>Cap</dt><dd>2</dd><dt>Fit</dt><dd>E14</dd></dl>';
    expect(read(hostile, { specs: mapOf(text) }).value).toEqual({
      specs: { Fit: 'E27', Cap: '2' },
    });
  });
});
