import { afterEach, expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { until } from '../support/open-service.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import { dataOf, openDashboard, type Stage } from './open-dashboard.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function openStage(browser?: Browser): Promise<Stage> {
  const stage = await openDashboard(browser === undefined ? {} : { browser });
  closings.push(() => stage.service.close({ drainMs: 0 }));
  return stage;
}

test('the operator makes, grants, plans, suspends, and sees runs and health', async () => {
  const stage = await openStage();
  const cookie = await stage.signIn();
  const made = await dataOf(stage, 'POST /operator/accounts', {
    cookie,
    body: { credits: 10, email: 'bob@shop.test', plan: { inFlight: 1 } },
  });
  const parameters = { id: String(made['id']) };
  expect(made).toMatchObject({ email: 'bob@shop.test', plan: { inFlight: 1, pagesPerRun: 20 } });
  expect(made).not.toHaveProperty('emailVerifiedAtMs');
  const granted = await dataOf(stage, 'POST /operator/accounts/{id}/grants', {
    cookie,
    parameters,
    body: { credits: 5 },
  });
  expect(granted['credits']).toEqual({ balance: 15, held: 0 });
  const planned = await dataOf(stage, 'PATCH /operator/accounts/{id}/plan', {
    cookie,
    parameters,
    body: { pagesPerRun: 3 },
  });
  expect(planned['plan']).toMatchObject({ inFlight: 1, pagesPerRun: 3 });
  const route = 'PUT /operator/accounts/{id}/suspension';
  expect((await dataOf(stage, route, { cookie, parameters }))['suspendedAtMs']).toBeGreaterThan(0);
  const resumed = await dataOf(stage, 'DELETE /operator/accounts/{id}/suspension', {
    cookie,
    parameters,
  });
  expect(resumed).not.toHaveProperty('suspendedAtMs');
  const taken = { cookie, body: { email: 'BOB@shop.test' } };
  expect((await stage.ask('POST /operator/accounts', taken)).status).toBe(409);
  const { accounts } = await dataOf(stage, 'GET /operator/accounts', {
    cookie,
    query: { limit: '1' },
  });
  expect(accounts).toMatchObject([{ id: stage.account }]);
  const after = { limit: '5', after: stage.account };
  const next = await dataOf(stage, 'GET /operator/accounts', { cookie, query: after });
  expect(next['accounts']).toMatchObject([{ id: made['id'] }]);
  const run = await stage.service.dispatchRun({ account: stage.account, recipeId: stage.recipeId });
  expect((await dataOf(stage, 'GET /operator/runs', { cookie }))['runs']).toMatchObject([
    { id: run.id },
  ]);
  expect(await dataOf(stage, 'GET /operator/health', { cookie })).toMatchObject({
    store: { name: 'memory', isReady: true },
    browser: { name: expect.any(String) as string },
    runsUnderWay: 1,
  });
  expect(await dataOf(stage, 'GET /operator/browser', { cookie })).toEqual({
    state: 'failed',
    problem: 'This browser prints nothing.',
  });
});

test('a browser that does not answer is told to the operator with its reason, and asked again after half a minute', async () => {
  let isBroken = true;
  let tries = 0;
  const browser: Browser = {
    ...stubBrowser({ pages: [] }),
    async printPdf() {
      tries += 1;
      if (isBroken) throw new GleanerError('service_unavailable', 'There is no browser here.');
      return new Uint8Array();
    },
  };
  const stage = await openStage(browser);
  const cookie = await stage.signIn();
  const look = () => dataOf(stage, 'GET /operator/browser', { cookie });
  expect(await look()).toEqual({ state: 'failed', problem: 'There is no browser here.' });
  isBroken = false;
  expect(await look()).toMatchObject({ state: 'failed' });
  expect(tries).toBe(1);
  stage.clock.advance(30_001);
  expect(await look()).toMatchObject({ state: 'ready' });
});

test('a browser that hangs is given up after twenty seconds', async () => {
  const browser: Browser = { ...stubBrowser({ pages: [] }), printPdf: () => new Promise(() => {}) };
  const stage = await openStage(browser);
  const cookie = await stage.signIn();
  const asked = dataOf(stage, 'GET /operator/browser', { cookie });
  const told = await until(async () => {
    stage.clock.advance(5_000);
    return Promise.race([asked, Promise.resolve(undefined)]);
  });
  expect(told).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('20 s') as string,
  });
});
