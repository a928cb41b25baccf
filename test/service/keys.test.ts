import { describe, expect, test } from 'vitest';
import { createApiKey, isApiKey } from '../../src/service/accounts/keys.ts';
import { eachStore } from '../support/each-store.ts';
import { addCustomer, openService } from '../support/open-service.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a key', () => {
  test('is svc_live_ and 32 base62 characters, all of which occur', () => {
    const seen = new Set<string>();
    for (let count = 0; count < 1_000; count += 1) {
      const key = createApiKey();
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{32}$/);
      expect(isApiKey(key)).toBe(true);
      for (const character of key.slice(9, 35)) seen.add(character);
    }
    expect(seen.size).toBe(62);
  });

  test('with one wrong or two swapped characters is recognised as unknown without a look-up', () => {
    for (let count = 0; count < 30; count += 1) {
      const key = createApiKey();
      for (let at = 9; at < key.length; at += 1) {
        const before = alphabet.indexOf(key[at] ?? '');
        const other = alphabet[(before + 1 + count) % alphabet.length] ?? '';
        expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
        const swapped = `${key.slice(0, at)}${key[at + 1] ?? ''}${key[at]}${key.slice(at + 2)}`;
        expect(isApiKey(swapped)).toBe(swapped === key);
      }
    }
  });

  test.each(['', 'svc_live_', `${createApiKey()}x`, ` ${createApiKey()}`, `${createApiKey()}\n`])(
    '%j is none',
    (text) => {
      expect(isApiKey(text)).toBe(false);
    },
  );
});

eachStore((openStore) => {
  test('the whole key is shown once; afterwards there are its label, its end and its dates', async () => {
    const { service, clock } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const { key, ...shown } = await service.keys.create({ account, label: 'Übersicht 1' });
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{11}$/) as string,
      account,
      label: 'Übersicht 1',
      last4: key.slice(-4),
      createdAtMs: clock.nowMs(),
    });
    expect(await service.keys.list(account)).toEqual([shown]);
    expect(await service.keys.authenticate(key)).toMatchObject({ account });
  });

  test('missing, mistyped, unknown and revoked keys get one and the same error; revoking counts at once', async () => {
    const { service } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const { id, key } = await service.keys.create({ account, label: 'old' });
    const { key: other } = await service.keys.create({ account, label: 'new' });
    await service.keys.authenticate(key);
    const { revokedAtMs } = await service.keys.revoke({ account, id });
    expect(revokedAtMs).toBeGreaterThan(0);
    // When it was used last is noted in the background.
    expect(await service.keys.revoke({ account, id })).toMatchObject({ id, revokedAtMs });
    const errors = [];
    for (const wrong of [
      undefined,
      '',
      'svc_live_x',
      `${key.slice(0, -1)}!`,
      createApiKey(),
      key,
    ]) {
      const error = await service.keys.authenticate(wrong).catch((caught: unknown) => caught);
      errors.push([(error as { code: string }).code, (error as Error).message]);
    }
    expect(new Set(errors.map((error) => error.join(' '))).size).toBe(1);
    expect(errors[0]?.[0]).toBe('unauthorized');
    expect(await service.keys.authenticate(other)).toMatchObject({ account });
  });

  test('an account shows the names of its webhook’s headers, but not what is in them', async () => {
    const { service } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const headers = { authorization: 'Bearer s3cret' };
    await service.accounts.setWebhook(account, { url: 'https://hooks.example/', headers });
    expect((await service.accounts.get(account)).webhook?.headers).toEqual(['authorization']);
  });
});

test('a label is one line of 1 to 200 characters', async () => {
  const { service } = openService();
  const { account } = await addCustomer(service);
  for (const label of ['', '  ', 'x'.repeat(201), 'two\nlines', 'bell\u0007', undefined as never]) {
    await expect(service.keys.create({ account, label })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/label' }] },
    });
  }
  await service.keys.create({ account, label: 'x'.repeat(200) });
  await expect(service.keys.create({ account: 'nobody', label: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
