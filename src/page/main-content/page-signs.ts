import { type Document, type Element, isTag, isText } from 'domhandler';
import { type StatedPassage, StatedText } from './stated-text.ts';
import type { WordTable } from './word-table.ts';

/** What a page says about its own kind, as numbers for the trees. */
export interface PageSigns {
  /** From `og:type`: 0 absent, 1 another, 2 website, 3 article, 4 product. */
  readonly kind: number;
  /** From JSON-LD: 0 none of these, 1 article, 2 product, 3 list, 4 discussion, 5 article and product. */
  readonly data: number;
  /** Words of texts and descriptions that it states in JSON-LD. */
  readonly statedWords: number;
  /** Pairs of words that it states; see `stated-text.ts`. */
  readonly stated: WordTable | undefined;
  /** The texts and descriptions themselves: what is left where the page shows nothing. */
  readonly passages: readonly StatedPassage[];
}

const dataKinds: readonly (readonly [RegExp, number])[] = [
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:DiscussionForumPosting|QAPage|Question)"/, 4],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:Product|ProductGroup)"/, 2],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:\w{0,20}Article|BlogPosting)"/, 1],
  [/"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:ItemList|CollectionPage|OfferCatalog)"/, 3],
];

/** Longest JSON-LD script that is looked at for its types. */
const maxScriptCharacters = 200_000;

/** Reads the signs from the meta tags of a page and from its scripts, wherever these are kept. */
export function readPageSigns(document: Document, dataScripts: readonly Element[]): PageSigns {
  let kind = 0;
  const found = new Set<number>();
  const stated = new StatedText();
  const readScript = (script: Element): void => {
    if (!/ld\+json/i.test(script.attribs['type'] ?? '')) return;
    const text = script.children[0];
    if (text === undefined || !isText(text)) return;
    const data = text.data.slice(0, maxScriptCharacters);
    for (const [pattern, value] of dataKinds) if (pattern.test(data)) found.add(value);
    stated.addJsonLd(text.data, script);
  };
  for (const script of dataScripts) readScript(script);
  const walk: Element[] = [];
  const enter = (node: Document | Element): void => {
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined && isTag(child)) walk.push(child);
    }
  };
  enter(document);
  // Meta tags stand in the head, or near the top where the parser found none.
  for (let seen = 0; seen < 400; seen += 1) {
    const node = walk.pop();
    if (node === undefined) break;
    if (node.name === 'script') readScript(node);
    else if (node.name === 'meta') {
      const { name, property, content = '' } = node.attribs;
      if (property === 'og:type') kind = readKind(content);
      else if (name === 'description' || property === 'og:description')
        stated.add('meta', content, node);
      else if (property === 'og:title') stated.add('title', content, node);
    } else if (node.name === 'title') {
      const text = node.children[0];
      if (text !== undefined && isText(text)) stated.add('title', text.data, node);
    } else if (node.name === 'html' || node.name === 'head' || node.name === 'body') enter(node);
  }
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
  if (/^article|blog|news/i.test(type)) return 3;
  if (/product/i.test(type)) return 4;
  if (/^website/i.test(type)) return 2;
  return type === '' ? 0 : 1;
}
