import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hostileTexts } from '../support/hostile-texts.ts';
import { findAxeFaults } from './find-axe-faults.ts';
import { readData } from './fake-dashboard.ts';
import { takePicture, useViews } from './use-views.ts';
import { xssPayloads } from './xss-payloads.ts';

const { origin, folder, dashboard, open, openView } = useViews();

const signedOut = () =>
  Response.json(
    { status: 'error', request_id: 'r', error: { code: 'unauthorized', message: 'Sign in.' } },
    { status: 401 },
  );

test('the first view takes at most 200 KB compressed', () => {
  const html = readFileSync(path.join(folder(), 'index.html'), 'utf8');
  const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
  const sizes = ['index.html', ...assets].map(
    (name) => gzipSync(readFileSync(path.join(folder(), name))).length,
  );
  expect(assets.length).toBeGreaterThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});

test('the built files hold no inline script, no inline style and no address elsewhere', () => {
  const html = readFileSync(path.join(folder(), 'index.html'), 'utf8');
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc="\.\/)|\son\w+=/);
  expect(html).not.toMatch(/(?:src|href)="(?!\.\/)/);
  const styles = readdirSync(path.join(folder(), 'assets')).filter((name) => name.endsWith('.css'));
  for (const name of styles) {
    expect(readFileSync(path.join(folder(), 'assets', name), 'utf8')).not.toMatch(/url\(|@import/);
  }
});

test('without a session the sign-in is shown, and a link is sent to the address', async () => {
  dashboard().answers['GET /session'] = signedOut;
  const page = await openView('', 'Sign in');
  await takePicture(page, 'sign-in');
  await page.getByLabel('E-mail address').fill('nora@example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  expect(dashboard().calls).toContainEqual({
    route: 'POST /links',
    body: { email: 'nora@example.org' },
  });
  expect(await findAxeFaults(page)).toEqual([]);
});

test('a link is followed by a press alone, and its token leaves the address', async () => {
  const page = await openView('sign-in#secret-token', 'Welcome back');
  expect(dashboard().calls).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(dashboard().calls[0]).toEqual({ route: 'POST /session', body: { token: 'secret-token' } });
  expect(page.url()).toBe(`${origin}/`);
});

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1_280, height: 900 } },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

test.each([
  ['invitation', 'Welcome', 'Sign in', 'Overview'],
  ['confirm-address', 'Confirm your address', 'Confirm the address', 'Address confirmed'],
  ['restore-address', 'Put your address back', 'Put the address back', 'Your address is back'],
])(
  'the page of a link to /%s says what it is for, before and after the press, light and wide or dark and narrow',
  async (path, title, action, after) => {
    for (const { name, ...look } of looks) {
      const page = await openView(`${path}#secret-token`, title, look);
      await takePicture(page, `${path}-${name}`);
      expect(await findAxeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: action }).click();
      await page.getByRole('heading', { level: 1, name: after, exact: true }).waitFor();
      expect(page.url()).not.toContain('secret-token');
      await takePicture(page, `${path}-done-${name}`);
      // Every view has a look of its own.
      expect(after === 'Overview' ? [] : await findAxeFaults(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(Math.max(0, overflow)).toBe(0);
    }
  },
);

test('a link that confirms an address calls nothing where no one is signed in, and says what to do', async () => {
  dashboard().answers['GET /session'] = signedOut;
  const page = await openView('confirm-address#secret-token', 'Confirm your address');
  await page.getByText('then follow the link in the e-mail again').waitFor();
  await takePicture(page, 'confirm-address-signed-out');
  expect(dashboard().calls.map(({ route }) => route)).toEqual(['GET /session']);
  expect(await findAxeFaults(page)).toEqual([]);
});

test('a link that is refused is told in the server’s words', async () => {
  const error = { code: 'unauthorized', message: 'This link puts no address back.' };
  dashboard().answers['POST /address/restore'] = () =>
    Response.json({ status: 'error', request_id: 'r', error }, { status: 401 });
  const page = await openView('restore-address#used', 'Put your address back');
  await page.getByRole('button', { name: 'Put the address back' }).click();
  await page.getByRole('alert').filter({ hasText: error.message }).waitFor();
  expect(await page.getByRole('link', { name: 'To the sign-in' }).getAttribute('href')).toBe(
    `${origin}/`,
  );
});

test('an address that waits is told with the ways to have its e-mail again and to keep the one before', async () => {
  const settings = readData(dashboard(), 'GET /settings');
  dashboard().answers['GET /settings'] = { ...settings, waitingEmail: 'nora@example.net' };
  dashboard().answers['DELETE /settings/email'] = () => {
    dashboard().answers['GET /settings'] = settings;
    return settings;
  };
  for (const { name, ...look } of looks) {
    const page = await openView('#/settings', 'Settings', look);
    await page.getByText('Waiting for the confirmation of nora@example.net').waitFor();
    await takePicture(page, `settings-waiting-${name}`);
    expect(await findAxeFaults(page)).toEqual([]);
  }
  const page = await openView('#/settings', 'Settings');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect
    .poll(() => dashboard().calls)
    .toContainEqual({ route: 'PUT /settings/email', body: { email: 'nora@example.net' } });
  await page.getByRole('button', { name: 'Keep the address as it is' }).click();
  await page.getByLabel('New e-mail address').waitFor();
  expect(dashboard().calls.map(({ route }) => route)).toContain('DELETE /settings/email');
});

test('texts of others stay text', async () => {
  const [items, label] = [hostileTexts.map((text) => ({ [text]: text })), hostileTexts[0] ?? ''];
  const answers = dashboard().answers;
  const run = readData(dashboard(), 'GET /runs/{id}');
  const warnings = [...hostileTexts];
  answers['GET /runs/{id}'] = {
    ...run,
    result: { mode: 'replay', drift: 0, warnings, pages: [{ items }] },
  };
  const page = await openView('#/runs/7hGk2LmPq9X', 'Run 7hGk2LmPq9X');
  expect(await page.locator('main script, main img, main iframe, main svg[onload]').count()).toBe(
    0,
  );
  expect(await page.getByRole('listitem').filter({ hasText: label }).count()).toBeGreaterThan(0);
});

test('a hundred texts of markup in labels, titles and versions stay text', async () => {
  const { answers } = dashboard();
  const [key] = readData(dashboard(), 'GET /keys').keys;
  const [summary] = readData(dashboard(), 'GET /recipes').recipes;
  const recipe = readData(dashboard(), 'GET /recipes/{id}');
  if (key === undefined || summary === undefined) throw new Error('Expected a key and a recipe.');
  answers['GET /keys'] = {
    keys: xssPayloads.map((label, index) => ({ ...key, id: `k${index}`, label })),
  };
  answers['GET /recipes'] = {
    recipes: xssPayloads.map((title, index) => ({ ...summary, id: `r${index}`, title })),
  };
  answers['GET /recipes/{id}'] = { ...recipe, document: { title: xssPayloads.join(' ') } };
  answers['GET /recipes/{id}/compare'] = {
    changes: xssPayloads.map((text) => ({
      kind: 'changed',
      path: `/${text}`,
      before: text.repeat(9),
      after: text,
      description: text,
    })),
  };
  const page = await openView('#/keys', 'Keys');
  const countMarkup = () =>
    page.locator('main :is(script, img, iframe, math, form, template, style, details)').count();
  expect(await page.getByText('<script>alert(1)</script>').count()).toBeGreaterThan(5);
  expect(await countMarkup()).toBe(0);
  await page.goto(`${origin}/#/recipes`);
  await page.getByRole('link', { name: '<script>alert(1)</script>', exact: true }).waitFor();
  expect(await countMarkup()).toBe(0);
  await page.goto(`${origin}/#/recipes/Rc7dP2wQz1k`);
  await page.getByRole('button', { name: 'Changes of version 3' }).click();
  await page.getByRole('dialog').getByText('<script>alert(1)</script>').first().waitFor();
  expect(
    await page.getByRole('dialog').locator(':is(script, img, iframe, math, svg)').count(),
  ).toBe(0);
  expect(await page.title()).toContain('<script>');
});

test('what is typed into the playground is there again after a reload, but for headers', async () => {
  const page = await openView('#/playground', 'Playground');
  await page.getByLabel('URL', { exact: true }).fill('https://books.example/');
  await page.getByLabel('What to extract').fill('title and price');
  await page.getByText('More options').click();
  await page.getByLabel('Request headers').fill('Authorization: Bearer secret');
  await page.reload();
  await page.getByText('More options').click();
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('https://books.example/');
  expect(await page.getByLabel('What to extract').inputValue()).toBe('title and price');
  expect(await page.getByLabel('Request headers').inputValue()).toBe('');
});

test('the playground marks on the page where each value stands, and runs nothing of the page', async () => {
  const page = await openView('#/playground', 'Playground');
  await page.getByLabel('URL', { exact: true }).fill('https://books.example/');
  await page.getByLabel('What to extract').fill('title and price of each book');
  await page.getByRole('button', { name: 'Run the call' }).click();
  await page.getByRole('tab', { name: 'Page' }).waitFor();
  await takePicture(page, 'playground-result');
  const marks = await page.locator('mark').allTextContents();
  expect(marks).toEqual(['The Glass Orchard', '12.50', 'Night Ferry']);
  expect(await findAxeFaults(page)).toEqual([]);
});

test('a webhook’s signing secret is written, kept and removed, and never shown', async () => {
  const { webhook } = readData(dashboard(), 'GET /webhook');
  if (webhook === null) throw new Error('Expected a webhook.');
  dashboard().answers['PUT /webhook'] = () => {
    dashboard().answers['GET /webhook'] = { webhook: { ...webhook, isSigned: true } };
    return { webhook: { ...webhook, isSigned: true } };
  };
  const bodies = () =>
    dashboard()
      .calls.filter(({ route }) => route === 'PUT /webhook')
      .map(({ body }) => body);
  const page = await openView('#/webhooks', 'Webhooks');
  const secret = page.getByLabel('Signing secret');
  const removal = page.getByLabel('Remove the secret');
  const save = page.getByRole('button', { name: 'Save the webhook' });
  expect(await secret.getAttribute('type')).toBe('password');
  expect(await removal.count()).toBe(0);
  await secret.fill(' whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ');
  await save.click();
  await page.getByText('Deliveries are signed.').waitFor();
  expect(await secret.inputValue()).toBe('');
  await takePicture(page, 'webhook-signed');
  expect(await findAxeFaults(page)).toEqual([]);
  await save.click();
  await expect.poll(() => bodies().length).toBe(2);
  await removal.check();
  await save.click();
  await expect.poll(() => bodies().length).toBe(3);
  const sent = { url: webhook.url, events: webhook.events };
  expect(bodies()).toEqual([
    { ...sent, signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    sent,
    { ...sent, signingSecret: null },
  ]);
});

test('a schedule that paused itself says since when and why, and goes on by a press', async () => {
  const [schedule] = readData(dashboard(), 'GET /schedules').schedules;
  if (schedule === undefined) throw new Error('Expected a schedule.');
  const reason = 'insufficient_credits: none left';
  const refusals = { count: 3, reason, lastDueAtMs: schedule.createdAtMs };
  const paused = { ...schedule, pausedAtMs: schedule.createdAtMs, refusals };
  dashboard().answers['GET /schedules'] = { schedules: [paused] };
  dashboard().answers['POST /schedules/{id}/resume'] = () => {
    dashboard().answers['GET /schedules'] = { schedules: [schedule] };
    return schedule;
  };
  for (const { name, ...look } of looks) {
    const page = await openView('#/schedules', 'Schedules', look);
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByText(refusals.reason).waitFor();
    await takePicture(page, `schedule-paused-${name}`);
    expect(await findAxeFaults(page)).toEqual([]);
  }
  const page = await openView('#/schedules', 'Schedules');
  await page.getByRole('button', { name: 'Resume the schedule of Books of the shop' }).click();
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  expect(dashboard().calls.map(({ route }) => route)).toContain('POST /schedules/Sc1/resume');
  expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0);
});

test('what cannot be read is told with the way to try again', async () => {
  let isDown = true;
  const keys = readData(dashboard(), 'GET /keys');
  const failure = { code: 'internal_error', message: 'Something failed inside.' };
  dashboard().answers['GET /keys'] = () => {
    if (isDown) {
      return Response.json({ status: 'error', request_id: 'r', error: failure }, { status: 500 });
    }
    return keys;
  };
  const page = await openView('#/keys', 'Keys');
  await page.getByRole('alert').filter({ hasText: 'Something failed inside.' }).waitFor();
  await takePicture(page, 'failed');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await page.getByText('Nightly import').innerText()).toBe('Nightly import');
});

test('a list of runs is read again while one of them goes on', async () => {
  const ended = readData(dashboard(), 'GET /runs');
  const runs = ended.runs.slice(0, 1).map((run) => ({ ...run, status: 'running' as const }));
  dashboard().answers['GET /runs'] = { runs };
  const page = await open('#/runs');
  await page.clock.install();
  await page.reload();
  await page.getByRole('cell', { name: 'Running' }).waitFor();
  dashboard().answers['GET /runs'] = ended;
  await page.clock.fastForward(5_000);
  expect(await page.getByRole('cell', { name: 'Completed' }).innerText()).toContain('Completed');
});

test('a lost network is told while it lasts', async () => {
  const page = await openView('', 'Overview');
  await page.context().setOffline(true);
  await page.getByText('No network.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No network.').waitFor({ state: 'detached' });
  expect(await page.getByRole('main').innerText()).toContain('18,240');
});

test('an account without anything is told how to begin', async () => {
  dashboard().answers['GET /keys'] = { keys: [] };
  dashboard().answers['GET /recipes'] = { recipes: [] };
  dashboard().answers['GET /schedules'] = { schedules: [] };
  const page = await openView('#/keys', 'Keys');
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  await takePicture(page, 'empty');
  await page.goto(`${origin}/#/recipes`);
  await page.getByRole('heading', { name: 'No recipes yet' }).waitFor();
  await page.goto(`${origin}/#/schedules`);
  expect(await page.getByText('Store a recipe first').innerText()).toContain('schedule');
});
