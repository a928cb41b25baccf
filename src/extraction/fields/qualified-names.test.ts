import { describe, expect, test } from 'vitest';
import { amounts, extractFields, text } from '../../../test/support/extract-fields.ts';

const read = (body: string, ...names: readonly string[]): unknown =>
  extractFields(body, Object.fromEntries(names.map((name) => [name, text]))).value;

const ofData = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;

const lamp = ofData({
  '@type': 'Product',
  name: 'Lamp',
  description: 'A lamp for desks.',
  image: { '@type': 'ImageObject', url: 'https://a.example/lamp.jpg', width: 400 },
  brand: { '@type': 'Brand', name: 'Kern', description: 'A maker of lamps.' },
  review: { '@type': 'Review', name: 'Bright enough' },
  offers: {
    '@type': 'Offer',
    price: '80.00',
    priceCurrency: 'EUR',
    seller: { '@type': 'Organization', name: 'Kern Shop' },
  },
});
const shop = `${lamp}<h1>Lamp</h1><p><span class="price">€80.00</span> <s>€100.00</s></p><p>incl. VAT</p>`;

describe('words that make a name that of another thing', () => {
  test.each(['videoTitle', 'series_title', 'authorDescription', 'authorImage', 'authorJobTitle'])(
    'leave %s without a value where the page has no such thing',
    (name) => {
      expect(read(shop, name)).toEqual({});
    },
  );

  test.each(['usedPrice', 'subscription_price', 'priceExclVat', 'priceWithoutTax'])(
    'leave %s without the price',
    (name) => {
      expect(extractFields(shop, amounts(name)).value).toEqual({});
    },
  );

  test('are a label that the page has', () => {
    const body = `${shop}<dl><dt>Used price</dt><dd>€40.00</dd><dt>Series title</dt><dd>Night</dd></dl>`;
    expect(extractFields(body, { ...amounts('usedPrice'), seriesTitle: text }).value).toEqual({
      usedPrice: 40,
      seriesTitle: 'Night',
    });
  });

  test('are what an object, or a list, is of', () => {
    const properties = { reviewTitle: text };
    const found = extractFields(shop, { review: { type: 'object', properties } });
    expect(found.value).toEqual({ review: { reviewTitle: 'Bright enough' } });
  });
});

test.each([
  'lampTitle',
  'threadTitle',
  'detailedDescription',
  'bannerImage',
  'rentPrice',
  'shopSku',
])('a word of no other thing leaves a name that of the page: %s', (name) => {
  const body = ofData({
    '@type': 'Product',
    name: 'Lamp',
    description: 'A lamp for desks.',
    image: 'https://a.example/lamp.jpg',
    sku: 'L-12',
    offers: { '@type': 'Offer', price: '80.00', priceCurrency: 'EUR' },
  });
  expect(Object.keys(read(`${body}<h1>Lamp</h1>`, name) as object)).toEqual([name]);
});

test('a full price is the one that was struck through', () => {
  expect(extractFields(shop, amounts('fullPrice', 'price')).value).toEqual({
    fullPrice: 100,
    price: 80,
  });
});

test('a price without the tax is the one that the page calls so', () => {
  const body =
    '<h1>Lamp</h1><p class="price">€119.00 incl. VAT</p><p class="price">€100.00 excl. VAT</p>';
  expect(extractFields(body, amounts('priceExclVat')).value).toEqual({ priceExclVat: 100 });
});

describe('a name of several words is a path to what data states of inner things', () => {
  test.each([
    ['reviewTitle', 'Bright enough'],
    ['brand_description', 'A maker of lamps.'],
    ['imageWidth', '400'],
    ['sellerName', 'Kern Shop'],
  ])('of a product: %s', (name, value) => {
    expect(read(shop, name)).toEqual({ [name]: value });
  });

  const news = ofData({
    '@type': 'NewsArticle',
    headline: 'Rain comes',
    author: {
      '@type': 'Person',
      name: 'Ann Kern',
      url: 'https://a.example/ann',
      jobTitle: 'Editor',
    },
    publisher: { '@type': 'Organization', logo: { name: 'Logo', url: 'https://a.example/l.png' } },
    video: { '@type': 'VideoObject', name: 'Clip', contentUrl: 'https://a.example/v.mp4' },
  });

  test.each([
    ['authorUrl', 'https://a.example/ann'],
    ['authorJobTitle', 'Editor'],
    ['publisherLogo', 'https://a.example/l.png'],
    ['videoUrl', 'https://a.example/v.mp4'],
    ['videoTitle', 'Clip'],
  ])('of an article: %s', (name, value) => {
    expect(read(`${news}<h1>Rain comes</h1>`, name)).toEqual({ [name]: value });
  });
});

test('the unit of a time in a name is no part of what it is called on the page', () => {
  const body =
    '<h1>Soup</h1><div class="recipe-total-time-container"><span>Total Time</span> <span class="recipe-total_time recipe-total_time-hours">5</span> <span>hrs</span> ' +
    '<span class="recipe-total_time recipe-total_time-minutes">10</span> <span>mins</span></div>' +
    ofData({ '@type': 'Recipe', name: 'Soup', prepTime: 'PT20M' });
  const integer = { type: 'integer' };
  const found = extractFields(body, { totalTimeMinutes: integer, prep_time_minutes: integer });
  expect(found.value).toEqual({ totalTimeMinutes: 310, prep_time_minutes: 20 });
});

describe('a label with the word that narrows a name counts before what is called by the other one alone', () => {
  test.each([
    ['<p>Online Price: $10.07</p><p>Club Price: $9.06</p>', 'clubPrice', 9.06],
    ['<p>Price: £12</p><p>Price at the door: £15</p>', 'doorPrice', 15],
    ['<dl><dt>Price from</dt><dd>£92</dd><dt>Parking</dt><dd>£12</dd></dl>', 'parkingPrice', 12],
    ['<dl><dt>Price</dt><dd>£92</dd><dt>Breakfast</dt><dd>£12</dd></dl>', 'breakfastPrice', 12],
    ['<dl><dt>Price</dt><dd>£92</dd><dt>Parking</dt><dd>12 places</dd></dl>', 'parkingPrice', 92],
  ])('%s', (body, name, price) => {
    expect(extractFields(`<h1>A thing</h1>${body}`, amounts(name)).value).toEqual({
      [name]: price,
    });
  });

  test('of a title', () => {
    const body = '<h1>Sea Fever</h1><dl><dt>Original title</dt><dd>Havsfeber</dd></dl>';
    expect(read(body, 'title', 'originalTitle')).toEqual({
      title: 'Sea Fever',
      originalTitle: 'Havsfeber',
    });
  });
});

describe('the unit at the end of a name', () => {
  test.each([
    ['price_eur', '<p>Price: €89.50</p>', 89.5],
    ['priceInEuros', '<p>Price: €89.50</p>', 89.5],
    ['price_usd', '<p>Price: €89.50</p>', undefined],
    ['discount_percent', '<p>Discount: 20%</p>', 20],
    ['alcoholPercent', '<dl><dt>Alcohol<dd>5.2 %</dl>', 5.2],
    ['discount_percent', '<p>Discount: £20</p>', undefined],
    ['weightKg', '<dl><dt>Weight in kg<dd>0.85</dl>', 0.85],
  ])('%s is read of the label without it: %s', (name, body, value) => {
    const found = extractFields(`<h1>Lamp</h1>${body}`, amounts(name)).value;
    expect(found).toEqual(value === undefined ? {} : { [name]: value });
  });

  test('names the nutrient that data states', () => {
    const nutrition = {
      '@type': 'NutritionInformation',
      fatContent: '75 g',
      sodiumContent: '12 mg',
    };
    const data = ofData({ '@type': 'Recipe', name: 'Soup', nutrition });
    expect(extractFields(`${data}<h1>Soup</h1>`, amounts('fat_g', 'sodiumMg')).value).toEqual({
      fat_g: 75,
      sodiumMg: 12,
    });
  });
});

describe('a description of few words', () => {
  const body = '<h1>Lamp</h1><p>Price: £80</p><p>Shipping: £5</p>';
  const readDescribed = (name: string, description: string): unknown =>
    extractFields(body, { [name]: { type: 'number', description } }).value;

  test('that adds words to the name says what is meant', () => {
    expect(readDescribed('cost', 'Shipping cost')).toEqual({ cost: 5 });
    expect(readDescribed('price', 'Product price')).toEqual({ price: 80 });
    expect(readDescribed('price', 'In pounds')).toEqual({ price: 80 });
  });

  test('of another kind of value does not', () => {
    const published = { type: 'string', description: 'First published' };
    const page = '<h1>Lamps</h1><p>Published: 12 March 2024</p>';
    expect(extractFields(page, { published }).value).toEqual({ published: '2024-03-12' });
  });

  test('that asks for cents leaves an amount in pounds out', () => {
    expect(readDescribed('price', 'Price in cents')).toEqual({});
    expect(readDescribed('price', 'The price of the lamp in pence')).toEqual({});
  });
});
