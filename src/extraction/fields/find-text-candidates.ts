import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { type Candidate, type Found, atLeast, priorOf, toCandidates } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import { findLabelBefore, findTimes } from './find-times.ts';
import {
  type PriceSense,
  chooseByRole,
  findAmountOffsets,
  findMoney,
  findPriceSense,
  isFormerSense,
} from '../values/find-money.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { parseStockLine } from '../values/parse-availability.ts';
import type { Scope } from './rank-entities.ts';
import { countsServings, statesServings } from '../values/parse-yield.ts';
import { findRatingCountBeside, findRatings } from '../values/ratings.ts';
import { foldLabel, joinName, splitWords } from '../lexicon/fold-label.ts';
import { type PageFacts, siteTypes } from '../analysis/analyse-page.ts';
import { findBody } from '../analysis/find-body.ts';
import { readTexts } from '../analysis/index-entities.ts';
import { recipeConcepts } from '../lexicon/concept.ts';

/** Trust in a control to buy: shops remove it for sold-out articles. */
const actionTrust = 0.65;
/** Trust in a line about stock near the heading, and how much of it remains far below. */
const stockLineTrust = 0.6;
const farStockTrust = 0.5;
/** Characters below the heading within which a line about stock is about the article. */
const maxStockDistance = 1_500;
const maxStockLine = 200;
const choiceTags: ReadonlySet<string> = new Set(['option', 'select', 'label', 'li', 'td']);
const selfStatedTrust = 0.95;
/** Trust in the requested URL, which may hold tracking parameters. */
const askedAddressTrust = 0.5;
/** Trust in the site's name as the publisher of an article. */
const siteNameTrust = 0.85;
/** Trust in a lone duration or a line about servings: just above the least confidence, higher near the main heading. */
const durationTrust = 0.35;
const servingsTrust = 0.3;
const nearServingsBonus = 0.2;
const maxLooked = 60;
/** Elements below the heading whose texts are read. */
const maxScanned = 2_000;

/** Values recognised by their own form: `<time>`, amounts with a currency, buttons to buy, the page's URL. */
export function findTextCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const found = finders[plan.kind]?.(plan, scope) ?? [];
  const candidates = toCandidates(plan, scope, found, maxLooked);
  // Several durations would need labels.
  const isUnclear = plan.kind === 'duration' && new Set(candidates.map(({ key }) => key)).size > 1;
  return isUnclear ? [] : candidates;
}

type Finder = (plan: FieldPlan, scope: Scope) => Iterable<Found>;

const finders: Readonly<Partial<Record<FieldPlan['kind'], Finder>>> = {
  date: findTimes,
  money: findMoneyTexts,
  currency: findAmounts,
  availability: findStock,
  duration: findDurations,
  yield: findServings,
  number: listRatings,
  count: findRatingCounts,
  url: findAddress,
  image: findIcon,
  language: findLanguage,
  organization: findSiteName,
  text: findPlainTexts,
  body: findProse,
};

/** Trust in a link to call or to write to: who made the page put it there for that, wherever on the page. What it shows is written for people. */
const contactLinkTrust = 0.45;
const shownContactTrust = 0.46;
const maxContactLine = 60;
/** Fewer digits are those of an emergency line, or of another one that all share. */
const fewestLinkDigits = 6;
const contactSchemes: ReadonlyMap<string | undefined, string> = new Map([
  ['email', 'mailto:'],
  ['phone', 'tel:'],
]);

function* findContactLinks({ concept }: FieldPlan, { facts: { page } }: Scope): Generator<Found> {
  const scheme = contactSchemes.get(concept?.name);
  if (scheme === undefined) return;
  for (const element of page.elements) {
    const { node } = element;
    const [address = ''] = (node.attribs['href'] ?? '').trim().split('?');
    if (node.name !== 'a' || !address.toLowerCase().startsWith(scheme)) continue;
    const text = decodePercent(address.slice(scheme.length));
    if (scheme === 'tel:' && text.replaceAll(/\D/g, '').length < fewestLinkDigits) continue;
    const origin = 'hint';
    yield { text, source: { node, attribute: 'href' }, origin, weight: contactLinkTrust };
    const line = page.lineOf(element, maxContactLine);
    yield { text: line, source: { node }, origin, weight: shownContactTrust };
  }
}

function findPlainTexts(plan: FieldPlan, scope: Scope): Iterable<Found> {
  return plan.concept?.name === 'imageCaption' ? findCaption(scope) : findContactLinks(plan, scope);
}

const captionTrust = 0.6;

/** What is said of the first picture of the content that anything is said of. */
function* findCaption({ facts: { page, zones } }: Scope): Generator<Found> {
  const caption = page.elements.find(
    (element) =>
      element.node.name === 'figcaption' &&
      !zones.isAside(element) &&
      page.lineOf(element) !== '' &&
      holdsPicture(page, page.elements[element.parent]),
  );
  if (caption === undefined) return;
  const { node } = caption;
  yield { text: page.lineOf(caption), source: { node }, origin: 'text', weight: captionTrust };
}

function holdsPicture(page: PageIndex, figure: IndexedElement | undefined): boolean {
  return page.elements
    .slice(figure?.position, figure?.end)
    .some(({ node }) => node.name === 'img' || node.name === 'video');
}

const shownPrices: ReadonlySet<string> = new Set(['price', 'lowPrice', 'highPrice', 'oldPrice']);

/** What an amount without a label is: the price, or what its own words say it is. */
function findMoneyTexts(plan: FieldPlan, scope: Scope): Iterable<Found> {
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
    if (/\d/.test(text) && findAmountOffsets(text, 2).length !== 1) {
      const named = chooseByRole(text, findMoney(text, true, scope.facts.place), 'delivery');
      if (named.length !== 1) continue;
    }
    const weight = deliveryTrust * zones.nearness(element);
    yield { text, source: { node: element.node }, origin: 'text', weight, needsCurrency: true };
  }
}

/** Elements of at most so many elements from the main heading on, outside of navigation and the like. */
function* listBelowHeading({ facts }: Scope, size: number): Generator<IndexedElement> {
  const { page, zones } = facts;
  const from = zones.mainHeading?.textStart ?? 0;
  for (const element of page.elements) {
    if (element.end - element.position > size || element.textStart < from) continue;
    if (!zones.isAside(element)) yield element;
  }
}

function* findAmounts({ kind, concept }: FieldPlan, scope: Scope): Generator<Found> {
  const { facts } = scope;
  const { page, zones } = facts;
  const wantsFormer = concept?.name === 'oldPrice';
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    if (!/\d/.test(page.lineOf(element, 40))) continue;
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

/** What is said of the stock near the heading; what can be bought is in stock unless something says otherwise. */
function* findStock(_: FieldPlan, { facts }: Scope): Generator<Found> {
  const { page, zones } = facts;
  const { purchase, mainHeading } = zones;
  // A disabled control says nothing: templates hold it until a script runs or a size is chosen.
  if (purchase !== undefined && !purchase.isDisabled) {
    const source = { node: purchase.action.node, rule: 'can be bought' };
    yield { text: 'in stock', source, origin: 'text', weight: actionTrust };
  }
  const end = (mainHeading?.textEnd ?? 0) + maxStockDistance;
  for (let at = mainHeading?.end ?? 0; at < page.elements.length; at += 1) {
    const element = page.elements[at];
    if (element === undefined || element.textStart > end) break;
    if (element.end - element.position > 4 || zones.isAside(element)) continue;
    const line = page.lineOf(element, maxStockLine);
    const text = line === '' ? undefined : parseStockLine(line);
    if (text === undefined) continue;
    // A size or a colour may be sold out while others are not.
    if (page.around(element, 3).some(({ node }) => choiceTags.has(node.name))) continue;
    const weight = stockLineTrust * atLeast(farStockTrust, zones.nearness(element));
    yield { text, source: { node: element.node }, origin: 'text', weight };
  }
}

const maxRatingLine = 160;
const ratingTrust = 0.5;

/** Beside a rating a fraction may be another one, but never wins against it. */
const bareFractionTrust = 0.42;
const farRatingTrust = 0.6;

/** Ratings that a line gives with the scale they are on. */
function listRatings({ concept }: FieldPlan, scope: Scope): readonly Found[] {
  if (concept?.name !== 'rating') return [];
  const { page, zones } = scope.facts;
  const named: Found[] = [];
  const bare: Found[] = [];
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    const line = page.lineOf(element, maxRatingLine + 1);
    if (line.length > maxRatingLine || !/\d/.test(line)) continue;
    scanned += 1;
    if (scanned > maxScanned) break;
    for (const { rating: text, isNamed } of findRatings(line)) {
      const trust = isNamed ? ratingTrust : bareFractionTrust;
      const weight = trust * atLeast(farRatingTrust, zones.nearness(element));
      (isNamed ? named : bare).push({
        text,
        source: { node: element.node },
        origin: 'text',
        weight,
      });
    }
  }
  return named.length === 0 ? [] : [...named, ...bare];
}

const maxCountLine = 80;
const countTrust = 0.5;

/** How many have rated or reviewed it, in a line that says little else: `(1,204 ratings)`. */
function* findRatingCounts({ concept }: FieldPlan, scope: Scope): Generator<Found> {
  if (concept?.name !== 'ratingCount') return;
  const { page, zones } = scope.facts;
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    const line = page.lineOf(element, maxCountLine + 1);
    if (line.length > maxCountLine || !/\d/.test(line)) continue;
    scanned += 1;
    if (scanned > maxScanned) return;
    const text = findRatingCountBeside(line);
    if (text === undefined) continue;
    const weight = countTrust * atLeast(farRatingTrust, zones.nearness(element));
    yield { text, source: { node: element.node }, origin: 'text', weight };
  }
}

function* findAddress({ concept }: FieldPlan, { facts: { page } }: Scope): Generator<Found> {
  if (concept?.name !== 'url') return;
  for (const node of page.reading.linkElements) {
    if (node.attribs['rel'] !== 'canonical') continue;
    const source = { node, attribute: 'href' };
    const text = node.attribs['href'] ?? '';
    yield { text, source, origin: 'heading', weight: selfStatedTrust, machine: true };
  }
  const node = page.elements[0]?.node;
  if (node === undefined) return;
  const place = { source: { node }, origin: 'address', weight: askedAddressTrust } as const;
  yield { text: page.reading.url, ...place, machine: true };
}

function* findIcon({ concept }: FieldPlan, { facts: { page } }: Scope): Generator<Found> {
  if (concept?.name !== 'favicon') return;
  for (const node of page.reading.linkElements) {
    const rel = (node.attribs['rel'] ?? '').toLowerCase().split(/\s+/);
    if (!rel.includes('icon')) continue;
    const source = { node, attribute: 'href' };
    const text = node.attribs['href'] ?? '';
    yield { text, source, origin: 'heading', weight: selfStatedTrust, machine: true };
  }
}

function findLanguage(_: FieldPlan, { facts: { page } }: Scope): readonly Found[] {
  const text = page.reading.language;
  const node = page.elements[0]?.node;
  if (text === undefined || node === undefined) return [];
  const attribute = node.attribs['lang'] === text ? 'lang' : 'xml:lang';
  const source = { node, attribute };
  return [{ text, source, origin: 'heading', weight: selfStatedTrust, machine: true }];
}

/** The site's name: as the publisher of its pages, and as the company that its home page, or the page about it, speaks of. */
function* findSiteName({ concept, name }: FieldPlan, { facts }: Scope): Generator<Found> {
  const isAsked = splitWords(name).some((word) => companyWords.has(word));
  const asksCompany = concept?.name === 'company' && isAsked;
  const isCompany = asksCompany && isAboutSite(facts);
  const stated = { weight: siteNameTrust, machine: true };
  if (asksCompany && !isCompany) {
    for (const { text, source } of listHeading(facts))
      yield { text, source, origin: 'json-ld', ...stated };
  }
  if (concept?.name !== 'publisher' && !isCompany) return;
  for (const { content: text, source } of facts.metas.get('og:site_name') ?? [])
    yield { text, source, origin: 'meta', ...stated };
  if (!isCompany) return;
  for (const entity of facts.entities) {
    if (!siteTypes.some((type) => entity.types.has(type))) continue;
    for (const { text, source } of readTexts(entity, 'name'))
      yield { text, source, origin: 'json-ld', ...stated };
  }
}

/** The names of the businesses, which data states with a way to them, that head the page. */
function listHeading({ entities, heading }: PageFacts): ReturnType<typeof readTexts> {
  return entities
    .filter(({ properties }) => contactKeys.some((key) => properties.has(key)))
    .flatMap((entity) => readTexts(entity, 'name'))
    .filter(({ text }) => joinName(text) === joinName(heading));
}

/** What a business has, and no person or thing that is sold. */
const contactKeys: readonly string[] = [
  'openinghours',
  'openinghoursspecification',
  'contactpoint',
  'pricerange',
  'paymentaccepted',
];

const companyWords: ReadonlySet<string> = new Set(
  'company firm organization organisation business firma unternehmen entreprise empresa azienda bedrijf'.split(
    ' ',
  ),
);
/** Addresses of a site's home page in some languages, and of what it says of itself. */
const sitePath =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|home|default|about|about-us|aboutus|company|contact|contact-us|imprint|impressum|kontakt)(?:\.\w{2,5})?\/?)?$/i;

/** Whether a page is about the site that it is of: its home page, or one headed by its name. */
function isAboutSite({ page, siteNames, heading }: PageFacts): boolean {
  const path = URL.parse(page.reading.url)?.pathname ?? '';
  return sitePath.test(path) || siteNames.has(joinName(heading));
}

/** Trust in the main content as the text of an article: below what data states as a whole. */
const proseTrust = 0.6;
/** Fewer characters are a teaser, or a remark. */
const leastProse = 200;
/** Of an article of one paragraph. */
const leastSentence = 80;
const wholeSentence = /[.!?…。！？]["'”’»)]?$/u;
const maxProse = 200_000;

/** The meta tags that state what a page is about. */
export const descriptionMetas: readonly string[] = [
  'og:description',
  'description',
  'twitter:description',
];

function isDescription(text: string, { metas }: PageFacts): boolean {
  const joined = joinName(text);
  return descriptionMetas.some((name) =>
    (metas.get(name) ?? []).some(({ content }) => joinName(content) === joined),
  );
}

/** The main content of the page, as the text of an article. */
function* findProse({ concept }: FieldPlan, { facts }: Scope): Generator<Found> {
  const body = concept?.name === 'publisherBody' ? findBody(facts) : undefined;
  if (body === undefined || body.value.length > maxProse) return;
  const { value: text, source, linked } = body;
  // Of a page without a text of its own its menus are left.
  if (linked * 2 > text.length) return;
  const isSentence =
    text.length >= leastSentence &&
    !text.includes('\n') &&
    wholeSentence.test(text) &&
    !isDescription(text, facts);
  if (isSentence || text.length >= leastProse)
    yield { text, source, origin: 'text', weight: proseTrust };
}

const loneDuration = /^(?:\d{1,2}\s?\p{L}{1,8}\.?\s)?\d{1,3}\s?\p{L}{1,8}\.?(?:\s(\p{L}{1,12}))?$/u;
/** What a part of the total time is called. */
const partLabels: ReadonlySet<string> = new Set(
  recipeConcepts.flatMap(({ name, labels }) =>
    name === 'prepTime' || name === 'cookTime' ? labels : [],
  ),
);

/** Whether a duration has the label of a part of the time: in its own text, or before or behind it. */
function isOfPart(element: IndexedElement, own: string, { facts }: Scope): boolean {
  const { page, pairs } = facts;
  const labels = [own, findLabelBefore(page, element).label, findLabelBehind(page, element)];
  if (labels.some((label) => partLabels.has(foldLabel(label)))) return true;
  return Array.from(partLabels).some(
    (label) => pairs.get(label)?.some((pair) => pair.element === element) === true,
  );
}

function findLabelBehind(page: PageIndex, { parent, end }: IndexedElement): string {
  const next = page.elements[end];
  return next?.parent === parent ? page.lineOf(next, maxPartLabel) : '';
}

const maxPartLabel = 40;

/** A lone duration near the heading, as recipes and videos show beside a clock. */
function* findDurations({ concept }: FieldPlan, scope: Scope): Generator<Found> {
  if (concept?.name !== 'totalTime') return;
  const { page, zones } = scope.facts;
  let scanned = 0;
  for (const element of listBelowHeading(scope, 3)) {
    scanned += 1;
    const text = page.lineOf(element, 24);
    const weight = durationTrust * zones.nearness(element);
    const lone = loneDuration.exec(text);
    if (lone !== null && !isOfPart(element, lone[1] ?? '', scope))
      yield { text, source: { node: element.node }, origin: 'text', weight };
    if (scanned >= maxScanned) break;
  }
}

function* findServings(_: FieldPlan, { facts: { page, zones } }: Scope): Generator<Found> {
  const isServings = (element: IndexedElement): boolean => {
    const text = page.lineOf(element, 40);
    return /\d/.test(text) && statesServings(text);
  };
  for (const element of page.elements) {
    if (element.end - element.position > 8 || zones.isAside(element)) continue;
    // What is around a line that visitors wrote is none of the page's either.
    const inner = page.elements.slice(element.position + 1, element.end);
    if (zones.isByVisitor(element) || !isServings(element)) continue;
    // "Print" beside "12 people printed it" is no line of its own.
    if (inner.some((part) => countsServings(page.lineOf(part, 40)))) continue;
    const weight = servingsTrust + nearServingsBonus * zones.nearness(element);
    yield {
      text: page.lineOf(element, 40),
      source: { node: element.node },
      origin: 'text',
      weight,
    };
  }
}
