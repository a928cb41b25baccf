import { decodePercent } from '../../../runtime/unicode/decode-percent.ts';
import { compareWords, foldLabel, joinName, splitWords } from '../../lexicon/fold-label.ts';
import { findConceptByLabel } from '../../lexicon/find-concept.ts';
import { stripSiteName } from '../strip-site-name.ts';
import { pageAddressRule } from '../../../runtime/contracts/evidence.ts';
import { type Candidate, type Found, priorOf, toCandidates } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import type { PageFacts } from '../../analysis/analyse-page.ts';
import { findAmountOffsets } from '../../values/money/find-money.ts';
import { headingLevel } from '../../analysis/find-zones.ts';
import { cleanText, readTexts } from '../../analysis/index-entities.ts';
import type { IndexedElement } from '../../analysis/index-page.ts';
import { toWordSet } from '../../../runtime/collections.ts';

const brandWords: ReadonlySet<string> = toWordSet(
  'brand brands marke marken marque marques marca marcas merk merken marka marki znacka znacky brend brendy designer designers ' +
    'manufacturer manufacturers hersteller fabricant fabricants fabricante fabricantes producent producents producer producers',
);
/** What every address with one of these words has, and is found faster. */
const anyBrandWord = new RegExp([...brandWords].join('|'), 'i');
const maxName = 40;
/** Characters from the main heading within which such a link is the article's; farther away a menu lists all makers. */
const maxDistance = 600;
const linkTrust = 0.6;

/** Returns the names of makers in links to all of their articles. A shop's own name was right on none of eight pages that were not used to set this. */
export function* findBrands({ concept }: FieldPlan, { facts }: Scope): Generator<Found> {
  if (concept?.name !== 'brand') return;
  const { page, zones, heading } = facts;
  const at = zones.mainHeading?.textStart ?? 0;
  const words = ` ${splitWords(heading).join(' ')} `;
  for (const element of page.elements) {
    const { node } = element;
    const { href } = node.attribs;
    if (node.name !== 'a' || !isBrandAddress(href, page.reading.url)) continue;
    const written = page.lineOf(element, maxName);
    const text = findRun(written, heading) ?? written;
    const isNamed = text !== written || words.includes(` ${splitWords(text).join(' ')} `);
    const isNear = Math.abs(element.textStart - at) <= maxDistance && !zones.isAside(element);
    const isSpelled = joinName(href ?? '').includes(joinName(text));
    if (text === '' || !(isNamed || (isNear && isSpelled))) continue;
    yield { text, source: { node }, origin: 'text', weight: linkTrust };
  }
}

/** The longest run of a link's capitalised words that the heading holds: "Ninja" of "Visit the Ninja Store". */
function findRun(written: string, heading: string): string | undefined {
  const words = written.split(' ');
  const held = ` ${heading.toLowerCase()} `;
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (run.length > 2 && /^\p{Lu}/u.test(run) && held.includes(` ${run.toLowerCase()} `))
        return run;
    }
  }
  return undefined;
}

function isBrandAddress(href: string | undefined, base: string): boolean {
  if (href === undefined || href.length > 500 || !/\p{L}/u.test(href)) return false;
  if (!anyBrandWord.test(href) && !anyBrandWord.test(base)) return false;
  const path = URL.canParse(href, base) ? new URL(href, base).pathname : '';
  // The address of a maker has a name behind the word for makers; the word alone leads to the list of all.
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some(
    (part, index) =>
      splitWords(part).some((word) => brandWords.has(word)) &&
      (index + 1 < parts.length || joinName(part).length > 9),
  );
}

const shownIdTrust = 0.87;
/** Factor by which a number in the URL is trusted less than the number after it. */
const trustPerEarlierId = 0.9;
/** Words of a slug in front of a number are no part of it, a few letters are: `lamp-1234567`, `p1234567`. */
const idPattern = /(?<![\p{L}\d])\p{L}{0,4}\d[\p{L}\d]{0,30}(?:[.-]\d{1,12}){0,4}/gu;
const wholePattern = /[\p{L}\d]{5,31}/gu;
/** Shorter numbers are years, pages and sizes. */
const minDigits = 5;
const maxIds = 12;
/** Names of query parameters that hold an identifier; those of clicks, campaigns and sessions hold where a visitor came from. */
const idName = /(?:id|sku|code|item|article|product|variant)$/i;
const visitName = /clid$|clkid$|^utm|^s?sid$|^cid$|session|campaign/i;
/** Digits from which a number that the page groups in another way is the same by more than chance. */
const minGroupedDigits = 6;

/** The numbers in the page's URL; one that the page also shows outside its title is most likely the article's code. */
export function findCodes({ concept, kind }: FieldPlan, { facts }: Scope): readonly Found[] {
  const { page, heading } = facts;
  const node = page.elements[0]?.node;
  const url = URL.parse(page.reading.url);
  if (concept?.name !== 'sku' || node === undefined || url === null || !isOfProduct(facts))
    return [];
  const title = joinName(`${page.title} ${heading}`);
  return listIds(url).map((id, rank) => {
    const shown = title.includes(joinName(id)) ? undefined : findShown(page.text, id);
    const trust = priorOf('address', kind) * trustPerEarlierId ** rank;
    const source = { node, rule: pageAddressRule };
    return shown === undefined
      ? { text: id, source, machine: true, origin: 'address', weight: trust }
      : { text: shown, source: { node }, machine: true, origin: 'text', weight: shownIdTrust };
  });
}

/** Whether a page is about something that is sold: the numbers in the addresses of others are of articles and lists. */
function isOfProduct({ page, entities, metas, zones }: PageFacts): boolean {
  return (
    zones.purchase !== undefined ||
    entities.some(({ types }) => [...types].some((type) => type.startsWith('product'))) ||
    [...metas.keys()].some((name) => name.startsWith('product:')) ||
    metas.get('og:type')?.some(({ content }) => content.includes('product')) === true ||
    findAmountOffsets(page.text, 1).length > 0
  );
}

/** A day in an address is when something was published. */
const isoDay = /^(?:19|20)\d\d-(?:0?[1-9]|1[0-2])(?:-(?:0?[1-9]|[12]\d|3[01]))?$/;

/** The numbers in a URL, the likeliest first: parameters named so, then the path from its end, then other parameters. */
function listIds(url: URL): readonly string[] {
  const named: string[] = [];
  const others: string[] = [];
  for (const [name, value] of url.searchParams)
    (idName.test(name) && !visitName.test(name) ? named : others).push(value);
  const parts = [
    ...named.reverse(),
    ...decodePercent(url.pathname).split('/').reverse(),
    ...others,
  ];
  const ids = new Set<string>();
  for (const part of parts) {
    const whole = [...part.matchAll(wholePattern)].map(([id]) => id);
    const joined = [...part.matchAll(idPattern)].map(([id]) => id);
    // The last number of a part first, then the numbers that are joined to one.
    for (const id of [...whole.reverse(), ...joined.reverse()])
      if (countDigits(id) >= Math.max(minDigits, id.length / 2) && !isoDay.test(id)) ids.add(id);
    if (ids.size >= maxIds) break;
  }
  return [...ids].slice(0, maxIds);
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** The number as the page shows it, be it in groups: `80275887` as `802.758.87`; `undefined` where it does not. */
function findShown(text: string, id: string): string | undefined {
  let at = text.indexOf(id);
  for (let tries = 0; at >= 0 && tries < 20; tries += 1) {
    const around = `${text[at - 1] ?? ' '}${text[at + id.length] ?? ' '}`;
    if (!/[\p{L}\d]/u.test(around)) return id;
    at = text.indexOf(id, at + 1);
  }
  const digits = id.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minGroupedDigits) return undefined;
  const grouped = new RegExp(`(?<![\\d./-])${digits.split('').join('[./-]?')}(?![\\d./-]?\\d)`);
  return grouped.exec(text)?.[0];
}

const maxTitleLength = 300;
const siteMark = /\s+[|\-–—·•»]\s+/;
const maxClimb = 12;
/** Trust in the record's own title, above that in the page's title. */
const recordTitleTrust = 0.98;
/** Least likeness to the page's title; the heading of another part shares almost no words. */
const minLikeness = 0.3;

/** The title of a list's record: the nearest heading or name before the list that shares words with the page's title. */
export function findRecordTitle(
  plan: FieldPlan,
  scope: Scope,
  list: IndexedElement | undefined,
): readonly Candidate[] {
  const { page } = scope.facts;
  const around = list === undefined ? [] : page.around(list, maxClimb + 1).slice(1);
  for (const { position } of around) {
    for (let at = position + 1; at < (list?.position ?? 0); at += 1) {
      const element = page.elements[at];
      if (element === undefined || !isTitle(element, scope)) continue;
      const text = readTitle(element, scope);
      if (list === undefined || !isLikeTitle(text, scope) || !isOpenAt(list, element, scope))
        continue;
      const source = { node: element.node };
      const found = { text, source, origin: 'hint', weight: recordTitleTrust } as const;
      return toCandidates(plan, scope, [found]);
    }
  }
  return [];
}

/** Shorter texts begin many titles. */
const minBegun = 3;

function isLikeTitle(text: string, scope: Scope): boolean {
  const { page, heading, siteNames } = scope.facts;
  if (text === '' || isSentence(text, scope) || isHeadOfList(text, scope)) return false;
  if (text.length >= minBegun && joinName(page.title).startsWith(joinName(text))) return true;
  // What bears the name of the site is not for that the page's.
  const title = stripSiteName(page.title, siteNames, heading);
  return Math.max(compareWords(text, title), compareWords(text, heading)) >= minLikeness;
}

const fullStop = /[^.\s][.。]$/u;

/** Whether a text ends as a sentence does and the page's titles do not: what leads into an article is set as a heading, too. */
function isSentence(text: string, { facts: { page, heading } }: Scope): boolean {
  return fullStop.test(text) && !fullStop.test(page.title) && !fullStop.test(heading);
}

/** Whether a heading names what is listed below it in words that the page's titles do not have: "Ingredients of the pie". */
function isHeadOfList(text: string, { facts: { page, heading } }: Scope): boolean {
  const words = foldLabel(text).split(' ');
  const labels = [words.slice(0, 1), words.slice(0, 2), words.slice(0, 3), words.slice(-1)];
  const titles = ` ${foldLabel(page.title)} ${foldLabel(heading)} `;
  return labels
    .map((label) => label.join(' '))
    .some((label) => {
      const kind = findConceptByLabel(label)?.kind;
      return (kind === 'ingredients' || kind === 'steps') && !titles.includes(` ${label} `);
    });
}

/** What has names of its own: those in it say nothing of what stands behind it. */
const ownTags: ReadonlySet<string> = new Set(['li', 'form', 'dialog']);

/**
 * Whether a list belongs to what a title heads. The section of a heading ends at the next one of its rank, but the heading directly
 * above the list may be the list's own: "Ingredients" beside the title.
 */
function isOpenAt(list: IndexedElement, title: IndexedElement, scope: Scope): boolean {
  const { page } = scope.facts;
  const level = headingLevel(title);
  if (level === undefined)
    return !page
      .around(title)
      .some(({ node, end }) => end <= list.position && ownTags.has(node.name));
  const next = page.elements
    .slice(title.end, list.position)
    .filter((element) => headingLevel(element) !== undefined && page.lineOf(element) !== '');
  return !next.some(
    (element, at) =>
      (headingLevel(element) ?? level) <= level &&
      (at < next.length - 1 || isLikeTitle(page.lineOf(element), scope)),
  );
}

const maxParts = 20;

/** Returns the text of a heading; where a part of it is the title that the page states elsewhere, without the kicker beside it. */
export function readTitle(heading: IndexedElement, scope: Scope): string {
  const { page, metas } = scope.facts;
  const line = withoutOwnLink(page.lineOf(heading, maxTitleLength), heading, scope);
  if (heading.end - heading.position < 2 || line === '') return line;
  const stated = [
    page.title,
    ...['og:title', 'twitter:title']
      .flatMap((name) => metas.get(name) ?? [])
      .map(({ content }) => content),
    // Microdata repeats what the heading shows.
    ...scope.entities
      .filter(({ entity }) => entity.entity.syntax === 'json-ld')
      .flatMap(({ entity }) =>
        ['headline', 'name'].flatMap((key) =>
          readTexts(entity, key).map(({ text }) => cleanText(text)),
        ),
      ),
  ];
  const titles = new Set(
    stated.flatMap((text) => [text, ...text.split(siteMark).slice(0, 1)]).map(joinName),
  );
  if (titles.has(joinName(line))) return line;
  const own = withoutSubtitle(line, heading, scope);
  if (own !== line && own !== '') {
    const [bare, whole] = [joinName(own), joinName(line)];
    const begun = stated.map(joinName);
    if (
      begun.some((text) => text.startsWith(bare)) &&
      !begun.some((text) => text.startsWith(whole))
    )
      return own;
  }
  const end = Math.min(heading.end, heading.position + maxParts);
  for (let at = heading.position + 1; at < end; at += 1) {
    const part = page.elements[at];
    const text = part === undefined ? '' : page.lineOf(part, maxTitleLength);
    if (/[\p{L}\p{N}]/u.test(text) && titles.has(joinName(text))) return text;
    // A label for screen readers behind the title: "Details".
    const before = text !== '' && line.endsWith(text) ? line.slice(0, -text.length).trim() : '';
    if (before !== '' && titles.has(joinName(before))) return before;
  }
  return line;
}

/** Without the sign by which a heading links to itself: "Lamps ¶". */
const subtitleTokens: ReadonlySet<string> = new Set([
  'subtitle',
  'subheading',
  'subhead',
  'tagline',
]);

/** What a heading says before the element that its class calls a subtitle, where that ends it. */
function withoutSubtitle(
  line: string,
  heading: IndexedElement,
  { facts: { page } }: Scope,
): string {
  const end = Math.min(heading.end, heading.position + maxParts);
  const text = page.elements
    .slice(heading.position + 1, end)
    .filter((part) => Array.from(page.tokensOf(part)).some((token) => subtitleTokens.has(token)))
    .map((part) => page.lineOf(part, maxTitleLength))
    .find((said) => said !== '' && line.endsWith(said));
  return text === undefined ? line : line.slice(0, -text.length).trimEnd();
}

function withoutOwnLink(line: string, heading: IndexedElement, { facts: { page } }: Scope): string {
  const end = Math.min(heading.end, heading.position + maxParts);
  const sign = page.elements
    .slice(heading.position + 1, end)
    .filter(({ node }) => node.name === 'a' && node.attribs['href']?.startsWith('#') === true)
    .map((link) => page.lineOf(link))
    .find((text) => text !== '' && !/[\p{L}\p{N}]/u.test(text) && line.endsWith(text));
  return sign === undefined ? line : line.slice(0, -sign.length).trimEnd();
}

function isTitle(element: IndexedElement, scope: Scope): boolean {
  const level = headingLevel(element);
  if (level !== undefined) return level <= 4;
  const { page } = scope.facts;
  const tokens = page.tokensOf(element);
  if (!(tokens.has('name') || tokens.has('title')) || element.end - element.position >= 6)
    return false;
  // What wraps a heading holds more than it.
  const inner = page.elements.slice(element.position + 1, element.end);
  return !inner.some((part) => headingLevel(part) !== undefined);
}
