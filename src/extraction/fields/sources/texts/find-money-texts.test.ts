import { expect, test } from 'vitest';
import { readPage } from '../../../../page/read-page.ts';
import { extractStructure } from '../../../structure/extract-structure.ts';

function readField(
  body: string,
  name: 'price' | 'rating',
  url = 'https://stools.example/oak',
): unknown {
  const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
  const html = `<html lang="en"><head><title>Oak stool</title></head><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' }).value;
}

const heading = '<h1>Oak stool</h1>';
const own = `${heading}<p class="price">$64.00</p><button>Add to cart</button>`;

test.each([
  '<div class="reviews"><div class="review"><p>Price: $2.00</p></div></div>',
  '<ol id="comments"><li><p>Total price: $1.50 only, ask me</p><p>Price: $1.50</p></li></ol>',
  '<section class="customer-reviews"><dl><dt>Price</dt><dd>$3.00</dd></dl></section>',
])('an amount that a visitor wrote is not the price: %s', (said) => {
  expect(readField(own + said, 'price')).toEqual({ price: 64 });
});

test('an amount that only a visitor wrote is no price', () => {
  const said = '<div class="comments"><p>Price: $2.00</p></div>';
  expect(readField(`${heading}<p>Made of oak.</p>${said}`, 'price')).not.toEqual({ price: 2 });
});

const card = (href: string): string =>
  `<div><div>Price: $129.00</div><a href="${href}">Birch stool</a><p>4.6 out of 5</p></div>`;

test.for<[string, string, string]>([
  ['of the shop', 'https://stools.example/stools/oak', '/stools/birch'],
  ['by its number', 'https://stools.example/oak-stool-3.html', '/birch-stool-4.html'],
])('an amount on the card of another thing %s is not the price', ([, url, link]) => {
  const shown = `${heading}<div><span class="price">Only $64.00</span></div>`;
  expect(readField(shown + card(link), 'price', url)).toEqual({ price: 64 });
  // Of what leads to a page of another kind the amount may be the page's own.
  expect(readField(shown + card('/help/prices/terms'), 'price', url)).toEqual({ price: 129 });
});

test('the price of a page that is itself a review, and the rating among reviews, are read', () => {
  const review = `<div class="review">${heading}<p>Price: $64.00</p></div>`;
  expect(readField(review, 'price')).toEqual({ price: 64 });
  expect(readField(`${own}<div class="reviews"><p>Rating: 4.5</p></div>`, 'rating')).toEqual({
    rating: 4.5,
  });
});

const stated = (price: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak stool","offers":{"@type":"Offer","price":"${price}","priceCurrency":"USD"}}</script>${heading}`;

test.each([
  '<p class="price"><del>$80.00</del> <strong>$64.00</strong></p>',
  '<div class="price"><span style="text-decoration: line-through">$80.00</span><span>$64.00</span></div>',
  '<div class="price"><div><s>$80</s></div><div>$64</div></div>',
  '<p><del>$80.00</del> <ins>$64.00</ins></p>',
  '<p>Was $80.00 Now $64.00</p>',
  '<p>Was: $80.00</p><p>Now: $64.00</p>',
  '<div class="old-price">$80.00</div><div class="special-price">$64.00</div>',
])(
  'markup for programs that states the amount shown as replaced by another is stale: %s',
  (shown) => {
    expect(readField(stated('80.00') + shown, 'price')).toEqual({ price: 64 });
  },
);

test.each([
  ['no other amount stands beside it', '<p class="price"><s>$80.00</s></p>'],
  ['it is shown unstruck as well', '<p><s>$80.00</s> <b>$64.00</b></p><p class="price">$80.00</p>'],
  ['a word calls it former beside none that is called present', '<p>RRP $80.00 $64.00</p>'],
  ['what is called present is the same', '<p>Was $80.00 Now $80.00</p>'],
  [
    'it stands elsewhere without that word',
    '<p>Was $80.00 Now $64.00</p><p class="price">$80.00</p>',
  ],
  ['another is struck through', '<p class="price"><s>$99.00</s> <b>$80.00</b></p>'],
])('the price that markup for programs states stays where %s', (_, shown) => {
  expect(readField(stated('80.00') + shown, 'price')).toEqual({ price: 80 });
});

const specified = (...specifications: string[]) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak stool","offers":{"@type":"Offer","priceSpecification":[${specifications.join(',')}]}}</script>${heading}`;
const specify = (price: number, more: string) =>
  `{"@type":"UnitPriceSpecification","price":${price},"priceCurrency":"USD"${more}}`;

test.each([
  ',"priceType":"https://schema.org/ListPrice"',
  ',"priceType":"StrikethroughPrice"',
  ',"priceType":"https://schema.org/MSRP"',
  ',"validForMemberTier":{"@type":"MemberProgramTier","name":"gold"}',
])('of several specifications that of another price is not the price: %s', (more) => {
  const html = specified(specify(80, more), specify(64, ''));
  expect(readField(html, 'price')).toEqual({ price: 64 });
  expect(readField(specified(specify(64, ''), specify(80, more)), 'price')).toEqual({ price: 64 });
});

test('a price that its type calls that of a sale, or the only one, is the price', () => {
  const sale = specify(64, ',"priceType":"https://schema.org/SalePrice"');
  const list = specify(80, ',"priceType":"https://schema.org/ListPrice"');
  expect(readField(specified(sale, list), 'price')).toEqual({ price: 64 });
  expect(readField(specified(list), 'price')).toEqual({ price: 80 });
});

test.each([
  ['１２，３４５円', 'JPY', 12_345],
  ['๑,๒๙๐ บาท', 'THB', 1_290],
  ['१,२५,००० ₹', 'INR', 125_000],
  ['١٬٢٣٤٫٥٠ ر.س', 'SAR', 1234.5],
  ['۱,۲۵۰,۰۰۰ ریال', 'IRR', 1_250_000],
  ['1,234.50 درهم', undefined, 1234.5],
])(
  'an amount in digits of any script is a price with its currency: %s',
  (amount, currency, price) => {
    const html = `<title>X</title><main><h1>X</h1><p class="price">${amount}</p></main>`;
    const reading = readPage({ html, url: 'https://stools.example/x' });
    const properties = { price: { type: 'number' }, currency: { type: 'string' } };
    const schema = { type: 'object', properties };
    expect(extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' }).value).toEqual(
      currency === undefined ? { price } : { price, currency },
    );
  },
);
