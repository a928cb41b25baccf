import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../src/contracts/mailer.ts';
import { createDashboard, type DashboardHandler } from '../../src/dashboard/index.ts';
import { toNodeListener } from '../../src/http/index.ts';
import type { Service } from '../../src/service/create-service.ts';
import { addCustomer, lampInput, openService, until } from '../support/open-service.ts';
import { realBrowserOptions } from '../support/real-browser.ts';
import { buildFrontEnd } from './build-front-end.ts';

let folder: string;
let browser: Browser;
let server: Server;
let service: Service;
let origin: string;
let account: string;
let mails: Mail[] = [];
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

beforeEach(async () => {
  [mails, faults] = [[], []];
  const opened = openService();
  ({ service } = opened);
  ({ account } = await addCustomer(service, { email: 'ada@shop.test' }));
  await service.start();
  let handler: DashboardHandler | undefined;
  server = createServer(
    toNodeListener(async (request) => (await handler?.(request)) ?? new Response()),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mailer = { name: 'test', send: async (mail: Mail) => void mails.push(mail) };
  handler = createDashboard(service, { origin, mailer, folder, clock: opened.clock });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await service.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The answer by which the page knows that nobody is signed in.
    if (!message.text().includes('401')) faults.push(message.text());
  });
  return page;
}

/** Signs in as a person does: asks for a link, opens it from the letter, presses. */
async function signIn(): Promise<Page> {
  const page = await openPage();
  await page.goto(origin);
  await page.getByLabel('E-mail address').fill('ada@shop.test');
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await until(() => mails[0]);
  await page.goto(/https?:\S+/.exec(mail.text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('a person signs in by a letter, makes a key, sees it once, revokes it and signs out', async () => {
  const page = await signIn();
  await go(page, 'Keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Label').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(await service.keys.authenticate(secret)).toMatchObject({ label: 'Laptop', account });
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked').waitFor();
  await expect(service.keys.authenticate(secret)).rejects.toMatchObject({ code: 'unauthorized' });
  await go(page, 'Playground');
  await page.getByLabel('URL', { exact: true }).fill('https://shop.test/mine');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a recipe is run from its page, and its items are shown', async () => {
  const page = await signIn();
  await go(page, 'Recipes');
  await page.getByRole('link', { name: 'A shop' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByLabel('Variable query').fill('lamp');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByRole('cell', { name: 'Lamp' }).waitFor();
  await page.getByRole('tab', { name: 'CSV' }).click();
  expect(await page.getByRole('tabpanel').innerText()).toContain('name,price');
  await go(page, 'Runs');
  await page.getByLabel('State').selectOption('failed');
  await page.getByRole('heading', { name: 'No runs' }).waitFor();
});

test('a schedule is made by a sentence and shows its next ticks before it is saved', async () => {
  const page = await signIn();
  await go(page, 'Schedules');
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Runs', { exact: true }).selectOption('weekly');
  await page.getByLabel('On', { exact: true }).selectOption('Wednesday');
  await page.getByLabel('At', { exact: true }).fill('07:15');
  await page.getByLabel('Time zone').fill('Europe/Zurich');
  await page
    .getByRole('region', { name: 'Next five ticks' })
    .getByText(/7:15 AM/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Every Wednesday at 07:15' }).waitFor();
  expect(await service.schedules.list(account)).toMatchObject([
    { cron: '15 7 * * 3', timeZone: 'Europe/Zurich' },
  ]);
});

test('a webhook’s headers are written and never shown', async () => {
  const page = await signIn();
  await go(page, 'Webhooks');
  await page.getByLabel('URL').fill('https://hooks.example/in');
  await page.getByLabel('Headers').fill('Authorization: Bearer hush-hush');
  await page.getByRole('button', { name: 'Save the webhook' }).click();
  await page.getByText(/Stored: authorization/i).waitFor();
  await page.reload();
  await page.getByText(/Stored: authorization/i).waitFor();
  expect(await page.content()).not.toContain('hush-hush');
});

test('a deletion is requested and called off', async () => {
  const page = await signIn();
  await go(page, 'Settings');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click();
  await page.getByText('The account will be deleted').waitFor();
  expect((await service.accounts.get(account)).deletionScheduledForMs).toBeDefined();
  await page.getByRole('button', { name: 'Call it off' }).click();
  await page.getByRole('button', { name: 'Delete the account' }).waitFor();
  expect((await service.accounts.get(account)).deletionScheduledForMs).toBeUndefined();
});

test('a call of the playground is charged, and its values are marked on the page', async () => {
  const page = await signIn();
  await go(page, 'Playground');
  await page.getByLabel('URL', { exact: true }).fill(lampInput.url);
  await page.getByLabel('What to extract').fill(lampInput.prompt);
  await page.getByRole('button', { name: 'Run the call' }).click();
  await page.getByRole('tab', { name: 'Values' }).waitFor();
  expect(await page.locator('mark').count()).toBeGreaterThan(0);
  const { credits } = await service.accounts.get(account);
  expect(credits.balance).toBe(94);
});

test('an operator makes an account, grants credits, changes its plan and suspends it', async () => {
  const { token } = await service.signIns.createLink({});
  const page = await openPage();
  await page.goto(`${origin}/sign-in#${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
  await go(page, 'Accounts');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('E-mail address').fill('new@shop.test');
  await page.getByRole('dialog').getByRole('button', { name: 'New account' }).click();
  await page.getByRole('heading', { level: 1, name: /^Account / }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByLabel('Credits', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Grant credits' }).click();
  await page.getByText('250', { exact: true }).waitFor();
  await page.getByLabel('Pages a run').fill('7');
  await page.getByRole('button', { name: 'Save the plan' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  const made = await service.accounts.get(id);
  expect(made).toMatchObject({ credits: { balance: 250 }, plan: { pagesPerRun: 7 } });
  expect(made.suspendedAtMs).toBeDefined();
});
