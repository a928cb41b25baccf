import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from 'undici';
import { describe, expect, test } from 'vitest';
import { toNodeListener } from '../server/serve.ts';
import { checkOptions } from '../../runtime/errors/option-checks.ts';
import { clientAddressRules, notePeer, toClientAddress } from './client-address.ts';

const header = 'x-forwarded-for';

function request(headers: Readonly<Record<string, string>> = {}, peer?: string): Request {
  const made = new Request('https://gleaner.test/', { headers });
  notePeer(made, peer);
  return made;
}

describe('toClientAddress', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51412', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::6]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['for=192.0.2.60;proto=http, for="[2001:db8:cafe::17]:4711"', '2001:db8:cafe:0::/64'],
  ])('%s in the named header is %s', (value, expected) => {
    expect(toClientAddress(request({ [header]: value }, '127.0.0.1'), { header })).toBe(expected);
  });

  test('entries that a client makes up before that of the proxy change nothing', () => {
    const forged = request({ [header]: '198.51.100.1, 198.51.100.2, 203.0.113.9' });
    expect(toClientAddress(forged, { header })).toBe('203.0.113.9');
  });

  test('a header that no one named is not believed', () => {
    const forged = request({ [header]: '198.51.100.1' }, '127.0.0.1');
    expect(toClientAddress(forged, undefined)).toBe('127.0.0.1');
  });

  test('a header without an address gives the other end of the connection', () => {
    expect(toClientAddress(request({ [header]: 'unknown' }, '::1'), { header })).toBe(
      '0:0:0:0::/64',
    );
  });

  test('it is not known of a request that came over no connection', () => {
    expect(toClientAddress(request(), { header })).toBeUndefined();
  });
});

test('a name that is no header is refused', () => {
  expect(() => checkOptions('A dashboard', { header: 'x forwarded' }, clientAddressRules)).toThrow(
    'Expected `header` to be the name of a header',
  );
  expect(() => checkOptions('A dashboard', { header }, clientAddressRules)).not.toThrow();
});

test('the Node listener tells the other end of a connection', async () => {
  const seen: (string | undefined)[] = [];
  const listener = toNodeListener(async (sent) => {
    seen.push(toClientAddress(sent, undefined));
    return new Response();
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { body } = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await body.dump();
  server.close();
  expect(seen).toEqual(['127.0.0.1']);
});
