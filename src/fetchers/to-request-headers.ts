/** Says who asks and where to read about it: site owners can recognise, allow or block it. */
const honestHeaders: Readonly<Record<string, string>> = {
  'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1; +https://www.npmjs.com/package/gleaner)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en-US,en;q=0.9,*;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

// What Chrome on Windows sends with a typed-in address, in its order. Chrome freezes all but the major version.
const chromeMajor = 141;
const chromeHeaders: Readonly<Record<string, string>> = {
  'sec-ch-ua': `"Google Chrome";v="${chromeMajor}", "Not?A_Brand";v="8", "Chromium";v="${chromeMajor}"`,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'upgrade-insecure-requests': '1',
  'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromeMajor}.0.0.0 Safari/537.36`,
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** The headers of one request: the caller's over those of an honest client, or over Chrome's with `stealth`. */
export function toRequestHeaders(
  callerHeaders: Readonly<Record<string, string>>,
  stealth: boolean,
): Record<string, string> {
  const headers = new Map(Object.entries(stealth ? chromeHeaders : honestHeaders));
  for (const [name, value] of Object.entries(callerHeaders)) headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
}
