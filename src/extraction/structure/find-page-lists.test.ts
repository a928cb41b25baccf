import { expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from './extract-structure.ts';

const steps = ['Beat the eggs until they foam.', 'Fold in the flour and bake for an hour.'];
const stepsSchema = {
  type: 'object',
  properties: { instructions: { type: 'array', items: { type: 'string' } } },
} as const;

function readSteps(body: string): unknown {
  return readFrom(body, stepsSchema);
}

function readIngredients(body: string): unknown {
  const properties = { ingredients: { type: 'array', items: { type: 'string' } } } as const;
  return readFrom(body, { type: 'object', properties });
}

function readFrom(body: string, schema: JsonSchema): unknown {
  const html = `<html><head><title>Sponge cake</title></head><body><main><h1>Sponge cake</h1>${body}</main></body></html>`;
  const reading = readPage({ html, url: 'https://food.example/sponge-cake' });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' }).value;
}

function section(head: string, step: string | undefined): string {
  return `<div class="group"><h3>${head}</h3><ul class="instructions"><li class="instruction">${step}</li><li class="instruction">Wait for ten minutes.</li></ul></div>`;
}

test('headings of sections stay among the steps, whatever their rank', () => {
  const body = `<div class="instructions"><h2>Instructions</h2>${section('Sponge', steps[0])}${section('Icing', steps[1])}</div>`;
  expect(readSteps(body)).toEqual({
    instructions: ['Sponge', steps[0], 'Wait for ten minutes.', 'Icing', steps[1]],
  });
});

test('one heading above all steps is not one of them', () => {
  const body = `<div class="instructions"><h3>Get started</h3><ol><li>${steps.join('</li><li>')}</li></ol></div>`;
  expect(readSteps(body)).toEqual({ instructions: steps });
});

test('a recipe of one long step has its step', () => {
  const step = `${steps.join(' ')} ${'Turn it over and wait. '.repeat(10)}`.trim();
  expect(readSteps(`<h2>Directions</h2><p>${step}</p>`)).toEqual({ instructions: [step] });
});

test.each([
  ['2 <b>eggs</b>, <i class="notes">beaten</i>', '2 eggs (beaten)'],
  ['2 <b>eggs</b> – <i class="notes">(beaten)</i>', '2 eggs (beaten)'],
  ['2 <b>eggs</b> <i class="notes">beaten</i>', '2 eggs (beaten)'],
  ['2 <b>eggs,</b> <i class="notes">beaten</i>', '2 eggs, (beaten)'],
  ['2 <b>eggs</b>, <i class="remark">beaten</i>', '2 eggs, beaten'],
  ['2 <b></b> <i class="notes">eggs, beaten</i>', '2 eggs, beaten'],
])('a note is in brackets instead of behind a separator: %s', (item, text) => {
  const body = `<h2>Ingredients</h2><ul><li>200 g flour</li><li>${item}</li><li>1 pinch of salt</li></ul>`;
  expect(readIngredients(body)).toEqual({ ingredients: ['200 g flour', text, '1 pinch of salt'] });
});

const plain = ['2 lemons', 'some capers', 'olives', '1 pear', 'flour for the tin'];
const plainList = `<ul><li>${plain.join('</li><li>')}</li></ul>`;

test.each([
  '<p><b>Ingredients for 6 balls</b></p>',
  '<p><strong>Zutaten für 4 Kugeln</strong></p>',
  '<p> <strong>Ingredients (for 2)</strong> </p>',
])('a paragraph in bold type that says for how many heads its list: %s', (head) => {
  expect(readIngredients(head + plainList)).toEqual({ ingredients: plain });
});

test.each([
  '<p>Ingredients for 6 balls</p>',
  '<p><b>Ingredients for</b> 6 balls</p>',
  '<p><b>Ingredients that we like</b></p>',
  '<p><b>Notes for 6 balls</b></p>',
  '<p><b>Ingredients that we bought for 6 of our best friends</b></p>',
])('a paragraph that is no heading heads no list: %s', (head) => {
  expect(readIngredients(head + plainList)).toEqual({});
});

test.each([
  ['<li>200 g flour<br>2 eggs<br>salt</li>', ['200 g flour', '2 eggs', 'salt']],
  [
    '<li><b>For the icing:</b><br>200 g sugar<br>1 lemon</li><li>some salt</li>',
    ['200 g sugar', '1 lemon', 'some salt'],
  ],
  ['<li>200 g flour<br>2 eggs</li><li>1 pear</li>', ['200 g flour', '2 eggs', '1 pear']],
  ['<li>200 g flour<br>(sifted)</li><li>2 eggs</li>', ['200 g flour (sifted)', '2 eggs']],
  ['<li>200 g<br>flour</li><li>2<br>eggs</li>', ['200 g flour', '2 eggs']],
])('lines within an item are items where several begin with an amount: %s', (items, texts) => {
  const body = `<h2>Ingredients</h2><ul>${items}</ul>`;
  expect(readIngredients(body)).toEqual({ ingredients: texts });
});

test('a list under a paragraph in bold type ends where another such paragraph names another list', () => {
  const items = '<p>1 cup sugar<br>3 eggs</p>';
  const body = `<p><b>Ingredients</b></p>${items}<p><b>Method</b></p><p>${steps.join('</p><p>')}</p>`;
  expect(readIngredients(body)).toEqual({ ingredients: ['1 cup sugar', '3 eggs'] });
});

test('a heading that says for how many names its list in any script', () => {
  const body = '<h2>材料(2人分)</h2><ul><li>牛肉 200g</li><li>玉ねぎ 1個</li></ul>';
  expect(readIngredients(body)).toEqual({ ingredients: ['牛肉 200g', '玉ねぎ 1個'] });
});

test('short sentences are steps', () => {
  const body = '<h2>Method</h2><ol><li>Melt the butter.</li><li>Whisk and bake.</li></ol>';
  expect(readSteps(body)).toEqual({ instructions: ['Melt the butter.', 'Whisk and bake.'] });
});

test('the notes under a label in bold type are no steps', () => {
  const body = `<p><b>Method:</b></p><p>${steps.join('</p><p>')}</p><p><b>Notes:</b></p><p>Use a tin.</p>`;
  expect(readSteps(body)).toEqual({ instructions: steps });
});

test.each([
  ['an amount', '<div><p class="q">1 pinch</p><p class="n">Salt</p></div>', '1 pinch Salt'],
  ['words', '<div><p class="q">some</p><p class="n">Salt</p></div>', 'some Salt'],
  ['nothing', '<div><p class="q"></p><p class="n">Salt</p></div>', 'Salt'],
])('amounts in elements of their own go with what is beside them: %s', (_, last, text) => {
  const body = `<h2>Ingredients</h2><section><div><p class="q">200 g</p><p class="n">Flour</p></div><div><p class="q">2</p><p class="n">Eggs</p></div><div><p class="q">1 dl</p><p class="n">Milk</p></div>${last}<p class="more">You need as well</p></section>`;
  expect(readIngredients(body)).toEqual({
    ingredients: ['200 g Flour', '2 Eggs', '1 dl Milk', text],
  });
});

test('numbers that count the ingredients are no amounts', () => {
  const items = ['Flour', 'Eggs', 'Milk'].map(
    (name, at) => `<b class="count">${at + 1}</b><p class="ingredient">${name}</p>`,
  );
  const body = `<h2>Ingredients</h2><div>${items.join('')}</div>`;
  expect(readIngredients(body)).toEqual({ ingredients: ['Flour', 'Eggs', 'Milk'] });
});

test('a paragraph in bold type that heads some of the ingredients is none of them', () => {
  const body =
    '<h2>Ingredients</h2><div><p>200 g flour</p><p>2 eggs</p><p><b>For the icing</b></p><p>50 g sugar</p><p><b>1 lemon</b></p></div>';
  expect(readIngredients(body)).toEqual({
    ingredients: ['200 g flour', '2 eggs', '50 g sugar', '1 lemon'],
  });
});

test('nor is one with an empty element in front of the bold type', () => {
  const body =
    '<h2>Ingredients</h2><div><p>200 g flour</p><p>2 eggs</p><p><span></span><strong>The icing</strong></p><p>50 g sugar</p></div>';
  expect(readIngredients(body)).toEqual({
    ingredients: ['200 g flour', '2 eggs', '50 g sugar'],
  });
});

test('ingredients that stand by themselves go on behind a part with a heading of its own, which is none of them', () => {
  const listed = '<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li></ul>';
  const help =
    '<div class="faq"><h3>How to print</h3><ol><li>Click the button and wait for it.</li><li>Choose the printer.</li></ol></div>';
  expect(readIngredients(listed + help)).toEqual({ ingredients: ['200 g flour', '2 eggs'] });
  expect(readIngredients(`${listed + help}<ul><li>50 g sugar</li></ul>`)).toEqual({
    ingredients: ['200 g flour', '2 eggs', '50 g sugar'],
  });
});

test('and so they do in such a part that lists more of them', () => {
  const icing = '<h3>Icing</h3><ul><li>50 g sugar</li></ul>';
  const sponge = '<ul><li>200 g flour</li></ul>';
  const ingredients = ['200 g flour', '50 g sugar'];
  expect(readIngredients(`<h2>Ingredients</h2>${sponge}${icing}`)).toEqual({ ingredients });
  const part = `<section>${icing}</section>`;
  expect(readIngredients(`<h2>Ingredients</h2>${sponge}${part}`)).toEqual({ ingredients });
  const parts = `<div><h3>Sponge</h3>${sponge}</div><div>${icing}</div>`;
  expect(readIngredients(`<h2>Ingredients</h2>${parts}`)).toEqual({ ingredients });
});

test('a list that is there in two units for each of three portions is given once', () => {
  const list = '<ul class="ingredients"><li>200 g flour</li><li>2 eggs</li><li>salt</li></ul>';
  expect(readIngredients(`<h2>Ingredients</h2><div>${list.repeat(6)}</div>`)).toEqual({
    ingredients: ['200 g flour', '2 eggs', 'salt'],
  });
});

test('a line that leads into the steps is not all of them', () => {
  const body = `<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>1 pinch of salt</li></ul><div><h2>Directions for the cake</h2><p>In two steps.</p></div><div><ol><li>Beat the eggs until they foam;</li><li>Fold in the flour and bake for an hour;</li></ol></div>`;
  expect(readSteps(body)).toEqual({
    instructions: ['Beat the eggs until they foam;', 'Fold in the flour and bake for an hour;'],
  });
});

const keywords = { type: 'array', items: { type: 'string' } } as const;

test('what stands beside labels of other fields is no keyword, whatever the template calls it', () => {
  const facts =
    '<div class="tags"><div><b>Course:</b> <i>dinner</i></div><div><b>Cuisine</b> <i>Greek</i></div></div>';
  const schema = { type: 'object', properties: { keywords } } as const;
  expect(readFrom(`${facts}<p>Mix it.</p>`, schema)).toEqual({});
  const own = '<div class="tags"><a href="/t/pie">pie</a> <a href="/t/apple">apple</a></div>';
  expect(readFrom(`${facts}${own}`, schema)).toEqual({ keywords: ['pie', 'apple'] });
});

test('the entries of a menu are no value of the field that its label names', () => {
  const schema = { type: 'object', properties: { cuisine: { type: 'string' } } } as const;
  const menu = `<nav><ul><li><a href="/c">Cuisine</a><ul>${['Greek', 'Thai', 'Indian'].map((word) => `<li><a href="/${word}">${word}</a></li>`).join('')}</ul></li></ul></nav>`;
  expect(readFrom(menu, schema)).toEqual({});
  expect(readFrom(`${menu}<p>Cuisine: Thai</p>`, schema)).toEqual({ cuisine: 'Thai' });
});

test('the rows of a table are ingredients, the amount first', () => {
  const table =
    '<table><tr><th>Ingredient</th><th>Amount</th></tr><tr><th>flour</th><td>200 g</td></tr><tr><th>eggs</th><td>2</td></tr><tr><td>salt</td><td></td></tr></table>';
  const ingredients = ['200 g flour', '2 eggs', 'salt'];
  expect(readIngredients(`<h2>Ingredients</h2>${table}`)).toEqual({ ingredients });
  expect(readIngredients(`<div class="ingredients">${table}</div>`)).toEqual({ ingredients });
});

const dough = ['200 g flour', '2 eggs', '1 pinch of salt'];

test.each([
  ['a part of the list', 'Glaze', ['1 lemon', '50 g sugar', 'water'], true],
  ['tools', 'Tools', ['bowl', 'whisk', 'tin'], false],
  ['tips', 'Tips', ['1 lemon will do', '2 days is the longest it keeps'], false],
  ['steps', 'Method', ['2 eggs are beaten until they foam.', '1 hour it is baked.'], false],
])('a heading of the same rank with a list below it can head %s', (_, head, items, goesOn) => {
  const body = `<div><h2>Ingredients</h2>${toList(dough)}<h2>${head}</h2>${toList(items)}</div>`;
  expect(readIngredients(body)).toEqual({ ingredients: goesOn ? [...dough, ...items] : dough });
});

test('steps go on in further parts of the same form up to a heading', () => {
  const [first, second] = steps.map((step) => `<div class="part"><ol><li>${step}</li></ol></div>`);
  const notes = `<div class="part"><h3>Serve it</h3><ol><li>Eat it while it is warm.</li></ol></div>`;
  const body = `<div class="part"><h3>Method</h3><ol><li>Heat the oven to 200 °C.</li></ol></div>${first}${second}${notes}`;
  expect(readSteps(body)).toEqual({ instructions: ['Heat the oven to 200 °C.', ...steps] });
});

test('what stands below the steps under a heading or in bold type that names notes is no step', () => {
  const list = `<h2>Method</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
  const tip = '<h3>Tipp</h3><ul><li>Cold plates will help.</li></ul>';
  expect(readSteps(`<section class="instructions">${list}${tip}</section>`)).toEqual({
    instructions: steps,
  });
  const suggestion = '<p><b>Sugerencia</b></p><ul><li>Cold plates will help.</li></ul>';
  expect(readSteps(`<div>${list}${suggestion}</div>`)).toEqual({ instructions: steps });
});

function toList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}
