import { expect, test } from 'vitest';
import { advice } from '../../src/runtime/errors/advice.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { createGate, item, until } from '../support/open-service.ts';
import { eachWay, type Stage } from './open-stage.ts';

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const dispatchPath = ({ recipeId }: Stage) => `/v1/smartbrowse/recipes/${recipeId}/run`;
const pollPath = (id: unknown) => `/v1/smartbrowse/runs/${String(id)}`;

async function dispatch(stage: Stage, json?: object): Promise<string> {
  const { body } = await stage.ask({
    path: dispatchPath(stage),
    ...(json === undefined ? {} : { json }),
  });
  return String(body.data['run_id']);
}

/** What the poll says once the run has ended. */
function untilDone(stage: Stage, id: string) {
  return until(async () => {
    const { body } = await stage.ask({ path: pollPath(id) });
    return body.data['completed_at'] !== null && body;
  });
}

function refuseWork(): never {
  throw new GleanerError('service_unavailable', 'There is no browser at /opt/secret.');
}

eachWay((openStage) => {
  test('a dispatch is queued, says running, and carries no credits', async () => {
    const stage = await openStage();
    const { status, body } = await stage.ask({ path: dispatchPath(stage) });
    expect(status).toBe(202);
    const { run_id: id } = body.data;
    expect(body).toEqual({
      status: 'queued',
      request_id: expect.any(String),
      data: {
        run_id: expect.stringMatching(/^[0-9A-Za-z]{11}$/),
        recipe_id: stage.recipeId,
        run_status: 'running',
        poll_url: `/v1/smartbrowse/runs/${String(id)}`,
        created_at: iso,
      },
    });
  });

  test('a poll reports the state from queued to completed, and is free', async () => {
    const gate = createGate();
    const replay = { pages: [[item('Lamp'), item('Oil')], [item('Wick')]], beforePage: gate.wait };
    const stage = await openStage({ replay });
    const id = await dispatch(stage);
    const queued = await stage.ask({ path: pollPath(id) });
    expect(queued.body).toEqual({
      status: 'completed',
      request_id: expect.any(String),
      data: {
        id,
        recipe_id: stage.recipeId,
        run_status: 'queued',
        pages_extracted: 0,
        items_extracted: 0,
        credits_used: 0,
        created_at: iso,
        started_at: null,
        completed_at: null,
      },
      credits_used: 0,
      credits_remaining: 98,
    });
    await stage.service.start();
    const running = await until(async () => {
      const { body } = await stage.ask({ path: pollPath(id) });
      return body.data['run_status'] === 'running' && body;
    });
    expect(running.data).toMatchObject({ started_at: iso, completed_at: null });
    gate.open();
    const done = await untilDone(stage, id);
    expect(done).toEqual({
      status: 'completed',
      request_id: expect.any(String),
      data: {
        id,
        recipe_id: stage.recipeId,
        run_status: 'completed',
        pages_extracted: 2,
        items_extracted: 3,
        credits_used: 4,
        created_at: iso,
        started_at: iso,
        completed_at: iso,
        result: {
          pages: [
            {
              items: [
                { name: 'Lamp', price: 1.5 },
                { name: 'Oil', price: 1.5 },
              ],
            },
            { items: [{ name: 'Wick', price: 1.5 }] },
          ],
          mode: 'replay',
          drift: 0,
          warnings: [],
        },
      },
      credits_used: 0,
      credits_remaining: 96,
    });
  });

  test('a run that fails costs nothing, and says why', async () => {
    const stage = await openStage({ replay: { pages: [[]] } });
    await stage.service.start();
    const { data, credits_remaining: left } = await untilDone(stage, await dispatch(stage));
    expect(data).toMatchObject({
      run_status: 'failed',
      error: 'no items extracted',
      credits_used: 0,
    });
    expect(data).not.toHaveProperty('result');
    expect(left).toBe(100);
  });

  test('a poll words what went wrong in a run, and its warnings, for clients', async () => {
    const failing = await openStage({
      replay: {
        beforePage() {
          throw new GleanerError('forbidden', `The page is private. ${advice.allowPrivate}`);
        },
      },
    });
    await failing.service.start();
    const failed = await untilDone(failing, await dispatch(failing));
    expect(failed.data['error']).toBe('The page is private.');
    const warnings = [`It took long. ${advice.allowMoreTime}`];
    const warning = await openStage({ replay: { report: { warnings } } });
    await warning.service.start();
    const { data } = await untilDone(warning, await dispatch(warning));
    expect(data['result']).toMatchObject({ warnings: ['It took long. Ask for less.'] });
  });

  test('a run for which there is no browser fails without telling where it was looked for', async () => {
    const stage = await openStage({ replay: { beforePage: refuseWork } });
    await stage.service.start();
    const { data } = await untilDone(stage, await dispatch(stage));
    expect(data['run_status']).toBe('failed');
    expect(String(data['error'])).not.toContain('secret');
  });

  test('a run that was force-stopped is cancelled and costs nothing', async () => {
    const stage = await openStage();
    const id = await dispatch(stage);
    await stage.service.cancelRun({ account: stage.account, id });
    const { data, credits_remaining: left } = await untilDone(stage, id);
    expect(data).toMatchObject({
      run_status: 'cancelled',
      error: expect.any(String),
      credits_used: 0,
    });
    expect(data).not.toHaveProperty('result');
    expect(left).toBe(100);
  });

  test('a dispatch takes variables and a number of pages', async () => {
    const pages = [[item('a')], [item('b')], [item('c')]];
    const stage = await openStage({ replay: { pages } });
    await stage.service.start();
    const id = await dispatch(stage, { variables: { query: 'oil' }, max_pages: 2 });
    expect((await untilDone(stage, id)).data).toMatchObject({
      pages_extracted: 2,
      credits_used: 4,
    });
  });

  test.each([
    ['no body, but a content type', { headers: { 'content-type': 'application/json' } }, 202],
    ['an empty object', { json: {} }, 202],
    ['a variable that the recipe does not have', { json: { variables: { colour: 'red' } } }, 400],
    ['a variable that is no text', { json: { variables: { query: 5 } } }, 400],
    ['variables that are a list', { json: { variables: ['query'] } }, 400],
    ['no pages', { json: { max_pages: 0 } }, 400],
    ['half a page', { json: { max_pages: 1.5 } }, 400],
    ['another field', { json: { webhook: 'https://a.test/' } }, 400],
    ['text', { raw: 'max_pages=1', headers: { 'content-type': 'text/plain' } }, 400],
    ['no JSON', { raw: '{', headers: { 'content-type': 'application/json' } }, 400],
  ])('a dispatch with %s', async (_name, question, expected) => {
    const stage = await openStage();
    const { status } = await stage.ask({ method: 'POST', path: dispatchPath(stage), ...question });
    expect(status).toBe(expected);
    expect(await stage.service.creditsRemaining(stage.account)).toBe(expected === 202 ? 98 : 100);
  });

  test('an unknown recipe is not found, a disabled one is a conflict', async () => {
    const stage = await openStage();
    const path = '/v1/smartbrowse/recipes/nosuchthing/run';
    expect((await stage.ask({ path })).body.error.code).toBe('not_found');
    await stage.service.recipes.disable({ account: stage.account, id: stage.recipeId });
    const { status, body } = await stage.ask({ path: dispatchPath(stage) });
    expect(status).toBe(409);
    expect(body.error).toEqual({ code: 'conflict', message: expect.any(String) });
  });

  test('the usage report has all its fields, and is free', async () => {
    const stage = await openStage({ replay: { pages: [[item('a')]] } });
    const path = '/v1/smartbrowse/usage';
    const before = await stage.ask({ path });
    expect(before.body).toEqual({
      status: 'completed',
      request_id: expect.any(String),
      data: {
        runs_used_30d: 0,
        runs_per_month_cap: 50,
        pages_per_run_cap: 20,
        cost_per_page: 2,
        schedules_count: 0,
        schedules_allowed: true,
        last_run: null,
      },
      credits_used: 0,
      credits_remaining: 100,
    });
    await stage.service.start();
    const id = await dispatch(stage);
    await untilDone(stage, id);
    const { body } = await stage.ask({ path });
    expect(body.data).toMatchObject({
      runs_used_30d: 1,
      last_run: {
        id,
        status: 'completed',
        pages_extracted: 1,
        effective_cap: 20,
        clamped_by_credits: false,
        created_at: iso,
        completed_at: iso,
      },
    });
    expect(Object.keys(body.data['last_run'] as object).length).toBe(7);
  });

  test('credits reduce the cap of a run, and the report says so', async () => {
    const pages = [[item('a')], [item('b')], [item('c')]];
    const stage = await openStage({ customer: { credits: 5 }, replay: { pages } });
    await stage.service.start();
    await untilDone(stage, await dispatch(stage));
    const { body } = await stage.ask({ path: '/v1/smartbrowse/usage' });
    expect(body.data['last_run']).toMatchObject({
      effective_cap: 2,
      clamped_by_credits: true,
      pages_extracted: 2,
    });
    expect(body.credits_remaining).toBe(1);
  });

  test('runs and recipes of other accounts do not exist', async () => {
    const stage = await openStage();
    const id = await dispatch(stage);
    const other = await stage.service.accounts.create({ credits: 10 });
    const { key } = await stage.service.keys.create({ account: other.id, label: 'other' });
    expect((await stage.ask({ path: pollPath(id), key })).status).toBe(404);
    expect((await stage.ask({ path: dispatchPath(stage), key })).status).toBe(404);
    const { body } = await stage.ask({ path: '/v1/smartbrowse/usage', key });
    expect(body).toMatchObject({
      credits_remaining: 10,
      data: { runs_used_30d: 0, last_run: null },
    });
    expect((await stage.ask({ path: pollPath(id) })).status).toBe(200);
  });
});
