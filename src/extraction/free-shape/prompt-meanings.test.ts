import { describe, expect, test } from 'vitest';
import { answerPrompt as read } from '../../../test/support/answer-prompt.ts';

describe('labels that nothing marks', () => {
  const rows = [
    ['Fuel type', 'Petrol'],
    ['Check-in', 'from 15:00'],
    ['Gearbox', 'Manual'],
  ] as const;
  const toRows = (each: (label: string, value: string) => string): string =>
    `<title>Golf</title><main><h1>Golf</h1><ul>${rows.map(([label, value]) => each(label, value)).join('')}</ul></main>`;
  const spans = toRows((label, value) => `<li><span>${label}</span><span>${value}</span></li>`);
  const blocks = toRows(
    (label, value) => `<li><div><div>${label}</div></div><div>${value}</div></li>`,
  );

  test.each([
    ['What is the fuel type?', { fuel_type: 'Petrol' }],
    ['check-in', { check_in: 'from 15:00' }],
    ['Gearbox and fuel type', { gearbox: 'Manual', fuel_type: 'Petrol' }],
  ])('name the other text of their row where several rows are alike: %s', (prompt, expected) => {
    expect(read(spans, prompt).value).toEqual(expected);
    expect(read(blocks, prompt).value).toEqual(expected);
  });

  const links = toRows((label, value) => `<li><a href="#">${label}</a><span>${value}</span></li>`);
  const choices = toRows(
    (label, value) => `<li><span>${label}</span><ul><li>${value}</li><li>Other</li></ul></li>`,
  );
  const alone = `<title>Golf</title><main><h1>Golf</h1><div><span>Fuel type</span><span>Petrol</span></div></main>`;

  test.each([
    ['links', links],
    ['what is chosen from', choices],
    ['a row alone', alone],
  ])('are none in %s', (_, html) => {
    expect(read(html, 'What is the fuel type?').needsModel).toBeDefined();
  });
});

const pageOf = (heading: string, data: object): string =>
  `<html lang="en"><title>${heading} | Reed Weekly</title><script type="application/ld+json">${JSON.stringify(data)}</script>
  <main><h1>${heading}</h1><p>Ten of them were seen in the valley last year, and most came back in spring.</p></main></html>`;

describe('what a page says in all answers what names it', () => {
  const published = pageOf('Ten tools for clients of small teams', {
    '@type': 'Article',
    headline: 'Ten tools for clients of small teams',
    publisher: { '@type': 'Organization', name: 'Reed Weekly' },
    author: { '@type': 'Person', name: 'Ida Holt' },
  });

  test.each(['company', 'the person', 'clients', 'team'])(
    '%s is not the article that names it',
    (prompt) => {
      expect(read(published, prompt).needsModel).toBeDefined();
    },
  );

  test('the page about a company is', () => {
    const own = pageOf('Reed Works', { '@type': 'Organization', name: 'Reed Works' });
    expect(read(own, 'the company').value).toMatchObject({ title: 'Reed Works' });
    expect(read(own, 'Reed Works').value).toMatchObject({ title: 'Reed Works' });
    expect(read(published, 'the article').value).toMatchObject({
      title: 'Ten tools for clients of small teams',
    });
  });
});

const facts = (...rows: readonly (readonly [string, string])[]): string =>
  `<html lang="en"><title>Reed Fair</title><main><h1>Reed Fair</h1><dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl></main></html>`;

describe('a question is answered with what it asks for', () => {
  const fair = facts(
    ['Founded', '1987'],
    ['Chair', 'Ida Holt'],
    ['Start', '18 May 2024'],
    ['Doors', '18:30'],
    ['Guest rating', '8.6'],
  );

  test.each(['Who founded it?', 'Wer hat es founded?', 'What time does it start?', 'the editor'])(
    '%s needs a model where the page states another thing',
    (prompt) => {
      expect(read(fair, prompt).needsModel).toBeDefined();
    },
  );

  test.each([
    ['Who is the chair?', { chair: 'Ida Holt' }],
    ['What is founded?', { founded: '1987' }],
    ['What time are the doors?', { doors: '18:30' }],
  ])('%s', (prompt, expected) => {
    expect(read(fair, prompt).value).toEqual(expected);
  });
});

const post = (name: string, rank: string, said: string): string =>
  `<div class="post"><h4>${rank}</h4><a class="author" href="/u/${name}">${name}</a><time datetime="2024-05-03">3 May</time><div class="text">${said}</div></div>`;

const thread = (ranks: readonly string[]): unknown =>
  read(
    `<html lang="en"><title>Looms</title><h1>Looms</h1><div class="posts">${ranks
      .map((rank, at) =>
        post(`user${at}`, rank, `The loom of the valley is number ${at}, and it still runs well.`),
      )
      .join('')}</div></html>`,
    'all posts',
  ).value;

describe('what people write', () => {
  const rated = `<html lang="en"><title>Oska lamp</title><script type="application/ld+json">${JSON.stringify(
    {
      '@type': 'Product',
      name: 'Oska lamp',
      aggregateRating: { ratingValue: 4.5, reviewCount: 37 },
    },
  )}</script><h1>Oska lamp</h1><p class="price">£24.50</p></html>`;

  test('is not how many there are, unless that is asked for', () => {
    expect(read(rated, 'reviews').needsModel).toContain('number of reviews');
    expect(read(rated, 'number of reviews').value).toEqual({ number_of_reviews: 37 });
    expect(read(rated, 'price and reviews').value).toMatchObject({ price: 24.5, reviews: 37 });
  });

  test('has no title where that is who wrote it, or a rank', () => {
    expect(JSON.stringify(thread(['Member', 'Member', 'Senior', 'Member']))).not.toContain('title');
    expect(
      JSON.stringify(thread(['Old looms', 'New looms', 'Small looms', 'Hand looms'])),
    ).toContain('"title":"Old looms"');
  });
});

describe('questions and answers', () => {
  const answers = [
    { question: 'Does it fold?', answer: 'Yes, in three.' },
    { question: 'Is it heavy?', answer: 'No.' },
  ];
  const head = '<h1>Oak stool</h1>';

  test.each([
    '<dl><dt>Does it fold?</dt><dd>Yes, in three.</dd><dt>Is it heavy?</dt><dd>No.</dd></dl>',
    '<h2>Questions</h2><h3>Does it fold?</h3><p>Yes, in three.</p><h3>Is it heavy?</h3><p>No.</p><h2>More</h2><p>Other stools.</p>',
    '<div><h3>Does it fold?</h3><p>Yes, in three.</p></div><div><h3>Is it heavy?</h3><p>No.</p></div><p>Ask us.</p>',
  ])('are read from %s', (body) => {
    expect(read(head + body, 'questions and answers').value).toEqual({
      questions_answers: answers,
    });
  });

  test('are not a title that asks', () => {
    const body = '<h2>Why oak?</h2><p>It is hard.</p>';
    expect(read(head + body, 'questions and answers').value).toBeUndefined();
  });
});

test('several kinds of parts of a page are given side by side', () => {
  const body = '<h1>Oak</h1><a href="/a">About</a><img src="/b.png" alt="B"><p>x@a.example</p>';
  expect(read(body, 'all links and images').value).toMatchObject({
    links: [{ text: 'About' }],
    images: [{ alt: 'B' }],
  });
  expect(read(body, 'all headings and email addresses').value).toEqual({
    headings: ['Oak'],
    email_addresses: ['x@a.example'],
  });
  expect(read('<h1>Oak</h1>', 'all links and images').value).toBeUndefined();
});

test.each(['the highest price', 'the lowest price', 'the last price', 'the second price'])(
  'one of several prices is not chosen: %s',
  (prompt) => {
    const body = '<h1>Oak</h1><p>Price: £3</p><p>Price: £5</p>';
    expect(read(body, prompt).value).toBeUndefined();
  },
);

test('the highest price that data states is given', () => {
  const offers = { '@type': 'AggregateOffer', lowPrice: 3, highPrice: 9, priceCurrency: 'GBP' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Oak', offers };
  const body = `<h1>Oak</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(read(body, 'the highest price').value).toMatchObject({ highest_price: 9 });
});

test('all phone numbers are those of links, beside them, and with a label, without that of a fax', () => {
  const body =
    '<h1>Oak</h1><p>0113 496 0000 or <a href="tel:+441134960001">0113 496 0001</a>, fax 0113 496 0009</p>' +
    '<p><a href="tel:+441134960002">Call us</a></p><p>Order 4569 878 877</p>';
  expect(read(body, 'all phone numbers').value).toEqual({
    phone_numbers: ['0113 496 0000', '0113 496 0001', '+441134960002'],
  });
});

test('all headings are those that have the role of one too', () => {
  const body = '<h1>Oak</h1><div role="heading" aria-level="3">Care</div><p>Text.</p>';
  expect(read(body, 'all headings').value).toEqual({ headings: ['Oak', 'Care'] });
});

const cards = ['Crane', 'Ferry', 'Nets', 'Lamp']
  .map(
    (name, at) =>
      `<li class="row"><h3><a href="/n/${at}">${name} of the port is let</a></h3><p>It stood unused for two years.</p>` +
      `<span>By <a rel="author" href="/e/mh">Mara Holt</a> • Nov. ${at + 1}, 2025</span></li>`,
  )
  .join('');

test.each(['all news with title and link', 'all articles with title and link'])(
  'things with a title that leads to them and a link to their author are articles: %s',
  (prompt) => {
    const { value } = read(`<h1>Cloud</h1><ul>${cards}</ul>`, prompt);
    const [list] = Object.values(value as Readonly<Record<string, unknown>>);
    expect(list).toHaveLength(4);
    const priced = cards.replaceAll('<span>By', '<b>£9.50</b><span>By');
    expect(read(`<h1>Cloud</h1><ul>${priced}</ul>`, prompt).value).toBeUndefined();
  },
);

const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const phone = `<html lang="en"><title>Nova X2</title>${jsonLd({
  '@type': 'Product',
  name: 'Nova X2',
  brand: { '@type': 'Brand', name: 'Nova' },
  offers: { price: '499', priceCurrency: 'GBP', seller: { '@type': 'Organization', name: 'Reed' } },
  aggregateRating: { ratingValue: 4.2, ratingCount: 31 },
})}<main><h1>Nova X2</h1><p class="price">£499</p><button>Add to cart</button><dl><dt>Battery</dt><dd>5000 mAh</dd><dt>Weight</dt><dd>180 g</dd>
  <dt>Charger</dt><dd>£20</dd><dt>Pick-up</dt><dd>15:00</dd></dl></main></html>`;
const soup = `<html lang="en"><title>Lentil soup</title>${jsonLd({
  '@type': 'Recipe',
  name: 'Lentil soup',
  image: 'https://soup.example/a.jpg',
  totalTime: 'PT40M',
  author: [
    { '@type': 'Person', name: 'Mia Ott' },
    { '@type': 'Person', name: 'Bo Lind' },
  ],
  recipeIngredient: ['200 g lentils', '1 onion', '2 carrots'],
  nutrition: { '@type': 'NutritionInformation', calories: '320 kcal' },
})}<h1>Lentil soup</h1><ul><li>200 g lentils<li>1 onion<li>2 carrots</ul><footer>Email: desk@soup.example</footer></html>`;
const lamps = (states: readonly string[]): string =>
  `<html lang="en"><title>Desk lamps</title><h1>Desk lamps</h1><ul>${states
    .map(
      (state, at) =>
        `<li class="product"><h3><a href="/${at}">${['Arc', 'Brass', 'Clip', 'Dome'][at]} lamp</a></h3><span class="price">£${at + 10}.00</span><span class="stock">${state}</span></li>`,
    )
    .join('')}</ul></html>`;
const mixed = lamps(['In stock', 'Sold out', 'In stock', 'In stock']);

describe('what is asked of another thing than the page needs a model', () => {
  test.each([
    ['battery weight', phone],
    ['seller rating', phone],
    ['brand website', phone],
    ['seller address', phone],
    ["yesterday's price", phone],
    ['author email', soup],
    ['photo author', soup],
    ['the list price', phone],
    ['manufacturer email', soup],
    ['in stock lamps', mixed],
    ['which lamps are in stock?', mixed],
  ])('%s', (prompt, page) => {
    expect(read(page, prompt).needsModel).toBeDefined();
  });

  test('and is named beside other names', () => {
    const { value, missing } = read(soup, 'title, author email');
    expect(value).toEqual({ title: 'Lentil soup', author: 'Mia Ott, Bo Lind' });
    expect(missing).toEqual([{ pointer: '/email', required: false }]);
  });

  test.each([
    ['battery, weight', { battery: '5000 mAh', weight: '180 g' }],
    ['brand price rating', { brand: 'Nova', price: 499, currency: 'GBP', rating: 4.2 }],
    ['charger price', { charger: '£20' }],
    ['pick-up time', { pick_up: '15:00' }],
    ['product price', { product_price: 499, currency: 'GBP' }],
    ['ticket price', { ticket_price: 499, currency: 'GBP' }],
  ])('but not where the page has it under these words: %s', (prompt, expected) => {
    expect(read(phone, prompt).value).toEqual(expected);
  });

  test('a company beside names is named', () => {
    expect(read(phone, 'title, company and price').unmatched).toEqual(['company']);
  });
});

describe('what a prompt takes out, chooses or adds up is not given as it stands', () => {
  test.each([
    ['name, no price', phone],
    ['name without price', phone],
    ['price, not weight', phone],
    ["don't include the price, just the weight", phone],
    ['Name ohne Preis', phone],
    ['total price', phone],
    ['price before discount', phone],
    ['the weight in pounds', phone],
    ['Is it full time?', soup],
    ['total calories', soup],
    ['main ingredient', soup],
    ['the main author', soup],
    ['available lamps', mixed],
    ['all lamps available', mixed],
    ['available soups', soup.replace('Lentil soup<', 'Lentil soups<')],
  ])('%s', (prompt, page) => {
    expect(read(page, prompt).needsModel).toBeDefined();
  });

  test.each([
    ['the price in pounds', phone, { price: 499 }],
    ['If there is no price, return null. Name', phone, { name: 'Nova X2' }],
    ['name, and price if available', phone, { name: 'Nova X2', price: 499 }],
    ['total time', soup, { total_time: 40 }],
    ['available lamps', lamps(['In stock', 'In stock', 'In stock']), { items: [{}, {}, {}] }],
  ])('but is where it is meant so: %s', (prompt, page, expected) => {
    expect(read(page, prompt).value).toMatchObject(expected);
  });

  test('how many ratings there are is not how good they are', () => {
    expect(read(phone, 'number of ratings').value).toEqual({ number_of_ratings: 31 });
    expect(read(phone.replace('"ratingCount":31', '"x":1'), 'number of ratings').value).toBe(
      undefined,
    );
  });
});

test('the prices of other things are not those of the page, and amounts without a currency are no prices', () => {
  const others = ['8', '6', '9'].map(
    (price) =>
      `<li><h3><a href="/${price}">Case ${price}</a></h3><b class="price">£${price}.00</b>`,
  );
  const page = phone.replace('</main>', `</main><h2>Others</h2><ul>${others.join('')}</ul>`);
  expect(read(page, 'prices').needsModel).toBeDefined();
  expect(read(mixed, 'prices').value).toEqual({ prices: [10, 11, 12, 13], currency: 'GBP' });
  const amounts = soup.replaceAll(/<li>(\d+)/g, '<li><span class="amount">$1</span>');
  expect(read(amounts, 'prices').needsModel).toBeDefined();
});

test('times of day in a column are no lengths of time, and what is on time is some of it', () => {
  const rows = ['07:10', '08:25', '09:00'].map((time, at) => `<tr><td>NP${at}<td>${time}`);
  const page = `<title>Departures</title><h1>Departures</h1><table><tr><th>Flight<th>Time${rows.join('')}</table>`;
  expect(read(page, 'all times').value).toEqual({
    times: [{ time: '07:10' }, { time: '08:25' }, { time: '09:00' }],
  });
  expect(read(page, 'flights on time').needsModel).toBeDefined();
});

test('the text of a page is its text', () => {
  const text = 'The bridge was opened on Friday after five years of work on both of its piers.';
  const page = `<title>Bridge opens</title><article><h1>Bridge opens</h1><p>${text}</p><p>${text}</p></article>`;
  expect(read(page, 'article text only').value).toEqual({ text: `${text}\n${text}` });
  expect(read(page, 'the text of the page').value).toEqual({ text: `${text}\n${text}` });
});

test('the age of a product is no product', () => {
  const page = phone.replaceAll('Nova X2', 'Nova age cream for dry winter skin');
  expect(read(page, "the product's age").needsModel).toBeDefined();
});
