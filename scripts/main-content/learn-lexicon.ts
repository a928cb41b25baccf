import { type Element, isTag } from 'domhandler';
import {
  type Lexicon,
  createClassTable,
  createWordTable,
  hashWord,
  splitClassWords,
} from '../../src/page/main-content/blocks/lexicon.ts';
import {
  headingLevel,
  type PageBlocks,
  readBlockText,
} from '../../src/page/main-content/blocks/page-blocks.ts';
import type { LabelledPage } from './labelled-pages.ts';

/** What one page says about words: how much likelier than elsewhere on it the blocks they mark are main content. */
export interface WordContrasts {
  readonly classes: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly headings: ReadonlyMap<string, number>;
}

/** Words and their weights between -127 and 127, as the weight table holds them. */
export interface LexiconWords {
  readonly classes: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly headings: ReadonlyMap<string, number>;
}

export interface LexiconLimits {
  readonly classes: number;
  readonly words: number;
  readonly headings: number;
  /** A word must be known from so many sites. */
  readonly minSites: number;
}

/** A word's mean is drawn towards 0 as if so many more sites had said nothing. */
const prior = 6;

class Means {
  readonly #sums = new Map<string, [sum: number, weight: number]>();

  add(word: string, value: number, weight: number): void {
    const entry = this.#sums.get(word);
    if (entry === undefined) this.#sums.set(word, [value * weight, weight]);
    else {
      entry[0] += value * weight;
      entry[1] += weight;
    }
  }

  minus(mean: number): Map<string, number> {
    return new Map([...this.#sums].map(([word, [sum, weight]]) => [word, sum / weight - mean]));
  }
}

/** Reads the contrasts of one page. */
export function readContrasts(page: LabelledPage, cut: PageBlocks): WordContrasts {
  const { blocks, elements } = cut;
  const classes = new Means();
  const words = new Means();
  const headings = new Means();
  const total = blocks.words.reduce((sum, count) => sum + count, 0);
  const size = new Float64Array(elements.node.length);
  const before = [0];
  for (const count of blocks.words) before.push((before.at(-1) ?? 0) + count);
  for (let element = 0; element < size.length; element += 1) {
    size[element] =
      (before[elements.blockEnd[element] ?? 0] ?? 0) -
      (before[elements.blockStart[element] ?? 0] ?? 0);
  }
  let classMean = 0;
  let classWeight = 0;
  let wordMean = 0;
  let wordWeight = 0;
  for (let block = 0; block < blocks.words.length; block += 1) {
    if (page.weights[block] === 0) continue;
    const label = page.labels[block] as number;
    const weight = Math.min(50, blocks.words[block] as number);
    classMean += label * weight;
    classWeight += weight;
    for (const word of classWordsAround(cut, block, size, total * 0.9))
      classes.add(word, label, weight);
    const text = new Set(textWords(readBlockText(cut, block)).slice(0, 24));
    const light = Math.sqrt(weight);
    wordMean += label * light;
    wordWeight += light;
    for (const word of text) words.add(word, label, light);
    readHeading(page, cut, block, text, headings);
  }
  return {
    classes: classes.minus(classMean / Math.max(1, classWeight)),
    words: words.minus(wordMean / Math.max(1, wordWeight)),
    headings: headings.minus(classMean / Math.max(1, classWeight)),
  };
}

function classWordsAround(
  { blocks, elements, texts }: PageBlocks,
  block: number,
  size: Float64Array,
  limit: number,
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (node: Element): void => {
    const value = `${node.attribs['class'] ?? ''} ${node.attribs['id'] ?? ''}`;
    if (value.length > 1) for (const word of splitClassWords(value)) found.add(word);
  };
  const owner = blocks.element[block] as number;
  let inline = texts[blocks.textStart[block] as number]?.parent;
  while (inline && inline !== elements.node[owner] && isTag(inline)) {
    add(inline);
    inline = inline.parent;
  }
  for (let element = owner; element > 0; element = elements.parent[element] as number) {
    if ((size[element] as number) > limit) break;
    add(elements.node[element] as Element);
  }
  return found;
}

function readHeading(
  page: LabelledPage,
  cut: PageBlocks,
  block: number,
  text: ReadonlySet<string>,
  headings: Means,
): void {
  const { blocks } = cut;
  if (headingLevel(cut, block) === 0) return;
  let label = 0;
  let weight = 0;
  for (let next = block + 1; next < Math.min(block + 25, blocks.words.length); next += 1) {
    if (headingLevel(cut, next) > 0) break;
    if (page.weights[next] === 0) continue;
    const words = Math.min(50, blocks.words[next] as number);
    label += (page.labels[next] as number) * words;
    weight += words;
  }
  if (weight > 0) for (const word of text) headings.add(word, label / weight, 1);
}

/** Words of a text as the walk cuts them. */
function textWords(text: string): readonly string[] {
  const words = text.replace(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (/^\d+$/.test(word) ? '0' : word.toLowerCase()));
}

/** Learns weights from the contrasts of many pages; a site counts once, however many pages of it there are. */
export function learnLexicon(
  pages: Iterable<{ readonly site: string; readonly contrast: WordContrasts }>,
  limits: LexiconLimits,
): LexiconWords {
  const all = [...pages];
  const learn = (kind: keyof WordContrasts, limit: number): Map<string, number> => {
    const sites = new Map<string, Map<string, [sum: number, pages: number]>>();
    for (const { site, contrast } of all) {
      for (const [word, value] of contrast[kind]) {
        let bySite = sites.get(word);
        if (bySite === undefined) {
          bySite = new Map();
          sites.set(word, bySite);
        }
        const entry = bySite.get(site);
        if (entry === undefined) bySite.set(site, [value, 1]);
        else {
          entry[0] += value;
          entry[1] += 1;
        }
      }
    }
    const weights: [word: string, weight: number, rank: number][] = [];
    for (const [word, bySite] of sites) {
      if (bySite.size < limits.minSites) continue;
      let sum = 0;
      for (const [value, count] of bySite.values()) sum += value / count;
      const mean = sum / (bySite.size + prior);
      const weight = Math.max(-127, Math.min(127, Math.round(mean * 160)));
      if (Math.abs(weight) >= 6)
        weights.push([word, weight, Math.abs(mean) * Math.sqrt(bySite.size)]);
    }
    weights.sort((one, other) => other[2] - one[2]);
    // Most of a page is left out on most pages, so that words against are many: each side has its half.
    const side = (sign: number): (typeof weights)[number][] =>
      weights.filter(([, weight]) => weight * sign > 0).slice(0, limit / 2);
    return new Map([...side(1), ...side(-1)].map(([word, weight]) => [word, weight]));
  };
  return {
    classes: learn('classes', limits.classes),
    words: learn('words', limits.words),
    headings: learn('headings', limits.headings),
  };
}

/** The form that the walk looks words up in. */
export function toLexicon(words: LexiconWords): Lexicon {
  return {
    classes: createClassTable(words.classes),
    words: toTable(words.words),
    headings: toTable(words.headings),
  };
}

function toTable(words: ReadonlyMap<string, number>): Lexicon['words'] {
  return createWordTable([...words].map(([word, weight]) => [hashWord(word), weight] as const));
}
