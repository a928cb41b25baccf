import { describe, expect, test } from 'vitest';
import type { PlanCaps } from '../../src/runtime/contracts/store/account-store.ts';
import type { DashboardRoute } from '../../src/web/dashboard/index.ts';
import { dashboardRoutes } from '../../src/web/dashboard/create-dashboard.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { openDashboard, toRequest, type Question, type Stage } from './open-dashboard.ts';

const names = Object.keys(dashboardRoutes) as DashboardRoute[];
const open: ReadonlySet<DashboardRoute> = new Set([
  'POST /links',
  'POST /session',
  'POST /address/restore',
]);
const guarded = names.filter((name) => !open.has(name));
const changes = names.filter((name) => !name.startsWith('GET '));
const ofAccount = names.filter((name) => dashboardRoutes[name].access === 'account');
const ofOperator = names.filter((name) => dashboardRoutes[name].access === 'operator');
const withBody = names.filter((name) => dashboardRoutes[name].body !== undefined);

/** Bodies that are right in themselves. */
const bodies: Partial<Record<DashboardRoute, unknown>> = {
  'POST /links': { email: 'ada@shop.test' },
  'POST /session': { token: 'x' },
  'PUT /settings/email': { email: 'ada@shop.test' },
  'POST /settings/email/confirm': { token: 'x' },
  'POST /address/restore': { token: 'x' },
  'POST /keys': { label: 'laptop' },
  'POST /recipes': { document: shopRecipe() },
  'PUT /recipes/{id}': { document: shopRecipe() },
  'PATCH /recipes/{id}': { enabled: false },
  'PUT /recipes/{id}/webhook': { url: 'https://hooks.test/x' },
  'POST /recipes/{id}/runs': {},
  'POST /schedules': { recipeId: 'x', cron: '0 6 * * *' },
  'PUT /schedules/{id}': { recipeId: 'x', cron: '0 6 * * *' },
  'POST /ticks': { cron: '0 6 * * *' },
  'PUT /webhook': { url: 'https://hooks.test/x' },
  'POST /webhook/test': {},
  'POST /extract': { website_url: 'https://shop.test/lamp', user_prompt: 'the price' },
  'POST /scrape': { website_url: 'https://shop.test/lamp' },
  'POST /operator/accounts': {},
  'POST /operator/accounts/{id}/grants': { credits: 5 },
  'PATCH /operator/accounts/{id}/plan': { inFlight: 9 },
};

/** Queries without which a call is wrong in itself. */
const queries: Partial<Record<DashboardRoute, Readonly<Record<string, string>>>> = {
  'GET /recipes/{id}/compare': { from: '1', to: '1' },
};

function toQuestion(name: DashboardRoute, more: Question = {}): Question {
  const body = bodies[name];
  return { ...(body === undefined ? {} : { body }), ...more };
}

async function refusalOf(stage: Stage, name: DashboardRoute, more: Question): Promise<unknown[]> {
  const { status, body } = await stage.ask(name, toQuestion(name, more));
  return [status, body.status, body.error?.code];
}

/** A call that the plan refuses, with caps that are one too small for it. */
interface BeyondThePlan {
  readonly name: DashboardRoute;
  readonly caps: Partial<PlanCaps>;
  /** What has to be there. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  readonly question?: (stage: Stage) => Promise<Question>;
  readonly refusal: readonly [status: number, code: string];
}

const secondly = async (stage: Stage): Promise<Question> => ({
  body: { recipeId: stage.recipeId, cron: '*/30 * * * *' },
});
const recipeBytes = Buffer.byteLength(JSON.stringify(shopRecipe()));

const beyondThePlan: readonly BeyondThePlan[] = [
  { name: 'POST /keys', caps: { keys: 1 }, refusal: [409, 'conflict'] },
  { name: 'POST /recipes', caps: { recipes: 2 }, refusal: [409, 'conflict'] },
  {
    name: 'POST /recipes',
    caps: { recipeBytes: recipeBytes - 1 },
    refusal: [400, 'invalid_request'],
  },
  {
    name: 'POST /recipes',
    caps: { allRecipesBytes: 3 * recipeBytes - 1 },
    refusal: [409, 'conflict'],
  },
  {
    name: 'PUT /recipes/{id}',
    caps: { recipeBytes: recipeBytes - 1 },
    refusal: [400, 'invalid_request'],
  },
  {
    name: 'PUT /recipes/{id}',
    caps: { allRecipesBytes: 3 * recipeBytes - 1 },
    refusal: [409, 'conflict'],
  },
  {
    name: 'POST /recipes/{id}/versions/{revision}/restore',
    caps: { allRecipesBytes: 3 * recipeBytes - 1 },
    refusal: [409, 'conflict'],
  },
  { name: 'POST /schedules', caps: { schedules: 1 }, refusal: [409, 'conflict'] },
  {
    name: 'POST /schedules',
    caps: { scheduleIntervalSeconds: 1_801 },
    question: secondly,
    refusal: [400, 'invalid_request'],
  },
  {
    name: 'PUT /schedules/{id}',
    caps: { scheduleIntervalSeconds: 1_801 },
    async question(stage) {
      const { account, recipeId } = stage;
      const { id } = await stage.service.schedules.put({ account, recipeId, cron: '0 6 * * *' });
      return { ...(await secondly(stage)), parameters: { id } };
    },
    refusal: [400, 'invalid_request'],
  },
  {
    name: 'POST /webhook/test',
    caps: { webhookTestsPerMinute: 1 },
    prepare: ({ service, account }) =>
      service.accounts.setWebhook(account, { url: 'https://hooks.test/x' }),
    refusal: [429, 'rate_limited'],
  },
];

function bodiesOfOwn({ recipeId }: Stage, name: DashboardRoute): Question {
  const given = bodies[name];
  const body =
    typeof given === 'object' && given !== null && 'recipeId' in given
      ? { ...given, recipeId }
      : given;
  const parameters = { id: recipeId, revision: '1' };
  return { parameters, ...(body === undefined ? {} : { body }) };
}

describe('every route refuses', () => {
  test('nobody: no account', async () => {
    const stage = await openDashboard();
    for (const name of guarded) {
      const refused = await refusalOf(stage, name, { cookie: null });
      expect([name, ...refused]).toEqual([name, 401, 'error', 'unauthorized']);
    }
    expect(guarded.length).toBeGreaterThan(45);
  });

  test('a session that is over, ended, or made up', async () => {
    const stage = await openDashboard();
    const ended = await stage.signIn(stage.account);
    await stage.ask('DELETE /session', { cookie: ended });
    const kept = stage.cookie;
    const madeUp = `${kept.split('=')[0]}=${'A'.repeat(43)}`;
    stage.clock.advance(7 * 24 * 60 * 60 * 1_000);
    for (const cookie of [kept, ended, madeUp]) {
      for (const name of guarded) {
        const refused = await refusalOf(stage, name, { cookie });
        expect([name, ...refused]).toEqual([name, 401, 'error', 'unauthorized']);
      }
    }
  });

  test('a change without an Origin, or with another one', async () => {
    const stage = await openDashboard();
    const foreign = [
      'https://evil.test',
      'null',
      'http://gleaner.test',
      'https://gleaner.test:444',
    ];
    for (const name of changes) {
      for (const origin of [null, ...foreign]) {
        const refused = await refusalOf(stage, name, { origin });
        expect([name, ...refused]).toEqual([name, 403, 'error', 'forbidden']);
      }
    }
    expect(changes.length).toBeGreaterThan(25);
    expect((await stage.ask('GET /session', { origin: null })).status).toBe(200);
  });

  test('a page of the other scheme, where the host of the request is all that is known', async () => {
    const stage = await openDashboard({ dashboard: { origin: undefined, mailer: undefined } });
    const here = 'https://gleaner.test';
    for (const name of changes) {
      const refused = await refusalOf(stage, name, { origin: 'http://gleaner.test' });
      expect([name, ...refused]).toEqual([name, 403, 'error', 'forbidden']);
    }
    expect((await stage.ask('POST /keys', { origin: here, body: { label: 'own' } })).status).toBe(
      200,
    );
    const proxied = new Request('http://gleaner.test/dashboard/api/links', {
      method: 'POST',
      headers: { origin: here },
    });
    expect(await (await stage.handler(proxied)).json()).toMatchObject({
      error: { message: expect.stringContaining('--origin') as string },
    });
  });

  test('a read by a page of another origin', async () => {
    const stage = await openDashboard();
    for (const name of guarded.filter((route) => route.startsWith('GET '))) {
      const refused = await refusalOf(stage, name, { origin: 'https://evil.test' });
      expect([name, ...refused]).toEqual([name, 403, 'error', 'forbidden']);
    }
  });

  test('a method that the path does not have', async () => {
    const stage = await openDashboard();
    for (const name of names) {
      const request = toRequest(name, { cookie: stage.cookie });
      const response = await stage.handler(new Request(request, { method: 'OPTIONS' }));
      const allowed = response.headers.get('allow')?.split(', ') ?? [];
      expect([name, response.status, allowed.includes(name.split(' ')[0] ?? '')]).toEqual([
        name,
        405,
        true,
      ]);
    }
  });

  test('a body that is none of its own', async () => {
    const stage = await openDashboard();
    const operator = await stage.signIn();
    for (const name of withBody) {
      const cookie = ofOperator.includes(name) ? operator : stage.cookie;
      const wrong: unknown[] = [[], 'text', { ...(bodies[name] as object), surprise: 1 }];
      for (const body of wrong) {
        const { status, body: answer } = await stage.ask(name, { cookie, body });
        expect([name, status, answer.error?.code]).toEqual([name, 400, 'invalid_request']);
      }
    }
    expect(withBody.length).toBe(Object.keys(bodies).length);
  });

  test('the owner of an account what is the operator’s, and the operator what is an account’s', async () => {
    const stage = await openDashboard();
    const operator = await stage.signIn();
    for (const name of ofOperator) {
      expect([name, ...(await refusalOf(stage, name, {}))]).toEqual([
        name,
        403,
        'error',
        'forbidden',
      ]);
    }
    for (const name of ofAccount) {
      const refused = await refusalOf(stage, name, { cookie: operator });
      expect([name, ...refused]).toEqual([name, 403, 'error', 'forbidden']);
    }
    expect(ofOperator.length + ofAccount.length).toBe(guarded.length - 3);
  });

  test('ids of another account, as if they did not exist', async () => {
    const stage = await openDashboard();
    const { service, account, recipeId } = stage;
    const run = await service.dispatchRun({ account, recipeId });
    const key = await service.keys.create({ account, label: 'own' });
    const schedule = await service.schedules.put({ account, recipeId, cron: '0 6 * * *' });
    const ids: Readonly<Record<string, string>> = {
      recipes: recipeId,
      runs: run.id,
      keys: key.id,
      schedules: schedule.id,
      deliveries: 'delivery',
    };
    const { id: other } = await service.accounts.create({ credits: 100 });
    const cookie = await stage.signIn(other);
    const foreign = ofAccount.filter((name) => name.includes('{id}'));
    for (const name of foreign) {
      const noun = /\/(\w+)/.exec(name)?.[1] ?? '';
      const parameters = { id: ids[noun] ?? '', revision: '1' };
      const given = bodies[name];
      const body =
        typeof given === 'object' && given !== null && 'recipeId' in given
          ? { ...given, recipeId }
          : given;
      const query = queries[name] ?? {};
      const question = { cookie, parameters, query, ...(body === undefined ? {} : { body }) };
      const { status, body: answer } = await stage.ask(name, question);
      expect([name, status, answer.error?.code]).toEqual([name, 404, 'not_found']);
    }
    expect(foreign.length).toBeGreaterThan(18);
    // Nor by a body or a query.
    const put = await stage.ask('POST /schedules', {
      cookie,
      body: { recipeId, cron: '0 6 * * *' },
    });
    expect(put.status).toBe(404);
    const trial = await stage.ask('POST /webhook/test', { cookie, body: { recipeId } });
    expect(trial.status).toBe(404);
    const runs = await stage.ask('GET /runs', { cookie, query: { recipeId } });
    expect(runs.body.data).toEqual({ runs: [] });
    for (const before of [run.id, 'nobody']) {
      const { status, body } = await stage.ask('GET /runs', { cookie, query: { before } });
      expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    }
    // And nothing of it has changed.
    expect((await service.recipes.get({ account, id: recipeId })).enabled).toBe(true);
    expect((await service.getRun({ account, id: run.id })).status).toBe('queued');
    expect((await service.keys.list(account))[0]?.revokedAtMs).toBeUndefined();
  });

  test('a link that is for something else, and the link stays', async () => {
    const stage = await openDashboard();
    const { service, account } = stage;
    const email = 'new@shop.test';
    const { token: signIn } = await service.signIns.createLink({ account });
    const invitation = await service.signIns.createInvitation(account);
    const { token: confirm } = await service.signIns.createAddressLink({ account, email });
    const routes = [
      'POST /session',
      'POST /settings/email/confirm',
      'POST /address/restore',
    ] as const;
    const right: Readonly<Record<string, (typeof routes)[number]>> = {
      [signIn]: 'POST /session',
      [invitation?.token ?? '']: 'POST /session',
      [confirm]: 'POST /settings/email/confirm',
    };
    for (const [token, own] of Object.entries(right)) {
      for (const name of routes.filter((route) => route !== own)) {
        const { status, body, headers } = await stage.ask(name, { body: { token } });
        expect([name, status, body.error?.code]).toEqual([name, 401, 'unauthorized']);
        expect(headers.get('set-cookie')).toBeNull();
      }
    }
    expect((await service.accounts.get(account)).email).toBe('ada@shop.test');
    expect(
      (await stage.ask('POST /settings/email/confirm', { body: { token: confirm } })).status,
    ).toBe(200);
    const { token: restore } = await service.signIns.createAddressLink({
      account,
      email: 'x@shop.test',
    });
    const { wayBack } = await service.signIns.confirmAddress({ token: restore, account });
    for (const name of ['POST /session', 'POST /settings/email/confirm'] as const) {
      const refused = await refusalOf(stage, name, {
        cookie: await stage.signIn(account),
        body: { token: wayBack?.token },
      });
      expect([name, ...refused]).toEqual([name, 401, 'error', 'unauthorized']);
    }
    const back = await stage.ask('POST /address/restore', {
      cookie: null,
      body: { token: wayBack?.token },
    });
    expect(back.body.data).toEqual({ email });
  });

  test('a link that was asked for before the address changed, all sessions ended, or the account was suspended', async () => {
    const deeds: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
      'a confirmed address': async ({ service, account }) => {
        const input = { account, email: 'new@shop.test' };
        const { token } = await service.signIns.createAddressLink(input);
        return service.signIns.confirmAddress({ token, account });
      },
      'an address that the operator sets': ({ service, account }) =>
        service.accounts.verifyEmail(account, 'new@shop.test'),
      'signing out everywhere': (stage) => stage.ask('DELETE /sessions'),
      'a suspension': ({ service, account }) => service.accounts.suspend(account),
    };
    for (const [deed, act] of Object.entries(deeds)) {
      const stage = await openDashboard();
      const { service, account } = stage;
      const links = [
        await service.signIns.createLink({ account }),
        await service.signIns.createLinkFor('ada@shop.test'),
        await service.signIns.createInvitation(account),
      ];
      await act(stage);
      for (const link of links) {
        const refused = await refusalOf(stage, 'POST /session', {
          cookie: null,
          body: { token: link?.token },
        });
        expect([deed, ...refused]).toEqual([deed, 401, 'error', 'unauthorized']);
      }
      const { token } = await service.signIns.createLink({ account });
      expect((await stage.ask('POST /session', { cookie: null, body: { token } })).status).toBe(
        200,
      );
    }
  });

  test('a suspended account whatever changes or sends something; it reads, signs out, and may be deleted', async () => {
    const stage = await openDashboard();
    const { service, account, recipeId, clock } = stage;
    const hook = { url: 'https://hooks.test/x' };
    await service.accounts.setWebhook(account, hook);
    await service.recipes.setWebhook({ account, id: recipeId }, hook);
    const run = await service.dispatchRun({ account, recipeId });
    const key = await service.keys.create({ account, label: 'own' });
    const schedule = await service.schedules.put({ account, recipeId, cron: '0 6 * * *' });
    const ids: Readonly<Record<string, string>> = {
      recipes: recipeId,
      runs: run.id,
      keys: key.id,
      schedules: schedule.id,
      deliveries: 'delivery',
    };
    const toOwn = (name: DashboardRoute): Question => {
      // Its own address is confirmed, and no other one asked for.
      if (name === 'PUT /settings/email') return { body: { email: 'new@shop.test' } };
      const id = ids[/\/(\w+)/.exec(name)?.[1] ?? ''] ?? '';
      const parameters = { id, revision: '1' };
      const given = bodies[name];
      const body =
        typeof given === 'object' && given !== null && 'recipeId' in given
          ? { ...given, recipeId }
          : given;
      const query = queries[name] ?? {};
      return { parameters, query, ...(body === undefined ? {} : { body }) };
    };
    const allowed: ReadonlySet<DashboardRoute> = new Set([
      // It changes nothing.
      'POST /ticks',
      'POST /settings/deletion',
      'DELETE /settings/deletion',
      'POST /settings/deletion/confirm',
    ]);
    const refused = ofAccount.filter((name) => !name.startsWith('GET ') && !allowed.has(name));
    const readStanding = async (): Promise<string> =>
      JSON.stringify([
        await service.accounts.get(account),
        await service.keys.list(account),
        await service.recipes.list({ account }),
        await service.recipes.listVersions({ account, id: recipeId }),
        await service.schedules.list(account),
        await service.listRuns({ account }),
      ]);
    await service.accounts.suspend(account);
    const before = await readStanding();
    clock.advance(1_000);
    for (const name of refused) {
      expect([name, ...(await refusalOf(stage, name, toOwn(name)))]).toEqual([
        name,
        403,
        'error',
        'forbidden',
      ]);
    }
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect([await readStanding(), stage.mails]).toEqual([before, []]);
    for (const name of ofAccount.filter((one) => one.startsWith('GET '))) {
      if (name === 'GET /runs/{id}/updates' || name === 'GET /deliveries/{id}') continue;
      expect([name, (await stage.ask(name, toOwn(name))).status]).toEqual([name, 200]);
    }
    for (const name of allowed) {
      if (name === 'POST /settings/deletion/confirm') continue;
      expect([name, (await stage.ask(name, toOwn(name))).status]).toEqual([name, 200]);
    }
    // It signs in to read, and out.
    expect(
      (await stage.ask('DELETE /session', { cookie: await stage.signIn(account) })).status,
    ).toBe(200);
    // Once it is resumed none of these is refused for that reason.
    await service.accounts.resume(account);
    for (const name of refused) {
      const { status } = await stage.ask(name, toQuestion(name, toOwn(name)));
      expect([name, status === 403]).toEqual([name, false]);
    }
  });

  test.each(beyondThePlan)(
    'more than the plan: $name with $caps',
    async ({ name, caps, prepare, question, refusal }) => {
      const stage = await openDashboard();
      const { service, account } = stage;
      const more = { ...bodiesOfOwn(stage, name), ...(await question?.(stage)) };
      await prepare?.(stage);
      // With the plan that accounts have by default it is let through.
      const control = await stage.ask(name, more);
      expect(control.status).toBe(200);
      await service.accounts.setPlan(account, caps);
      const { status, body } = await stage.ask(name, more);
      expect([status, body.error?.code]).toEqual(refusal);
      // The number, and how it is mended.
      expect(body.error?.message).toMatch(/\d+.*(?:ask the operator|try again in)/);
    },
  );

  test('a stream of updates beyond the plan’s, until one has ended', async () => {
    const stage = await openDashboard();
    const { service, account, recipeId, cookie, handler } = stage;
    await service.accounts.setPlan(account, { openStreams: 2 });
    const { id } = await service.dispatchRun({ account, recipeId });
    const leaving = new AbortController();
    const follow = (signal?: AbortSignal): Promise<Response> => {
      const asked = toRequest('GET /runs/{id}/updates', { cookie, parameters: { id } });
      return handler(new Request(asked, signal === undefined ? {} : { signal }));
    };
    const first = await follow();
    const second = await follow(leaving.signal);
    expect([first.status, second.status, (await follow()).status]).toEqual([200, 200, 429]);
    // One that is given up, and one whose client left.
    await first.body?.cancel();
    const third = await follow();
    leaving.abort();
    const fourth = await follow();
    expect([third.status, fourth.status, (await follow()).status]).toEqual([200, 200, 429]);
    await Promise.all([third.body?.cancel(), fourth.body?.cancel()]);
  });

  test('a body beyond what a recipe may have, and beyond a megabyte where there is no recipe', async () => {
    const stage = await openDashboard();
    const { service, account } = stage;
    const note = 'x'.repeat(1_200_000);
    const large = { ...shopRecipe(), note };
    for (const document of [large, JSON.stringify(large, undefined, 2)]) {
      expect((await stage.ask('POST /recipes', { body: { document } })).status).toBe(200);
    }
    expect((await stage.ask('POST /keys', { body: { label: note } })).status).toBe(413);
    const { plan } = await service.accounts.get(account);
    const body = { document: 'x'.repeat(4 * plan.recipeBytes) };
    expect((await stage.ask('POST /recipes', { body })).status).toBe(413);
    await service.accounts.setPlan(account, { recipeBytes: 2 * plan.recipeBytes });
    expect((await stage.ask('POST /recipes', { body })).status).toBe(400);
  });
});
