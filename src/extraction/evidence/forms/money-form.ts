import { addTo, lazily } from '../../../runtime/collections.ts';
import { findMoney } from '../../values/money/find-money.ts';
import { toCurrencyCode } from '../../values/numbers/currency-signs.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';
import { type EvidenceForm, maxHits } from './evidence-form.ts';
import { hasDigit } from '../../values/numbers/fold-number-text.ts';

/** A currency by its code or sign, beside a number. */
export const currencyForm: EvidenceForm = ({ index }) => {
  const currencies = lazily(() => indexCurrencies(index.lines));
  return {
    find({ text }) {
      const code = text.length <= 4 ? toCurrencyCode(text) : undefined;
      return code === undefined ? [] : (currencies().get(code) ?? []);
    },
  };
};

/** An amount with its currency, written in another way: "1299.00 EUR" for "€ 1.299,-". */
export const amountForm: EvidenceForm = ({ index, numbers }) => ({
  find({ text }) {
    const [money, other] = findMoney(text, true);
    if (money === undefined || other !== undefined || money.text.length < text.length) return [];
    const code = toCurrencyCode(money.currency ?? '');
    if (code === undefined) return [];
    const hits: LineHit[] = [];
    for (const { start, end } of numbers().find(Number(money.amount))) {
      const around = index.all.slice(Math.max(0, start - 6), end + 6);
      const isSame = findMoney(around, true).some(
        ({ currency = '' }) => toCurrencyCode(currency) === code,
      );
      const hit = isSame ? index.hitAt(start, end, 'currency') : undefined;
      if (hit !== undefined) hits.push(hit);
      if (hits.length >= maxHits) break;
    }
    return hits;
  },
});

const maxAmountLineLength = 400;
const maxAmountLines = 20_000;

/** The first signs and codes of currencies beside a number, by their ISO 4217 code. */
function indexCurrencies(lines: readonly EvidenceLine[]): ReadonlyMap<string, readonly LineHit[]> {
  const currencies = new Map<string, LineHit[]>();
  let seen = 0;
  for (const line of lines) {
    if (line.isAddress || line.text.length > maxAmountLineLength || !hasDigit(line.text)) continue;
    seen += 1;
    if (seen > maxAmountLines) break;
    for (const { currency: sign = '' } of findMoney(line.shown, true)) {
      const code = toCurrencyCode(sign);
      const start = line.text.indexOf(sign.toLowerCase());
      if (code === undefined || start < 0) continue;
      if (currencies.get(code)?.at(-1)?.line === line) continue;
      const hit = { line, start, end: start + sign.length, last: line, rule: 'currency' };
      addTo(currencies, code, hit, maxHits);
    }
  }
  return currencies;
}
