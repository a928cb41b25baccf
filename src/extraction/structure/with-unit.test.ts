import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const measure: JsonSchema = {
  type: 'object',
  properties: { value: number, unit: text },
  required: ['value', 'unit'],
};

function read(body: string, properties: Readonly<Record<string, JsonSchema>>) {
  const html = `<html lang="en"><title>Ash lamp</title><main><h1>Ash lamp</h1>${body}</main></html>`;
  return extractStructure({
    reading: readPage({ html, url: 'https://shop.example/ash-lamp' }),
    prompt: 'Extract the data',
    schema: { type: 'object', properties: { name: text, ...properties } },
    detailLevel: 'medium',
  });
}

describe('the unit of a number in an object of both', () => {
  test.each([
    ['weight', '<p>Weight: 4 kg</p>', 4, 'kg'],
    ['height', '<p>Height: 150 cm</p>', 150, 'cm'],
    ['width', '<dl><dt>Width<dd>1.5 m</dl>', 1.5, 'm'],
    ['volume', '<table><tr><th>Volume<td>2 l<tr><th>Colour<td>red</table>', 2, 'l'],
    ['power', '<p>Power: 800 W</p>', 800, 'W'],
    ['voltage', '<p>Voltage: 230 V</p>', 230, 'V'],
    ['weight', '<p>Weight (kg): 4</p>', 4, 'kg'],
    ['weight', '<p>Weight: 4 kg (8.8 lb)</p>', 4, 'kg'],
  ])('is that of the value of its label: %s of %s', (name, body, value, unit) => {
    const { value: found, sources, missing } = read(body, { [name]: measure });
    expect(found).toEqual({ name: 'Ash lamp', [name]: { value, unit } });
    expect(sources.get(`/${name}/unit`)?.node).toBe(sources.get(`/${name}/value`)?.node);
    expect(missing).toEqual([]);
  });

  test.each([
    ['850 g', ['kg', 'g'], 'g'],
    ['850 g', ['gram', 'kilogram'], 'gram'],
    ['850 g', ['lb', 'oz'], undefined],
  ])('%s is one of those that the schema takes: %o', (stated, members, unit) => {
    const weight = { type: 'object', properties: { value: number, unit: { enum: members } } };
    expect(read(`<p>Weight: ${stated}</p>`, { weight }).value).toMatchObject({
      weight: unit === undefined ? { value: 850 } : { value: 850, unit },
    });
  });

  test('is none where the label states a number alone', () => {
    expect(read('<p>Weight: 4</p>', { weight: measure }).value).toEqual({ name: 'Ash lamp' });
  });
});

describe('a field that takes a text or an object', () => {
  const dated: JsonSchema = {
    type: 'object',
    properties: { value: number, edition: text },
    required: ['value', 'edition'],
  };

  test('has the object where the page states all of it, and else the text', () => {
    const body = '<p>Height: 150 cm</p>';
    expect(read(body, { height: { anyOf: [text, measure] } }).value).toEqual({
      name: 'Ash lamp',
      height: { value: 150, unit: 'cm' },
    });
    expect(read(body, { height: { anyOf: [text, dated] } }).value).toEqual({
      name: 'Ash lamp',
      height: '150 cm',
    });
  });
});
