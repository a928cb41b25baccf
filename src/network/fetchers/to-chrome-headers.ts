/** Chrome 153, from which on there is one every two weeks (Chrome Releases, March 2026: "two-week release cycle"). */
const known = { major: 153, releasedAtMs: Date.UTC(2026, 8, 8) } as const;
const cycleMs = 14 * 86_400_000;

/** What Chrome on Windows sends with a typed-in address, in its order. It freezes all but the major version. */
export function toChromeHeaders(nowMs: number): Readonly<Record<string, string>> {
  const major = toMajor(nowMs);
  return {
    'sec-ch-ua': listBrands(major),
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'upgrade-insecure-requests': '1',
    'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-US,en;q=0.9',
  };
}

/** The version before the newest one: it takes a cycle until most visitors have that. */
function toMajor(nowMs: number): number {
  const cycles = Math.floor((nowMs - known.releasedAtMs) / cycleMs);
  // The clock of this machine may be earlier than the release.
  return known.major + Math.max(cycles, 1) - 1;
}

// Chromium, components/embedder_support/user_agent_utils.cc: where the brands of a version stand.
const orders: readonly (readonly [greased: number, chromium: number, chrome: number])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

function listBrands(major: number): string {
  const [greased, chromium, chrome] = orders[major % orders.length] ?? [0, 1, 2];
  const brands: string[] = [];
  const { brand, version } = toGreasedBrand(major);
  brands[greased] = `"${brand}";v="${version}"`;
  brands[chromium] = `"Chromium";v="${major}"`;
  brands[chrome] = `"Google Chrome";v="${major}"`;
  return brands.join(', ');
}

/** What a browser says it is, as client hints have it. */
export interface Brand {
  readonly brand: string;
  readonly version: string;
}

// Chromium, components/embedder_support/user_agent_utils.cc: by the major version, so that servers do not rely on any of it.
const greaseCharacters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const greaseVersions = ['8', '99', '24'] as const;

/** The brand by which Chromium keeps servers from relying on the list. */
export function toGreasedBrand(major: number): Brand {
  const [before, after] = [major, major + 1].map(
    (index) => greaseCharacters[index % greaseCharacters.length],
  );
  return {
    brand: `Not${before}A${after}Brand`,
    version: greaseVersions[major % greaseVersions.length] ?? '99',
  };
}
