import { expect, test } from 'vitest';
import { createGleaner } from '../../core/engine/create-gleaner.ts';
import { createStudio, type StudioHandler } from './create-studio.ts';
import { createStudioToken } from './create-token-access.ts';

const origin = 'http://127.0.0.1:4000';
const token = createStudioToken();

function openHandler(): StudioHandler {
  return createStudio({ gleaner: createGleaner({ browser: false }), token });
}

/** Follows the printed address; returns the cookie's pair. */
async function enter(handler: StudioHandler, given = token): Promise<Response> {
  return handler(new Request(`${origin}/?token=${given}`));
}

function ask(
  handler: StudioHandler,
  cookie: string,
  { method = 'GET', url = `${origin}/api/session`, ...headers }: Record<string, string> = {},
): Promise<Response> {
  return handler(new Request(url, { method, headers: { cookie, ...headers } }));
}

async function signIn(handler: StudioHandler): Promise<string> {
  const answer = await enter(handler);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

test('a token has 256 bits', () => {
  expect(Buffer.from(createStudioToken(), 'base64url')).toHaveLength(32);
  expect(createStudioToken()).not.toBe(createStudioToken());
});

test('the address works once: it gives a cookie that no script and no other site can use', async () => {
  const handler = openHandler();
  expect((await enter(handler, createStudioToken())).status).toBe(401);
  const first = await enter(handler);
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe('/');
  expect(first.headers.get('set-cookie')).toMatch(
    /^gleaner_studio_[\da-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(first.headers.get('set-cookie')).not.toContain(token);
  expect((await enter(handler)).status).toBe(401);
});

test('without the cookie nothing is answered, with it the API is', async () => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  expect((await ask(handler, '')).status).toBe(401);
  expect((await ask(handler, cookie.replace(/.$/, '!'))).status).toBe(401);
  expect((await ask(handler, cookie)).status).toBe(404);
  expect((await ask(handler, cookie, { url: `${origin}/api/recipes` })).status).toBe(200);
});

test.each([
  ['a name that was rebound to this machine', { url: 'http://rebound.example:4000/api/recipes' }],
  ['a page of another port', { origin: 'http://127.0.0.1:5000' }],
  ['a page of the other scheme', { origin: 'https://127.0.0.1:4000' }],
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a change without an origin', { method: 'POST' }],
  ['another site’s picture of the stream', { 'sec-fetch-site': 'cross-site' }],
  ['another port’s picture of the stream', { 'sec-fetch-site': 'same-site' }],
])('%s is refused although it brings the cookie', async (_who, request) => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  expect((await ask(handler, cookie, { url: `${origin}/api/recipes`, ...request })).status).toBe(
    403,
  );
});

test('the front end is given to strangers, too, so that it can say how to come in; no path of the API is', async () => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  const page = { url: `${origin}/`, accept: 'text/html' };
  expect((await ask(handler, '', { url: `${origin}/api/start` })).status).toBe(401);
  const shown = await ask(handler, '', page);
  // Without a build it says so; with one it is the page.
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const unknown = await ask(handler, cookie, { url: `${origin}/api/nothing` });
  expect(unknown.headers.get('content-type')).toBe('application/json');
  expect(unknown.status).toBe(404);
});

test('a change with the studio’s own origin is done', async () => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  const answer = await handler(
    new Request(`${origin}/api/recipes`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ document: { title: 'Lamps', steps: [] } }),
    }),
  );
  expect(await answer.json()).toMatchObject({ title: 'Lamps', version: 1 });
});

test('a call is refused as at the other doors: 404, 405 with its methods, 413, 400 with what is wrong by path', async () => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  const send = async (method: string, path: string, body = '{}', type = 'application/json') => {
    const headers = { cookie, origin, 'content-type': type };
    const answer = await handler(new Request(`${origin}/api${path}`, { method, headers, body }));
    const { error } = (await answer.json()) as { readonly error?: unknown };
    return { status: answer.status, allow: answer.headers.get('allow'), error };
  };
  expect(await send('POST', '/nothing')).toMatchObject({ status: 404 });
  expect(await send('PATCH', '/session')).toMatchObject({
    status: 405,
    allow: 'POST, GET, HEAD, DELETE',
  });
  const large = JSON.stringify({ title: 'a'.repeat(1_100_000) });
  expect(await send('POST', '/draft/save', large)).toMatchObject({ status: 413 });
  expect(await send('POST', '/draft/save', '{"titel":"Lamps"}')).toMatchObject({
    status: 400,
    error: {
      message: expect.stringContaining('save the recipe') as string,
      details: {
        issues: [{ path: '/titel', message: expect.stringContaining('"title"') as string }],
      },
    },
  });
  // What a call does not take is not looked at.
  expect(await send('DELETE', '/session', 'no JSON', 'text/plain')).toMatchObject({ status: 200 });
});

test('the owner of the machine is told why there is no browser', async () => {
  const handler = openHandler();
  const cookie = await signIn(handler);
  const answer = await ask(handler, cookie, { method: 'POST', origin });
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('browser: false');
});

test('options that would let anyone in are refused', () => {
  const gleaner = createGleaner({ browser: false });
  expect(() => createStudio({ gleaner })).toThrow(/exactly one of `token` and `authenticate`/);
  expect(() => createStudio({ gleaner, token: 'guess' })).toThrow(/createStudioToken/);
  expect(() => createStudio({ gleaner, token, basePath: 'studio' })).toThrow(/basePath/);
  expect(() => createStudio({ gleaner, token, maxSessions: 0 })).toThrow(/maxSessions/);
});
