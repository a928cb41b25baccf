import { Element } from 'domhandler';
import { expect, test } from 'vitest';
import { planFields } from '../fields/plan-fields.ts';
import { fitList } from './fit-list.ts';

const source = { node: new Element('li', {}) };

function fit(field: string, texts: readonly string[]): number {
  const schema = { type: 'object', properties: { [field]: { type: 'array' } } };
  const [plan] = planFields(schema, '').children;
  if (plan === undefined) throw new TypeError('No plan.');
  return fitList(
    plan,
    texts.map((text) => ({ text, source })),
    'hint',
  );
}

test('ingredients have amounts and words, and are no sentences', () => {
  const whole = fit('ingredients', ['2 eggs', '100 g flour', '1 lemon', '5 g salt']);

  expect(whole).toBe(1);
  expect(fit('ingredients', ['2', '100 g', '1', '5 g'])).toBeLessThan(whole);
  expect(fit('ingredients', ['eggs', 'flour', 'lemon', 'salt'])).toBeLessThan(whole);
  expect(fit('ingredients', ['2 eggs'])).toBeLessThan(whole);
  expect(
    fit(
      'ingredients',
      Array.from({ length: 4 }, () => 'Stir 2 eggs. '.repeat(10)),
    ),
  ).toBe(0.2);
});

test('steps are sentences, and longer than the names of their sections', () => {
  expect(fit('instructions', ['Melt the butter slowly.', 'Stir it for two minutes.'])).toBe(1);
  expect(fit('instructions', ['Dough', 'Filling'])).toBe(0.25);
});

test('a login is not as good a name as a name', () => {
  expect(fit('authors', ['Ada Byron'])).toBeGreaterThan(fit('authors', ['webadmin']));
});
