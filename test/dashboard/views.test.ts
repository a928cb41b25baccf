import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildFrontEnd } from './build-front-end.ts';
import { createFakeDashboard, type FakeDashboard } from './fake-dashboard.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { realBrowserOptions } from '../support/real-browser.ts';

const origin = 'https://dashboard.invalid';
let folder: string;
let browser: Browser;
let dashboard: FakeDashboard;
/** What a page did that it must not do: console messages, reports of its policy, requests elsewhere, dialogs. */
let faults: string[] = [];

beforeAll(async () => {
  folder = buildFrontEnd();
  const { executablePath = '', sandbox } = realBrowserOptions();
  browser = await chromium.launch({
    executablePath,
    chromiumSandbox: sandbox !== false && process.getuid?.() !== 0,
  });
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  faults = [];
  dashboard = createFakeDashboard(folder);
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

async function open(
  address: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const viewport = { width: 1_280, height: 900 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The browser writes a line for every answer that is a failure.
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (!request.url().startsWith(origin)) {
      faults.push(`request: ${request.url()}`);
      return route.abort();
    }
    const response = await dashboard.handler(
      new Request(request.url(), {
        method: request.method(),
        ...(request.postData() === null ? {} : { body: request.postData() }),
      }),
    );
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await page.goto(`${origin}/${address}`);
  return page;
}

const accountViews = [
  ['', 'Overview'],
  ['#/keys', 'Keys'],
  ['#/recipes', 'Recipes'],
  ['#/recipes/Rc7dP2wQz1k', 'Books of the shop'],
  ['#/runs', 'Runs'],
  ['#/runs/7hGk2LmPq9X', 'Run 7hGk2LmPq9X'],
  ['#/schedules', 'Schedules'],
  ['#/webhooks', 'Webhooks'],
  ['#/playground', 'Playground'],
  ['#/settings', 'Settings'],
  ['#/nowhere', 'Nothing here'],
] as const;

const operatorViews = [
  ['', 'Service'],
  ['#/accounts', 'Accounts'],
  ['#/accounts/acc_4Tz81', 'Account acc_4Tz81'],
] as const;

const signedOut = () =>
  Response.json(
    { status: 'error', request_id: 'r', error: { code: 'unauthorized', message: 'Sign in.' } },
    { status: 401 },
  );

/** Goes to a view and waits for what it reads. */
async function show(page: Page, address: string, title: string): Promise<void> {
  await page.goto(`${origin}/${address}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

async function openView(
  address: string,
  title: string,
  options: Parameters<typeof open>[1] = {},
): Promise<Page> {
  const page = await open(address, options);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  return page;
}

/** Keeps a picture for people where a folder is named. */
async function takePicture(page: Page, name: string): Promise<void> {
  const pictures = process.env['GLEANER_TEST_PICTURES'];
  if (pictures === undefined) return;
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

test('the first view takes at most 200 KB compressed', () => {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
  const sizes = ['index.html', ...assets].map(
    (name) => gzipSync(readFileSync(path.join(folder, name))).length,
  );
  expect(assets.length).toBeGreaterThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});

test('the built files hold no inline script, no inline style and no address elsewhere', () => {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc="\.\/)|\son\w+=/);
  expect(html).not.toMatch(/(?:src|href)="(?!\.\/)/);
  const styles = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith('.css'));
  for (const name of styles) {
    expect(readFileSync(path.join(folder, 'assets', name), 'utf8')).not.toMatch(/url\(|@import/);
  }
});

/** What axe finds in a view, in the light theme by all its rules and in the dark one by those that colours can break. */
async function findAxeFaults(page: Page): Promise<readonly unknown[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await new AxeBuilder({ page })
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze();
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html),
  ]);
}

test.each([
  { kind: 'account', views: accountViews },
  { kind: 'operator', views: operatorViews },
])('axe finds nothing in the views of an $kind, in both themes', async ({ kind, views }) => {
  if (kind === 'operator') dashboard.answers['GET /session'] = { kind };
  const page = await open('');
  for (const [address, title] of views) {
    await show(page, address, title);
    const found = await findAxeFaults(page);
    await takePicture(page, `${title}-dark`);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await takePicture(page, `${title}-light`);
    expect.soft([title, ...found]).toEqual([title]);
  }
});

test.each([
  { kind: 'account', views: accountViews },
  { kind: 'operator', views: operatorViews },
])('every view of an $kind fits 360 px without scrolling sideways', async ({ kind, views }) => {
  if (kind === 'operator') dashboard.answers['GET /session'] = { kind };
  const page = await open('', { viewport: { width: 360, height: 740 } });
  for (const [address, title] of views) {
    await show(page, address, title);
    await takePicture(page, `${title}-narrow`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, title).toBeLessThanOrEqual(360);
  }
});

test('without a session the sign-in is shown, and a link is sent to the address', async () => {
  dashboard.answers['GET /session'] = signedOut;
  const page = await openView('', 'Sign in');
  await takePicture(page, 'sign-in');
  await page.getByLabel('E-mail address').fill('nora@example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  expect(dashboard.calls).toContainEqual({
    route: 'POST /links',
    body: { email: 'nora@example.org' },
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('a link is followed by a press alone, and its token leaves the address', async () => {
  const page = await openView('sign-in#secret-token', 'Welcome back');
  expect(dashboard.calls).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(dashboard.calls[0]).toEqual({ route: 'POST /session', body: { token: 'secret-token' } });
  expect(page.url()).toBe(`${origin}/`);
});

test('a key is made, copied and revoked by keyboard alone', async () => {
  const page = await openView('#/keys', 'Keys', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const focus = async (name: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
      });
      if (label === name) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  await focus('New key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await takePicture(page, 'new-key');
  await focus('');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  await takePicture(page, 'shown-key');
  await focus('Copy');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^svc_live_/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focus('Revoke Nightly import');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await focus('Revoke');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(dashboard.calls.map(({ route }) => route)).toContain('DELETE /keys/k1');
});

test('texts of others stay text', async () => {
  const [items, label] = [hostileTexts.map((text) => ({ [text]: text })), hostileTexts[0] ?? ''];
  const answers = dashboard.answers;
  const run = answers['GET /runs/{id}'];
  if (typeof run === 'function' || run instanceof Response) throw new Error('Expected data.');
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('what cannot be read is told with the way to try again', async () => {
  let isDown = true;
  const { 'GET /keys': keys } = dashboard.answers;
  const failure = { code: 'internal_error', message: 'Something failed inside.' };
  dashboard.answers['GET /keys'] = () => {
    if (isDown || typeof keys === 'function') {
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
  const { 'GET /runs': ended } = dashboard.answers;
  if (typeof ended === 'function' || ended instanceof Response) throw new Error('Expected data.');
  const runs = ended.runs.slice(0, 1).map((run) => ({ ...run, status: 'running' as const }));
  dashboard.answers['GET /runs'] = { runs };
  const page = await open('#/runs');
  await page.clock.install();
  await page.reload();
  await page.getByRole('cell', { name: 'Running' }).waitFor();
  dashboard.answers['GET /runs'] = ended;
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
  dashboard.answers['GET /keys'] = { keys: [] };
  dashboard.answers['GET /recipes'] = { recipes: [] };
  dashboard.answers['GET /schedules'] = { schedules: [] };
  const page = await openView('#/keys', 'Keys');
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  await takePicture(page, 'empty');
  await page.goto(`${origin}/#/recipes`);
  await page.getByRole('heading', { name: 'No recipes yet' }).waitFor();
  await page.goto(`${origin}/#/schedules`);
  expect(await page.getByText('Store a recipe first').innerText()).toContain('schedule');
});
