import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

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
  ['<p class=price>UVP: 20,00 €</p><p class=price>15,00 €</p>'],
  ['<p class=price><span class=regular-price>£20.00</span> <span>£15.00</span></p>'],
  ['<p class=price>Delivery £20.00</p><p class=price>£15.00</p>'],
])('an amount that the page calls former or something else is not the price: %s', (markup) => {
  expect(readPrice(markup)).toBe(15);
});

test('the only amount is the price, whatever the page calls it', () => {
  expect(readPrice('<span class="regular-price"><span class=price>£20.00</span></span>')).toBe(20);
});
