import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const schema = { type: 'object', properties: { title: { type: 'string' } } } as const;

function readTitleOf(head: string, body: string, path = 'rain'): unknown {
  const html = `<html><head>${head}</head><body><article>${body}<p>It rained at last.</p></article></body></html>`;
  const reading = readPage({ html, url: `https://daily.example/${path}` });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' }).value;
}

test('a kicker in a heading that microdata names is not part of the title', () => {
  const head =
    '<title>Rain ends drought - News</title><meta property="og:title" content="Rain ends drought">';
  const heading =
    '<h1 itemprop="headline"><span>After months</span> <span>Rain ends drought</span></h1>';
  const body = `<div itemscope itemtype="https://schema.org/NewsArticle">${heading}</div>`;
  expect(readTitleOf(head, body)).toEqual({ title: 'Rain ends drought' });
});

test('the name of the site at the end of the title for previews is not part of the title', () => {
  const long = 'Rain ends drought - The Daily';
  const head = `<title>${long}</title><meta property="og:title" content="${long}">
    <meta property="og:site_name" content="The Daily">
    <script type="application/ld+json">{"@type":"NewsArticle","headline":"${long}"}</script>`;
  expect(readTitleOf(head, '<h1>Rain ends drought</h1>')).toEqual({ title: 'Rain ends drought' });
});

test('a closing quotation mark is not parted from the title', () => {
  const title = 'The mayor: «We are ready». Her rival: «She is late»';
  const head = `<title>${title} | Daily</title><meta property="og:site_name" content="Daily">`;
  expect(readTitleOf(head, '')).toEqual({ title });
});

const recipeSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    ingredients: { type: 'array', items: { type: 'string' } },
  },
} as const;

function readRecipeTitle(above: string): unknown {
  const list =
    '<h3>Ingredients</h3><ul><li>200 g pasta</li><li>2 tomatoes</li><li>1 clove of garlic</li></ul>';
  const html = `<html><head><title>Tomato pasta for everyone - Harbour Kitchen Daily</title>
    <meta property="og:site_name" content="Harbour Kitchen Daily"></head><body><article>
    <h1>Tomato pasta for everyone</h1><p>We cook it each week.</p><div>${above}${list}</div></article></body></html>`;
  const reading = readPage({ html, url: 'https://food.example/tomato-pasta' });
  const { value } = extractStructure({
    reading,
    prompt: '',
    schema: recipeSchema,
    detailLevel: 'medium',
  });
  return (value as { readonly title?: unknown }).title;
}

const whole = 'Tomato pasta for everyone';

test.each([
  ['the heading above it', '<h2>Tomato pasta</h2>', 'Tomato pasta'],
  [
    'one with a heading for the list beside it',
    '<h2>Tomato pasta</h2><h2>What it takes</h2>',
    'Tomato pasta',
  ],
  [
    'one before headings of lower rank',
    '<h2>Tomato pasta</h2><h4>Tips</h4><h4>Tools</h4>',
    'Tomato pasta',
  ],
  ['a name that is no heading', '<div class="recipe-title">Tomato pasta</div>', 'Tomato pasta'],
  ['none of a section that has ended', '<h3>Boil pasta</h3><h3>Stir</h3><h3>Serve</h3>', whole],
  ['none of an item of another list', '<ul><li><b class="name">pasta pot</b></li></ul>', whole],
  [
    'the heading in what is called a title',
    '<div class="title"><i>Yield: 12</i><h2>Tomato pasta</h2></div>',
    'Tomato pasta',
  ],
  ['none that is a sentence', '<h2>This tomato pasta is quick.</h2>', whole],
  ['none that heads the list', '<h2>Tomato pasta for everyone: ingredients</h2>', whole],
  ['none that names the site alone', '<b class="title">Join Harbour Kitchen Daily</b>', whole],
  ['none of a form', '<form><div class="form-title">Mail tomato pasta</div></form>', whole],
])('the title of a record is %s', (_, above, title) => {
  expect(readRecipeTitle(above)).toBe(title);
});

test('without a heading the title is the part of it that the page shows by itself', () => {
  const head = '<title>Rain ends drought - Post</title>';
  expect(readTitleOf(head, '<b>Rain ends drought</b>')).toEqual({ title: 'Rain ends drought' });
  expect(readTitleOf(head, '<b>Drought</b>')).toEqual({ title: 'Rain ends drought - Post' });
});

test('without a heading the title is the part of it that the address of the page repeats', () => {
  const head = '<title>Post of the Valley - Rain ends the dürre</title>';
  const body = '<p>Post of the Valley</p>';
  const title = 'Rain ends the dürre';
  expect(readTitleOf(head, body, 'news/rain-ends-the-duerre')).toEqual({ title });
  expect(readTitleOf(head, body, 'news/12')).toEqual({ title: 'Post of the Valley' });
});
