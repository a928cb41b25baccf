import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

// IANA special-purpose registries (IPv4 and IPv6), block by block as listed there, and the multicast blocks.
const specialBlocks = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 ' +
  '192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 ' +
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
  '224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 ' +
  '::1/128 ::/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 ' +
  '2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 ' +
  '2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 ff00::/8'
).split(' ');

describe('every special-purpose block is closed', () => {
  test.each(specialBlocks)(
    '%s: first and last are closed, their neighbours are as they are',
    (block) => {
      const [network, prefix] = ipaddr.parseCIDR(block);
      const first = toBigInt(network.toByteArray());
      const bits = network.kind() === 'ipv4' ? 32 : 128;
      const last = first + (1n << BigInt(bits - prefix)) - 1n;
      expect(isPublicAddress(toAddress(first, bits))).toBe(false);
      expect(isPublicAddress(toAddress(last, bits))).toBe(false);
      for (const neighbour of [first - 1n, last + 1n]) {
        if (neighbour < 0n || neighbour >= 1n << BigInt(bits)) continue;
        expect(isPublicAddress(toAddress(neighbour, bits))).toBe(!isInSomeBlock(neighbour, bits));
      }
    },
  );
});

test('of 300,000 random addresses none is public that ipaddr.js calls special', () => {
  const random = mulberry32(20_261_120);
  let open = 0;
  const wrong: string[] = [];
  for (let index = 0; index < 300_000; index += 1) {
    const bytes = Array.from({ length: index % 2 === 0 ? 4 : 16 }, () => random() & 0xff);
    // Random IPv6 hardly ever lies where addresses are handed out.
    if (bytes.length === 16 && index % 4 === 1) bytes[0] = 0x20 | ((bytes[0] ?? 0) & 0x1f);
    const address = ipaddr.fromByteArray(bytes);
    if (!isPublicAddress(address.toString())) continue;
    open += 1;
    if (address.range() !== 'unicast') wrong.push(`${address.toString()} ${address.range()}`);
  }
  expect(wrong).toEqual([]);
  expect(open).toBeGreaterThan(100_000);
});

test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '::7f00:1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '8.8.8',
  '134744072',
  '0x08.8.8.8',
  '010.8.8.8',
  '[2606:4700:4700::1111]',
  '2606:4700:4700::1111%eth0',
  ' 8.8.8.8',
  '8.8.8.8.',
  '',
  'example.com',
])('"%s" is not public, whatever it may mean', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

function isInSomeBlock(value: bigint, bits: number): boolean {
  const address = ipaddr.parse(toAddress(value, bits));
  if (bits === 128 && value >> 125n !== 1n) return true;
  return specialBlocks.some((block) => {
    const [network, prefix] = ipaddr.parseCIDR(block);
    return network.kind() === address.kind() && address.match([network, prefix] as never);
  });
}

function toBigInt(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function toAddress(value: bigint, bits: number): string {
  const bytes = Array.from({ length: bits / 8 }, (_, index) =>
    Number((value >> BigInt(bits - 8 * (index + 1))) & 0xffn),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

/** Numbers that are the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
