import { expect, test } from 'vitest';
import { notePeer } from '../../src/web/exchange/client-address.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { openDashboard, origin, type Question, type Stage } from './open-dashboard.ts';
import { realBrowser } from '../support/real-browser.ts';

const few = { options: { plan: { dashboardCallsPerMinute: 3 } } } as const;

/** A call of someone who is not signed in, from an address. */
function asStranger(
  { handler }: Stage,
  path: string,
  client: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = method === 'POST' ? JSON.stringify({ email: 'ada@shop.test' }) : null;
  const request = new Request(`${origin}${path}`, {
    method,
    body,
    headers: { origin, ...headers },
  });
  notePeer(request, client);
  return handler(request);
}

async function statuses(calls: number, call: () => Promise<{ readonly status: number }>) {
  const seen: number[] = [];
  for (let count = 0; count < calls; count += 1) seen.push((await call()).status);
  return seen;
}

test('every call of an account costs from its minute, and the answer says when there is room again', async () => {
  const stage = await openDashboard(few);
  const routes = ['GET /overview', 'GET /schedules', 'POST /ticks'] as const;
  const question: Question = { body: { cron: '0 6 * * *' } };
  for (const route of routes) {
    const asked = await stage.ask(route, route === 'POST /ticks' ? question : {});
    expect([route, asked.status]).toEqual([route, 200]);
  }
  stage.clock.advance(15_000);
  for (const route of routes) {
    const refused = await stage.ask(route, route === 'POST /ticks' ? question : {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45']);
    expect(refused.body.error?.message).toBe(
      'The account has made its 3 calls of this minute: try again in 45 s.',
    );
  }
  stage.clock.advance(45_000);
  expect((await stage.ask('GET /overview')).status).toBe(200);
});

test('one account’s calls cost no other one anything, and the operator none', async () => {
  const stage = await openDashboard(few);
  expect(await statuses(5, () => stage.ask('GET /overview'))).toEqual([200, 200, 200, 429, 429]);
  const { id } = await stage.service.accounts.create();
  const cookie = await stage.signIn(id);
  expect((await stage.ask('GET /overview', { cookie })).status).toBe(200);
  const operator = await stage.signIn();
  const look = () => stage.ask('GET /operator/accounts', { cookie: operator });
  expect(await statuses(5, look)).toEqual([200, 200, 200, 200, 200]);
});

test('a new cap of the plan holds at once', async () => {
  const stage = await openDashboard(few);
  expect(await statuses(4, () => stage.ask('GET /overview'))).toEqual([200, 200, 200, 429]);
  await stage.service.accounts.setPlan(stage.account, { dashboardCallsPerMinute: 5 });
  expect(await statuses(3, () => stage.ask('GET /overview'))).toEqual([200, 200, 429]);
});

test('files of the front end cost nothing', async () => {
  const stage = await openDashboard(few);
  const page = () => stage.handler(new Request(`${origin}/`));
  const [first, ...others] = await statuses(10, page);
  expect(new Set(others)).toEqual(new Set([first]));
  expect((await stage.ask('GET /overview')).status).toBe(200);
});

test('who is not signed in costs from the address, and nobody else’s', async () => {
  const stage = await openDashboard();
  const look = (client: string) => asStranger(stage, '/dashboard/api/overview', client);
  const seen = await statuses(301, () => look('203.0.113.1'));
  expect([seen[0], seen[299], seen[300]]).toEqual([401, 401, 429]);
  const refused = await look('203.0.113.1');
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.text()).toContain('too many calls from your address');
  expect((await look('203.0.113.2')).status).toBe(401);
  // Signed in from the same address.
  const cookie = { headers: { cookie: stage.cookie } };
  const own = await asStranger(stage, '/dashboard/api/overview', '203.0.113.1', cookie);
  expect(own.status).toBe(200);
  // And signing in has no share in it.
  const first = await asStranger(stage, '/dashboard/api/session', '203.0.113.1');
  expect(first.status).toBe(401);
  expect((await stage.signIn(stage.account)).length).toBeGreaterThan(0);
});

test('a cookie that is made up costs from the address as well', async () => {
  const stage = await openDashboard();
  let made = 0;
  const guess = () => {
    made += 1;
    const cookie = stage.cookie.replace(/=.*/, `=${'x'.repeat(20)}${made}`);
    return asStranger(stage, '/dashboard/api/overview', '203.0.113.1', { headers: { cookie } });
  };
  expect((await statuses(301, guess)).slice(299)).toEqual([401, 429]);
});

test('behind a proxy the client is the one that the named header says', async () => {
  const dashboard = { clientAddress: { header: 'x-forwarded-for' } };
  const stage = await openDashboard({ dashboard });
  const look = (client: string) =>
    asStranger(stage, '/dashboard/api/overview', '10.0.0.1', {
      headers: { 'x-forwarded-for': `198.51.100.7, ${client}` },
    });
  expect((await statuses(301, () => look('203.0.113.1'))).at(-1)).toBe(429);
  expect((await look('203.0.113.2')).status).toBe(401);
});

test('calls of the studio cost from the same minute, and what the hand does there from its own', async () => {
  const browser = realBrowser();
  const stage = await openDashboard({ ...few, browser });
  const ask = (method: string, path: string) =>
    stage.handler(
      new Request(`${origin}/studio/api${path}`, {
        method,
        headers: { origin, cookie: stage.cookie, 'content-type': 'application/json' },
        body: method === 'POST' ? JSON.stringify({ inputs: [] }) : null,
      }),
    );
  // None is refused for its number.
  expect(await statuses(200, () => ask('POST', '/session/input'))).not.toContain(429);
  expect(await statuses(2, () => ask('GET', '/start'))).toEqual([200, 200]);
  expect((await stage.ask('GET /overview')).status).toBe(200);
  expect((await ask('GET', '/start')).status).toBe(429);
  expect((await stage.ask('GET /overview')).status).toBe(429);
  expect((await ask('POST', '/session/inspect')).status).not.toBe(429);
  stage.clock.advance(60_000);
  const hands = await statuses(12_001, () => ask('POST', '/session/input'));
  expect(hands.indexOf(429)).toBe(12_000);
});

test('a draft of the studio has a place, of as many as the plan allows in all processes', async () => {
  const stage = await openDashboard({ browser: realBrowser() });
  const { service, account } = stage;
  await service.accounts.setPlan(account, { drafts: 1 });
  const put = async (body: object): Promise<number> => {
    const asked = new Request(`${origin}/studio/api/draft`, {
      method: 'PUT',
      headers: { origin, cookie: stage.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await stage.handler(asked)).status;
  };
  // As another process has it.
  const elsewhere = await service.takePlace({ account, kind: 'draft' });
  expect(await put({ document: shopRecipe() })).toBe(429);
  elsewhere.leave();
  await expect.poll(() => put({ document: shopRecipe() })).toBe(200);
  const refused = service.takePlace({ account, kind: 'draft' });
  await expect(refused).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('drafts in the studio'),
  });
});

/** Found wrong member by member. */
const manyNames = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]));

test.each([
  ['POST /session', 'token'],
  ['POST /links', 'email'],
  ['POST /address/restore', 'token'],
] as const)('%s takes a short body alone, because strangers may send it', async (route, name) => {
  const stage = await openDashboard();
  const send = (body: object) => stage.ask(route, { cookie: null, body });
  expect((await send({ [name]: 'x'.repeat(5_000) })).status).toBe(413);
  expect((await send({ ...manyNames, [name]: 'x' })).status).toBe(413);
  const parts = await send({ [name]: Array.from({ length: 100 }, () => 0) });
  expect(parts.body.error?.message).toMatch(/holds more than 16 values$/);
});

test.each(['/dashboard/api/keys', '/dashboard/api/recipes', '/studio/api/session'])(
  'an account whose bodies are refused over and over waits for the next minute (%s)',
  async (path) => {
    const stage = await openDashboard({ browser: realBrowser() });
    const { clock, cookie, handler } = stage;
    const send = async (body: object): Promise<number> => {
      const json = JSON.stringify(body);
      const headers = { origin, cookie, 'content-type': 'application/json' };
      const url = `${origin}${path}`;
      const response = await handler(new Request(url, { method: 'POST', headers, body: json }));
      await response.text();
      return response.status;
    };
    const large = { ...manyNames, none: 'x'.repeat(900_000) };
    let refused = 0;
    let status = await send(large);
    for (; status === 400; status = await send(large)) refused += 1;
    expect([status, refused]).toEqual([429, Math.ceil(1_200 / 29)]);
    expect((await stage.ask('GET /overview')).status).toBe(200);
    expect((await stage.ask('POST /ticks', { body: { cron: '0 6 * * *' } })).status).toBe(429);
    clock.advance(60_001);
    expect((await stage.ask('POST /ticks', { body: { cron: '0 6 * * *' } })).status).toBe(200);
  },
);
