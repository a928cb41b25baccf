import { expect, test } from 'vitest';
import type { RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { parseRecipe } from '../format/parse-recipe.ts';

function read(...steps: readonly unknown[]): readonly RecipeStep[] {
  return parseRecipe({ title: 't', steps }).steps;
}

function custom(name: string, parameters: unknown): object {
  return { type: 'customStep', name, parameters };
}

function faultOf(step: unknown): string {
  try {
    read(step);
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) {
      return error.details.issues.map(({ path, message }) => `${path} ${message}`).join('\n');
    }
    throw error;
  }
  return '';
}

test('a wait is for the network, or for a change of the page or an element', () => {
  expect(
    read(custom('wait', { for: 'network' }), custom('wait', { for: 'change', selectors: 'ul' })),
  ).toMatchObject([
    { type: 'wait', for: 'network', element: undefined },
    { type: 'wait', for: 'change', element: { path: '/steps/1/parameters/selectors' } },
  ]);
  expect(faultOf(custom('wait', { for: 'network', selectors: 'ul' }))).toContain(
    'requests belong to no element',
  );
  expect(faultOf(custom('wait', { for: 'chang' }))).toContain('did you mean "change"?');
});

test('a screenshot is of an element, the window or the whole page', () => {
  const steps = read(
    { type: 'customStep', name: 'screenshot' },
    custom('screenshot', { name: 'all', fullPage: true }),
    custom('screenshot', { selectors: 'li', nth: '{{index}}' }),
  );
  expect(steps).toMatchObject([
    { type: 'screenshot', name: 'page', element: undefined, isFullPage: false },
    { name: 'all', isFullPage: true },
    { element: { path: '/steps/2/parameters/selectors' } },
  ]);
  expect(faultOf(custom('screenshot', { selectors: 'li', fullPage: true }))).toContain(
    'Step 1 (screenshot): is for the page',
  );
});

test('a scroll goes to the end where it says so', () => {
  expect(read({ type: 'scroll', to: 'end' }, { type: 'scroll', y: 9 })).toMatchObject([
    { isToEnd: true },
    { isToEnd: false, y: 9 },
  ]);
  expect(faultOf({ type: 'scroll', to: 'top' })).toContain('/steps/0/to');
});
