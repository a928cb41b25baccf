import { expect, test } from 'vitest';
import { createEgress } from '../egress/create-egress.ts';
import { resolveRedirect } from './resolve-redirect.ts';

const from = new URL('https://shop.example/a/b?c#part');
const egress = createEgress({});

function codeOf(location: string): string | undefined {
  try {
    resolveRedirect(egress, from, location);
    return undefined;
  } catch (error) {
    return Reflect.get(Object(error), 'code') as string;
  }
}

test.each([
  ['/d', 'https://shop.example/d#part'],
  ['d', 'https://shop.example/a/d#part'],
  ['?e', 'https://shop.example/a/b?e#part'],
  ['#other', 'https://shop.example/a/b?c#other'],
  ['//other.example/', 'https://other.example/#part'],
  ['http://other.example/d', 'http://other.example/d#part'],
])('%s leads to %s', (location, target) => {
  expect(resolveRedirect(egress, from, location).href).toBe(target);
});

test.each([
  ['ftp://other.example/', 'validation_failed'],
  ['javascript:alert(1)', 'validation_failed'],
  ['https://user:secret@other.example/', 'validation_failed'],
  ['http://[', 'validation_failed'],
  [`/${'a'.repeat(10_000)}`, 'validation_failed'],
  ['http://127.0.0.1/', 'invalid_request'],
  ['http://169.254.169.254/latest/', 'invalid_request'],
])('%.40s ends in %s', (location, code) => {
  expect(codeOf(location)).toBe(code);
});

test('a refusal does not repeat what the page wrote', () => {
  expect(() => resolveRedirect(egress, from, 'ftp://secret.example/')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') as unknown }),
  );
});
