import { expect, test } from 'vitest';
import { extractFields, lines, text } from '../../../../../test/support/extract-fields.ts';

test('a line about servings states them', () => {
  for (const [line, yields] of [
    ['Serves 4', '4 servings'],
    ['Makes 12 muffins', '12 muffins'],
  ] as const)
    expect(extractFields(lines('Soup', line), { yields: text }).value).toEqual({ yields });
});

test('servings that a visitor made are not those of the recipe', () => {
  const body = '<h1>Soup</h1><p>Stir.</p><div class="comments"><p>Made it for 6 people</p></div>';
  expect(extractFields(body, { yields: text }).value).toEqual({});
});

test('people who printed a recipe are not its servings, whatever stands beside them', () => {
  const body = '<h1>Soup</h1><div><a href="/print">Print</a><p>1309 people printed it</p></div>';
  expect(extractFields(body, { yields: text }).value).toEqual({});
});
