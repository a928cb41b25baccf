import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62Digits, createRandomBase62 } from '../../operations/base62.ts';

const prefix = 'svc_live_';
const randomLength = 26;
/** 62^6 is more than 2^32. */
const checksumLength = 6;
const pattern = /^svc_live_[0-9A-Za-z]{32}$/;

/** A new key: 26 characters from the system's random source (155 bits, without modulo bias), then their checksum. */
export function createApiKey(): string {
  const body = createRandomBase62(randomLength);
  return `${prefix}${body}${checksumOf(body)}`;
}

/** Whether a text can be a key at all: tells a typo without asking the store. */
export function isApiKey(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksumOf(body));
}

/** SHA-256, hexadecimal: the only form in which a key is kept. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = `${base62Digits[rest % base62Digits.length]}${digits}`;
    rest = Math.floor(rest / base62Digits.length);
  }
  return digits;
}
