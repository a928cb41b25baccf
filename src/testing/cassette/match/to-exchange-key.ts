import type { FoundVolatile, TapeRequest } from '../file/tape-entry.ts';
import { withoutNumbers } from '../secrets/create-secrets.ts';

/** What may differ between two requests that are the same: names, and patterns of them (`query`) or of the text (`body`). */
export interface VolatileParts {
  /** Names of query members, or patterns of names. */
  readonly query: readonly (string | RegExp)[];
  /** Names of JSON members or form fields; patterns are matched with the text of bodies and prompts. */
  readonly body: readonly (string | RegExp)[];
}

/** An exchange in parts that people can compare: the URL without its query, a line for each member, the body. */
export interface ComparableRequest {
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  readonly query: readonly string[];
  readonly body: string;
}

/** What stands for a part that may differ. */
const anything = '*';

/** Returns the request with everything that may differ left out. */
export function toComparable(
  { method, url, body }: TapeRequest,
  declared: VolatileParts,
  found: readonly FoundVolatile[],
): ComparableRequest {
  const [address = '', query = ''] = withoutNumbers(url.replace(/#.*/s, '')).split(/\?(.*)/s);
  const here = found.filter((each) => each.url === address);
  const names = [...declared.query, ...here.flatMap((each) => each.query)];
  const members = [...declared.body, ...here.flatMap((each) => each.body)];
  return {
    method: method.toUpperCase(),
    url: address,
    query: query === '' ? [] : query.split('&').map((member) => maskMember(member, names)),
    body: body === undefined ? '' : maskBody(toBodyText(body), members),
  };
}

/** The request as one string: equal for requests that are the same. */
export function toExchangeKey({ method, url, query, body }: ComparableRequest): string {
  return JSON.stringify([method, url, query, body]);
}

function maskMember(member: string, names: VolatileParts['query']): string {
  const [name = ''] = member.split('=');
  return names.some((each) => matchesName(each, decodeName(name))) ? `${name}=${anything}` : member;
}

function decodeName(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? name;
}

function matchesName(pattern: string | RegExp, name: string): boolean {
  return typeof pattern === 'string' ? pattern === name : new RegExp(pattern, '').test(name);
}

/** Returns a text with the volatile members of JSON or of a form, and what the patterns match, replaced. */
export function maskBody(text: string, parts: VolatileParts['body']): string {
  let masked = withoutNumbers(text);
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const flags = part.flags.includes('g') ? part.flags : `${part.flags}g`;
    masked = masked.replace(new RegExp(part.source, flags), anything);
  }
  const names = new Set(parts.filter((part) => typeof part === 'string'));
  if (names.size === 0) return masked;
  try {
    return JSON.stringify(JSON.parse(masked), (name, value: unknown) =>
      names.has(name) ? anything : value,
    );
  } catch {
    return masked
      .split('&')
      .map((member) => maskMember(member, [...names]))
      .join('&');
  }
}

/** Bytes that are no text count by what they are. */
function toBodyText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return Buffer.from(body).toString('base64');
  }
}
