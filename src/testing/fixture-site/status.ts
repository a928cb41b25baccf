import type { FixtureAnswer, FixtureRoute } from './route.ts';

const html = 'text/html; charset=utf-8';

/** Answers that are no page to extract from: error statuses and the walls that protections put up. */
export function fixtureStatusRoutes(): readonly (readonly [string, FixtureRoute])[] {
  return [
    ['/status/204', () => ({ status: 204 })],
    [
      '/status/401',
      errorPage(401, 'Authorisation required', { 'www-authenticate': 'Basic realm="harbour"' }),
    ],
    ['/status/403', errorPage(403, 'You may not see this page')],
    ['/status/404', errorPage(404, 'Page not found')],
    ['/status/410', errorPage(410, 'This page is gone')],
    ['/status/429', errorPage(429, 'Too many requests', { 'retry-after': '30' })],
    ['/status/500', errorPage(500, 'Something broke on our side')],
    ['/status/503', errorPage(503, 'Down for maintenance', { 'retry-after': '120' })],

    ['/blocked/challenge', () => wall(403, challenge, { server: 'edge' })],
    ['/blocked/captcha', () => wall(200, captcha)],
    ['/blocked/denied', () => wall(403, denied)],
  ];
}

function errorPage(
  status: number,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): FixtureRoute {
  return () => ({
    status,
    headers: { 'content-type': html, ...headers },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${status} ${title}</title></head>
<body><main><h1>${title}</h1><p>Try the <a href="/">front page</a>.</p></main></body>
</html>
`,
  });
}

function wall(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): FixtureAnswer {
  return {
    status,
    headers: { 'content-type': html, 'cache-control': 'no-store', ...headers },
    body,
  };
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
