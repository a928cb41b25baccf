import { expect, test } from 'vitest';
import { lampInput } from '../support/open-service.ts';
import { go, useJourney } from './use-journey.ts';

const { open, openPage, signIn } = useJourney();

test('a person signs in by an e-mail, makes a key, sees it once, revokes it and signs out', async () => {
  const page = await signIn();
  await go(page, 'Keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Label').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(await open().service.keys.authenticate(secret)).toMatchObject({
    label: 'Laptop',
    account: open().account,
  });
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked').waitFor();
  await expect(open().service.keys.authenticate(secret)).rejects.toMatchObject({
    code: 'unauthorized',
  });
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
  expect(await open().service.schedules.list(open().account)).toMatchObject([
    { cron: '15 7 * * 3', timeZone: 'Europe/Zurich' },
  ]);
});

test('a schedule that cannot be is refused once, in the words of its form', async () => {
  const page = await signIn();
  await go(page, 'Schedules');
  await page.getByRole('button', { name: 'New schedule' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time zone').fill('Mars/Olympus');
  const refusal = dialog.getByRole('alert');
  await refusal.getByText('Cannot set the schedule: Time zone: ').waitFor();
  const saved = page.waitForResponse((response) => response.url().endsWith('/schedules'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(400);
  await dialog.locator('button[type=submit]:not([disabled])').waitFor();
  expect(await refusal.count()).toBe(1);
});

test('the page of a recipe that there is not has a heading and leads back to the others', async () => {
  const page = await signIn();
  await page.evaluate(() => (location.hash = '#/recipes/nope'));
  await page.getByText('There is no recipe "nope".').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Recipe', exact: true }).waitFor();
  expect(await page.title()).toBe('Recipe · Gleaner');
  await page.getByRole('main').getByRole('link', { name: 'Recipes' }).waitFor();
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
  expect((await open().service.accounts.get(open().account)).deletionScheduledForMs).toBeDefined();
  await page.getByRole('button', { name: 'Call it off' }).click();
  await page.getByRole('button', { name: 'Delete the account' }).waitFor();
  expect(
    (await open().service.accounts.get(open().account)).deletionScheduledForMs,
  ).toBeUndefined();
});

test('a call of the playground is charged, and its values are marked on the page', async () => {
  const page = await signIn();
  await go(page, 'Playground');
  await page.getByLabel('URL', { exact: true }).fill(lampInput.url);
  await page.getByLabel('What to extract').fill(lampInput.prompt);
  await page.getByRole('button', { name: 'Run the call' }).click();
  await page.getByRole('tab', { name: 'Values' }).waitFor();
  expect(await page.locator('mark').count()).toBeGreaterThan(0);
  const { credits } = await open().service.accounts.get(open().account);
  expect(credits.balance).toBe(94);
});

test('an operator makes an account, grants credits, changes its plan and suspends it', async () => {
  const { token } = await open().service.signIns.createLink({});
  const page = await openPage();
  await page.goto(`${open().origin}/sign-in#${token}`);
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
  const made = await open().service.accounts.get(id);
  expect(made).toMatchObject({ credits: { balance: 250 }, plan: { pagesPerRun: 7 } });
  expect(made.suspendedAtMs).toBeDefined();
});
