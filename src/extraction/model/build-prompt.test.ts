import { expect, test } from 'vitest';
import { toContentBudget } from './build-prompt.ts';

const text = { type: 'string' };
const values = { type: 'object', properties: { name: text, price: { type: 'number' } } };
const records = { type: 'array', items: values };
const tagged = { properties: { name: text, tags: { type: 'array', items: text } } };

test.each([
  ['the values of one thing', values, 3_000],
  ['a thing with a list of texts', tagged, 3_000],
  ['records', records, 4_000],
  ['records beside a value', { properties: { name: text, rows: records } }, 4_000],
  ['what no schema says', undefined, 4_000],
])('a question for %s has room for what its values need', (_, schema, budget) => {
  const request = {
    detailLevel: 'medium',
    pageComplexity: 'low',
    plainText: false,
    schema,
  } as const;
  expect(toContentBudget(request)).toBe(budget);
  expect(toContentBudget({ ...request, pageComplexity: 'high' })).toBe(2 * budget);
});

test('a detail level sets the room itself', () => {
  const request = { pageComplexity: 'low', plainText: false, schema: values } as const;
  expect(toContentBudget({ ...request, detailLevel: 'low' })).toBe(2_000);
  expect(toContentBudget({ ...request, detailLevel: 'high' })).toBe(8_000);
});
