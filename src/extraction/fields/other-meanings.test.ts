import { describe, expect, test } from 'vitest';
import { extractFields, lines, state, text } from '../../../test/support/extract-fields.ts';

const number = { type: 'number' };
const date = { type: 'string', format: 'date' };
const names = { type: 'array', items: text };
const read = (body: string, properties: Readonly<Record<string, object>>, language = 'en') =>
  extractFields(body, properties, language);

describe('a time of day', () => {
  test('is read where the page states it apart from the day', () => {
    const body = lines('Date: Saturday 18 May 2024', 'Start time: 19:30', 'End time: 10 pm');
    const found = read(body, { date, start_time: text, end_time: text });
    expect(found.value).toEqual({ date: '2024-05-18', start_time: '19:30', end_time: '10 pm' });
  });

  test('has the end of a range that is asked for', () => {
    const body = lines('Start: 19:30 – 22:00', 'Ends: 19:30 – 22:00');
    expect(read(body, { start_time: text, end_time: text }).value).toEqual({
      start_time: '19:30',
      end_time: '22:00',
    });
  });

  test('is not answered with a day', () => {
    expect(read(lines('Date: Saturday 18 May 2024'), { start_time: text }).value).toEqual({});
  });

  test('stays beside its day', () => {
    const found = read(lines('When: Saturday 18 May 2024, 7.30pm'), { start_time: text });
    expect(found.value).toEqual({ start_time: '2024-05-18T19:30' });
  });
});

describe('a part of a longer name', () => {
  test.each([
    ['a line with a dash', lines('Floor area – 64 sq m')],
    ['a line', lines('Floor area 64 sq m')],
    ['a class', '<h1>Flat</h1><div class="floor-area">64 sq m</div>'],
    ['a property', '<h1>Flat</h1><span itemprop="floorArea">64 sq m</span>'],
  ])('is not the field: %s', (_, body) => {
    expect(read(body, { floor: number }).value).toEqual({});
  });

  test.each([
    ['a line', lines('Floor 3')],
    ['a part of its value', '<h1>Flat</h1><div class="floor-value">3</div>'],
    ['a form of its element', '<h1>Flat</h1><div class="floor--large">3</div>'],
    ['behind the thing', '<h1>Flat</h1><div class="flat-floor">3</div>'],
  ])('is the field where nothing else is named: %s', (_, body) => {
    expect(read(body, { floor: number }).value).toEqual({ floor: 3 });
  });
});

test('litres are no lakhs, and lakhs are of money', () => {
  expect(read(lines('Engine size: 1.5L'), { engine_size: number }).value).toEqual({
    engine_size: 1.5,
  });
  expect(read(lines('Price: ₹1.5L'), { price: number }, 'en-IN').value).toEqual({ price: 150_000 });
  const { value, cuts } = read(lines('Engine size: 1.5L'), { engine_size: number }, 'en-IN');
  expect(value).toEqual({ engine_size: 1.5 });
  expect(cuts).toEqual([expect.stringContaining('150000')]);
});

test('who wrote a review is not the author of what it is about', () => {
  const review = '<div class="review"><b>Tom Baker</b> <time>4 February 2023</time> Good.</div>';
  expect(read(`<h1>Tides</h1>${review}`, { authors: names }).value).toEqual({});
});

test('a table of headers with one row states one value for each', () => {
  const body =
    '<h1>Golf</h1><table><tr><th>Mileage<th>Fuel</tr><tr><td>32,410<td>Petrol</tr></table>';
  expect(read(body, { mileage: number, fuel: text }).value).toEqual({
    mileage: 32_410,
    fuel: 'Petrol',
  });
});

test('the switch of languages beside the content is not the language of the page', () => {
  const body = '<nav><p>Language: French</p></nav><h1>Film</h1>';
  expect(read(body, { language: text }).value).toEqual({ language: 'en' });
});

describe('what the pages of a site share', () => {
  const furniture = '</main><footer>Phone: 01482 496 000</footer><main>';

  test('is reported where it may be of the site', () => {
    const { value, cuts } = read(`<h1>Hotel Elm</h1>${furniture}`, { phone: text });
    expect(value).toEqual({ phone: '01482 496 000' });
    expect(cuts).toEqual([
      'The value of "phone" stands in the header or the footer of the page, so that it may be the site\'s own.',
    ]);
  });

  test('is not where the page states it itself', () => {
    const { value, cuts } = read(`<h1>Hotel Elm</h1><p>Phone: 0113 496 0111</p>${furniture}`, {
      phone: text,
    });
    expect(value).toEqual({ phone: '0113 496 0111' });
    expect(cuts.join('')).not.toContain("the site's own");
  });
});

test('a label with a hyphen is that of a name in two words or in one', () => {
  const cells = '<ul><li><span>Check-in</span><span>from 15:00</span></li></ul>';
  expect(read(`<h1>Inn</h1>${cells}`, { check_in: text }).value).toEqual({
    check_in: 'from 15:00',
  });
  const label = '<ul><li><span>Wi-Fi</span><span>free</span></li></ul>';
  expect(read(`<h1>Inn</h1>${label}`, { wifi: text }).value).toEqual({ wifi: 'free' });
});

test('the site is no list of sources', () => {
  const body = `<h1>Tides</h1>${state({ '@type': 'Article', headline: 'Tides', publisher: { name: 'Reed Weekly' } })}`;
  expect(read(body, { sources: names }).value).toEqual({});
  expect(read(body, { source: text }).value).toEqual({ source: 'Reed Weekly' });
});

test.each([
  ['en', 'Delivery time', '2-3 days'],
  ['de', 'Lieferzeit', '2-3 Werktage'],
  ['fr', 'Délai de livraison', '48 h'],
  ['nl', 'Levertijd', '3 dagen'],
])('the time of delivery is none of its cost: %s', (language, label, value) => {
  const body = `<h1>Lamp</h1><table><tr><th>${label}</th><td>${value}</td></tr></table>`;
  const fields = { delivery_time: text, shipping_cost: number };
  expect(read(body, fields, language).value).toEqual({ delivery_time: value });
});

test('words of one sentence are no label and its list', () => {
  const said = '<h1>Tides</h1><p>Sources support outside work may need, and more.</p>';
  expect(read(said, { sources: names }).value).toEqual({});
});

test('the site is not the organizations that a text names', () => {
  const body = `<h1>Tides</h1>${state({ '@type': 'Article', headline: 'Tides', publisher: { name: 'Reed Weekly' } })}`;
  expect(read(body, { organizations: names }).value).toEqual({});
  expect(read(body, { publishers: names }).value).toEqual({ publishers: ['Reed Weekly'] });
});

const page = (...data: readonly object[]): string =>
  `<title>Ten lamps for dark rooms</title><h1>Ten lamps for dark rooms</h1>${data.map(state).join('')}`;
const certainty = (body: string): number | undefined =>
  read(body, { product_name: text }).sources.get('/product_name')?.certainty?.doubt;

describe('the title of an article as the name of a thing', () => {
  const article = { '@type': 'Article', headline: 'Ten lamps for dark rooms' };
  test('is reported, and never sure', () => {
    expect(read(page(article), { product_name: text }).cuts).toEqual([
      expect.stringContaining('calls itself an article'),
    ]);
    expect(certainty(page(article))).toBe(1);
    expect(read(page(article), { article_title: text, name: text }).cuts).toEqual([]);
  });

  test('is not where the data names such a thing', () => {
    const lamp = { '@type': 'Product', name: 'Ten lamps for dark rooms' };
    expect(read(page(article, lamp), { product_name: text }).cuts).toEqual([]);
  });
});

describe('what the data of a page says of other things', () => {
  test.each(['isRelatedTo', 'isSimilarTo', 'isAccessoryOrSparePartFor', 'mentions'])(
    '%s is not taken for what the page is about',
    (relation) => {
      const offers = { '@type': 'Offer', price: '20', priceCurrency: 'USD' };
      const other = { '@type': 'Product', name: 'Elm Lamp', sku: 'E1', offers };
      const data = { '@type': 'Product', name: 'Ash Lamp', [relation]: other };
      const body = `<h1>Ash Lamp</h1>${state(data)}`;
      expect(read(body, { name: text, sku: text, price: number }).value).toEqual({
        name: 'Ash Lamp',
      });
    },
  );
});
