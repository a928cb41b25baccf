import { createHash } from 'node:crypto';

/** A page's items in their order, as one short text: equal only for the same items in the same order. */
export function toPageSignature(keys: readonly string[]): string {
  const hash = createHash('sha256');
  // With their lengths, so that no other cut of the same text gives the same signature.
  for (const key of keys) hash.update(`${key.length}:${key}`);
  return hash.digest('base64url');
}
