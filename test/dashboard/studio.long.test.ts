import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { serviceRecipes } from '../../src/web/dashboard/mount-studio.ts';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import type { StudioEvent } from '../../src/studio/api/studio-event.ts';
import { studioRoutes } from '../../src/web/studio/create-responder.ts';
import { addCustomer, until } from '../support/open-service.ts';
import { createStudioClient, type StudioClient, type StudioWatch } from '../support/open-studio.ts';
import { realBrowser } from '../support/real-browser.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { openDashboard, origin, type Stage } from './open-dashboard.ts';
import { xssPayloads } from './xss-payloads.ts';

const egress = { allowPrivate: ['127.0.0.1/32'] };
let browser: Browser;
let site: ServedPages;
const closings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  browser = realBrowser({ egress: createEgress(egress), idleMs: 60_000 });
  site = await servePages(
    ({
      pathname,
    }) => `<title>${pathname}</title><body style="margin:0;background:${pathname.slice(1)}"><script>
      let count = 0;
      setInterval(() => { document.body.style.paddingTop = (count += 1) % 50 + 'px'; document.body.innerHTML = '<hr>'; }, 20);
    </script>`,
  );
});

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

afterAll(async () => {
  await site.close();
  await browser.close?.();
});

async function openStage(options: Parameters<typeof openDashboard>[0] = {}): Promise<Stage> {
  const stage = await openDashboard({ browser, gleaner: { egress }, ...options });
  closings.push(
    () => stage.service.close({ drainMs: 0 }),
    () => stage.service.gleaner.close(),
  );
  return stage;
}

/** What a browser with this cookie does with the studio. */
function clientOf({ handler }: Pick<Stage, 'handler'>, cookie: string): StudioClient {
  const send = (request: Request): Promise<Response> => {
    const sent = new Request(request);
    sent.headers.set('origin', origin);
    sent.headers.set('cookie', cookie);
    return handler(sent);
  };
  return createStudioClient(send, '', `${origin}/studio`);
}

const isEnd = (event: StudioEvent): boolean => event.type === 'ended';

/** Moves the time on by a second until the stream has told its end. */
async function untilEnded({ clock }: Stage, watch: StudioWatch): Promise<StudioEvent> {
  return until(() => {
    clock.advance(1_000);
    return watch.events.find(isEnd);
  });
}

/** Without those of the blank page, which all sessions begin with. */
const imagesOf = (watch: StudioWatch) =>
  new Set(
    watch
      .frames()
      .slice(3)
      .map(({ image }) => image),
  );

test('two accounts see their own pages alone, while both work in the dashboard’s studio', async () => {
  const stage = await openStage();
  const { account: other } = await addCustomer(stage.service);
  const [ann, bob] = [clientOf(stage, stage.cookie), clientOf(stage, await stage.signIn(other))];
  await Promise.all([
    ann.open({ url: `${site.origin}/red` }),
    bob.open({ url: `${site.origin}/blue` }),
  ]);
  const [red, blue] = await Promise.all([ann.watch(), bob.watch()]);
  await until(() => red.frames().length >= 15 && blue.frames().length >= 15);
  expect([...imagesOf(red)].filter((image) => imagesOf(blue).has(image))).toEqual([]);
  expect(JSON.stringify(red.events)).not.toContain('/blue');
  expect(JSON.stringify(blue.events)).not.toContain('/red');
  await stage.ask('DELETE /session');
  expect(await untilEnded(stage, red)).toMatchObject({ reason: 'signed_out' });
  // The other one goes on.
  expect((await bob.call('GET', '/session')).status).toBe(200);
  expect((await ann.call('GET', '/session')).status).toBe(401);
});

test.each([
  [
    'is signed out everywhere',
    (stage: Stage) => stage.service.signIns.endAll({ account: stage.account }),
  ],
  ['is suspended', (stage: Stage) => stage.service.accounts.suspend(stage.account)],
  ['is to be deleted', (stage: Stage) => stage.service.accounts.requestDeletion(stage.account)],
])('a session of the studio ends when its account %s, wherever that is done', async (_how, act) => {
  const stage = await openStage();
  const client = clientOf(stage, stage.cookie);
  await client.open();
  const watch = await client.watch();
  await act(stage);
  expect(await untilEnded(stage, watch)).toMatchObject({ reason: 'signed_out' });
  expect((await client.call('POST', '/session', {})).status).toBeGreaterThanOrEqual(401);
});

test('what is made in the studio keeps to the plan of its account', async () => {
  const stage = await openStage();
  const { service, account } = stage;
  const client = clientOf(stage, stage.cookie);
  // Over a megabyte, and well within two.
  const document = { ...shopRecipe(), note: 'x'.repeat(1_200_000) };
  const fits = await client.call('PUT', '/draft', { document });
  expect(fits.status).toBe(200);
  const bytes = Buffer.byteLength(JSON.stringify(document));
  await service.accounts.setPlan(account, { recipeBytes: bytes - 1 });
  const larger = { ...document, note: `${document.note}!` };
  expect((await client.call('PUT', '/draft', { document: larger })).status).toBe(400);
  expect((await client.call('POST', '/draft/save', { asNew: true })).status).toBe(400);
  await service.accounts.setPlan(account, { recipeBytes: bytes, recipes: 1 });
  expect((await client.call('POST', '/draft/save', { asNew: true })).status).toBe(409);
  await service.accounts.setPlan(account, { recipes: 2 });
  expect((await client.call('POST', '/draft/save', { asNew: true })).status).toBe(200);
  for (const none of [{ drafts: 0 }, { studioSessions: 0 }]) {
    await service.accounts.setPlan(account, { drafts: 1, studioSessions: 1, ...none });
    expect((await client.call('GET', '/draft')).status).toBe(403);
    expect((await client.call('POST', '/session', {})).status).toBe(403);
  }
});

test('a saved recipe is the next version of the stored one; webhook and whether it is enabled stay', async () => {
  const stage = await openStage();
  const { service, account, recipeId: id } = stage;
  const client = clientOf(stage, stage.cookie);
  await service.recipes.setWebhook({ account, id }, { url: 'https://hooks.test/x' });
  await service.recipes.disable({ account, id });
  const document = { ...shopRecipe(), title: 'Lamps' };
  const saved = await client.call('POST', `/recipes/${id}/versions`, { document });
  expect(saved.data).toMatchObject({ id, title: 'Lamps', version: 2 });
  expect(await service.recipes.get({ account, id })).toMatchObject({
    revision: 2,
    enabled: false,
    webhook: { url: 'https://hooks.test/x' },
    document: { title: 'Lamps' },
  });
  const made = await client.call('POST', '/recipes', { document });
  expect(made.data).toMatchObject({ title: 'Lamps', version: 1 });
  const { recipes } = (await client.call('GET', '/recipes')).data;
  expect(recipes).toMatchObject([{ id: made.data['id'] }, { id, version: 2 }]);
  const first = await client.call('GET', `/recipes/${id}?version=1`);
  expect(first.data).toMatchObject({ version: 1, title: 'A shop', document: shopRecipe() });
  const { versions } = (await client.call('GET', `/recipes/${id}/versions`)).data;
  expect(versions).toMatchObject([{ version: 2 }, { version: 1 }]);
  const late = serviceRecipes(service).save(account, { id, from: 1, document });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  // What is no recipe is no version.
  const wrong = await client.call('POST', `/recipes/${id}/versions`, { document: { title: 'x' } });
  expect(wrong.status).toBe(400);
});

test('recipes of another account do not exist in the studio', async () => {
  const stage = await openStage();
  const { id: other } = await stage.service.accounts.create({ credits: 100 });
  const client = clientOf(stage, await stage.signIn(other));
  const document = shopRecipe();
  const where = `/recipes/${stage.recipeId}`;
  for (const [method, call, body] of [
    ['GET', where],
    ['GET', `${where}?version=1`],
    ['GET', `${where}/versions`],
    ['GET', `${where}/compare?from=1&to=1`],
    ['POST', `${where}/versions`, { document }],
    ['POST', `${where}/restore`, { version: 1 }],
    ['PUT', '/draft', { recipe: stage.recipeId }],
  ] as const) {
    expect([call, (await client.call(method, call, body)).status]).toEqual([call, 404]);
  }
  expect((await client.call('GET', '/recipes')).data).toEqual({ recipes: [] });
  const { revision } = await stage.service.recipes.get({
    account: stage.account,
    id: stage.recipeId,
  });
  expect(revision).toBe(1);
});

test('strangers, the operator and accounts that may not spend have no studio', async () => {
  const stage = await openStage();
  const codeOf = async (cookie: string) => {
    const { status, data } = await clientOf(stage, cookie).call('GET', '/recipes');
    return [status, (data['error'] as { readonly code: string } | undefined)?.code];
  };
  expect(await codeOf('')).toEqual([401, 'unauthorized']);
  expect(await codeOf(await stage.signIn())).toEqual([403, 'forbidden']);
  const unverified = await stage.service.accounts.create({ emailVerified: false });
  expect(await codeOf(await stage.signIn(unverified.id))).toEqual([
    402,
    'email_verification_required',
  ]);
  const request = new Request(`${origin}/studio/api/recipes`, {
    method: 'POST',
    headers: { cookie: stage.cookie },
  });
  expect((await stage.handler(request)).status).toBe(403);
  // A person who opens it without a sign-in is led to where one signs in.
  const page = await stage.handler(new Request(`${origin}/studio/`));
  expect([page.status, page.headers.get('location')]).toEqual([303, '/']);
});

test('every call of the studio refuses strangers, ended sessions, the operator, suspended accounts, and changes from elsewhere', async () => {
  const stage = await openStage();
  const calls = Object.keys(studioRoutes).map((name) => name.split(' ') as [string, string]);
  expect(calls.length).toBeGreaterThan(30);
  const operator = await stage.signIn();
  const ended = await stage.signIn(stage.account);
  await stage.ask('DELETE /session', { cookie: ended });
  const { id: other } = await stage.service.accounts.create({ credits: 5 });
  const suspended = await stage.signIn(other);
  await stage.service.accounts.suspend(other);
  const madeUp = `${stage.cookie.split('=')[0]}=${'A'.repeat(43)}`;
  for (const [method, template] of calls) {
    const url = `${origin}/studio/api${template.replaceAll(/\{\w+\}/g, stage.recipeId)}`;
    const codeOf = async (headers: Readonly<Record<string, string>>) => {
      const body = method === 'GET' ? {} : { body: '{}' };
      const response = await stage.handler(new Request(url, { method, headers, ...body }));
      const { error } = (await response.json()) as { readonly error?: { readonly code: string } };
      return error?.code;
    };
    const codes = {
      stranger: await codeOf({ origin }),
      ended: await codeOf({ origin, cookie: ended }),
      madeUp: await codeOf({ origin, cookie: madeUp }),
      operator: await codeOf({ origin, cookie: operator }),
      suspended: await codeOf({ origin, cookie: suspended }),
      foreign: await codeOf({ origin: 'https://evil.test', cookie: stage.cookie }),
    };
    expect([method, template, codes]).toEqual([
      method,
      template,
      {
        stranger: 'unauthorized',
        ended: 'unauthorized',
        madeUp: 'unauthorized',
        operator: 'forbidden',
        suspended: 'forbidden',
        foreign: 'forbidden',
      },
    ]);
    if (method === 'GET') continue;
    const missing = await codeOf({ cookie: stage.cookie });
    expect([method, template, missing]).toEqual([method, template, 'forbidden']);
  }
});

test('without a browser of the engine’s own the studio is not offered, and its calls say why', async () => {
  const stage = await openDashboard();
  expect((await stage.ask('GET /session')).body.data).toMatchObject({ hasStudio: false });
  const { status, data } = await clientOf(stage, stage.cookie).call('POST', '/session', {});
  expect(status).toBe(404);
  expect(JSON.stringify(data)).toContain('There is no studio here. The studio shows the built-in');
});

test('the dashboard says that it has a studio, and the studio where the dashboard is', async () => {
  const stage = await openStage();
  expect((await stage.ask('GET /session')).body.data).toMatchObject({ hasStudio: true });
  const start = await clientOf(stage, stage.cookie).call('GET', '/start');
  expect(start.data).toMatchObject({ dashboard: '/', owner: stage.account });
});

test('the operator is told that a real browser starts and answers', async () => {
  const stage = await openStage();
  const { body } = await stage.ask('GET /operator/browser', { cookie: await stage.signIn() });
  expect(body.data).toEqual({ state: 'ready', tookMs: expect.any(Number) as number });
});

test('a hundred texts of markup in titles of recipes come back from the studio as JSON text', async () => {
  const stage = await openStage();
  const client = clientOf(stage, stage.cookie);
  for (const title of xssPayloads) {
    const document = { ...shopRecipe(), title };
    const { id } = (await client.call('POST', '/recipes', { document })).data;
    const found = await client.call('GET', `/recipes/${String(id)}`);
    expect(found.data).toMatchObject({ title: title.trim(), document: { title } });
  }
  const response = await stage.handler(
    new Request(`${origin}/studio/api/recipes`, { headers: { cookie: stage.cookie } }),
  );
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});
