import { expect, onTestFinished, test } from 'vitest';
import { addCustomer, createGate, lampInput, openService, until } from '../support/open-service.ts';
import { serveReceiver } from '../support/serve-receiver.ts';
import { shopRecipe } from '../support/shop-recipe.ts';

const hook = { url: 'https://hooks.example/' };

test('a suspended account is refused every change and every dispatch, in process as well', async () => {
  const { service } = openService();
  const { account, recipeId } = await addCustomer(service, { email: 'ada@shop.example' });
  const { id: keyId } = await service.keys.create({ account, label: 'own' });
  const cron = '0 6 * * *';
  const { id: scheduleId } = await service.schedules.put({ account, recipeId, cron });
  const { id: runId } = await service.dispatchRun({ account, recipeId });
  await service.accounts.setWebhook(account, hook);
  const recipe = { account, id: recipeId };
  await service.accounts.suspend(account);
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'make a key': () => service.keys.create({ account, label: 'more' }),
    'revoke a key': () => service.keys.revoke({ account, id: keyId }),
    'store a recipe': () => service.recipes.put({ account, document: shopRecipe() }),
    'store a version': () => service.recipes.put({ ...recipe, document: shopRecipe() }),
    'set the webhook of a recipe': () => service.recipes.setWebhook(recipe, hook),
    'enable a recipe': () => service.recipes.enable(recipe),
    'disable a recipe': () => service.recipes.disable(recipe),
    'delete a recipe': () => service.recipes.delete(recipe),
    'make a schedule': () => service.schedules.put({ account, recipeId, cron }),
    'change a schedule': () => service.schedules.put({ account, id: scheduleId, recipeId, cron }),
    'delete a schedule': () => service.schedules.delete({ account, id: scheduleId }),
    'set the webhook': () => service.accounts.setWebhook(account, hook),
    'remove the webhook': () => service.accounts.setWebhook(account, undefined),
    'try the webhook': () => service.testWebhook({ account }),
    'change the address': () =>
      service.signIns.createAddressLink({ account, email: 'eve@shop.example' }),
    'cancel a run': () => service.cancelRun({ account, id: runId }),
    'dispatch a run': () => service.dispatchRun({ account, recipeId }),
    'open a session of the studio': () => service.takePlace({ account, kind: 'studio-session' }),
    'begin a draft in the studio': () => service.takePlace({ account, kind: 'draft' }),
    extract: () => service.extract(lampInput, { account }),
    scrape: () => service.scrape({ url: lampInput.url }, { account }),
  };
  for (const [what, change] of Object.entries(changes)) {
    const refusal = await change().catch((error: unknown) => error);
    expect([what, refusal]).toEqual([what, expect.objectContaining({ code: 'forbidden' })]);
  }
  // It reads, signs in to read, and may go.
  expect((await service.recipes.get(recipe)).revision).toBe(1);
  expect(await service.keys.list(account)).toHaveLength(1);
  (await service.takePlace({ account, kind: 'stream' })).leave();
  expect((await service.signIns.createLink({ account })).token).toHaveLength(43);
  await service.accounts.requestDeletion(account);
  await service.accounts.cancelDeletion(account);
  await service.accounts.resume(account);
  expect((await service.keys.create({ account, label: 'more' })).label).toBe('more');
});

test('an address that was asked for before the suspension does not become the account’s during it', async () => {
  const { service } = openService();
  const { account } = await addCustomer(service, { email: 'ada@shop.example' });
  const { token } = await service.signIns.createAddressLink({ account, email: 'eve@shop.example' });
  await service.accounts.suspend(account);
  await expect(service.signIns.confirmAddress({ token, account })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await service.accounts.resume(account);
  // Links of before are dead.
  await expect(service.signIns.confirmAddress({ token, account })).rejects.toThrow('taken back');
  expect((await service.accounts.get(account)).email).toBe('ada@shop.example');
});

test('a suspension cancels the runs of the account alone, and no webhook tells of them', async () => {
  const receiver = await serveReceiver();
  onTestFinished(() => receiver.close());
  const gate = createGate();
  const { service, events } = openService({
    replay: { beforePage: gate.wait },
    gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
  });
  await service.start();
  const ada = await addCustomer(service);
  const bob = await addCustomer(service);
  for (const { account } of [ada, bob]) {
    await service.accounts.setWebhook(account, { url: `${receiver.url}/${account}` });
  }
  const [mine, theirs] = [await service.dispatchRun(ada), await service.dispatchRun(bob)];
  for (const { account, id } of [mine, theirs]) {
    await until(async () => (await service.getRun({ account, id })).status === 'running');
  }
  await service.accounts.suspend(ada.account);
  expect(await service.getRun({ account: ada.account, id: mine.id })).toMatchObject({
    status: 'cancelled',
    error: 'the account was suspended',
  });
  expect((await service.accounts.get(ada.account)).credits).toEqual({ balance: 100, held: 0 });
  gate.open();
  // A neighbour's run goes on, and is told of.
  await until(() => events.some(({ kind }) => kind === 'delivery'));
  expect(receiver.requests.map(({ url }) => url)).toEqual([`/hook/${bob.account}`]);
  expect(await service.listDeliveries({ account: ada.account })).toEqual([]);
  await service.close();
});
