import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const parts = [
  ['Sales', ['Ada Moor', 'Bo Lind']],
  ['Workshop', ['Cy Falk', 'Di Gray', 'Ed Hill']],
] as const;
const page = parts
  .map(
    ([title, names]) =>
      `<section><h2>${title}</h2><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul></section>`,
  )
  .join('');

test('the headings of parts of a page are not the names of what their lists hold', () => {
  expect(readMembers(page, { name: text, department: text })).toBeUndefined();
});

test('the headings of parts are names where their lists are asked for too', () => {
  const members = { type: 'array', items: text };
  expect(readMembers(page, { name: text, members })).toEqual(
    parts.map(([name, names]) => ({ name, members: names })),
  );
});

function readMembers(html: string, properties: Readonly<Record<string, object>>): unknown {
  const reading = readPage({ html: `<h1>Our people</h1>${html}`, url: 'https://lists.example/' });
  const items = { type: 'object', properties };
  const schema = { type: 'object', properties: { members: { type: 'array', items } } };
  const { value } = extractStructure({
    reading,
    prompt: 'members',
    schema,
    detailLevel: 'medium',
  });
  return (value as Readonly<Record<string, unknown>>)['members'];
}
