import { expect, test } from 'vitest';
import { parseAllowList } from './public-addresses.ts';

test.each([
  ['10.0.0.0/8', '10.1.2.3', 80, true],
  ['10.0.0.0/8', '11.0.0.0', 80, false],
  ['127.0.0.1/32:8080', '127.0.0.1', 8_080, true],
  ['127.0.0.1/32:8080', '127.0.0.1', 8_081, false],
  ['127.0.0.1/32:8080', '127.0.0.2', 8_080, false],
  ['fd00::/8', 'fd12::1', 80, true],
  ['[::1]/128:8080', '::1', 8_080, true],
  ['::1/128:8080', '::1', 8_080, true],
  ['[::1]/128:8080', '::1', 80, false],
  ['0.0.0.0/0', '::1', 80, false],
  ['127.0.0.0/8', '::ffff:127.0.0.1', 80, false],
  ['fe80::/10', 'fe80::1%eth0', 80, false],
])('%s and %s port %i: %s', (entry, address, port, expected) => {
  expect(parseAllowList([entry]).allows(address, port)).toBe(expected);
});

test.each([
  '',
  '10.0.0.0',
  '10.0.0.0/33',
  '10.0.0/8',
  '[10.0.0.0]/8',
  '::1/129',
  '127.0.0.1/32:0',
  '127.0.0.1/32:65536',
  '127.0.0.1/32:',
  '127.0.0.1:80',
  'localhost/8',
  '::1%lo/128',
  ' 10.0.0.0/8',
])('"%s" is no entry, and the error shows which one and how to write it', (entry) => {
  const parse = (): unknown => parseAllowList(['10.0.0.0/8', entry]);
  expect(parse).toThrow(TypeError);
  expect(parse).toThrow(/allowPrivate\[1\].*"10\.0\.0\.0\/8"/);
});
