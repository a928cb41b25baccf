import type { BrowsingSession } from '../../../browsers/session/browsing.ts';

/** Says why a URL did not open, as a sentence; `code` is Chromium's, such as `net::ERR_CONNECTION_REFUSED`. */
export function describeFailure(
  url: string,
  code: string,
  { findFailure }: Pick<BrowsingSession, 'findFailure'>,
): string {
  const known = findFailure(url);
  if (known !== undefined) return known.message;
  const host = URL.parse(url)?.host ?? 'the page';
  const [, reason] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const name = code.replace(/^net::/, '');
  return `${host} could not be opened: ${reason ?? 'check the address, or try again later'}${name === '' ? '' : ` (${name})`}.`;
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ERR_CERT|ERR_SSL/, 'its connection is not secure: its certificate is not valid'],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in a circle'],
  [/TIMED_OUT/, 'it did not answer in time'],
  [/ERR_CONNECTION_REFUSED/, 'nothing answers there'],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(?:RESET|CLOSED)/, 'it broke the connection off'],
  [/ERR_BLOCKED|ERR_UNSAFE/, 'the browser may not open such an address'],
];
