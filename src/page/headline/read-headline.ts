import type { PageReading, StructuredEntity } from '../page-reading.ts';
import { foldText } from '../text/node-text.ts';
import { findPageTitle } from './find-page-title.ts';
import { listSiteNames } from './list-site-names.ts';
import { toKey } from './to-key.ts';

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
