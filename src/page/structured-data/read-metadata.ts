import type { MetaTag, PageReading, StructuredEntity, StructuredText } from '../page-reading.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** Title, description and language of a page; `null` for each that the page lacks. */
export interface PageMetadata {
  readonly title: string | null;
  readonly description: string | null;
  /** As written, e.g. `en` or `de-CH`. */
  readonly language: string | null;
}

/** Meta tags that describe the page, best first. */
const descriptions = ['description', 'og:description', 'twitter:description', 'dc.description'];
const titles = ['og:title', 'twitter:title', 'title', 'dc.title'];
const languages = ['content-language', 'og:locale', 'language', 'dc.language'];

/**
 * The properties of Open Graph that state what a page is about, and not what any page of a site says of itself: as a pattern for the
 * beginning of their names.
 */
export const thingProperty = '(?:product|book|music|video):|article:published_time\\b';
const ofThing = new RegExp(`^(?:${thingProperty})`);

/** Whether the head of a page states what it is about: what it costs, when it was published. */
export function statesThing({ structuredData }: PageReading): boolean {
  return structuredData.metaTags.some(({ name }) => ofThing.test(name));
}

/** A tag of a language. A list of several says whom a page is for (HTML Standard, 4.2.5.3), and not what it is in. */
const languageTag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i;

/** Returns title, description and language of a page. */
export function readMetadata(reading: PageReading): PageMetadata {
  return {
    title: reading.title === '' ? findMeta(reading, titles) : reading.title,
    description: findMeta(reading, descriptions),
    language: reading.language ?? findMeta(reading, languages, languageTag),
  };
}

function findMeta(
  { structuredData }: PageReading,
  names: readonly string[],
  form = /./,
): string | null {
  for (const name of names) {
    const tag = structuredData.metaTags.find((meta) => meta.name === name && !isOfItem(meta));
    const content = foldText(tag?.content ?? '');
    if (form.test(content)) return content;
  }
  return null;
}

/** The elements that stand for the whole page. */
const pageTags: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Whether a tag states a property of an item on the page alone, and nothing of the page. */
function isOfItem({ name, source: { node } }: MetaTag): boolean {
  if (!('attribs' in node) || node.attribs['itemprop']?.trim().toLowerCase() !== name) return false;
  for (let around = node.parent; around !== null; around = around.parent)
    if ('attribs' in around && around.attribs['itemscope'] !== undefined)
      return !pageTags.has(around.name);
  return false;
}

/** An item in the HTML standard's JSON form of microdata; types and property names lack the vocabulary's address. */
export interface MicrodataItem {
  readonly type: readonly string[];
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly (string | MicrodataItem)[]>>;
}

/** Levels. Deeper items are left out; an item that contains itself would never end. */
const maxDepth = 16;

/** Returns microdata entities as plain JSON. */
export function toMicrodataJson(entities: readonly StructuredEntity[]): readonly MicrodataItem[] {
  return entities.filter(({ syntax }) => syntax === 'microdata').map((entity) => toItem(entity, 0));
}

function toItem({ types, id, properties }: StructuredEntity, depth: number): MicrodataItem {
  const toValues = (values: readonly (StructuredText | StructuredEntity)[]) =>
    values.flatMap((value): (string | MicrodataItem)[] => {
      if (value.kind === 'text') return [value.text];
      return depth < maxDepth ? [toItem(value, depth + 1)] : [];
    });
  return {
    type: types,
    ...(id === undefined ? {} : { id }),
    properties: Object.fromEntries(
      [...properties].map(([name, values]) => [name, toValues(values)]),
    ),
  };
}
