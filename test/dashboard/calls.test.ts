import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { until } from '../support/open-service.ts';
import { dataOf, openDashboard, toRequest, type Stage } from './open-dashboard.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function openStage(): Promise<Stage> {
  const stage = await openDashboard();
  closings.push(() => stage.service.close({ drainMs: 0 }));
  return stage;
}

test('a key is shown whole once, tells its last use, and is refused once revoked', async () => {
  const stage = await openStage();
  const { id, key } = await dataOf(stage, 'POST /keys', { body: { label: 'laptop' } });
  await stage.service.keys.authenticate(String(key));
  const list = await until(async () => {
    const { keys } = await dataOf(stage, 'GET /keys');
    return JSON.stringify(keys).includes('lastUsedAtMs') && keys;
  });
  expect(list).toMatchObject([{ id, label: 'laptop', lastUsedAtMs: stage.clock.nowMs() }]);
  expect(JSON.stringify(list)).not.toContain(String(key));
  await dataOf(stage, 'DELETE /keys/{id}', { parameters: { id: String(id) } });
  await expect(stage.service.keys.authenticate(String(key))).rejects.toMatchObject({
    code: 'unauthorized',
  });
});

test('an older version of a recipe is restored as a new one, and a run runs the version it was dispatched with', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const first = await dataOf(stage, 'GET /recipes/{id}', { parameters });
  const document = { ...(first['document'] as object), title: 'Second' };
  const queued = await dataOf(stage, 'POST /recipes/{id}/runs', { parameters, body: {} });
  expect(queued['recipeRevision']).toBe(1);
  await dataOf(stage, 'PUT /recipes/{id}', { parameters, body: { document } });
  const { versions } = await dataOf(stage, 'GET /recipes/{id}/versions', { parameters });
  expect(versions).toMatchObject([{ revision: 2 }, { revision: 1 }]);
  const restored = await dataOf(stage, 'POST /recipes/{id}/versions/{revision}/restore', {
    parameters: { ...parameters, revision: '1' },
  });
  expect([restored['revision'], restored['document']]).toEqual([3, first['document']]);
  const version = await dataOf(stage, 'GET /recipes/{id}/versions/{revision}', {
    parameters: { ...parameters, revision: '2' },
  });
  expect(version['document']).toEqual(document);
  for (const revision of ['9', '0', 'x']) {
    const { status } = await stage.ask('GET /recipes/{id}/versions/{revision}', {
      parameters: { ...parameters, revision },
    });
    expect(status).toBe(404);
  }
});

test('two versions are compared by step and field', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const { document } = await dataOf(stage, 'GET /recipes/{id}', { parameters });
  const recipe = document as { readonly steps: readonly object[] };
  const steps = [...recipe.steps, { type: 'navigate', url: 'https://shop.test/more' }];
  const body = { document: { ...recipe, title: 'Second', steps } };
  await dataOf(stage, 'PUT /recipes/{id}', { parameters, body });
  const compare = (from: string, to: string) =>
    stage.ask('GET /recipes/{id}/compare', { parameters, query: { from, to } });
  expect((await compare('1', '2')).body.data).toEqual({
    changes: [
      expect.objectContaining({ kind: 'changed', path: '/title', after: 'Second' }),
      expect.objectContaining({ kind: 'added', path: `/steps/${recipe.steps.length}` }),
    ],
  });
  expect((await compare('2', '2')).body.data).toEqual({ changes: [] });
  expect((await compare('1', '3')).status).toBe(404);
  expect((await compare('0', '2')).status).toBe(400);
});

test('a version that was made from an older one is refused with a sentence, and changes nothing', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const { document, revision } = await dataOf(stage, 'GET /recipes/{id}', { parameters });
  const put = (title: string) =>
    stage.ask('PUT /recipes/{id}', {
      parameters,
      body: { document: { ...(document as object), title }, revision },
    });
  expect((await put('First')).body.data).toMatchObject({ revision: 2 });
  const late = await put('Second');
  expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
  expect(late.body.error?.message).toContain(
    'has version 2 by now, and this was made from version 1',
  );
  const kept = await dataOf(stage, 'GET /recipes/{id}', { parameters });
  expect(kept).toMatchObject({ revision: 2, document: { title: 'First' } });
});

test('a run is followed line by line to its end, and shows in overview, list and drift', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const { id } = await dataOf(stage, 'POST /recipes/{id}/runs', { parameters, body: {} });
  const request = toRequest('GET /runs/{id}/updates', {
    parameters: { id: String(id) },
    cookie: stage.cookie,
  });
  const response = await stage.handler(request);
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  await stage.service.start();
  const lines = (await response.text()).trim().split('\n');
  const states = lines.map((line) => (JSON.parse(line) as { run: { status: string } }).run.status);
  expect([states[0], states.at(-1)]).toEqual(['queued', 'completed']);
  expect(lines.join('')).not.toContain('"result"');
  const { runs } = await dataOf(stage, 'GET /runs', {
    query: { recipeId: stage.recipeId, status: 'completed', limit: '5' },
  });
  expect(runs).toMatchObject([{ id, recipeRevision: 1, drift: 0 }]);
  const drift = await dataOf(stage, 'GET /recipes/{id}/drift', { parameters });
  expect(drift['runs']).toMatchObject([{ id, revision: 1, drift: 0 }]);
  const overview = await dataOf(stage, 'GET /overview');
  expect(overview).toMatchObject({ runsUsed30d: 1, credits: { balance: 98, held: 0 } });
  expect(overview['usage']).toMatchObject([{ kind: 'run', credits: 2, count: 1 }]);
  const again = await stage.ask('POST /runs/{id}/cancel', { parameters: { id: String(id) } });
  expect(again.status).toBe(409);
});

test('a stream ends when its reader leaves', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const { id } = await dataOf(stage, 'POST /recipes/{id}/runs', { parameters, body: {} });
  const leaving = new AbortController();
  const request = toRequest('GET /runs/{id}/updates', {
    parameters: { id: String(id) },
    cookie: stage.cookie,
  });
  const response = await stage.handler(new Request(request, { signal: leaving.signal }));
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  leaving.abort();
  expect((await reader?.read())?.done).toBe(true);
});

test('a stream ends when its reader signs out everywhere', async () => {
  const stage = await openStage();
  const parameters = { id: stage.recipeId };
  const { id } = await dataOf(stage, 'POST /recipes/{id}/runs', { parameters, body: {} });
  const request = toRequest('GET /runs/{id}/updates', {
    parameters: { id: String(id) },
    cookie: stage.cookie,
  });
  const reader = (await stage.handler(request)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await dataOf(stage, 'DELETE /sessions');
  await stage.service.start();
  expect((await reader?.read())?.done).toBe(true);
});

test('a schedule shows its next five ticks, before and after it is saved', async () => {
  const stage = await openStage();
  const timing = { cron: '0 6 * * *', timeZone: 'Europe/Berlin' };
  const { nextMs } = await dataOf(stage, 'POST /ticks', { body: timing });
  expect(nextMs).toHaveLength(5);
  const body = { ...timing, recipeId: stage.recipeId };
  const made = await dataOf(stage, 'POST /schedules', { body });
  expect(made).toMatchObject({ ...timing, nextMs, nextAtMs: (nextMs as number[])[0] });
  const parameters = { id: String(made['id']) };
  const changed = { ...body, cron: '0 7 * * *' };
  expect(await dataOf(stage, 'PUT /schedules/{id}', { parameters, body: changed })).toMatchObject({
    id: made['id'],
    cron: '0 7 * * *',
  });
  expect(await dataOf(stage, 'GET /schedules/{id}/ticks', { parameters })).toEqual({ ticks: [] });
  await dataOf(stage, 'DELETE /schedules/{id}', { parameters });
  expect(await dataOf(stage, 'GET /schedules')).toEqual({ schedules: [] });
});

test('a schedule that paused itself says since when and why, and is resumed by its owner', async () => {
  const stage = await openStage();
  const { store, service, account, recipeId, clock } = stage;
  const { id, nextAtMs = 0 } = await service.schedules.put({ account, recipeId, cron: '@daily' });
  await store.schedules.claimTick({ id, dueAtMs: nextAtMs, nowMs: nextAtMs });
  const refusal = { id, dueAtMs: nextAtMs, reason: 'no credits', pauseAfter: 1 };
  await store.schedules.refuseTick({ ...refusal, nowMs: clock.nowMs() });
  const { schedules } = await dataOf(stage, 'GET /schedules');
  expect(schedules).toMatchObject([
    { id, pausedAtMs: clock.nowMs(), refusals: { count: 1, reason: 'no credits' } },
  ]);
  const question = { parameters: { id } };
  const resumed = await dataOf(stage, 'POST /schedules/{id}/resume', question);
  expect(resumed).toMatchObject({ id, nextAtMs });
  expect(resumed).not.toHaveProperty('pausedAtMs');
});

test('values of a webhook’s headers are written and never read; a new origin does not get the old ones', async () => {
  const stage = await openStage();
  const secret = 'Bearer s3cret';
  const body = { url: 'https://hooks.test/a', headers: { authorization: secret } };
  const recipe = { parameters: { id: stage.recipeId } };
  for (const answer of [
    await stage.ask('PUT /webhook', { body }),
    await stage.ask('GET /webhook'),
    await stage.ask('PUT /recipes/{id}/webhook', { ...recipe, body }),
    await stage.ask('GET /recipes/{id}', recipe),
    await stage.ask('GET /recipes'),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"authorization"');
    expect(answer.text).not.toContain('s3cret');
  }
  const move = async (url: string) => (await stage.ask('PUT /webhook', { body: { url } })).status;
  const headers = async () => (await stage.store.accounts.find(stage.account))?.webhook?.headers;
  expect(await move('https://hooks.test/b')).toBe(200);
  expect(await headers()).toEqual({ authorization: secret });
  expect(await move('https://evil.test/b')).toBe(200);
  expect(await headers()).toEqual({});
  expect(await dataOf(stage, 'DELETE /webhook')).toEqual({ webhook: null });
  const trial = await stage.ask('POST /webhook/test', { body: {} });
  expect(trial.status).toBe(404);
  // Private addresses are refused here as everywhere.
  const inside = await stage.ask('PUT /webhook', {
    body: { url: 'http://169.254.169.254/latest' },
  });
  expect(inside.status).toBe(400);
});

test('the playground answers and charges as /v1 does, in its words', async () => {
  const stage = await openStage();
  const website_url = 'https://shop.test/lamp';
  const scraped = await dataOf(stage, 'POST /scrape', {
    body: { website_url, format: 'markdown' },
  });
  expect(scraped).toMatchObject({ creditsUsed: 1, creditsRemaining: 99 });
  expect(scraped['data']).toMatchObject({
    content_type: 'html',
    markdown: expect.any(String) as string,
  });
  const body = { website_url, user_prompt: 'the price', include: ['evidence'] };
  const extracted = await dataOf(stage, 'POST /extract', { body });
  expect(extracted).toMatchObject({ creditsUsed: 5, creditsRemaining: 94 });
  const wrong = await stage.ask('POST /extract', {
    body: { website_url, max_age: 'x', user_prompt: 'y' },
  });
  expect(wrong.body.error).toMatchObject({ code: 'invalid_request' });
  expect(wrong.text).toContain('/max_age');
  const { usage } = await dataOf(stage, 'GET /overview');
  expect(usage).toMatchObject([
    { kind: 'extract', credits: 5, count: 1 },
    { kind: 'scrape', credits: 1, count: 1 },
  ]);
});

test('a program that asks for a path that is none is told so in the envelope, and a browser gets the page', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-front-'));
  closings.push(async () => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'index.html'), 'the page');
  writeFileSync(path.join(folder, 'app.js'), 'the script');
  const stage = await openDashboard({ dashboard: { folder } });
  closings.push(() => stage.service.close({ drainMs: 0 }));
  const ask = (asked: string, accept: string, method = 'GET'): Promise<Response> =>
    stage.handler(new Request(`https://gleaner.test${asked}`, { method, headers: { accept } }));
  for (const accept of ['*/*', 'application/json', 'text/plain, */*;q=.5']) {
    for (const [method, asked] of [
      ['GET', '/runs'],
      ['GET', '/v2/scrape'],
      ['POST', '/scrape'],
      ['GET', '/x.json'],
      ['GET', '/v2/page.html'],
      ['GET', '/assets/gone.js'],
    ] as const) {
      const response = await ask(asked, accept, method);
      expect([asked, response.status]).toEqual([asked, 404]);
      const body: unknown = await response.json();
      const { headers } = response;
      expect(body).toMatchObject({
        status: 'error',
        request_id: headers.get('x-request-id'),
        error: { code: 'not_found' },
      });
    }
  }
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [asked, accept, text] of [
    ['/runs', browser, 'the page'],
    ['/v2/scrape', browser, 'the page'],
    ['/', '*/*', 'the page'],
    ['/app.js', '*/*', 'the script'],
    ['/x.json', browser, 'Not found.'],
  ] as const) {
    expect(await (await ask(asked, accept)).text()).toBe(text);
  }
});
