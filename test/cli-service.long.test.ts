import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { sqliteStore } from '../src/storage/stores/sqlite-store.ts';
import type { Store } from '../src/runtime/contracts/store/store.ts';
import { addCustomer, openService, until } from './support/open-service.ts';
import { shopRecipe } from './support/shop-recipe.ts';

let folder: string;
let recipeFile: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cli-service-'));
  recipeFile = path.join(folder, 'shop.json');
  writeFileSync(recipeFile, JSON.stringify(shopRecipe()));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(argv: readonly string[], { data = folder, input = '' } = {}) {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: { GLEANER_DATA: data },
    input: Readable.from([input]),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)) },
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

/** The one document that a command prints with --json. */
async function runJson(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const { code, output, messages } = await run([...argv, '--json']);
  expect([code, messages]).toEqual([0, '']);
  return JSON.parse(output) as Record<string, unknown>;
}

async function createAccount(...options: readonly string[]): Promise<string> {
  const { id } = await runJson('account', 'create', '--credits', '100', ...options);
  return String(id);
}

/** A service of another process on the same folder. */
async function serveBeside(work: (opened: ReturnType<typeof openService>) => Promise<void>) {
  const store: Store = sqliteStore({ folder });
  const opened = openService({ store, replay: { beforePage: () => new Promise(() => {}) } });
  try {
    await opened.service.start();
    await work(opened);
  } finally {
    await opened.service.close({ drainMs: 0 });
    await store.close();
  }
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

describe('gleaner account', () => {
  test('creates an account with credits and caps of its own', async () => {
    const caps = [
      '--plan-rpm',
      '7',
      '--plan-concurrent',
      '2',
      '--plan-runs',
      '0',
      '--plan-pages',
      '3',
      '--plan-keys',
      '4',
      '--plan-interval',
      '300',
    ];
    const options = ['--credits', '12', ...caps, '--no-schedules', '--unverified'];
    const account = await runJson('account', 'create', ...options);
    expect(account).toEqual({
      id: expect.stringMatching(/^\w{11}$/) as string,
      standing: 'unverified',
      email: null,
      credits_remaining: 12,
      credits_held: 0,
      plan: {
        requests_per_minute: 7,
        in_flight: 2,
        runs_per_month: 0,
        pages_per_run: 3,
        schedules_allowed: false,
        keys: 4,
        recipes: 200,
        recipe_bytes: 2_097_152,
        all_recipes_bytes: 104_857_600,
        versions: 50,
        schedules: 20,
        schedule_interval_seconds: 300,
        drafts: 20,
        studio_sessions: 20,
        open_streams: 20,
        webhook_tests_per_minute: 5,
        dashboard_calls_per_minute: 300,
      },
      webhook: null,
      created_at: moment,
      email_verified_at: null,
      suspended_at: null,
      deletion_scheduled_for: null,
      deleted_at: null,
    });
    expect(await runJson('account', 'show', String(account['id']))).toEqual(account);
  });

  test('changes its standing', async () => {
    const id = await createAccount('--unverified');
    const standings = [];
    for (const name of [
      'verify-email',
      'suspend',
      'resume',
      'request-deletion',
      'cancel-deletion',
      'request-deletion',
    ]) {
      standings.push((await runJson('account', name, id))['standing']);
    }
    expect(standings).toEqual([
      'active',
      'suspended',
      'active',
      'deletion_pending',
      'active',
      'deletion_pending',
    ]);
    expect(await runJson('account', 'confirm-deletion', id)).toMatchObject({
      standing: 'deleted',
      deleted_at: moment,
    });
    const { code, messages } = await run(['account', 'resume', id]);
    expect(code).toBe(1);
    expect(messages).toContain('Failed (conflict)');
  });

  test('sets its e-mail address, which no other account has', async () => {
    const [id, other] = [await createAccount('--unverified'), await createAccount()];
    const set = await runJson('account', 'verify-email', id, '--email', 'Ada@safe.test');
    expect(set['email_verified_at']).toEqual(moment);
    const { code, messages } = await run([
      'account',
      'verify-email',
      other,
      '--email',
      'ada@safe.test',
    ]);
    expect([code, messages]).toEqual([1, expect.stringContaining('Failed (conflict)')]);
  });

  test('changes its credits and its plan', async () => {
    const id = await createAccount();
    expect(await runJson('account', 'grant', id, '50')).toMatchObject({ credits_remaining: 150 });
    expect(await runJson('account', 'grant', id, '-30')).toMatchObject({ credits_remaining: 120 });
    const plan = async (...options: readonly string[]) =>
      (await runJson('account', 'set-plan', id, ...options))['plan'];
    expect(await plan('--plan-rpm', '9', '--no-schedules')).toMatchObject({
      requests_per_minute: 9,
      in_flight: 5,
      schedules_allowed: false,
    });
    expect(await plan('--plan-pages', '1')).toMatchObject({ schedules_allowed: false });
    expect(await plan('--schedules')).toMatchObject({
      requests_per_minute: 9,
      pages_per_run: 1,
      schedules_allowed: true,
    });
  });

  test('sets and removes the webhook, whose header values are never shown', async () => {
    const id = await createAccount();
    const webhook = [
      '--webhook-url',
      'https://hooks.example/x',
      '--webhook-header',
      'X-Key: s3cret',
    ];
    const set = await runJson(
      'account',
      'set-webhook',
      id,
      ...webhook,
      '--webhook-event',
      'failed',
    );
    expect(set['webhook']).toEqual({
      url: 'https://hooks.example/x',
      headers: ['X-Key'],
      events: ['failed'],
      is_signed: false,
    });
    const { output } = await run(['account', 'show', id]);
    expect(output).toContain('webhook.url');
    expect(output).not.toContain('s3cret');
    expect(await runJson('account', 'set-webhook', id)).toMatchObject({ webhook: null });
  });

  test('lists accounts as a table, without orders to the terminal', async () => {
    const id = await createAccount();
    const { output } = await run(['account', 'list']);
    const [head, row] = output.split('\n');
    expect(head).toMatch(/^id +credits_remaining +standing +created_at$/);
    expect(row).toContain(id);
    expect(await runJson('account', 'list')).toMatchObject([{ id }]);
  });
});

describe('gleaner key', () => {
  test('creates a key that is shown this once, lists it without, and revokes it', async () => {
    const account = await createAccount();
    const created = await runJson('key', 'create', '--account', account, '--label', 'ci');
    const key = String(created['key']);
    expect(created).toEqual({
      id: expect.any(String) as string,
      key: expect.stringMatching(/^svc_live_\w{32}$/) as string,
      last4: key.slice(-4),
      account,
      label: 'ci',
      created_at: moment,
      revoked_at: null,
    });
    const { output } = await run(['key', 'list', '--account', account, '--json']);
    expect(output).not.toContain(key);
    expect(JSON.parse(output)).toMatchObject([{ id: created['id'], last4: created['last4'] }]);
    await serveBeside(async ({ service }) => {
      expect(await service.keys.authenticate(key)).toMatchObject({ account });
      const revoked = await runJson('key', 'revoke', String(created['id']));
      expect(revoked).toMatchObject({ revoked_at: moment });
      // With effect on the next request of the one that serves.
      await expect(service.keys.authenticate(key)).rejects.toMatchObject({ code: 'unauthorized' });
    });
  });

  test('says to keep it, beside the result', async () => {
    const account = await createAccount();
    const { output, messages } = await run(['key', 'create', '--account', account, '--label', 'l']);
    expect(output).toMatch(/^key +svc_live_/m);
    expect(messages).toBe('Keep it now: it is never shown again.\n');
  });
});

describe('gleaner recipe', () => {
  test('puts, shows, disables, enables, lists and deletes a recipe', async () => {
    const account = await createAccount();
    const put = await runJson('recipe', 'put', recipeFile, '--account', account);
    expect(put).toMatchObject({
      account,
      title: 'A shop',
      enabled: true,
      revision: 1,
      webhook: null,
    });
    const id = String(put['id']);
    expect(await runJson('recipe', 'get', id)).toEqual({ ...put, document: shopRecipe() });
    expect(await runJson('recipe', 'disable', id)).toMatchObject({ enabled: false });
    expect(await runJson('recipe', 'enable', id, '--account', account)).toMatchObject({
      enabled: true,
    });
    expect(await runJson('recipe', 'list')).toMatchObject([{ id }]);
    expect(await runJson('recipe', 'delete', id)).toEqual({ id, deleted: true });
    const { code, messages } = await run(['recipe', 'get', id]);
    expect([code, messages]).toEqual([
      1,
      `Failed (not_found): There is no recipe "${id}". \`gleaner recipe list\` shows which there are.\n`,
    ]);
  });

  test('a new version keeps the webhook, until it is taken away', async () => {
    const account = await createAccount();
    const owner = ['--account', account];
    const webhook = ['--webhook-url', 'https://hooks.example/', '--webhook-header', 'A: b'];
    const put = await runJson('recipe', 'put', recipeFile, ...owner, ...webhook);
    const { id } = put;
    const again = ['recipe', 'put', recipeFile, ...owner, '--id', String(id)];
    expect(await runJson(...again)).toMatchObject({ id, revision: 2, webhook: put['webhook'] });
    expect(await runJson(...again, '--no-webhook')).toMatchObject({ revision: 3, webhook: null });
  });

  test('says what of a recipe is left out', async () => {
    const account = await createAccount();
    const foreign = { type: 'customStep', name: 'lighthouse', parameters: {} };
    const { title, steps } = shopRecipe() as { title: string; steps: unknown[] };
    const input = JSON.stringify({ title, steps: [...steps, foreign] });
    const { code, messages } = await run(['recipe', 'put', '-', '--account', account], { input });
    expect([code, messages]).toEqual([
      0,
      `Note: Step ${steps.length + 1} (lighthouse): "lighthouse" is a custom step of another tool and was left out.\n`,
    ]);
  });

  test('reads standard input, and names what is wrong with a recipe', async () => {
    const account = await createAccount();
    const argv = ['recipe', 'put', '-', '--account', account, '--json'];
    expect((await run(argv, { input: JSON.stringify(shopRecipe()) })).code).toBe(0);
    const { code, output } = await run(argv, { input: '{"title":"x","steps":[{"type":"fly"}]}' });
    expect(code).toBe(2);
    expect(JSON.parse(output)).toMatchObject({ error: { code: 'invalid_request' } });
  });
});

describe('gleaner schedule', () => {
  test('puts, changes, lists and deletes a schedule, and shows its ticks', async () => {
    const account = await createAccount();
    const { id: recipe } = await runJson('recipe', 'put', recipeFile, '--account', account);
    const put = await runJson(
      'schedule',
      'put',
      String(recipe),
      '0 6 * * 1-5',
      '--time-zone',
      'Europe/Berlin',
    );
    expect(put).toMatchObject({
      account,
      recipe_id: recipe,
      cron: '0 6 * * 1-5',
      time_zone: 'Europe/Berlin',
      next_at: moment,
    });
    const id = String(put['id']);
    await runJson('schedule', 'put', String(recipe), '@daily', '--id', id);
    expect(await runJson('schedule', 'list')).toMatchObject([
      { id, cron: '@daily', time_zone: 'UTC' },
    ]);
    expect(await runJson('schedule', 'ticks', id)).toEqual([]);
    expect(await runJson('schedule', 'delete', id)).toEqual({ id, deleted: true });
    expect(await runJson('schedule', 'list', '--account', account)).toEqual([]);
    const wrong = await run(['schedule', 'put', String(recipe), 'whenever']);
    expect(wrong.code).toBe(2);
    expect(wrong.messages).toContain('Expected a cron expression such as "0 6 * * 1-5"');
  });
});

describe('gleaner runs and deliveries', () => {
  test('lists, shows and cancels the runs of a service that is at work', async () => {
    await serveBeside(async ({ service }) => {
      const { account, recipeId } = await addCustomer(service);
      const url = 'https://hooks.example/';
      await service.accounts.setWebhook(account, { url });
      const { id } = await service.dispatchRun({
        account,
        recipeId,
        variables: { password: 's3cret' },
      });
      await until(async () => (await service.getRun({ account, id })).status === 'running');
      expect(await runJson('runs', 'list')).toMatchObject([{ id, account, run_status: 'running' }]);
      const cancelled = await runJson('runs', 'cancel', id);
      expect(cancelled).toEqual({
        id,
        account,
        recipe_id: recipeId,
        run_status: 'cancelled',
        pages_extracted: 0,
        items_extracted: 0,
        credits_used: 0,
        effective_cap: 20,
        clamped_by_credits: false,
        created_at: moment,
        started_at: moment,
        completed_at: moment,
        error: 'cancelled by its owner',
      });
      expect(await runJson('runs', 'show', id)).toEqual(cancelled);
      // Posted by the one that serves, not by the command.
      expect(await runJson('deliveries', 'list', '--run', id)).toMatchObject([
        { account, run_id: id, event: 'cancelled', url, state: 'pending', attempted_at: null },
      ]);
      const ofNone = await run(['deliveries', 'list', '--account', account, '--run', 'x']);
      expect(ofNone).toMatchObject({ code: 1, output: '' });
      expect(ofNone.messages).toContain('There is no run "x".');
      const { code } = await run(['runs', 'cancel', id]);
      expect(code).toBe(1);
    });
  });
});

describe('what is wrong', () => {
  test('a folder that holds nothing is reported, and not begun', async () => {
    const empty = path.join(folder, 'typo');
    const { code, messages } = await run(['account', 'list'], { data: empty });
    expect(code).toBe(2);
    expect(messages).toContain(`There is nothing in the folder "${empty}"`);
    expect(messages).toContain('gleaner account create');
  });

  test('--data goes before the environment', async () => {
    const id = await createAccount();
    const argv = ['account', 'show', id, '--data', folder];
    expect((await run(argv, { data: '/nowhere' })).code).toBe(0);
  });

  test('is wrong usage where the line itself cannot be right', async () => {
    await createAccount();
    const codes = [];
    const lines = [
      'account create --credits 1.5',
      'account create --plan-rpm 0',
      'account create --credits -1',
      'account grant x many',
      'account',
      'account fly',
      'key create --label l',
      'recipe put nowhere.json --account x',
      'recipe put shop.json --account x --webhook-event started',
      'recipe put shop.json --account x --webhook-header A:b',
      'runs list --limit 0',
    ];
    for (const line of lines) {
      const { code, output } = await run(line.split(' '));
      codes.push([line, code, output]);
    }
    expect(codes).toEqual(lines.map((line) => [line, 2, '']));
  });

  test('is not found where it is not there', async () => {
    await createAccount();
    const lines = [
      'account show x',
      'key create --account x --label l',
      'key revoke x',
      'recipe enable x',
      'schedule delete x',
      'runs show x',
      'deliveries list --account x',
    ];
    for (const line of lines) {
      const { code, output } = await run([...line.split(' '), '--json']);
      expect([line, code]).toEqual([line, 1]);
      expect(JSON.parse(output)).toMatchObject({ error: { code: 'not_found' } });
    }
  });
});

describe('gleaner dashboard link', () => {
  test('prints an address that signs in once, as an account or as the operator', async () => {
    const account = await createAccount('--email', 'Ada@shop.test');
    expect((await runJson('account', 'show', account))['email']).toBe('ada@shop.test');
    const own = await runJson(
      'dashboard',
      'link',
      '--account',
      account,
      '--origin',
      'https://g.test',
    );
    const { output, messages } = await run(['dashboard', 'link', '--operator']);
    expect(messages).toContain('once');
    const store = sqliteStore({ folder });
    const { service } = openService({ store });
    const follow = (url: string) => service.signIns.follow(url.split('#')[1] ?? '');
    expect(String(own['url'])).toMatch(/^https:\/\/g\.test\/sign-in#[\w-]{43}$/);
    // The stage's clock stands long before the link was made.
    expect((await follow(String(own['url']))).signedIn).toEqual({ account });
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sign-in#/);
    expect((await follow(output.trim())).signedIn).toEqual({});
    await expect(follow(output.trim())).rejects.toMatchObject({ code: 'unauthorized' });
    await store.close();
  });

  test.each([
    { argv: [], says: 'either --account <id> or --operator' },
    { argv: ['--operator', '--account', 'x'], says: 'either --account <id> or --operator' },
    {
      argv: ['--operator', '--origin', 'https://x.test/path'],
      says: '--origin: expected an address',
    },
  ])('refuses $argv as wrong usage', async ({ argv, says }) => {
    const { code, messages } = await run(['dashboard', 'link', ...argv]);
    expect([code, messages]).toEqual([2, expect.stringContaining(says)]);
  });
});
