import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^11 ids are 65 bits: among a thousand million of them, the chance that any two are alike is 1 in 100. */
const length = 11;

/** An opaque id of 11 base62 characters from the system's random source, without modulo bias. */
export function createShortId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
