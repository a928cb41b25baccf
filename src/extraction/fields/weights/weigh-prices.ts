import { type Candidate, machineOrigins } from '../candidate.ts';
import type { IndexedElement } from '../../analysis/index-page.ts';
import { findPriceRole, listReplaced } from '../../values/money/choose-prices.ts';
import { findMoney, toAmountKey } from '../../values/money/find-money.ts';
import { type PriceSense, isFormerSense, isLesserSense } from '../../values/money/price-words.ts';
import { isStruckThrough } from '../../values/money/find-price-sense.ts';
import { findNumberLocale, learnMarks } from '../../values/numbers/number-locale.ts';
import type { FieldPlan } from '../plan-fields.ts';
import { zeroAmountQuality } from '../read-money.ts';
import type { Scope } from '../rank-entities.ts';

/** Fields that hold what is no price to pay. */
const ownSenses: ReadonlySet<string> = new Set(['oldPrice', 'shippingCost']);

/** Weighs amounts of money by what the page says that they are. */
export function weighPrices(
  plan: FieldPlan,
  shown: readonly Candidate[],
  scope: Scope,
): readonly Candidate[] {
  const own = weighOthers(readAsShown(shown, scope), scope);
  if (plan.concept?.name === 'oldPrice') return weighStruck(own, scope);
  if (ownSenses.has(plan.concept?.name ?? '')) return own;
  // What the page calls a price by nothing but its currency is another article's then.
  const stated = isOnRequest(scope) ? own.filter(({ origin }) => origin !== 'text') : own;
  return weighRole(plan, stated) ?? weighSenses(stated, scope);
}

const senseTrust: Readonly<Record<PriceSense, number>> = {
  current: 1.3,
  former: 0.3,
  listed: 0.3,
  net: 0.3,
  unit: 0.3,
  other: 0.3,
};
/** Trust in markup for programs that still states an amount which the page shows as replaced: less than in any that it shows. */
const staleTrust = 0.1;
/** What is the price all the same where the page states no other. */
const onlyPriceSenses: ReadonlySet<PriceSense | undefined> = new Set([
  'former',
  'listed',
  'net',
  'unit',
] as const);
/** Trust in a former price that is not struck through, where another one near the heading is: themes call the only price "regular", too. */
const unstruckTrust = 0.5;
/** Nearness of a text within 2,000 characters below the heading. */
const nearHeading = 0.5;

/** What is free is stated so in data, with a label or in an element for it, and the page states no other amount. */
export function trustZeros(
  candidates: readonly Candidate[],
  { facts: { page } }: Scope,
): readonly Candidate[] {
  // Data has a zero as well where the price is told on request.
  const isShown =
    candidates.some(({ origin }) => origin === 'pair') ||
    shownZero.test(page.text.slice(0, maxZeroText));
  if (!isShown || !candidates.every(isZero)) return candidates;
  return candidates.map((candidate) =>
    candidate.origin === 'text'
      ? candidate
      : { ...candidate, weight: Math.min(1, candidate.weight / zeroAmountQuality) },
  );
}

/** How a page shows that a thing costs nothing. */
const shownZero =
  /(?<![\d.,])0(?:[.,]00?)?\s?(?:\p{Sc}|[A-Z]{3}(?![A-Z]))|(?:\p{Sc}|[A-Z]{3})\s?0(?:[.,]00?)?(?![\d.,])|(?<!\p{L})(?:free|gratis|kostenlos|gratuite?|grátis)(?![\p{L}-])/iu;
const maxZeroText = 100_000;

function isZero({ key }: Candidate): boolean {
  return Number.parseFloat(key) === 0;
}

/** Trust in an amount on the card of another thing, as that of the page's. */
const otherThingTrust = 0.4;

/** An advertised or related product has a card of its own, with a link to its page. */
function weighOthers(
  candidates: readonly Candidate[],
  { facts: { page, zones } }: Scope,
): readonly Candidate[] {
  return candidates.map((candidate) => {
    const element = page.elementOf(candidate.source.node);
    return element !== undefined && zones.isOfOther(element)
      ? { ...candidate, weight: candidate.weight * otherThingTrust }
      : candidate;
  });
}

/** Groups of three digits behind points: thousands where a language writes them so, decimals in markup that keeps to its rules. */
const pointGroups = /^\d{1,3}(?:\.\d{3})+$/;

/** Shops put the price into their markup as they show it: `1.299` is what a German page shows as "1.299 €". */
function readAsShown(
  candidates: readonly Candidate[],
  { facts: { place } }: Scope,
): readonly Candidate[] {
  const locale = findNumberLocale(place);
  if (locale === undefined || !learnMarks(locale, true).group.has('.')) return candidates;
  const shown = new Map(
    candidates.flatMap((one) => (machineOrigins.has(one.origin) ? [] : [[one.key, one] as const])),
  );
  return candidates.map((candidate) => {
    const { written = '', key, origin } = candidate;
    if (!machineOrigins.has(origin) || !pointGroups.test(written) || shown.has(key))
      return candidate;
    const same = shown.get(written.replaceAll('.', ''));
    return same === undefined ? candidate : { ...candidate, key: same.key, value: same.value };
  });
}

function weighStruck(
  candidates: readonly Candidate[],
  { facts: { page, zones } }: Scope,
): readonly Candidate[] {
  const struck = new Set(
    candidates.flatMap(({ key, source }) => {
      const element = page.elementOf(source.node);
      const isStruck =
        element !== undefined &&
        isStruckThrough(page, element) &&
        !zones.isAside(element) &&
        zones.nearness(element) >= nearHeading;
      return isStruck ? [key] : [];
    }),
  );
  if (struck.size === 0) return candidates;
  return candidates.map((one) =>
    struck.has(one.key) ? one : { ...one, weight: one.weight * unstruckTrust },
  );
}

/**
 * Amounts that the page calls former lose trust, unless it calls every amount so: themes name the only price "regular" too.
 * What markup for programs still states of an amount that the page strikes through beside another one is former as well.
 */
function weighSenses(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const struck = findReplaced(candidates, scope);
  const former = new Set(
    candidates.flatMap(({ sense, key }) => (isFormerSense(sense) ? [key] : [])),
  );
  const hasOther = candidates.some(({ sense, key }) => !isLesserSense(sense) && !former.has(key));
  return candidates.map((candidate) => {
    const { weight, key, origin } = candidate;
    const isStale = machineOrigins.has(origin) && struck.has(key);
    if (isStale) return { ...candidate, weight: weight * staleTrust };
    const { sense } = candidate;
    if (sense === undefined || (onlyPriceSenses.has(sense) && !hasOther)) return candidate;
    return { ...candidate, weight: Math.min(1, weight * senseTrust[sense]) };
  });
}

/** In place of a price: that it must be asked for. */
const onRequest =
  /^(?:(?:the )?(?:price|preis|prix|precio|prezzo|preço|prijs|pris|cena)\s?:?\s)?(?:(?:up)?on (?:request|application)|auf anfrage|sur (?:demande|devis)|a consultar|bajo (?:petición|consulta)|sob consulta|su richiesta|op aanvraag|på begäran|po domluvě|na zapytanie|poa|p\.o\.a\.|call for (?:a )?price|request a quote|(?:цена )?по запросу|お問い合わせください|要お問い合わせ)[.!]?$/iu;
const maxRequestLine = 60;

/** Whether the element for the price of the page's thing says that there is none. */
function isOnRequest({ facts: { page, zones, byToken } }: Scope): boolean {
  return (byToken.get('price') ?? []).some(
    (element) => onRequest.test(page.lineOf(element, maxRequestLine)) && !zones.isAside(element),
  );
}

/**
 * Candidates for a price of another kind, where the page calls one so: those that it calls otherwise lose trust. A price of which it does not
 * say that it lacks the tax is none without it.
 */
function weighRole(
  { name, concept }: FieldPlan,
  candidates: readonly Candidate[],
): readonly Candidate[] | undefined {
  const role = findPriceRole(name, concept?.name);
  if (role === 'lowest' || role === 'highest') return keepEnds(candidates, role === 'lowest');
  if (role !== 'net' && role !== 'unit') return undefined;
  const isOfRole = ({ isOwn, sense }: Candidate): boolean => isOwn === true || sense === role;
  if (role === 'unit' && !candidates.some(isOfRole)) return undefined;
  if (role === 'net') {
    const net = new Set(candidates.flatMap((one) => (isOfRole(one) ? [one.key] : [])));
    return candidates.filter(({ key }) => net.has(key));
  }
  return candidates.map((one) => ({
    ...one,
    weight: Math.min(1, one.weight * senseTrust[isOfRole(one) ? 'current' : 'other']),
  }));
}

/** Without those amounts under the label of another one that are not the least, or the greatest, of these. */
function keepEnds(
  candidates: readonly Candidate[],
  isLeast: boolean,
): readonly Candidate[] | undefined {
  const labelled = candidates.filter(
    ({ origin, sense }) => origin === 'pair' && !isLesserSense(sense),
  );
  const amounts = labelled.map(({ key }) => Number.parseFloat(key));
  if (new Set(amounts).size < 2 || candidates.some(({ origin }) => machineOrigins.has(origin)))
    return undefined;
  const end = isLeast ? Math.min(...amounts) : Math.max(...amounts);
  return candidates.filter(({ key }) => Number.parseFloat(key) === end);
}

/** Characters of a part that shows a former amount beside the one that replaced it. */
const maxPriceBlock = 200;
const maxBlockDepth = 3;

/**
 * Amounts that are struck through in a part that shows another one, or called former beside one that is called the present one, and
 * nowhere shown without that.
 */
function findReplaced(
  candidates: readonly Candidate[],
  { facts: { page, place } }: Scope,
): ReadonlySet<string> {
  const shown = candidates.flatMap(({ source, key, sense, origin }) => {
    const element = page.elementOf(source.node);
    const isShown = element !== undefined && !machineOrigins.has(origin);
    return isShown && source.attribute === undefined ? [{ element, key, sense }] : [];
  });
  const others = shown.filter(({ sense }) => !isLesserSense(sense));
  const replaced = new Set<string>();
  for (const { element, key, sense } of shown) {
    const line = page.lineOf(element, maxPriceBlock + 1);
    if (line.length <= maxPriceBlock && !isLesserSense(sense)) {
      for (const { amount } of listReplaced(line, findMoney(line, true, place))) {
        const former = toAmountKey(amount);
        if (former !== key && !others.some((other) => other.key === former)) replaced.add(former);
      }
    }
    if (!isFormerSense(sense) || replaced.has(key)) continue;
    const isStruck = isStruckThrough(page, element);
    const isHeld = ({ position, end }: IndexedElement): boolean =>
      position <= element.position && element.position < end;
    if (others.some((other) => other.key === key && !isHeld(other.element))) continue;
    let block = page.elements[element.parent];
    for (let step = 0; step < maxBlockDepth && block !== undefined; step += 1) {
      const { position, end, textStart, textEnd, parent } = block;
      if (textEnd - textStart > maxPriceBlock) break;
      const isBeside = others.some(
        (other) =>
          other.key !== key &&
          (isStruck || other.sense === 'current') &&
          other.element.position >= position &&
          other.element.position < end,
      );
      if (isBeside) replaced.add(key);
      block = page.elements[parent];
    }
  }
  return replaced;
}
