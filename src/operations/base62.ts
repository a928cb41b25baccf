import { randomInt } from 'node:crypto';

/** The digits of ids and keys, in order of their values. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** So many base62 digits from the system's random source, without modulo bias. */
export function createRandomBase62(length: number): string {
  return Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join('');
}
