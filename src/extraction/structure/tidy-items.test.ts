import { Element } from 'domhandler';
import { expect, test } from 'vitest';
import { planFields } from '../fields/plan-fields.ts';
import { tidyItems } from './tidy-items.ts';

const source = { node: new Element('li', {}) };

function tidy(field: string, texts: readonly string[]): readonly string[] {
  const schema = { type: 'object', properties: { [field]: { type: 'array' } } };
  const [plan] = planFields(schema, '').children;
  if (plan === undefined) throw new TypeError('No plan.');
  const items = texts.map((text) => ({ text, source }));
  return tidyItems(plan, items).map(({ text }) => text);
}

test('drops bullets, and the numbers that the markup of a page wrote', () => {
  expect(tidy('ingredients', ['• salt', '▢ flour'])).toEqual(['salt', 'flour']);
  expect(tidy('instructions', ['1. Melt the butter.', '2. Stir.'])).toEqual([
    'Melt the butter.',
    'Stir.',
  ]);
});

test('keeps the numbers of steps that count something else', () => {
  expect(tidy('instructions', ['2 eggs go in.', '9 minutes later, stir.'])).toEqual([
    '2 eggs go in.',
    '9 minutes later, stir.',
  ]);
});

test('a numbered step is no ingredient', () => {
  expect(tidy('ingredients', ['salt', 'Step 1 Stir the salt.', 'Stepping stones'])).toEqual([
    'salt',
    'Stepping stones',
  ]);
});

test('takes the first of equal copies, and keeps an ingredient that is named twice', () => {
  expect(tidy('ingredients', ['salt', 'flour', 'salt', 'flour'])).toEqual(['salt', 'flour']);
  expect(tidy('ingredients', ['salt', 'flour', 'salt'])).toEqual(['salt', 'flour', 'salt']);
  expect(tidy('keywords', ['oak', 'fir', 'oak'])).toEqual(['oak', 'fir']);
});

test('leaves out the initials that stand in place of a portrait', () => {
  expect(tidy('authors', ['AB', 'Ada Byron'])).toEqual(['Ada Byron']);
  expect(tidy('authors', ['JP', 'Ada Byron', 'Jean-Pierre'])).toEqual(['Ada Byron', 'Jean-Pierre']);
  // An agency is who wrote it.
  expect(tidy('authors', ['AP', 'Ada Byron'])).toEqual(['AP', 'Ada Byron']);
});
