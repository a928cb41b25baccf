import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { readText } from '../../page/tree/node-text.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const schema = {
  type: 'object',
  properties: {
    price: { type: ['number', 'null'] },
    availability: { enum: ['InStock', 'OutOfStock', null] },
  },
};

/** What is read of a page, and the rule that worked out the state of stock. */
function read(body: string) {
  const reading = readPage({
    html: `<title>Brass lamp</title>${body}`,
    url: 'https://shop.example/lamps/brass',
  });
  const prompt = 'Extract the product.';
  const found = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  return { value: found.value, rule: found.sources.get('/availability')?.rule };
}

/** Where the page says that its thing can be bought. */
function proofOf(buttons: string): unknown {
  const html = `<title>Brass lamp</title><div id=page><h1>Brass lamp</h1><form action="/cart/add"><p>£89.50</p>${buttons}</form></div>`;
  const reading = readPage({ html, url: 'https://shop.example/lamps/brass' });
  const found = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  const source = found.sources.get('/availability');
  return source === undefined ? undefined : [readText(source.node), source.attribute];
}

test('the proof that something can be bought is what its control says, in an attribute where it has no text', () => {
  expect(proofOf('<button>See all</button><button>Add to cart</button>')).toEqual([
    'Add to cart',
    undefined,
  ]);
  expect(proofOf('<input type="submit" value="Add to cart">')).toEqual(['', 'value']);
  expect(proofOf('<button aria-label="Add to cart"></button>')).toEqual(['', 'aria-label']);
});

const card = (name: string, price: string): string =>
  `<li class="card"><h3><a href="/lamps/${name}">${name} lamp</a></h3><p>${price}</p><button>Add to cart</button></li>`;

function control(markup: string): unknown {
  return read(`<div id=page><h1>Brass lamp</h1><p>89,50 €</p>${markup}</div>`).value;
}

test('what can be bought is in stock, worked out from the control, whatever the name of the region', () => {
  const page =
    '<div id=page><h1>Brass lamp</h1><form class="cart sidebar" method=post><p>£89.50</p><button>Add to cart</button></form></div>';
  expect(read(page)).toEqual({
    value: { price: 89.5, availability: 'InStock' },
    rule: 'can be bought',
  });
});

test('a control is known by its names where its words are not', () => {
  const sold = { price: 89.5, availability: 'InStock' };
  expect(control('<button id="addToCartButton">Blip blop</button>')).toEqual(sold);
  expect(control('<div class="add-to-basket"><button>Blip blop</button></div>')).toEqual(sold);
  expect(
    control('<form method=post action=/x><input name=qty value=1><button>Blip</button></form>'),
  ).toEqual(sold);
  const none = { price: 89.5, availability: null };
  expect(control('<button id=like>Blip blop</button>')).toEqual(none);
  expect(control('<a class=cart href=/checkout>Blip blop</a>')).toEqual(none);
  expect(
    control('<form class=basket-news><input type=email><button>Blip blop</button></form>'),
  ).toEqual(none);
});

test('controls on the cards of other things do not sell the article', () => {
  const page = `<div id=page><section><h1>Brass lamp</h1><p>£89.50</p></section>
    <ul>${card('tin', '£5.00')}${card('zinc', '£6.00')}${card('iron', '£7.00')}</ul></div>`;
  expect(read(page).value).toEqual({ price: 89.5, availability: null });
});

test('a disabled control says nothing of the stock', () => {
  const page =
    '<div id=page><h1>Brass lamp</h1><p>£89.50</p><button disabled>Add to cart</button></div>';
  expect(read(page).value).toEqual({ price: 89.5, availability: null });
});

test('a sentence that says the article cannot be had is read from a long text', () => {
  const text =
    "Currently unavailable. We don't know when or if this item will be back in stock, so look at other lamps.";
  const page = `<div id=page><h1>Brass lamp</h1><p>£89.50</p><p>${text}</p></div>`;
  expect(read(page)).toEqual({
    value: { price: 89.5, availability: 'OutOfStock' },
    rule: undefined,
  });
  // Far below the heading by the name of its element.
  const hinted = `<div id=page><h1>Brass lamp</h1><p>£89.50</p>${'<p>More of it.'.repeat(200)}<div id=availability>${text}</div></div>`;
  expect(read(hinted).value).toEqual({ price: 89.5, availability: 'OutOfStock' });
});

test('what is sold out among sizes to choose from, or said in an alternative text, is not the article', () => {
  const page = `<div id=page><h1>Brass lamp</h1><p>£89.50</p><img class=availability alt="Out of stock">
    <ul><li>Small: out of stock<li>Large</ul><button class=add-to-cart>Blip</button></div>`;
  expect(read(page).value).toEqual({ price: 89.5, availability: 'InStock' });
});

test('a form with the ends of a range filters what is listed, one with a number orders', () => {
  const range =
    '<form><input type=number name=from><input type=number name=to><button>Blip</button></form>';
  expect(control(range)).toEqual({ price: 89.5, availability: null });
  const order = '<form><input type=number name=n><button>Blip</button></form>';
  expect(control(order)).toEqual({ price: 89.5, availability: 'InStock' });
});

test('a control deep within a card is the card’s', () => {
  const wrap = '<div>'.repeat(8);
  const cards = `${card('tin', '£5.00')}${card('zinc', '£6.00')}`.replaceAll(
    /<p>.*?<\/button>/g,
    `${wrap}$&`,
  );
  const page = `<div id=page><section><h1>Brass lamp</h1><p>£89.50</p></section><ul>${cards}</ul></div>`;
  expect(read(page).value).toEqual({ price: 89.5, availability: null });
});

test('the cart of the visitor in the header of the site is no place to buy what the page shows', () => {
  const lamp = '<main><h1>Brass lamp</h1><p>£89.50</p><p>We no longer make it.</p></main>';
  const cart = (label: string): string =>
    `<header><form action="/cart"><button>${label}</button></form></header>${lamp}`;
  expect(read(cart('Checkout')).value).toEqual({ price: 89.5, availability: null });
  expect(read(cart('Add to cart')).value).toEqual({ price: 89.5, availability: 'InStock' });
});
