import type { ExchangeEntry, FoundVolatile, TapeEntry, TapeFacts } from '../file/tape-entry.ts';

/** Times, counters and ids: digits of a time, dates, UUIDs, hexadecimal or base64 of random bytes. */
const generated =
  /^(?:\d{10,19}(?:\.\d+)?|0?\.\d{6,}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[a-z]*\d)[\da-f]{8,}|(?=[^\d]*\d)(?=.*[A-Za-z])[\w~+/.=-]{16,})$/i;

/**
 * Returns the members of queries and bodies that differ between an earlier recording and a new one, and look generated in both:
 * what a person chose, such as a search or a page number, stays a part of the request.
 */
export function findVolatile(
  before: { readonly facts: TapeFacts; readonly entries: readonly TapeEntry[] } | undefined,
  entries: readonly TapeEntry[],
): readonly FoundVolatile[] {
  const found = new Map<string, { query: Set<string>; body: Set<string> }>();
  for (const { url, query, body } of before?.facts.volatile ?? []) {
    found.set(url, { query: new Set(query), body: new Set(body) });
  }
  const earlier = groupByAddress(before?.entries ?? []);
  for (const [key, exchanges] of groupByAddress(entries)) {
    for (const [index, exchange] of exchanges.entries()) {
      const other = earlier.get(key)?.[index];
      if (other === undefined) continue;
      const query = listChanged(listQuery(other), listQuery(exchange));
      const body = listChanged(listBody(other), listBody(exchange));
      if (query.length + body.length === 0) continue;
      const url = toAddress(exchange);
      const known = found.get(url) ?? { query: new Set(), body: new Set() };
      for (const name of query) known.query.add(name);
      for (const name of body) known.body.add(name);
      found.set(url, known);
    }
  }
  return [...found].map(([url, { query, body }]) => ({
    url,
    query: [...query].sort(),
    body: [...body].sort(),
  }));
}

type Member = readonly [name: string, value: string];

function groupByAddress(
  entries: readonly TapeEntry[],
): ReadonlyMap<string, readonly ExchangeEntry[]> {
  const exchanges = entries.filter((entry) => entry.type === 'exchange');
  return Map.groupBy(exchanges, (entry) =>
    JSON.stringify([entry.channel, entry.request.method, toAddress(entry)]),
  );
}

function toAddress({ request: { url } }: ExchangeEntry): string {
  return url.replace(/[?#].*/s, '');
}

function listQuery({ request: { url } }: ExchangeEntry): readonly Member[] {
  return [...(URL.parse(url)?.searchParams ?? [])];
}

/** Members of JSON at any depth, or fields of a form. */
function listBody({ request: { body } }: ExchangeEntry): readonly Member[] {
  if (body === undefined) return [];
  const text = Buffer.from(body).toString();
  try {
    const members: Member[] = [];
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') {
        members.push([name, String(value)]);
      }
      return value;
    });
    return members;
  } catch {
    return [...new URLSearchParams(text)];
  }
}

/** Names of the members that both have at the same place, with other values that look generated. */
function listChanged(before: readonly Member[], after: readonly Member[]): readonly string[] {
  return after.flatMap(([name, value], index) => {
    const [otherName, other = ''] = before[index] ?? [];
    const differs = otherName === name && other !== value;
    return differs && generated.test(value) && generated.test(other) ? [name] : [];
  });
}
