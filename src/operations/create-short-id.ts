import { createRandomBase62 } from './base62.ts';

/** 62^11 ids are 65 bits: among a thousand million of them, the chance that any two are alike is 1 in 100. */
const length = 11;

/** An opaque id of 11 base62 characters. */
export function createShortId(): string {
  return createRandomBase62(length);
}
