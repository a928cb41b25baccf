import { describe, expect, test } from 'vitest';
import type { StatedValue } from '../../runtime/contracts/extractor.ts';
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

function statedCode(value: unknown): readonly StatedValue[] {
  return [{ path: '/code', value, around: undefined }];
}

function budgetOf(properties: object, candidates: readonly StatedValue[] | undefined): number {
  const schema = { properties };
  const request = { detailLevel: 'medium', pageComplexity: 'low', plainText: false } as const;
  return toContentBudget({ ...request, schema, candidates });
}

describe('the content budget of fields that a page leaves open', () => {
  test('grows with their number, up to that of any other fields', () => {
    const [one, two] = [{ code: text }, { code: text, size: text }];
    expect(budgetOf(one, [])).toBeLessThan(budgetOf(two, []));
    expect(budgetOf(two, statedCode('A 4'))).toBeLessThan(budgetOf(two, undefined));
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, text]));
    expect(budgetOf(many, [])).toBe(budgetOf(many, undefined));
  });

  test.each([
    ['a list of texts', { sizes: { type: 'array', items: text } }, statedCode('A 4')],
    ['a list of records', { sizes: { type: 'array', items: { properties: { code: text } } } }, []],
    ['a long text', { code: text }, statedCode('A lamp for ships. '.repeat(30))],
  ])('is that of any other fields for %s', (_name, properties, candidates) => {
    expect(budgetOf(properties, candidates)).toBe(budgetOf(properties, undefined));
  });
});
