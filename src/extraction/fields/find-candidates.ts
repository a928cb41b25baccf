import { addAll, getOrMake } from '../../runtime/collections.ts';
import {
  type Candidate,
  type Found,
  atLeast,
  machineOrigins,
  priorOf,
  toCandidates,
  trustOfRank,
} from './candidate.ts';
import { findBrands, findCodes, readTitle } from './identity-candidates.ts';
import { findHints, isNoProse, stripOwnLabel, worded } from './find-hints.ts';
import { isMenu, listsLinks } from './is-menu.ts';
import { descriptionMetas, findTextCandidates } from './find-text-candidates.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { isMeasured } from './read-value.ts';
import { isNumeric } from './value-read.ts';
import { partUnit, toWrittenUnit } from '../values/stated-unit.ts';
import {
  type IndexedEntity,
  originOf,
  readLabelled,
  readTexts,
} from '../analysis/index-entities.ts';
import { readPresentText } from '../values/read-present-text.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import { readDate } from '../values/dates/read-date.ts';
import { noWords, yesWords } from '../values/yes-no-words.ts';
import type { FieldPlan } from './plan-fields.ts';
import { type Scope, isSamePath } from './rank-entities.ts';
import { foldLabel, joinName, listPlainForms, splitWords } from '../lexicon/fold-label.ts';
import { recipeConcepts } from '../lexicon/concept.ts';
import { isChange, weighChanges } from './weigh-dates.ts';
import {
  isOnRequest,
  readAsShown,
  trustZeros,
  weighOthers,
  weighRole,
  weighSenses,
  weighStruck,
} from './weigh-prices.ts';
import { listInteractionCounts } from './interaction-counts.ts';
import { findProfiles } from './find-profiles.ts';
import { findTitles } from './find-titles.ts';
import { stripSiteName } from './strip-site-name.ts';

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
/** Fields that hold what is no price to pay. */
const ownSenses: ReadonlySet<string> = new Set(['oldPrice', 'shippingCost']);
/** Most values of one kind of source; more values list other things. */
const maxPerSource = 12;

export function findCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates = listCandidates(plan, scope);
  return plan.concept?.name === 'price' ? trustZeros(candidates, scope) : candidates;
}

function listCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
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
    // A title that is one of those which the schema allows.
    if (plan.kind === 'enum' && plan.concept?.kind === 'title') add(findTitles(plan, scope));
  }
  if (plan.kind === 'code') add(findCodes(plan, scope));
  add(findBrands(plan, scope));
  add(findProfiles(plan, scope));
  if (plan.concept?.name === 'sku') return weighBookNumbers(candidates);
  if (plan.kind === 'language') return weighLanguages(candidates);
  if (plan.concept?.name === 'publisherBody') return dropTeasers(candidates, scope);
  if (plan.concept?.name === 'subtitle') return dropFarSubtitles(candidates, scope);
  if (plan.concept?.name === 'rating')
    return weighVisitors(asksStars(plan) ? candidates.filter(isOfStars) : candidates, scope);
  if (plan.kind !== 'money' && plan.kind !== 'date') return candidates;
  const shown = candidates.filter(({ source }) => !isByVisitor(source, scope));
  if (plan.kind === 'date') return weighChanges(plan, shown, scope);
  const own = weighOthers(readAsShown(shown, scope), scope);
  if (plan.concept?.name === 'oldPrice') return weighStruck(own, scope);
  if (ownSenses.has(plan.concept?.name ?? '')) return own;
  // What the page calls a price by nothing but its currency is another article's then.
  const stated = isOnRequest(scope) ? own.filter(({ origin }) => origin !== 'text') : own;
  return weighRole(plan, stated) ?? weighSenses(stated, scope);
}

/** Share of the article's paragraphs that is its text; less is a teaser. */
const leastOfProse = 0.5;

const articleType = /article|blogposting|report|review|recipe|webpage/;

const lengthOf = ({ value }: Candidate): number => String(value).length;

/** What the page also states as its description, or is far shorter than the paragraphs that it shows, is not the text of an article. */
function dropTeasers(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const teasers = listTeasers(scope);
  const shown = candidates.filter(({ origin }) => origin === 'text').map(lengthOf);
  const least = Math.max(0, ...shown) * leastOfProse;
  // A product has no other text than what describes it.
  const isThing =
    shown.length === 0 &&
    !scope.entities.some(({ entity }) => [...entity.types].some((type) => articleType.test(type)));
  return candidates.filter(
    (candidate) =>
      lengthOf(candidate) >= least &&
      (candidate.origin === 'text' || isThing || !teasers.has(joinName(String(candidate.value)))),
  );
}

/** What the page states as its description, folded. */
function listTeasers({ facts, entities }: Scope): ReadonlySet<string> {
  return new Set([
    ...descriptionMetas.flatMap((name) =>
      (facts.metas.get(name) ?? []).map(({ content }) => joinName(content)),
    ),
    ...entities.flatMap(({ entity }) =>
      readTexts(entity, 'description').map(({ text }) => joinName(text)),
    ),
  ]);
}

/** Characters between a title and what may be below it: a byline, a date. */
const maxBelowTitle = 200;

/** What is called a subtitle elsewhere is that of something else; a description is one where people see it below the title. */
function dropFarSubtitles(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const from = zones.mainHeading?.textEnd ?? page.text.length;
  const below = joinName(page.text.slice(from, from + maxBelowTitle + maxSubtitle));
  const teasers = listTeasers(scope);
  return candidates.filter(({ origin, source, value }) => {
    const said = joinName(String(value));
    if (teasers.has(said)) return said !== '' && below.includes(said);
    const element = origin === 'hint' ? page.elementOf(source.node) : undefined;
    if (element === undefined) return true;
    return element.textStart >= from && element.textStart - from <= maxBelowTitle;
  });
}

/** Characters of a subtitle. */
const maxSubtitle = 300;

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

const mostStars = 5;

function asksStars({ name }: FieldPlan): boolean {
  return splitWords(name).at(-1) === 'stars';
}

/** Whether a number can be one of stars: a rating out of ten is none. */
function isOfStars({ value }: Candidate): boolean {
  return !(Number(value) > mostStars);
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
  const pageUrl = scope.facts.page.reading.url;
  for (const { entity, weight, specific, peers } of entities) {
    const origin = originOf(entity);
    const labelled = { origin, weight: priorOf(origin, plan.kind) * weight, peers };
    // What data says with a label of its own stands in for a property that it lacks.
    if (!plan.keys.some((key) => readTexts(entity, key).length > 0)) {
      for (const found of readLabelled(entity, plan.labels).slice(0, maxPerSource))
        yield { ...found, ...labelled };
    }
    for (const found of listRanges(plan, entity)) yield { ...found, ...labelled };
    for (const found of listInteractionCounts(plan, entity)) yield { ...found, ...labelled };
    for (const [rank, key] of plan.keys.entries()) {
      const trust = priorOf(origin, plan.kind) * weight * trustOfRank(rank) * doubt;
      const isName = plan.kind === 'title' && (key === 'name' || key === 'title');
      const stated = listStatedUnits(plan, entity, key);
      for (const [at, { text, source }] of readTexts(entity, key)
        .slice(0, maxPerSource)
        .entries()) {
        if (plan.concept?.name === 'website' && isSamePath(text, pageUrl)) continue;
        yield {
          statedUnit: stated.length === 1 ? stated[0] : stated[at],
          text:
            origin === 'microdata'
              ? readShown(text, plan, scope)
              : addUnit(toAsked(text, key, plan), plan, findUnitOf(entity, key)),
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

/** What a page does not charge for is not behind a paywall. */
function toAsked(text: string, key: string, { concept }: FieldPlan): string {
  if (concept?.name !== 'paywalled' || key !== 'isAccessibleForFree') return text;
  const label = foldLabel(text.replace(schemaTerm, ''));
  if (yesWords.has(label)) return 'false';
  return noWords.has(label) ? 'true' : text;
}

const schemaTerm = /^https?:\/\/schema\.org\//i;

/** A bare number of what is measured with the unit that is stated beside it. */
function addUnit(text: string, plan: FieldPlan, unit: string | undefined): string {
  const isBare = unit !== undefined && /^\p{Nd}{1,9}(?:[.,]\p{Nd}{1,6})?$/u.test(text);
  if (!isBare || plan.kind !== 'text' || isNumeric(plan) || !isMeasured(plan)) return text;
  return `${text} ${unit}`;
}

function findUnitOf(entity: IndexedEntity, key: string): string | undefined {
  const [stated] = ['unitText', 'unitCode'].flatMap((unit) => readTexts(entity, `${key}.${unit}`));
  return stated === undefined ? undefined : toWrittenUnit(stated.text);
}

/** The two ends of a salary as one text, which data states apart: "3000–4000 EUR". */
function listRanges(
  { concept }: FieldPlan,
  entity: IndexedEntity,
): readonly Pick<Found, 'text' | 'source'>[] {
  if (concept?.name !== 'salary') return [];
  const read = (path: string): ReturnType<typeof readTexts>[number] | undefined =>
    readTexts(entity, `baseSalary.${path}`)[0];
  const least = read('value.minValue') ?? read('minValue');
  const most = read('value.maxValue') ?? read('maxValue');
  if (least === undefined || most === undefined) return [];
  const currency = read('currency')?.text ?? '';
  const { source } = least;
  return [{ text: `${least.text}–${most.text} ${currency}`.trim(), source }];
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

/** More words of a label in front of a number: "Floor" and "area 64". */
const namesMore =
  /^(?!(?:about|approx|approximately|circa|around|over|under|from|only|max|min|was|are|is|of|up)\b)\p{Ll}{2,}\s/u;

const maxMeasureWords = 3;

/** Whether a text is a number with a few words, as may stand behind its label in one text: "Weight 2 kg". */
function isMeasure(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word));
  return /\d/.test(text) && words.length <= maxMeasureWords;
}

/** Whether a name stands behind who did something, in one text: "Sold and shipped by Ash & Sons". */
function isNamedBy({ kind }: FieldPlan, { label, value }: LabelPair): boolean {
  return (
    kind === 'organization' &&
    /\s(?:by|durch)$/.test(label) &&
    /^\p{Lu}\S{0,30}(?: (?:[\p{Lu}&]\S{0,30}|and|und|et|y)){1,4}$/u.test(value)
  );
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
  const plainNamed = shown.length > 0 ? undefined : findPlainNamed(plan, pairs);
  if (plainNamed !== undefined) shown.push({ found: plainNamed, isNamed: true });
  const hasNamed = shown.some(({ isNamed }) => isNamed);
  const seen = new Set<LabelPair>();
  for (const { found, isNamed } of shown) {
    if (found.some(({ label }) => isPreparation(plan, label, scope))) continue;
    const literal = hasNamed && !isNamed ? otherLabelTrust : 1;
    for (const pair of found.slice(0, maxPerSource)) {
      const { element, source, trust } = pair;
      if (seen.has(pair)) continue;
      seen.add(pair);
      // "Colour chart", "Made by artists": words of one text may be one name, or a sentence.
      if (pair.isOneText && (plan.kind === 'text' || plan.kind === 'organization'))
        if (!isMeasure(pair.value) && !isNamedBy(plan, pair)) continue;
      if (plan.kind === 'body' && isNoProse(element, scope)) continue;
      if (plan.concept?.name === 'section' && listsLinks(element, scope)) continue;
      if (worded.has(plan.kind) && plan.concept?.name !== 'section')
        if (isMenu(element, scope, pair.value)) continue;
      if (plan.kind === 'organization' && listsLinks(element, scope)) continue;
      // "Language: English" beside the content is a switch.
      if (plan.kind === 'language' && zones.isAside(element)) continue;
      const isCounted = plan.kind === 'duration' || (plan.concept === undefined && isNumeric(plan));
      if (pair.isOneText && isCounted && namesMore.test(pair.value)) continue;
      const zone = zones.isAside(element) ? asidePairTrust : 1;
      const near = atLeast(far, zones.nearness(element));
      const weight = priorOf('pair', plan.kind) * trust * zone * near * literal;
      const text =
        plan.kind === 'money'
          ? readAmount(pair, scope)
          : addUnit(readPresent(pair, scope), plan, partUnit(pair.labelText).unit);
      // "Delivery: 3 to 5 days", "delivered by March 10": a number among words is no amount.
      const needsCurrency = plan.concept?.name === 'shippingCost' && !/^[\d.,\s]+$/.test(text);
      const statedUnit = isNumeric(plan) ? partUnit(pair.labelText).unit : undefined;
      const link = plan.kind === 'url' ? findOnlyLink(pair, scope) : undefined;
      const place = { origin: 'pair', weight, isOwn: isNamed } as const;
      if (link === undefined) yield { text, source, ...place, needsCurrency, statedUnit };
      else yield { ...link, ...place };
      const time = plan.kind === 'date' ? findUnsaidTime(pair, scope) : undefined;
      if (time !== undefined) yield { ...time, ...place };
    }
  }
}

type Pairs = Scope['facts']['pairs'];
const plainLabels = new WeakMap<Pairs, ReadonlyMap<string, readonly LabelPair[]>>();

/** The pairs of a label that a field has without its accents: "Città" for `citta`. */
function findPlainNamed({ name }: FieldPlan, pairs: Pairs): readonly LabelPair[] | undefined {
  const plain = getOrMake(plainLabels, pairs, () => {
    const known = new Map<string, readonly LabelPair[]>();
    for (const [label, found] of pairs)
      for (const form of listPlainForms(label)) if (!known.has(form)) known.set(form, found);
    return known;
  });
  return plain.get(splitWords(name).join(' '));
}

/** Where the only link beside a label leads: "Website: Visit us". */
function findOnlyLink(
  { element }: LabelPair,
  { facts: { page } }: Scope,
): Pick<Found, 'text' | 'source' | 'machine'> | undefined {
  const [link, another] = page.elements
    .slice(element.position, element.end)
    .filter(({ node }) => node.name === 'a' && node.attribs['href'] !== undefined);
  if (link === undefined || another !== undefined) return undefined;
  const { node } = link;
  return { text: node.attribs['href'] ?? '', source: { node, attribute: 'href' }, machine: true };
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
  { element, value, isPart }: LabelPair,
  { facts: { page, place } }: Scope,
): Pick<Found, 'text' | 'source' | 'machine'> | undefined {
  if (isPart || readDate(value, place) !== undefined) return undefined;
  const [time, another] = page.elements
    .slice(element.position, element.end)
    .filter(({ node }) => node.name === 'time');
  const text = time?.node.attribs['datetime'];
  if (time === undefined || another !== undefined || text === undefined) return undefined;
  return { text, source: { node: time.node, attribute: 'datetime' }, machine: true };
}

/** Returns the text beside a price's label, without struck-through amounts. */
function readAmount(pair: LabelPair, scope: Scope): string {
  if (pair.isPart) return pair.value;
  return dropLabel(readPriceLine(scope.facts.page, pair.line));
}

/** Returns the text beside a label, without what is struck through beside another text. */
function readPresent({ line, value, isPart }: LabelPair, { facts: { page } }: Scope): string {
  const present = isPart ? undefined : readPresentText(page, line);
  if (present === undefined) return value;
  // The label stands in the element of its value, or in one of its own.
  const holdsLabel = page.lineOf(line) !== value;
  const rest = holdsLabel ? dropLabel(present) : present;
  return holdsLabel && rest === present ? value : rest;
}

function dropLabel(line: string): string {
  return /^[^:：]{1,60}[:：]\s?(.+)$/u.exec(line)?.[1] ?? line;
}
