import { load, type Cheerio, type CheerioAPI } from 'cheerio';
import type { AnyNode } from 'domhandler';
import { request } from 'undici';
import { expect, test } from 'vitest';
import listing from '../../fixtures/expected/listing.json' with { type: 'json' };
import products from '../../fixtures/expected/products.json' with { type: 'json' };
import { useFixtureSite } from '../support/use-fixture-site.ts';

// The expected values are read back from the pages by selectors made for each page, so that neither can change alone.
const { site, get, dispatcher } = useFixtureSite();

async function read(path: string): Promise<CheerioAPI> {
  return load((await get(path)).text);
}

function textOf(element: Cheerio<AnyNode>): string {
  return element.text().replace(/\s+/g, ' ').trim();
}

function numberOf(text: string): number {
  return Number(/-?[\d,]+(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));
}

test.for([1, 2, 3, 4, 5])(
  'shop page %i of the listing shows its twelve products in order',
  async (number) => {
    const $ = await read(`/shop/?page=${number}`);
    const shown = $('.product-card:not(.promo)')
      .toArray()
      .map((card) => {
        const at = (selector: string): string => textOf($(card).find(selector));
        const isRated = $(card).find('.count').length > 0;
        return {
          name: at('h3'),
          price: numberOf(at('.price-now')),
          currency: 'GBP',
          was: at('.price-was') === '' ? null : numberOf(at('.price-was')),
          rating: isRated ? numberOf(at('.rating')) : null,
          reviews: isRated ? numberOf(at('.count')) : 0,
          availability: at('.stock'),
          url: $(card).find('.product-link').attr('href'),
        };
      });
    expect(shown).toEqual(listing.pages[number - 1]);
  },
);

test('the next link leads through all pages and stops at the last', async () => {
  const seen: string[] = [];
  let next: string | undefined = '/shop/';
  while (next !== undefined && seen.length < 10) {
    seen.push(next);
    next = (await read(next))('a.next').attr('href');
  }
  expect(seen).toEqual(['/shop/', ...[2, 3, 4, 5].map((page) => `/shop/?page=${page}`)]);
});

test.for([6, 7, 4_000])(
  'shop page %i, past the end, answers 200 and has no product',
  async (number) => {
    const { statusCode, body } = await request(`${site().url}/shop/?page=${number}`, {
      dispatcher,
    });
    expect(statusCode).toBe(200);
    expect(load(await body.text())('.product-card')).toHaveLength(0);
  },
);

test.for(products)('$path shows its values', async ({ path, product }) => {
  const $ = await read(path);
  $('script, style').remove();
  const text = textOf($('body'));
  const { name, brand, sku, price, rating, reviews, description } = product;
  const shown = [name, brand, price.toFixed(2), String(rating), String(reviews), description];
  for (const value of shown) expect(text).toContain(value);
  const inListing = listing.pages.flat().find(({ url }) => url === path);
  expect(inListing).toMatchObject({ name, price, rating, reviews });
  expect($.html()).toContain(sku);
});

test('the four kinds of markup are where they are said to be, and nowhere else', async () => {
  const found = await Promise.all(
    products.map(async ({ path }) => {
      const $ = await read(path);
      return [
        $('script[type="application/ld+json"]').length > 0,
        $('main, body').find('[itemscope]').length > 0,
        $('meta[property^="og:"]').length > 0,
      ];
    }),
  );
  expect(found).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ]);
});

test('JSON-LD says what the page says', async () => {
  const $ = await read('/shop/product/harbour-brass-desk-lamp/');
  const data = JSON.parse($('script[type="application/ld+json"]').text()) as {
    '@graph': { '@type': string; offers?: { price: string; url: string } }[];
  };
  const offer = data['@graph'].find((node) => node['@type'] === 'Product')?.offers;
  expect(Number(offer?.price)).toBe(products[0]?.product.price);
  expect(offer?.url).toBe(`${site().url}${products[0]?.path}`);
});
