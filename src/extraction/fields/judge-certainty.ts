import type { AnyNode } from 'domhandler';
import {
  type Candidate,
  type CandidateOrigin,
  type Certainty,
  type Elected,
  type Group,
  machineOrigins,
  usualConfidence,
} from './candidate.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { namedEntityTrust } from './sources/find-entity-texts.ts';
import { suffixMark } from './strip-site-name.ts';
import type { FieldPlan } from './plan-fields.ts';
import { isPlainPrice } from './price-bound.ts';
import { isNumeric } from './value-read.ts';
import { listUntaxed } from '../values/money/choose-prices.ts';
import { findMoney, toAmountKey } from '../values/money/find-money.ts';
import { readPriceLine } from '../values/money/read-price-line.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { isOtherCurrency } from '../values/stated-unit.ts';
import { subjectTypes } from '../lexicon/prompt-words.ts';
import { asksPortrayed, listAskedTypes } from './asked-thing.ts';
import type { Scope } from './rank-entities.ts';

/** What a source is: sources of one kind are written together, and say the same thing when they are wrong. */
const kindOfOrigin: Readonly<
  Record<CandidateOrigin, 'data' | 'markup' | 'meta' | 'label' | 'text' | 'address'>
> = {
  'json-ld': 'data',
  microdata: 'markup',
  hint: 'markup',
  meta: 'meta',
  pair: 'label',
  heading: 'text',
  text: 'text',
  address: 'address',
};

interface Level {
  /** Kinds of sources that have to agree, and how far the value has to be ahead of the next one. */
  readonly kinds: number;
  readonly margin: number;
  /** Trust that the best source has to have: the day of the last change, which is no day of publication, has less. */
  readonly trust?: number;
  /** What one of the agreeing sources has to be. */
  readonly among?: ReadonlySet<CandidateOrigin>;
  /** Whether markup and a label both have to call it what is wanted. */
  readonly isNamedTwice?: boolean;
  /** Whether the page has to show it, and no longer or shorter edition of it may be stated. */
  readonly isWhole?: boolean;
  /** Share of wrong values among those, on pages of sites that were not used to set the level. */
  readonly doubt: number;
}

const agreed: Level = { kinds: 2, margin: 0.3, doubt: 0.005 };
const single: Level = { kinds: 1, margin: 0.5, doubt: 0.05 };
/** A trade number that its source calls so: its check digit holds, and nothing else on the page is one. */
const checked: Level = { kinds: 1, margin: 0.5, trust: 0.7, doubt: 0.005 };
/**
 * What a class or a property and the label that readers see both call what is wanted. The two mostly stand at one place, so that they are
 * one source of the value; but of its meaning they are two: the one is written by who made the template, the other by who made the page.
 */
const namedTwice: Level = { kinds: 1, margin: 0.3, isNamedTwice: true, doubt: 0.005 };
const statedOnly: ReadonlySet<CandidateOrigin> = new Set(['json-ld']);
const data: ReadonlySet<CandidateOrigin> = new Set(['json-ld', 'microdata']);
const visible: ReadonlySet<CandidateOrigin> = new Set(['heading', 'hint', 'pair', 'text']);
/**
 * The name of a thing whose data states several more of the wanted fields, where a heading shows it: tags of the head hold another
 * wording for search engines, so that being ahead of that says nothing.
 */
const named: Level = {
  ...agreed,
  margin: 0,
  trust: namedEntityTrust,
  among: new Set(['heading', 'hint']),
};
/** A heading and the tag that repeats it are one text of the editor's, and were wrong in 4 of 100: a third kind, or data, has to agree. */
const titles: readonly Level[] = [
  { ...agreed, kinds: 3 },
  { ...agreed, among: data },
  named,
  { ...agreed, doubt: 0.05 },
  single,
];

/**
 * Levels by kind of field, the surest first, from `npm run bench:fields -- --certainty` (docs/internals/decisions/evidence.md). A kind
 * that is not listed has none: what its sources agree on was wrong too often, or is too seldom known to be right.
 */
const levels: Readonly<Partial<Record<FieldPlan['kind'], readonly Level[]>>> = {
  money: [agreed],
  currency: [agreed],
  code: [agreed],
  availability: [agreed, single],
  organization: [agreed, single],
  duration: [agreed, namedTwice, single],
  // The ratings that single visitors' entries count are rivals of the count that the data states of the thing and the page shows.
  count: [agreed, { ...agreed, margin: 0, trust: 0.9, among: statedOnly }, single],
  number: [{ ...agreed, among: statedOnly }],
  text: [{ ...agreed, among: statedOnly }, namedTwice],
  // Of 136 that structured data and the page state alike none has another number in its label, and two have another noun.
  yield: [{ ...agreed, among: statedOnly }, namedTwice],
  body: [
    { ...agreed, kinds: 3, margin: 0 },
    { ...agreed, margin: 0, among: statedOnly, isWhole: true },
  ],
  title: titles,
  date: [
    { ...agreed, trust: 0.7 },
    // The day of the last change stands beside the other one in each kind of source, and is ahead of nothing.
    { ...agreed, margin: 0.05, trust: 0.7, among: visible },
  ],
};

/** Lists that are sure where structured data and the page itself state the same items in the same order. */
const listKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'persons',
  'ingredients',
  'steps',
  'keywords',
]);

/** Sources that are elements of the page. */
const placed: ReadonlySet<CandidateOrigin> = new Set(['microdata', 'heading', 'hint', 'pair']);
/** Characters of an element's text that can be a value of words. */
const maxShown = 600;

/** Rivals that are told of one value. */
export const maxRivals = 3;

/** Says how sure an elected value is, and what else it may be. */
export function judgeCertainty(plan: FieldPlan, elected: Elected, scope: Scope): Certainty {
  const { kind } = plan;
  const { candidate, confidence, others } = elected;
  const choices = withShown(plan, inOneCurrency(elected, scope), scope);
  // A title with the site's name behind it is stated as well: it agrees, and is no rival.
  const isOther = ({ candidate: { value } }: Group): boolean =>
    kind !== 'title' || !isEndOf(String(value), candidate.key);
  const margin = confidence - (others.find(isOther)?.confidence ?? 0);
  const disputed = kind === 'date' ? listDisputed(elected, others.filter(isOther)) : new Set();
  const agreeing = [
    ...choices.filter(({ origin }) => !disputed.has(kindOfOrigin[origin])),
    ...others.flatMap((one) => (isOther(one) ? [] : one.choices)),
  ];
  const kinds = countKinds(agreeing, scope);
  const isTwice = isNamedTwice(elected);
  const isShown = choices.some(({ origin }) => placed.has(origin));
  const untaxed = listNetRivals(plan, elected, scope);
  // Data of the page that state one of the two settle which is its price.
  const isUntaxedOpen =
    untaxed.length > 0 && !elected.choices.some(({ origin }) => machineOrigins.has(origin));
  const isOpen =
    isUntaxedOpen ||
    scope.narrowed?.has(plan) === true ||
    candidate.source.alternatives !== undefined ||
    candidate.source.bound !== undefined ||
    isShownOtherwise(plan, choices, others) ||
    ((isDayOfThing(plan, scope) || isPublisherOfThing(plan, scope)) &&
      elected.choices.some(({ isOfPage }) => isOfPage === true)) ||
    !(isOfSubject(plan, scope) || choices.some(({ isOwn }) => isOwn === true));
  const doubts = (isOpen ? [] : listLevels(plan, candidate))
    .filter(
      ({ trust = 0, among, isNamedTwice: isTwiceWanted = false, isWhole = false, ...level }) =>
        kinds >= level.kinds &&
        margin >= level.margin &&
        candidate.weight >= trust &&
        (!isTwiceWanted || isTwice) &&
        (!isWhole || (isShown && !hasEdition(elected))) &&
        (among === undefined || agreeing.some(({ origin }) => among.has(origin))),
    )
    .map(({ doubt }) => doubt);
  const rivals = [
    ...untaxed,
    ...others
      .filter(
        (other) => other.confidence >= usualConfidence && isRival(plan, elected, other, scope),
      )
      .map(({ candidate: { value, source } }) => ({ value, source })),
  ].slice(0, maxRivals);
  return {
    doubt: doubts[0] ?? (kind === 'persons' ? judgePerson(candidate) : 1),
    rivals: [...(candidate.source.certainty?.rivals ?? []), ...rivals],
  };
}

/** The same price without its tax, which the page shows beside it: who asks for the price may mean either. */
function listNetRivals(
  plan: FieldPlan,
  { candidate, choices, others }: Elected,
  { facts: { page, place } }: Scope,
): Certainty['rivals'] {
  if (!isPlainPrice(plan)) return [];
  const apart = others.flatMap(({ candidate: { value, source, sense } }) =>
    sense === 'net' ? [{ value, source }] : [],
  );
  const source = choices.find(({ origin }) => !machineOrigins.has(origin))?.source;
  const element = source === undefined ? undefined : page.elementOf(source.node);
  if (apart.length > 0 || source === undefined || element === undefined) return apart;
  const line = readPriceLine(page, element);
  return listUntaxed(line, findMoney(line, true, place)).flatMap(({ amount }) =>
    toAmountKey(amount) === candidate.key
      ? []
      : [{ value: isNumeric(plan) ? Number(amount) : amount, source }],
  );
}

/** A number with the word of its unit behind it. */
const withUnit = /^(\p{Nd}[\p{Nd}.,]*)\s?\p{L}+\.?$/u;

/** Whether another group says something else: not the same with the site's name, without its unit, a later day by name, or a mere sign. */
function isRival(
  { kind }: FieldPlan,
  { candidate }: Elected,
  { candidate: other, choices }: Group,
  { facts: { siteNames } }: Scope,
): boolean {
  const [taken, text] = [String(candidate.value), String(other.value)];
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (kind === 'title' && isBesideSiteName(text, candidate.key, siteNames)) return false;
  // Its source calls it the day of the last change, and this one is not taken as such.
  const isOfChange =
    candidate.isChange !== true && choices.every(({ isChange }) => isChange === true);
  if (isOfChange && text >= taken) return false;
  return withUnit.exec(taken)?.[1] !== text && withUnit.exec(text)?.[1] !== taken;
}

/** Without the sources that have the amount in another currency than its data states: a converter shows such a number by chance. */
function inOneCurrency(elected: Elected, { facts }: Scope): Elected {
  const stated = elected.choices.find(
    ({ origin, currency }) => machineOrigins.has(origin) && currency !== undefined,
  )?.currency;
  const code = stated === undefined ? undefined : toCurrencyCode(stated);
  if (code === undefined) return elected;
  const locale = findNumberLocale(facts.place);
  const asked = { currencies: new Set([code]) };
  const choices = elected.choices.filter(
    ({ currency }) => isOtherCurrency(asked, currency, locale) !== true,
  );
  return { ...elected, choices };
}

/** Whether what the page calls the price is another amount, and the one of its data and its head stands nowhere on it. */
function isShownOtherwise(
  { kind }: FieldPlan,
  choices: readonly Pick<Candidate, 'origin'>[],
  others: readonly Group[],
): boolean {
  return (
    kind === 'money' &&
    !choices.some(({ origin }) => visible.has(origin)) &&
    others.some(
      (other) =>
        other.confidence >= usualConfidence &&
        other.choices.some(({ origin }) => visible.has(origin) && origin !== 'text'),
    )
  );
}

/** Share of the trust in a value's source from which another value of a source of that kind disputes it. */
const disputeShare = 0.95;

/** Kinds of sources that state another value about as clearly: two times beside each other agree with neither of two tags. */
function listDisputed(
  { choices }: Pick<Elected, 'choices'>,
  others: readonly Group[],
): ReadonlySet<string> {
  const rivals = others.flatMap((other) => other.choices);
  const disputed = choices.filter(({ origin, weight }) =>
    rivals.some(
      (rival) =>
        kindOfOrigin[rival.origin] === kindOfOrigin[origin] &&
        rival.weight >= weight * disputeShare,
    ),
  );
  return new Set(disputed.map(({ origin }) => kindOfOrigin[origin]));
}

/** The name of one person is as sure as the list that it was read as; several in one text are joined by each source in its own way. */
function judgePerson({ value, source }: Candidate): number {
  return severalMark.test(String(value)) ? 1 : (source.certainty?.doubt ?? 1);
}

function listLevels({ kind, concept }: FieldPlan, { value }: Candidate): readonly Level[] {
  // What else is counted is named by each source in its own words: "12 naan", "12 flatbreads", "12 servings".
  if (kind === 'yield' && !servings.test(String(value))) return [];
  return concept?.name === 'gtin' ? [agreed, checked] : (levels[kind] ?? []);
}

const servings = /\bservings?$/;
/** What parts the items of a list, and the ends of a range: each source writes these in its own way. */
const severalMark = /[,;|/]|\d\s?[-–]\s?\d/;

/** Whether markup and a label state one and the same single value. */
function isNamedTwice({ candidate, choices }: Elected): boolean {
  const text = String(candidate.value);
  if (severalMark.test(text)) return false;
  const origins = new Set(
    choices.filter(({ value }) => String(value) === text).map(({ origin }) => origin),
  );
  return origins.has('pair') && (origins.has('hint') || origins.has('microdata'));
}

/** Characters in which two editions of a text begin alike. */
const editionLength = 20;

/** Whether the page states another text that begins as this one does: which of the two is wanted is open. */
function hasEdition({ candidate, others }: Elected): boolean {
  const start = joinName(String(candidate.value)).slice(0, editionLength);
  return others.some(({ candidate: { value } }) => joinName(String(value)).startsWith(start));
}

/** Kinds whose values are words, so that the page does not show the same ones by chance as the whole text of an element. */
const wordKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'title',
  'text',
  'organization',
  'body',
]);

/** Elements that say what a thing is called, which describes none. */
const namingTags: ReadonlySet<string> = new Set(['a', 'h1']);

function isNaming(element: IndexedElement, page: PageIndex): boolean {
  const inner = page.elements.slice(element.position, element.end);
  return [...inner, ...page.around(element)].some(({ node }) => namingTags.has(node.name));
}

/** The sources of a value, and the element that shows what structured data alone states as its whole text. */
function withShown(
  { kind }: FieldPlan,
  { candidate, choices }: Elected,
  { facts: { page, zones } }: Scope,
): readonly Pick<Candidate, 'origin' | 'source' | 'isOwn'>[] {
  const isStated = choices.some(({ origin }) => origin === 'json-ld');
  if (!wordKinds.has(kind) || !isStated || choices.some(({ origin }) => placed.has(origin)))
    return choices;
  const key = joinName(String(candidate.value));
  const element = page.elements.find(
    (one) =>
      one.node.name !== 'title' &&
      !zones.isAside(one) &&
      joinName(page.lineOf(one, maxShown)) === key &&
      (kind !== 'body' || !isNaming(one, page)),
  );
  return element === undefined || key === ''
    ? choices
    : [...choices, { origin: 'hint', source: { node: element.node } }];
}

/** Whether what a field's name says that it is a field of is what the page is about: a series has another title than its book. */
function isOfSubject(plan: FieldPlan, scope: Scope): boolean {
  const { subject } = plan;
  if (subject.length === 0) return !asksOtherThing(plan, scope);
  return listTypes(scope).some((type) => type.endsWith(subject.join('')));
}

/** Whether a company is asked for of a thing that the page is about: who publishes the page need not be that of the thing. */
function isPublisherOfThing({ kind }: FieldPlan, { prompt }: Scope): boolean {
  return kind === 'organization' && asksPortrayed(prompt);
}

/** Whether a day is asked for that is none of publishing the page: of an event, of the release of a film. */
function isDayOfThing({ kind, name }: FieldPlan, { prompt }: Scope): boolean {
  if (kind !== 'date') return false;
  return (
    asksPortrayed(prompt) ||
    (splitWords(name).some((word) => word.startsWith('release')) &&
      !listAskedTypes(prompt).has('article'))
  );
}

function listTypes({ entities, facts: { metas } }: Scope): readonly string[] {
  return [
    ...(entities[0]?.entity.types ?? []),
    ...(metas.get('og:type') ?? []).map(({ content }) => joinName(content)),
  ];
}

/** Whether a name is asked for of a thing of some type on a page that says that it is an article, and has no data of such a thing. */
export function asksOtherThing(plan: FieldPlan, scope: Scope): boolean {
  if (plan.kind !== 'title') return false;
  const [owner = '', another] = splitWords(plan.name);
  const named = another === undefined ? undefined : subjectTypes.get(toSingular(owner));
  if (named !== undefined) return isOnArticle(new Set([named]), listTypes(scope), scope);
  // Shops and cinemas have pages that only previews call articles.
  return (
    asksPortrayed(scope.prompt) &&
    isOnArticle(
      listAskedTypes(scope.prompt),
      scope.entities.slice(0, 1).flatMap(({ entity }) => [...entity.types]),
      scope,
    )
  );
}

function isOnArticle(wanted: ReadonlySet<string>, own: readonly string[], scope: Scope): boolean {
  if (wanted.has('article')) return false;
  const isOfType = (types: Iterable<string>): boolean =>
    Array.from(types).some((one) => [...wanted].some((type) => one.includes(type)));
  const isArticle = own.some((one) => one.endsWith('article') || one === 'blogposting');
  return (
    isArticle &&
    !isOfType(listTypes(scope)) &&
    !scope.facts.entities.some(({ types }) => isOfType(types))
  );
}

/** Whether a title is this one and the name of the site or of a section beside it, apart by a mark. */
function isEndOf(title: string, key: string): boolean {
  return Array.from(title.matchAll(suffixMark)).some(
    ({ 0: mark, index }) =>
      joinName(title.slice(0, index)) === key || joinName(title.slice(index + mark.length)) === key,
  );
}

/** Whether a title is this one with the name of the site behind it, or before it: what stands behind another title may be that name itself. */
function isBesideSiteName(title: string, key: string, siteNames: ReadonlySet<string>): boolean {
  if (siteNames.has(key)) return false;
  return Array.from(title.matchAll(suffixMark)).some(({ 0: mark, index }) => {
    const before = joinName(title.slice(0, index));
    return (
      before === key ||
      (siteNames.has(before) && joinName(title.slice(index + mark.length)) === key)
    );
  });
}

/** Says how sure a list is as a whole, by the sources that state all of its items in its order. */
export function judgeListCertainty(
  plan: FieldPlan,
  choices: readonly Pick<Candidate, 'origin' | 'source'>[],
  scope: Scope,
): Certainty {
  const isStated = choices.some(({ origin }) => origin === 'json-ld');
  const shown = choices.filter(
    ({ origin }) => origin === 'json-ld' || kindOfOrigin[origin] !== 'meta',
  );
  const isSure =
    listKinds.has(plan.kind) &&
    scope.narrowed?.has(plan) !== true &&
    isStated &&
    countKinds(shown, scope) >= agreed.kinds &&
    isOfSubject(plan, scope);
  return { doubt: isSure ? agreed.doubt : 1, rivals: [] };
}

/** Kinds of sources that do not stand in one place: a label and the text beside it are one. */
function countKinds(
  choices: readonly Pick<Candidate, 'origin' | 'source'>[],
  { facts: { page } }: Scope,
): number {
  const counted = new Map<string, AnyNode>();
  const root = page.elements[0]?.node;
  const places = choices.map(({ origin, source: { node } }) => ({
    kind: kindOfOrigin[origin],
    // The title repeats what the page shows, as if it were read of all of it.
    node: root !== undefined && node === page.reading.titleElement ? root : node,
  }));
  // The deepest first: what was read of the whole page would leave no other place apart.
  const inner = places.toSorted((one, two) => depthOf(two.node) - depthOf(one.node));
  for (const { kind, node } of inner) {
    if (counted.has(kind)) continue;
    const isApart = [...counted.values()].every((one) => !holds(one, node) && !holds(node, one));
    if (isApart) counted.set(kind, node);
  }
  return counted.size;
}

function depthOf(node: AnyNode): number {
  let depth = 0;
  for (let { parent } = node; parent !== null; { parent } = parent) depth += 1;
  return depth;
}

function holds(outer: AnyNode, inner: AnyNode): boolean {
  for (let node: AnyNode | null = inner; node !== null; node = node.parent)
    if (node === outer) return true;
  return false;
}
