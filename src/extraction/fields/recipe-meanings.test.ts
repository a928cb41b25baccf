import { expect, test } from 'vitest';
import { extractFields, lines, text } from '../../../test/support/extract-fields.ts';

const number = { type: 'number' };
const list = { type: 'array', items: text };
const steps = '<p>Mix the flour with the eggs.</p><p>Bake for 70 minutes at 180 °C.</p>';

test('a step is no duration, whatever its heading', () => {
  const body = `<h1>Tarta</h1><h2>Preparación</h2><ol><li>Mezclar la harina con los huevos y la sal.</li><li>Verter la leche y
    remover.</li><li>Hornear 70 minutos a 180 °C.</li></ol>`;
  expect(extractFields(body, { prep_time: text }, 'es').value).toEqual({});
});

test('a sentence that begins with the word of a label is no duration', () => {
  const { value } = extractFields(lines('Bake for 70 minutes at 180 °C.'), { cook_time: text });
  expect(value).toEqual({});
});

test.each([
  ['1 godzina 25 minut', 85],
  ['2 godziny', 120],
  ['1 hour and 25 minutes', 85],
])('%s are %i minutes', (stated, minutes) => {
  const found = extractFields(lines(`Total time: ${stated}`), { total_minutes: number });
  expect(found.value).toEqual({ total_minutes: minutes });
});

test('a duration of which a part has a unit that is not known is not read', () => {
  const found = extractFields(lines('Total time: 1 orë 25 min'), { total_minutes: number });
  expect(found.value).toEqual({});
});

test('what stands under the heading of the steps is no ingredient', () => {
  const ingredients = '<div><div>200 g flour</div><div>2 eggs</div></div>';
  const body = `<h1>Cake</h1><section><h2>Ingredients</h2>${ingredients}</section><section><h2>Method</h2>${steps}</section>`;
  expect(extractFields(body, { ingredients: list }).value).toEqual({});
});

test('the ingredients may stand below a row of headings', () => {
  const body = `<h1>Cake</h1><div><h2>Ingredients</h2><h2>Method</h2></div><ul><li>200 g flour</li><li>2 eggs</li></ul>`;
  expect(extractFields(body, { ingredients: list }).value).toEqual({
    ingredients: ['200 g flour', '2 eggs'],
  });
});

test.each([
  ['<p>Serving: 1 cookie | Calories: 82 kcal</p>', {}],
  ['<dl><dt>Servings</dt><dd>8</dd><dt>Yield</dt><dd>2 pizzas</dd></dl>', { servings: 8 }],
  ['<dl><dt>Servings</dt><dd>1</dd></dl>', { servings: 1 }],
])(
  'the size of a serving is not their number, and the label that a field has goes first: %s',
  (body, value) => {
    const fields = { servings: { type: 'integer' } };
    expect(extractFields(`<h1>Cookies</h1>${body}`, fields).value).toEqual(value);
  },
);

test('a yield is what its own label says, and not the number of servings beside it', () => {
  const body = '<dl><dt>Servings</dt><dd>8</dd><dt>Yield</dt><dd>2 pizzas</dd></dl>';
  const found = extractFields(`<h1>Pizza</h1>${body}`, { yield: { type: 'string' } }).value;
  expect(found).toEqual({ yield: '2 pizzas' });
});
