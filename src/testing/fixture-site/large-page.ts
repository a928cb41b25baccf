import type { FixtureAnswer, FixtureRequest } from './route.ts';

const defaultBytes = 2 * 1024 * 1024;
/** Enough to pass every limit of a client, too little to trouble the machine that runs the tests. */
const maxBytes = 64 * 1024 * 1024;

const woods = ['oak', 'elm', 'ash', 'larch', 'yew', 'beech', 'alder'] as const;
const yards = ['North Quay', 'Mill Lane', 'Old Ropewalk', 'Ferry Slip', 'Chapel Yard'] as const;

/** A register of timber lots, exactly `?bytes=` long (2 MiB unless told otherwise), the same each time. */
export function fixtureLargePage({ query }: FixtureRequest): FixtureAnswer {
  const wanted = Math.min(Number(query.get('bytes')) || defaultBytes, maxBytes);
  const rows = [head];
  let length = head.length + tail.length;
  for (let lot = 1; ; lot += 1) {
    const row = toRow(lot);
    if (length + row.length > wanted) break;
    rows.push(row);
    length += row.length;
  }
  const filler = ' '.repeat(Math.max(0, wanted - length));
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `${rows.join('')}${filler}${tail}`,
  };
}

const head = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Timber register, all lots</title></head>
<body>
<header><a href="/">Fixture site</a></header>
<main>
<h1>Timber register, all lots</h1>
<p>Register number: <strong>TR-2026-04</strong>. Kept by Ottoline Marsh. Prices in GBP.</p>
<table>
<thead><tr><th>Lot</th><th>Wood</th><th>Yard</th><th>Length (m)</th><th>Price (GBP)</th></tr></thead>
<tbody>
`;

const tail = `</tbody>
</table>
<p>Last checked: <time datetime="2026-04-30">30 April 2026</time>.</p>
</main>
</body>
</html>
`;

// Multipliers are primes, so that neighbouring rows differ in every cell.
function toRow(lot: number): string {
  const wood = woods[(lot * 5) % woods.length];
  const yard = yards[(lot * 3) % yards.length];
  const lengthM = (2 + ((lot * 37) % 71) / 10).toFixed(1);
  const price = (18 + ((lot * 7919) % 48_200) / 100).toFixed(2);
  return `<tr><td>L${lot}</td><td>${wood}</td><td>${yard}</td><td>${lengthM}</td><td>${price}</td></tr>\n`;
}
