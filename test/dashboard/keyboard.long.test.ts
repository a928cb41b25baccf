import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTypist, readFocus, type Typist } from './create-typist.ts';
import { readData } from './fake-dashboard.ts';
import { takePicture, useViews } from './use-views.ts';

const { dashboard, open } = useViews();

const calls = () => dashboard().calls.map(({ route }) => route);

async function openAs(kind: 'account' | 'operator'): Promise<readonly [Typist, Page]> {
  if (kind === 'operator') dashboard().answers['GET /session'] = { kind };
  const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return [createTypist(page), page];
}

test('one signs in by keyboard alone, and comes past the navigation by its first link', async () => {
  const page = await open('sign-in#secret-token');
  const typist = createTypist(page);
  await typist.reach('Sign in');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await typist.reach('Skip to the content');
  await typist.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await typist.reach('All runs');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await typist.reach('Sign out');
  await typist.press('Enter');
  await expect.poll(calls).toContain('DELETE /session');
});

test('keys are made, copied and revoked by keyboard alone', async () => {
  const [typist, page] = await openAs('account');
  await typist.go('Keys');
  await typist.reach('New key');
  await typist.press('Enter');
  await typist.expectDialog('New key');
  await typist.type('Laptop');
  await typist.press('Enter');
  await typist.expectDialog('Your new key');
  await takePicture(page, 'shown-key');
  await typist.reach('Copy');
  await typist.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^svc_live_/);
  await typist.press('Escape');
  await typist.expectNoDialog();
  expect(await readFocus(page)).toMatchObject({ name: 'New key' });
  // The row's button goes with the key.
  const before = readData(dashboard(), 'GET /keys');
  dashboard().answers['DELETE /keys/{id}'] = () => {
    dashboard().answers['GET /keys'] = {
      keys: before.keys.map((key) => ({ ...key, revokedAtMs: Date.now() })),
    };
    return { done: true };
  };
  await typist.reach('Revoke Nightly import');
  await typist.press('Enter');
  await typist.expectDialog('Revoke Nightly import');
  await typist.reach('Revoke');
  await typist.press('Enter');
  await typist.expectNoDialog();
  expect(calls()).toContain('DELETE /keys/k1');
});

test('webhooks are set, tried and removed, and deliveries read by keyboard alone', async () => {
  const [typist, page] = await openAs('account');
  await typist.go('Webhooks');
  await typist.reach('Completed');
  await typist.press('Space');
  await typist.reach('Headers');
  await typist.type('Authorization: x');
  await typist.reach('Save the webhook');
  await typist.press('Enter');
  await page.getByText('Saved.').waitFor();
  await typist.reach('Send a test');
  await typist.press('Enter');
  await page.getByText('The receiver answered with 204').waitFor();
  await typist.reach('Show the delivery of Completed of run 7hGk2LmPq9X');
  await typist.press('Enter');
  await typist.expectDialog('Delivery');
  await typist.reach('Close');
  await typist.press('Enter');
  await typist.expectNoDialog();
  dashboard().answers['DELETE /webhook'] = () => {
    dashboard().answers['GET /webhook'] = { webhook: null };
    return { webhook: null };
  };
  await typist.reach('Remove');
  await typist.press('Enter');
  await typist.expectDialog('Remove this webhook?');
  await typist.reach('Remove');
  await typist.press('Enter');
  await typist.expectNoDialog();
  expect(calls()).toContain('DELETE /webhook');
});

test('the playground is used by keyboard alone', async () => {
  const [typist, page] = await openAs('account');
  await typist.go('Playground');
  await typist.reach('URL');
  await typist.type('https://books.example/');
  await typist.reach('What to extract');
  await typist.type('title and price');
  await typist.reach('More options');
  await typist.press('Enter');
  await typist.reach('Detail');
  await typist.press('ArrowDown');
  await typist.reach('Run the call');
  await typist.press('Enter');
  await page.getByRole('tab', { name: 'Page' }).waitFor();
  await typist.reach('Page');
  await typist.press('ArrowRight');
  await page.getByRole('cell', { name: 'In another form (number)' }).waitFor();
  expect(calls()).toContain('POST /extract');
});

test('address, sessions and deletion are set by keyboard alone', async () => {
  const [typist, page] = await openAs('account');
  const { answers } = dashboard();
  const settings = readData(dashboard(), 'GET /settings');
  const ask = (deletionScheduledForMs: number | null) => () => {
    answers['GET /settings'] = { ...settings, deletionScheduledForMs };
    return { ...settings, deletionScheduledForMs };
  };
  answers['POST /settings/deletion'] = ask(Date.now() + 86_400_000);
  answers['DELETE /settings/deletion'] = ask(null);
  await typist.go('Settings');
  await typist.reach('New e-mail address');
  await typist.type('new@example.org');
  await typist.press('Enter');
  await expect.poll(calls).toContain('PUT /settings/email');
  await typist.reach('Sign out everywhere');
  await typist.press('Enter');
  await expect.poll(calls).toContain('DELETE /sessions');
  for (const last of ['Call it off', 'Delete it now']) {
    await typist.reach('Delete the account');
    await typist.press('Enter');
    await typist.expectDialog('Delete this account in 30 days?');
    await typist.reach('Delete the account');
    await typist.press('Enter');
    await typist.expectNoDialog();
    await typist.reach(last);
    await typist.press('Enter');
    if (last === 'Call it off')
      await page.getByText('The account will be deleted').waitFor({ state: 'detached' });
    await expect.poll(() => readFocus(page)).toBeDefined();
  }
  await typist.expectDialog('Delete this account now?');
  await typist.reach('Delete it now');
  await typist.press('Enter');
  await expect.poll(calls).toContain('POST /settings/deletion/confirm');
});

test('an operator makes, grants, plans and suspends by keyboard alone', async () => {
  const [typist, page] = await openAs('operator');
  await typist.go('Accounts');
  await typist.reach('New account');
  await typist.press('Enter');
  await typist.expectDialog('New account');
  await typist.type('new@example.org');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Account acc_4Tz81' }).waitFor();
  await typist.expectNoDialog();
  await typist.reach('Credits');
  await typist.type('250');
  await typist.press('Enter');
  await expect.poll(calls).toContain('POST /operator/accounts/acc_4Tz81/grants');
  await typist.reach('Pages a run');
  await typist.press('ArrowUp', 'Enter');
  await page.getByText('Saved.').waitFor();
  const account = readData(dashboard(), 'GET /operator/accounts/{id}');
  dashboard().answers['PUT /operator/accounts/{id}/suspension'] = () => {
    const suspended = { ...account, suspendedAtMs: Date.now() };
    dashboard().answers['GET /operator/accounts/{id}'] = suspended;
    return suspended;
  };
  await typist.reach('Suspend');
  await typist.press('Enter');
  await typist.expectDialog('Suspend this account?');
  await typist.reach('Suspend');
  await typist.press('Enter');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await typist.expectNoDialog();
});
