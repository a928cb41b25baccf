import { findMoney, toCurrencyCode } from '../../structure/values/find-money.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';

/** Characters of a line in which an amount is looked for, and lines that are looked at. */
const maxLength = 400;
const maxLines = 20_000;

/** The first signs and codes of currencies beside a number, by their ISO 4217 code. */
export function indexCurrencies(
  lines: readonly EvidenceLine[],
  most: number,
): ReadonlyMap<string, readonly LineHit[]> {
  const currencies = new Map<string, LineHit[]>();
  let seen = 0;
  for (const line of lines) {
    if (line.isAddress || line.text.length > maxLength || !/\d/.test(line.text)) continue;
    seen += 1;
    if (seen > maxLines) break;
    for (const { currency: sign = '' } of findMoney(line.shown, true)) {
      const code = toCurrencyCode(sign);
      const start = line.text.indexOf(sign.toLowerCase());
      if (code === undefined || start < 0) continue;
      const hits = currencies.get(code) ?? [];
      currencies.set(code, hits);
      if (hits.length >= most || hits.at(-1)?.line === line) continue;
      hits.push({ line, start, end: start + sign.length, last: line, rule: 'currency' });
    }
  }
  return currencies;
}
