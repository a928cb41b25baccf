import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../scripted-model.ts';
import {
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureRoute,
  fixtureEscapeHtml,
  fixtureProductPages,
  fixtureShopListing,
} from './shop.ts';
import { crc32, deflateSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';

/** The routes by path; a path with a method before it answers that method only. A fresh table has no visitor logged in. */
export function createFixtureRoutes(): ReadonlyMap<string, FixtureRoute> {
  return new Map<string, FixtureRoute>([
    ['/shop/', fixtureShopListing],
    ...fixtureProductPages(),
    ['/api/posts', fixtureFeed],

    ['/large/', fixtureLargePage],
    ['/files/tide-table.pdf', () => typed('application/pdf', fixturePdf())],
    ...pictures.map(
      ([path, ...colour]) => [path, () => typed('image/png', fixturePng(colour))] as const,
    ),
    ['/sitemap.xml', sitemap],

    ...[301, 302, 303, 307, 308].map(
      (status) => [`/redirect/${status}`, redirect(status, '/article/')] as const,
    ),
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

    ['/empty/', () => typed(html, '')],
    ['/api/echo', echo],
  ]);
}

const pictures: readonly (readonly [path: string, red: number, green: number, blue: number])[] = [
  ['/favicon.ico', 178, 84, 45],
  ['/images/clay.png', 178, 84, 45],
  ['/images/moss.png', 84, 112, 62],
  ['/images/slate.png', 74, 88, 102],
];

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

const postsFile = new URL('../../fixtures/site/api/posts.json', import.meta.url);
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
  const items = posts.slice(Math.max(0, offset - 1), end);
  const next = end < posts.length ? `/api/posts?offset=${end}&limit=${limit}` : null;
  return typed('application/json; charset=utf-8', JSON.stringify({ items, next }));
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
  return typed(html, `${rows.join('')}${filler}${tail}`);
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
    ['/slow/drip', (request) => ({ headers: { 'content-type': html }, body: drip(request) })],
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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels a side: trackers are 1 × 1, so a picture that counts must be larger. */
const side = 48;

/** A square of one colour: the smallest real picture (PNG 1.2, 8-bit RGB). */
export function fixturePng(colour: readonly [red: number, green: number, blue: number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each row starts with its filter, 0 = none.
  const row = Buffer.from([0, ...Array.from({ length: side }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

const pages: readonly (readonly string[])[] = [
  [
    'Saltmarsh Harbour: tide table, June 2026',
    'Heights in metres above chart datum, times in local time.',
    'Date          High water   Height   Low water   Height',
    '1 June 2026   04:12        5.31     10:25       0.84',
    '2 June 2026   04:58        5.47     11:11       0.71',
    '3 June 2026   05:44        5.52     11:57       0.66',
    '4 June 2026   06:31        5.44     12:42       0.73',
  ],
  [
    'Notes for skippers',
    'The bar is not passable below 1.20 m. Harbour master: VHF channel 12.',
    'Next issue: 1 July 2026. Price: 2.50 GBP.',
  ],
];

/** A small PDF 1.4 of two pages of Helvetica, with a title; the same bytes each time. */
export function fixturePdf(): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      toStream(lines),
    ]),
    '<< /Title (Saltmarsh Harbour tide table) /Author (Saltmarsh Harbour Office) >>',
  ];

  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  // Each entry is exactly 20 bytes long: that is how readers find the n-th one.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function toStream(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${shown.join('\n')}\nET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const html = 'text/html; charset=utf-8';
const unkept = { 'content-type': html, 'cache-control': 'no-store' };

/** Answers that are no page to extract from: error statuses and the walls that protections put up. */
function fixtureStatusRoutes(): readonly (readonly [string, FixtureRoute])[] {
  return [
    ['/status/204', () => ({ status: 204 })],
    ...errorPages.map((error) => [`/status/${error[0]}`, () => toErrorPage(error)] as const),
    ['/blocked/challenge', () => wall(403, challenge, { server: 'edge' })],
    ['/blocked/captcha', () => wall(200, captcha)],
    ['/blocked/denied', () => wall(403, denied)],
  ];
}

type ErrorPage = readonly [status: number, title: string, headers?: Record<string, string>];

const errorPages: readonly ErrorPage[] = [
  [401, 'Authorisation required', { 'www-authenticate': 'Basic realm="harbour"' }],
  [403, 'You may not see this page'],
  [404, 'Page not found'],
  [410, 'This page is gone'],
  [429, 'Too many requests', { 'retry-after': '30' }],
  [500, 'Something broke on our side'],
  [503, 'Down for maintenance', { 'retry-after': '120' }],
];

function toErrorPage([status, title, headers]: ErrorPage): FixtureAnswer {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${status} ${title}</title></head>
<body><main><h1>${title}</h1><p>Try the <a href="/">front page</a>.</p></main></body>
</html>
`;
  return { status, headers: { 'content-type': html, ...headers }, body };
}

function wall(status: number, body: string, headers?: Record<string, string>): FixtureAnswer {
  return { status, headers: { ...unkept, ...headers }, body };
}

/** A script that wants to look at the browser first; the page behind it is never shown. */
const challenge = `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="360"></head>
<body>
<div class="main-wrapper" role="main">
<h1>lanternandloom.example</h1>
<h2>Checking that your connection is secure</h2>
<div id="challenge-stage"></div>
<noscript><p>Enable JavaScript and cookies to continue</p></noscript>
</div>
<script>window._cf_chl_opt = { cvId: '3', cType: 'managed', cRay: '8f0000000000abcd' };</script>
<footer>Ray ID: <code>8f0000000000abcd</code></footer>
</body>
</html>
`;

/** Answers 200 and calls itself a page, yet holds nothing but a puzzle. */
const captcha = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Are you a robot?</title></head>
<body>
<main>
<h1>Please verify you are a human</h1>
<p>We have noticed unusual traffic from your network. Tick the box to go on to the shop.</p>
<form action="/blocked/captcha" method="get"><div class="g-recaptcha" data-sitekey="fixture-site-key"></div><button type="submit">Continue</button></form>
</main>
</body>
</html>
`;

/** Refused at the edge, with a reference for the help desk. */
const denied = `<html><head><title>Access Denied</title></head><body>
<h1>Access Denied</h1>
You don't have permission to access "http&#58;&#47;&#47;lanternandloom&#46;example&#47;shop&#47;" on this server.<p>
Reference&#32;&#35;18&#46;5f2e1002&#46;1780000000&#46;1a2b3c4d
</p></body></html>
`;

const cookieName = 'reader_session';
const username = 'reader';
const password = 'lighthouse';

/** A library account behind a form: `reader` / `lighthouse` gets in, `POST /logout` gets out. */
function createFixtureLogin(): readonly (readonly [string, FixtureRoute])[] {
  const sessions = new Set<string>();

  const account: FixtureRoute = (request) =>
    sessions.has(sessionOf(request))
      ? page('Your loans', loans)
      : { status: 302, headers: { location: '/login?next=%2Faccount%2F' } };

  const login: FixtureRoute = ({ form }) => {
    const next = toLocalPath(form.get('next'));
    if (form.get('username') !== username || form.get('password') !== password) {
      return { ...loginPage(next, 'That card number and PIN do not match.'), status: 401 };
    }
    const session = randomUUID();
    sessions.add(session);
    const cookie = `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Lax`;
    return { status: 303, headers: { location: next, 'set-cookie': cookie } };
  };

  const logout: FixtureRoute = (request) => {
    sessions.delete(sessionOf(request));
    const cookie = `${cookieName}=; Path=/; Max-Age=0`;
    return { status: 303, headers: { location: '/login', 'set-cookie': cookie } };
  };

  return [
    ['/account/', account],
    ['/login', ({ query }) => loginPage(toLocalPath(query.get('next')))],
    ['POST /login', login],
    ['POST /logout', logout],
  ];
}

function sessionOf({ headers }: FixtureRequest): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? '';
}

/** Never to another site: a fixture is no excuse for an open door after login. */
function toLocalPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/account/';
}

function loginPage(next: string, problem = ''): FixtureAnswer {
  return page(
    'Sign in',
    `<p>Sign in to continue to your library account.</p>
${problem === '' ? '' : `<p class="notice" role="alert">${problem}</p>`}
<form action="/login" method="post">
<input type="hidden" name="next" value="${fixtureEscapeHtml(next)}">
<p><label for="username">Card number</label> <input id="username" name="username" autocomplete="username" required></p>
<p><label for="password">PIN</label> <input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><button type="submit">Sign in</button></p>
</form>`,
  );
}

const loans = `<p>Card holder: <strong>Perpetua Finch</strong>, member since <time datetime="2019-09-02">2 September 2019</time>.</p>
<table>
<thead><tr><th>Title</th><th>Author</th><th>Due</th><th>Fine</th></tr></thead>
<tbody>
<tr><td>The Keeper of Small Boats</td><td>Ansel Thorne</td><td>2026-06-04</td><td>£0.00</td></tr>
<tr><td>Moss and Other Neighbours</td><td>Ida Brockwell</td><td>2026-05-21</td><td>£1.40</td></tr>
<tr><td>A Field Guide to Fog</td><td>Ruben Okafor-Lind</td><td>2026-06-11</td><td>£0.00</td></tr>
</tbody>
</table>
<form action="/logout" method="post"><button type="submit">Sign out</button></form>`;

function page(title: string, main: string): FixtureAnswer {
  return {
    headers: unkept,
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} – Saltmarsh Library</title><link rel="stylesheet" href="/assets/site.css"></head>
<body>
<header><a href="/">Saltmarsh Library</a></header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`,
  };
}
