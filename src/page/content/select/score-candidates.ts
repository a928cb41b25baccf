import { isTag, type Element } from 'domhandler';
import type { ContentBlock } from '../blocks/content-block.ts';
import type { Candidate } from './list-candidates.ts';
import type { QueryTerms } from './resolve-query.ts';
import { splitName, splitWords } from './split-words.ts';

/** The usual constants of BM25: how soon repetition stops adding to the score, and the weight of the length. */
const saturation = 1.2;
const lengthShare = 0.75;
const relevanceWeight = 2;
const maxRelevance = 1.5;

const rowPrior = 0.4;
const titlePrior = 2;
const linkHeavyPrior = -0.8;
const linkHeavyShare = 0.6;
const nearTitlePrior = 0.9;
/** Characters after the page's title at which the bonus for closeness to it has halved. */
const nearTitleLength = 1_500;
const entityWordPrior = 0.35;
/** For an attribute without text beside it: pictures, icons, buttons. */
const textlessPrior = -0.5;
/** Meta tags are short and describe the page: news pages list their topics there. */
const metaPrior = 0.45;
const idleDataPrior = -2;
/** Properties of an entity that describe another entity or the site, or repeat the page's text. */
const idleData: ReadonlySet<string> = new Set(
  (
    'review reviews comment articleBody isRelatedTo isSimilarTo isPartOf mainEntityOfPage potentialAction publisher ' +
    'primaryImageOfPage breadcrumb inLanguage wordCount commentCount position width height logo sameAs'
  ).split(' '),
);

/** Sets the score of every candidate: relevance to the query plus a prior of its place. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  terms: QueryTerms,
  priorOf: (candidate: Candidate) => number,
): void {
  const relevance = scoreRelevance(candidates, terms.weights);
  const entityPriors = scoreEntities(candidates, terms.weights);
  let sinceTitle: number | undefined;
  candidates.forEach((candidate, index) => {
    const { block } = candidate;
    let score = (relevance[index] ?? 0) * relevanceWeight + priorOf(candidate);
    if (block.level === 1) {
      score += titlePrior;
      sinceTitle ??= 0;
    } else if (sinceTitle !== undefined) {
      score += nearTitlePrior / (1 + sinceTitle / nearTitleLength);
      sinceTitle += block.text.length;
    }
    if (block.kind === 'row') score += rowPrior;
    // Not when records are requested: the title of a record is usually a link.
    else if (!terms.wantsRecords && block.linkLength > block.text.length * linkHeavyShare) {
      score += linkHeavyPrior;
    }
    if (block.text === '') score += textlessPrior;
    if (block.kind === 'meta') score += metaPrior;
    if (block.kind === 'data' && block.heading !== undefined) {
      score += entityPriors.get(block.heading) ?? 0;
      if (isIdleData(block.name, terms)) score += idleDataPrior;
    }
    candidate.score = score;
  });
}

/**
 * Returns BM25 over weighted fields, as a share of the score that the best twentieth of the matching blocks reaches.
 */
function scoreRelevance(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
): readonly number[] {
  const countTerms = createTermCounter(weights);
  const counted = candidates.map(countTerms);
  const idf = weighTerms(counted, weights);
  const averageLength =
    counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const scores = counted.map(({ counts, length }) => {
    const stretch = 1 - lengthShare + (lengthShare * length) / Math.max(1, averageLength);
    let score = 0;
    for (const [word, count] of counts) {
      score += ((idf.get(word) ?? 0) * count * (saturation + 1)) / (count + saturation * stretch);
    }
    return score;
  });
  const positive = scores.filter((score) => score > 0).sort((a, b) => a - b);
  const best = positive[Math.floor(positive.length * 0.95)] ?? 1;
  return scores.map((score) => Math.min(maxRelevance, score / best));
}

function weighTerms(
  counted: readonly TermCounts[],
  weights: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { counts } of counted) {
    for (const word of counts.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  }
  const idf = new Map<string, number>();
  for (const [word, weight] of weights) {
    const blocks = found.get(word) ?? 0;
    idf.set(word, weight * Math.log(1 + (counted.length - blocks + 0.5) / (blocks + 0.5)));
  }
  return idf;
}

/** An entity with a requested property is probably the requested one. */
function scoreEntities(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
): ReadonlyMap<ContentBlock, number> {
  const matched = new Map<ContentBlock, Set<string>>();
  for (const { block } of candidates) {
    if (block.kind !== 'data' || block.heading === undefined) continue;
    const words = matched.get(block.heading) ?? new Set<string>();
    matched.set(block.heading, words);
    for (const word of block.name.toLowerCase().split(/[^\p{L}]+/u)) {
      if (weights.has(word)) words.add(word);
    }
  }
  return new Map([...matched].map(([entity, words]) => [entity, words.size * entityWordPrior]));
}

function isIdleData(name: string, { weights }: QueryTerms): boolean {
  // The elements of a top-level list are links to other pages; inside a recipe they are its steps.
  if (name.startsWith('itemListElement')) return true;
  return name
    .split(/[.[\]]+/)
    .some((part) => idleData.has(part) && !splitName(part).some((word) => weights.has(word)));
}

/** How often the query's words occur in and around a block, weighted by place. */
interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** Number of words in the text. */
  readonly length: number;
}

const hintWeight = 1.3;
const keyWeight = 2.5;
const headingWeight = 0.8;
const outerHeadingWeight = 0.3;
const headerWeight = 0.5;
/** Levels of ancestors whose names count; those further up describe more than the block. */
const hintLevels = 4;

/** Returns a counter for all blocks of one page: names, headings and headers are split once. */
function createTermCounter(
  terms: ReadonlyMap<string, number>,
): (candidate: Candidate) => TermCounts {
  const hints = new Map<Element, readonly string[]>();
  const texts = new Map<ContentBlock, ReadonlyMap<string, number>>();
  const wanted = (words: readonly string[]) => words.filter((word) => terms.has(word));
  const hintsOf = (element: Element) => {
    let words = hints.get(element);
    if (words === undefined) hints.set(element, (words = [...new Set(wanted(hintWords(element)))]));
    return words;
  };
  const textOf = (block: ContentBlock) => {
    let words = texts.get(block);
    if (words === undefined) texts.set(block, (words = countWords(wanted(splitWords(block.text)))));
    return words;
  };
  return (candidate) => {
    const { block } = candidate;
    const counts = new Map<string, number>();
    const add = (words: Iterable<string>, weight: number) => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    const addText = (above: ContentBlock, weight: number) => {
      for (const [word, count] of textOf(above)) {
        counts.set(word, (counts.get(word) ?? 0) + weight * count);
      }
    };
    const words = splitWords(candidate.text);
    add(wanted(words), 1);
    if (block.name !== '') add(new Set(wanted(splitName(block.name))), keyWeight);
    add(listHints(block, hintsOf), hintWeight);
    if (block.heading !== undefined) {
      addText(block.heading, headingWeight);
      if (block.heading.heading !== undefined) addText(block.heading.heading, outerHeadingWeight);
    }
    for (const header of block.headers) addText(header, headerWeight);
    return { counts, length: words.length };
  };
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function listHints(
  block: ContentBlock,
  hintsOf: (element: Element) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  let above = block.element ?? null;
  for (let level = 0; level < hintLevels && above !== null && isTag(above); level += 1) {
    if (above.name === 'body') break;
    for (const word of hintsOf(above)) found.add(word);
    above = above.parent as Element | null;
  }
  // Inline elements have names of their own.
  for (const { source } of block.parts) {
    let inner = source.node.parent;
    for (
      let level = 0;
      level < hintLevels && inner !== null && inner !== block.element;
      level += 1
    ) {
      if (!isTag(inner)) break;
      for (const word of hintsOf(inner)) found.add(word);
      inner = inner.parent;
    }
  }
  return found;
}

function hintWords({ attribs }: Element): readonly string[] {
  const names = [attribs['class'], attribs['id'], attribs['itemprop'], attribs['data-testid']];
  return splitName(names.filter((name) => name !== undefined).join(' '));
}
