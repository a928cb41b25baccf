import type { FieldPlan } from '../fields/plan-fields.ts';
import {
  type PriceSense,
  isDeliveryToken,
  isFormerSense,
  isFormerToken,
} from '../values/money/price-words.ts';
import { isReducedPrice } from '../values/money/choose-prices.ts';
import type { Cell } from './column.ts';

/** Longer texts are no prices. */
export const maxPriceLength = 100;

interface BesidePrice {
  readonly isSense: (sense: PriceSense | undefined) => boolean;
  readonly isToken: (token: string) => boolean;
}

/** Fields that hold what is no price to pay, and what is said of such amounts. */
const besidePrice: ReadonlyMap<string, BesidePrice> = new Map([
  ['oldPrice', { isSense: isFormerSense, isToken: isFormerToken }],
  ['shippingCost', { isSense: (sense) => sense === 'other', isToken: isDeliveryToken }],
]);

/** Whether a field asks for an amount that is no price to pay. */
export function asksBesidePrice({ concept }: FieldPlan): boolean {
  return besidePrice.has(concept?.name ?? '');
}

/** Whether the page says of an amount, or of one of a text, that it is what a field asks for beside the price. */
export function isOfSense({ text, findSense }: Cell, { concept }: FieldPlan): boolean {
  if (besidePrice.get(concept?.name ?? '')?.isSense(findSense?.()) === true) return true;
  return concept?.name === 'oldPrice' && isReducedPrice(text);
}

/** Whether class words call an amount what a field asks for beside the price. */
export function isCalledBeside({ concept }: FieldPlan, words: Iterable<string>): boolean {
  return Array.from(words).some((word) => besidePrice.get(concept?.name ?? '')?.isToken(word));
}

/** The text of a cell for reading an amount: none where the amount was the price, or is that of something else. */
export function priceTextOf({ text, findPrice, findSense }: Cell): string {
  const sense = findSense?.();
  return isFormerSense(sense) || sense === 'other' ? '' : (findPrice?.() ?? text);
}

/** The text of a cell for reading the amount of a field: a former price is the value of a field for these. */
export function amountTextOf(cell: Cell, plan: FieldPlan): string {
  return isOfSense(cell, plan) ? cell.text : priceTextOf(cell);
}
