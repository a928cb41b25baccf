import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { type ExtractStructureResult, extractStructure } from './extract-structure.ts';
import { findMainLack } from './missing-fields.ts';

function extract(body: string, schema: JsonSchema): ExtractStructureResult {
  const html = `<html lang="en"><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/tables' });
  return extractStructure({ reading, prompt: 'Extract the data.', schema, detailLevel: 'medium' });
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties };
}

const text = { type: 'string' } as const;

test('a list without its main field is told apart from one that lacks another, and from an answer with more in it', () => {
  const items = (fields: readonly string[]): JsonSchema =>
    object({
      list: {
        type: 'array',
        items: object(Object.fromEntries(fields.map((name) => [name, text]))),
      },
    });
  const cards = ['Oak', 'Ash', 'Elm']
    .map(
      (name) =>
        `<li class="card"><h3 class="title">${name} table with drawers</h3><p class="note">Made by hand in ${name}ford</p></li>`,
    )
    .join('');
  const body = `<h1>Tables</h1><ul>${cards}</ul>`;
  expect(findMainLack(extract(body, items(['sku', 'title'])))).toBeUndefined();
  expect(findMainLack(extract(body, items(['sku', 'note'])))).toBe(
    'none of the things that the page lists as "list" has a "sku"',
  );
  expect(findMainLack(extract(body, items(['note', 'sku'])))).toBeUndefined();
  const records = object({ sku: text, note: text });
  const list = { type: 'array', items: records };
  expect(findMainLack(extract(body, object({ title: text, list })))).toBeUndefined();
});

test('a list without records is no answer, unless something else was found', () => {
  const body = '<h1>Tables</h1><p>We make tables by hand, in oak and in ash.</p>';
  const list = { type: 'array', items: object({ sku: text, price: { type: 'number' } }) };
  expect(findMainLack(extract(body, object({ list })))).toBe(
    'the page lists nothing that fits /list',
  );
  expect(findMainLack(extract(body, list))).toBe('the page lists nothing that fits the schema');
  expect(findMainLack(extract(body, object({ list, stock: text })))).toBe(
    'the page lists nothing that fits /list',
  );
  expect(findMainLack(extract(body, object({ title: text, list })))).toBeUndefined();
  // A page may have no keywords.
  const keywords = { type: 'array', items: text };
  expect(findMainLack(extract(body, object({ keywords })))).toBeUndefined();
});
