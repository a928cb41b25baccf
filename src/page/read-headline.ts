import { addAll, maxOf } from '../runtime/collections.ts';
import type { PageReading, StructuredEntity } from './page-reading.ts';
import { readText } from './tree/node-text.ts';
import { foldText } from '../runtime/unicode/fold-text.ts';
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler';

/** What a reader wants to know before the text: what it is called, whose it is, and of which day. */
export interface Headline {
  /** Without the site's name; empty where the page has none. */
  readonly title: string;
  /** Each once, at most five. */
  readonly authors: readonly string[];
  /** Day of publication, `YYYY-MM-DD`. */
  readonly published: string | undefined;
  /** As the page writes it, else its host. */
  readonly site: string;
}

/** Names in one byline; papers of physicists have thousands. */
const maxAuthors = 5;
/** Characters; a longer "name" is a text about the author or the site. */
const maxName = 80;

/** Returns the title, authors, day and site that a page states. Never throws. */
export function readHeadline(reading: PageReading): Headline {
  const title = findPageTitle(reading);
  const text = findWrittenText(reading, toKey(title));
  return {
    title,
    authors: readAuthors(reading, text),
    published: readDay(reading, text),
    site: listSiteNames(reading).find((name) => name.length <= maxName) ?? '',
  };
}

/** The entity that is the text of the page: one with its title, else the first with a headline, which products lack. */
function findWrittenText(
  { structuredData: { entities } }: PageReading,
  titleKey: string,
): StructuredEntity | undefined {
  const texts = entities.filter(({ properties }) => properties.has('author'));
  const isTitled = (entity: StructuredEntity): boolean =>
    ['headline', 'name'].some((name) =>
      readTexts(entity, name).some((text) => toKey(text) === titleKey),
    );
  return texts.find(isTitled) ?? entities.find(({ properties }) => properties.has('headline'));
}

function readAuthors(reading: PageReading, text: StructuredEntity | undefined): readonly string[] {
  const stated = (text?.properties.get('author') ?? []).flatMap((value) =>
    value.kind === 'text' ? [value.text] : readTexts(value, 'name'),
  );
  const names = stated.length > 0 || !isArticle(reading, text) ? stated : readAuthorTags(reading);
  const sites = new Set(listSiteNames(reading).map(toKey));
  const clean = names.map((name) => foldText(name).replace(/^[\s,;·|-]+/, ''));
  return [...new Set(clean)]
    .filter((name) => isName(name) && !sites.has(toKey(name)))
    .slice(0, maxAuthors);
}

function readTexts({ properties }: StructuredEntity, name: string): readonly string[] {
  return (properties.get(name) ?? []).flatMap((value) =>
    value.kind === 'text' ? [value.text] : [],
  );
}

/** Other pages name in these tags the agency that made the site. */
function isArticle({ structuredData }: PageReading, text: StructuredEntity | undefined): boolean {
  if (text !== undefined) return true;
  return structuredData.metaTags.some(
    ({ name, content }) =>
      name === 'article:published_time' || (name === 'og:type' && content.trim() === 'article'),
  );
}

/** Best first: several tags say the same for different readers, some of them with the address of a profile. */
const authorTags = ['author', 'article:author', 'dc.creator'];

function readAuthorTags({ structuredData }: PageReading): readonly string[] {
  for (const wanted of authorTags) {
    const tags = structuredData.metaTags.filter(({ name }) => name === wanted);
    const names = tags.map(({ content }) => content).filter(isName);
    if (names.length > 0) return names;
  }
  return [];
}

/** Profiles are given as addresses, accounts as one word in small letters. */
function isName(name: string): boolean {
  if (name.length > maxName || !/\p{L}/u.test(name)) return false;
  return !/^[\da-z._-]+$/.test(name) && !/[:@/\\]/.test(name);
}

const day = /^\d{4}-\d{2}-\d{2}/;

function readDay(
  { structuredData }: PageReading,
  text: StructuredEntity | undefined,
): string | undefined {
  const [stated] = text === undefined ? [] : readTexts(text, 'datePublished');
  const tag = structuredData.metaTags.find(({ name }) => name === 'article:published_time');
  for (const value of [stated, tag?.content]) {
    const match = day.exec(value?.trim() ?? '')?.[0];
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Characters. A longer heading is a text that someone made large. */
const maxTitle = 300;
/** Characters of what the metadata says that are read. */
const maxStated = 1_000;
/** Headings of a page that are compared with its metadata; those after them head parts of it. */
const maxHeadings = 50;
const headingTags: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4']);
const titleTags: ReadonlySet<string> = new Set(['og:title', 'twitter:title']);
/** Share of words from which one of several first headings is the page's own. */
const minAgreement = 0.3;

/**
 * Returns the title of a page without the name of its site: the heading that its metadata names, else its one first
 * heading, else what its metadata says. Empty where there is none of these.
 */
function findPageTitle(reading: PageReading): string {
  const names = listSiteNames(reading);
  const nameKeys = new Set(names.map(toKey));
  const stated = listStatedTitles(reading, names).filter((text) => !nameKeys.has(toKey(text)));
  const headings = listHeadings(reading, stated).filter(({ text }) => !nameKeys.has(toKey(text)));
  const first = headings.filter(({ level }) => level === 1);
  const named = findEqual(first, stated) ?? findEqual(headings, stated) ?? findLike(first, stated);
  if (named !== undefined) return named.text;
  return (first.length === 1 ? first[0]?.text : undefined) ?? stated[0] ?? '';
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** What the page's metadata calls it, best first, each without the site's name. */
function listStatedTitles(
  { structuredData, title }: PageReading,
  names: readonly string[],
): readonly string[] {
  const texts: string[] = [];
  for (const { name, content } of structuredData.metaTags) {
    if (titleTags.has(name)) texts.push(content);
  }
  for (const { properties } of structuredData.entities) {
    for (const value of properties.get('headline') ?? []) {
      if (value.kind === 'text') texts.push(value.text);
    }
  }
  texts.push(title);
  const stated = texts.map((text) => dropSiteName(foldText(text.slice(0, maxStated)), names));
  // Last, for a heading to be found by: what is behind it may be a site that nothing else names.
  stated.push(title.slice(0, maxStated).split(partMark, 1)[0]?.trim() ?? '');
  return [...new Set(stated)].filter((text) => text !== '');
}

const partMark = /\s+[|\-–—·•›»:/~]\s+|\s*[|｜»]\s*/;
const endMark = /[\s|\-–—·•›»:/~｜]+$/u;

/** Drops the site's name from the end or the start of a title. */
function dropSiteName(title: string, names: readonly string[]): string {
  const parts = title.split(partMark);
  const [first = '', second = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return title;
  if (isSiteName(last, names)) return title.slice(0, title.lastIndexOf(last)).replace(endMark, '');
  return isSiteName(first, names) ? title.slice(title.indexOf(second, first.length)) : title;
}

/** Letters from which the start of a name stands for it: "Lighthouse" for "Lighthouse Weekly". */
const minSharedName = 5;

function isSiteName(part: string, names: readonly string[]): boolean {
  const key = toKey(part);
  return names.some((name) => {
    const known = toKey(name);
    if (key === known) return true;
    const isLong = Math.min(key.length, known.length) >= minSharedName;
    return isLong && (known.startsWith(key) || key.startsWith(known));
  });
}

/** The headings at the start of a page, without their kickers and the marks with which they link to themselves. */
function listHeadings(
  { document, url }: PageReading,
  stated: readonly string[],
): readonly Heading[] {
  const headings: Heading[] = [];
  const keys = new Set(stated.map(toKey));
  let seen = 0;
  const pending: AnyNode[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isTag(node) && headingTags.has(node.name)) {
      const text = readHeading(node, keys);
      const isTitle = text !== '' && text.length <= maxTitle && !isHomeLink(node, url);
      if (isTitle) headings.push({ level: Number(node.name.charAt(1)), text });
      seen += 1;
      if (seen >= maxHeadings) break;
    } else if (hasChildren(node)) {
      for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
    }
  }
  return headings;
}

/** Whether a heading leads to the start of the site: then it is the site's name, often as a picture. */
function isHomeLink(heading: Element, url: string): boolean {
  const { pathname, origin } = URL.parse(url) ?? {};
  if (pathname === '/') return false;
  const holder = heading.parent !== null && isTag(heading.parent) ? [heading.parent] : [];
  const link = [...holder, heading, ...heading.children].find(
    (node) => isTag(node) && node.name === 'a' && node.attribs['href'] !== undefined,
  );
  if (link === undefined || !isTag(link)) return false;
  const target = URL.parse(link.attribs['href'] ?? '', url);
  return target?.origin === origin && target?.pathname === '/' && target.hash === '';
}

/** A line or an element of the heading that the metadata names is the title; what is beside it says something else. */
function readHeading(heading: Element, keys: ReadonlySet<string>): string {
  const lines = readText(heading, isMark).split('\n');
  const text = lines.join(' ');
  if (text.length > maxTitle || keys.has(toKey(text))) return text;
  const line = lines.find((each) => keys.has(toKey(each)));
  return line ?? findNamedPart(heading, keys) ?? text;
}

function findNamedPart(heading: Element, keys: ReadonlySet<string>): string | undefined {
  for (const child of heading.children) {
    const part = foldText(isText(child) ? child.data : hasChildren(child) ? readText(child) : '');
    if (part !== '' && keys.has(toKey(part))) return part;
  }
  return undefined;
}

const hasWord = /[\p{L}\p{N}]/u;

/** The `#` or `¶` with which a heading links to itself, or a button that copies its address. */
function isMark(element: Element): boolean {
  return element.name === 'button' || (element.name === 'a' && !hasWord.test(readText(element)));
}

/** The first heading of the page that agrees best with its metadata; `undefined` where none agrees. */
function findLike(headings: readonly Heading[], stated: readonly string[]): Heading | undefined {
  let best: Heading | undefined;
  let most = minAgreement;
  for (const heading of headings) {
    const agreement = maxOf(
      stated.map((text) => measureAgreement(heading.text, text)),
      0,
    );
    if (agreement <= most) continue;
    most = agreement;
    best = heading;
  }
  return best;
}

function findEqual(headings: readonly Heading[], stated: readonly string[]): Heading | undefined {
  const keys = new Set(stated.map(toKey));
  return headings.find(({ text }) => keys.has(toKey(text)));
}

/** The share of their words that two texts have in common, from 0 to 1. */
function measureAgreement(one: string, other: string): number {
  const [left, right] = [toWords(one), toWords(other)];
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** Words of writing without spaces are its characters. */
function toWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu,
      ) ?? [],
  );
}

/** Characters. */
const minHostPart = 4;
const siteTags: ReadonlySet<string> = new Set(['og:site_name', 'application-name']);

/** Returns the names under which a page's site may stand in its title, best first: stated ones, then the host and its parts. */
function listSiteNames({ structuredData, url }: PageReading): readonly string[] {
  const names: string[] = [];
  for (const { name, content } of structuredData.metaTags) {
    if (siteTags.has(name)) names.push(foldText(content));
  }
  for (const entity of structuredData.entities) {
    if (entity.types.includes('WebSite')) addAll(names, readNames(entity));
  }
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
  // The last part is that of a country or a kind; `co` and `com` before it are no name either.
  const parts = host
    .split('.')
    .slice(0, -1)
    .filter((part) => part.length >= minHostPart);
  return [...names, host, ...parts].filter((name) => name !== '');
}

function readNames({ properties }: StructuredEntity): readonly string[] {
  return (properties.get('name') ?? []).flatMap((value) =>
    value.kind === 'text' ? [foldText(value.text)] : [],
  );
}

/** Returns the letters and digits of a text alone, so that texts compare whatever their punctuation and case. */
export function toKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
