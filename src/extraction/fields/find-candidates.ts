import { addAll } from '../../runtime/collections.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import {
  type Candidate,
  type CandidateOrigin,
  type Found,
  atLeast,
  priorOf,
  toCandidates,
  trustOfRank,
} from './candidate.ts';
import { findBrands, findCodes, readTitle } from './identity-candidates.ts';
import {
  findHints,
  findTextCandidates,
  isNoProse,
  listsLinks,
  stripOwnLabel,
} from './find-text-candidates.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { type IndexedEntity, originOf, readTexts } from '../analysis/index-entities.ts';
import {
  type PriceSense,
  findMoney,
  findPriceRole,
  isFormerSense,
  isLesserSense,
  isStruckThrough,
  listReplaced,
  readPriceLine,
  toAmountKey,
} from '../values/find-money.ts';
import { readDate } from '../values/dates/read-date.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './rank-entities.ts';
import { joinName, compareWords, splitWords } from '../lexicon/fold-label.ts';
import { changeNames } from '../lexicon/lexicon.ts';
import { recipeConcepts } from '../lexicon/concept.ts';

/** Weight from which an entity counts as equal to the best, as variants shown side by side. */
const equalEntityWeight = 0.95;
/** Trust in one of several codes side by side: any of them may be the ordered one. */
const oneOfSeveralTrust = 0.5;
/** Number of stated wanted fields from which an entity's name is taken as the wanted name. */
const minSpecificFields = 3;
export const namedEntityTrust = 0.99;
/** Trust in a labelled value beside the content, which often belongs to another article. */
const asidePairTrust = 0.6;
/** Trust in a labelled value far from the main heading; a code's label identifies it almost as well there. */
const farPairTrust = 0.85;
const farCodeTrust = 0.95;
/** Trust in a label that stands for the field where another one of the page is its very name: `UPC` beside `EAN`. */
const otherLabelTrust = 0.9;
const isbnPattern = /^97[89]\d{10}$/;
const bookNumberTrust = 0.5;
const machineOrigins: ReadonlySet<CandidateOrigin> = new Set(['json-ld', 'microdata', 'meta']);
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
/** Fields that hold what is no price to pay. */
const ownSenses: ReadonlySet<string> = new Set(['oldPrice', 'shippingCost']);
/** Most values of one kind of source; more values list other things. */
const maxPerSource = 12;

export function findCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates = [...toCandidates(plan, scope, findEntityTexts(plan, scope))];
  if (!scope.wholePage) return candidates;
  const add = (found: Iterable<Found>): void => {
    addAll(candidates, toCandidates(plan, scope, found));
  };
  add(findMetaTexts(plan, scope));
  add(findPairTexts(plan, scope));
  if (plan.kind === 'title') add(findTitles(plan, scope));
  else {
    add(findHints(plan, scope));
    addAll(candidates, findTextCandidates(plan, scope));
  }
  if (plan.kind === 'code') add(findCodes(plan, scope));
  add(findBrands(plan, scope));
  if (plan.concept?.name === 'sku') return weighBookNumbers(candidates);
  if (plan.kind === 'language') return weighLanguages(candidates);
  if (plan.concept?.name === 'rating') return weighVisitors(candidates, scope);
  if (plan.kind !== 'money' && plan.kind !== 'date') return candidates;
  const own = candidates.filter(({ source }) => !isByVisitor(source, scope));
  if (plan.kind === 'date') return weighChanges(plan, own, scope);
  if (plan.concept?.name === 'oldPrice') return weighStruck(own, scope);
  if (ownSenses.has(plan.concept?.name ?? '')) return own;
  // What the page calls a price by nothing but its currency is another article's then.
  const stated = isOnRequest(scope) ? own.filter(({ origin }) => origin !== 'text') : own;
  return weighRole(plan, stated) ?? weighSenses(stated, scope);
}

/** Trust in a former price that is not struck through, where another one near the heading is: themes call the only price "regular", too. */
const unstruckTrust = 0.5;
/** Nearness of a text within 2,000 characters below the heading. */
const nearHeading = 0.5;

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

/** Trust in the language of the page as that of the thing that it shows with one of its own. */
const pageLanguageTrust = 0.3;

/** What a page is written in says nothing of a book whose language it states with a label. */
function weighLanguages(candidates: readonly Candidate[]): readonly Candidate[] {
  if (!candidates.some(({ origin }) => origin === 'pair')) return candidates;
  return candidates.map((candidate) =>
    candidate.origin === 'meta' || candidate.origin === 'heading'
      ? { ...candidate, weight: candidate.weight * pageLanguageTrust }
      : candidate,
  );
}

/** Trust in the day of the last change as that of publication, where the page shows another day. */
const changeTrust = 0.6;

function isChange({ concept }: FieldPlan, name: string): boolean {
  return concept?.name === 'publishedDate' && changeNames.has(name);
}

function weighChanges(
  { concept }: FieldPlan,
  found: readonly Candidate[],
  scope: Scope,
): readonly Candidate[] {
  if (concept?.name !== 'publishedDate') return found;
  const said = found.map((one) => findSaidDay(one, scope));
  const shown = new Set(found.flatMap(({ key }, at) => (said[at] === 'change' ? [key] : [])));
  // The same day may be read once more of an element around the label.
  const candidates = found.map((one, at) => {
    const isSaid = !machineOrigins.has(one.origin) && said[at] !== 'publication';
    return isSaid && shown.has(one.key) ? { ...one, isChange: true } : one;
  });
  const changed = new Set(candidates.filter((one) => one.isChange === true).map(({ key }) => key));
  const isOther = ({ key, origin }: Candidate): boolean =>
    !machineOrigins.has(origin) && !changed.has(key);
  if (changed.size === 0 || !candidates.some(isOther)) return candidates;
  return candidates.map((one) =>
    one.isChange === true ? { ...one, weight: one.weight * changeTrust } : one,
  );
}

/**
 * Whether the day of the last change may stand for the one that is asked for: it is another one than that of publication in two of three
 * pages that state nothing else, so that a field for the latter stays empty where it may.
 */
export function takesChange({ name, required }: FieldPlan): boolean {
  return required || splitWords(name).every((word) => anyDateWords.has(word));
}

const anyDateWords: ReadonlySet<string> = new Set(['date', 'datum', 'day']);

/** Characters in front of a shown date, and of the elements around it, that say what day it is. */
const maxDayLabel = 30;
const maxDayLine = 60;
const dayLabel =
  /(?<!\p{L})(?:(?<change>updat(?!es)|modif|revis|review|edited|changed|aktuali[sz]|geändert|päivit|güncel|frissít|módos|mis à jour|actualiz|aggiorn|atualiz|bijgewerkt|uppdater|opdater|oppdater|обновл|更新)|publish|posted|created|written|veröff|erschienen|publi|pubblic|geplaatst|gepubl|julkais|опубл)/giu;
const changeTokens: ReadonlySet<string> = new Set(
  'updated modified changed revised reviewed'.split(' '),
);
const publishTokens: ReadonlySet<string> = new Set('published publish created posted'.split(' '));

/** What the words directly in front of a shown date, or the names of its element, say of the day. */
function findSaidDay(
  { origin, source: { node, pointer } }: Candidate,
  { facts: { page } }: Scope,
): 'change' | 'publication' | undefined {
  const element = page.elementOf(node);
  if (element === undefined || pointer !== undefined || origin === 'meta') return undefined;
  if (origin === 'pair') return 'publication';
  for (const part of page.around(element, 3)) {
    if (part !== element && page.lineOf(part, maxDayLine) === '') break;
    const tokens = page.tokensOf(part);
    if ([...publishTokens].some((token) => tokens.has(token))) return 'publication';
    if ([...changeTokens].some((token) => tokens.has(token))) return 'change';
  }
  const line = page.lineOf(element, maxDayLine);
  const own = line.slice(0, Math.max(0, line.search(/\p{Nd}/u)));
  const before = page.text.slice(Math.max(0, element.textStart - maxDayLabel), element.textStart);
  // Behind another number is the label of this day.
  const label = (before + own).split(/\p{Nd}/u).at(-1) ?? '';
  const last = [...label.matchAll(dayLabel)].at(-1);
  if (last === undefined) return undefined;
  return last.groups?.['change'] === undefined ? 'publication' : 'change';
}

/** Trust in the rating of one visitor, or of what is quoted, beside that of all. */
const visitorTrust = 0.5;
const quoteTags: ReadonlySet<string> = new Set(['blockquote', 'q']);

/** The rating of one visitor is his own; it is a rival of that of all, and stands where there is no other. */
function weighVisitors(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const { page } = scope.facts;
  const isQuoted = ({ node }: Candidate['source']): boolean => {
    const element = page.elementOf(node);
    return (
      element !== undefined && page.around(element).some((part) => quoteTags.has(part.node.name))
    );
  };
  return candidates.map((candidate) =>
    isByVisitor(candidate.source, scope) || isQuoted(candidate.source)
      ? { ...candidate, weight: candidate.weight * visitorTrust }
      : candidate,
  );
}

/** What visitors write of amounts, and when they wrote it, is no statement of the page. */
function isByVisitor({ node }: Candidate['source'], { facts }: Scope): boolean {
  const element = facts.page.elementOf(node);
  return element !== undefined && facts.zones.isByVisitor(element);
}

/** Shops state the ISBN of a book in markup where the number of their article belongs; the trade's number is not the shop's. */
function weighBookNumbers(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) =>
    isbnPattern.test(candidate.key) && machineOrigins.has(candidate.origin)
      ? { ...candidate, weight: candidate.weight * bookNumberTrust }
      : candidate,
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
  if (role !== 'net' && role !== 'unit') return undefined;
  const isOfRole = ({ isOwn, sense }: Candidate): boolean => isOwn === true || sense === role;
  if (role === 'unit' && !candidates.some(isOfRole)) return undefined;
  return candidates.map((one) => ({
    ...one,
    weight: Math.min(1, one.weight * senseTrust[isOfRole(one) ? 'current' : 'other']),
  }));
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

/** What is published about a thing, at a day that is not the thing's. */
const pageTypes: ReadonlySet<string> = new Set(
  'webpage itempage aboutpage contactpage collectionpage searchresultspage profilepage faqpage qapage website'.split(
    ' ',
  ),
);
const documentTypes: ReadonlySet<string> = new Set(
  'article newsarticle blogposting techarticle report review comment videoobject imageobject'.split(
    ' ',
  ),
);

/** The entities whose days tell the year of the thing: no page has that, and an article only its own where the page states no other thing. */
function listDated(entities: Scope['entities']): Scope['entities'] {
  const things = entities.filter(({ entity }) => !isOneOf(entity.types, pageTypes));
  const others = things.filter(({ entity }) => !isOneOf(entity.types, documentTypes));
  return others.length > 0 ? others : things;
}

function isOneOf(types: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return [...types].some((type) => known.has(type));
}

function* findEntityTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  // Several variants side by side: any of their codes may be the ordered one.
  const codes = new Set(
    (plan.kind === 'code' ? scope.entities : [])
      .filter(({ weight }) => weight >= equalEntityWeight)
      .flatMap(({ entity }) => readTexts(entity, plan.keys[0] ?? '').map(({ text }) => text)),
  );
  const doubt = codes.size > 1 ? oneOfSeveralTrust : 1;
  const entities = plan.concept?.name === 'year' ? listDated(scope.entities) : scope.entities;
  for (const { entity, weight, specific, peers } of entities) {
    const origin = originOf(entity);
    for (const [rank, key] of plan.keys.entries()) {
      const trust = priorOf(origin, plan.kind) * weight * trustOfRank(rank) * doubt;
      const isName = plan.kind === 'title' && (key === 'name' || key === 'title');
      const stated = listStatedUnits(plan, entity, key);
      for (const [at, { text, source }] of readTexts(entity, key)
        .slice(0, maxPerSource)
        .entries()) {
        yield {
          statedUnit: stated.length === 1 ? stated[0] : stated[at],
          text: origin === 'microdata' ? readShown(text, plan, scope) : text,
          source,
          origin,
          weight: isName && specific >= minSpecificFields ? namedEntityTrust : trust,
          peers,
          isChange: isChange(plan, key),
          machine: true,
        };
      }
    }
  }
}

/** The currencies of the amounts, or the units of the measures, that an entity states under a key; of several one for each. */
function listStatedUnits(
  { kind, asked }: FieldPlan,
  entity: IndexedEntity,
  key: string,
): readonly string[] {
  const outer = key.split('.').slice(0, -1);
  if (kind === 'money' && asked.currencies.size > 0) {
    const currencies = Array.from({ length: outer.length + 1 }, (_, cut) =>
      [...outer.slice(0, outer.length - cut), 'priceCurrency'].join('.'),
    ).map((path) => readTexts(entity, path).map(({ text }) => text));
    const codes = currencies.find((found) => found.length > 0) ?? [];
    return new Set(codes).size === 1 ? codes.slice(0, 1) : codes;
  }
  if (asked.units.length === 0) return [];
  return ['unitCode', 'unitText']
    .map((unit) => readTexts(entity, `${key}.${unit}`).map(({ text }) => text))
    .reduce((found, more) => (found.length > 0 ? found : more));
}

/** Microdata is what the page shows: a label or a kicker included. */
function readShown(text: string, plan: FieldPlan, scope: Scope): string {
  const { mainHeading } = scope.facts.zones;
  return plan.kind === 'title' &&
    mainHeading !== undefined &&
    joinName(text) === joinName(scope.facts.heading)
    ? readTitle(mainHeading, scope)
    : stripOwnLabel(text, plan);
}

/** The title for previews often ends with the site's name, like the `<title>`. */
function toBare(text: string, plan: FieldPlan, scope: Scope): string {
  const { siteNames, heading } = scope.facts;
  return plan.kind === 'title' ? stripSiteName(text, siteNames, heading) : text;
}

function* findMetaTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { metas } = scope.facts;
  for (const [rank, name] of plan.metas.entries()) {
    // Twitter cards hold two arbitrary facts; only their labels tell which.
    if (name.startsWith('twitter:data')) {
      const label = metas.get(name.replace('data', 'label'))?.[0]?.content.toLowerCase() ?? '';
      if (!plan.labels.has(label)) continue;
    }
    const weight = priorOf('meta', plan.kind) * trustOfRank(rank);
    for (const { content, source } of (metas.get(name) ?? []).slice(0, maxPerSource)) {
      const place = { source, origin: 'meta', isChange: isChange(plan, name) } as const;
      // Open Graph has the currency of `product:price:amount` in `product:price:currency`.
      const statedUnit = name.endsWith(':amount')
        ? metas.get(name.replace(/amount$/, 'currency'))?.[0]?.content
        : undefined;
      yield { text: toBare(content, plan, scope), ...place, weight, statedUnit, machine: true };
    }
  }
}

function* findPairTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { pairs, zones } = scope.facts;
  const far = plan.kind === 'code' ? farCodeTrust : farPairTrust;
  const name = joinName(plan.name);
  // A page has few of a field's labels, which are a hundred and more.
  const shown = Array.from(plan.labels).flatMap((label) => {
    const found = pairs.get(label);
    return found === undefined ? [] : [{ found, isNamed: joinName(label) === name }];
  });
  const hasNamed = shown.some(({ isNamed }) => isNamed);
  for (const { found, isNamed } of shown) {
    if (found.some(({ label }) => isPreparation(plan, label, scope))) continue;
    const literal = hasNamed && !isNamed ? otherLabelTrust : 1;
    for (const pair of found.slice(0, maxPerSource)) {
      const { element, source, trust } = pair;
      // "Colour chart", "Made by artists": words of one text may be one name, or a sentence.
      if (pair.isOneText && (plan.kind === 'text' || plan.kind === 'organization'))
        if (!/\d/.test(pair.value)) continue;
      if (plan.kind === 'body' && isNoProse(element, scope)) continue;
      if (plan.concept?.name === 'section' && listsLinks(element, scope)) continue;
      if (plan.kind === 'text' && zones.isAside(element) && isMenu(element, scope)) continue;
      const zone = zones.isAside(element) ? asidePairTrust : 1;
      const place = atLeast(far, zones.nearness(element));
      const weight = priorOf('pair', plan.kind) * trust * zone * place * literal;
      const text = plan.kind === 'money' ? readAmount(pair, scope) : pair.value;
      // "Delivery: 3 to 5 days", "delivered by March 10": a number among words is no amount.
      const needsCurrency = plan.concept?.name === 'shippingCost' && !/^[\d.,\s]+$/.test(text);
      yield { text, source, origin: 'pair', weight, isOwn: isNamed, needsCurrency };
      const time = plan.kind === 'date' ? findUnsaidTime(pair, scope) : undefined;
      if (time !== undefined) yield { ...time, origin: 'pair', weight, isOwn: isNamed };
    }
  }
}

/** Links from which an element beside the content is a menu and no value. */
const minMenu = 3;

function isMenu({ position, end }: IndexedElement, { facts: { page } }: Scope): boolean {
  const links = page.elements.slice(position, end).filter(({ node }) => node.name === 'a');
  return links.length >= minMenu;
}

/** Labels that mean the whole time in their languages, or its first part where the page has one for the cooking as well. */
const preparationLabels: ReadonlySet<string> = new Set(
  'bereidingstijd|valmistusaika|czas przygotowania|doba přípravy|время приготовления|elkészítési idő|timp de preparare'.split(
    '|',
  ),
);
const cookingLabels: ReadonlySet<string> = new Set(
  recipeConcepts.flatMap(({ name, labels }) => (name === 'cookTime' ? labels : [])),
);

function isPreparation({ concept }: FieldPlan, label: string, { facts: { page } }: Scope): boolean {
  return (
    concept?.name === 'totalTime' &&
    preparationLabels.has(label) &&
    page.elements.some((element) => cookingLabels.has(page.labelOf(element)))
  );
}

/** The moment of a `<time>` whose text says none that can be read: "tonight". */
function findUnsaidTime(
  { element, value }: LabelPair,
  { facts: { page, place } }: Scope,
): Pick<Found, 'text' | 'source' | 'machine'> | undefined {
  if (readDate(value, place) !== undefined) return undefined;
  const [time, another] = page.elements
    .slice(element.position, element.end)
    .filter(({ node }) => node.name === 'time');
  const text = time?.node.attribs['datetime'];
  if (time === undefined || another !== undefined || text === undefined) return undefined;
  return { text, source: { node: time.node, attribute: 'datetime' }, machine: true };
}

/** Returns the text beside a price's label, without struck-through amounts. */
function readAmount(pair: LabelPair, scope: Scope): string {
  const line = readPriceLine(scope.facts.page, pair.element);
  const colon = /^[^:：]{1,60}[:：]\s?(.+)$/u.exec(line);
  return colon?.[1] ?? line;
}

/** What parts a title from the name of the site or of a section beside it. */
export const suffixMark: RegExp = /\s+[|\-–—·•»:/~]\s+|\s*[|｜]\s*/g;
const sameTitle = 0.999;

function* findTitles({ kind }: FieldPlan, scope: Scope): Generator<Found> {
  const { zones, page, heading, siteNames } = scope.facts;
  if (zones.mainHeading !== undefined && heading !== '') {
    const text = readTitle(zones.mainHeading, scope);
    const source = { node: zones.mainHeading.node };
    yield { text, source, origin: 'heading', weight: priorOf('heading', kind) };
  }
  const node = page.elements[0]?.node;
  const bare = stripSiteName(page.title, siteNames, heading);
  const text =
    heading === '' ? (findAddressed(bare, scope) ?? findShownHead(bare, scope) ?? bare) : bare;
  if (node !== undefined && text !== '')
    yield { text, source: { node }, origin: 'text', weight: priorOf('text', kind) };
}

/** Likeness to a part of the address from which a part of a title is what the page is called; letters such as ö are written in two ways. */
const addressLikeness = 0.7;

/** The part of a title that the address of the page repeats. */
function findAddressed(title: string, { facts: { page } }: Scope): string | undefined {
  const steps = decodePercent(URL.parse(page.reading.url)?.pathname ?? '').split('/');
  const parts = title.split(suffixMark);
  const isNamed = (part: string): boolean =>
    part.includes(' ') && steps.some((step) => compareWords(part, step) >= addressLikeness);
  const named = parts.length < 2 ? [] : parts.filter(isNamed);
  return named.length === 1 ? named[0] : undefined;
}

/** What stands before a mark of a title, where an element of a page without a heading is just that. */
function findShownHead(title: string, { facts: { page } }: Scope): string | undefined {
  const heads = Array.from(title.matchAll(suffixMark), ({ index }) => title.slice(0, index));
  const shown = new Set(
    heads.length === 0
      ? []
      : page.elements.flatMap((element) =>
          element.node.name === 'title' ? [] : page.lineOf(element, title.length),
        ),
  );
  return heads.findLast((head) => shown.has(head));
}

/** Drops the site's name from the ends of a title; what is left is never empty unless it was the site's name alone. */
function stripSiteName(title: string, siteNames: ReadonlySet<string>, heading: string): string {
  const parts = title.split(suffixMark);
  if (parts.length < 2) return title;
  const first = parts[0] ?? '';
  // The main heading is the title; drop everything after it.
  for (let end = parts.length - 1; end >= 1; end -= 1) {
    const head = title.slice(0, lengthOfParts(title, parts, end));
    if (heading !== '' && compareWords(head, heading) >= sameTitle) return head;
  }
  const last = parts.at(-1) ?? '';
  if (isSiteName(last, siteNames))
    return title.slice(0, lengthOfParts(title, parts, parts.length - 1));
  return isSiteName(first, siteNames)
    ? title.slice(title.indexOf(parts[1] ?? '', first.length))
    : title;
}

function isSiteName(part: string, siteNames: ReadonlySet<string>): boolean {
  const joined = joinName(part);
  if (joined.length < 3) return false;
  if (siteNames.has(joined)) return true;
  return [...siteNames].some(
    (name) => name.length > 4 && (joined.startsWith(name) || name.startsWith(joined)),
  );
}

function lengthOfParts(title: string, parts: readonly string[], count: number): number {
  let at = 0;
  for (const part of parts.slice(0, count)) at = title.indexOf(part, at) + part.length;
  return at;
}
