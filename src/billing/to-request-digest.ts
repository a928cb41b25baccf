import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../schema/to-canonical-json.ts';

/** Returns the SHA-256 of a request in base64. The order of its members does not matter. */
export function toRequestDigest(request: unknown): string {
  return createHash('sha256').update(toCanonicalJson(request)).digest('base64');
}
