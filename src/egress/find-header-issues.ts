import type { Issue } from '../errors/error-codes.ts';

/** Most headers of one request. */
export const maxHeaders = 32;
const maxHeaderBytes = 16_384;

// RFC 9110 section 7.6.1 (hop-by-hop) and what the connection itself decides.
const refusedNames: ReadonlySet<string> = new Set([
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

/** What is wrong with request headers that a caller wants sent, by path; empty when they may be sent. Values are never shown. */
export function findHeaderIssues(
  headers: Readonly<Record<string, string>>,
  path = '/headers',
): readonly Issue[] {
  const entries = Object.entries(headers);
  const issues: Issue[] = [];
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (entries.length > maxHeaders) {
    issues.push({
      path,
      message: `Expected at most ${maxHeaders} headers, got ${entries.length}.`,
    });
  }
  if (bytes > maxHeaderBytes) {
    issues.push({ path, message: `Expected at most ${maxHeaderBytes} bytes of headers.` });
  }
  for (const [name, value] of entries) {
    const message = findHeaderFault(name, value);
    if (message !== undefined) issues.push({ path: `${path}/${toPointerToken(name)}`, message });
  }
  return issues;
}

// RFC 9110 section 5.6.2 (token) and 5.5 (field value: printable, spaces, tabs; here only what one byte can carry).
const namePattern = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const valuePattern = /^[\t\x20-\x7E\x80-\xFF]*$/;

function findHeaderFault(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!namePattern.test(name)) return 'This is no header name.';
  if (refusedNames.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')) {
    return `The header "${lower}" is set by the connection: leave it out.`;
  }
  if (!valuePattern.test(value)) {
    return 'A header value holds no line breaks, no control characters and nothing beyond Latin-1.';
  }
  return undefined;
}

function toPointerToken(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Headers with their names in lower case, as every part below the callers expects them. */
export function toLowerNames(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
