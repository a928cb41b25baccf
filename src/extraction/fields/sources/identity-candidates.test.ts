import { expect, test } from 'vitest';
import { readPage } from '../../../page/read-page.ts';
import { extractStructure } from '../../structure/extract-structure.ts';

function readSku(path: string, body: string, head = '', price = '<p>£89.50</p>'): unknown {
  const reading = readPage({
    html: `<title>Brass lamp</title>${head}<div id=page><h1>Brass lamp</h1>${price}${body}</div>`,
    url: `https://shop.example/${path}`,
  });
  const schema = { type: 'object', properties: { sku: { type: ['string', 'null'] } } };
  const found = extractStructure({ reading, prompt: 'Code?', schema, detailLevel: 'medium' });
  return (found.value as { readonly sku: unknown }).sku;
}

test('the last number of a slug is the code, without the words before it', () => {
  expect(readSku('lamp-brass-40-1234567.html', '')).toBe('1234567');
  expect(readSku('lamp-304103-1234567.html', '')).toBe('1234567');
});

test('a number in the address of a page that sells nothing is no code, and no day is one', () => {
  expect(readSku('lamps-1234567', '<p>All of our lamps.</p>', '', '')).toBeNull();
  expect(readSku('2024-10-15/lamp.html', '')).toBeNull();
  const type = '<meta property="og:type" content="product">';
  expect(readSku('lamp-1234567', '', type, '')).toBe('1234567');
  const data = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>';
  expect(readSku('lamp-1234567', '', data, '')).toBe('1234567');
});

test('a number that the page shows in groups is the one of the URL, as shown', () => {
  expect(readSku('lamp-80275887/', '<p>802.758.87</p>')).toBe('802.758.87');
  expect(readSku('lamp-p07901312.html', '<p>Brown - 7901/312</p>')).toBe('7901/312');
  expect(readSku('lamp-80275887/', '<p>1802.758.87</p>')).toBe('80275887');
});

test('a parameter named as an identifier counts before the path, one of a campaign does not', () => {
  expect(readSku('lamp-2811033?childSku=1357247', '')).toBe('1357247');
  expect(readSku('lamp-2811033?gclid=13572470&x=55555550', '')).toBe('2811033');
});

test('an ISBN in markup is not the number of the shop', () => {
  const meta = '<meta property="product:retailer_item_id" content="9780552173742">';
  expect(readSku('book-1589482272.html', '', meta)).toBe('1589482272');
  expect(readSku('book-1589482272.html', '<p>SKU: 9780552173742</p>', meta)).toBe('9780552173742');
});

test('a dash between blanks parts a label from its code', () => {
  const data =
    '<script type="application/ld+json">{"@type":"Product","name":"Brass lamp","sku":"238887908"}</script>';
  expect(readSku('lamp', '<li>Product code - 39139301</li>', data)).toBe('39139301');
});

test('words in capitals are a code where a label says so', () => {
  expect(readSku('lamp', '<p>Product code: LMP-BRASS-OLD</p>')).toBe('LMP-BRASS-OLD');
  expect(readSku('lamp', '<p>Product code: N/A</p>')).toBe(null);
});
