import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';
import { readPage } from '../../../page/read-page.ts';
import { findEvidence } from '../find-evidence.ts';

test.each([
  ['<p>Balance: -$950.00</p>', 'en', -950, 950],
  ['<p>Balance: ($950.00)</p>', 'en', -950, 950],
  ['<p>Balance: −950.00 €</p>', 'en', -950, 950],
  ['<table><tr><td>Result</td><td>(950.00)</td></tr></table>', 'en', -950, 950],
  ['<dl><dt>Ergebnis</dt><dd>(1.950,00)</dd></dl>', 'de', -1950, 1950],
  ['<p>Result <b>(950.00)</b></p>', 'en', -950, 950],
  ['<p>Oak stool (no. 950)</p>', 'en', 950, -950],
  ['<ul><li>(950) Oak stool</li></ul>', 'en', 950, -950],
  ['<p>Balance: $950.00</p>', 'en', 950, -950],
  ['<p>قیمت: ۱۲٬۵۰۰٬۰۰۰ تومان</p>', 'fa', 12_500_000, 12],
  ['<p>Price: $.75</p>', 'en', 0.75, 75],
  ['<p>Preis: 1.299 €</p>', 'de', 1299, 1.299],
  ['<p>Price: £3.350 each</p>', 'en-GB', 3.35, 3350],
  ['<p>68<sup>50</sup> €</p>', 'nl', 68.5, 6850],
  ['<p>$68<small>50</small></p>', 'en', 68.5, 6850],
  ['<p>1.068<sup>50</sup> €</p>', 'nl', 1068.5, 106_850],
  ['<p>₹1,24,999</p>', 'en-IN', 124_999, 24_999],
  ['<p>1.2k reviews</p>', 'en', 1200, 1],
])('of %s on a page of %s %d is confirmed and %d is not', (markup, lang, right, wrong) => {
  expect(statusOf({ v: right }, markup, lang)).toMatch(/supported|normalised/);
  expect(statusOf({ v: right }, markup, lang)).not.toBe('unsupported');
  expect(statusOf({ v: wrong }, markup, lang)).toBe('unsupported');
});

test.each([
  ['<p>Price 99¢</p>', { price: 0.99 }],
  ['<p>Preis: 5 ct</p>', { price: 0.05 }],
  ['<p>1/2 cup of milk</p>', { milk: 0.5 }],
  ['<p>1 1/2 cups of flour</p>', { cups: 1.5 }],
  ['<p>Delivery in 3–5 days</p>', { max_days: 5 }],
  ['<p>Delivery in 3–5 days</p>', { delivery_days_min: 3 }],
  ['<p>Delivery in 5 days</p>', { delivery_days: 5 }],
  ['<p>Delivery in 3–5 days</p>', { max: 5 }],
  ['<p>Price $20–$31</p>', { low_price: 20 }],
  ['<p>Price $20 to $31</p>', { price_max: 31 }],
  ['<p>$20–$31</p>', { price: 31 }],
  ['<p>Rabatt 10-20 %</p>', { rabatt: 20 }],
  ['<p>Weight: 500 g</p>', { weight_kg: 0.5 }],
  ['<p>Gewicht: 1,2 kg</p>', { weightG: 1200 }],
  ['<p>Driving time 5400 s</p>', { time_hours: 1.5 }],
])('a number is found as it is written and named: %s, %o', (markup, property) => {
  expect(['supported', 'normalised']).toContain(statusOf(property, markup, 'en'));
});

test.each([
  ['<p>Price 99 pieces</p>', { price: 0.99 }],
  ['<p>Weight: 500 g</p>', { weight: 0.5 }],
  ['<p>Weight: 500 lb</p>', { weight_kg: 0.5 }],
  ['<p>Made 500 times, 20 g each</p>', { weight_kg: 0.5 }],
  ['<p>On 3/4/2024</p>', { v: 0.75 }],
  ['<p>Size 3/2</p>', { size: 1.5 }],
  ['<p>Delivery in 3–5 days</p>', { delivery_days_min: 5 }],
  ['<p>Delivery in 3–5 days</p>', { delivery_days_max: 3 }],
  ['<p>Delivery in 3–5 days</p>', { max: 3 }],
  ['<p>Weight 3 kg, 5 days</p>', { weight: 5 }],
  ['<p>20 pieces, 31 boxes</p>', { price: 31 }],
])('a number with another meaning is not found: %s, %o', (markup, property) => {
  expect(statusOf(property, markup, 'en')).toBe('unsupported');
});

test('both meanings of a number are found where the page does not tell its language', () => {
  expect(statusOf({ v: 1299 }, '<p>Range: 1.299 km</p>', '')).not.toBe('unsupported');
  expect(statusOf({ v: 1.299 }, '<p>Range: 1.299 km</p>', '')).not.toBe('unsupported');
});

test('an amount in brackets behind words is a remark or a loss', () => {
  expect(statusOf({ v: 950 }, '<p>Oak stool (950.00)</p>', 'en')).not.toBe('unsupported');
  expect(statusOf({ v: -950 }, '<p>Oak stool (950.00)</p>', 'en')).not.toBe('unsupported');
});

test('numbers behind marked cents stand at their own places', () => {
  const html = '<main><p>68<sup>50</sup> € and 7<sup>25</sup> € and 912 pieces</p></main>';
  const reading = readPage({ html, url: 'https://a.example/' });
  const [found] = findEvidence({ value: { v: 912 }, inferred: [] }, reading, () => undefined);
  expect(found).toMatchObject({ status: 'supported' });
  expect(JSON.stringify(found)).toContain('912 pieces');
});

test.each([
  ['<p>A house with three bedrooms</p>', { bedrooms: 3 }, { bedrooms: 2 }],
  ['<p>A three-bedroom house</p>', { numberOfBedrooms: 3 }, { numberOfBedrooms: 4 }],
  ['<p>two bedrooms and three bathrooms</p>', { bedrooms: 2 }, { bedrooms: 3 }],
  ['<p>Sale -20%</p>', { discount: 20 }, { discount: 25 }],
  ['<p>Rank: 3rd</p>', { rank: 3 }, { rank: 4 }],
  ['<p>She came 3rd of 40</p>', { rank: 3 }, { rank: 4 }],
  ['<p>2.5M views</p>', { views: 2_500_000 }, { views: 2.5 }],
  ['<p>2.5 million views</p>', { viewCount: 2_500_000 }, { viewCount: 2.5 }],
])('in %s %o is found, and %o is not', (markup, right, wrong) => {
  expect(['supported', 'normalised']).toContain(statusOf(right, markup));
  expect(statusOf(wrong, markup)).toBe('unsupported');
});

test.each([
  ['<p>thirty-three bedrooms</p>', { bedrooms: 3 }],
  ['<p>not three bedrooms</p>', { bedrooms: 3 }],
  ['<p>On the 3rd floor</p>', { rank: 3 }],
  ['<p>The 3rd floors</p>', { floors: 3 }],
  ['<p>Balance -20%</p>', { balance: 20 }],
  ['<p>Sale -20%</p><p>See also: -30%</p>', { discount: 30 }],
])('a number in another part of a text is not found: %s, %o', (markup, property) => {
  expect(statusOf(property, markup)).toBe('unsupported');
});

test('a property that names its scale holds the number before it', () => {
  expect(statusOf({ views_millions: 2.5 }, '<p>2.5 million views</p>')).not.toBe('unsupported');
});

test.each([
  ['2 bedrooms and 3 bathrooms', { bedrooms: 2, bathrooms: 3 }, { bedrooms: 3, bathrooms: 2 }],
  ['4 adults, 1 child', { adults: 4, child: 1 }, { adults: 1, child: 4 }],
  ['Bedrooms 2, bathrooms 3', { bedrooms: 2, bathrooms: 3 }, {}],
])('of "%s" each number is of what stands with it', (written, right, wrong) => {
  const markup = `<p>${written}</p>`;
  for (const [name, value] of Object.entries(right))
    expect(statusOf({ [name]: value }, markup)).toMatch(/supported|normalised/);
  for (const [name, value] of Object.entries(right))
    expect(statusOf({ [name]: value }, markup)).not.toBe('unsupported');
  for (const [name, value] of Object.entries(wrong))
    expect(statusOf({ [name]: value }, markup)).toBe('unsupported');
});

test.each([
  ['<p>Revenue: $1.2 million</p>', { revenue: 1.2 }, { revenue: 1_200_000 }],
  ['<p>Revenue: $3bn</p>', { revenue: 3 }, { revenue: 3_000_000_000 }],
  ['<p lang="de">Revenue: 3,4 Mrd. €</p>', { revenue: 3.4 }, { revenue: 3_400_000_000 }],
  ['<p>Mass: 3.2e5 kg</p>', { mass: 3.2 }, { mass: 320_000 }],
])(
  'the word or power behind a number multiplies it: %s is not %o but %o',
  (markup, wrong, right) => {
    const language = markup.includes('"de"') ? 'de' : 'en';
    expect(statusOf(wrong, markup, language)).toBe('unsupported');
    expect(statusOf(right, markup, language)).toBe('normalised');
  },
);

test.each([
  ['<p>Mass: 10⁶ kg</p>', { mass: 10 }],
  ['<p>Watts: Model X200 Pro</p>', { watts: 200 }],
  ['<p>Price: call 0800-123-456</p>', { price: 123 }],
  ['<p>Price: call 0800 123 456</p>', { price: 123_456 }],
  ['<p>Stock: SKU 4711-300</p>', { stock: 300 }],
  ['<p>Stock: SKU 4711-300</p>', { stock: 4711 }],
  ['<p>Rooms: 2023-11-05</p>', { rooms: 11 }],
  ['<p>Price: see https://a.example/item/4500/x</p>', { price: 4500 }],
  ['<p>Price: see shop.example/item/4500</p>', { price: 4500 }],
  ['<p>Price: #336699</p>', { price: 336_699 }],
  ['<p>Age: Covid-19</p>', { age: 19 }],
])('digits in a name, a code or an address are no number: %s, %o', (markup, property) => {
  expect(statusOf(property, markup)).toBe('unsupported');
});

test.each([
  ['<p><span>Watts</span><span>200</span></p>', { watts: 200 }],
  ['<p>Price: USD200</p>', { price: 200 }],
  ['<p>Width, height: W120 x H45 cm</p>', { height: 45 }],
  ['<p>Year: 2023-11-05</p>', { year: 2023 }],
  ['<p>Season year: 2019-20</p>', { year: 2019 }],
  ['<p>Home goals: 3-1</p>', { goals: 3 }],
  ['<p>Pages: 100-250</p>', { pages: 250 }],
  ['<p>合計: 全部で200個</p>', { 合計: 200 }],
])(
  'a number that touches a name, another number or a currency is one: %s, %o',
  (markup, property) => {
    expect(statusOf(property, markup)).toMatch(/supported|normalised/);
    expect(statusOf(property, markup)).not.toBe('unsupported');
  },
);
