import { describe, expect, test } from 'vitest';
import { toExtractionRequest } from '../../../test/support/extraction-request.ts';
import type { JsonSchema, RepairRequest } from '../../runtime/contracts/extractor.ts';
import { scriptedModel, type ScriptedModel } from '../../../test-kit/scripted-model.ts';
import { modelExtractor } from '../extractors/model-extractor.ts';

const html = `<!doctype html><title>Harbour Books</title><main><h1>Harbour Books</h1>
<ul><li><b>Sea Fever</b> £51.77 in stock</li><li><b>Low Tide</b> £8.20 sold out</li></ul>
<p>Open daily from 9 to 5.</p></main>`;

const schema: JsonSchema = {
  type: 'object',
  properties: {
    shop: { type: 'string' },
    founded: { type: 'integer', description: 'Year' },
    books: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number', minimum: 0 } },
        required: ['name', 'price'],
      },
    },
  },
  required: ['shop', 'books'],
  additionalProperties: false,
};

const value = {
  shop: 'Harbour Books',
  books: [
    { name: 'Sea Fever', price: 51.77 },
    { name: 'Low Tide', price: 'eight twenty' },
  ],
};
const priceIssue = { path: '/books/1/price', message: 'must be number' };

async function toRequest(changes: Partial<RepairRequest>): Promise<RepairRequest> {
  const request = await toExtractionRequest(html, { prompt: 'the shop and its books', schema });
  return { ...request, value, issues: [priceIssue], ...changes };
}

async function repair(
  content: unknown,
  changes: Partial<RepairRequest> = {},
): Promise<{ readonly value: unknown; readonly model: ScriptedModel; readonly prompt: string }> {
  const model = scriptedModel([{ content }]);
  const extraction = await modelExtractor({ model }).repair?.(await toRequest(changes));
  const [system, user] = model.calls[0]?.prompt ?? [];
  const parts = Array.isArray(user?.content) ? user.content : [];
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const instructions = system?.role === 'system' ? system.content : '';
  return { value: extraction?.value, model, prompt: `${instructions}\n${text}` };
}

const mended = {
  shop: 'Harbour Books',
  books: [
    { name: 'Sea Fever', price: 51.77 },
    { name: 'Low Tide', price: 8.2 },
  ],
};

describe('repairAnswer', () => {
  test('asks for the failing places alone', async () => {
    const { model, prompt } = await repair({ '/books/1/price': 8.2 });
    expect(model.calls[0]?.responseFormat).toMatchObject({
      schema: {
        properties: { '/books/1/price': { type: 'number' } },
        required: ['/books/1/price'],
        additionalProperties: false,
      },
    });
    expect(prompt).toContain('"/books/1/price": number, // minimum 0');
    expect(prompt).toContain('"/books/1/price": must be number');
    // Which record it is; the page says so, hence inside the fence.
    expect(prompt).toContain('of the record with {"name":"Low Tide"}: "eight twenty"');
    expect(prompt.indexOf('<<<PAGE')).toBeLessThan(prompt.indexOf('eight twenty'));
    expect(prompt.indexOf('eight twenty')).toBeLessThan(prompt.indexOf('>>>'));
    expect(prompt).not.toContain('founded');
    expect(prompt).not.toContain('51.77}');
  });

  test.for<[string, unknown]>([
    ['by pointer', { '/books/1/price': 8.2 }],
    ['by pointer without its slash', { 'books/1/price': 8.2 }],
    ['by a dotted path', { 'books.1.price': 8.2 }],
    ['in the whole answer once more', mended],
    ['in prose', 'Sorry! {"/books/1/price": 8.2}'],
  ])('a value %s is put in its place', async ([, content]) => {
    expect((await repair(content)).value).toEqual(mended);
  });

  test('nothing but the failing places is taken from the answer', async () => {
    const books = [
      { name: 'Sea Fever', price: 1 },
      { name: 'Low Tide', price: 8.2 },
    ];
    const { value: repaired } = await repair({ shop: 'Owned', books });
    expect(repaired).toEqual(mended);
  });

  test('one failing place takes an answer that is the value itself', async () => {
    const books = [{ name: 'Sea Fever', price: 51.77 }];
    const { value: repaired } = await repair(JSON.stringify(books), {
      value: { shop: 'Harbour Books', books: 'many' },
      issues: [{ path: '/books', message: 'must be array' }],
    });
    expect(repaired).toEqual({ shop: 'Harbour Books', books });
  });

  test('an unreadable answer leaves everything as it was', async () => {
    expect((await repair('Ahoy!')).value).toEqual(value);
  });

  test('parts of one schema share its definitions', async () => {
    const price: JsonSchema = { type: 'number', minimum: 0 };
    const { model } = await repair(
      { '/a': 1, '/b': 2 },
      {
        schema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/price' }, b: { $ref: '#/$defs/price' } },
          required: ['a', 'b'],
          $defs: { price },
        },
        value: { a: 'x', b: 'y' },
        issues: ['/a', '/b'].map((path) => ({ path, message: 'must be number' })),
      },
    );
    expect(model.calls[0]?.responseFormat).toMatchObject({
      schema: {
        properties: { '/a': { $ref: '#/$defs/price' }, '/b': { $ref: '#/$defs/price' } },
        $defs: { price: { type: 'number' } },
      },
    });
  });

  test('a value that may be missing may be null in a repair, and is left out', async () => {
    const { model } = await repair(
      { '/founded': null },
      { issues: [{ path: '/founded', message: 'must be integer' }] },
    );
    expect(model.calls[0]?.responseFormat).toMatchObject({
      schema: { properties: { '/founded': { type: ['integer', 'null'] } } },
    });
  });

  test('an answer that was no JSON is asked for as a whole, and the model learns so', async () => {
    const { value: repaired, prompt } = await repair(mended, {
      value: undefined,
      issues: [{ path: '', message: 'could not be read as JSON' }],
    });
    expect(repaired).toEqual(mended);
    expect(prompt).toContain('An earlier answer could not be read as JSON.');
    expect(prompt).toContain('founded');
  });

  test('a name like __proto__ changes the answer and nothing else', async () => {
    const open: JsonSchema = { type: 'object', additionalProperties: { type: 'number' } };
    const { value: repaired } = await repair('{"/__proto__": 3}', {
      schema: open,
      value: JSON.parse('{"__proto__": "x"}'),
      issues: [{ path: '/__proto__', message: 'must be number' }],
    });
    expect(JSON.stringify(repaired)).toBe('{"__proto__":3}');
    expect(Object.getPrototypeOf(repaired)).toBe(Object.prototype);
  });
});
