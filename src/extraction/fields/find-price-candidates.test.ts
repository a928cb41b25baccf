import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

function readField(body: string, name: 'price' | 'rating'): unknown {
  const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
  const html = `<html lang="en"><head><title>Oak stool</title></head><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url: 'https://stools.example/oak' });
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

test('the price of a page that is itself a review, and the rating among reviews, are read', () => {
  const review = `<div class="review">${heading}<p>Price: $64.00</p></div>`;
  expect(readField(review, 'price')).toEqual({ price: 64 });
  expect(readField(`${own}<div class="reviews"><p>Rating: 4.5</p></div>`, 'rating')).toEqual({
    rating: 4.5,
  });
});
