import type { PageFacts } from '../analysis/analyse-page.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { joinName, toSingular } from '../lexicon/fold-label.ts';
import { readPath, toText } from '../analysis/index-entities.ts';
import { subjectTypes } from '../lexicon/prompt-words.ts';
import { findMoney } from '../values/money/find-money.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';

/** Longer texts than a line are prose that mentions an amount. */
const maxAmountLine = 60;
/** Elements around a list that may say what its things are. */
const maxAroundList = 2;
/** Things that are looked at. */
const maxThings = 12;

/** What classes call the posts of a discussion. */
const postWords: ReadonlySet<string> = new Set(['comment', 'message', 'reply', 'answer']);

/** What classes call lists. */
const listTokens: ReadonlySet<string> = new Set(['list', 'listing', 'grid', 'items', 'results']);
/** Where a thing stands in a list, by the vocabulary of structured data, and a job. */
const ambiguous = 'position';

/** Nouns that name things of any kind, though a type of things has them as its name too. */
const anyThing: ReadonlySet<string> = new Set(['item', 'artikel', 'articolo', 'artigo', 'offre']);

/** The type that a noun names: of products, of events; `undefined` for items and rows, which may be anything. */
export function findListType(noun: string): string | undefined {
  const singular = toSingular(noun);
  return anyThing.has(singular)
    ? undefined
    : (subjectTypes.get(singular) ?? subjectTypes.get(noun));
}

/**
 * Whether the things of a list are of a type: the page's data or classes say it, most products have an amount, and articles an element
 * of their own. Being a list says nothing: a page's sections and its users are lists as well.
 */
export function areOfType(
  type: string,
  name: string,
  { value, sources }: Pick<ExtractStructureResult, 'value' | 'sources'>,
  facts: PageFacts,
): boolean {
  const { page } = facts;
  const records = isSchemaObject(value) ? value[name] : undefined;
  if (!Array.isArray(records)) return false;
  const firsts = new Map<string, ValueSource>();
  for (const [pointer, source] of sources) {
    const [, , at = ''] = pointer.split('/');
    if (!firsts.has(at)) firsts.set(at, source);
  }
  const shown = [...firsts.values()].slice(0, maxThings);
  if (shown.some(({ pointer }) => pointer !== undefined))
    return facts.entities.some(({ types }) => [...types].some((one) => one.includes(type)));
  const places = shown.flatMap(({ node }) => page.elementOf(node) ?? []);
  const things = places.map((place, at) => findThing(place, places[at === 0 ? 1 : at - 1], page));
  const [first] = things;
  if (first === undefined) return false;
  const names = new Set(
    [...subjectTypes].flatMap(([word, of]) =>
      of === type && !anyThing.has(word) && word !== ambiguous ? [word] : [],
    ),
  );
  const isCalled = (element: IndexedElement, words: ReadonlySet<string>): boolean =>
    [...page.tokensOf(element)].some((word) => words.has(word) || words.has(toSingular(word)));
  const inside = (thing: IndexedElement): readonly IndexedElement[] =>
    page.elements.slice(thing.position, thing.end);
  const hasAmount = (thing: IndexedElement): boolean =>
    inside(thing).some(
      (part) => findMoney(page.lineOf(part, maxAmountLine), true, facts.place).length > 0,
    );
  if (type === 'article') {
    if (toSingular(name) !== 'post' && isDiscussion(facts)) return false;
    if (things.every((thing) => isCalled(thing, postWords))) return toSingular(name) === 'post';
    if (things.every((thing) => thing.node.name === 'article' || isCalled(thing, names)))
      return true;
    // Books that are sold have authors too.
    return isMost(things, (thing) => isByAuthor(inside(thing))) && !isMost(things, hasAmount);
  }
  if (type === 'product' && isMost(things, hasAmount)) return true;
  // The parts of a page about one thing are called as that thing is.
  if (isAbout(type, facts)) return false;
  if (things.every((thing) => inside(thing).some((part) => isCalled(part, names)))) return true;
  return page
    .around(first)
    .slice(1, 1 + maxAroundList)
    .some((part) => isCalled(part, names) && isCalledList(page.tokensOf(part), names));
}

function isMost(
  things: readonly IndexedElement[],
  test: (thing: IndexedElement) => boolean,
): boolean {
  return things.filter(test).length > things.length / 2;
}

/** Whether a thing has a heading that leads to its own page, and names who wrote it by a link to that author. */
function isByAuthor(inside: readonly IndexedElement[]): boolean {
  const links = inside.filter(
    ({ node }) => node.name === 'a' && node.attribs['href'] !== undefined,
  );
  const isTitled = inside.some(
    (heading) =>
      headingLevel(heading) !== undefined &&
      links.some((link) => link.position > heading.position && link.end <= heading.end),
  );
  return (
    isTitled && links.some(({ node }) => (node.attribs['rel'] ?? '').split(/\s/).includes('author'))
  );
}

function isDiscussion({ entities }: PageFacts): boolean {
  return entities.some(({ types }) => types.has('discussionforumposting') || types.has('qapage'));
}

/** Whether the class of what holds a list is a plural, or says that it is one: `products`, `product-grid`. */
function isCalledList(tokens: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return [...tokens].some(
    (word) => (names.has(toSingular(word)) && word !== toSingular(word)) || listTokens.has(word),
  );
}

/** Whether the page's data says that the page is about one thing of this type. */
export function isAbout(type: string, facts: PageFacts): boolean {
  return isHeading(type, facts) || listThings(type, facts).length === 1;
}

/** Whether the page says that it is about a thing of this type itself: its publisher and its author have data of their own too. */
export function isHeading(type: string, facts: PageFacts): boolean {
  const ofPage = (facts.metas.get('og:type') ?? []).map(({ content }) => joinName(content));
  // A group of products, by the Open Graph protocol, is a listing.
  if (ofPage.some((one) => one.includes(type) && !one.endsWith('group'))) return true;
  const key = joinName(facts.heading);
  return listThings(type, facts).some((thing) =>
    readPath(thing, 'name').some((item) => joinName(toText(item)?.text ?? '') === key),
  );
}

function listThings(type: string, { entities }: PageFacts): PageFacts['entities'] {
  return entities.filter(({ types }) => [...types].some((one) => one.includes(type)));
}

/** What holds all things of a list; `undefined` where it shows none. */
export function findListBlock(
  { sources }: Pick<ExtractStructureResult, 'sources'>,
  page: PageIndex,
): IndexedElement | undefined {
  const places = [...sources.values()].flatMap(({ node }) => page.elementOf(node) ?? []);
  const [first] = places;
  const start = Math.min(...places.map(({ position }) => position));
  const end = Math.max(...places.map((place) => place.end));
  return first === undefined
    ? undefined
    : page.around(first).find((around) => around.position <= start && around.end >= end);
}

/** What holds a value and not that of another thing. */
function findThing(
  place: IndexedElement,
  other: IndexedElement | undefined,
  page: PageIndex,
): IndexedElement {
  if (other === undefined) return place;
  const isOwn = ({ position, end }: IndexedElement): boolean =>
    other.position < position || other.position >= end;
  return page.around(place).findLast(isOwn) ?? place;
}
