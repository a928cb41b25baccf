import { answerPrompt } from '../../../test/support/answer-prompt.ts';
import { describe, expect, test } from 'vitest';
import { extract, listing, read, shop } from '../../../test/support/kettle-pages.ts';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';

function stated(offer: object): string {
  return `<h1>Lamp</h1><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Lamp',
    offers: offer,
  })}</script>`;
}

const headed = (title: string, heads: string, rows: string): string =>
  `<h2>${title}</h2><table><tr>${heads}</tr>${rows}</table>`;

describe('the whole page', () => {
  test.each([
    'Extract everything',
    'What is on this page?',
    'all data',
    'Alle Informationen dieser Seite',
    'Tout le contenu de la page',
    '提取所有信息',
    'The kettle',
    'Extract the product',
  ])('%s', (prompt) => {
    expect(extract(shop, prompt)).toMatchObject({
      title: 'Blue kettle',
      price: 24.5,
      currency: 'GBP',
      facts: { Capacity: '1.7 l', 'Shipping cost': 3.9 },
    });
  });
});

test('the description of a listing has its cards, and not the price of the first as its own', () => {
  expect(extract(listing, 'everything')).toEqual({
    title: 'Kettles',
    items: ['Blue', 'Green', 'Yellow'].map((name, at) => ({
      title: `${name} kettle`,
      price: at + 1,
      currency: 'GBP',
      url: `https://shop.example/${name}`,
    })),
  });
});

describe('a model is needed', () => {
  test.each([
    'What is going on here?',
    'Summarise this page',
    'Fasse diese Seite zusammen',
    'Résume la page',
    'Translate the product name into German',
    'Traduce el nombre',
    'Compare the price with the capacity',
    'Count the labels',
    'zähle die Wörter',
    'Is the price fair?',
    'Is the tone friendly?',
    'Why does it cost so much?',
    'The cheapest product',
    'Rank the products by price',
    'Classify the product and give its price',
    '总结这个页面',
    'この商品の価格を翻訳',
    'x',
  ])('%s', (prompt) => {
    const { value, needsModel } = read(shop, prompt);
    expect(value).toBeUndefined();
    expect(needsModel).toBeDefined();
  });
});

describe('one form', () => {
  test.each([
    ['visible', '<h1>Lamp</h1><p>Price: £89.50</p><p>Availability: in stock</p>'],
    [
      'JSON-LD',
      stated({ price: '89.50', priceCurrency: 'GBP', availability: 'https://schema.org/InStock' }),
    ],
    [
      'another language',
      '<html lang="de"><h1>Lamp</h1><p>Preis: 89,50 £</p><p>Verfügbarkeit: auf Lager</p></html>',
    ],
  ])(
    '%s: amounts are numbers beside their currency, availability is a word of schema.org',
    (_title, page) => {
      expect(extract(page, 'name, price and availability')).toEqual({
        name: 'Lamp',
        price: 89.5,
        currency: 'GBP',
        availability: 'InStock',
      });
    },
  );

  test('days are written YYYY-MM-DD, in facts and tables too', () => {
    const page = `<h1>Kettle</h1><p>Published: 3 May 2024</p><table><tr><th>Release date</th><th>Price</th></tr>
      <tr><td>May 3, 2024</td><td>€1.299,00</td></tr><tr><td>soon</td><td>from €5 a month</td></tr></table>`;
    expect(extract(page, 'published')).toEqual({ published: '2024-05-03' });
    expect(extract(page, 'everything')).toMatchObject({
      facts: { Published: '2024-05-03' },
      tables: [
        [
          { 'Release date': '2024-05-03', Price: 1299, currency: 'EUR' },
          { 'Release date': 'soon', Price: 'from €5 a month' },
        ],
      ],
    });
  });
});

test('reading a prompt takes time that grows with its length', () => {
  const prompt = 'the price of all kettles, '.repeat(400);
  expect(workRatioOf(() => read(listing, prompt))).toBeLessThan(600);
});

test('a field of which each thing of a listing has one is refused with the way to ask for all', () => {
  for (const prompt of ['price', 'what does it cost']) {
    const found = read(listing, prompt);
    expect(found.value).toBeUndefined();
    expect(found.needsModel).toMatch(/it shows 3 things that have one each .*"all items"/);
  }
  expect(extract(listing, 'prices')).toEqual({ prices: [1, 2, 3], currency: 'GBP' });
  const both = read(listing, 'the title and the price');
  expect(both.value).toEqual({ title: 'Kettles' });
  expect(both.missing).toEqual([{ pointer: '/price', required: false, shown: 3 }]);
});

const toLog = (days: readonly string[]): string =>
  `<html lang="en"><h1>Harbour log</h1><table><tr><th>Ship</th><th>Date</th></tr>${days
    .map((day, at) => `<tr><td>Ship ${at + 1}</td><td>${day}</td></tr>`)
    .join('')}</table></html>`;

test.each([
  [
    ['17/03/2024', '02/05/2024', '04/05/2024'],
    ['2024-03-17', '2024-05-02', '2024-05-04'],
  ],
  [
    ['03/17/2024', '02/05/2024', '04/05/2024'],
    ['2024-03-17', '2024-02-05', '2024-04-05'],
  ],
])('the dates %j of a list are read in the order that their column shows', (days, read) => {
  const found = JSON.stringify(extract(toLog(days), 'All ships with their dates'));
  for (const day of read) expect(found).toContain(day);
});

test('the heading of a page is none of several titles that are asked for', () => {
  const jobs = ['Baker', 'Driver', 'Nurse', 'Clerk'];
  const items = jobs.map((job, at) => `<li><a href="/j/${at}">${job}</a><span>Leeds</span></li>`);
  const html = `<html lang="en"><h1>Jobs</h1><ul>${items.join('')}</ul></html>`;
  for (const prompt of ['job titles and salaries', 'titles and rivers', 'headlines and moods'])
    expect(JSON.stringify(read(html, prompt).value ?? null)).not.toContain('"Jobs"');
  expect(extract(html, 'job titles')).toEqual({ job_titles: jobs });
  expect(extract(html, 'the title')).toEqual({ title: 'Jobs' });
});

const shelf = (title: string, names: readonly string[]): string =>
  `<section><h2>${title}</h2><ul>${names
    .map((name, at) => `<li><h3>${name}</h3><span>$${at + 4}</span></li>`)
    .join('')}</ul></section>`;

test.each([
  ['related products with name and price', 'Related products', 'related_products'],
  ['The bestsellers with name and price', 'Bestsellers', 'bestsellers'],
])('%s are the list below that heading', (prompt, title, name) => {
  const html = `<h1>Shop</h1>${shelf('New in', ['Ash', 'Elm', 'Fir'])}${shelf(title, ['Oak', 'Yew'])}`;
  expect(extract(html, prompt)).toEqual({
    [name]: [
      { name: 'Oak', price: 4, currency: 'USD' },
      { name: 'Yew', price: 5, currency: 'USD' },
    ],
  });
});

test('a column before the name of a list says which of it are wanted, as no page answers', () => {
  const rows =
    '<tr><td>Soup</td><td>yes</td><td>$4</td></tr><tr><td>Pie</td><td>no</td><td>$9</td></tr>';
  const html = headed('Menu', '<th>Dish</th><th>Vegan</th><th>Price</th>', rows);
  expect(read(html, 'vegan dishes with price').needsModel).toContain('"vegan"');
  expect(extract(html, 'dishes with price')).toMatchObject({ dishes: [{ dish: 'Soup' }, {}] });
  expect(extract(html, 'dishes with vegan and price')).toMatchObject({
    dishes: [{ vegan: 'yes' }, {}],
  });
});

const article = (language: string): string =>
  `<html lang="${language}"><script type="application/ld+json">{"@type":"NewsArticle","headline":"Il faro","datePublished":"2025-01-05","articleSection":"Cronaca","author":{"@type":"Person","name":"Luca Monti"}}</script>
  <article><h1>Il faro</h1><p>Il faro era spento da anni.</p></article></html>`;

describe('nothing that is asked is dropped in silence', () => {
  test.each([
    ['it', 'titolo, autore, data', { titolo: 'Il faro', autore: 'Luca Monti', data: '2025-01-05' }],
    ['pt', 'autor e data', { autor: 'Luca Monti', data: '2025-01-05' }],
    ['it', 'data', { data: '2025-01-05' }],
    ['it', 'data di pubblicazione', { data_di_pubblicazione: '2025-01-05' }],
    ['es', 'autor y fecha', { autor: 'Luca Monti', fecha: '2025-01-05' }],
    ['en', 'author and section', { author: 'Luca Monti', section: 'Cronaca' }],
    ['sv', 'titel och datum', { titel: 'Il faro', datum: '2025-01-05' }],
    ['da', 'titel og datum', { titel: 'Il faro', datum: '2025-01-05' }],
  ])('%s: %s', (language, prompt, expected) => {
    const { value, unmatched, missing } = answerPrompt(article(language), prompt);
    expect(value).toEqual(expected);
    expect([...unmatched, ...missing]).toEqual([]);
  });

  test.each([
    ['title and details', 'details'],
    ['author and info', 'info'],
    ['details and title', 'details'],
    ['author, data', 'data'],
    ['title, author, and key facts', 'key facts'],
  ])('a part for what the page says in all is named: %s', (prompt, part) => {
    expect(answerPrompt(article('en'), prompt).unmatched).toEqual([part]);
  });

  test.each(['the title and author of this page', 'From this page, the title', 'author, content'])(
    'what says where the names are is none: %s',
    (prompt) => {
      expect(answerPrompt(article('en'), prompt).unmatched).toEqual([]);
    },
  );

  test('an English prompt for all data is one in an Italian page too', () => {
    expect(answerPrompt(article('it'), 'extract all the data').value).toHaveProperty('facts');
  });

  test.each(['headline, author, number of comments', 'author, how many replies'])(
    'a number that the page does not state takes nothing from the other names: %s',
    (prompt) => {
      const { value, unmatched, missing } = answerPrompt(article('en'), prompt);
      expect(value).toMatchObject({ author: 'Luca Monti' });
      expect([...unmatched, ...missing]).toHaveLength(1);
    },
  );

  test('things with a number of others are not those without it', () => {
    expect(answerPrompt(article('en'), 'article with number of weeks').needsModel).toBeDefined();
  });
});

const ale = `<html lang="en"><h1>Ale</h1><p>Original gravity: 1.055</p><table><tr><th>Amount<th>Variety<th>IBU</tr>
  <tr><td>1 oz<td>Magnum<td>22.6</tr><tr><td>2 oz<td>Perle<td>9.5</tr></table></html>`;
const keys = `<html lang="en"><h1>Feed</h1><table><tr><th>Field<th>Type<th>Description</tr>
  <tr><td>id<td>string<td>The id</tr><tr><td>size<td>number<td>The size</tr></table></html>`;

describe('columns', () => {
  test('one that is asked for beside a value of the page is named as missing', () => {
    const { value, missing } = answerPrompt(ale, 'original gravity, IBU');
    expect(value).toEqual({ original_gravity: '1.055' });
    expect(missing).toEqual([{ pointer: '/ibu', required: false }]);
  });

  test('one alone is said to be of several things', () => {
    expect(answerPrompt(ale, 'IBU').needsModel).toContain('of each of several things');
  });

  test('most of several names are answered, and the others are named', () => {
    const { value, missing } = answerPrompt(ale, 'variety, IBU, author');
    expect(value).toEqual({
      items: [
        { variety: 'Magnum', ibu: '22.6' },
        { variety: 'Perle', ibu: '9.5' },
      ],
    });
    expect(missing).toEqual([{ pointer: '/items/*/author', required: false }]);
  });

  test.each(['field, type, description', 'fields, types and descriptions'])(
    'may be called as prompts call any: %s',
    (prompt) => {
      expect(answerPrompt(keys, prompt).value).toEqual({
        items: [
          { field: 'id', type: 'string', description: 'The id' },
          { field: 'size', type: 'number', description: 'The size' },
        ],
      });
    },
  );

  test.each(['all fields with type', 'fields with type'])('%s', (prompt) => {
    expect(answerPrompt(keys, prompt).value).toEqual({
      fields: [
        { field: 'id', type: 'string' },
        { field: 'size', type: 'number' },
      ],
    });
  });

  test('of a table beside the main part are meant where all names are its headers', () => {
    const beside = ale.replace('<table>', '<aside><table>').replace('</table>', '</table></aside>');
    expect(answerPrompt(beside, 'amount, variety').value).toMatchObject({
      items: [{ amount: '1 oz' }, {}],
    });
    expect(answerPrompt(beside, 'amount, variety, author').needsModel).toBeDefined();
  });
});
