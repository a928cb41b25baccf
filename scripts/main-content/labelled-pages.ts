import path from 'node:path';
import type { Document } from 'domhandler';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from '../../bench/page-set.ts';
import type { PageReading } from '../../src/page/page-reading.ts';
import { collectBlocks } from '../../src/page/main-content/blocks/collect-blocks.ts';
import { readBlockText } from '../../src/page/main-content/blocks/page-blocks.ts';
import {
  type Lexicon,
  createClassTable,
  createWordTable,
} from '../../src/page/main-content/blocks/lexicon.ts';
import { readPage } from '../../src/page/read-page.ts';
import { alignGold, tokenize } from './align-gold.ts';

export type SetName = 'wcxb' | 'trafilatura-eval' | 'fundus-news';

/** A page with what its gold says about each block. */
export interface LabelledPage {
  readonly set: SetName;
  readonly id: string;
  readonly type: string;
  /** Pages of one site are always in one fold. */
  readonly fold: number;
  /** Words of each block, and of the gold text, as numbers: one number a word of this page. */
  readonly tokens: readonly Int32Array[];
  readonly gold: Int32Array;
  /** Share of the block's words that belong to the main content. */
  readonly labels: Float32Array;
  /** 0 where the gold says nothing about the block. */
  readonly weights: Float32Array;
  /** Snippets that must and must not come through, normalised. */
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  /** Text of each block, where snippets are looked for; else empty. */
  readonly texts: readonly string[];
  readonly site: string;
}

export const foldCount = 5;
export const emptyLexicon: Lexicon = {
  classes: createClassTable([]),
  words: createWordTable([]),
  headings: createWordTable([]),
};

/** All pages to learn from, one at a time. */
export function* readTrainingPages(): Generator<{ readonly set: SetName; readonly page: SetPage }> {
  for (const set of ['wcxb', 'trafilatura-eval', 'fundus-news'] as const) {
    for (const page of readPageSet(path.join(materialFolder, set, 'pages')) ?? [])
      yield { set, page };
  }
}

/** The page as `scrape` reads it for its main content, by the faster parser. */
export function readTrainingPage(page: SetPage): PageReading {
  const html = decodeLoosely(page.readBody());
  return readPage({ html, url: page.url, parseMode: 'speed', keepCollapsed: true });
}

/** The last two labels of a host, so that `forum.x.org` and `x.org` are one site. */
export function siteKey(site: string): string {
  return site.toLowerCase().split('.').slice(-2).join('.');
}

/** Fold of a site. */
export function foldOfSite(site: string): number {
  const key = siteKey(site);
  let hash = 7;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return (hash >>> 3) % foldCount;
}

/** White space and quotes as the scorer folds them. */
export function normalize(text: string): string {
  return text
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
}

/** Labels a page's blocks by its gold. */
export function labelPage(set: SetName, page: SetPage, document: Document): LabelledPage {
  const cut = collectBlocks(document, emptyLexicon);
  const texts = Array.from(cut.blocks.words, (_, block) => readBlockText(cut, block));
  const vocabulary = new Map<string, number>();
  const number = (word: string): number => {
    let id = vocabulary.get(word);
    if (id === undefined) {
      id = vocabulary.size + 1;
      vocabulary.set(word, id);
    }
    return id;
  };
  const goldText = readGold(set, page);
  const gold = Int32Array.from(tokenize(goldText).map(number));
  const tokens = texts.map((text) => Int32Array.from(tokenize(text).map(number)));
  const { wanted, unwanted } = readSnippets(set, page);
  const common = {
    set,
    id: page.id,
    type: readType(page),
    fold: foldOfSite(page.site),
    site: siteKey(page.site),
    texts: set === 'trafilatura-eval' ? texts : [],
    tokens,
    gold,
    wanted,
    unwanted,
  };
  if (set === 'trafilatura-eval') return { ...common, ...labelBySnippets(texts, wanted, unwanted) };
  const labels = alignGold(
    tokens.map((list) => [...list]),
    [...gold],
  );
  const goldWords = Math.max(20, gold.length);
  const weights = labels.map((_, block) =>
    gold.length === 0 ? 0 : Math.min(150, cut.blocks.words[block] as number) / goldWords,
  );
  if (set === 'fundus-news') {
    // The gold is the body alone: it says nothing about titles, which other golds keep.
    for (const [block, element] of cut.blocks.element.entries()) {
      if (cut.elements.tag[element]?.level === 1) weights[block] = 0;
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > 0)
    for (let block = 0; block < weights.length; block += 1)
      weights[block] = (weights[block] as number) / Math.sqrt(total);
  return { ...common, labels, weights };
}

function labelBySnippets(
  texts: readonly string[],
  wanted: readonly string[],
  unwanted: readonly string[],
): { readonly labels: Float32Array; readonly weights: Float32Array } {
  const labels = new Float32Array(texts.length);
  const weights = new Float32Array(texts.length);
  for (const [block, text] of texts.entries()) {
    const normal = normalize(text);
    const good = wanted.some((snippet) => normal.includes(snippet));
    const bad = unwanted.some((snippet) => normal.includes(snippet));
    if (good === bad) continue;
    labels[block] = good ? 1 : 0;
    weights[block] = 1;
  }
  return { labels, weights };
}

function readGold(set: SetName, page: SetPage): string {
  const expected = page.expected as Record<string, unknown>;
  if (set === 'wcxb')
    return typeof expected['main_content'] === 'string' ? expected['main_content'] : '';
  if (set === 'trafilatura-eval') return '';
  const body = expected['body'] as
    | { summary?: string[]; sections?: { headline?: string[]; paragraphs?: string[] }[] }
    | undefined;
  return [
    ...(body?.summary ?? []),
    ...(body?.sections ?? []).flatMap(({ headline = [], paragraphs = [] }) => [
      ...headline,
      ...paragraphs,
    ]),
  ].join('\n');
}

function readSnippets(
  set: SetName,
  page: SetPage,
): { readonly wanted: readonly string[]; readonly unwanted: readonly string[] } {
  if (set === 'fundus-news') return { wanted: [], unwanted: [] };
  const expected = page.expected as { with?: string[]; without?: string[] };
  return {
    wanted: (expected.with ?? []).map(normalize),
    unwanted: (expected.without ?? []).map(normalize),
  };
}

function readType(page: SetPage): string {
  const { page_type: type } = JSON.parse(page.line) as { page_type?: string };
  return type ?? 'article';
}
