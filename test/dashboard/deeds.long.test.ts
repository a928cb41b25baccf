import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createGate, until } from '../support/open-service.ts';
import { serveReceiver, type Receiver } from '../support/serve-receiver.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { go, useJourney } from './use-journey.ts';

/** Runs wait at it. */
let gate = createGate();
let receiver: Receiver;

beforeAll(async () => {
  gate.open();
  receiver = await serveReceiver(() => ({ status: 200 }));
});

afterAll(() => receiver.close());

const { open, openPage, signIn } = useJourney(() => ({
  gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
  replay: { beforePage: () => gate.wait() },
}));

async function confirm(page: Page, button: string, action: string = button): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function openRecipe(page: Page, name: string): Promise<void> {
  await go(page, 'Recipes');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('an older version is looked at, compared and restored; without a studio none is offered', async () => {
  const { service, account, recipeId: id } = open();
  await service.recipes.put({ account, id, document: { ...shopRecipe(), title: 'Second' } });
  const page = await signIn();
  await openRecipe(page, 'Second');
  await page.getByRole('button', { name: 'Changes of version 2' }).click();
  await page.getByText('The recipe: title is "Second"; it was "A shop".').waitFor();
  await page.getByLabel('Before').selectOption('Version 2');
  await page.getByText('These versions have the same').waitFor();
  await page.keyboard.press('Escape');
  await confirm(page, 'Restore version 1', 'Restore');
  await page.getByRole('heading', { level: 1, name: 'A shop' }).waitFor();
  await page.getByRole('cell', { name: 'Version 3', exact: true }).waitFor();
  expect(await service.recipes.get({ account, id })).toMatchObject({
    revision: 3,
    document: shopRecipe(),
  });
  expect(await page.getByRole('link', { name: 'Edit in studio' }).count()).toBe(0);
});

test('who edits a version that another has replaced is told, keeps what was typed and may go on with it', async () => {
  const { service, account, recipeId: id } = open();
  const page = await signIn();
  await openRecipe(page, 'A shop');
  await page.getByRole('button', { name: 'New version' }).click();
  const typed = JSON.stringify({ ...shopRecipe(), title: 'Mine' });
  await page.getByLabel('Recipe as JSON').fill(typed);
  await service.recipes.put({ account, id, document: { ...shopRecipe(), title: 'Theirs' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('has version 2 by now, and this was made from version 1').waitFor();
  await page.getByText('This was typed on version 1; the recipe has version 2 by now.').waitFor();
  expect(await page.getByLabel('Recipe as JSON').inputValue()).toBe(typed);
  expect((await service.recipes.get({ account, id })).revision).toBe(2);
  await page.getByRole('button', { name: 'Go on with what I typed' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  expect(await service.recipes.get({ account, id })).toMatchObject({
    revision: 3,
    document: { title: 'Mine' },
  });
});

test('a run is cancelled from its page, and a recipe deleted from its own', async () => {
  const { service, account, recipeId } = open();
  gate = createGate();
  onTestFinished(() => gate.open());
  const page = await signIn();
  const { id } = await service.dispatchRun({ account, recipeId });
  await until(async () => (await service.getRun({ account, id })).status === 'running');
  await go(page, 'Runs');
  await page.getByRole('link', { name: id }).click();
  await page.getByRole('heading', { level: 2, name: 'Running' }).waitFor();
  await confirm(page, 'Cancel the run');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect((await service.getRun({ account, id })).status).toBe('cancelled');
  await openRecipe(page, 'A shop');
  await confirm(page, 'Delete');
  await page.getByRole('heading', { name: 'No recipes yet' }).waitFor();
  expect(await service.recipes.list({ account })).toEqual([]);
});

test('a webhook is tried, and a delivery shows what was sent and answered', async () => {
  const { service, account, recipeId } = open();
  const page = await signIn();
  await go(page, 'Webhooks');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Save the webhook' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The receiver answered with 200').waitFor();
  expect(receiver.requests.at(-1)?.body).toContain('This is a test delivery.');
  const { id } = await service.dispatchRun({ account, recipeId });
  await until(async () => (await service.listDeliveries({ account }))[0]?.state === 'delivered');
  await page.reload();
  await page.getByRole('button', { name: `Show the delivery of Completed of run ${id}` }).click();
  await page.getByRole('dialog').getByText('thanks').waitFor();
});

test('a schedule by hand runs the recipe, and its log leads to the run', async () => {
  const { service, clock, account } = open();
  const page = await signIn();
  await go(page, 'Schedules');
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Runs', { exact: true }).selectOption('by a cron expression');
  await page.getByLabel('Cron expression').fill('nonsense');
  await page.getByRole('alert').first().waitFor();
  await page.getByLabel('Cron expression').fill('30 */2 * * *');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '30 */2 * * *' }).waitFor();
  const log = page.getByRole('button', { name: 'Log of the schedule of A shop' });
  await log.click();
  await page.getByText('It has not been due yet.').waitFor();
  await page.keyboard.press('Escape');
  const [{ nextAtMs = 0 } = {}] = await service.schedules.list(account);
  clock.advance(nextAtMs - clock.nowMs() - 1_000);
  const run = await until(async () => {
    clock.advance(1_000);
    return (await service.listRuns({ account }))[0];
  });
  await page.reload();
  await log.click();
  await page.getByRole('link', { name: `Run ${run.id}` }).click();
  await page.getByRole('heading', { level: 1, name: `Run ${run.id}` }).waitFor();
  expect(await service.schedules.list(account)).toMatchObject([{ cron: '30 */2 * * *' }]);
});

test('an address is changed by the e-mail to the new one, and put back by the notice to the old one', async () => {
  const { service, account, mails, origin } = open();
  const page = await signIn();
  await go(page, 'Settings');
  const ask = async () => {
    await page.getByLabel('New e-mail address').fill('ada@new.test');
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('Waiting for the confirmation of ada@new.test').waitFor();
  };
  await ask();
  await page.getByRole('button', { name: 'Keep the address as it is' }).click();
  await ask();
  expect((await service.accounts.get(account)).email).toBe('ada@shop.test');
  const linkTo = async (path: string) => {
    const mail = await until(() => mails.findLast(({ text }) => text.includes(path)));
    return new RegExp(`${origin}${path}#\\S+`).exec(mail.text)?.[0] ?? '';
  };
  const link = await linkTo('/confirm-address');
  const elsewhere = await openPage();
  await elsewhere.goto(link);
  await elsewhere.getByText('then follow the link in the e-mail again').waitFor();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByText('ada@new.test is the address of your account now.').waitFor();
  expect(page.url()).toBe(`${origin}/confirm-address`);
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await go(page, 'Settings');
  await page.getByText('ada@new.test', { exact: true }).waitFor();
  expect((await service.accounts.get(account)).email).toBe('ada@new.test');
  await elsewhere.goto(await linkTo('/restore-address'));
  await elsewhere.getByRole('button', { name: 'Put the address back' }).click();
  await elsewhere.getByText('ada@shop.test is the address of your account again').waitFor();
  expect((await service.accounts.get(account)).email).toBe('ada@shop.test');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('signing out everywhere ends every window, and a deletion can be done at once', async () => {
  const { service, account } = open();
  const [page, other] = [await signIn(), await signIn()];
  await go(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await other.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const { token } = await service.signIns.createLink({ account });
  const last = await openPage();
  await last.goto(`${open().origin}/sign-in#${token}`);
  await last.getByRole('button', { name: 'Sign in' }).click();
  await go(last, 'Settings');
  await confirm(last, 'Delete the account');
  await last.getByRole('button', { name: 'Delete it now' }).click();
  await last.getByRole('dialog').getByRole('button', { name: 'Delete it now' }).click();
  await last.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect((await service.accounts.get(account)).deletedAtMs).toBeGreaterThan(0);
});
