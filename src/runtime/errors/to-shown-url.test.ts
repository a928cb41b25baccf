import { expect, test } from 'vitest';
import { toShownUrl } from './shown-text.ts';

test('a shown address has no user, no password, no fragment and no words of its query', () => {
  const address = 'https://ada:canary@shop.example:8443/lamps/7?token=canary&page=2#canary';
  expect(toShownUrl(address)).toBe('https://shop.example:8443/lamps/7?[redacted]');
  expect(toShownUrl('http://127.0.0.1/v1')).toBe('http://127.0.0.1/v1');
  expect(toShownUrl('no address: canary')).not.toContain('canary');
  expect(toShownUrl(`https://shop.example/${'a'.repeat(5_000)}`)).toHaveLength(301);
});
