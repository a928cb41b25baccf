import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from './extract-structure.ts';
import type { DetailLevel, JsonSchema } from '../../runtime/contracts/extractor.ts';

const url = 'https://shop.example/p/kettle-88123';

function extract(html: string, schema: JsonSchema, detailLevel: DetailLevel = 'medium') {
  const reading = readPage({ html, url });
  return extractStructure({ reading, prompt: 'Extract the data.', schema, detailLevel });
}

function object(
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required };
}

const text = { type: 'string' } as const;
const product = object({
  name: text,
  price: { type: 'number' },
  currency: text,
  sku: text,
  brand: text,
  availability: { enum: ['InStock', 'OutOfStock'] },
});

const markedUp = `<html lang="en"><head><title>Blue kettle | Shop Example</title>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Blue kettle","sku":"88123",
  "brand":{"@type":"Brand","name":"Kettleworks"},"offers":{"@type":"Offer","price":"24.50","priceCurrency":"GBP",
  "availability":"https://schema.org/InStock"}}</script></head>
  <body><h1>Blue kettle</h1><p>£24.50</p><button>Add to basket</button></body></html>`;

const plain = `<html lang="en"><head><title>Blue kettle | Shop Example</title></head><body>
  <nav><a href="/">Home</a> <span class="price">£1.00</span></nav>
  <main><h1>Blue kettle</h1><del class="price">£30.00</del> <span class="price">£24.50</span>
  <p>In stock</p><button>Add to basket</button>
  <table><tr><th>SKU</th><td>KET-88123</td></tr><tr><th>Brand</th><td>Kettleworks</td></tr></table></main>
  <aside class="related"><h3>Red kettle</h3><span class="price">£99.00</span></aside></body></html>`;

test('structured data fills a product with the types that the schema asks for', () => {
  expect(extract(markedUp, product).value).toEqual({
    name: 'Blue kettle',
    price: 24.5,
    currency: 'GBP',
    sku: '88123',
    brand: 'Kettleworks',
    availability: 'InStock',
  });
});

test('a page without structured data gives the same from what it shows', () => {
  expect(extract(plain, product).value).toEqual({
    name: 'Blue kettle',
    price: 24.5,
    currency: 'GBP',
    sku: 'KET-88123',
    brand: 'Kettleworks',
    availability: 'InStock',
  });
});

test('every value comes with the node that it was read from', () => {
  const { value, sources } = extract(plain, product);
  const keys = Object.keys(value as object).map((name) => `/${name}`);
  expect([...sources.keys()].sort()).toEqual(keys.sort());
  expect(sources.get('/sku')?.node).toMatchObject({ name: 'td' });
});

test('what the page does not say is missing, not invented', () => {
  const schema = object(
    { name: text, warranty: text, gtin: text, released: { type: 'string', format: 'date' } },
    ['warranty'],
  );
  const { value, missing } = extract(plain, schema);
  expect(value).toEqual({ name: 'Blue kettle' });
  expect(missing).toContainEqual({ pointer: '/warranty', required: true });
  expect(missing).toContainEqual({ pointer: '/gtin', required: false });
});

test('a value that may be null is null where the page does not give it', () => {
  expect(extract(plain, object({ gtin: { type: ['string', 'null'] } })).value).toEqual({
    gtin: null,
  });
});

test('a field unknown to the lexicon is found by its own name as a label', () => {
  const html = '<h1>Pump</h1><dl><dt>Flow rate</dt><dd>40 l/min</dd></dl><p>Noise level: 52 dB</p>';
  expect(extract(html, object({ flowRate: text, noise_level: text })).value).toEqual({
    flowRate: '40 l/min',
    noise_level: '52 dB',
  });
});

test('a table becomes records, with spans resolved and rows of other kinds left out', () => {
  const html = `<h1>Results</h1><table>
    <tr><th colspan="3">Season 2020</th></tr>
    <tr><th>Team</th><th>Home ground</th><th>Points</th></tr>
    <tr><td rowspan="2">Rovers</td><td>North</td><td>12</td></tr>
    <tr><td>South</td><td>9</td></tr>
    <tr><th>Team</th><th>Home ground</th><th>Points</th></tr>
    <tr><td>United</td><td>West</td><td>7</td></tr></table>`;
  const items = object({ team: text, home_ground: text, points: { type: 'integer' } });
  expect(extract(html, { type: 'array', items }).value).toEqual([
    { team: 'Rovers', home_ground: 'North', points: 12 },
    { team: 'Rovers', home_ground: 'South', points: 9 },
    { team: 'United', home_ground: 'West', points: 7 },
  ]);
});

function card(name: string, price: string): string {
  return `<li class="card"><a href="/p/${name}"><h3>${name} kettle</h3></a><span class="price">${price}</span></li>`;
}

test('cards that repeat become records', () => {
  const html = `<nav><ul><li><a href="/a">About us</a></li><li><a href="/b">Basket</a></li></ul></nav>
    <h1>Kettles</h1><ul>${card('Blue', '£24.50')}${card('Green', '£26.00')}${card('Yellow', '£19.99')}</ul>`;
  const items = object({
    name: text,
    price: { type: 'number' },
    url: { type: 'string', format: 'uri' },
  });
  expect(extract(html, object({ products: { type: 'array', items } })).value).toEqual({
    products: [
      { name: 'Blue kettle', price: 24.5, url: 'https://shop.example/p/Blue' },
      { name: 'Green kettle', price: 26, url: 'https://shop.example/p/Green' },
      { name: 'Yellow kettle', price: 19.99, url: 'https://shop.example/p/Yellow' },
    ],
  });
});

test('nested objects are filled from the entities below', () => {
  const brand = object({ name: text });
  const offers = object({ price: { type: 'number' }, priceCurrency: text });
  expect(extract(markedUp, object({ name: text, brand, offers })).value).toEqual({
    name: 'Blue kettle',
    brand: { name: 'Kettleworks' },
    offers: { price: 24.5, priceCurrency: 'GBP' },
  });
});

test('a part of the page does not take the name of the whole', () => {
  const seller = object({ name: text });
  expect(extract(plain, object({ name: text, seller })).value).toEqual({ name: 'Blue kettle' });
});

test('a recipe without structured data is read by headings and labels', () => {
  const html = `<h1>Pea soup</h1><p>Prep time: 10 minutes</p><p>Cook time: 1 h 5 min</p><p>Serves: 4 people</p>
    <h2>Ingredients</h2><ul><li>500 g peas</li><li>1 onion, chopped</li></ul>
    <h2>Method</h2><ol><li>Boil the peas for an hour.</li><li>Blend everything until smooth.</li></ol>`;
  const list = { type: 'array', items: text };
  const schema = object({
    title: text,
    ingredients: list,
    instructions: list,
    total_time: { type: 'number' },
    prep_time: { type: 'number' },
    cook_time: { type: 'number' },
    yields: text,
  });
  expect(extract(html, schema).value).toEqual({
    title: 'Pea soup',
    ingredients: ['500 g peas', '1 onion, chopped'],
    instructions: ['Boil the peas for an hour.', 'Blend everything until smooth.'],
    total_time: 75,
    prep_time: 10,
    cook_time: 65,
    yields: '4 servings',
  });
});

test('an article gives its byline and its day', () => {
  const html = `<html lang="en"><head><title>Rain at last – The Daily Example</title>
    <meta property="og:site_name" content="The Daily Example"></head><body><article><h1>Rain at last</h1>
    <p class="byline">By Ann Smith and Bob Jones</p><time datetime="2024-05-31T08:00:00Z">31 May</time></article></body></html>`;
  const schema = object({
    title: text,
    authors: { type: 'array', items: text },
    date: { type: 'string', format: 'date' },
  });
  expect(extract(html, schema).value).toEqual({
    title: 'Rain at last',
    authors: ['Ann Smith', 'Bob Jones'],
    date: '2024-05-31',
  });
});

test('low detail keeps only what is well supported, high detail takes guesses too', () => {
  const html = '<h1>Mug</h1><p>Lovely.</p><p>£5.00</p>';
  const schema = object({ price: { type: 'number' } });
  expect(extract(html, schema, 'low').value).toEqual({});
  expect(extract(html, schema, 'high').value).toEqual({ price: 5 });
});

test('property names from outside cannot reach the prototype', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'),
  };
  const { value } = extract('<dl><dt>constructor</dt><dd>Bob</dd></dl>', schema);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value).toEqual({ constructor: 'Bob' });
});

test('a list of plain values is taken from the heading that the prompt names', () => {
  const reading = readPage({
    html: '<h1>Trip</h1><h2>Ingredients</h2><ul><li>2 eggs</li><li>1 lemon</li></ul>',
    url,
  });
  const schema = { type: 'array', items: text };
  const result = extractStructure({
    reading,
    prompt: 'All ingredients',
    schema,
    detailLevel: 'medium',
  });
  expect(result.value).toEqual(['2 eggs', '1 lemon']);
});

test('of records with more values than an answer may hold the first are read, and a sentence says so', () => {
  const rows = Array.from({ length: 4_000 }, (_, at) => `<tr><td>Lamp ${at}<td>${at}`).join('');
  const table = `<table><tr><th>Name<th>Size${rows}</table>`;
  const names = Array.from({ length: 29 }, (_, at) => `f${at}`);
  const wide = object(Object.fromEntries(['name', ...names].map((name) => [name, text])));
  const { value, cuts } = extract(table, object({ items: { type: 'array', items: wide } }));
  expect((value as { items: readonly unknown[] }).items).toHaveLength(1_451);
  expect(cuts).toEqual(['Only the first 1451 of 4000 records were read.']);
  expect(
    extract(table, object({ items: { type: 'array', items: object({ name: text }) } })).cuts,
  ).toEqual([]);
});

const authors = object({ authors: { type: 'array', items: text } });

function article(byline: string, head = ''): string {
  return `<html><head><title>Rain ends drought | The Daily Example</title><meta property="og:site_name" content="The Daily Example">
    ${head}</head><body><h1>Rain ends drought</h1>${byline}<p>It rained for a day.</p></body></html>`;
}

test.each([
  [
    '<p class="byline">By <a href="/a/ann-smith">Ann Smith</a> <span>Chief Weather Writer</span></p>',
    ['Ann Smith'],
  ],
  [
    '<p class="byline"><a>Ann Smith</a>, <a>Bob Jones</a> and <a>Eva Brown</a> <time>5 May</time></p>',
    ['Ann Smith', 'Bob Jones', 'Eva Brown'],
  ],
  [
    '<span class="author"><b>Ann</b> <b>Smith</b></span><span class="author">Bob Jones</span>',
    ['Ann Smith', 'Bob Jones'],
  ],
  [
    '<div class="author">15:36 Uhr</div><a rel="author" href="/authors/ann">Ann Smith</a>',
    ['Ann Smith'],
  ],
  ['<div class="comment"><p class="comment-author">Troll Smith</p></div>', undefined],
  ['<form><label class="author-name">Your Name</label></form>', undefined],
])('%s is by %j', (byline, names) => {
  expect(extract(article(byline), authors).value).toEqual(
    names === undefined ? {} : { authors: names },
  );
});

test.each([
  ['citation_author', ['Lee, Ann', 'Ek, Bo'], ['Ann Lee', 'Bo Ek']],
  ['citation_author', ['García Márquez, Gabriel José'], ['Gabriel José García Márquez']],
  ['citation_author', ['Lee, Ann; Ek, Bo'], ['Ann Lee', 'Bo Ek']],
  ['DC.creator', ['van der Berg, Jan', 'Ek, Bo B.'], ['Jan van der Berg', 'Bo B. Ek']],
  ['author', ['Ann Lee, Bo Ek'], ['Ann Lee', 'Bo Ek']],
  ['author', ['Ann Lee, The Desk', 'Bo Ek, The Desk'], ['Ann Lee', 'The Desk', 'Bo Ek']],
  ['author', ['Reuters, AFP'], ['Reuters', 'AFP']],
])('the tags %s with %j name %j', (name, tags, names) => {
  const head = tags.map((content) => `<meta name="${name}" content="${content}">`).join('');
  expect(extract(article('', head), authors).value).toEqual({ authors: names });
});

test('the site is the author where it says so and names no person', () => {
  const head = `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rain ends drought",
    "author":{"@type":"Organization","name":"The Daily Example"}}</script>`;
  expect(extract(article('', head), authors).value).toEqual({ authors: ['The Daily Example'] });
  expect(extract(article('<p class="byline">By Ann Smith</p>', head), authors).value).toEqual({
    authors: ['Ann Smith'],
  });
  expect(extract(article('', head), object({ author: text })).value).toEqual({
    author: 'The Daily Example',
  });
});

test('a name that several kinds of sources give outweighs one in a single clear source', () => {
  const head =
    '<meta name="author" content="Example Media"><meta property="article:author" content="Ann Smith">';
  const byline = '<p class="byline">By <a href="/authors/ann-smith">Ann Smith</a></p>';
  expect(extract(article(byline, head), authors).value).toEqual({ authors: ['Ann Smith'] });
});

const recipe = object({
  ingredients: { type: 'array', items: text },
  instructions: { type: 'array', items: text },
  yields: text,
});
const steps = ['Beat the eggs until they foam.', 'Fold in the flour and bake for an hour.'];

function pageOf(body: string): string {
  return `<html><head><title>Sponge cake</title></head><body><main><h1>Sponge cake</h1>${body}</main></body></html>`;
}

test('steps are the paragraphs under their heading, up to the end of that part of the page', () => {
  const body = `<section><h2>How to make the cake</h2><p>${steps.join('</p><p>')}</p></section>
    <section><ul><li>Ann: I baked it twice, it was lovely.</li><li>Bob: mine sank.</li></ul></section>`;
  expect(extract(pageOf(body), recipe).value).toMatchObject({ instructions: steps });
});

test('steps may stand as paragraphs below the ingredients, without a heading', () => {
  const body = `<ul><li>3 eggs</li><li>100 g flour</li><li>80 g sugar</li></ul>
    <p>${steps.join('</p><p>')}</p><h2>More cakes</h2><p>Try our other cakes. They are good.</p>`;
  expect(extract(pageOf(body), recipe).value).toMatchObject({ instructions: steps });
});

test('a step ends with its last sentence, above what it takes', () => {
  const body = `<h2>Method</h2><ol><li><p>${steps[0]}</p><div>3 eggs</div></li><li><p>${steps[1]}</p><div>100 g flour</div></li></ol>`;
  expect(extract(pageOf(body), recipe).value).toMatchObject({ instructions: steps });
});

test('ingredients are the rows that a template made alike', () => {
  const rows = ['3 eggs', '100 g flour', '80 g sugar', '1 pinch salt'].map(
    (row) => `<div>${row}</div>`,
  );
  const body = `<div class="ingredients">${rows.slice(0, 2).join('')}</div>
    <div class="ingredients">${rows.slice(2).join('')}</div>`;
  expect(extract(pageOf(body), recipe).value).toMatchObject({
    ingredients: ['3 eggs', '100 g flour', '80 g sugar', '1 pinch salt'],
  });
});

test('a value ends where the element of its label ends', () => {
  const body =
    '<p><span>Servings <b>8 slices</b></span> <span>Prep time <b>10 min</b></span></p><p>Serving size: 1 slice</p>';
  expect(extract(pageOf(body), recipe).value).toMatchObject({ yields: '8 slices' });
});

test('a title is the part of the heading that the page states elsewhere, without its kicker', () => {
  const html = `<html><head><title>Rain ends drought | The Daily Example</title></head>
    <body><h1><span>After months</span> <span>Rain ends drought</span></h1><p>It rained.</p></body></html>`;
  expect(extract(html, object({ title: text })).value).toEqual({ title: 'Rain ends drought' });
});

test('a field that no record of a list has is said to be missing', () => {
  const items = object({ name: text, price: { type: 'number' } });
  const questions = ['Is it safe?', 'Does it float?', 'Who made it?']
    .map((question) => `<section><h2>${question}</h2><p>It is hard to say.</p></section>`)
    .join('');
  const { missing } = extract(
    pageOf(`<h1>Questions</h1>${questions}`),
    object({ products: { type: 'array', items } }),
  );
  expect(missing).toContainEqual({ pointer: '/products/*/price', required: false });
  const list = extract(pageOf(`<h1>Questions</h1>${questions}`), { type: 'array', items });
  expect(list.missing).toContainEqual({ pointer: '/*/price', required: false });
});

test('the terms of a definition list are records with their definitions', () => {
  const entries = [
    ['Adze', 'An axe whose edge stands across the handle.'],
    ['Burr', 'The curl of steel that a stone leaves.'],
    ['Kerf', 'What the saw takes away.'],
  ] as const;
  const glossary = entries.map(([term, definition]) => ({ term, definition }));
  const schema = { type: 'array', items: object({ term: text, definition: text }) };
  const bare = entries.map(([term, definition]) => `<dt>${term}<dd>${definition}`);
  const wrapped = entries.map(
    ([term, definition]) => `<div><dt>${term}</dt><dd>${definition}</dd></div>`,
  );
  for (const parts of [bare, wrapped]) {
    const body = pageOf(`<h1>Glossary</h1><dl>${parts.join('')}</dl>`);
    expect(extract(body, schema).value).toEqual(glossary);
  }
  // What a definition list says of one thing are its fields.
  const table = pageOf('<h1>Oak table</h1><dl><dt>Wood<dd>Oak<dt>Weight<dd>40 kg</dl>');
  expect(extract(table, object({ wood: text, weight: text })).value).toEqual({
    wood: 'Oak',
    weight: '40 kg',
  });
});

test.each([
  ['lang="de"', 'lang'],
  ['lang="" xml:lang="de"', 'xml:lang'],
])('the language of a page with %s is told by %s', (attributes, attribute) => {
  const html = `<html ${attributes}><body><h1>Kessel</h1><p>Ein Kessel.</p></body></html>`;
  const { value, sources } = extract(html, object({ language: text }));
  expect(value).toEqual({ language: 'de' });
  expect(sources.get('/language')).toMatchObject({ attribute });
});

test.each([
  ['tags', ['Quay', 'Fish']],
  ['tag', ['Quay', 'Fish']],
  ['keywords', ['harbour', 'town news', 'port']],
])('the tags of a page with keywords, too, fill the field %s with %j', (name, values) => {
  const head =
    '<meta name="keywords" content="harbour, town news, port"><meta property="article:tag" content="Quay"><meta property="article:tag" content="Fish">';
  const fields = object({ [name]: { type: 'array', items: text } });
  expect(extract(article('', head), fields).value).toEqual({ [name]: values });
});

test('a constant is filled that says what kind of record is wanted, and none of which the page may state the contrary', () => {
  const body = pageOf('<h1>Ticket 5</h1><p>Status: closed</p>');
  const properties = { kind: { const: 'lamp' }, status: { const: 'open' } };
  const schema = { type: 'object', properties, required: ['kind', 'status'] };
  expect(extract(body, schema).value).toEqual({ kind: 'lamp' });
});

test('the name of a page is not that of the box that says who wrote it, or what it is filed under', () => {
  const html = `<title>How to plant tulips in autumn</title><h1>Tulips: what to do in autumn</h1><p>Long text.</p>
    <div><h3>More about how to plant tulips in autumn</h3><p class="author">By <a rel="author" href="/a">Ada Byron</a></p>
    <p>Tags: <a rel="tag" href="/t/bulbs">Bulbs</a> <a rel="tag" href="/t/garden">Garden</a></p></div>`;
  const names = { type: 'array', items: { type: 'string' } };
  for (const field of ['authors', 'tags']) {
    const { value } = extract(html, object({ title: { type: 'string' }, [field]: names }));
    expect(value).toMatchObject({
      title: 'Tulips: what to do in autumn',
      [field]: expect.anything(),
    });
  }
});

test.each([
  [
    'Elm stool',
    '',
    [
      'The value of "price" is what the page\'s data states of "Elm stool", which the page is not called.',
    ],
  ],
  ['Oak chair, tall', '', []],
  ['Elm stool', '<p>Price: $30.00</p>', []],
])(
  'a price that data states of "%s" on a page called "Oak chair" with "%s"',
  (name, shown, told) => {
    const data = { '@type': 'Product', name, offers: { price: '30', priceCurrency: 'USD' } };
    const html = `<html lang="en"><head><title>Oak chair</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Oak chair</h1>${shown}</main></body></html>`;
    const { value, cuts } = extract(html, object({ price: { type: 'number' } }));
    expect(value).toEqual({ price: 30 });
    expect(cuts.filter((cut) => cut.includes('data states of'))).toEqual(told);
  },
);
