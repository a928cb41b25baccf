import { isText } from 'domhandler';
import type { PageReading } from '../../page-reading.ts';
import { type StatedPassage, StatedText } from '../blocks/stated-text.ts';
import type { WordTable } from '../blocks/word-table.ts';

/** Signs of the page's kind in its metadata, as numbers for the trees. */
export interface PageSigns {
  /** From `og:type`: one of `pageKinds`. */
  readonly kind: number;
  /** From JSON-LD: 0 none of these, 1 article, 2 product, 3 list, 4 discussion, 5 article and product. */
  readonly data: number;
  /** Words of the texts and descriptions in the page's JSON-LD. */
  readonly statedWords: number;
  /** Pairs of words in the page's metadata; see `stated-text.ts`. */
  readonly stated: WordTable | undefined;
  /** The texts and descriptions themselves, used where the page shows next to no content. */
  readonly passages: readonly StatedPassage[];
}

/** Kinds of page by `og:type`, as numbers that the trees compare. */
export const pageKinds = { unsaid: 0, other: 1, website: 2, article: 3, product: 4 } as const;

/**
 * Whether a page says that it is an article, and no discussion. On none of the sets' pages that say so do comments that follow
 * on a text belong to the main content; on other pages they often do.
 */
export function declaresArticle({ kind, data }: Pick<PageSigns, 'data' | 'kind'>): boolean {
  return (kind === pageKinds.article && data !== 4) || data === 1 || data === 5;
}

const dataKinds: readonly (readonly [RegExp, number])[] = [
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:DiscussionForumPosting|QAPage|Question)"/, 4],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:Product|ProductGroup)"/, 2],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:\w{0,20}Article|BlogPosting)"/, 1],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:ItemList|CollectionPage|OfferCatalog)"/, 3],
];

/** Characters. The types in longer JSON-LD scripts are not read. */
const maxScriptCharacters = 200_000;

/** The parts of a reading that indicate the page's kind. */
export type SignedPage = Pick<PageReading, 'dataScripts' | 'metaElements' | 'title'>;

/** Returns the signs in a page's title, meta tags and JSON-LD. */
export function readPageSigns({ dataScripts, metaElements, title }: SignedPage): PageSigns {
  let kind: number = pageKinds.unsaid;
  const found = new Set<number>();
  const stated = new StatedText();
  for (const script of dataScripts) {
    if (!/ld\+json/i.test(script.attribs['type'] ?? '')) continue;
    const text = script.children[0];
    if (text === undefined || !isText(text)) continue;
    const data = text.data.slice(0, maxScriptCharacters);
    for (const [pattern, value] of dataKinds) if (pattern.test(data)) found.add(value);
    stated.addJsonLd(text.data, script);
  }
  for (const element of metaElements) {
    const { name, property, content = '' } = element.attribs;
    if (property === 'og:type') kind = readKind(content);
    else if (name === 'description' || property === 'og:description')
      stated.add('meta', content, element);
    else if (property === 'og:title') stated.add('title', content);
  }
  stated.add('title', title);
  let data = [...found].sort((one, other) => other - one)[0] ?? 0;
  if (found.has(1) && found.has(2) && data < 4) data = 5;
  return {
    kind,
    data,
    statedWords: stated.words,
    stated: stated.toTable(),
    passages: stated.passages,
  };
}

function readKind(type: string): number {
  if (/^article|blog|news/i.test(type)) return pageKinds.article;
  if (/product/i.test(type)) return pageKinds.product;
  if (/^website/i.test(type)) return pageKinds.website;
  return type === '' ? pageKinds.unsaid : pageKinds.other;
}
