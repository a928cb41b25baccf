import { isText } from 'domhandler';
import type { PageReading } from '../../page-reading.ts';
import { type WordTable, createWordTable, hashPair } from '../blocks/lexicon.ts';
import { listWordHashes } from '../blocks/text-run.ts';

/** Signs of the page's kind in its metadata, as numbers for the trees. */
export interface PageFeatures {
  /** From `og:type`: one of `pageKinds`. */
  readonly kind: number;
  /** From JSON-LD: 0 none of these, 1 article, 2 product, 3 list, 4 discussion, 5 article and product. */
  readonly data: number;
  /** Whether the page was made by the software of a forum, which calls a topic an article, too. */
  readonly isForum?: boolean;
  /** Words of the texts and descriptions in the page's JSON-LD. */
  readonly statedWords: number;
  /** Words of the descriptions in the page's meta tags. */
  readonly describedWords: number;
  /** Pairs of words in the page's metadata, with the bits of their kinds. */
  readonly stated: WordTable | undefined;
}

/** Kinds of page by `og:type`, as numbers that the trees compare. */
export const pageKinds = { unstated: 0, other: 1, website: 2, article: 3, product: 4 } as const;

/**
 * Whether a page says that it is an article, and no discussion. On none of the sets' pages that say so do comments that follow
 * on a text belong to the main content; on other pages they often do.
 */
export function declaresArticle({
  kind,
  data,
  isForum = false,
}: Pick<PageFeatures, 'data' | 'isForum' | 'kind'>): boolean {
  if (isForum) return false;
  return (kind === pageKinds.article && data !== 4) || data === 1 || data === 5;
}

/** Whether a page says that it shows a product. What visitors say on it are reviews. */
export function declaresProduct({
  kind,
  data,
  isForum = false,
}: Pick<PageFeatures, 'data' | 'isForum' | 'kind'>): boolean {
  return !isForum && (kind === pageKinds.product || data === 2 || data === 5);
}

const dataKinds: readonly (readonly [RegExp, number])[] = [
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:DiscussionForumPosting|QAPage|Question)"/, 4],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:Product|ProductGroup)"/, 2],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:\w{0,20}Article|BlogPosting)"/, 1],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:ItemList|CollectionPage|OfferCatalog)"/, 3],
];

/** How the software of forums begins its name in a page's `generator`. */
const forumSoftware =
  /^\s*(?:phpbb|discourse|vbulletin|xenforo|flarum|nodebb|mybb|simple machines|smf\b|vanilla|invision|ip\.board|fluxbb|punbb|woltlab|question2answer|lemmy)/i;

/** Characters. The types in longer JSON-LD scripts are not read. */
const maxScriptCharacters = 200_000;

/** The parts of a reading that indicate the page's kind. */
export type DescribedPage = Pick<PageReading, 'dataScripts' | 'metaElements' | 'title'>;

/** Returns the signs in a page's title, meta tags and JSON-LD. */
export function readPageFeatures({
  dataScripts,
  metaElements,
  title,
}: DescribedPage): PageFeatures {
  let kind: number = pageKinds.unstated;
  let isForum = false;
  const found = new Set<number>();
  const stated = new StatedText();
  for (const script of dataScripts) {
    if (!/ld\+json/i.test(script.attribs['type'] ?? '')) continue;
    const text = script.children[0];
    if (text === undefined || !isText(text)) continue;
    const data = text.data.slice(0, maxScriptCharacters);
    for (const [pattern, value] of dataKinds) if (pattern.test(data)) found.add(value);
    stated.addJsonLd(text.data);
  }
  for (const element of metaElements) {
    const { name, property, content = '' } = element.attribs;
    if (property === 'og:type') kind = readKind(content);
    else if (name === 'generator') isForum ||= forumSoftware.test(content);
    else if (name === 'description' || property === 'og:description') stated.add('meta', content);
    else if (property === 'og:title') stated.add('title', content);
  }
  stated.add('title', title);
  let data = [...found].sort((one, other) => other - one)[0] ?? 0;
  if (found.has(1) && found.has(2) && data < 4) data = 5;
  return {
    kind,
    data,
    isForum,
    statedWords: stated.words.body,
    describedWords: stated.words.meta,
    stated: stated.toTable(),
  };
}

function readKind(type: string): number {
  if (/^article|blog|news/i.test(type)) return pageKinds.article;
  if (/product/i.test(type)) return pageKinds.product;
  if (/^website/i.test(type)) return pageKinds.website;
  return type === '' ? pageKinds.unstated : pageKinds.other;
}

/** Bits for the kinds of text that a page has in meta tags and JSON-LD. */
const statedBits = { title: 1, body: 2, meta: 4, review: 8 } as const;

type StatedKind = keyof typeof statedBits;

/** Characters of such text that are read, for one page. */
const maxCharacters = 100_000;
/** Values of JSON-LD that are visited, for one page. */
const maxValues = 20_000;

const kindOfProperty = new Map<string, StatedKind>([
  ['articleBody', 'body'],
  ['text', 'body'],
  ['description', 'body'],
  ['reviewBody', 'review'],
  ['headline', 'title'],
]);

/** Collects the texts of a page's meta tags and JSON-LD, to find them again in its blocks. */
class StatedText {
  readonly #pairs = new Map<number, number>();
  #characters = 0;
  /** Number of words by kind. */
  readonly words: Record<StatedKind, number> = { title: 0, body: 0, meta: 0, review: 0 };

  add(kind: StatedKind, text: string): void {
    this.#characters += text.length;
    if (this.#characters > maxCharacters) return;
    const bit = statedBits[kind];
    const plain = text.includes('<') ? text.replace(/<[^<>]{0,300}>/g, ' ') : text;
    let previous = 0;
    for (const word of listWordHashes(plain)) {
      const pair = hashPair(previous, word);
      this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) | bit);
      previous = word;
      this.words[kind] += 1;
    }
  }

  /** Adds the texts of a JSON-LD document; one that does not parse is ignored. */
  addJsonLd(json: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(json);
    } catch {
      return;
    }
    const open: { readonly value: unknown; readonly inReview: boolean }[] = [
      { value: parsed, inReview: false },
    ];
    let seen = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, inReview } = next;
      seen += 1;
      if (seen > maxValues || typeof value !== 'object' || value === null) continue;
      for (const [name, child] of Object.entries(value)) {
        const kind = kindOfProperty.get(name);
        if (typeof child !== 'string') {
          open.push({
            value: child,
            inReview: inReview || name === 'review' || name === 'reviews',
          });
        } else if (kind !== undefined) {
          this.add(inReview ? 'review' : kind, child);
        }
      }
    }
  }

  /** Returns the pairs of words with the bits of their kinds; `undefined` when no text was added. */
  toTable(): WordTable | undefined {
    return this.#pairs.size === 0 ? undefined : createWordTable(this.#pairs);
  }
}
