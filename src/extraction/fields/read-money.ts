import type { FieldPlan } from './plan-fields.ts';
import {
  type PriceRole,
  chooseByRole,
  choosePrices,
  findPriceRole,
} from '../values/money/choose-prices.ts';
import {
  type Money,
  findMoney,
  toAmountKey,
  toMachineDecimal,
} from '../values/money/find-money.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { isOtherCurrency } from '../values/stated-unit.ts';
import {
  type ReadContext,
  type ReadValue,
  findBound,
  isNumeric,
  listAlternatives,
  toOtherUnit,
} from './value-read.ts';
import { isOtherEnd } from './range-end.ts';

const severalAmountsQuality = 0.75;
/** Different amounts of a text, none of which it says to be another one's former price or part, that are of as many things. */
const severalThings = 3;
/** Quality of a price of zero, which is usually a template's placeholder. */
export const zeroAmountQuality = 0.2;

export function readMoney(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  const machine = context.machine ? toMachineDecimal(text) : undefined;
  const amounts =
    machine === undefined ? findMoney(text, context.needsCurrency, context.place) : [];
  const all = keepAsked(plan, amounts, context);
  if (all.length < amounts.length && !all.some(({ currency }) => currency !== undefined))
    return toOtherUnit(text, amounts.find((money) => !all.includes(money))?.currency ?? '');
  const role = findPriceRole(plan.name, plan.concept?.name);
  if (all.length === 0 && isFree(plan, role, text))
    return {
      value: isNumeric(plan) ? 0 : '0',
      key: '0',
      quality: role === 'delivery' ? 1 : zeroAmountQuality,
    };
  const own = role === undefined ? [] : chooseByRole(text, all, role);
  const priced = role === 'delivery' ? chooseCosts(text, all) : choosePrices(text, all);
  const found = own.length > 0 ? own : priced;
  const signed = found.filter(({ currency }) => currency !== undefined);
  const chosen = signed[0] ?? found[0];
  const isEnd = role === 'lowest' || role === 'highest';
  // What the words behind it say of the upper end, such as "per year", they say of both.
  const end = machine === undefined ? findUpperEnd(text, isEnd ? all : found, chosen) : undefined;
  if (isEnd && machine === undefined && end === undefined && isOtherEnd(role, text))
    return undefined;
  if (plan.asked.isCents && (chosen?.currency !== undefined || machine?.includes('.') === true))
    return toOtherUnit(text, chosen?.currency ?? 'whole units of a currency');
  const isBullet = chosen !== undefined && isAfterBullet(plan, chosen);
  const stated = isBullet ? chosen.amount.slice(1) : chosen?.amount;
  const amount = machine ?? (role === 'highest' && end !== undefined ? end : stated);
  if (amount === undefined) return undefined;
  const upper = isEnd ? undefined : end;
  const range = upper === undefined ? amount : `${amount}-${upper}`;
  const value = isNumeric(plan) ? Number(amount) : range;
  const counted = new Set((signed.length > 0 ? signed : found).map((money) => money.amount)).size;
  // "Under $7, $7 to $10, over $20": what can be chosen, or what others cost.
  if (counted >= severalThings && !isEnd && own.length === 0) return undefined;
  return {
    value,
    key: toAmountKey(amount),
    isOwn: own.length > 0,
    quality:
      (counted > 1 && !(isEnd && end !== undefined) ? severalAmountsQuality : 1) *
      (Number(amount) === 0 ? zeroAmountQuality : 1),
    bound: chosen && findBound(text, chosen.read),
    currency: machine === undefined ? chosen?.currency : undefined,
    alternatives:
      upper !== undefined && isNumeric(plan)
        ? [Number(upper)]
        : isBullet
          ? undefined
          : chosen && listAlternatives(chosen.read),
  };
}

/** Whether a dash between blanks stands in front of what something costs, which is no loss: "Price: - $41". */
function isAfterBullet({ name, concept }: FieldPlan, { amount, read }: Money): boolean {
  const isPrice = concept?.name === 'price' || concept?.name === 'oldPrice';
  // An amount may be one of an account.
  return (
    isPrice &&
    !/amount/i.test(name) &&
    amount.startsWith('-') &&
    read.alternatives.includes(-read.value)
  );
}

/** The amounts that are not in another currency than the field asks for. */
function keepAsked(
  { asked }: FieldPlan,
  amounts: readonly Money[],
  { place }: ReadContext,
): readonly Money[] {
  if (asked.currencies.size === 0) return amounts;
  const locale = findNumberLocale(place);
  return amounts.filter(({ currency }) => isOtherCurrency(asked, currency, locale) !== true);
}

const delivery =
  '(?:shipping|delivery|postage|versand|lieferung|livraison|envío|spedizione|verzending|frakt|fragt|frete)';
/** Nothing else but that the delivery costs nothing; not from an amount on. */
const freeDelivery = new RegExp(
  `^(?:(?:free|gratis|kostenlose[rn]?|kostenfreie[rn]?|versandkostenfrei)\\s(?:\\p{L}{2,12}\\s)?${delivery}|${delivery}\\s?[:：]?\\s?(?:is\\s)?(?:free|gratis|gratuite?|gratuita|grátis|offerte|kostenlos|kostenfrei))[.!]?$`,
  'iu',
);
const free = /^(?:free|gratis|gratuite?|grátis|offerte|kostenlos)[.!]?$/iu;

/** Whether a text says, and nothing else, that the thing or its delivery costs nothing. */
function isFree({ concept }: FieldPlan, role: PriceRole | undefined, text: string): boolean {
  const said = text.trim();
  if (role === 'delivery') return free.test(said) || freeDelivery.test(said);
  return concept?.name === 'price' && free.test(said);
}

/** What may stand between the two ends of a range of prices, with what the lower one is for: "$80K/yr – $100K/yr". */
const rangeMark =
  /^(?:\s?(?:\/|per\s|an?\s)\p{L}{1,8}\.?(?=\s))?\s?(?:[-\u2013\u2014~～]|to|bis|à|a|al|till|til|tot|до|do)\s?$/iu;

/** The upper end of the range of prices that begins with an amount. */
export function findUpperEnd(
  text: string,
  found: readonly Money[],
  lower: Money | undefined,
): string | undefined {
  const upper = lower === undefined ? undefined : found[found.indexOf(lower) + 1];
  if (lower === undefined || upper === undefined) return undefined;
  // A sign between both is that of the first: "3.200 € – 3.900 €".
  const { start, wholeStart } = upper.read;
  const end = lower.read.wholeEnd;
  const between = text.slice(end, wholeStart < end ? start : wholeStart);
  return rangeMark.test(between) && Number(upper.amount) > Number(lower.amount)
    ? upper.amount
    : undefined;
}

/** In front of an amount of an order from which on its delivery costs nothing, or less. */
const orderBefore =
  /(?:over|above|from|orders?(?: of)?|exceeding|spend|ab|über|bestellwert(?: von)?|dès|de|partir de|desde|superiores a|oltre|sopra|da|vanaf|boven|över|fra|od|от)\s?$/iu;

/** Between two such amounts: "over $500 (trade) and $125 (retail)". */
const orderBetween =
  /^\s?(?:\([^()]{1,24}\))?\s?(?:[,/]|and|or|und|oder|et|ou|y|o|e|en|of|och|og|и)\s?$/iu;

/** The amounts of a text that may be what its delivery costs. */
function chooseCosts(text: string, found: readonly Money[]): readonly Money[] {
  const orders = new Set<Money>();
  for (const [at, money] of found.entries()) {
    const before = found[at - 1];
    const isNext =
      before !== undefined &&
      orders.has(before) &&
      orderBetween.test(text.slice(before.read.wholeEnd, money.read.wholeStart));
    if (isNext || orderBefore.test(text.slice(0, money.read.wholeStart))) orders.add(money);
  }
  return found.filter((money) => !orders.has(money));
}
