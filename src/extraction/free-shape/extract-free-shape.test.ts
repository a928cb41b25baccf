import { describe, expect, test } from 'vitest';
import { answerPrompt } from '../../../test/support/answer-prompt.ts';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';

const shop = `<html lang="en"><head><title>Blue kettle</title></head><body><main><h1>Blue kettle</h1>
  <span class="price">£24.50</span><dl><dt>Capacity</dt><dd>1.7 l</dd><dt>Released</dt><dd>3 May 2024</dd>
  <dt>Shipping cost</dt><dd>£3.90</dd></dl></main></body></html>`;
const listing = `<h1>Kettles</h1><ul>${['Blue', 'Green', 'Yellow']
  .map(
    (name, at) =>
      `<li><h3><a href="/${name}">${name} kettle</a></h3><b class="price">£${at + 1}.00</b></li>`,
  )
  .join('')}</ul>`;
const tides = `<h1>Harbour</h1><table><caption>Tides</caption><tr><th>Day</th><th>Height</th><th>Height</th></tr>
  <tr><td>1 May 2024</td><td>2.1 m</td><td>0.4 m</td></tr><tr><td>2 May 2024</td><td>2.2 m</td><td>0.3 m</td></tr></table>`;

function stated(offer: object): string {
  return `<h1>Lamp</h1><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Lamp',
    offers: offer,
  })}</script>`;
}

function read(html: string, prompt: string): ReturnType<typeof answerPrompt> {
  return answerPrompt(html, prompt, 'https://shop.example/');
}

function extract(html: string, prompt: string): unknown {
  return read(html, prompt).value;
}

const talks = (days: readonly string[]): string =>
  `<html lang="en"><h1>Talks</h1><table><tr><th>Title</th><th>Date</th></tr>${days
    .map((day, at) => `<tr><td>Talk ${at}</td><td>${day}</td></tr>`)
    .join('')}</table></html>`;

const headed = (title: string, heads: string, rows: string): string =>
  `<h2>${title}</h2><table><tr>${heads}</tr>${rows}</table>`;

describe('fields', () => {
  test('a day of a table stays as it is written where nothing tells its month', () => {
    expect(extract(talks(['3/4/2024', '5/4/2024']), 'the table of talks')).toMatchObject({
      tables: [[{ Date: '3/4/2024' }, { Date: '5/4/2024' }]],
    });
    expect(extract(talks(['3/4/2024', '25/4/2024']), 'the table of talks')).toMatchObject({
      tables: [[{ Date: '2024-04-03' }, { Date: '2024-04-25' }]],
    });
  });

  test('of several tables with the asked columns one is read, and the others are told', () => {
    const { value, cuts } = read(
      `<h1>Garden</h1>${headed('Seeds', '<th>Item<th>Depth', '<tr><td>Pea<td>3<tr><td>Bean<td>4')}` +
        headed('Bulbs', '<th>Depth<th>Item', '<tr><td>9<td>Tulip<tr><td>8<td>Iris'),
      'All items with item and depth',
    );
    expect(JSON.stringify(value)).toContain('Bean');
    expect(cuts).toEqual([
      'The page has 2 tables with these columns, under "Seeds", "Bulbs": one was read.',
    ]);
  });

  test('the nouns of a prompt become fields', () => {
    expect(extract(shop, 'Extract the product name, the price and the capacity.')).toEqual({
      product_name: 'Blue kettle',
      price: 24.5,
      currency: 'GBP',
      capacity: '1.7 l',
    });
  });

  test.each([
    ['What is the price of the blue kettle?', { price: 24.5, currency: 'GBP' }],
    ['how much does it cost', { cost: 24.5, currency: 'GBP' }],
    ['Was ist der Preis?', { preis: 24.5, currency: 'GBP' }],
    ['Donne-moi le prix, s’il te plaît', { prix: 24.5, currency: 'GBP' }],
    ['Quiero el precio', { precio: 24.5, currency: 'GBP' }],
    ['提取价格', { 价格: 24.5, currency: 'GBP' }],
    ['Was kostet es?', { preis: 24.5, currency: 'GBP' }],
    ['título y precio', { título: 'Blue kettle', precio: 24.5, currency: 'GBP' }],
    ['the shipping cost', { shipping_cost: 3.9, currency: 'GBP' }],
  ])('%s', (prompt, expected) => {
    expect(extract(shop, prompt)).toEqual(expected);
  });

  test('words that name nothing on the page are listed beside what was found', () => {
    expect(read(shop, 'The price and the chemical formula')).toMatchObject({
      value: { price: 24.5 },
      unmatched: ['chemical formula'],
    });
  });

  test('what stands below a heading is a field of its name', () => {
    const page = `<main><h1>Blue kettle</h1><p>Boils.</p><div><h2>Care instructions</h2></div><p>Descale it.</p><p>Dry it.</p>
      <h2>In the box</h2><ul><li>A kettle</li><li>A lid</li></ul><h3>Not in the box</h3><p>Tea</p><h2>Empty</h2></main><footer>Imprint</footer>`;
    expect(extract(page, 'The care instructions')).toEqual({
      care_instructions: 'Descale it.\nDry it.',
    });
    expect(extract(page, 'What is in the box, and what does it cost?')).toEqual({
      in_the_box: 'A kettle\nA lid\nNot in the box\nTea',
    });
    expect(read(page, 'Empty').needsModel).toContain('"empty"');
    expect(
      extract('<h1>Kettle</h1><h2>Parts</h2><ul><li>A kettle</li><li>A lid</li></ul>', 'Parts'),
    ).toEqual({ parts: ['A kettle', 'A lid'] });
  });

  test('a name that asks for thought is a field where the page has a label of that name', () => {
    const page = '<h1>Report</h1><dl><dt>Summary</dt><dd>All is well.</dd></dl>';
    expect(extract(page, 'The summary')).toEqual({ summary: 'All is well.' });
    expect(read(shop, 'The summary').needsModel).toContain('"summary"');
  });

  test('the text of an article is a field', () => {
    const first = 'The bridge was opened on Friday after five years of work on both of its piers.';
    const second = 'It carries four lanes and a path, and has been paid for by the two counties.';
    const page = `<nav><a href="/">Home</a></nav><article><h1>Bridge opens</h1><p>${first}</p><p>${second}</p></article>`;
    expect(extract(page, 'full text of the article')).toEqual({
      full_text: `${first}\n${second}`,
    });
  });

  test('a number of things is a field where the page states it', () => {
    const page = '<h1>A book</h1><dl><dt>Pages</dt><dd>320</dd></dl>';
    expect(extract(page, 'How many pages?')).toEqual({ pages: '320' });
    expect(read(listing, 'How many kettles are there?').needsModel).toBeDefined();
  });
});

describe('lists', () => {
  test('a prompt for all things of a kind gives a list of records', () => {
    expect(extract(listing, 'List all kettles with name and price')).toEqual({
      kettles: [
        { name: 'Blue kettle', price: 1, currency: 'GBP' },
        { name: 'Green kettle', price: 2, currency: 'GBP' },
        { name: 'Yellow kettle', price: 3, currency: 'GBP' },
      ],
    });
  });

  test.each([
    ['names and prices of all kettles', 'kettles'],
    ['Every product: its name and price', 'product'],
    ['product names and prices', 'items'],
    ['alle Produkte mit Name und Preis', 'produkte'],
  ])('%s', (prompt, name) => {
    const { [name]: records } = extract(listing, prompt) as Record<string, unknown[]>;
    expect(records).toHaveLength(3);
  });

  test('the plural of one value is a list of values', () => {
    expect(extract(listing, 'all prices')).toEqual({ prices: [1, 2, 3], currency: 'GBP' });
  });

  test('without fields each record has what the cards show', () => {
    expect(extract(listing, 'Find all kettles')).toMatchObject({
      kettles: [{ title: 'Blue kettle', price: 1, currency: 'GBP' }, {}, {}],
    });
  });

  test('without fields a table is given row by row, both of two equal headers included', () => {
    expect(extract(tides, 'every row of the tide table')).toEqual({
      row: [
        { Day: '1 May 2024', Height: '2.1 m', 'Height 2': '0.4 m' },
        { Day: '2 May 2024', Height: '2.2 m', 'Height 2': '0.3 m' },
      ],
    });
  });

  test('a table keeps all of its columns, whatever names they have', () => {
    const squad = `<h1>The team</h1><table><tr><th>Player</th><th>Caps</th><th>Goals</th></tr>${[
      'Ada',
      'Bea',
      'Cleo',
    ]
      .map(
        (name, at) =>
          `<tr><td><a href="/${name}">${name} Smith</a></td><td>1${at}</td><td>${at}</td></tr>`,
      )
      .join('')}</table>`;
    const first = { Player: 'Ada Smith', Caps: '10', Goals: '0' };
    expect(extract(squad, 'all rows of the table')).toMatchObject({ rows: [first, {}, {}] });
    const two = squad + squad.replaceAll('Smith', 'Jones').replace(/<tr><td>[^]*?<\/tr>/, '');
    expect(read(two, 'all rows of the table').cuts).toEqual([expect.stringContaining('2 tables')]);
    expect(extract(squad, 'list every team')).toMatchObject({ team: [first, {}, {}] });
  });

  test('a list of what the page says nothing of needs a model', () => {
    expect(read(listing, 'List all the reasons').needsModel).toContain('"reasons"');
  });
});

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
