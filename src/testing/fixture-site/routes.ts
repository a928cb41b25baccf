import { fixtureFeed } from './feed.ts';
import { fixtureLargePage } from './large-page.ts';
import { createFixtureLogin } from './login.ts';
import { fixturePdf } from './pdf.ts';
import { fixturePng } from './png.ts';
import type { FixtureAnswer, FixtureRequest, FixtureRoute } from './route.ts';
import { fixtureProductPages, fixtureShopListing } from './shop.ts';
import { fixtureSlowRoutes } from './slow.ts';
import { fixtureStatusRoutes } from './status.ts';

/** The routes by path; a path with a method before it answers that method only. A fresh table has nobody logged in. */
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
