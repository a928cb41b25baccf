import { expect, test } from 'vitest';
import {
  addStockLabel,
  isCartPhrase,
  parseAvailability,
  parseAvailabilityName,
  parseStockLine,
} from './parse-availability.ts';

test.each([
  'Add to cart – £5',
  'ADD TO CART: 5',
  'Now add to basket!',
  '+ In den Warenkorb (2 Stück)',
])('%j offers to buy', (text) => {
  expect(isCartPhrase(text)).toBe(true);
});

test.each(['Add to carts', 'Readd to cart', 'Cart: add to it', 'Add it to the cart', 'Köp-guide'])(
  '%j does not offer to buy',
  (text) => {
    expect(isCartPhrase(text)).toBe(false);
  },
);

test('a short word is a state of the stock where it says that nothing is left', () => {
  expect(parseStockLine('Agotado')).toBe('OutOfStock');
  expect(parseStockLine('Épuisé')).toBe('OutOfStock');
  expect(parseStockLine('Stock')).toBeUndefined();
});

test('a sentence that says that nothing can be had is found by its words, in ASCII and beyond', () => {
  expect(parseStockLine('This lamp is sold out. Look at others.')).toBe('OutOfStock');
  expect(parseStockLine('Lampan är slut i lager.')).toBe('OutOfStock');
  expect(parseStockLine('This lamp is resold outdoors.')).toBeUndefined();
});

test.each([
  ['Only 3 left in stock', 'InStock'],
  ['In stock: 12 pieces', 'InStock'],
  ['Nur noch 2 auf Lager', 'InStock'],
  ['Lieferbar in 2–3 Tagen', 'InStock'],
  ['0 in stock', 'OutOfStock'],
  ['在庫あり', 'InStock'],
  ['Pre-order now', 'PreOrder'],
  ['Not in stock', 'OutOfStock'],
  ['Hardly in stock: not 3', undefined],
  ['In stock from 12 August', 'PreOrder'],
  ['Available in 3 colours', undefined],
  ['Available from 3 May', undefined],
  ['Lieferbar in 4 Farben', undefined],
  ['There were 3 others in stock that nobody of us wanted', undefined],
])('a line that says the stock beside a number: %s', (line, state) => {
  expect(parseStockLine(line)).toBe(state);
});

test('a state that is told of today is the same', () => {
  expect(parseStockLine('Actuellement indisponible')).toBe('OutOfStock');
  expect(parseStockLine('Derzeit nicht lieferbar')).toBe('OutOfStock');
  expect(parseStockLine('Currently available')).toBe('InStock');
});

test('a sentence says that an article is made no more', () => {
  expect(parseStockLine('This lamp has been discontinued.')).toBe('Discontinued');
});

test.each([
  ['Available from 3 June', 'PreOrder'],
  ['In stock from 12 August', 'PreOrder'],
  ['Lieferbar ab 12.08.', 'PreOrder'],
  ['Disponible à partir du 3 mai', 'PreOrder'],
  ['Available from 3 stores', 'InStock'],
  ['Available on backorder', 'BackOrder'],
  ['Not in stock, available on backorder', 'OutOfStock'],
  ['Available for pre-order', 'PreOrder'],
  ['0 in stock', 'OutOfStock'],
  ['10 in stock', 'InStock'],
  ['Not in stock', 'OutOfStock'],
])(
  'a state is that of today, and what comes on a later day can be ordered before: %s',
  (text, state) => {
    expect(parseAvailability(text)).toBe(state);
  },
);

test.each(['Skladem', 'Lagernd', 'Auf Lager'])('a word for stock alone is its line: %s', (line) => {
  expect(parseStockLine(line)).toBe('InStock');
});

test.each([
  ['auf_lager', 'InStock'],
  ['en-stock', 'InStock'],
  ['i_lager', 'InStock'],
  ['dostepny', 'InStock'],
  ['в_наличии', 'InStock'],
  ['inMagazzino', 'InStock'],
  ['nicht_lieferbar', 'OutOfStock'],
  ['noDisponible', 'OutOfStock'],
  ['sin_stock', 'OutOfStock'],
  ['rupture', 'OutOfStock'],
  ['epuise', 'OutOfStock'],
  ['sold_out', 'OutOfStock'],
  ['not_available', 'OutOfStock'],
  ['warehouse', undefined],
  ['stock', undefined],
])('a name in code says a state of stock in any language: %s', (name, state) => {
  expect(parseAvailabilityName(name)).toBe(state);
});

test.each([
  ['Sin existencias', 'OutOfStock'],
  ['Fora de estoque', 'OutOfStock'],
  ['Tillfälligt slut', 'OutOfStock'],
  ['Отсутствует', 'OutOfStock'],
  ['غير متوفر', 'OutOfStock'],
  ['재고 없음', 'OutOfStock'],
  ['Últimas unidades', 'LimitedAvailability'],
  ['残りわずか', 'LimitedAvailability'],
  ['재고 있음', 'InStock'],
  ['متوفر', 'InStock'],
  ['Nein', 'OutOfStock'],
  ['あり', 'InStock'],
])('the value of a label for stock is read in many languages: %s', (text, state) => {
  expect(parseAvailability(text)).toBe(state);
});

test('a word that may be of anything is no line about stock', () => {
  expect(parseStockLine('Rupture')).toBeUndefined();
  expect(parseStockLine('Отсутствует')).toBeUndefined();
});

test.each([
  ['Out of stock: No', 'InStock'],
  ['Sold out: ✗', 'InStock'],
  ['Out of stock: yes', 'OutOfStock'],
  ['Unavailable: No', 'InStock'],
  ['Available online: no', 'OutOfStock'],
  ['Pre-order: no', undefined],
])('yes or no behind a state of stock says whether it is so: %s', (text, state) => {
  expect(parseAvailability(text)).toBe(state);
  expect(parseStockLine(text)).toBe(state);
});

test.each([
  ['Out of stock', 'No', 'InStock'],
  ['Sold out', '✗', 'InStock'],
  ['Nicht lieferbar', 'ja', 'OutOfStock'],
  ['In stock', 'No', 'OutOfStock'],
  ['Availability', 'Yes', 'InStock'],
])('a label that asks for the opposite of stock turns its answer: %s, %s', (label, said, state) => {
  expect(parseAvailability(addStockLabel(label, said) ?? '')).toBe(state);
});

test('what is no answer says nothing beside a label for the opposite of stock', () => {
  expect(addStockLabel('Sold out', 'Blue, red')).toBeUndefined();
});

test.each([
  'Expected back in stock 12 May',
  'Will be available again soon',
  'Usually back in stock in 2 weeks',
  'Available soon',
  'On its way, more in stock soon',
  'bald wieder lieferbar',
  'bientôt de retour en stock',
  'Plus disponible',
  'Nicht mehr verfügbar',
  'Niet meer leverbaar',
  '0 available',
  'Not yet available',
])('what cannot be had now is not in stock: %s', (text) => {
  expect(parseAvailability(text)).toBe('OutOfStock');
  expect(parseStockLine(text) ?? 'OutOfStock').toBe('OutOfStock');
});

test.each([
  ['Almost out of stock', 'LimitedAvailability'],
  ['Almost sold out', 'LimitedAvailability'],
  ['Fast ausverkauft', 'LimitedAvailability'],
  ['Not sold out', 'InStock'],
  ['Never out of stock', 'InStock'],
  ['Not currently out of stock', 'InStock'],
  ['Out of stock. Tell me when back in stock', 'OutOfStock'],
  ['Out of stock, see available colours', 'OutOfStock'],
  ['Back in stock', 'InStock'],
  ['Expected on Friday, in stock', 'InStock'],
  ['Auch als E-Book verfügbar', 'InStock'],
  ['Kun 3 på lager', 'InStock'],
  ['Item no 1234 in stock', 'InStock'],
  ['£10.00 In stock', 'InStock'],
  ['1,000 in stock', 'InStock'],
  ['10.000 auf Lager', 'InStock'],
  ['1 000 en stock', 'InStock'],
  ['Mehr als 5 Stück verfügbar', 'InStock'],
  ['Als Download verfügbar', 'InStock'],
  ['Back in stock 20 pieces', 'InStock'],
  ['Wieder auf Lager 5 Stück', 'InStock'],
  ['Expected delivery tomorrow in stock', 'InStock'],
  ['Wird in 2 Tagen geliefert und ist auf Lager', 'InStock'],
  ['Pronto para envio em estoque', 'InStock'],
  ['Again available in 3 sizes', 'InStock'],
  ['Available in 3 colours', 'InStock'],
  ['Disponible en 24 horas', 'InStock'],
  ['Not many left in stock', undefined],
  ['No returns in stock', undefined],
  ['Fast charging sold out', 'OutOfStock'],
])('the words around a phrase about stock are read with it: %s', (text, state) => {
  expect(parseAvailability(text)).toBe(state);
});

test('of one thing that can be had and another that cannot nothing is said', () => {
  expect(parseAvailability('Red in stock, blue out of stock')).toBeUndefined();
  expect(parseStockLine('Red in stock, blue out of stock')).toBeUndefined();
});

test.each([
  ['ناموجود', 'OutOfStock'],
  ['موجود', 'InStock'],
  ['已售完', 'OutOfStock'],
  ['สินค้าหมด', 'OutOfStock'],
  ['มีสินค้า', 'InStock'],
  ['স্টক নেই', 'OutOfStock'],
  ['Εξαντλημένο', 'OutOfStock'],
])('%s is a state of the stock: %s', (text, state) => {
  expect(parseAvailability(text)).toBe(state);
});
