import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../schema/to-canonical-json.ts';

/** SHA-256 of a JSON value, hex: equal for values that differ in the order of their members only. */
export function toDigest(value: unknown): string {
  return toTextDigest(toCanonicalJson(value));
}

/** SHA-256 of a text in UTF-8, or of bytes, hex. */
export function toTextDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
