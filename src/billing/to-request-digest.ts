import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../schema/to-canonical-json.ts';

/** SHA-256, in base64, of what is asked for: the same for the same request, in whatever order its members come. */
export function toRequestDigest(request: unknown): string {
  return createHash('sha256').update(toCanonicalJson(request)).digest('base64');
}
