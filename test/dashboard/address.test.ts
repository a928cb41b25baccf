import { expect, test } from 'vitest';
import { createDashboard } from '../../src/web/dashboard/index.ts';
import { eachStore } from '../support/each-store.ts';
import { openService, until } from '../support/open-service.ts';
import { dataOf, openDashboard, origin, toRequest, type Stage } from './open-dashboard.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The token of the e-mail to an address, once it is there. */
async function readToken({ mails }: Stage, to: string, path: string): Promise<string> {
  const mail = await until(() => mails.findLast((one) => one.to === to && one.text.includes(path)));
  return new RegExp(`https://gleaner\\.test${path}#([\\w-]{43})\\n`).exec(mail.text)?.[1] ?? '';
}

const ask = (stage: Stage, email: string) =>
  dataOf(stage, 'PUT /settings/email', { body: { email } });

const confirm = (stage: Stage, token: string, cookie: string | null = stage.cookie) =>
  stage.ask('POST /settings/email/confirm', { cookie, body: { token } });

const restore = (stage: Stage, token: string) =>
  stage.ask('POST /address/restore', { cookie: null, body: { token } });

const emailOf = async ({ service, account }: Stage) => (await service.accounts.get(account)).email;

eachStore((openStore) => {
  test('the e-mail to a new address signs nobody in: it confirms the address, in a session of the account', async () => {
    const stage = await openDashboard({ store: openStore() });
    const asked = await ask(stage, 'New@shop.test');
    expect(asked).toMatchObject({ email: 'ada@shop.test', waitingEmail: 'new@shop.test' });
    const token = await readToken(stage, 'new@shop.test', '/confirm-address');
    const stranger = await stage.ask('POST /session', { cookie: null, body: { token } });
    expect([stranger.status, stranger.headers.get('set-cookie')]).toEqual([401, null]);
    // Not signed in, and signed in to another account: the link stays.
    expect((await confirm(stage, token, null)).status).toBe(401);
    const { id } = await stage.service.accounts.create({ email: 'eve@else.test' });
    const elsewhere = await confirm(stage, token, await stage.signIn(id));
    expect([elsewhere.status, elsewhere.body.error?.message]).toEqual([
      403,
      expect.stringContaining('sign in to that account first, then follow the link again'),
    ]);
    expect((await stage.service.accounts.get(id)).email).toBe('eve@else.test');
    expect(await emailOf(stage)).toBe('ada@shop.test');
    const other = await stage.signIn(stage.account);
    const confirmed = await confirm(stage, token);
    expect([confirmed.body.data, confirmed.headers.get('set-cookie')]).toEqual([
      { email: 'new@shop.test' },
      null,
    ]);
    expect(await dataOf(stage, 'GET /settings')).toMatchObject({
      email: 'new@shop.test',
      waitingEmail: null,
    });
    // This session goes on, the others are over, and the link is used.
    expect((await stage.ask('GET /session', { cookie: other })).status).toBe(401);
    expect((await confirm(stage, token)).status).toBe(401);
  });

  test('the address before is told when a change is asked for and when it is done, and puts itself back within seven days', async () => {
    const stage = await openDashboard({ store: openStore() });
    const { mails, clock } = stage;
    await ask(stage, 'new@shop.test');
    await until(() => mails.length === 2);
    expect(mails.find(({ to }) => to === 'ada@shop.test')).toMatchObject({
      subject: 'Your e-mail address is about to change',
      text: expect.stringContaining('new@shop.test') as string,
    });
    await confirm(stage, await readToken(stage, 'new@shop.test', '/confirm-address'));
    const token = await readToken(stage, 'ada@shop.test', '/restore-address');
    // Who took the account can neither sign it out of its way back nor outrank it.
    await ask(stage, 'third@shop.test');
    await confirm(stage, await readToken(stage, 'third@shop.test', '/confirm-address'));
    const later = await readToken(stage, 'new@shop.test', '/restore-address');
    expect((await restore(stage, later)).body.data).toEqual({ email: 'new@shop.test' });
    const thief = await stage.signIn(stage.account);
    await stage.ask('DELETE /sessions', { cookie: thief });
    await stage.service.accounts.suspend(stage.account);
    clock.advance(7 * dayMs - 1);
    const last = await stage.signIn(stage.account);
    const { token: waiting } = await stage.service.signIns.createLink({ account: stage.account });
    // While it is suspended nothing of the account changes, and the way back stays.
    expect((await restore(stage, token)).status).toBe(403);
    await stage.service.accounts.resume(stage.account);
    expect((await restore(stage, token)).body.data).toEqual({ email: 'ada@shop.test' });
    expect(await emailOf(stage)).toBe('ada@shop.test');
    expect((await stage.ask('GET /session', { cookie: last })).status).toBe(401);
    const followed = await stage.ask('POST /session', { cookie: null, body: { token: waiting } });
    expect(followed.status).toBe(401);
    expect((await restore(stage, token)).status).toBe(401);
    await until(() => mails.some(({ subject }) => subject === 'Your e-mail address was put back'));
    expect(mails.at(-1)?.to).toBe('new@shop.test');
  });

  test('of several addresses that are asked for at once one waits, and the links to the others are dead', async () => {
    const { service, account } = await openDashboard({ store: openStore() });
    const emails = Array.from({ length: 8 }, (_, place) => `new${place}@shop.test`);
    const links = await Promise.all(
      emails.map((email) => service.signIns.createAddressLink({ account, email })),
    );
    const waiting = await service.signIns.findWaitingAddress(account);
    const confirmed: string[] = [];
    for (const { token } of links) {
      const changed = await service.signIns
        .confirmAddress({ token, account })
        .catch(() => undefined);
      if (changed !== undefined) confirmed.push(changed.email);
    }
    expect(confirmed).toEqual([waiting?.email]);
  });

  test('the way back is closed after seven days, and by an address that the operator sets', async () => {
    const stage = await openDashboard({ store: openStore() });
    const { service, account } = stage;
    const move = async (email: string) => {
      const { token } = await service.signIns.createAddressLink({ account, email });
      const { wayBack } = await service.signIns.confirmAddress({ token, account });
      return wayBack?.token ?? '';
    };
    const late = await move('second@shop.test');
    stage.clock.advance(7 * dayMs);
    expect((await restore(stage, late)).status).toBe(401);
    const stolen = await move('third@shop.test');
    await service.accounts.verifyEmail(account, 'safe@shop.test');
    expect((await restore(stage, stolen)).status).toBe(401);
    expect(await emailOf(stage)).toBe('safe@shop.test');
  });
});

test('a sign-in link from before a change does not set the old address back', async () => {
  const stage = await openDashboard();
  await stage.ask('POST /links', { cookie: null, body: { email: 'ada@shop.test' } });
  const old = await readToken(stage, 'ada@shop.test', '/sign-in');
  await ask(stage, 'new@shop.test');
  await confirm(stage, await readToken(stage, 'new@shop.test', '/confirm-address'));
  const followed = await stage.ask('POST /session', { cookie: null, body: { token: old } });
  expect(followed.status).toBe(401);
  expect(await emailOf(stage)).toBe('new@shop.test');
});

test('a change is called off by its owner, by a further one, and by signing out everywhere', async () => {
  const stage = await openDashboard();
  await ask(stage, 'first@shop.test');
  const first = await readToken(stage, 'first@shop.test', '/confirm-address');
  await ask(stage, 'second@shop.test');
  const second = await readToken(stage, 'second@shop.test', '/confirm-address');
  expect((await confirm(stage, first)).status).toBe(401);
  expect(await dataOf(stage, 'DELETE /settings/email')).toMatchObject({ waitingEmail: null });
  expect((await confirm(stage, second)).status).toBe(401);
  await ask(stage, 'third@shop.test');
  const third = await readToken(stage, 'third@shop.test', '/confirm-address');
  await stage.ask('DELETE /sessions');
  expect((await confirm(stage, third, await stage.signIn(stage.account))).status).toBe(401);
  expect(await emailOf(stage)).toBe('ada@shop.test');
});

test('a link to a new address is good for a day, and an address of another account is refused', async () => {
  const stage = await openDashboard();
  await ask(stage, 'late@shop.test');
  const late = await readToken(stage, 'late@shop.test', '/confirm-address');
  stage.clock.advance(dayMs);
  const cookie = await stage.signIn(stage.account);
  expect((await confirm(stage, late, cookie)).status).toBe(401);
  await stage.service.accounts.create({ email: 'bob@shop.test' });
  await ask(stage, 'bob@shop.test');
  const taken = await readToken(stage, 'bob@shop.test', '/confirm-address');
  expect((await confirm(stage, taken, cookie)).body.error?.code).toBe('conflict');
});

test('an address that was never proved is told nothing, and gets no way back', async () => {
  const stage = await openDashboard();
  const { service, mails } = stage;
  const typo = { email: 'stranger@else.test', emailVerified: false };
  const { id } = await service.accounts.create(typo);
  const cookie = await stage.signIn(id);
  await stage.ask('PUT /settings/email', { cookie, body: { email: 'bob@shop.test' } });
  await confirm(stage, await readToken(stage, 'bob@shop.test', '/confirm-address'), cookie);
  expect((await service.accounts.get(id)).email).toBe('bob@shop.test');
  expect(mails.map(({ to }) => to)).toEqual(['bob@shop.test']);
});

test('an account asks for five e-mails to new addresses in ten minutes', async () => {
  const stage = await openDashboard();
  const statuses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    const body = { email: `new${tries}@shop.test` };
    statuses.push((await stage.ask('PUT /settings/email', { body })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  stage.clock.advance(10 * 60_000);
  expect(await ask(stage, 'new@shop.test')).toMatchObject({ waitingEmail: 'new@shop.test' });
});

test('an account that the operator makes is invited by an e-mail of its own, which signs in and verifies the address', async () => {
  const stage = await openDashboard();
  const cookie = await stage.signIn();
  const made = await dataOf(stage, 'POST /operator/accounts', {
    cookie,
    body: { email: 'bob@shop.test' },
  });
  const token = await readToken(stage, 'bob@shop.test', '/invitation');
  expect(stage.mails[0]?.subject).toBe('Your account at gleaner.test');
  stage.clock.advance(6 * dayMs);
  const followed = await stage.ask('POST /session', { cookie: null, body: { token } });
  expect(followed.body.data).toMatchObject({ account: made['id'] });
  const { emailVerifiedAtMs } = await stage.service.accounts.get(String(made['id']));
  expect(emailVerifiedAtMs).toBeGreaterThan(0);
  const again = await stage.ask('POST /session', { cookie: null, body: { token } });
  expect(again.status).toBe(401);
});

test('with an embedder’s own sign-in the account that it names confirms', async () => {
  const { service } = openService();
  const { id: account } = await service.accounts.create({ email: 'ada@shop.test' });
  const { id: other } = await service.accounts.create();
  let who = other;
  const handler = createDashboard(service, { origin, authenticate: () => ({ account: who }) });
  const { token } = await service.signIns.createAddressLink({ account, email: 'new@shop.test' });
  const status = async () =>
    (await handler(toRequest('POST /settings/email/confirm', { body: { token } }))).status;
  expect(await status()).toBe(403);
  who = account;
  expect(await status()).toBe(200);
  expect((await service.accounts.get(account)).email).toBe('new@shop.test');
});
