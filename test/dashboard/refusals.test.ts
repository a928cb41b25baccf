import { describe, expect, test } from 'vitest';
import type { DashboardRoute } from '../../src/dashboard/index.ts';
import { dashboardRoutes } from '../../src/dashboard/routes/dashboard-routes.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { openDashboard, toRequest, type Question, type Stage } from './open-dashboard.ts';

const names = Object.keys(dashboardRoutes) as DashboardRoute[];
const open: ReadonlySet<DashboardRoute> = new Set(['POST /links', 'POST /session']);
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
    for (const query of [{ recipeId }, { before: run.id }]) {
      const { body } = await stage.ask('GET /runs', { cookie, query });
      expect(body.data).toEqual({ runs: [] });
    }
    // And nothing of it has changed.
    expect((await service.recipes.get({ account, id: recipeId })).enabled).toBe(true);
    expect((await service.getRun({ account, id: run.id })).status).toBe('queued');
    expect((await service.keys.list(account))[0]?.revokedAtMs).toBeUndefined();
  });
});
