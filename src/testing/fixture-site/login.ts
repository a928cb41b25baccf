import { randomUUID } from 'node:crypto';
import { fixtureEscapeHtml } from './escape-html.ts';
import type { FixtureAnswer, FixtureRequest, FixtureRoute } from './route.ts';

const cookieName = 'reader_session';
const username = 'reader';
const password = 'lighthouse';

/** A library account behind a form: `reader` / `lighthouse` gets in, `POST /logout` gets out. */
export function createFixtureLogin(): readonly (readonly [string, FixtureRoute])[] {
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
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
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
