import type { ContentSource } from '../../page/page-reading.ts';
import { findAlikeBlocks } from '../analysis/find-zones.ts';
import { isInForeign } from '../analysis/find-foreign.ts';
import {
  type Candidate,
  type CandidateOrigin,
  type Certainty,
  priorOf,
  toCandidates,
  trustOfRank,
  usualConfidence,
} from '../fields/candidate.ts';
import {
  type ListCandidate,
  findHeadedLists,
  findPageLists,
  findShapedLists,
  namesList,
} from './find-page-lists.ts';
import type { ListItem } from './list-item.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';
import { type IndexedEntity, cleanText, originOf, readPath } from '../analysis/index-entities.ts';
import { judgeListCertainty, maxRivals } from '../fields/judge-certainty.ts';
import { suffixMark } from '../fields/strip-site-name.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { type Scope, isInScope } from '../fields/rank-entities.ts';
import { describeUnfit } from '../fields/schema-constraints.ts';
import { splitItems } from '../fields/split-items.ts';
import {
  isInvertedName,
  parseByline,
  parsePersons,
  saysManner,
  toReadingOrder,
} from '../values/parse-persons.ts';
import { addAll, getOrMake, toWordSet } from '../../runtime/collections.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { findBylines } from './find-bylines.ts';
import { findGallery } from './find-gallery.ts';
import { listLabelledItems, listLinksIn } from './labelled-items.ts';
import { isTrail } from './fill-named-parts.ts';
import { listTrail } from './list-trail.ts';
import { keepsRepeats, tidyItems } from './tidy-items.ts';
import { toItems, readInstructions } from './read-instructions.ts';
import { fitList } from './fit-list.ts';

export interface ElectedList {
  readonly values: readonly unknown[];
  readonly items: readonly ListItem[];
  readonly confidence: number;
  readonly candidate: ListCandidate;
}

/** Share of the weight that a list in one labelled cell keeps, since the cell may be cut or hold more. */
const pairShare = 0.8;
const asidePairTrust = 0.3;
/** Most values of one label that are read as lists. */
const maxLabelled = 6;
/** Smallest difference that counts: below it is floating-point noise, and the earlier list is kept. */
const leastGain = 1e-9;
/** Share of the weight without headings of sections: of two lists of the same items the one that parts them is kept. */
const headlessShare = 0.99;

/** Chooses the list that fits a field best; lists are taken whole from one source. */
export function electList(plan: FieldPlan, scope: Scope): ElectedList | undefined {
  const lists = findLists(plan, scope);
  if (plan.kind !== 'persons') return chooseBest(lists, plan, scope);
  // The site is the author where it says so and names no person.
  const persons = lists.map(({ candidate, items }) => ({
    candidate,
    items: items.filter(({ text }) => !scope.facts.siteNames.has(joinName(text))),
  }));
  return (
    chooseBest(raiseAgreed(persons), plan, scope) ?? chooseBest(raiseAgreed(lists), plan, scope)
  );
}

/** Chooses the pictures that stand together on the page, for a field of pictures that nothing else is found for. */
export function electGallery(plan: FieldPlan, scope: Scope): ElectedList | undefined {
  const lists = scope.wholePage ? findGallery(plan, scope) : [];
  const own = lists.filter(({ items }) => items.every(({ source }) => isInScope(source, scope)));
  return chooseBest(
    own.map((candidate) => ({ candidate, items: candidate.items })),
    plan,
    scope,
  );
}

/** Raises the weight of a list whose names other kinds of sources give, too: each kind counts once, with its best list. */
function raiseAgreed(lists: readonly TidyList[]): readonly TidyList[] {
  const doubts = new Map<string, Map<CandidateOrigin, number>>();
  for (const list of lists) {
    const known = getOrMake(doubts, keyOf(list.items), () => new Map<CandidateOrigin, number>());
    const { origin, weight } = list.candidate;
    known.set(origin, Math.min(known.get(origin) ?? 1, 1 - weight));
  }
  return lists.map((list) => {
    const doubt = [...(doubts.get(keyOf(list.items)) ?? [])].reduce((all, [, one]) => all * one, 1);
    return { ...list, candidate: { ...list.candidate, weight: 1 - doubt } };
  });
}

function findLists(plan: FieldPlan, scope: Scope): readonly TidyList[] {
  if (isTrail(plan) && scope.wholePage) {
    const items = listTrail(scope.facts).map(({ name, url = '', source }) => ({
      text: plan.kind === 'url' ? url : name,
      source,
    }));
    return [{ candidate: { items, weight: 1, origin: 'json-ld', element: undefined }, items }];
  }
  const candidates = [...findEntityLists(plan, scope)];
  if (scope.wholePage) {
    addAll(candidates, findMetaLists(plan, scope), findPairLists(plan, scope));
    if (plan.kind === 'persons')
      addAll(candidates, findBylines(plan, scope), findHeadedPersons(plan, scope));
    else addAll(candidates, findShapedLists(plan, scope), findPageLists(plan, scope));
  }
  return candidates
    .map((candidate) => toLinked(plan, candidate, scope))
    .filter(
      ({ items }) => items.length > 0 && items.every(({ source }) => isInScope(source, scope)),
    )
    .map((candidate) => ({
      candidate,
      items: tidyItems(plan, splitTexts(plan, candidate, scope)),
    }));
}

/** Trust in names under a heading that is the field's, above that in the text beside it: this is the first of them. */
const headedPersonsTrust = 0.6;

/** Where people work, in lines of its own below their names. */
const house =
  /(?<!\p{L})(?:universi|institut|department|college|school|hospital|laborator|cent(?:er|re)s?(?!\p{L})|academy|museum|ministry|hochschule|fakult|facult)/iu;

function isFullName({ text }: ListItem): boolean {
  const [name = '', more] = parsePersons(text);
  return more === undefined && name === text && name.includes(' ') && !house.test(name);
}

/** Several full names, one in each line and nothing else, below a heading that calls them so. */
function findHeadedPersons(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  return findHeadedLists(plan, scope).flatMap((list) => {
    const { element, items } = list;
    const isOwn = element !== undefined && plan.labels.has(page.labelOf(element));
    if (!isOwn || zones.isAside(element) || zones.isByVisitor(element)) return [];
    return items.length > 1 && items.every(isFullName)
      ? [{ ...list, weight: headedPersonsTrust }]
      : [];
  });
}

/** Where the links among the items of a page lead, for a field of addresses. */
function toLinked(plan: FieldPlan, candidate: ListCandidate, { facts }: Scope): ListCandidate {
  if (plan.kind !== 'url' || !shownOrigins.has(candidate.origin)) return candidate;
  const nodes = [...new Set(candidate.items.map(({ source }) => source.node))];
  // Of several items each leads to one place, and what else it links is about that.
  const most = nodes.length > 1 ? 1 : undefined;
  const links = nodes.flatMap((node) => listLinksIn(facts.page, node).slice(0, most));
  return links.length === 0 ? candidate : { ...candidate, items: links };
}

interface TidyList {
  readonly candidate: ListCandidate;
  readonly items: readonly ListItem[];
}

function chooseBest(
  lists: readonly TidyList[],
  plan: FieldPlan,
  scope: Scope,
): ElectedList | undefined {
  let best: ElectedList | undefined;
  let bestKey = '';
  let bestItems: readonly ListItem[] = [];
  let bestScore = plan.required
    ? Math.min(usualConfidence, scope.minConfidence)
    : scope.minConfidence;
  const rivals: TidyList[] = [];
  for (const list of lists) {
    const { candidate, items } = list;
    const bare = items.filter(({ isHead }) => isHead !== true);
    const headShare = bare.length < items.length ? 1 : headlessShare;
    const fit = fitList(plan, bare, candidate.origin) * siteShareOf(plan, bare, scope);
    const score = candidate.weight * fit * headShare;
    if (plan.kind === 'persons' && score > usualConfidence) rivals.push(list);
    if (score <= bestScore + leastGain) continue;
    const read = toValues(plan, items, candidate.origin, scope);
    if (read.length === 0) continue;
    bestScore = score;
    bestKey = keyOf(items);
    bestItems = items;
    best = {
      values: read.map(({ value }) => value),
      items: read.map(({ item }) => item),
      confidence: Math.min(1, score),
      candidate,
    };
  }
  if (best === undefined) return undefined;
  tellRefused(plan, bestItems, best.candidate.origin, scope);
  return withCertainty(best, bestKey, lists, rivals, plan, scope);
}

/** Share of the weight of a name that ends the title of the page as the site's does; a blog may have its author's. */
const titleEndShare = 0.6;

function siteShareOf({ kind }: FieldPlan, items: readonly ListItem[], { facts }: Scope): number {
  const end = kind === 'persons' ? facts.page.title.split(suffixMark).slice(1).at(-1) : undefined;
  const name = joinName(end ?? '');
  return name !== '' && items.some(({ text }) => joinName(text) === name) ? titleEndShare : 1;
}

/** Says of each item how sure the list as a whole is. */
function withCertainty(
  list: ElectedList,
  key: string,
  lists: readonly TidyList[],
  rivals: readonly TidyList[],
  plan: FieldPlan,
  scope: Scope,
): ElectedList {
  const choices = lists
    .filter(({ items }) => keyOf(items) === key)
    .flatMap(({ candidate: { origin }, items: [first] }) =>
      first === undefined ? [] : [{ origin, source: first.source }],
    );
  // A single keyword is most often the section that the page stands in.
  const isPlain =
    plan.kind === 'keywords'
      ? list.items.length > 1
      : plan.kind !== 'persons' || isOfPersons(list.items, scope);
  const certainty = judgeListCertainty(plan, isPlain ? choices : [], scope);
  const others = listRivals(list, rivals);
  const items = list.items.map((item, at) => ({
    ...item,
    source: { ...item.source, certainty: at === 0 ? { ...certainty, rivals: others } : certainty },
  }));
  return { ...list, items };
}

/**
 * What the page shows in place of the names that its data alone states, and the other way round: who uploads an article is not always who
 * wrote it.
 */
function listRivals(list: ElectedList, lists: readonly TidyList[]): Certainty['rivals'] {
  const known = list.items.map(({ text }) => joinName(text));
  const isSame = ({ items }: TidyList): boolean =>
    items.some(({ text }) => {
      const name = joinName(text);
      return known.some((one) => one.includes(name) || name.includes(one));
    });
  const isShown = ({ candidate: { origin } }: TidyList): boolean =>
    origin === 'hint' || origin === 'pair';
  const same = lists.filter(isSame);
  const others = lists.filter(
    (one) => !isSame(one) && !same.some((two) => isShown(one) === isShown(two)),
  );
  const first = new Map(
    others.flatMap(({ items }) => {
      const [item] = items;
      if (item === undefined) return [];
      const value = items.map(({ text }) => text).join(', ');
      return [[value, { value, source: item.source }] as const];
    }),
  );
  return [...first.values()].slice(0, maxRivals);
}

/** Letters from which a word of a name that the site's address holds, too, is a word of the site's own name. */
const minSiteWord = 4;

/** Whether all are names of two words or more that share none with the site's: a desk, an agency, a column is told by that. */
function isOfPersons(items: readonly ListItem[], { facts }: Scope): boolean {
  const siteWords = new Set([...facts.siteNames].flatMap(splitWords));
  const { hostname = '' } = URL.parse(facts.page.reading.url ?? '') ?? {};
  const isOfSite = (word: string): boolean =>
    siteWords.has(word) || (word.length >= minSiteWord && hostname.includes(word));
  return items.every(({ text }) => {
    const words = splitWords(text);
    return words.length > 1 && !words.some(isOfSite);
  });
}

function keyOf(items: readonly ListItem[]): string {
  return items.map(({ text }) => joinName(text)).join('|');
}

function findEntityLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const hasKeywords =
    plan.kind === 'keywords' && plan.metas.some((name) => scope.facts.metas.has(name));
  return scope.entities.flatMap(({ entity, weight }) => {
    if (plan.kind === 'persons' && scope.wholePage && isByReader(entity)) return [];
    const origin = originOf(entity);
    return plan.keys.flatMap((key, rank) => {
      // What an article is filed under stands in for keywords where the page states none.
      if (hasKeywords && key === 'articleSection') return [];
      const values = readPath(entity, key, 400);
      const items = plan.kind === 'steps' ? readInstructions(values) : toItems(values);
      const trust = priorOf(origin, plan.kind) * weight * trustOfRank(rank);
      return { items, weight: trust, origin, element: undefined };
    });
  });
}

/** What readers write about a thing, on the page of that thing: they did not make it. */
const readersTypes: readonly string[] = ['review', 'userreview', 'comment', 'answer'];

function isByReader({ types, depth }: IndexedEntity): boolean {
  return depth > 0 && readersTypes.some((type) => types.has(type));
}

function findMetaLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return plan.metas.map((name, rank) => {
    const tags = name.startsWith('twitter:data') ? [] : (scope.facts.metas.get(name) ?? []);
    const items = tags
      .filter(({ source }) => !isOfOther(source, scope))
      .map(({ content, source }) => ({ text: cleanText(content), source }));
    const weight = priorOf('meta', plan.kind) * trustOfRank(rank);
    const named = plan.kind === 'persons' ? orderNames(name, items) : items;
    return { items: named, weight, origin: 'meta', element: undefined };
  });
}

/** Whether a tag stands in what visitors wrote, or in what shows another thing: the author of a review did not make what it is of. */
function isOfOther(source: ContentSource, { facts: { page, zones, foreign } }: Scope): boolean {
  const element = page.elementOf(source.node);
  return isInForeign(source, foreign) || (element !== undefined && zones.isByVisitor(element));
}

/** Tags of which each names one person by definition (Google Scholar's inclusion guidelines). */
const onePersonEach: ReadonlySet<string> = new Set(['citation_author']);

/** Names as they are spoken, where each has the family name first; one such text alone may as well be a list of two names. */
function orderNames(tag: string, items: readonly ListItem[]): readonly ListItem[] {
  const parts = items.flatMap((item) =>
    item.text.split(';').map((text) => ({ ...item, text: text.trim() })),
  );
  const areInverted = parts.length > 1 && parts.every(({ text }) => isInvertedName(text));
  if (!areInverted && !onePersonEach.has(tag)) return items;
  return parts.map((part) => ({ ...part, text: toReadingOrder(part.text) }));
}

function findPairLists(plan: FieldPlan, { facts }: Scope): readonly ListCandidate[] {
  if (plan.kind === 'ingredients' || plan.kind === 'steps') return [];
  // Words of one text are a sentence in which a word is that of a field.
  const isListed = ({ isOneText }: LabelPair): boolean => !isOneText || plan.concept !== undefined;
  return [...plan.labels].flatMap((label) => {
    const found = (facts.pairs.get(label) ?? []).slice(0, maxLabelled).filter(isListed);
    const places = found.map(({ element }) => element.position).toSorted((a, b) => a - b);
    // Under teasers of other articles stands who wrote those.
    const isOwn = ({ element, source: { node } }: LabelPair): boolean =>
      plan.kind !== 'persons' ||
      (findAlikeBlocks(facts.page, facts.zones, element, places) === undefined &&
        !isOfPicture(facts.page.elementOf(node) ?? element, facts.page));
    const isNamed = ({ value }: LabelPair): boolean =>
      plan.kind !== 'persons' || !saysManner(`${label} ${value}`);
    return found
      .filter((pair) => isOwn(pair) && isNamed(pair))
      .map(({ value, source, trust, element }) => {
        const place = facts.zones.isAside(element) ? asidePairTrust : 1;
        const weight = priorOf('pair', plan.kind) * trust * place * pairShare;
        return {
          items: listLabelledItems(value, source, facts.page),
          weight,
          origin: 'pair',
          element,
        };
      });
  });
}

const pictureTags: ReadonlySet<string> = toWordSet('figure figcaption picture');
/** What calls the line that says whose a picture is. */
const pictureTokens: ReadonlySet<string> = toWordSet('credit credits caption copyright');

/** Elements of a line that are looked at. */
const mostParts = 12;

/** Whether an element, or what is all of its text, says whose a picture is, and not whose the text. */
function isOfPicture(element: IndexedElement, page: PageIndex): boolean {
  const { position, end, textEnd } = element;
  const inner = page.elements.slice(position + 1, Math.min(end, position + mostParts));
  return [...page.around(element, 3), ...inner.filter((part) => part.textEnd === textEnd)].some(
    (part) =>
      pictureTags.has(part.node.name) ||
      Array.from(page.tokensOf(part)).some((token) => pictureTokens.has(token)),
  );
}

/** Items that hold several values: bylines and comma-separated keywords. */
function splitTexts(
  plan: FieldPlan,
  { items, origin }: ListCandidate,
  scope: Scope,
): readonly ListItem[] {
  if (plan.kind === 'persons') {
    // Bylines have been read already.
    if (origin === 'hint') return items;
    const read = origin === 'pair' ? parseByline : parsePersons;
    return items.flatMap((item) => {
      // "Cut and Stir" is one name where the site is called so.
      if (scope.facts.siteNames.has(joinName(item.text))) return [item];
      return read(item.text).map((text) => ({ text, source: item.source }));
    });
  }
  if (items.length > 3) return items;
  const [only, another] = items;
  const isShown = shownOrigins.has(origin);
  // "Tips for making it" heads the tips.
  if (isShown && plan.concept === undefined && only !== undefined && another === undefined)
    if (namesList(only.text, plan.labels)) return [];
  const isWhole = isShown && another === undefined;
  const parts = items.flatMap((item) => {
    const isValue = (text: string): boolean =>
      readItems(plan, [{ ...item, text }], origin, scope).length > 0;
    return splitItems(plan, item.text, { isValue, isWhole }).map((text) => ({ ...item, text }));
  });
  if (origin === 'meta' || plan.kind !== 'keywords') return parts;
  const words = parts.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const isProse = parts.length > items.length && words > parts.length * maxItemWords;
  return isProse || items.every(({ text }) => prose.test(text)) ? [] : parts;
}

/** Words of an item on average from which the commas between them part a sentence. */
const maxItemWords = 6;
/** A sentence of a dozen words or more lists nothing. */
const prose = /^(?:\S+\s+){11,}\S*\p{L}\S*[.!?。]["”’)]?$/u;

/** Where items are what people read, and not written for programs. */
const shownOrigins: ReadonlySet<CandidateOrigin> = new Set(['hint', 'pair', 'text']);

interface ItemValue {
  readonly value: unknown;
  readonly item: ListItem;
}

/** The values of items with the item that each was read from; those that different places of a page repeat are one. */
function toValues(
  plan: FieldPlan,
  items: readonly ListItem[],
  origin: CandidateOrigin,
  scope: Scope,
): readonly ItemValue[] {
  if (plan.kind === 'ingredients' || plan.kind === 'steps' || plan.kind === 'persons') {
    return items
      .filter(({ text }) => plan.shape !== 'list' || plan.fits?.(text) !== false)
      .map((item) => ({ value: item.text, item }));
  }
  const values = items.flatMap((item) =>
    readItems(plan, [item], origin, scope).map(({ key, value }) => [key, { value, item }] as const),
  );
  return keepsRepeats(plan, items)
    ? values.map(([, value]) => value)
    : [...new Map(values).values()];
}

/** Tells of items that the page lists and the schema does not take. */
function tellRefused(
  plan: FieldPlan,
  items: readonly ListItem[],
  origin: CandidateOrigin,
  scope: Scope,
): void {
  if (plan.shape !== 'list' || (plan.fits === undefined && plan.kind !== 'enum')) return;
  const free = { ...plan, fits: undefined };
  const refused = items.filter(
    (item) =>
      toValues(plan, [item], origin, scope).length === 0 &&
      (plan.kind === 'enum' || toValues(free, [item], origin, scope).length > 0),
  );
  const texts = refused.map(({ text }) => text);
  if (texts.length > 0)
    scope.facts.cuts.add(describeUnfit(plan.name, texts.length === 1 ? texts[0] : texts));
}

/** The items that are values of the field, in the units that it asks for. */
function readItems(
  plan: FieldPlan,
  items: readonly ListItem[],
  origin: CandidateOrigin,
  scope: Scope,
): readonly Candidate[] {
  const found = items.map(({ text, source }) => {
    const machine = !shownOrigins.has(origin) || source.attribute !== undefined;
    return { text, source, origin: 'text', weight: 1, machine } as const;
  });
  return toCandidates(plan, scope, found).filter(({ otherUnit }) => otherUnit === undefined);
}
