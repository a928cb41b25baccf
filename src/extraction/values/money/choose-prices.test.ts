import { expect, test } from 'vitest';
import { readPage } from '../../../page/read-page.ts';
import { choosePrices } from './choose-prices.ts';
import { findMoney } from './find-money.ts';
import { extractStructure } from '../../structure/extract-structure.ts';

function readPrice(markup: string): unknown {
  const html = `<title>Brass lamp</title><div id=page><h1>Brass lamp</h1>${markup}</div>`;
  const reading = readPage({ html, url: 'https://shop.example/lamps/brass' });
  const schema = { type: 'object', properties: { price: { type: ['number', 'null'] } } };
  const found = extractStructure({ reading, prompt: 'Price?', schema, detailLevel: 'medium' });
  return (found.value as { readonly price: unknown }).price;
}

test.each([
  ['<del class=price>£20.00</del> <span class=price>£15.00</span>'],
  [
    '<span class=price style="text-decoration: line-through">£20.00</span><b class=price>£15.00</b>',
  ],
  ['<span class="old-price">£20.00</span> <span class="price">£15.00</span>'],
  [
    '<div class=was><span class=price>£20.00</span></div><div><span class=price>£15.00</span></div>',
  ],
  [
    '<span class=compare-price aria-label="Now £15.00">£15.00</span><span class=price aria-label="Was £20.00">£20.00</span>',
  ],
  ['<p class=price>UVP: 20,00 €</p><p class=price>15,00 €</p>'],
  ['<p class=price><span class=regular-price>£20.00</span> <span>£15.00</span></p>'],
  ['<p class=price>Delivery £20.00</p><p class=price>£15.00</p>'],
  ['<p>statt <span class=price>20,00 €</span> nur <b class=price>15,00 €</b></p>'],
  ['<p class=price>Was £20.00, now £15.00</p>'],
  ['<p class=price>Van € 20,00 voor € 15,00</p>'],
  ['<p class=price>£15.00 (£1.50 / 100 g)</p>'],
  ['<p class=price>£15.00 + £4.90 shipping</p>'],
  ['<p class=price>or 4 payments of £3.75</p><p class=price>£15.00</p>'],
  ['<p class=price>Free delivery over £50</p><p class=price>£15.00</p>'],
  ['<p class=price>2 for £25.00</p><p class=price>£15.00</p>'],
  ['<p>£15.00</p><p>compared to £20.00</p>'],
  ['<p><span>£15.00</span> <i>instead of £20.00</i></p>'],
  ['<p>Was £20.00 Now £15.00 You save £5.00</p><p>£1.50 per 100ml</p>'],
  ['<p>Prix habituel 20,00 € Prix soldé 15,00 €</p><p>Économisez 5,00 €</p>'],
  ['<p>Antes 20,00 € Ahora 15,00 €</p><p>Gastos de envío: 3,00 €</p>'],
  ['<p>12.50 € excl. VAT</p><p>15.00 € incl. VAT</p>'],
  ['<p>12,50 € (zzgl. MwSt.)</p><p>15,00 € inkl. MwSt.</p>'],
  ['<p class=price>£12.50 ex VAT (£15.00 inc VAT)</p>'],
  ['<p class=price>£15.00 (ex VAT £12.50)</p>'],
  ['<p class=price>12,50 € zzgl. MwSt. 15,00 €</p>'],
  ['<p>1 l = 20,00 €</p><p>15,00 €</p>'],
  ['<p>100mlあたり 20.00円</p><p>15.00円</p>'],
  ['<p>希望小売価格：20円</p><p>販売価格：15円</p>'],
  ['<p>Liste fiyatı: 20,00 TL</p><p>Sepette: 15,00 TL</p>'],
  ['<p>Rek. 20,00 kr</p><p>15,00 kr</p>'],
  ['<p>قبل: £20.00</p><p>الآن: £15.00</p>'],
  ['<p>Raty od 1,50 zł/mies.</p><p>15,00 zł</p>'],
  ['<p>15,00 € anziché 20,00 €</p>'],
  ['<p><span>Al posto di 20,00 €</span> <span>ora a 15,00 €</span></p>'],
  ['<p><span>Prezzo precedente 20,00 €</span> <span>15,00 €</span></p>'],
  ['<p><span>En lugar de 20,00 €</span> <span>solo 15,00 €</span></p>'],
  ['<p><span>Precio original 20,00 €</span> <span>15,00 €</span></p>'],
  ['<p><span>Em vez de 20,00 €</span> <span>15,00 €</span></p>'],
  ['<p><span>De R$ 20,00</span> <span>R$ 15,00</span></p>'],
  ['<p>Von 20,00 € auf 15,00 €</p>'],
  ['<p><span>Anstatt 20,00 €</span><span>15,00 €</span></p>'],
  ["<p><span>Prix d'origine 20,00 €</span> <span>Nouveau prix 15,00 €</span></p>"],
  ['<p>15,00 € in plaats van 20,00 €</p>'],
  ['<p><span>Zamiast 20,00 zł</span><span>15,00 zł</span></p>'],
  ['<p>Tidigare 20,00 kr</p><p>Nu endast 15,00 kr</p>'],
  ['<p>I stedet for 20,00 kr. kun 15,00 kr.</p>'],
  ['<p>Aiemmin 20,00 €</p><p>Nyt vain 15,00 €</p>'],
  ['<p>Původně 20,00 Kč nyní jen 15,00 Kč</p>'],
  ['<p>Было 20 ₽, стало 15 ₽</p>'],
  ['<p><span>Eski fiyat 20,00 TL</span><span>15,00 TL</span></p>'],
  ['<p>20,00 TL yerine 15,00 TL</p>'],
  ['<p>通常20円のところ 15円</p>'],
  ['<p>划线价：¥20</p><p>到手价：¥15</p>'],
  ['<dl><dt>Net price</dt><dd>€ 12.50</dd><dt>Price incl. VAT</dt><dd>€ 15.00</dd></dl>'],
])('an amount that the page calls former or something else is not the price: %s', (markup) => {
  expect(readPrice(markup)).toBe(15);
});

test.each([
  ['a range that begins with such a word ascends', 'from £15.00 to £20.00', ['15.00', '20.00']],
  ['payments are none to which it fell', 'de R$ 20,00 10x R$ 2,00', ['20.00']],
  ['a mark parts two prices', 'From £20.00, kids £10.00', ['20.00', '10.00']],
  ['a noun may name the second', 'from £20.00 plus £5.00 p&p', ['20.00', '5.00']],
  ['brackets say more', 'from £20.00 (£12.00 members)', ['20.00', '12.00']],
  ['a name may hold the word', 'Civil War £20.00 Peace £15.00', ['20.00', '15.00']],
])('a word for "former" leaves other prices: %s', (_, text, amounts) => {
  expect(choosePrices(text, findMoney(text, true)).map(({ amount }) => amount)).toEqual(amounts);
});

test.each(['2 for £30.00', 'Any 3 for £30.00', '2 / £30'])(
  'what several cost together is not the price: %s',
  (shown) => {
    expect(readPrice(`<p class=price>${shown}</p>`)).toBeNull();
  },
);

test('a number at the end of a name counts nothing', () => {
  expect(readPrice('<p class=price>Phone 12 for £15.00</p>')).toBe(15);
});

test('the only amount is the price, whatever the page calls it', () => {
  expect(readPrice('<span class="regular-price"><span class=price>£20.00</span></span>')).toBe(20);
});

test.each([
  ['<p class=price>€ 12.50 excl. VAT</p>', 12.5],
  ['<p class=price>£2.50 / m</p>', 2.5],
  ['<p class=price>Net: € 12.50</p>', 12.5],
])(
  'the price without the tax, or of a unit, is the price where no other is stated: %s',
  (markup, price) => {
    expect(readPrice(markup)).toBe(price);
  },
);

test.each([
  ['<p class=price>68€<sup>50</sup></p>'],
  ['<p class=price>68<sup>€50</sup></p>'],
  ['<p class=price>68<span class="cent">50</span> €</p>'],
  ['<p class=price><span>68</span><span>50</span> €</p>'],
])('cents in an element of their own are the cents of the price: %s', (markup) => {
  expect(readPrice(markup)).toBe(68.5);
});

test.each([
  ['<p class=price>1<span>299</span> €</p>', 1299],
  ['<p class=price><span>6</span><span>8</span> €</p>', 68],
  ['<p class=price>64 <span>12</span> €</p>', 12],
])('digits in elements of their own are no cents otherwise: %s', (markup, price) => {
  expect(readPrice(markup)).toBe(price);
});

test.each([
  ['<p class=price>$10.50<sup>2</sup></p>', 10.5],
  ['<p class=price>10,50 €<sup>34</sup></p>', 10.5],
  ['<p>Price: <b>10.50<sup>34</sup> €</b></p>', 10.5],
  ['<p class=price>€10<sup>2</sup></p>', 10],
  ['<p class=price>$10<sup>50</sup></p>', 10.5],
  ['<p class=price>$1,299<sup>99</sup></p>', 1299.99],
])('small digits that cannot be the cents of a price are a note’s mark: %s', (markup, price) => {
  expect(readPrice(markup)).toBe(price);
});

test.each([
  ['3 days', 0],
  ['2–4 Werktage', 0],
  ['3 business days', 0],
  ['5 jours', 0],
  ['3', 1],
  ['12 each', 1],
  ['€3 a day', 1],
])('a bare number of units of time is no amount: %s', (text, count) => {
  expect(findMoney(text, false)).toHaveLength(count);
});

test('the ends of a range are told from a former price', () => {
  expect(readPrice('<p class=price>de 12 € à 20 €</p>')).toBe(12);
});

test('the price of a piece or of a pack is a price, beside a cheaper one below', () => {
  expect(readPrice('<p class=price>15,00 € / tk</p><p>4,00 €</p>')).toBe(15);
  expect(readPrice('<p class=price>£15.00/ 30 m</p><p>£4.00</p>')).toBe(15);
});

test.each([
  ['11,636円（税込12,800円）', 'ja', '12800'],
  ['本体価格11,636円 税込12,800円', 'ja', '12800'],
  ['11,636円（税抜）12,800円（税込）', 'ja', '12800'],
  ['定価：1,980円（本体1,800円＋税10%）', 'ja', '1980'],
  ['100,00 € / 119,00 € inkl. MwSt.', 'de', '119.00'],
  ['100,00 € HT 120,00 € TTC', 'fr', '120.00'],
])(
  'of two amounts of which one is the other with its tax, that one is the price: %s',
  (text, language, amount) => {
    const prices = choosePrices(text, findMoney(text, true, { language }));
    expect(prices.map((price) => price.amount)).toEqual([amount]);
    expect(prices.map(({ read }) => read.alternatives)).toEqual([[]]);
  },
);

test('an amount that is no other one with its tax is no price for its words', () => {
  const text = 'Flat 900 €, house 1,800 € incl. VAT';
  const prices = choosePrices(text, findMoney(text, true, { language: 'en' }));
  expect(prices.map(({ amount }) => amount)).toEqual(['900', '1800']);
});

test.each(['Deposit: £200', 'Kaution: 200,00 €', 'Fianza: 200,00 €', 'Caparra 200,00 €'])(
  'what is given back is no price: %s',
  (line) => {
    expect(readPrice(`<p>Price on request</p><p>${line}</p>`)).toBeNull();
  },
);

test.each(['Verzending € 4,95', 'Frete R$ 14,95', 'Dostawa 14,95 zł', 'Shipping $ 4.95'])(
  'what the delivery costs is no price: %s',
  (line) => {
    expect(readPrice(`<p>${line}</p>`)).toBeNull();
  },
);

test.each([
  ['$75.00 to $125.00 per hour', ['75.00', '125.00']],
  ['75 € bis 125 € pro Stunde', ['75', '125']],
  ['75 € – 125 € pro Stunde', ['75', '125']],
  ['$20 £15.00 / 100 g', ['20']],
])('what is said behind a range is said of both of its ends: %s', (text, amounts) => {
  expect(choosePrices(text, findMoney(text, true)).map(({ amount }) => amount)).toEqual(amounts);
});
