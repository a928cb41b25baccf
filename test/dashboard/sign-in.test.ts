import { fetch, type RequestInit } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createDashboard } from '../../src/dashboard/index.ts';
import { createHttpHandler, serve } from '../../src/http/index.ts';
import { eachStore } from '../support/each-store.ts';
import { openService, until } from '../support/open-service.ts';
import { openDashboard, origin, toCookie, toRequest, type Stage } from './open-dashboard.ts';

/** The token of the newest letter, once it is there. */
async function readToken({ mails }: Stage, count = 1): Promise<string> {
  await until(() => mails.length >= count);
  const { text = '' } = mails.at(-1) ?? {};
  return /https:\/\/gleaner\.test\/sign-in#(\S+)/.exec(text)?.[1] ?? '';
}

const follow = (stage: Stage, token: string) =>
  stage.ask('POST /session', { cookie: null, body: { token } });

eachStore((openStore) => {
  test('a link that came by mail signs in once and verifies the address', async () => {
    const stage = await openDashboard({ store: openStore() });
    const { service } = stage;
    const { id } = await service.accounts.create({ email: 'Bob@Shop.test', emailVerified: false });
    await stage.ask('POST /links', { cookie: null, body: { email: 'BOB@shop.test' } });
    const token = await readToken(stage);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(stage.mails[0]?.to).toBe('bob@shop.test');
    const first = await follow(stage, token);
    expect(first.body.data).toMatchObject({ kind: 'account', account: id, email: 'bob@shop.test' });
    expect((await service.accounts.get(id)).emailVerifiedAtMs).toBeGreaterThan(0);
    const second = await follow(stage, token);
    expect([second.status, second.body.error?.code]).toEqual([401, 'unauthorized']);
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  test('signing in ends the session before; signing out everywhere ends all of them, and the links that wait', async () => {
    const stage = await openDashboard({ store: openStore() });
    const { service, account, cookie } = stage;
    const { token } = await service.signIns.createLink({ account });
    const again = toCookie((await stage.ask('POST /session', { body: { token } })).headers);
    expect(again).not.toBe(cookie);
    expect((await stage.ask('GET /session', { cookie })).status).toBe(401);
    const elsewhere = await stage.signIn(account);
    const operator = await stage.signIn();
    const waiting = await service.signIns.createLink({ account });
    const out = await stage.ask('DELETE /sessions', { cookie: again });
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-gleaner_session=; .*Max-Age=0/);
    for (const ended of [again, elsewhere]) {
      expect((await stage.ask('GET /session', { cookie: ended })).status).toBe(401);
    }
    expect((await follow(stage, waiting.token)).status).toBe(401);
    expect((await stage.ask('GET /session', { cookie: operator })).body.data).toEqual({
      kind: 'operator',
    });
  });

  test('a deleted account is signed out, and no link lets it in', async () => {
    const stage = await openDashboard({ store: openStore() });
    const { service, account } = stage;
    const waiting = await service.signIns.createLink({ account });
    const early = await stage.ask('POST /settings/deletion/confirm');
    expect(early.status).toBe(409);
    await stage.ask('POST /settings/deletion');
    expect(
      (await stage.ask('GET /settings')).body.data?.['deletionScheduledForMs'],
    ).toBeGreaterThan(0);
    stage.clock.advance(6 * 24 * 60 * 60 * 1_000);
    expect((await stage.ask('DELETE /settings/deletion')).status).toBe(200);
    await stage.ask('POST /settings/deletion');
    expect((await stage.ask('POST /settings/deletion/confirm')).status).toBe(200);
    expect((await stage.ask('GET /session')).status).toBe(401);
    expect((await follow(stage, waiting.token)).status).toBe(401);
    expect((await service.accounts.get(account)).deletedAtMs).toBeGreaterThan(0);
  });
});

test('a cookie lasts as long as its session, by the service’s own clock', async () => {
  // The service’s clock stands in January 2026, whatever the machine’s says.
  const stage = await openDashboard({ dashboard: { clock: undefined } });
  const { token } = await stage.service.signIns.createLink({ account: stage.account });
  const { headers } = await follow(stage, token);
  expect(headers.get('set-cookie')).toContain(`Max-Age=${7 * 24 * 60 * 60};`);
});

test('a link is good for 15 minutes, and not a moment longer', async () => {
  const stage = await openDashboard();
  const { token } = await stage.service.signIns.createLink({ account: stage.account });
  const late = await stage.service.signIns.createLink({ account: stage.account });
  stage.clock.advance(15 * 60 * 1_000 - 1);
  expect((await follow(stage, token)).status).toBe(200);
  stage.clock.advance(1);
  expect((await follow(stage, late.token)).body.error?.code).toBe('unauthorized');
});

test('guessing a link ends after a few tries in a minute, and hinders no other link', async () => {
  const stage = await openDashboard();
  const { token } = await stage.service.signIns.createLink({ account: stage.account });
  const guess = `${token.slice(0, 8)}${'A'.repeat(35)}`;
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) statuses.push((await follow(stage, guess)).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  const refused = await follow(stage, guess);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await stage.service.signIns.createLink({ account: stage.account });
  expect((await follow(stage, other.token)).status).toBe(200);
  stage.clock.advance(60_000);
  expect((await follow(stage, token)).status).toBe(200);
});

test('all tries together are limited too', async () => {
  const stage = await openDashboard();
  let status = 401;
  let tries = 0;
  for (; status === 401 && tries < 400; tries += 1) {
    const token = String(tries).padStart(43, '0').split('').toReversed().join('');
    ({ status } = await follow(stage, token));
  }
  expect(status).toBe(429);
  expect(tries).toBeLessThanOrEqual(301);
});

test('the answer does not tell whether an address is known, and letters to one are few', async () => {
  const stage = await openDashboard();
  const link = (email: string) => stage.ask('POST /links', { cookie: null, body: { email } });
  const [known, unknown] = [await link('ada@shop.test'), await link('nobody@shop.test')];
  expect(unknown.body.data).toEqual(known.body.data);
  expect(unknown.status).toBe(known.status);
  await readToken(stage);
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) statuses.push((await link('ADA@shop.test')).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await link('no address')).status).toBe(400);
  await until(() => stage.mails.length === 3);
  expect(stage.mails.every(({ to }) => to === 'ada@shop.test')).toBe(true);
});

test('an address changes once the link to the new one is followed', async () => {
  const stage = await openDashboard();
  const set = await stage.ask('PUT /settings/email', { body: { email: 'new@shop.test' } });
  expect(set.status).toBe(200);
  expect((await stage.ask('GET /settings')).body.data?.['email']).toBe('ada@shop.test');
  expect(stage.mails.at(-1)?.to).toBe('new@shop.test');
  await follow(stage, await readToken(stage));
  expect((await stage.ask('GET /settings')).body.data?.['email']).toBe('new@shop.test');
});

test('a letter that cannot be sent is reported to the operator, not to the asker', async () => {
  const events: unknown[] = [];
  const mailer = { name: 'broken', send: () => Promise.reject(new Error('no route')) };
  const dashboard = { mailer, onEvent: (event: unknown) => void events.push(event) };
  const stage = await openDashboard({ dashboard });
  const { status } = await stage.ask('POST /links', {
    cookie: null,
    body: { email: 'ada@shop.test' },
  });
  expect(status).toBe(200);
  await until(() => events.length > 0);
  expect(events[0]).toMatchObject({ kind: 'fault', doing: 'send a sign-in link' });
});

test('an embedder’s own sign-in is asked on every request, and links are not used', async () => {
  const { service } = openService();
  const { id: account } = await service.accounts.create({ credits: 7 });
  let who: { account: string } | { operator: true } | undefined = { account };
  const handler = createDashboard(service, { origin, authenticate: () => who });
  const status = async (route: 'GET /overview' | 'GET /operator/health') =>
    (await handler(toRequest(route, {}))).status;
  expect([await status('GET /overview'), await status('GET /operator/health')]).toEqual([200, 403]);
  who = { operator: true };
  expect([await status('GET /overview'), await status('GET /operator/health')]).toEqual([403, 200]);
  who = undefined;
  expect([await status('GET /overview'), await status('GET /operator/health')]).toEqual([401, 401]);
  const link = await handler(toRequest('POST /links', { body: { email: 'a@b.test' } }));
  expect(link.status).toBe(403);
});

test('a mailer needs the address that its links lead to', () => {
  const { service } = openService();
  const mailer = { name: 'test', send: async () => {} };
  expect(() => createDashboard(service, { mailer })).toThrow(TypeError);
  expect(() => createDashboard(service, { origin: 'https://a.test/path' })).toThrow(
    /without a path/,
  );
});

test('over a socket: the cookie is HttpOnly and SameSite=Strict, Secure under TLS, and the API stays under /v1', async () => {
  const { service } = openService();
  const { id: account } = await service.accounts.create();
  for (const [publicOrigin, name, isSecure] of [
    [undefined, 'gleaner_session', false],
    ['https://gleaner.test', '__Host-gleaner_session', true],
  ] as const) {
    const fallback = createDashboard(service, { origin: publicOrigin });
    const server = await serve({ handler: createHttpHandler(service, { fallback }) });
    onTestFinished(() => server.close());
    const { token } = await service.signIns.createLink({ account });
    const from = publicOrigin ?? server.url;
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, {
        ...init,
        headers: { origin: from, ...(init.headers as Record<string, string>) },
      });
    const begun = await ask('/dashboard/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const cookie = begun.headers.get('set-cookie') ?? '';
    const attributes = cookie.split('; ').slice(1);
    expect(cookie.startsWith(`${name}=`)).toBe(true);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/']));
    expect(attributes.includes('Secure')).toBe(isSecure);
    const mine = await ask('/dashboard/api/session', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(await mine.json()).toMatchObject({ data: { kind: 'account', account } });
    expect((await ask('/v1/smartbrowse/usage')).status).toBe(401);
    expect(await (await ask('/v1/nothing')).json()).toMatchObject({ error: { code: 'not_found' } });
    expect((await ask('/healthz')).status).toBe(200);
  }
});
