import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import { readStep } from './list-item.ts';

function readStepOf(html: string): readonly string[] {
  const page = indexPage(readPage({ html, url: 'https://food.example/sponge-cake' }));
  const step = page.elements.find(({ node }) => node.attribs['class'] === 'step');
  return step === undefined ? [] : readStep(page, step).map(({ text }) => text);
}

test('the heading of a step is an item of its own', () => {
  const html = '<ol><li class="step"><h3>Sponge</h3><p>Beat the eggs.</p><p>Bake.</p></li></ol>';
  expect(readStepOf(html)).toEqual(['Sponge', 'Beat the eggs. Bake.']);
});

test('a heading that leads into the step with a colon is a part of it', () => {
  const html = '<ol><li class="step"><h3>Sponge:</h3><p>Beat the eggs.</p></li></ol>';
  expect(readStepOf(html)).toEqual(['Sponge: Beat the eggs.']);
});

test('a step begins behind its number, below what it takes', () => {
  const html = '<div class="step"><p>3 eggs</p><b>2</b><p>Beat the eggs.</p></div>';
  expect(readStepOf(html)).toEqual(['Beat the eggs.']);
});

test('the heading of an element with several steps stays with its text', () => {
  const html = '<div class="step"><h3>Sponge</h3><p>Beat the eggs.</p><p>Bake.</p></div>';
  expect(readStepOf(html)).toEqual(['Sponge Beat the eggs. Bake.']);
});
