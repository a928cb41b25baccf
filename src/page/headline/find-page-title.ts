import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler';
import type { PageReading } from '../page-reading.ts';
import { foldText, readText } from '../text/node-text.ts';
import { listSiteNames } from './list-site-names.ts';
import { toKey } from './to-key.ts';

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
export function findPageTitle(reading: PageReading): string {
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
    const agreement = Math.max(0, ...stated.map((text) => measureAgreement(heading.text, text)));
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
