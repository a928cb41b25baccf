import { describe, expect, test } from 'vitest';
import {
  extractFields,
  lines,
  state,
  text,
  thing,
} from '../../../../test/support/extract-fields.ts';

const read = (body: string, ...names: readonly string[]): unknown =>
  extractFields(body, Object.fromEntries(names.map((name) => [name, text]))).value;

const onPage = (data: object): string => `<h1>Rain</h1>${state(data)}`;

describe('the text of an article', () => {
  const first = 'The rain came down over the hills on Monday and did not stop. '.repeat(3).trim();
  const second = 'Many of the roads were closed, and the trains stood still.';
  const teaser = { '@type': 'NewsArticle', headline: 'Rain', description: 'Rain fell.' };
  const data = state({ ...teaser, articleBody: 'Rain fell.' });

  test.each(['articleBody', 'body', 'content'])('is what its paragraphs say: %s', (name) => {
    const page = `<h1>Rain</h1>${data}<article><p>${first}</p><p>${second}</p></article>`;
    expect(read(page, name)).toEqual({ [name]: `${first} ${second}` });
  });

  test('is not its description', () => {
    expect(read(`<h1>Rain</h1>${data}`, 'articleBody', 'fullText')).toEqual({});
  });
});

test('a subtitle is no description', () => {
  const article = { '@type': 'NewsArticle', headline: 'Rain', description: 'Rain fell.' };
  expect(read(onPage(article), 'subtitle')).toEqual({});
  expect(read(onPage({ ...article, alternativeHeadline: 'A wet day' }), 'subtitle')).toEqual({
    subtitle: 'A wet day',
  });
});

describe('what a portion holds', () => {
  test('is found in its data', () => {
    const nutrition = { proteinContent: '5 g', carbohydrateContent: '20 g', fiberContent: '3' };
    const page = `<h1>Soup</h1>${state({ '@type': 'Recipe', name: 'Soup', nutrition })}`;
    expect(read(page, 'carbs', 'protein', 'fiber', 'fat')).toEqual({
      carbs: '20 g',
      protein: '5 g',
      fiber: '3',
    });
    const properties = { protein: text, carbohydrates: text };
    expect(extractFields(page, { nutrition: { type: 'object', properties } }).value).toEqual({
      nutrition: { protein: '5 g', carbohydrates: '20 g' },
    });
  });

  test('is weighed, and an ingredient of that name is another thing', () => {
    const why = '<p><strong>Sugar:</strong> Just a bit, to help it brown well.</p>';
    expect(read(`<h1>Soup</h1>${why}<p>Sugar: 29 g</p>`, 'sugar')).toEqual({ sugar: '29 g' });
    expect(read(lines('Sugar: 2 tbsp'), 'sugar')).toEqual({});
  });
});

test('a model is no number of its maker for a part', () => {
  const page = `${thing({ mpn: 'A77' })}<dl><dt>Model</dt><dd>Pro 3</dd></dl>`;
  expect(read(page, 'model', 'mpn')).toEqual({ model: 'Pro 3', mpn: 'A77' });
  expect(read(lines('Model: Pro3'), 'mpn')).toEqual({});
});

test('a term of schema.org is its word', () => {
  const offers = {
    itemCondition: 'https://schema.org/NewCondition',
    priceValidUntil: '2027-01-01',
  };
  const page = thing({ bookFormat: 'https://schema.org/Paperback', offers });
  expect(read(page, 'bookFormat', 'condition', 'priceValidUntil')).toEqual({
    bookFormat: 'Paperback',
    condition: 'new',
    priceValidUntil: '2027-01-01',
  });
});

test('the rest of a label is no value', () => {
  expect(read('<p><b>Case type:</b> Civil</p>', 'caseName')).toEqual({});
});

test('the town of an event is that of its address, and not its venue', () => {
  const address = { streetAddress: '1 High St', addressLocality: 'Leeds' };
  const event = { '@type': 'Event', name: 'Ball', location: { name: 'Kern Hall', address } };
  expect(read(`<h1>Ball</h1>${state(event)}`, 'city', 'street')).toEqual({
    city: 'Leeds',
    street: '1 High St',
  });
});

const paragraph = (at: number): string =>
  `<p>Part ${at} of the story tells of the harbour, of those who work there, and of the ferry that left in the morning with all who had waited.</p>`;

test('the text of an article is all of it, whatever its paragraphs stand in', () => {
  const parts = [1, 2, 3].map(
    (at) => `<section><h2>Chapter ${at}</h2>${paragraph(at)}${paragraph(at + 3)}</section>`,
  );
  const { articleBody } = read(
    `<article><h1>Story</h1>${parts.join('')}</article>`,
    'articleBody',
  ) as {
    articleBody: string;
  };
  for (const at of [1, 2, 3, 4, 5, 6]) expect(articleBody).toContain(`Part ${at} of the story`);
});

const lead = 'Ferries are back from Monday on, says the town.';
const stated = state({ '@type': 'NewsArticle', headline: 'Harbour reopens', description: lead });

test('a description is the subtitle where people see it below the title, and what is called so elsewhere is none', () => {
  const body = `<h1>Harbour reopens</h1><p class="lead">${lead}</p>${paragraph(1)}${paragraph(2)}${paragraph(3)}`;
  const far = '<div class="subtitle">Quality</div>';
  expect(read(`${stated}${body}${far}`, 'subtitle')).toEqual({ subtitle: lead });
  expect(
    read(`${stated}<h1>Harbour reopens</h1>${paragraph(1)}${paragraph(2)}${far}`, 'subtitle'),
  ).toEqual({});
});

test('a menu is no text of a page', () => {
  const links = Array.from(
    { length: 60 },
    (_, at) => `<li><a href="/${at}">Shoes of kind ${at}</a>`,
  );
  const page = `<div class="m"><ul>${links.join('')}</ul></div><h1>Red hat</h1><p>Wool.</p>`;
  expect(read(page, 'content')).toEqual({});
});

test('the first link of a part that names a company in words is no name', () => {
  const part = '<div class="company"><p>Acme Ltd</p><p><a href="/acme">Visit website</a></p></div>';
  expect(read(`<h1>Engineer</h1>${part}`, 'companyName')).not.toEqual({
    companyName: 'Visit website',
  });
});

test('how a thing is made, or sold, is nobody who does', () => {
  expect(
    read('<h1>Cloth</h1><p>Made by Hand</p><p>Sold by Weight</p>', 'manufacturer', 'seller'),
  ).toEqual({});
});
