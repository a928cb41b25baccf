import { describe, expect, test } from 'vitest';
import {
  extractFields,
  lines,
  row,
  state,
  text,
  thing,
} from '../../../../test/support/extract-fields.ts';

const number = { type: 'number' };
const boolean = { type: 'boolean' };

const valueOf = (name: string, body: string, type: object = text): unknown =>
  (extractFields(body, { [name]: type }).value as Readonly<Record<string, unknown>>)[name];

const postOf = (data: object): string =>
  `<h1>Rigger</h1>${state({ '@type': 'JobPosting', title: 'Rigger', ...data })}`;

describe('data', () => {
  test.each([
    [false, true],
    ['False', true],
    [true, false],
  ])('states a paywall as what is not free: %s', (isFree, value) => {
    const data = { '@type': 'NewsArticle', headline: 'Storm', isAccessibleForFree: isFree };
    const body = `<h1>Storm</h1>${state(data)}`;
    expect(valueOf('isPaywalled', body, boolean)).toBe(value);
    expect(valueOf('isAccessibleForFree', body, boolean)).toBe(!value);
  });

  test('has the ends of the scale with the rating, and the days of returns with the offer', () => {
    const rated = { aggregateRating: { ratingValue: '4.2', bestRating: '5', worstRating: '1' } };
    expect(extractFields(thing(rated), { bestRating: number, worstRating: number }).value).toEqual({
      bestRating: 5,
      worstRating: 1,
    });
    const policy = { hasMerchantReturnPolicy: { merchantReturnDays: 30 } };
    expect(valueOf('returnDays', thing({ offers: { price: '5', ...policy } }), number)).toBe(30);
  });

  test('has the rating of a shop for its own pages alone', () => {
    const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4.9, reviewCount: 20_000 };
    const shop = { '@type': 'Organization', name: 'Bellco', aggregateRating };
    const fields = { name: text, rating: number, reviewCount: number };
    const page = (heading: string): string =>
      `<title>${heading} | Bellco</title><h1>${heading}</h1><p>£89.50</p>${state(shop)}`;
    expect(extractFields(page('Ash lamp'), fields).value).toEqual({ name: 'Ash lamp' });
    const own = { name: 'Bellco', rating: 4.9, reviewCount: 20_000 };
    expect(extractFields(page('Bellco'), fields).value).toEqual(own);
  });

  test('has one offer for each variant, of which that of the address counts', () => {
    const offers = [
      { sku: 'V-1000', price: 89.5, availability: 'OutOfStock', url: '/x?variant=1' },
      { sku: 'V-2000', price: 120, availability: 'InStock', url: '/x' },
    ].map((offer) => ({ '@type': 'Offer', ...offer }));
    const fields = { price: number, sku: text, availability: text };
    expect(extractFields(thing({ offers }), fields)).toMatchObject({
      value: { price: 120, sku: 'V-2000', availability: 'InStock' },
      cuts: [],
    });
  });

  test('states the ends of a salary apart, and that a job is done from home', () => {
    const value = { minValue: 3000, maxValue: 4000, unitText: 'MONTH' };
    const body = postOf({ baseSalary: { currency: 'EUR', value }, jobLocationType: 'TELECOMMUTE' });
    expect(valueOf('salary', body)).toBe('3000–4000 EUR');
    expect(valueOf('salary_currency', body)).toBe('EUR');
    expect(valueOf('remote', body, boolean)).toBe(true);
  });

  test('has the variants of a product', () => {
    const variants = [
      { sku: 'A1', size: 'S' },
      { sku: 'A2', size: 'M' },
    ];
    const fields = { type: 'object', properties: { sku: text, size: text } };
    expect(
      valueOf('variants', thing({ hasVariant: variants }), { type: 'array', items: fields }),
    ).toEqual(variants);
  });

  test('names the role and the vacancy that a page is about', () => {
    const body = postOf({});
    expect(valueOf('roleTitle', body)).toBe('Rigger');
    expect(valueOf('vacancy_title', body)).toBe('Rigger');
  });

  test('labels properties by itself', () => {
    const additionalProperty = [
      { '@type': 'PropertyValue', name: 'Material', value: 'Oak' },
      { '@type': 'PropertyValue', name: 'Power', value: '60', unitText: 'W' },
    ];
    const body = thing({ additionalProperty });
    expect(extractFields(body, { material: text, power: text, colour: text }).value).toEqual({
      material: 'Oak',
      power: '60 W',
    });
  });

  test('has the country of an address', () => {
    const address = { '@type': 'PostalAddress', addressLocality: 'Hull', addressCountry: 'GB' };
    const properties = { city: text, country: text };
    const body = `<h1>Ash</h1>${state({ '@type': 'Restaurant', name: 'Ash', address })}`;
    expect(extractFields(body, { address: { type: 'object', properties } }).value).toEqual({
      address: { city: 'Hull', country: 'GB' },
    });
  });

  test('names the business that heads a page', () => {
    const data = { '@type': 'Restaurant', name: 'Ash', openingHours: 'Mo-Fr 9-17' };
    expect(valueOf('companyName', `<h1>Ash</h1>${state(data)}`)).toBe('Ash');
    expect(valueOf('companyName', `<h1>Oak</h1>${state(data)}`)).toBe(undefined);
  });

  test('links the profiles of a company', () => {
    const sameAs = ['https://a.example/ash', 'https://b.example/ash'];
    const body = `<h1>Ash</h1>${state({ '@type': 'Organization', name: 'Ash', sameAs })}`;
    expect(valueOf('socialLinks', body, { type: 'array', items: text })).toEqual(sameAs);
  });
});

describe('how dear a place is', () => {
  test.each(['$$', '€€ – €€€'])('is said in signs: %s', (level) => {
    expect(valueOf('priceRange', lines(`Price range: ${level}`))).toBe(level);
    const data = { '@type': 'Restaurant', name: 'Ash', priceRange: level };
    expect(valueOf('priceRange', `<h1>Ash</h1>${state(data)}`)).toBe(level);
  });
});

describe('what is measured', () => {
  test.each([
    ['data', thing({ weight: { '@type': 'QuantitativeValue', value: 2.5, unitCode: 'KGM' } })],
    ['a label', row('Weight (kg)', '2.5')],
  ])('has the unit of %s in a text and none in a number', (_, body) => {
    expect(valueOf('weight', body)).toBe('2.5 kg');
    expect(valueOf('weight', body, number)).toBe(2.5);
  });
});

describe('a label', () => {
  test.each([
    ['dimensions', 'Overall dimensions', '10 x 20 cm'],
    ['dimensions', 'Abmessungen', '10 x 20 cm'],
    ['warranty', 'Warranty period', '2 years'],
    ['warranty', 'Garantía', '2 años'],
    ['countryOfOrigin', 'Country of Manufacture', 'Germany'],
  ])('stands for %s: %s', (name, label, value) => {
    expect(valueOf(name, row(label, value))).toBe(value);
  });

  test('in front of a name says who sells, and in front of other words nothing', () => {
    expect(valueOf('seller', lines('Sold and shipped by Ash & Sons'))).toBe('Ash & Sons');
    expect(valueOf('seller', lines('Sold and shipped by those who made it'))).toBe(undefined);
  });

  test('says what is saved, and how often something was seen and answered', () => {
    const body = lines('You save €20.00 (20%)', 'Viewed 439k times', 'Replies: 12');
    expect(
      extractFields(body, { savings: number, viewCount: number, replyCount: number }).value,
    ).toEqual({ savings: 20, viewCount: 439_000, replyCount: 12 });
  });
});

test('the text of a short article is its sentences, where they are not its description', () => {
  const said =
    'The harbour was closed on Monday after a storm. Ships waited until the wind went down.';
  const body = `<h1>Storm</h1><p>${said}</p>`;
  expect(valueOf('articleBody', body)).toBe(said);
  expect(valueOf('articleBody', `<h1>Storm</h1><p>${said.slice(0, -1)}</p>`)).toBe(undefined);
  const described = `<meta name=description content="${said}">${body}`;
  expect(valueOf('articleBody', described)).toBe(undefined);
});

describe('a field that the schema leaves', () => {
  test.each([{ const: 'product' }, { type: 'string', enum: ['product'] }])(
    'one value, and requires, has it without a page: %j',
    (type) => {
      const body = `<h1>Lamp</h1><p>Oak</p>`;
      const wanted = { type: 'object', properties: { type, name: text } };
      expect(valueOf('data', body, { ...wanted, required: ['type', 'name'] })).toEqual({
        type: 'product',
        name: 'Lamp',
      });
      expect(valueOf('data', body, wanted)).toEqual({ name: 'Lamp' });
    },
  );

  test('some values is the title that is one of them', () => {
    const member = { type: 'string', enum: ['Lamp', 'Chair'] };
    expect(valueOf('name', '<h1>Lamp</h1>', member)).toBe('Lamp');
    expect(valueOf('name', '<h1>Table</h1>', member)).toBe(undefined);
  });
});
