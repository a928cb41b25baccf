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
