import { type Found, priorOf } from '../../candidate.ts';
import { findHeadedPart } from '../../../analysis/heading-sections.ts';
import type { IndexedElement } from '../../../analysis/index-page.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { chooseByRole } from '../../../values/money/choose-prices.ts';
import { findAmountOffsets, findMoney } from '../../../values/money/find-money.ts';
import { type PriceSense, isFormerSense } from '../../../values/money/price-words.ts';
import { findPriceSense } from '../../../values/money/find-price-sense.ts';
import { readPriceLine } from '../../../values/money/read-price-line.ts';
import { listBelowHeading, maxScanned } from './list-below-heading.ts';
import { hasDigit } from '../../../values/numbers/fold-number-text.ts';

const shownPrices: ReadonlySet<string> = new Set(['price', 'lowPrice', 'highPrice', 'oldPrice']);

/** What an amount without a label is: the price, or what its own words say it is. */
export function findMoneyTexts(plan: FieldPlan, scope: Scope): Iterable<Found> {
  const name = plan.concept?.name;
  if (name === 'shippingCost') return findDeliveryAmounts(plan, scope);
  return name !== undefined && shownPrices.has(name) ? findAmounts(plan, scope) : [];
}

/** Characters of a line that says what the delivery costs, and nothing else. */
const maxDeliveryLine = 80;

const deliveryWord =
  /(?<!\p{L})(?:shipping|delivery|postage|versand|lieferung|livraison|port|envío|spedizione|verzend|bezorg|frakt|fragt|frete|доставк|dostaw|doprav|kargo|送料|配送料|运费|배송비)/iu;

/** The amount is of both. */
const withDelivery = /(?<!\p{L})(?:incl|inkl|including|with|mit|avec|con|compris|total)/iu;

const deliveryTrust = 0.5;

function* findDeliveryAmounts(_: FieldPlan, scope: Scope): Generator<Found> {
  const { page, zones } = scope.facts;
  for (const element of listBelowHeading(scope, 4)) {
    const text = page.lineOf(element, maxDeliveryLine + 1);
    if (text.length > maxDeliveryLine) continue;
    if (!deliveryWord.test(text) || withDelivery.test(text)) continue;
    if (hasDigit(text) && findAmountOffsets(text, 2).length !== 1) {
      const named = chooseByRole(text, findMoney(text, true, scope.facts.place), 'delivery');
      if (named.length !== 1) continue;
    }
    const weight = deliveryTrust * zones.nearness(element);
    yield { text, source: { node: element.node }, origin: 'text', weight, needsCurrency: true };
  }
}

export function* findAmounts({ kind, concept }: FieldPlan, scope: Scope): Generator<Found> {
  const { facts } = scope;
  const { page, zones } = facts;
  const wantsFormer = concept?.name === 'oldPrice';
  const reviewed = listReviewed(scope);
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    if (reviewed.has(element)) continue;
    if (!hasDigit(page.lineOf(element, 40))) continue;
    scanned += 1;
    const findSense = (): PriceSense | undefined => findPriceSense(page, element);
    // Without a word or a stroke that says so an amount is no former one.
    if (wantsFormer && !isFormerSense(findSense())) {
      const line = page.lineOf(element, maxDeliveryLine);
      if (chooseByRole(line, findMoney(line, true, facts.place), 'former').length !== 1) continue;
    }
    const text = readPriceLine(page, element);
    if (statesSum(text, scope)) continue;
    yield {
      text,
      source: { node: element.node },
      origin: 'text',
      weight: priorOf('text', kind) * zones.nearness(element),
      findSense,
      needsCurrency: true,
    };
    if (scanned >= maxScanned) break;
  }
}

/** What a part is headed in which customers write. */
const reviewHeading =
  /^(?:\p{L}{2,12}\s)?(?:\d+\s)?(?:(?:customer|user|guest|buyer|product)\s)?(?:reviews|testimonials|comments|kundenbewertungen|bewertungen|rezensionen|kommentare|avis(?: clients)?|commentaires|opiniones|reseñas|comentarios|valoraciones|recensioni|commenti|recensies|beoordelingen|reacties|opinie|komentarze|omdömen|recensioner|anmeldelser|avaliações|yorumlar|отзывы|レビュー)(?:\s?[([]?\d+[)\]]?)?[:：]?$/iu;
const maxReviewHeading = 40;
/** Parts that are looked at. */
const maxReviewed = 4;

/** What stands below a heading for what customers write: they tell what they paid. */
function listReviewed({ facts: { page, zones } }: Scope): ReadonlySet<IndexedElement> {
  const headings = page.elements.filter(
    (element) =>
      /^h[2-6]$/.test(element.node.name) &&
      element !== zones.mainHeading &&
      reviewHeading.test(page.lineOf(element, maxReviewHeading)),
  );
  return new Set(
    headings.slice(0, maxReviewed).flatMap((heading) => findHeadedPart(page, heading).elements),
  );
}

/** From here on an amount with a word that multiplies it is that of a market or a state. */
const leastSum = 1e9;

function statesSum(text: string, { facts: { place } }: Scope): boolean {
  return (
    /\p{L}/u.test(text) &&
    findMoney(text, true, place).some(
      ({ amount, read }) => read.isScaled && Number(amount) >= leastSum,
    )
  );
}
