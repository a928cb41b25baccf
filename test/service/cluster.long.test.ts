import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { openStallingProxy } from '../cluster/stalling-proxy.ts';
import { openMember, type Member, type MemberOptions } from '../support/open-member.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { serveReceiver } from '../support/serve-receiver.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { addCustomer, createGate, until, untilEnded } from '../support/open-service.ts';

const script = path.join(import.meta.dirname, '..', 'servers', 'member-process.ts');
const postgres = openPostgres();
const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** Of a member whose death others wait for: a process that a busy machine holds up for three quarters of it has lost its work. */
const mortalLeaseMs = 10_000;

function toOptions(given: Partial<MemberOptions> = {}): MemberOptions {
  return {
    connectionString: postgres.url(),
    schema: postgres.schema(),
    leaseMs: 120_000,
    worksOnRuns: true,
    endless: 0,
    allowPrivate: [],
    ...given,
  };
}

/** A member in this process. */
async function openOwn(
  given: Partial<MemberOptions> = {},
  ...[parts]: [Parameters<typeof openMember>[1]?]
): Promise<Member> {
  const member = await openMember(toOptions(given), parts);
  closings.push(member.close);
  return member;
}

/** A member in a process of its own. */
async function startOther(given: Partial<MemberOptions> = {}) {
  const child = spawn(execPath, [script, JSON.stringify(toOptions(given))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said: { readonly url?: string; readonly event?: string }[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(JSON.parse(line) as object));
  closings.push(async () => {
    child.kill('SIGCONT');
    child.stdin.end();
    await ended;
  });
  const url = await until(() => said.find((line) => line.url !== undefined)?.url);
  return {
    child,
    ended,
    events: () => said.flatMap(({ event }) => event ?? []),
    async ask(given: {
      readonly path: string;
      readonly key: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly method?: 'GET' | 'POST';
      readonly json?: object;
    }) {
      const { statusCode, headers, body } = await request(`${url}/v1${given.path}`, {
        method: given.method ?? 'GET',
        headers: {
          'x-api-key': given.key,
          ...(given.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...given.headers,
        },
        ...(given.json === undefined ? {} : { body: JSON.stringify(given.json) }),
      });
      return { status: statusCode, headers, body: (await body.json()) as Record<string, unknown> };
    },
  };
}

/** An account with a key, a recipe and a webhook that a receiver counts. */
async function addOwner({ service }: Member, hook?: string) {
  const { account, recipeId } = await addCustomer(service);
  const { key, id: keyId } = await service.keys.create({ account, label: 'test' });
  if (hook !== undefined) await service.accounts.setWebhook(account, { url: hook });
  return { account, recipeId, key, keyId };
}

async function receive() {
  const receiver = await serveReceiver();
  closings.push(() => receiver.close());
  return receiver;
}

test('a run that one process takes is worked on by another, cancelled from either, and its event is sent once', async () => {
  const receiver = await receive();
  const { allowPrivate } = receiver;
  const own = await openOwn({ worksOnRuns: false, allowPrivate });
  const other = await startOther({ endless: 1, allowPrivate });
  const { account, recipeId, key } = await addOwner(own, receiver.url);
  const first = await own.service.dispatchRun({ account, recipeId });
  await until(() => other.events().includes('page begun'));
  await own.service.cancelRun({ account, id: first.id });
  await until(() => other.events().includes('page aborted'));
  const second = await own.service.dispatchRun({ account, recipeId });
  expect(await untilEnded(own.service, { account, id: second.id })).toMatchObject({
    status: 'completed',
    creditsUsed: 2,
  });
  // The same dispatch at the other process is met by what the first one kept.
  const keyed = { account, recipeId, idempotencyKey: 'once' };
  const third = await own.service.dispatchRun(keyed);
  const repeated = await other.ask({
    method: 'POST',
    path: `/smartbrowse/recipes/${recipeId}/run`,
    key,
    headers: { 'idempotency-key': 'once' },
  });
  expect(JSON.stringify(repeated.body)).toContain(third.id);
  await untilEnded(own.service, { account, id: third.id });
  await until(() => receiver.requests.length >= 3);
  const events = receiver.requests.map(({ body }) => JSON.parse(body) as { run_id: string });
  expect(events.map(({ run_id }) => run_id).toSorted()).toEqual(
    [first.id, second.id, third.id].toSorted(),
  );
  expect((await own.service.accounts.get(account)).credits).toEqual({ balance: 96, held: 0 });
});

test('a repeated request that meets its first try in another process is refused, and gets its result when that has ended', async () => {
  const fetching = createGate();
  const released = createGate();
  const own = await openOwn(
    { worksOnRuns: false },
    {
      beforeFetch() {
        fetching.open();
        return released.wait();
      },
    },
  );
  const other = await startOther({ worksOnRuns: false });
  const { account, key } = await addOwner(own);
  const url = 'https://shop.test/lamp';
  const first = own.service.scrape({ url }, { account, idempotencyKey: 'once' });
  // What it fails with is told here, and not waited for without end.
  await Promise.race([fetching.wait(), first]);
  const repeat = () =>
    other.ask({
      method: 'POST',
      path: '/scrape',
      key,
      headers: { 'idempotency-key': 'once' },
      json: { website_url: url },
    });
  expect(await repeat()).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringContaining('is under way') } },
  });
  released.open();
  const { requestId } = await first;
  expect(JSON.stringify((await repeat()).body)).toContain(requestId);
  expect((await own.service.accounts.get(account)).credits).toEqual({ balance: 99, held: 0 });
});

test('a worker that is told to end lets its run end, and leaves what waits to others', async () => {
  const own = await openOwn({ worksOnRuns: false });
  const begun = createGate();
  const worker = await openMember(toOptions(), { onPage: () => begun.open() });
  const { account, recipeId } = await addOwner(own);
  const { id } = await own.service.dispatchRun({ account, recipeId });
  await begun.wait();
  await worker.service.close({ drainMs: Infinity });
  expect(await own.service.getRun({ account, id })).toMatchObject({ status: 'completed' });
  const waiting = await own.service.dispatchRun({ account, recipeId });
  await worker.close();
  expect(await own.service.getRun({ account, id: waiting.id })).toMatchObject({ status: 'queued' });
  await openOwn();
  expect(await untilEnded(own.service, { account, id: waiting.id })).toMatchObject({
    status: 'completed',
  });
});

test('a key that was revoked and an account that was deleted are refused by the other process at once', async () => {
  const own = await openOwn({ worksOnRuns: false });
  const other = await startOther({ endless: 1 });
  const { account, recipeId, key, keyId } = await addOwner(own);
  const { key: second } = await own.service.keys.create({ account, label: 'second' });
  expect(await other.ask({ path: '/smartbrowse/usage', key })).toMatchObject({ status: 200 });
  await own.service.keys.revoke({ account, id: keyId });
  expect(await other.ask({ path: '/smartbrowse/usage', key })).toMatchObject({ status: 401 });
  const run = await own.service.dispatchRun({ account, recipeId });
  await until(() => other.events().includes('page begun'));
  await own.service.accounts.requestDeletion(account);
  await own.service.accounts.confirmDeletion(account);
  expect(await other.ask({ path: '/smartbrowse/usage', key: second })).toMatchObject({
    status: 401,
  });
  await until(() => other.events().includes('page aborted'));
  expect(await own.store.runs.find({ account, id: run.id })).toMatchObject({
    status: 'cancelled',
    creditsUsed: 0,
  });
});

test('a schedule runs once at each tick, however many processes look', async () => {
  const own = await openOwn();
  await startOther();
  const { account, recipeId } = await addOwner(own);
  await own.service.accounts.setPlan(account, { scheduleIntervalSeconds: 1 });
  const { id } = await own.service.schedules.put({ account, recipeId, cron: '* * * * * *' });
  const ticks = await until(async () => {
    const list = await own.service.schedules.listTicks({ account, id, limit: 100 });
    return list.filter(({ runId }) => runId !== undefined).length >= 3 && list;
  });
  await own.service.schedules.delete({ account, id });
  const runs = await own.service.listRuns({ account });
  expect(new Set(ticks.map(({ dueAtMs }) => dueAtMs)).size).toBe(ticks.length);
  expect(runs.length).toBeLessThanOrEqual(ticks.length + 1);
});

const halts: readonly {
  readonly name: string;
  readonly halt: (parts: {
    readonly child: { kill(signal: NodeJS.Signals): boolean };
    readonly proxy: { stall(): void; resume(): void };
  }) => { readonly goOn: () => void };
}[] = [
  {
    name: 'a worker that is halted for longer than its lease',
    halt({ child }) {
      child.kill('SIGSTOP');
      return { goOn: () => void child.kill('SIGCONT') };
    },
  },
  {
    name: 'a worker whose network to the database is cut for longer than its lease',
    halt({ proxy }) {
      proxy.stall();
      return { goOn: () => proxy.resume() };
    },
  },
];

test.each(halts)(
  '$name has lost its run: it stops its browser, posts nothing, and works on',
  async ({ halt }) => {
    const receiver = await receive();
    const { allowPrivate } = receiver;
    const own = await openOwn({ worksOnRuns: false, allowPrivate });
    const url = new URL(postgres.url());
    const proxy = await openStallingProxy(Number(url.port));
    closings.push(() => proxy.close());
    url.port = String(proxy.port);
    const other = await startOther({
      connectionString: url.href,
      leaseMs: mortalLeaseMs,
      endless: 1,
      allowPrivate,
    });
    const { account, recipeId } = await addOwner(own, receiver.url);
    const lost = await own.service.dispatchRun({ account, recipeId });
    await until(() => other.events().includes('page begun'));
    const { goOn } = halt({ child: other.child, proxy });
    expect(await untilEnded(own.service, { account, id: lost.id })).toMatchObject({
      status: 'failed',
      error: 'The service was restarted while the run was under way.',
      creditsUsed: 0,
    });
    expect((await own.service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    goOn();
    await until(() => other.events().includes('page aborted'));
    const next = await own.service.dispatchRun({ account, recipeId });
    expect(await untilEnded(own.service, { account, id: next.id })).toMatchObject({
      status: 'completed',
    });
    await until(() => receiver.requests.length >= 2);
    const events = receiver.requests.map(({ body }) => JSON.parse(body) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(['failed', 'completed']);
    expect((await own.service.accounts.get(account)).credits).toEqual({ balance: 98, held: 0 });
  },
);

test('a worker that was killed is found by the others, and its run ends once', async () => {
  const receiver = await receive();
  const { allowPrivate } = receiver;
  const own = await openOwn({ worksOnRuns: false, allowPrivate });
  const other = await startOther({ leaseMs: mortalLeaseMs, endless: 1, allowPrivate });
  const { account, recipeId } = await addOwner(own, receiver.url);
  const { id } = await own.service.dispatchRun({ account, recipeId });
  await until(() => other.events().includes('page begun'));
  other.child.kill('SIGKILL');
  await other.ended;
  expect(await untilEnded(own.service, { account, id })).toMatchObject({
    status: 'failed',
    creditsUsed: 0,
  });
  await until(() => receiver.requests.length > 0);
  expect((await own.service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
  expect(receiver.requests).toHaveLength(1);
});

test('a server that ends leaves its waiting runs to the workers, and a run that its queue lost is queued again', async () => {
  const server = await openMember(toOptions({ worksOnRuns: false }));
  const { account, recipeId } = await addOwner(server);
  const left = await server.service.dispatchRun({ account, recipeId });
  const lost = await server.service.dispatchRun({ account, recipeId });
  await server.close();
  const schema = postgres.schema();
  await postgres.query(`delete from "${schema}_queue".job where data->>'runId' = $1`, [lost.id]);
  // As if it had been lost some time ago.
  await postgres.query(
    `update "${schema}".runs set created_at = created_at - 60000 where id = $1`,
    [lost.id],
  );
  const own = await openOwn();
  for (const { id } of [left, lost]) {
    expect(await untilEnded(own.service, { account, id })).toMatchObject({ status: 'completed' });
  }
});

test('a run whose dispatch is refused leaves nothing in the queue', async () => {
  const own = await openOwn({ worksOnRuns: false });
  const { account, recipeId } = await addOwner(own);
  await own.service.accounts.grant(account, -100);
  await expect(own.service.dispatchRun({ account, recipeId })).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  const { id } = await own.service.accounts.create({ credits: 2 });
  const { id: other } = await own.service.recipes.put({ account: id, document: shopRecipe() });
  const run = await own.service.dispatchRun({ account: id, recipeId: other });
  const jobs = await postgres.query(`select data from "${postgres.schema()}_queue".job`);
  expect(jobs).toEqual([{ data: { runId: run.id } }]);
});
