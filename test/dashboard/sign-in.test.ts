import { fetch, type RequestInit } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDashboard } from '../../src/web/dashboard/index.ts';
import { createHttpHandler, serve } from '../../src/web/http/index.ts';
import { eachStore } from '../support/each-store.ts';
import { openService, until } from '../support/open-service.ts';
import { openDashboard, origin, toCookie, toRequest, type Stage } from './open-dashboard.ts';

/** The token of the newest e-mail, once it is there. */
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

test('following a link is limited by nothing: a thousand guesses keep no owner out', async () => {
  const stage = await openDashboard();
  const { token } = await stage.service.signIns.createLink({ account: stage.account });
  const client = '203.0.113.9';
  for (let tries = 0; tries < 1_000; tries += 1) {
    const guess = `${token.slice(0, 8)}${String(tries).padStart(35, 'A')}`;
    const { status } = await stage.ask('POST /session', {
      cookie: null,
      client,
      body: { token: guess },
    });
    expect(status).toBe(401);
  }
  const own = await stage.ask('POST /session', { cookie: null, client, body: { token } });
  expect(own.status).toBe(200);
});

/** Returns what waits until all e-mails that were asked for so far are sent, or are known not to be: requests do not wait for that. */
function watchMails({ service }: Stage): () => Promise<void> {
  const links = vi.spyOn(service.signIns, 'createLinkFor');
  return async () => {
    await Promise.allSettled(links.mock.results.map(({ value }) => value));
    links.mockClear();
  };
}

/** Asks for a link to an address; resolves to the status. */
async function askFor(stage: Stage, email: string, client?: string): Promise<number> {
  const from = client === undefined ? {} : { client };
  return (await stage.ask('POST /links', { cookie: null, body: { email }, ...from })).status;
}

test('the answer does not tell whether an address is known', async () => {
  const stage = await openDashboard();
  const ask = (email: string) => stage.ask('POST /links', { cookie: null, body: { email } });
  const [known, unknown] = [await ask('ada@shop.test'), await ask('nobody@shop.test')];
  expect(unknown.body.data).toEqual(known.body.data);
  expect(unknown.status).toBe(known.status);
  expect((await ask('no address')).status).toBe(400);
  await readToken(stage);
  for (let tries = 0; tries < 99; tries += 1) {
    expect(await askFor(stage, 'nobody@shop.test', `198.51.100.${tries}`)).toBe(200);
    expect(await askFor(stage, 'ada@shop.test', `198.51.100.${tries}`)).toBe(200);
  }
  expect(stage.mails.every(({ to }) => to === 'ada@shop.test')).toBe(true);
});

test('strangers who ask for links to an address use up none of its owner’s, and fill no mailbox', async () => {
  const stage = await openDashboard();
  const { mails, clock } = stage;
  const allSent = watchMails(stage);
  for (let minute = 0; minute < 10; minute += 1) {
    for (let tries = 0; tries < 3; tries += 1) await askFor(stage, 'ada@shop.test', '203.0.113.66');
    await allSent();
    clock.advance(60_000);
  }
  // The first five, and one when the last of these is good for less than five minutes.
  await until(() => mails.length >= 5);
  const before = mails.length;
  expect(before).toBeLessThanOrEqual(7);
  expect(await askFor(stage, 'ada@shop.test', '192.0.2.1')).toBe(200);
  await until(() => mails.length === before + 1);
  expect((await follow(stage, await readToken(stage, before + 1))).status).toBe(200);
});

test('however many clients flood an address, its newest e-mail holds a link that is good for five minutes or more', async () => {
  const stage = await openDashboard();
  const { mails, clock } = stage;
  const allSent = watchMails(stage);
  for (let minute = 0; minute < 30; minute += 1) {
    for (let client = 0; client < 20; client += 1) {
      await askFor(stage, 'ada@shop.test', `198.51.100.${client}`);
    }
    await allSent();
    clock.advance(60_000);
  }
  expect(mails.length).toBeGreaterThan(20);
  expect(mails.length).toBeLessThanOrEqual(24);
  const before = mails.length;
  await askFor(stage, 'ada@shop.test', '192.0.2.1');
  await allSent();
  // What it says is on its way was sent already, or is sent now.
  expect(mails.length - before).toBeLessThanOrEqual(1);
  clock.advance(4 * 60_000);
  const token = await readToken(stage, 1);
  expect((await follow(stage, token)).status).toBe(200);
  // A link that was used or taken back waits no more: the next e-mail comes at once.
  const { length } = mails;
  await stage.service.signIns.endAll({ account: stage.account });
  await askFor(stage, 'ada@shop.test', '192.0.2.2');
  await until(() => mails.length === length + 1);
  expect((await follow(stage, await readToken(stage, length + 1))).status).toBe(200);
});

test('a client from which an account was signed in by gets an e-mail, however many others ask', async () => {
  const stage = await openDashboard();
  const { mails } = stage;
  const home = '2001:db8:1:2::7';
  await askFor(stage, 'ada@shop.test', home);
  const token = await readToken(stage);
  await stage.ask('POST /session', { cookie: null, client: home, body: { token } });
  for (let client = 0; client < 60; client += 1) {
    await askFor(stage, 'ada@shop.test', `198.51.100.${client}`);
  }
  await until(() => mails.length === 20);
  // From the same network, through which somebody floods, too.
  for (let tries = 0; tries < 40; tries += 1) await askFor(stage, `made${tries}@up.test`, home);
  expect(await askFor(stage, 'bob@shop.test', home)).toBe(429);
  expect(await askFor(stage, 'ada@shop.test', '2001:db8:1:2::8')).toBe(200);
  await until(() => mails.length === 21);
});

test('a client gets thirty e-mails a minute asked for, and no other client is hindered', async () => {
  const stage = await openDashboard();
  const statuses = await Promise.all(
    Array.from({ length: 320 }, (_, tries) =>
      askFor(stage, `made${tries}@up.test`, `2001:db8:6:6::${tries.toString(16)}`),
    ),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(290);
  expect(await askFor(stage, 'ada@shop.test', '2001:db8:6:7::1')).toBe(200);
  expect((await follow(stage, await readToken(stage))).status).toBe(200);
  stage.clock.advance(60_000);
  expect(await askFor(stage, 'made@up.test', '2001:db8:6:6::1')).toBe(200);
});

const toClient = (index: number) => `2001:db8:${index.toString(16)}:1::1`;

test('what is counted by client takes no memory without bound', async () => {
  const stage = await openDashboard();
  for (let tries = 0; tries < 31; tries += 1) await askFor(stage, 'x@up.test', toClient(0));
  expect(await askFor(stage, 'x@up.test', toClient(0))).toBe(429);
  for (let index = 1; index <= 10_000; index += 1)
    await askFor(stage, 'x@up.test', toClient(index));
  // Forgotten, although its minute is not over.
  expect(await askFor(stage, 'x@up.test', toClient(0))).toBe(200);
});

test('an e-mail that cannot be sent is reported to the operator, not to the asker', async () => {
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
  const { token } = await service.signIns.createLink({ account });
  for (const [route, body] of [
    ['POST /links', { email: 'a@b.test' }],
    ['POST /session', { token }],
  ] as const) {
    const response = await handler(toRequest(route, { body }));
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
  }
});

test.for<[string, unknown]>([
  ['nothing', {}],
  ['an account that is undefined', { account: undefined }],
  ['no account', { account: null }],
  ['an empty account', { account: '' }],
  ['that it is no operator', { operator: false }],
  ['both', { account: 'a', operator: true }],
  ['a text', 'a'],
  ['no', false],
])('an embedder’s sign-in that names %s lets no one in', async ([, who]) => {
  const { service } = openService();
  await service.accounts.create({ credits: 7 });
  const handler = createDashboard(service, { origin, authenticate: () => who as undefined });
  for (const route of ['GET /overview', 'GET /operator/health', 'GET /session'] as const) {
    expect((await handler(toRequest(route, {}))).status).toBe(500);
  }
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
    expect(await (await ask('/smartscraper')).json()).toMatchObject({
      error: { message: 'There is no such path: those of the API begin with /v1.' },
    });
    expect((await ask('/healthz')).status).toBe(200);
  }
});
