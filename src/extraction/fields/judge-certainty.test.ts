import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

interface Page {
  readonly data?: object;
  readonly head?: string;
  readonly body: string;
  readonly host?: string;
}

const text = { type: 'string' };
const list = { type: 'array', items: text };

function sourcesOf({ data, head = '', body, host = 'a.example' }: Page, properties: object) {
  const script =
    data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const html = `<html lang="en"><head>${script}${head}</head><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url: `https://${host}/x` });
  const schema = { type: 'object', properties };
  const prompt = 'What the page is about';
  return extractStructure({ reading, prompt, schema, detailLevel: 'medium' }).sources;
}

/** How far each value can be wrong, by where it stands in the answer. */
function doubtsOf(page: Page, properties: object) {
  return Object.fromEntries(
    Array.from(sourcesOf(page, properties), ([place, { certainty }]) => [
      place,
      certainty?.doubt ?? 1,
    ]),
  );
}

/** What else the page states for a text. */
function rivalsOf(page: Page, name: string): readonly unknown[] | undefined {
  const source = sourcesOf(page, { [name]: text }).get(`/${name}`);
  return source?.certainty?.rivals.map(({ value }) => value);
}

function showIngredients(items: readonly string[]): string {
  const shown = items.map((item) => `<li>${item}</li>`).join('');
  return `<h1>Pancakes</h1><h2>Ingredients</h2><ul class="ingredients">${shown}</ul>`;
}

/** Of the author of an article whose data and byline name this one. */
function doubtOfAuthor(name: string, place: Partial<Page> = {}): number | undefined {
  const page = {
    data: { '@type': 'NewsArticle', headline: 'Rain', author: { '@type': 'Person', name } },
    body: `<article><h1>Rain</h1><p class="byline">By ${name}</p><p>It rained all day.</p></article>`,
    ...place,
  };
  return doubtsOf(page, { authors: list })['/authors/0'];
}

function showDay(day: string): string {
  return `<article><h1>Rain</h1><p class="date">${day}</p><p>It rained all day.</p></article>`;
}

function showDays(days: readonly string[]): string {
  const times = days.map((day) => `<div><time datetime="${day}T08:00:00Z">${day}</time></div>`);
  return `<article><h1>Rain</h1>${times.join('')}<p>It rained all day.</p></article>`;
}

function pageOfWords(words: readonly string[]) {
  return {
    data: { '@type': 'NewsArticle', headline: 'Rain', keywords: ['weather', 'floods'] },
    body: `<article><h1>Rain</h1><p>It rained.</p><p>Keywords: ${words.join(', ')}</p></article>`,
  };
}

/** Of the price of a thing whose data states it in euros. */
function doubtOfPrice(price: string, body: string, head = ''): number | undefined {
  const offers = { price, priceCurrency: 'EUR' };
  const data = { '@type': 'Product', name: 'Dress', offers };
  const page = { data, body: `<h1>Dress</h1>${body}`, head };
  return doubtsOf(page, { price: { type: 'number' } })['/price'];
}

describe('a field of something', () => {
  const page = {
    data: { '@type': 'Book', name: 'The Long Road', author: 'Eva Lund' },
    head: '<title>The Long Road</title><meta property="og:title" content="The Long Road">',
    body: '<h1>The Long Road</h1><p class="byline">By Eva Lund</p>',
  };
  const doubtOf = (name: string, more = ''): number | undefined =>
    doubtsOf({ ...page, body: page.body + more }, { [name]: text })[`/${name}`];

  test.each(['movieTitle', 'course_title', 'gameTitle'])(
    '%s is unsure where the page is about another thing',
    (name) => {
      expect(doubtOf('title')).toBe(0.005);
      expect(doubtOf(name)).toBe(1);
    },
  );

  test('is sure where the page is about that', () => {
    expect(doubtOf('book_title')).toBe(0.005);
    const { data: _, ...bare } = page;
    const head = `${page.head}<meta property="og:type" content="book">`;
    expect(doubtsOf({ ...bare, head }, { bookTitle: text })['/bookTitle']).not.toBe(1);
  });
});

describe('a list', () => {
  const recipeIngredient = ['200 g flour', '2 eggs', '1 pinch of salt'];
  const data = { '@type': 'Recipe', name: 'Pancakes', recipeIngredient };
  test('that structured data and the page state alike is sure in all of its items', () => {
    expect(
      doubtsOf({ data, body: showIngredients(recipeIngredient) }, { ingredients: list }),
    ).toEqual({
      '/ingredients/0': 0.005,
      '/ingredients/1': 0.005,
      '/ingredients/2': 0.005,
    });
  });

  test.each([
    ['one amount is another', ['200 g flour', '3 eggs', '1 pinch of salt']],
    ['an item is lacking', ['200 g flour', '2 eggs']],
    ['the order is another', ['2 eggs', '200 g flour', '1 pinch of salt']],
  ])('is in none where %s', (_, items) => {
    const doubts = doubtsOf({ data, body: showIngredients(items) }, { ingredients: list });
    expect(new Set(Object.values(doubts))).toEqual(new Set([1]));
  });

  test('that the page alone states is in none', () => {
    const doubts = doubtsOf({ body: showIngredients(recipeIngredient) }, { ingredients: list });
    expect(Object.keys(doubts)).toHaveLength(3);
    expect(new Set(Object.values(doubts))).toEqual(new Set([1]));
  });
});

describe('authors', () => {
  test('are sure where the byline names whom the data names', () => {
    expect(doubtOfAuthor('Ada Byron')).toBe(0.005);
  });

  test('that only a tag for machines repeats are not', () => {
    const head = '<meta name="author" content="Ada Byron">';
    expect(doubtOfAuthor('Ada Byron', { head, body: '<h1>Rain</h1><p>It rained.</p>' })).toBe(1);
  });

  test.each(['Newsdesk', 'Harbour Times'])('of no person are not: %s', (name) => {
    expect(doubtOfAuthor(name, { host: 'www.harbourtimes.example' })).toBe(1);
  });
});

describe('an author in one value', () => {
  const heading = '<h1>Pancakes</h1>';

  test('is sure where the byline names whom the data names', () => {
    expect(doubtOfCook('Ada Byron', `${heading}<p class="byline">By Ada Byron</p>`)).toBe(0.005);
  });

  test.each([
    ['no byline', 'Ada Byron', '<p>Stir.</p>'],
    ['another one', 'Ada Byron', '<p class="byline">By Eva Lund</p>'],
    ['several', 'Ada Byron, Eva Lund', '<p class="byline">By Ada Byron and Eva Lund</p>'],
  ])('is not where there is %s', (_, name, shown) => {
    expect(doubtOfCook(name, heading + shown)).toBe(1);
  });
});

describe('a description', () => {
  const description = 'Thin ones, with lemon and sugar, that take twenty minutes.';
  const doubtOf = (shown: string, tag: string): number | undefined =>
    doubtsOf(
      {
        data: { '@type': 'Recipe', name: 'Pancakes', description },
        head: `<meta name="description" content="${tag}">`,
        body: `<h1>Pancakes</h1><p>${shown}</p><p>Stir.</p>`,
      },
      { description: text },
    )['/description'];

  test('is sure where the page shows what the data states, whatever its tag for search engines says', () => {
    expect(doubtOf(description, 'All about pancakes and crêpes.')).toBe(0.005);
  });

  test.each([
    ['the page has another one', 'All about crêpes and how they are made.', 'Pancakes.'],
    ['the tag repeats it alone', 'All about crêpes and how they are made.', description],
    ['a link is called so', `<a href="/x">${description}</a>`, 'Pancakes.'],
    ['a shorter edition is stated', description, 'Thin ones, with lemon and sugar.'],
  ])('is not where %s', (_, shown, tag) => {
    expect(doubtOf(shown, tag)).toBe(1);
  });
});

describe('a title', () => {
  const body = '<h1>Rain in the north</h1><p>It rained.</p>';
  const og = '<meta property="og:title" content="Rain in the north">';
  const news = { title: text };

  test('is sure where three kinds of sources state it, or two of which one is data', () => {
    const data = { '@type': 'NewsArticle', headline: 'Rain in the north' };
    expect(doubtsOf({ data, body }, news)).toEqual({ '/title': 0.005 });
    expect(doubtsOf({ data, head: og, body }, news)).toEqual({ '/title': 0.005 });
  });

  test('that a heading and a tag repeat is less sure', () => {
    expect(doubtsOf({ head: og, body }, news)).toEqual({ '/title': 0.05 });
  });
});

test('a currency is sure where the data names it and the price shows it', () => {
  const offers = { price: '12.50', priceCurrency: 'GBP' };
  const data = { '@type': 'Product', name: 'Lamp', offers };
  const properties = { price: { type: 'number' }, currency: text };
  const shown = '<h1>Lamp</h1><p>Price: £12.50</p>';
  expect(doubtsOf({ data, body: shown }, properties)).toMatchObject({ '/currency': 0.005 });
  const lone = '<h1>Lamp</h1><p>Of brass.</p>';
  expect(doubtsOf({ data, body: lone }, properties)).toMatchObject({ '/currency': 1 });
});

describe('rivals of a value', () => {
  const article = { '@type': 'NewsArticle', headline: 'Rain', datePublished: '2024-01-02' };
  const recipe = {
    '@type': 'Recipe',
    name: 'Soup',
    nutrition: { '@type': 'NutritionInformation', calories: '326 kcal' },
  };

  test.each([
    [
      'the name of the site behind it',
      {
        data: { '@graph': [article, { '@type': 'NewsArticle', headline: 'Rain - Daily News' }] },
        body: '<h1>Rain</h1>',
      },
      'title',
    ],
    ['its unit', { data: recipe, body: '<h1>Soup</h1><p>Calories: 326</p>' }, 'calories'],
    [
      'the day of the last change',
      { data: { ...article, dateModified: '2024-01-05' }, body: '<h1>Rain</h1>' },
      'datePublished',
    ],
  ])('are none that differ by %s', (_, page, name) => {
    expect(rivalsOf(page, name)).toEqual([]);
  });

  test.each([
    [
      'another title before the name that was taken',
      {
        head: '<title>Cedar Bench - Garden Furniture</title>',
        body: '<h1>Garden Furniture</h1>',
      },
      'title',
      ['Cedar Bench - Garden Furniture'],
    ],
    [
      'an earlier day as that of the last change',
      { data: { ...article, dateModified: '2024-01-01' }, body: '<h1>Rain</h1>' },
      'datePublished',
      ['2024-01-01'],
    ],
  ])('are told: %s', (_, page, name, rivals) => {
    expect(rivalsOf(page, name)).toEqual(rivals);
  });

  test('are other values', () => {
    const body = '<h1>Soup</h1><p>Calories: 410</p>';
    expect(rivalsOf({ data: recipe, body }, 'calories')).toEqual(['410']);
  });
});

describe('a price', () => {
  test('is sure where the page shows what its data states, in the currency of this', () => {
    const shown = '<div class="price">€549.56</div>';
    expect(doubtOfPrice('549.56', shown)).toBe(0.005);
    expect(doubtOfPrice('549.56', shown.replace('€', ''))).toBe(0.005);
    const converted = '<div class="price">€132.34</div><div class="other">549.56 AED</div>';
    expect(doubtOfPrice('549.56', converted)).toBe(1);
    expect(doubtOfPrice('549.56', '<p>Pay 549.56 AED.</p>')).toBeGreaterThan(0.005);
  });

  test('of its data and its head is not where the page calls another amount the price', () => {
    const head = '<meta property="product:price:amount" content="89.00">';
    expect(doubtOfPrice('89.00', '<p>Of wool.</p>', head)).toBe(0.005);
    expect(doubtOfPrice('89.00', '<div class="price">€132.34</div>', head)).toBe(1);
  });
});

describe('a day of publication', () => {
  const date = { publishing_date: text };
  const modified = '<meta property="article:modified_time" content="2024-05-09T08:00:00Z">';
  const published = '<meta property="article:published_time" content="2024-05-02T08:00:00Z">';
  const data = {
    '@type': 'NewsArticle',
    headline: 'Rain',
    datePublished: '2024-05-02T08:00:00Z',
    dateModified: '2024-05-09T08:00:00Z',
  };

  test('is sure where the data and the page state it, whatever the day of the last change is', () => {
    const both = showDay('<time datetime="2024-05-02">2 May 2024</time>');
    expect(doubtsOf({ data, head: modified, body: both }, date)).toEqual({
      '/publishing_date': 0.005,
    });
    expect(doubtsOf({ data, head: published + modified, body: both }, date)).toEqual({
      '/publishing_date': 0.005,
    });
  });

  test('that the page does not show is not, beside another one', () => {
    const body = '<article><h1>Rain</h1><p>It rained all day.</p></article>';
    expect(doubtsOf({ data, head: published + modified, body }, date)).toEqual({
      '/publishing_date': 1,
    });
  });

  test('is not where the page shows it beside another one, and a tag alone states it', () => {
    const head = '<meta property="article:published_time" content="2024-05-02T08:00:00Z">';
    const doubtOf = (days: readonly string[]) =>
      doubtsOf({ head, body: showDays(days) }, date)['/publishing_date'];
    expect(doubtOf(['2024-05-02'])).toBe(0.005);
    expect(doubtOf(['2024-05-01', '2024-05-02'])).toBe(1);
  });
});

describe('a title beside another wording', () => {
  const body = '<h1>Rain in the north</h1><p>It rained.</p>';
  const news = { title: text };
  const pageOf = (name: string) => ({
    data: {
      '@graph': [
        { '@type': 'NewsArticle', headline: 'Rain in the north' },
        { '@type': 'NewsArticle', headline: name },
      ],
    },
    body,
  });

  test.each(['Rain in the north - Harbour Times', 'Weather | Rain in the north'])(
    'is sure where that is the same and the name of the site or a section: %s',
    (name) => {
      expect(doubtsOf(pageOf(name), news)).toEqual({ '/title': 0.005 });
    },
  );

  test('is sure where data has it with the name of the site behind, and a heading and a tag without', () => {
    const og = '<meta property="og:title" content="Rain in the north">';
    const stated = (headline: string): unknown =>
      doubtsOf({ data: { '@type': 'NewsArticle', headline }, head: og, body }, news)['/title'];
    expect(stated('Rain in the north - Harbour Times')).toBe(0.005);
    expect(stated('Rain floods valleys - Harbour Times')).not.toBe(0.005);
  });

  test('is not where it is another one', () => {
    expect(doubtsOf(pageOf('Rain in the north floods valleys'), news)).toEqual({ '/title': 1 });
  });

  const properties = { title: text, ingredients: list, yields: text, total_time: text };
  const recipe = {
    '@type': 'Recipe',
    name: 'Pancakes',
    recipeIngredient: ['200 g flour', '2 eggs'],
    recipeYield: '4 servings',
    totalTime: 'PT20M',
  };
  const head = '<title>The best crêpes</title><meta property="og:title" content="The best crêpes">';
  const doubtOfRecipe = (heading: string) =>
    doubtsOf({ data: recipe, head, body: `<h1>${heading}</h1><p>Stir.</p>` }, properties)['/title'];

  test('is sure where a heading shows the name of the thing that the data describes', () => {
    expect(doubtOfRecipe('Pancakes')).toBe(0.005);
  });

  test('is not where the heading has another one', () => {
    expect(doubtOfRecipe('Blini')).toBe(1);
  });
});

describe('keywords', () => {
  const properties = { keywords: list };

  test('are sure where the data and the page state the same ones', () => {
    expect(doubtsOf(pageOfWords(['weather', 'floods']), properties)).toEqual({
      '/keywords/0': 0.005,
      '/keywords/1': 0.005,
    });
  });

  test('are not where the page has others', () => {
    expect(new Set(Object.values(doubtsOf(pageOfWords(['weather', 'north']), properties)))).toEqual(
      new Set([1]),
    );
  });

  test('of which there is one are not', () => {
    const data = { '@type': 'NewsArticle', headline: 'Rain', keywords: ['weather'] };
    const page = { ...pageOfWords(['weather']), data };
    expect(doubtsOf(page, properties)).toEqual({ '/keywords/0': 1 });
  });
});

describe('a rating and its count', () => {
  const properties = { rating: { type: 'number' }, ratingCount: { type: 'integer' } };
  const doubtsOfRating = (shown: string) =>
    doubtsOf(
      {
        data: {
          '@type': 'Product',
          name: 'Lamp',
          aggregateRating: { ratingValue: 4.6, ratingCount: 152 },
        },
        body: `<h1>Lamp</h1><div class="rating">${shown}</div>`,
      },
      properties,
    );

  test('are sure where the page shows what the data states', () => {
    const shown = '<span class="rating-value">4.6</span> <span class="rating-count">152</span>';
    expect(doubtsOfRating(shown)).toEqual({ '/rating': 0.005, '/ratingCount': 0.005 });
  });

  test('are not where it shows none', () => {
    expect(doubtsOfRating('')).toEqual({ '/rating': 1, '/ratingCount': 0.05 });
  });
});

describe('what structured data alone states', () => {
  const data = {
    '@type': 'Recipe',
    name: 'Pancakes',
    recipeCuisine: 'Swedish',
    recipeIngredient: ['200 g flour', '2 eggs'],
    recipeYield: '4 servings',
    totalTime: 'PT20M',
    aggregateRating: { ratingValue: 4.6, ratingCount: 152 },
  };
  const properties = { title: text, cuisine: text, ingredients: list, total_time: text };
  const doubtsIn = (shown: string) =>
    doubtsOf({ data, body: `<h1>The best crêpes</h1>${shown}<p>Stir.</p>` }, properties);

  test('is sure where an element of the page shows it as its whole text', () => {
    const shown = '<div><b>Pancakes</b> <a href="/se">Swedish</a></div>';
    expect(doubtsIn(shown)).toMatchObject({ '/title': 0.005, '/cuisine': 0.005 });
  });

  test.each([
    '<div>Pancakes of Swedish descent</div>',
    '<nav><a href="/p">Pancakes</a> <a href="/se">Swedish</a></nav>',
  ])('is not where the page shows it in another text or in its navigation: %s', (shown) => {
    expect(doubtsIn(shown)).toMatchObject({ '/title': 1, '/cuisine': 1 });
  });

  test('is sure of a brand, not of a number', () => {
    const offers = { price: '12', priceCurrency: 'GBP' };
    const lamp = {
      '@type': 'Product',
      name: 'Lamp',
      brand: { name: 'Lumo' },
      sku: '77123',
      offers,
    };
    const body = '<h1>Lamp</h1><a href="/lumo">Lumo</a><i>77123</i>';
    expect(doubtsOf({ data: lamp, body }, { brand: text, sku: text })).toEqual({
      '/brand': 0.005,
      '/sku': 1,
    });
  });
});

describe('what a class and a label call alike', () => {
  const properties = { cook_time: { type: 'integer' }, cuisine: text, yields: text };
  test.each([
    ['cook_time', 'cook-time', 'Cook time', '25 minutes'],
    ['cuisine', 'recipe-cuisine', 'Cuisine', 'Swedish'],
    ['yields', 'recipe-servings', 'Servings', '4 servings'],
  ])('is sure: %s', (field, name, label, value) => {
    const body = showNamed(name, label, value);
    expect(doubtsOf({ body }, properties)).toEqual({ [`/${field}`]: 0.005 });
  });

  test.each([
    ['only its label says what it is', 'cuisine', 'value', 'Cuisine', 'Swedish'],
    ['only its class says what it is', 'cuisine', 'recipe-cuisine', 'From', 'Swedish'],
    ['it may be several', 'cuisine', 'recipe-cuisine', 'Cuisine', 'Swedish, Danish'],
    ['it is a range', 'yields', 'recipe-servings', 'Servings', '4-6 servings'],
  ])('is not where %s', (_, field, name, label, value) => {
    const body = showNamed(name, label, value);
    expect(doubtsOf({ body }, properties)).toEqual({ [`/${field}`]: 1 });
  });
});

describe('a trade number', () => {
  const body = '<h1>Rain</h1><dl><dt>ISBN-13</dt><dd>9780306406157</dd></dl>';

  test('that is called so is sure where it is the only one', () => {
    expect(doubtsOf({ body }, { isbn_13: text })).toEqual({ '/isbn_13': 0.005 });
  });

  test('is not beside another one', () => {
    const data = { '@type': 'Book', name: 'Rain', isbn: '9783161484100' };
    expect(doubtsOf({ data, body }, { isbn_13: text })).toEqual({ '/isbn_13': 1 });
  });

  test('that nothing calls so is not', () => {
    const lone = '<h1>Rain</h1><p>9780306406157</p>';
    expect(doubtsOf({ body: lone }, { isbn_13: text })['/isbn_13'] ?? 1).toBe(1);
  });
});

describe('a yield', () => {
  test('of servings is sure where the data and the page state it', () => {
    expect(doubtOfYield('4 servings', 'Serves 4')).toBe(0.005);
  });

  test.each([
    ['4 servings', 'Serves 6'],
    ['12 naan', '12 naan'],
  ])('of another number or noun is not: %s, %s', (stated, shown) => {
    expect(doubtOfYield(stated, shown)).toBe(1);
  });
});

function doubtOfYield(stated: string, shown: string): number | undefined {
  const page = {
    data: { '@type': 'Recipe', name: 'Pancakes', recipeYield: stated },
    body: `<h1>Pancakes</h1><dl><dt>Yield</dt><dd>${shown}</dd></dl>`,
  };
  return doubtsOf(page, { yields: text })['/yields'];
}

function doubtOfCook(name: string, body: string): number | undefined {
  const data = { '@type': 'Recipe', name: 'Pancakes', author: name };
  return doubtsOf({ data, body }, { author: text })['/author'];
}

function showNamed(name: string, label: string, value: string): string {
  return `<h1>Pancakes</h1><p><span>${label}</span>: <span class="${name}">${value}</span></p>`;
}

test('the title of the page is no source of its own beside the name that markup has in its text', () => {
  const name = 'Brass lamp of a captain';
  const body = `<div itemscope itemtype="https://schema.org/Product"><p itemprop="name">${name}</p><p itemprop="sku">B-1</p></div>`;
  const head = `<title>${name}</title>`;
  expect(doubtsOf({ head, body }, { name: text })['/name']).toBe(0.05);
});

const sellLamp = (prices: string): Page => ({ body: `<h1>Lamp</h1>${prices}` });

describe('a price with its tax and without it', () => {
  const data = { '@type': 'Product', name: 'Lamp', offers: { price: '121', priceCurrency: 'EUR' } };
  const both = '<p class="price">€121 incl. VAT</p><p>€100 excl. VAT</p>';

  test.each([
    ['in parts of their own', both],
    ['in one', '<p class="price">121,00 € inkl. MwSt. (100,00 € netto)</p>'],
    ['the lesser first', '<p>€100 excl. VAT</p><p>€121 incl. VAT</p>'],
  ])('are both told where the page shows them %s', (_, prices) => {
    const source = sourcesOf(sellLamp(prices), { price: { type: 'number' } }).get('/price');
    expect(source?.certainty?.doubt).toBe(1);
    expect(source?.certainty?.rivals.map(({ value }) => value)).toEqual([100]);
  });

  test('are settled by data of the page', () => {
    const price = { price: { type: 'number' } };
    expect(doubtsOf({ ...sellLamp(both), data }, price)['/price']).toBeLessThan(0.01);
  });

  test('are not what a page has that shows one of them', () => {
    const [one = ''] = both.split('</p>');
    const source = sourcesOf(sellLamp(one), { price: { type: 'number' } }).get('/price');
    expect(source?.certainty?.rivals).toEqual([]);
  });
});
