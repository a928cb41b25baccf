import { toChromeHeaders } from './to-chrome-headers.ts';

/** Says who asks and where to read about it: site owners can recognise, allow or block it. */
const honestHeaders: Readonly<Record<string, string>> = {
  'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1; +https://www.npmjs.com/package/gleaner)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en-US,en;q=0.9,*;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** The headers of one request: the caller's over those of an honest client, or over Chrome's with `stealth`. */
export function toRequestHeaders(
  callerHeaders: Readonly<Record<string, string>>,
  stealth: boolean,
): Record<string, string> {
  const headers = new Map(Object.entries(stealth ? toChromeHeaders(Date.now()) : honestHeaders));
  for (const [name, value] of Object.entries(callerHeaders)) headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
}
