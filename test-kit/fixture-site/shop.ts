import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

/** One row of `fixtures/site/api/products.json`. */
interface Product {
  readonly sku: string;
  readonly slug: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly price: number;
  readonly was: number | null;
  readonly rating: number | null;
  readonly reviews: number;
  readonly availability: string;
}

const productsFile = new URL('../../fixtures/site/api/products.json', import.meta.url);
const itemsPerPage = 12;

/** `/shop/?page=N`: five full pages; like many real shops it answers 200 with an empty list beyond the last. */
export function fixtureShopListing({ query, origin }: FixtureRequest): FixtureAnswer {
  const products = readProducts();
  const number = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1);
  const last = Math.ceil(products.length / itemsPerPage);
  const shown = products.slice((number - 1) * itemsPerPage, number * itemsPerPage);
  const cards = shown.map(toCard);
  // An advertisement among the items, in nearly the same clothes: it is none of them.
  cards.splice(4, 0, ...(shown.length > 0 ? [sponsored] : []));
  const list =
    shown.length === 0
      ? '<p class="empty">No products found.</p>'
      : `<ul class="product-grid">\n${cards.join('')}</ul>`;

  return toPage(
    `All products${number > 1 ? `, page ${number}` : ''}`,
    `<link rel="canonical" href="${origin}/shop/${number > 1 ? `?page=${number}` : ''}">
${number > 1 && number <= last ? `<link rel="prev" href="/shop/?page=${number - 1}">` : ''}
${number < last ? `<link rel="next" href="/shop/?page=${number + 1}">` : ''}`,
    `<nav class="breadcrumb" aria-label="Breadcrumb"><a href="/">Home</a> › <span>All products</span></nav>
<h1>All products</h1>
<p class="result-count">${products.length} products, sorted by <b>Featured</b></p>
<section aria-label="Products">
${list}
</section>
${toPager(number, last)}
<aside class="recently-viewed"><h2>Recently viewed</h2><ul><li><a href="/shop/product/rain-gauge-brass/">Rain Gauge, Brass</a> <span>£29.00</span></li></ul></aside>`,
  );
}

/** The product pages that are not stored as files of their own: plain shop pages with JSON-LD. */
export function fixtureProductPages(): readonly (readonly [string, FixtureRoute])[] {
  return readProducts().map((product) => [
    toPath(product),
    (request) => productPage(product, request),
  ]);
}

function readProducts(): readonly Product[] {
  return JSON.parse(readFileSync(productsFile, 'utf8')) as readonly Product[];
}

function toPath({ slug }: Product): string {
  return `/shop/product/${slug}/`;
}

function toPrice(price: number): string {
  return `£${price.toFixed(2)}`;
}

function toCard(product: Product): string {
  const was = product.was === null ? '' : `<s class="price-was">${toPrice(product.was)}</s> `;
  const rating =
    product.rating === null
      ? '<p class="rating">No reviews yet</p>'
      : `<p class="rating" aria-label="${product.rating} out of 5">★ ${product.rating} <span class="count">(${product.reviews})</span></p>`;
  return `<li class="product-card" data-sku="${product.sku}">
<a class="product-link" href="${toPath(product)}"><img src="/images/clay.png" alt="" width="48" height="48" loading="lazy"><h3>${fixtureEscapeHtml(product.name)}</h3></a>
<p class="brand">${fixtureEscapeHtml(product.brand)}</p>
<p class="price">${was}<span class="price-now">${toPrice(product.price)}</span></p>
${rating}
<p class="stock">${product.availability}</p>
<form action="/shop/" method="get"><button type="submit" name="add" value="${product.sku}">Add to basket</button></form>
</li>
`;
}

const sponsored = `<li class="product-card promo">
<a href="/article/"><img src="/images/moss.png" alt="" width="48" height="48"><h3>Gift cards from £10.00</h3></a>
<p class="sponsored">Advertisement</p>
</li>
`;

function toPager(number: number, last: number): string {
  const pages = Array.from({ length: last }, (_, index) => index + 1).map((page) =>
    page === number
      ? `<li><span aria-current="page">${page}</span></li>`
      : `<li><a href="/shop/?page=${page}">${page}</a></li>`,
  );
  const next =
    number < last
      ? `<a class="next" rel="next" href="/shop/?page=${number + 1}">Next page</a>`
      : '<span class="next disabled" aria-disabled="true">Next page</span>';
  return `<nav class="pager" aria-label="Pages"><ol>${pages.join('')}</ol>${next}</nav>`;
}

function productPage(product: Product, { origin }: FixtureRequest): FixtureAnswer {
  const inStock = !/sold out|pre-order/.test(product.availability);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    category: product.category,
    brand: { '@type': 'Brand', name: product.brand },
    ...(product.rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.reviews,
          },
        }),
    offers: {
      '@type': 'Offer',
      url: `${origin}${toPath(product)}`,
      price: product.price.toFixed(2),
      priceCurrency: 'GBP',
      availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
    },
  };
  // `<` never stands in the data, so nothing can close the script early.
  const script = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return toPage(
    fixtureEscapeHtml(product.name),
    `<link rel="canonical" href="${origin}${toPath(product)}">\n<script type="application/ld+json">${script}</script>`,
    `<nav class="breadcrumb" aria-label="Breadcrumb"><a href="/">Home</a> › <a href="/shop/">All products</a> › <span>${product.category}</span></nav>
<article class="product">
<h1>${fixtureEscapeHtml(product.name)}</h1>
<p class="brand">by ${fixtureEscapeHtml(product.brand)}</p>
<p class="price">${toPrice(product.price)}</p>
<p class="stock">${product.availability}</p>
<dl><dt>Item number</dt><dd>${product.sku}</dd><dt>Department</dt><dd>${product.category}</dd></dl>
</article>`,
  );
}

function toPage(title: string, head: string, main: string): FixtureAnswer {
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Lantern &amp; Loom</title>
<link rel="stylesheet" href="/assets/site.css">
${head}
</head>
<body>
<div class="cookie-banner" role="dialog" aria-label="Cookies"><p>We use cookies to keep your basket and to count visits.</p><button>Accept all</button> <button>Only what is needed</button></div>
<header class="site-header"><a class="logo" href="/">Lantern &amp; Loom</a>
<nav aria-label="Departments"><ul><li><a href="/shop/">All products</a></li><li><a href="/article/">Journal</a></li><li><a href="/login">Sign in</a></li></ul></nav></header>
<main>
${main}
</main>
<footer class="site-footer"><p>Free delivery over £60.00. Returns within 30 days.</p><p>© 2026 Lantern &amp; Loom, 4 Ferry Slip, Saltmarsh. <a href="/about/">About us</a> · <a href="/privacy/">Privacy</a></p></footer>
</body>
</html>
`,
  };
}

const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text made safe for elements and double-quoted attributes. */
export function fixtureEscapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => references.get(character) ?? character);
}

/** What a route of the fixture site is asked. */
export interface FixtureRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Fields of a POST form, empty otherwise. */
  readonly form: URLSearchParams;
  readonly origin: string;
  readonly otherOrigin: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** What a route answers; status 200 and an empty body when left out. */
export interface FixtureAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<string>;
}

/** One page of the fixture site that no stored file can give. */
export type FixtureRoute = (request: FixtureRequest) => FixtureAnswer | Promise<FixtureAnswer>;
