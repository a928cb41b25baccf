import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Issue } from '../errors/error-codes.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';

/** Headers a caller may send along with a page request. */
export const headerLimits = { count: 32, characters: 16_384 } as const;

/** Connection-level names: they belong to the fetcher, which alone knows the connection. */
const hopByHop = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Everything that is wrong with a caller's headers; paths start at `/headers`. */
export function checkHeaders(headers: Readonly<Record<string, string>>): readonly Issue[] {
  const entries = Object.entries(headers);
  const characters = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const issues: Issue[] = [];
  if (entries.length > headerLimits.count) {
    issues.push({ path: '/headers', message: `Expected at most ${headerLimits.count} headers.` });
  }
  if (characters > headerLimits.characters) {
    issues.push({
      path: '/headers',
      message: `Expected at most ${headerLimits.characters} characters in all.`,
    });
  }
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const path = toJsonPointer(['headers', name]);
    const fault = faultOf(name.toLowerCase(), value, seen);
    if (fault !== undefined) issues.push({ path, message: fault });
    seen.add(name.toLowerCase());
  }
  return issues;
}

function faultOf(name: string, value: string, seen: ReadonlySet<string>): string | undefined {
  if (seen.has(name)) return 'It is given twice, in different spelling.';
  if (hopByHop.has(name)) return 'This header belongs to the connection and cannot be set.';
  if (name.startsWith('proxy-') || name.startsWith('sec-')) {
    return 'Headers that start with "Proxy-" or "Sec-" cannot be set.';
  }
  try {
    validateHeaderName(name);
  } catch {
    // Node tells the name only; what is wrong is always the same.
    return 'A header name holds letters, digits and hyphens only.';
  }
  try {
    validateHeaderValue(name, value);
  } catch {
    // Node's message would repeat the value, which may be a secret.
    return 'A header value holds no line breaks, NUL or characters beyond Latin-1.';
  }
  return undefined;
}
