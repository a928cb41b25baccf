import { describe, expect, test } from 'vitest';
import { amounts, extractFields, thing } from '../../../test/support/extract-fields.ts';
import { product, readList } from '../../../test/support/extract-list.ts';

const sell = (price: string): string =>
  `<h1>Brass lamp</h1><p class="price">${price}</p><p>A lamp for the desk.</p><button>Add to cart</button>`;
const list = (...prices: readonly string[]): string =>
  `<ul>${prices.map((price, at) => `<li><a href="/p/${at}"><h3>Lamp number ${at}</h3></a><div><span class="price">${price}</span></div></li>`).join('')}</ul>`;
const told = (...prices: readonly string[]): readonly string[] =>
  readList(list(...prices), product).cuts;

test('a limit is told with all groups of its digits', () => {
  const { cuts } = extractFields(sell('от 120 000 ₽'), amounts('price'), 'ru');
  expect(cuts).toEqual(['The value of "price" is the lowest of several prices: "от 120 000 ₽".']);
});

describe('a price that the page calls the lowest or the highest of several', () => {
  test.each([
    ['From $9.00', 'lowest'],
    ['from <b>$9.00</b>', 'lowest'],
    ['Starting at $9.00', 'lowest'],
    ['As low as: $9.00', 'lowest'],
    ['ab 9,00 €', 'lowest'],
    ['à partir de 9,00 €', 'lowest'],
    ['$9.00+', 'lowest'],
    ['9,000円から', 'lowest'],
    ['up to $9.00', 'highest'],
    ['bis zu 9,00 €', 'highest'],
  ])('is given, and reported: %s', (price, end) => {
    const { value, cuts } = extractFields(sell(price), amounts('price'));
    expect(value).toEqual({ price: price.includes('円') ? 9000 : 9 });
    const text = price.replaceAll(/<[^>]*>/g, '');
    expect(cuts).toEqual([`The value of "price" is the ${end} of several prices: "${text}".`]);
  });

  test.each(['$9.00', 'Price: $9.00', 'Now $9.00', '$9.00 each', 'Cashmere from Nepal: $9.00'])(
    'is not what %s is',
    (price) => {
      expect(extractFields(sell(price), amounts('price')).cuts).toEqual([]);
    },
  );

  test('is what a field for it asks for', () => {
    const { value, cuts } = extractFields(sell('From $9.00'), amounts('lowest_price'));
    expect([value, cuts]).toEqual([{ lowest_price: 9 }, []]);
  });

  test.each([
    [
      { lowPrice: 9, highPrice: '24.50' },
      ['The value of "price" is the lowest of several prices: "9 – 24.50".'],
    ],
    [{ lowPrice: 9, highPrice: '9.00' }, []],
    [{ lowPrice: 9 }, []],
  ])('is reported where data of the page state both ends: %j', (offers, told) => {
    const data = thing({ offers: { '@type': 'AggregateOffer', ...offers } });
    const { value, cuts } = extractFields(data, amounts('price'));
    expect([value, cuts]).toEqual([{ price: 9 }, told]);
  });

  test('is reported of a list in one sentence', () => {
    expect(told('From $9.00', '$10.00', 'From $11.00', '$12.00')).toEqual([
      '2 of 4 values of "price" are the lowest of several prices, as in "From $9.00".',
    ]);
    expect(told('$9.00', '$10.00', '$11.00', '$12.00')).toEqual([]);
  });

  test('is known where the word stands in front of it in an element of its own', () => {
    expect(told('<i>From</i> <b>$9</b>', '<i>From</i> <b>$10</b>', '<b>$11</b>')).toEqual([
      '2 of 3 values of "price" are the lowest of several prices, as in "From $9".',
    ]);
  });
});

const timeOf = (price: string, field = 'price'): readonly string[] =>
  extractFields(sell(price), amounts(field)).cuts;

describe('a price for a time or a measure', () => {
  test.each([
    ['$9.00/mo', '$9.00/mo'],
    ['<b>$9</b> <small>per user / month</small>', '$9 per user / month'],
    ['9,00 € pro Nacht', '9,00 € pro Nacht'],
    ['9,00 €/mois', '9,00 €/mois'],
    ['9,00 € al mes', '9,00 € al mes'],
    ['$90 billed annually', '$90 billed annually'],
    ['€3.99/kg', '€3.99/kg'],
  ])('is given, and reported: %s', (price, time) => {
    expect(timeOf(price)).toEqual([
      `The value of "price" is the price for a time or a measure: "${time}".`,
    ]);
  });

  test('is reported of markup for programs whose text says so', () => {
    const html = `<div itemscope itemtype="https://schema.org/Offer"><h1 itemprop="name">Plan</h1><b itemprop="price">$12.50/mo</b></div>`;
    const { value, cuts } = extractFields(html, amounts('price'));
    expect([value, cuts]).toEqual([
      { price: 12.5 },
      ['The value of "price" is the price for a time or a measure: "$12.50/mo".'],
    ]);
  });

  test.each(['$9.00', '$9.00 a pack', '$9.00 each', '$9.00 / piece'])(
    'is not what %s is',
    (price) => {
      expect(timeOf(price)).toEqual([]);
    },
  );

  test('is reported of a list in one sentence', () => {
    expect(told('$9.00/mo', '$10.00/mo', '$11.00', '$12.00')).toEqual([
      '2 of 4 values of "price" are prices for a time or a measure, as in "$9.00/mo".',
    ]);
    expect(told('€3.99/kg', '€4.50/kg', '€5.20/kg', '€6.00/kg')).toEqual([
      '4 of 4 values of "price" are prices for a time or a measure, as in "€3.99/kg".',
    ]);
    expect(told('€3.99 <i>€7.98/kg</i>', '€4.50 <i>€9.00/kg</i>', '€5 <i>€10/kg</i>')).toEqual([]);
  });

  test('is what a field for it asks for', () => {
    expect(timeOf('$9.00 per month', 'monthly_price')).toEqual([]);
    expect(timeOf('€3.99 per kg', 'price_per_kg')).toEqual([]);
  });
});

const priceIn = (html: string): readonly [unknown, number] => {
  const { value, cuts } = extractFields(`<h1>Red mug</h1>${html}`, amounts('price'));
  return [value, cuts.filter((cut) => cut.includes('stands in a sentence')).length];
};

describe('an amount that nothing calls the price', () => {
  test.each([
    '<p>Gift wrap available for $5</p>',
    '<p>Engraving on the back for an extra <b>$5</b></p>',
    '<p>Gift wrapping: $5</p>',
  ])('is given with a warning: %s', (html) => {
    expect(priceIn(html)).toEqual([{ price: 5 }, 1]);
  });

  test.each([
    '<p>$5</p>',
    '<p>Only <b>$5</b></p>',
    '<p>Price: $5</p>',
    '<p>The mug costs $5 and ships in two days.</p>',
    '<p>$5 incl. VAT plus shipping costs</p>',
    '<p>Gift wrap available for $9</p><p class="price">$5</p>',
  ])('is not one that is set off, or called so: %s', (html) => {
    expect(priceIn(html)).toEqual([{ price: 5 }, 0]);
  });

  test.each(['Reviews', 'Customer reviews (2)', 'Kundenbewertungen', 'Avis clients'])(
    'is not taken from below the heading "%s"',
    (heading) => {
      const html = `<p>A mug.</p><h2>${heading}</h2><p>I paid $40 for this.</p>`;
      expect(priceIn(html)).toEqual([{}, 0]);
      expect(priceIn(`${html}<h2>Buy it</h2><p>$5</p>`)).toEqual([{ price: 5 }, 0]);
    },
  );
});
