import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFixtureLogin } from './login.ts';
import { fixturePdf } from './pdf.ts';
import { fixturePng } from './png.ts';
import type { FixtureAnswer, FixtureRequest, FixtureRoute } from './route.ts';
import { fixtureProductPages, fixtureShopListing } from './shop.ts';
import { fixtureStatusRoutes } from './status.ts';

/** The routes by path; a path with a method before it answers that method only. A fresh table has no visitor logged in. */
export function createFixtureRoutes(): ReadonlyMap<string, FixtureRoute> {
  return new Map<string, FixtureRoute>([
    ['/shop/', fixtureShopListing],
    ...fixtureProductPages(),
    ['/api/posts', fixtureFeed],

    ['/large/', fixtureLargePage],
    ['/files/tide-table.pdf', () => typed('application/pdf', fixturePdf())],
    ['/favicon.ico', () => typed('image/png', fixturePng([178, 84, 45]))],
    ['/images/clay.png', () => typed('image/png', fixturePng([178, 84, 45]))],
    ['/images/moss.png', () => typed('image/png', fixturePng([84, 112, 62]))],
    ['/images/slate.png', () => typed('image/png', fixturePng([74, 88, 102]))],
    ['/sitemap.xml', sitemap],

    ['/redirect/301', redirect(301, '/article/')],
    ['/redirect/302', redirect(302, '/article/')],
    ['/redirect/303', redirect(303, '/article/')],
    ['/redirect/307', redirect(307, '/article/')],
    ['/redirect/308', redirect(308, '/article/')],
    ['/redirect/chain', redirect(302, '/redirect/chain/2')],
    ['/redirect/chain/2', redirect(301, '3')],
    ['/redirect/chain/3', redirect(307, '/article/')],
    ['/redirect/loop', redirect(302, '/redirect/loop/back')],
    ['/redirect/loop/back', redirect(302, '/redirect/loop')],
    ['/redirect/other-origin', ({ otherOrigin }) => redirected(302, `${otherOrigin}/article/`)],
    ['/redirect/nowhere', () => ({ status: 302 })],
    ['/redirect/to', ({ query }) => redirected(302, query.get('url') ?? '/')],

    ...fixtureStatusRoutes(),
    ...fixtureSlowRoutes(),
    ...createFixtureLogin(),

    ['/empty/', () => typed('text/html; charset=utf-8', '')],
    ['/api/echo', echo],
  ]);
}

function typed(contentType: string, body: string | Uint8Array): FixtureAnswer {
  return { headers: { 'content-type': contentType }, body };
}

function redirect(status: number, location: string): FixtureRoute {
  return () => redirected(status, location);
}

function redirected(status: number, location: string): FixtureAnswer {
  return { status, headers: { location } };
}

/** What of the request arrived: for tests of headers that are sent, or must not be. */
function echo(request: FixtureRequest): FixtureAnswer {
  const { method, path, headers } = request;
  return typed('application/json; charset=utf-8', JSON.stringify({ method, path, headers }));
}

const sitemapPaths = ['/', '/shop/', '/article/', '/docs/', '/forum/', '/tables/fares.html'];

function sitemap({ origin }: FixtureRequest): FixtureAnswer {
  const rows = sitemapPaths.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`);
  return typed(
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</urlset>\n`,
  );
}

const postsFile = new URL('../../../fixtures/site/api/posts.json', import.meta.url);
const defaultLimit = 10;

/**
 * `GET /api/posts?offset=0&limit=10`: what the endless list loads. Each page after the first repeats the last post of
 * the one before, as happens when a post is added while somebody scrolls: a reader must not count it twice.
 */
function fixtureFeed({ query }: FixtureRequest): FixtureAnswer {
  const posts = JSON.parse(readFileSync(postsFile, 'utf8')) as readonly unknown[];
  const offset = Number(query.get('offset')) || 0;
  const limit = Math.max(1, Number(query.get('limit')) || defaultLimit);
  const end = offset + limit;
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      items: posts.slice(Math.max(0, offset - 1), end),
      next: end < posts.length ? `/api/posts?offset=${end}&limit=${limit}` : null,
    }),
  };
}

const defaultBytes = 2 * 1024 * 1024;
/** Enough to pass every limit of a client, too little to trouble the machine that runs the tests. */
const maxBytes = 64 * 1024 * 1024;

const woods = ['oak', 'elm', 'ash', 'larch', 'yew', 'beech', 'alder'] as const;
const yards = ['North Quay', 'Mill Lane', 'Old Ropewalk', 'Ferry Slip', 'Chapel Yard'] as const;

/** A register of timber lots, exactly `?bytes=` long (2 MiB without it), the same each time. */
function fixtureLargePage({ query }: FixtureRequest): FixtureAnswer {
  const wanted = Math.min(Number(query.get('bytes')) || defaultBytes, maxBytes);
  const rows = [head];
  let length = head.length + tail.length;
  for (let lot = 1; ; lot += 1) {
    const row = toRow(lot);
    if (length + row.length > wanted) break;
    rows.push(row);
    length += row.length;
  }
  const filler = ' '.repeat(Math.max(0, wanted - length));
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `${rows.join('')}${filler}${tail}`,
  };
}

const head = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Timber register, all lots</title></head>
<body>
<header><a href="/">Fixture site</a></header>
<main>
<h1>Timber register, all lots</h1>
<p>Register number: <strong>TR-2026-04</strong>. Kept by Ottoline Marsh. Prices in GBP.</p>
<table>
<thead><tr><th>Lot</th><th>Wood</th><th>Yard</th><th>Length (m)</th><th>Price (GBP)</th></tr></thead>
<tbody>
`;

const tail = `</tbody>
</table>
<p>Last checked: <time datetime="2026-04-30">30 April 2026</time>.</p>
</main>
</body>
</html>
`;

// Multipliers are primes, so that neighbouring rows differ in every cell.
function toRow(lot: number): string {
  const wood = woods[(lot * 5) % woods.length];
  const yard = yards[(lot * 3) % yards.length];
  const lengthM = (2 + ((lot * 37) % 71) / 10).toFixed(1);
  const price = (18 + ((lot * 7919) % 48_200) / 100).toFixed(2);
  return `<tr><td>L${lot}</td><td>${wood}</td><td>${yard}</td><td>${lengthM}</td><td>${price}</td></tr>\n`;
}

/** Ten minutes at the default pace: longer than any deadline a test may wait for. */
const defaultDripBytes = 6_000;
const defaultIntervalMs = 100;

/** Answers that keep a client waiting. They end when the client leaves; `?bytes=` and `?interval-ms=` set the pace. */
function fixtureSlowRoutes(): readonly (readonly [string, FixtureRoute])[] {
  return [
    [
      '/slow/drip',
      (request) => ({
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: drip(request),
      }),
    ],
    // Takes the request and never says a word.
    ['/slow/silent', async ({ signal }) => ({ body: await untilAborted(signal) })],
  ];
}

async function* drip({ query, signal }: FixtureRequest): AsyncGenerator<string> {
  const bytes = Number(query.get('bytes') ?? defaultDripBytes);
  const intervalMs = Number(query.get('interval-ms') ?? defaultIntervalMs);
  const page = '<!doctype html><title>Slow drip</title><p>The kettle boils, one byte at a time. ';
  for (let index = 0; index < bytes; index += 1) {
    yield page[index] ?? '.';
    // The signal clears the timer at once, so that a closed site has none left.
    await sleep(intervalMs, undefined, { signal });
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
