import { type Candidate, type Elected, machineOrigins } from '../fields/candidate.ts';
import type { NumberLocale } from '../values/numbers/number-locale.ts';
import { isOtherCurrency } from '../values/stated-unit.ts';

/**
 * The currency of a page whose price is one that it shows: where the signs beside that amount are of another currency than the elected
 * one, the one that they are of, if the page states it. What data of other things states is no currency of this price.
 */
export function agreeCurrency(
  price: Elected,
  currency: Elected,
  locale: NumberLocale | undefined,
): Elected {
  const { choices } = price;
  if (choices.some(({ origin }) => machineOrigins.has(origin))) return currency;
  const isOther = ({ value }: Candidate): boolean =>
    choices.every(
      ({ currency: sign }) =>
        isOtherCurrency({ currencies: new Set([String(value)]) }, sign, locale) === true,
    );
  if (!isOther(currency.candidate)) return currency;
  const own = currency.others.find(({ candidate }) => !isOther(candidate));
  if (own === undefined) return currency;
  return { ...own, others: [currency, ...currency.others.filter((other) => other !== own)] };
}
