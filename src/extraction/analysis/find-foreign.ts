import type { AnyNode } from 'domhandler';
import type { ContentSource, PageReading, StructuredEntity } from '../../page/page-reading.ts';
import { addTo, toWordSet } from '../../runtime/collections.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { compareWords, joinName } from '../lexicon/fold-label.ts';
import { type PageZones, headingLevel } from './find-zones.ts';
import { type IndexedEntity, readTexts } from './index-entities.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** Types of what is published about a thing. */
export const pageTypes: ReadonlySet<string> = toWordSet(
  'webpage itempage aboutpage contactpage collectionpage searchresultspage profilepage faqpage qapage website',
);

/** Properties of people, places and organisations: a page about a thing states its seller, too, by another name. */
const partyProperties: readonly string[] =
  'address telephone logo contactpoint sameas openinghours openinghoursspecification geo'.split(
    ' ',
  );

/** Most likeness of names of two things: "Ash lamp" and "Oak lamp" share every second word. */
const maxLikeness = 0.5;

/** Letters of scripts that write words without spaces: names in these share no words by chance. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const latin = /\p{Script=Latin}/u;
const maxElements = 20_000;

interface PageSigns {
  readonly page: PageIndex;
  readonly zones: PageZones;
  readonly heading: string;
  /** What the page is called in previews. */
  readonly previews: readonly string[];
}

/** What a page says of other things than it is about. */
export interface Foreign {
  readonly entities: ReadonlySet<StructuredEntity>;
  /** The elements that show these entities. */
  readonly parts: ReadonlySet<AnyNode>;
}

interface Named {
  readonly entity: IndexedEntity;
  readonly name: string;
  /** Likeness of its name to what the page calls its own thing, 0 to 1. */
  readonly likeness: number;
  readonly isSame: boolean;
}

/**
 * The entities of a page that are about another thing than the page, with all that is in them: a product beside the one of the page.
 * Only a name that is surely another speaks against an entity, together with its place, its address, or the page's own entity.
 */
export function findForeign(entities: readonly IndexedEntity[], signs: PageSigns): Foreign {
  const { page, heading } = signs;
  const titles = [heading, page.title, ...signs.previews].filter((title) => title !== '');
  const { url } = page.reading;
  const named = entities.flatMap((entity): readonly Named[] => {
    const name = nameOf(entity);
    if (name === '' || isParty(entity)) return [];
    const likeness = Math.max(0, ...titles.map((title) => compareWords(name, title)));
    return [{ entity, name, likeness, isSame: isSamePath(addressOf(entity), url) }];
  });
  const own = listOwn(named, titles.length > 0);
  const alone = new Set(entities.flatMap(({ entity, depth }) => (depth === 0 ? entity : [])));
  const foreign = new Set<StructuredEntity>();
  for (const one of named) {
    if (one.isSame || (titles.length > 0 && !isOtherName(one.name, titles, one.likeness))) continue;
    if (hasOwnBeside(one, own) || isElsewhere(one, titles, signs))
      addAllIn(one.entity, alone, foreign);
  }
  const parts = [...foreign].flatMap(({ syntax, source }) =>
    syntax === 'json-ld' ? [] : [source.node],
  );
  return { entities: foreign, parts: new Set(parts) };
}

/** Whether something was read from what shows another thing than the page is about. */
export function isInForeign({ node }: ContentSource, { parts }: Foreign): boolean {
  if (parts.size === 0) return false;
  for (let around: AnyNode | null = node; around !== null; around = around.parent)
    if (parts.has(around)) return true;
  return false;
}

function elementOf({ entity }: IndexedEntity, page: PageIndex): IndexedElement | undefined {
  return entity.syntax === 'json-ld' ? undefined : page.elementOf(entity.source.node);
}

/** What data calls a thing; empty where it does not. */
export function nameOf(entity: IndexedEntity): string {
  return readTexts(entity, 'name')[0]?.text ?? readTexts(entity, 'headline')[0]?.text ?? '';
}

function addressOf(entity: IndexedEntity): string | undefined {
  return readTexts(entity, 'url')[0]?.text;
}

function isParty({ types, properties }: IndexedEntity): boolean {
  return (
    [...types].some((type) => pageTypes.has(type)) ||
    partyProperties.some((name) => properties.has(name))
  );
}

/** What a page states of its own thing, by its types; where it has no title, what stands there by itself and not in a list. */
function listOwn(
  named: readonly Named[],
  isTitled: boolean,
): ReadonlyMap<string, readonly Named[]> {
  const own = new Map<string, Named[]>();
  for (const one of named) {
    const { entity, likeness, isSame } = one;
    const isOwn = isTitled ? isSame || likeness > maxLikeness : entity.depth === 0;
    if (isOwn && !entity.isListed && !entity.isOther) addTo(own, kindOf(entity), one);
  }
  return own;
}

function kindOf({ types }: IndexedEntity): string {
  return [...types].toSorted().join(' ');
}

/** Whether the page states another thing of its kind as its own. */
function hasOwnBeside(
  { entity, name }: Named,
  own: ReadonlyMap<string, readonly Named[]>,
): boolean {
  if (entity.depth > 0 && !entity.isListed) return false;
  return (own.get(kindOf(entity)) ?? []).some(
    (other) =>
      other.entity !== entity &&
      other.name !== name &&
      (other.isSame || entity.isListed || isOtherName(name, [other.name])),
  );
}

/** Whether its place or its address says that it is another thing than the page's, or nothing that the page is called. */
function isElsewhere(
  { entity, name }: Named,
  titles: readonly string[],
  { page, zones, heading }: PageSigns,
): boolean {
  if (titles.length === 0) return false;
  if (entity.isListed) return true;
  // A heading that the title lacks is a slogan, or of a part of the page.
  if (entity.depth > 0 || heading === '' || !joinName(page.title).includes(joinName(heading)))
    return false;
  if (isPlacedApart(entity, page, zones)) return true;
  const isInAddress = joinName(pathOf(page.reading.url)).includes(joinName(name));
  return !isInAddress && leadsElsewhere(addressOf(entity), page.reading);
}

/** Whether a name has words that none of the titles has, and lacks words of each. */
export function isOtherName(
  name: string,
  titles: readonly string[],
  likeness: number = Math.max(0, ...titles.map((title) => compareWords(name, title))),
): boolean {
  if (likeness > maxLikeness) return false;
  const joined = joinName(name);
  return titles.every((title) => {
    const other = joinName(title);
    // Names in two scripts, and of words without spaces, tell nothing.
    const isComparable =
      !unspaced.test(`${name}${title}`) && latin.test(name) === latin.test(title);
    return isComparable && !other.includes(joined) && !joined.includes(other);
  });
}

/** Whether what shows an entity stands in a part beside the page's own, or below a further heading. */
function isPlacedApart(
  entity: IndexedEntity,
  page: PageIndex,
  { mainHeading, isAside }: PageZones,
): boolean {
  const element = elementOf(entity, page);
  if (element === undefined || mainHeading === undefined) return false;
  if (isAside(element)) return true;
  return element.position >= mainHeading.end && hasHeading(page, mainHeading.end, element.end);
}

function hasHeading(page: PageIndex, from: number, to: number): boolean {
  const end = Math.min(to, from + maxElements);
  return page.elements
    .slice(from, end)
    .some((element: IndexedElement) => headingLevel(element) !== undefined);
}

/** Whether an address is of another page of the site than this one and the first, and not of this one in another form or language. */
function leadsElsewhere(written: string | undefined, { url }: PageReading): boolean {
  const target = written === undefined ? null : URL.parse(written, url);
  const own = URL.parse(url);
  if (target === null || own === null || target.pathname === '/') return false;
  const [there, here] = [target, own].map(({ pathname }) => languagePath.exec(pathname)?.[1]);
  if (there !== here) return false;
  const [one, other] = [target, own].map(lastSegment) as [string, string];
  return !one.startsWith(other) && !other.startsWith(one) && compareWords(one, other) === 0;
}

const languagePath = /^\/([a-z]{2}(?:-[a-z]{2})?)\//i;

function lastSegment({ pathname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  return decodePercent(segment).replace(/\.[a-z]{2,5}$/i, '');
}

function pathOf(url: string): string {
  return decodePercent(URL.parse(url)?.pathname ?? '');
}

/** Whether an address is that of a page, which is not the first of its site. */
export function isSamePath(written: string | undefined, url: string): boolean {
  if (written === undefined || !URL.canParse(written, url)) return false;
  const pathname = new URL(written, url).pathname;
  return pathname !== '/' && pathname === new URL(url).pathname;
}

/** Adds an entity and those that it holds, but for what the page states by itself: who an author works for. */
function addAllIn(
  { entity }: IndexedEntity,
  alone: ReadonlySet<StructuredEntity>,
  into: Set<StructuredEntity>,
): void {
  const pending = [entity];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (into.has(one) || (one !== entity && alone.has(one))) continue;
    into.add(one);
    for (const values of one.properties.values())
      for (const value of values) if (value.kind === 'entity') pending.push(value);
  }
}
