import { expect, test } from 'vitest';
import { createGate, until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { eachWay, type Question, type Stage } from './open-stage.ts';

const spending: readonly ((stage: Stage) => Question)[] = [
  () => ({
    path: '/v1/smartscraper',
    json: { website_url: 'https://shop.test/', user_prompt: 'price' },
  }),
  () => ({ path: '/v1/scrape', json: { website_url: 'https://shop.test/' } }),
  ({ recipeId }) => ({ path: `/v1/smartbrowse/recipes/${recipeId}/run`, json: {} }),
];
const names = ['extract', 'scrape', 'dispatch'];

eachWay((openStage) => {
  test.each(names)(
    '%s is refused for one reason after the other, in the order of the contract',
    async (name) => {
      const stage = await openStage({
        customer: {
          credits: 0,
          emailVerified: false,
          plan: { requestsPerMinute: 1, runsPerMonth: 0 },
        },
      });
      const { service, account, ask } = stage;
      const question = spending[names.indexOf(name)]?.(stage) ?? { path: '/' };
      const codes: string[] = [];
      const note = async (changes: Partial<Question> = {}) => {
        const { body } = await ask({ ...question, ...changes });
        codes.push(body.status === 'error' ? body.error.code : body.status);
      };
      await service.recipes.disable({ account, id: stage.recipeId });
      await service.accounts.requestDeletion(account);
      await service.accounts.suspend(account);

      await note({ key: null, json: { wrong: true } });
      await note({ json: { wrong: true } });
      await note();
      await service.accounts.verifyEmail(account);
      await note();
      await service.accounts.cancelDeletion(account);
      await note();
      await service.accounts.resume(account);
      if (name === 'dispatch') {
        await note({ path: '/v1/smartbrowse/recipes/x/run' });
        await note();
        await service.recipes.enable({ account, id: stage.recipeId });
        await note();
        await service.accounts.setPlan(account, { runsPerMonth: 1 });
      }
      // Refused requests have not used up the one of this minute.
      await note();
      await service.accounts.grant(account, 10);
      await note();
      await note();
      expect(codes).toEqual([
        'unauthorized',
        'invalid_request',
        'email_verification_required',
        'account_deletion_pending',
        'forbidden',
        ...(name === 'dispatch' ? ['not_found', 'conflict', 'rate_limited'] : []),
        'insufficient_credits',
        name === 'dispatch' ? 'queued' : 'completed',
        'rate_limited',
      ]);
    },
  );

  test('too few credits tell what there is and what is needed', async () => {
    const { ask, ...stage } = await openStage({ customer: { credits: 1 } });
    const needed = [5, 1, 2];
    for (const [index, question] of spending.entries()) {
      if (needed[index] === 1) continue;
      const { status, body } = await ask(question({ ask, ...stage }));
      expect(status).toBe(402);
      expect(body.error.details).toEqual({ balance: 1, required: needed[index] });
      expect(body.error.message).toMatch(/are left\. Ask for less, or ask the operator/);
    }
  });

  test('credits that are held cannot be spent twice', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => (await gate.wait(), lampPage));
    const stage = await openStage({ fetcher, customer: { credits: 9 } });
    const question = spending[0]?.(stage) ?? { path: '/' };
    const first = stage.ask(question);
    await until(() => fetcher.requests.length === 1);
    const { body } = await stage.ask(question);
    expect(body.error.details).toEqual({ balance: 4, required: 5 });
    gate.open();
    expect((await first).body).toMatchObject({ credits_used: 5, credits_remaining: 4 });
  });

  test('an account in its grace learns until when', async () => {
    const stage = await openStage();
    await stage.service.accounts.requestDeletion(stage.account);
    for (const question of spending) {
      const { status, body } = await stage.ask(question(stage));
      expect(status).toBe(409);
      expect(body.error.details).toEqual({ deletion_scheduled_for: '2026-01-31T00:00:00.000Z' });
    }
    await stage.service.accounts.cancelDeletion(stage.account);
    for (const question of spending)
      expect((await stage.ask(question(stage))).status).toBeLessThan(300);
  });

  test('requests beyond those of a minute wait, and learn how long; the window slides', async () => {
    const stage = await openStage({ customer: { plan: { requestsPerMinute: 2 } } });
    const [, scrape] = spending.map((question) => question(stage));
    const question = scrape ?? { path: '/' };
    expect((await stage.ask(question)).status).toBe(200);
    stage.clock.advance(20_000);
    expect((await stage.ask(question)).status).toBe(200);
    const { status, body, headers } = await stage.ask(question);
    expect(status).toBe(429);
    expect(body.error).toMatchObject({
      code: 'rate_limited',
      details: { reason: 'rate_limit_per_min', limit_per_min: 2 },
    });
    expect(Object.keys(body.error.details).length).toBe(2);
    expect(headers.get('retry-after')).toBe('40');
    stage.clock.advance(40_000);
    expect((await stage.ask(question)).status).toBe(200);
    expect((await stage.ask(question)).headers.get('retry-after')).toBe('20');
  });

  test('requests in flight are limited', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => (await gate.wait(), lampPage));
    const stage = await openStage({ fetcher, customer: { plan: { inFlight: 1 } } });
    const question = spending[1]?.(stage) ?? { path: '/' };
    const first = stage.ask(question);
    await until(() => fetcher.requests.length === 1);
    const { status, body, headers } = await stage.ask(question);
    expect(status).toBe(429);
    expect(body.error.details).toEqual({ reason: 'max_concurrent_requests', max_concurrent: 1 });
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    gate.open();
    await first;
    expect((await stage.ask(question)).status).toBe(200);
  });

  test('runs of 30 days are limited', async () => {
    const stage = await openStage({ customer: { plan: { runsPerMonth: 1 } } });
    const question = spending[2]?.(stage) ?? { path: '/' };
    expect((await stage.ask(question)).status).toBe(202);
    const { status, body, headers } = await stage.ask(question);
    expect(status).toBe(429);
    expect(body.error.details).toEqual({
      reason: 'sb_runs_per_month',
      used: 1,
      limit: 1,
      window: '30d',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(29 * 24 * 3_600);
    stage.clock.advance(30 * 24 * 3_600_000);
    expect((await stage.ask(question)).status).toBe(202);
  });

  test('polls and usage are not limited, and a run in progress is no request in flight', async () => {
    const stage = await openStage({ customer: { plan: { requestsPerMinute: 2, inFlight: 1 } } });
    const dispatched = await stage.ask(spending[2]?.(stage) ?? { path: '/' });
    const path = String(dispatched.body.data['poll_url']);
    for (let time = 0; time < 20; time += 1) {
      expect((await stage.ask({ path })).status).toBe(200);
      expect((await stage.ask({ path: '/v1/smartbrowse/usage' })).status).toBe(200);
    }
    expect((await stage.ask(spending[1]?.(stage) ?? { path: '/' })).status).toBe(200);
  });

  test('a suspended account may look, but not spend', async () => {
    const stage = await openStage();
    await stage.service.accounts.suspend(stage.account);
    expect((await stage.ask({ path: '/v1/smartbrowse/usage' })).status).toBe(200);
    for (const question of spending) expect((await stage.ask(question(stage))).status).toBe(403);
  });

  test('a service that is shutting down refuses new work with 502, and still answers polls', async () => {
    const stage = await openStage();
    await stage.service.close({ drainMs: 0 });
    for (const question of spending) {
      const { status, body } = await stage.ask(question(stage));
      expect(status).toBe(502);
      expect(body.error.code).toBe('service_unavailable');
    }
    expect((await stage.ask({ path: '/v1/smartbrowse/usage' })).status).toBe(200);
  });
});
