import { describe, expect, test } from 'vitest';
import {
  amounts,
  extractFields,
  lines,
  row,
  text,
  thing,
} from '../../../test/support/extract-fields.ts';

const priceOf = (body: string, language = 'en'): unknown =>
  extractFields(`<h1>A thing</h1>${body}`, amounts('price'), language).value;

describe('what the delivery costs', () => {
  const number = { type: 'number' };
  const both = { price: number, shipping_cost: number };
  const data = JSON.stringify({
    '@type': 'Product',
    name: 'A thing',
    offers: { price: '20', shippingDetails: { shippingRate: { value: '4.95' } } },
  });

  test.each([
    ['a label', lines('Price: $20.00', 'Shipping: $4.95'), 'en'],
    ['a label in German', lines('Preis: 20,00 €', 'Versandkosten: 4,95 €'), 'de'],
    ['a line', lines('Price: $20.00', 'plus $4.95 shipping'), 'en'],
    ['a label, beside a limit', lines('Price: $20', 'Delivery: $4.95, free over $50'), 'en'],
    ['data', `<h1>A thing</h1><script type="application/ld+json">${data}</script>`, 'en'],
  ])('is told from the price: %s', (_, body, language) => {
    expect(extractFields(body, both, language).value).toEqual({ price: 20, shipping_cost: 4.95 });
  });

  test('is no price where the page states no other amount, nor is a price a cost of delivery', () => {
    expect(extractFields(lines('Shipping cost: $4.95'), { price: number }).value).toEqual({});
    expect(extractFields(lines('Price: $20.00'), both).value).toEqual({ price: 20 });
    expect(extractFields(lines('$20.00 with delivery'), { delivery_fee: number }).value).toEqual(
      {},
    );
    expect(
      extractFields(lines('Shipping: free over $50'), { shipping_cost: number }).value,
    ).toEqual({});
  });
});

describe('a former amount', () => {
  const number = { type: 'number' };

  test.each([
    ['Was £9.00', 9],
    ['UVP 9,00 €', 9],
    ['M.R.P.: ₹9', 9],
    ['List: $9.00', 9],
    ['<s>£9.00</s>', 9],
  ])('is one that is said to be: %s', (line, value) => {
    const body = lines('£7.50', line);
    expect(extractFields(body, { old_price: number }).value).toEqual({ old_price: value });
  });

  test.each(['£3.00 a month', 'Shipping: £5', 'From £4.50', '3 for £12'])(
    'is neither the price nor another amount: %s',
    (line) => {
      const body = lines('£7.50', line);
      expect(extractFields(body, { old_price: number }).value).toEqual({});
    },
  );
});

describe('an amount is what the name of its field says', () => {
  test.each([
    ['de', ['Preis netto: 100,00 €', 'Preis brutto: 119,00 €'], { netPrice: 100, grossPrice: 119 }],
    ['fr', ['100,00 € HT', '120,00 € TTC'], { prixHT: 100, prixTTC: 120 }],
    ['es', ['100,00 € sin IVA', '121,00 €'], { precioSinIva: 100, price: 121 }],
    ['en-GB', ['£120.00 inc. VAT (£100.00 ex. VAT)'], { price: 120, priceExVat: 100 }],
    ['en-GB', ['£7.98/kg', '£3.99'], { price: 3.99, unitPrice: 7.98 }],
    ['en-GB', ['Now £199, was £249'], { price: 199, originalPrice: 249 }],
    ['en-GB', ['£20.00 + £4.99 shipping'], { price: 20, shipping: 4.99 }],
    ['en-GB', ['£20.00', 'Free shipping'], { price: 20, shipping: 0 }],
    ['de', ['20,00 €', 'Kostenloser Versand'], { price: 20, shipping: 0 }],
    ['en-GB', ['£20.00', 'Free shipping over £50'], { price: 20 }],
  ] as const)('on a page of %s with %j: %j', (language, texts, value) => {
    const names = [...Object.keys(value), ...('shipping' in value ? [] : ['shipping'])];
    const body = lines(...texts).replaceAll('<p>', '<p class="price">');
    expect(extractFields(body, amounts(...names), language).value).toEqual(value);
  });

  test.each([
    ['£20.00', ['price', 'priceExVat'], { price: 20 }],
    ['£7.98 per 100 ml', ['netPrice'], {}],
    ['£20.00', ['unitPrice'], { unitPrice: 20 }],
  ])('%s alone is without the tax only where the page says so: %j', (text, names, value) => {
    expect(
      extractFields(`<h1>A thing</h1><p class="price">${text}</p>`, amounts(...names)).value,
    ).toEqual(value);
  });

  test('the ends of a range have fields of their own', () => {
    const body = '<h1>A thing</h1><p class="price">£12.50 – £30.00</p>';
    expect(extractFields(body, amounts('minPrice', 'maxPrice'))).toMatchObject({
      value: { minPrice: 12.5, maxPrice: 30 },
      cuts: [],
    });
    expect(extractFields(body, amounts('price')).cuts).toHaveLength(1);
  });
});

describe('the price of a page', () => {
  test('of lines that <br> parts is that of the line with its label', () => {
    const listed = '<p>List Price: $13.99<br>Price: $10.07</p>';
    expect(priceOf(listed)).toEqual({ price: 10.07 });
    const struck = '<p>Price: <del>$13.99</del> $10.07<br>Weight: 2 kg</p>';
    expect(priceOf(struck)).toEqual({ price: 10.07 });
    const online = '<div>Retail Price: $13.99<br>Online Price: $10.07<br>Club Price: $9.06</div>';
    const others = '<ul><li>Hardcover for <b>Club Price: $33.26</b></li></ul>';
    expect(priceOf(`${online}<h3>Other formats</h3>${others}`)).toEqual({ price: 10.07 });
  });

  test('is not what is taken off it', () => {
    const body = '<p>Get $5 off your first rental</p><p>From $1099 or $91.58/mo. for 12 mo.</p>';
    expect(priceOf(body)).toEqual({ price: 1099 });
    expect(priceOf('<p>$5 off-road tyre</p>')).toEqual({ price: 5 });
  });

  test.each([
    [
      'data with what the page shows',
      `${thing({ offers: { '@type': 'Offer', price: '0.00' } })}<p>It is free.</p>`,
    ],
    ['a label', '<p>Price: $0.00</p>'],
    ['a word', '<p>Price: Free</p>'],
    ['an element for it', '<p class="price">Free</p>'],
  ])('is 0 where %s says so', (_, body) => {
    expect(priceOf(body)).toEqual({ price: 0 });
    expect(priceOf(`${body}<p class="price">$12.00</p>`)).toEqual({ price: 12 });
  });

  test('is not the 0 of data beside a price on request', () => {
    const data = thing({ offers: { '@type': 'Offer', price: '0.00' } });
    expect(priceOf(`${data}<p>Price on request</p>`)).toEqual({});
  });

  test('is that of the offer, whatever data lists as its properties', () => {
    const additionalProperty = { '@type': 'PropertyValue', name: 'Price', value: 'from 10' };
    const offers = { '@type': 'Offer', price: '20', priceCurrency: 'USD' };
    expect(priceOf(thing({ offers, additionalProperty }))).toEqual({ price: 20 });
  });

  test('is not 0 for an amount that nothing calls one', () => {
    expect(priceOf('<p>Your cart: $0.00</p>')).toEqual({});
  });

  test.each([
    ['<p class="price"><b>$1,299</b><span>.</span><sup>99</sup></p>', 'en', 1299.99],
    ['<p class="price"><b>1.299</b><i>,</i><span>90</span> €</p>', 'de', 1299.9],
    ['<p class="price">12 €99</p>', 'fr', 12.99],
    ['<p class="price">12€99</p>', 'fr', 12.99],
    ['<p class="price">12 € 99 pièces</p>', 'fr', 12],
  ])('in parts is one number: %s', (body, language, price) => {
    expect(priceOf(body, language)).toEqual({ price });
  });

  test.each([
    ['Price on request', 'en'],
    ['Preis auf Anfrage', 'de'],
    ['Prix sur demande', 'fr'],
  ])('that says "%s" is not that of another article', (line, language) => {
    expect(priceOf(`<p class="price">${line}</p><p>Lamp from £5.00</p>`, language)).toEqual({});
    expect(priceOf('<p class="price">£7.00</p><p>Samples on request</p>')).toEqual({ price: 7 });
  });

  test('is no instalment beside it', () => {
    const body = '<p class="price">12x R$ 9,90</p><p class="price">R$ 99,90 à vista</p>';
    expect(priceOf(body, 'pt-BR')).toEqual({ price: 99.9 });
  });
});

test.each([
  ['MX$12.50', 'en', 12.5, 'MXN'],
  ['Rs. 1,250', 'en-PK', 1250, 'PKR'],
  ['Rs. 1,250', 'en-IN', 1250, 'INR'],
  ['Fr. 12.50', 'de-CH', 12.5, 'CHF'],
  ['12,50 лв.', 'bg', 12.5, 'BGN'],
  ['12.50 ر.س', 'ar', 12.5, 'SAR'],
  ['12.50 د.إ', 'ar', 12.5, 'AED'],
  ['12.50 ج.م', 'ar', 12.5, 'EGP'],
  ['12,50 ₾', 'ka', 12.5, 'GEL'],
  ['₦1,250', 'en-NG', 1250, 'NGN'],
  ['KWD 1.250', 'en', 1.25, 'KWD'],
  ['R 1 299,99', 'en-ZA', 1299.99, 'ZAR'],
  ['99p', 'en-GB', 0.99, 'GBP'],
  ['$12.50', 'en', 12.5, 'USD'],
])('%s on a page of %s is %d %s', (line, language, price, currency) => {
  const body = `<h1>A thing</h1><p class="price">${line}</p>`;
  const fields = { ...amounts('price'), currency: text };
  expect(extractFields(body, fields, language).value).toEqual({ price, currency });
});

test('the former price is the one struck through, whatever is called regular', () => {
  const body =
    '<p>Regular price: $28.00</p><p><i>Regular price</i> <s>$40.00</s></p><p>Sale price: $28.00</p>';
  expect(extractFields(`<h1>A thing</h1>${body}`, amounts('oldPrice')).value).toEqual({
    oldPrice: 40,
  });
});

test.each([
  ['price', 'Price: - $41.00', 41],
  ['price', '- $41.00', 41],
  ['amount', '- $41.00', -41],
  ['balance', '- $41.00', -41],
])(
  'a dash between blanks is no sign of what something costs: %s of "%s"',
  (name, written, value) => {
    const body = row(name, written);
    expect(extractFields(body, amounts(name)).value).toEqual({ [name]: value });
  },
);

/** A page in German with a price in its data as a shop writes it there, and what the page shows. */
const readGerman = (price: string, shown: string, language = 'de'): unknown => {
  const data = { '@type': 'Product', name: 'A thing', offers: { price, priceCurrency: 'EUR' } };
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  return extractFields(
    `<h1>A thing</h1>${script}<p class="price">${shown}</p>`,
    amounts('price'),
    language,
  ).value;
};

test('an amount in data that the page shows in the same characters is read as the page shows it', () => {
  expect(readGerman('1.299', '1.299 €')).toEqual({ price: 1299 });
  expect(readGerman('1.299', '1,30 €')).toEqual({ price: 1.299 });
  expect(readGerman('1.299', '€1.299', 'en')).toEqual({ price: 1.299 });
});

describe('the ends of a salary', () => {
  const ends = amounts('salaryMin', 'salaryMax');

  test.each([
    ['Salary', '$80-100k'],
    ['Pay range', '$80K/yr - $100K/yr'],
    ['Salary range', '$80,000 per year to $100,000 per year'],
  ])('are read from what the page writes once or twice: %s: %s', (label, range) => {
    expect(extractFields(row(label, range), ends).value).toEqual({
      salaryMin: 80_000,
      salaryMax: 100_000,
    });
  });

  test.each(['$120k–$150k', '$120,000 to $150,000'])('are read from a range: %s', (range) => {
    expect(extractFields(lines(`Salary: ${range}`), ends).value).toEqual({
      salaryMin: 120_000,
      salaryMax: 150_000,
    });
    expect(
      extractFields(lines(`Salary: ${range}`), amounts('salary_from', 'salary_to')).value,
    ).toEqual({ salary_from: 120_000, salary_to: 150_000 });
  });

  test('are read from a range of which both have their sign behind them', () => {
    expect(extractFields(lines('Gehalt: 3.200 € – 3.900 €'), ends, 'de').value).toEqual({
      salaryMin: 3200,
      salaryMax: 3900,
    });
  });

  test('are read from data, with their unit', () => {
    const value = { '@type': 'QuantitativeValue', minValue: 30, maxValue: 40, unitText: 'HOUR' };
    const job = { '@type': 'JobPosting', title: 'A thing', baseSalary: { currency: 'EUR', value } };
    const body = `<h1>A thing</h1><script type="application/ld+json">${JSON.stringify(job)}</script>`;
    expect(extractFields(body, { ...ends, salaryUnit: text }).value).toEqual({
      salaryMin: 30,
      salaryMax: 40,
      salaryUnit: 'HOUR',
    });
  });
});

test('rents and deposits have labels of their own', () => {
  const body = lines('Kaltmiete: 800 €', 'Kaution: 2.400 €');
  expect(extractFields(body, amounts('base_rent', 'deposit'), 'de').value).toEqual({
    base_rent: 800,
    deposit: 2400,
  });
});

test('the lowest and the highest price are the ends of those under one label', () => {
  const body = lines('Price: £5', 'Price: £3', 'Price: £9', 'Was: £20');
  const ends = amounts('lowestPrice', 'highestPrice', 'minPrice', 'maxPrice');
  expect(extractFields(body, ends).value).toEqual({
    lowestPrice: 3,
    highestPrice: 9,
    minPrice: 3,
    maxPrice: 9,
  });
});

describe('beside a label for the opposite', () => {
  test.each([
    ['Minimum price', 'maxPrice'],
    ['Price excl. VAT', 'priceInclVat'],
    ['Net price', 'grossPrice'],
    ['Old price', 'newPrice'],
    ['RRP', 'salePrice'],
    ['Price per night', 'totalPrice'],
    ['Tax', 'price'],
  ])('an amount is no value of the field: %s for %s', (label, name) => {
    expect(extractFields(row(label, '£10'), amounts(name)).value).toEqual({});
    const table = `<h1>Lamps</h1><table><tr><th>Name</th><th>${label}</th></tr><tr><td>Oak lamp</td><td>£10</td></tr><tr><td>Elm lamp</td><td>£12</td></tr></table>`;
    const rows = {
      type: 'array',
      items: { type: 'object', properties: { name: text, ...amounts(name) } },
    };
    expect(JSON.stringify(extractFields(table, { rows }).value)).not.toMatch(/10|12/);
  });

  test('but one beside its own label is', () => {
    expect(extractFields(row('Maximum price', '£10'), amounts('maxPrice')).value).toEqual({
      maxPrice: 10,
    });
  });
});

test.each([
  ['£2.50 / 100 g', 2.5],
  ['£2.50 per 100g', 2.5],
  ['€1,99 / 500 g', 1.99],
  ['2.50 £ / 6 pack', 2.5],
  ['£30 / 12 months', 30],
  ['US$1,299.00 / AU$1,899.00', 1299],
])('how much an amount is for is not the amount: %s', (said, price) => {
  expect(priceOf(`<p>Price: ${said}</p>`)).toEqual({ price });
});

test('a bare fraction is no price', () => {
  expect(priceOf('<p>Price: 1/2</p>')).toEqual({});
});

test('a label by which an amount is divided is told', () => {
  const { value, cuts } = extractFields(row('Price (in thousands)', '£850'), amounts('price'));
  expect(value).toEqual({ price: 850 });
  expect(cuts).toEqual(['The value of "price" is in thousands, as its label says.']);
});

test('of three amounts of a text none is the price', () => {
  expect(priceOf('<div class="price">35 € 60 € 120 €</div>')).toEqual({});
  expect(priceOf('<p>Price: Under $7, $7 to $10, Over $20</p>')).toEqual({});
  expect(priceOf('<p class="price">$80.00 Now $64.00 Save $16.00</p>')).toEqual({ price: 64 });
});

test('an only amount that the page calls otherwise is told', () => {
  expect(listTold('<p class="unit-price">($2.40 per 100 g)</p>')).toEqual([
    'The value of "price" is the price for a time or a measure: "$2.40 per 100 g".',
  ]);
  expect(listTold('<p class="unit-price">$2.40</p>')).toEqual([
    'The page states no other price for "price" than that of a unit.',
  ]);
  expect(priceOf('<p>Price</p><p>$4.95 standard delivery</p>')).toEqual({});
  expect(priceOf('<p>Price</p><p>You save $5.00</p>')).toEqual({});
  expect(listTold('<p>Price: $2.40</p><p>($0.40 per 100 g)</p>')).toEqual([]);
});

test('a price of zero behind a label is one', () => {
  expect(priceOf('<p>Price: 0</p>')).toEqual({ price: 0 });
});

function listTold(body: string): readonly string[] {
  return [...extractFields(`<h1>A thing</h1>${body}`, amounts('price')).cuts];
}

test.each([
  'data-auto="old-price"',
  'data-automation-id="was-price"',
  'data-testid="was-price"',
  'data-cy="price-before"',
  'data-hook="original-price"',
  'aria-label="Was"',
  'aria-label="Ancien prix"',
])('an amount is called former by %s', (name) => {
  const html = `<h1>A thing</h1><div><b ${name}>$40</b> <b>$25</b></div>`;
  expect(extractFields(html, amounts('price', 'old_price'))).toMatchObject({
    value: { price: 25, old_price: 40 },
    cuts: [],
  });
});
