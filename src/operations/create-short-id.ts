import { randomInt } from 'node:crypto';

/** 62^11 ids are 65 bits: among a thousand million of them, the chance that any two are alike is 1 in 100. */
const length = 11;

/** An opaque id of 11 base62 characters. */
export function createShortId(): string {
  return createRandomBase62(length);
}

/** The digits of ids and keys, in order of their values. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** So many base62 digits from the system's random source, without modulo bias. */
export function createRandomBase62(length: number): string {
  return Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join('');
}
