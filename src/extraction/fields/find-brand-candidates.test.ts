import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

/** The brand that is read of a page, and the rule that worked it out. */
function readBrand(body: string, head = ''): readonly [unknown, string | undefined] {
  const reading = readPage({
    html: `<title>Norrland Brass Lamp 40</title>${head}<div id=page><h1>Norrland Brass Lamp 40</h1><p>£89.50</p>${body}</div>`,
    url: 'https://shop.example/lamps/brass',
  });
  const schema = { type: 'object', properties: { brand: { type: ['string', 'null'] } } };
  const found = extractStructure({ reading, prompt: 'Brand?', schema, detailLevel: 'medium' });
  const value = found.value as { readonly brand: unknown };
  return [value.brand, found.sources.get('/brand')?.rule];
}

test('a link to all articles of a maker names the brand, without the words around the name', () => {
  expect(readBrand('<a href=/brands/norrland>Visit the Norrland store</a>')[0]).toBe('Norrland');
  expect(readBrand('<a href=/marken/oska-werk>Oska Werk</a>')[0]).toBe('Oska Werk');
  expect(readBrand('<a href=/marken/oska-werk>Authorised dealer</a>')[0]).toBe(null);
  expect(readBrand('<a href=/lamps/norrland>Norrland</a>')[0]).toBe(null);
});

const shop = '<meta property="og:site_name" content="Oska Werk">';
const buy = '<button>Add to cart</button>';

test('the name of a shop is no brand, whether it sells here, names makers or neither', () => {
  expect(readBrand(buy, shop)[0]).toBe(null);
  expect(readBrand('', shop)[0]).toBe(null);
  expect(readBrand(`${buy}<a href=/brands/norrland>Norrland</a>`, shop)[0]).toBe('Norrland');
});

test('a colour named after the brand and an amount name no brand', () => {
  expect(readBrand('<p class="text-brand-500">For a lifetime</p><p class=brand>249 €</p>')[0]).toBe(
    null,
  );
});

test('a picture below the heading stands for the name of the maker', () => {
  expect(readBrand('<a class=manufacturer><img src=/a alt="Oska Werk"></a>')[0]).toBe('Oska Werk');
});
