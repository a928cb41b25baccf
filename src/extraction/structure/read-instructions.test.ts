import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { readPath } from '../analysis/index-entities.ts';
import { readInstructions } from './read-instructions.ts';

function read(steps: unknown): readonly string[] {
  const data = JSON.stringify({ '@type': 'Recipe', recipeInstructions: steps });
  const html = `<script type="application/ld+json">${data}</script>`;
  const facts = analysePage(readPage({ html, url: 'https://food.example/cake' }), new Set());
  const recipe = facts.entities.find(({ types }) => types.has('recipe'));
  if (recipe === undefined) throw new TypeError('The page states no recipe.');
  return readInstructions(readPath(recipe, 'recipeInstructions')).map(({ text }) => text);
}

test('reads the steps of sections below the names of these', () => {
  const steps = [{ '@type': 'HowToStep', name: 'Step 1', text: 'Stir.' }, { text: 'Bake.' }];
  const section = { '@type': 'HowToSection', name: 'The dough', itemListElement: steps };

  expect(read([section])).toEqual(['The dough', 'Stir.', 'Bake.']);
});

test('leaves out names that say nothing, or what the text repeats', () => {
  expect(
    read([
      { '@type': 'HowToStep', name: 'Instructions', text: 'Stir it.' },
      { '@type': 'HowToStep', name: 'Bake it…', text: 'Bake it for an hour.' },
    ]),
  ).toEqual(['Stir it.', 'Bake it for an hour.']);
});
