import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { serveFixtureSite } from '../../test-kit/fixture-site/serve-fixture-site.ts';
import { useFixtureSite } from '../support/use-fixture-site.ts';

const { site, get, dispatcher } = useFixtureSite();

describe('redirects', () => {
  test.for([301, 302, 303, 307, 308])('%i points to the article', async (status) => {
    const page = await get(`/redirect/${status}`);
    expect([page.status, page.headers['location']]).toEqual([status, '/article/']);
  });

  test('the chain takes three more steps to the article', async () => {
    expect(await follow('/redirect/chain')).toEqual([
      '/redirect/chain/2',
      '/redirect/chain/3',
      '/article/',
    ]);
  });

  test('the loop comes back to where it began', async () => {
    expect(await follow('/redirect/loop', 4)).toEqual([
      '/redirect/loop/back',
      '/redirect/loop',
      '/redirect/loop/back',
      '/redirect/loop',
    ]);
  });

  test('the other origin serves the same pages and is another origin', async () => {
    const { headers } = await get('/redirect/other-origin');
    expect(headers['location']).toBe(`${site().otherUrl}/article/`);
    expect(new URL(site().otherUrl).origin).not.toBe(new URL(site().url).origin);
    expect((await get(`${site().otherUrl}/article/`)).text).toContain(
      `<link rel="canonical" href="${site().otherUrl}/article/">`,
    );
  });

  test('a redirect leads to any URL that the test asks for, or nowhere', async () => {
    const target = 'http://127.0.0.1:1/x?y=z';
    const { headers } = await get(`/redirect/to?url=${encodeURIComponent(target)}`);
    expect(headers['location']).toBe(target);
    const nowhere = await get('/redirect/nowhere');
    expect([nowhere.status, nowhere.headers['location']]).toEqual([302, undefined]);
  });
});

describe('error statuses and walls', () => {
  test.for([401, 403, 404, 410, 429, 500, 503])('%i is answered with a page', async (status) => {
    const page = await get(`/status/${status}`);
    expect(page.status).toBe(status);
    expect(page.text).toContain(`<title>${status} `);
  });

  test('429 and 503 say when to come back, 401 how to get in', async () => {
    expect((await get('/status/429')).headers['retry-after']).toBe('30');
    expect((await get('/status/503')).headers['retry-after']).toBe('120');
    expect((await get('/status/401')).headers['www-authenticate']).toBe('Basic realm="harbour"');
  });

  test('an unknown path and a path out of the folder are not found', async () => {
    expect((await get('/no/such/page')).status).toBe(404);
    for (const path of ['/../../package.json', '/..%2f..%2fpackage.json']) {
      // Sent as it is: a URL object would resolve the dots away.
      const escape = await dispatcher.request({ origin: site().url, path, method: 'GET' });
      await escape.body.dump();
      expect(escape.statusCode).toBe(404);
    }
  });

  test.for([
    ['/blocked/challenge', 403, 'Just a moment'],
    ['/blocked/captcha', 200, 'verify you are a human'],
    ['/blocked/denied', 403, 'Access Denied'],
    ['/wall/', 200, 'type="password"'],
    ['/article/about-captchas.html', 200, 'Please verify you are a human'],
  ] as const)('%s answers %i and says "%s"', async ([path, status, words]) => {
    const page = await get(path);
    expect(page.status).toBe(status);
    expect(page.text).toContain(words);
  });
});

describe('login', () => {
  test('the account is shown to the session that logged in, until it logs out', async () => {
    const before = await get('/account/');
    expect([before.status, before.headers['location']]).toEqual([302, '/login?next=%2Faccount%2F']);

    const entered = await post('/login', 'username=reader&password=lighthouse&next=%2Faccount%2F');
    expect([entered.statusCode, entered.headers['location']]).toEqual([303, '/account/']);
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';

    expect(await accountWith(cookie)).toContain('Perpetua Finch');
    await post('/logout', '', cookie);
    expect(await accountWith(cookie)).not.toContain('Perpetua Finch');
    expect(await accountWith('reader_session=')).not.toContain('Perpetua Finch');
  });

  test('a wrong PIN is refused on the form again', async () => {
    const refused = await post('/login', 'username=reader&password=candle');
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(refused.text).toContain('role="alert"');
  });

  test('login redirects to no other site', async () => {
    for (const next of [
      'https://elsewhere.example/',
      '//elsewhere.example/',
      String.raw`/\elsewhere`,
    ]) {
      const body = new URLSearchParams({ username: 'reader', password: 'lighthouse', next });
      expect((await post('/login', body.toString())).headers['location']).toBe('/account/');
    }
  });
});

describe('requests', () => {
  test('are kept with method, path and headers', async () => {
    const at = site().requests.length;
    await get('/api/echo?first=1');
    expect(site().requests[at]).toMatchObject({ method: 'GET', path: '/api/echo?first=1' });
    expect(site().requests[at]?.headers.host).toBe(new URL(site().url).host);
    expect(await site().requests[at]?.finished).toBe('answered');
  });

  test('a HEAD request gets the headers of the page and no body', async () => {
    const response = await request(`${site().url}/slow/drip`, { method: 'HEAD', dispatcher });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await response.body.text()).toBe('');
  });

  test.for(['/slow/drip?interval-ms=1', '/slow/silent'])(
    '%s ends when the client leaves',
    async (path) => {
      const at = site().requests.length;
      const leave = new AbortController();
      const answer = request(new URL(path, site().url), { dispatcher, signal: leave.signal }).then(
        async ({ body }) => body.text(),
      );
      await expect.poll(() => site().requests.length).toBeGreaterThan(at);
      leave.abort(new Error('enough'));
      await expect(answer).rejects.toThrow('enough');
      expect(await site().requests[at]?.finished).toBe('left');
    },
  );

  test('a drip of few bytes comes to its end', async () => {
    const page = await get('/slow/drip?interval-ms=1&bytes=15');
    expect(page.text).toBe('<!doctype html>');
  });
});

describe('close', () => {
  test('ends open answers and leaves no handle, so that the process ends by itself', async () => {
    const script = `
      import { get } from 'node:http';
      import { serveFixtureSite } from ${JSON.stringify(path.join(import.meta.dirname, '../../test-kit/fixture-site/serve-fixture-site.ts'))};
      const site = await serveFixtureSite();
      const cut = (path) => new Promise((resolve) => {
        get(site.url + path, (response) => response.once('error', () => resolve('cut')).once('data', () => site.close()))
          .once('error', () => resolve('cut'));
      });
      console.log(await Promise.all([cut('/slow/silent'), cut('/slow/drip?interval-ms=86400000')]).then(String));
      await site.close();
      console.log(process.getActiveResourcesInfo().includes('Timeout') ? 'timer left' : 'no timer');`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      // Against a hang only: a handle that is left would keep the process for a day.
      { timeout: 110_000 },
    );
    expect(stdout).toBe('cut,cut\nno timer\n');
  });

  test('a port and a host can be chosen', async () => {
    const first = await serveFixtureSite({ host: '127.0.0.1' });
    const port = Number(new URL(first.url).port);
    await first.close();
    const second = await serveFixtureSite({ port });
    expect(second.url).toBe(`http://127.0.0.1:${port}`);
    await expect(serveFixtureSite({ port })).rejects.toThrow('EADDRINUSE');
    await second.close();
  });
});

async function follow(from: string, most = 10): Promise<string[]> {
  const steps: string[] = [];
  let at = new URL(from, site().url);
  while (steps.length < most) {
    const location = (await get(at.href)).headers['location'];
    if (typeof location !== 'string') break;
    at = new URL(location, at);
    steps.push(at.pathname);
  }
  return steps;
}

async function post(
  path: string,
  body: string,
  cookie = '',
): Promise<{
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}> {
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(new URL(path, site().url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body,
    dispatcher,
  });
  return { statusCode, headers, text: await answer.text() };
}

async function accountWith(cookie: string): Promise<string> {
  const response = await request(new URL('/account/', site().url), {
    headers: { cookie },
    dispatcher,
  });
  return response.body.text();
}
