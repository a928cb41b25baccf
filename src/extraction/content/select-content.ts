import { count, countAll, getOrMake, toWordSet } from '../../runtime/collections.ts';
import { type Element, type ParentNode, isTag } from 'domhandler';
import type { ContentQuery } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import {
  type ContentLine,
  charactersPerToken,
  fillBudget,
  joinLines,
  renderCandidates,
  renderFrame,
} from './render-content.ts';
import { type Candidate, type ContentLink, listCandidates } from './list-candidates.ts';
import { readBlocks } from '../../page/content/read-blocks.ts';
import { type QueryTerms, resolveQuery, splitName, splitWords } from './resolve-query.ts';
import type { ContentBlock } from '../../page/content/content-block.ts';

/** The content of one page, or of one chunk of it, that is sent to a model. */
export interface SelectedContent {
  readonly text: string;
  /** Length of `text` in tokens of four characters. */
  readonly tokens: number;
  readonly lines: readonly ContentLine[];
  readonly links: ReadonlyMap<string, ContentLink>;
  readonly omittedTokens: number;
}

export interface PageContent {
  readonly reading: PageReading;
  readonly terms: QueryTerms;
  readonly candidates: readonly Candidate[];
  readonly links: ReadonlyMap<string, ContentLink>;
}

/** Blocks with a lower score stand in navigation, footers and the like and match nothing in the query. */
const relevanceFloor = -0.6;

/** Returns all content that can be sent, without ranking it. */
export function openContent(reading: PageReading, query: ContentQuery): PageContent {
  const terms = resolveQuery(query);
  return { reading, terms, ...listCandidates(reading, readBlocks(reading), terms) };
}

/** The whole page where it fits and the query does not ask for less; most pages end here, before any ranking. */
export function takeWhole(content: PageContent, query: ContentQuery): SelectedContent | undefined {
  const budget = query.budgetTokens * charactersPerToken;
  if (query.reduce === true || !mayFit(content.candidates, budget)) return undefined;
  const whole = renderSelection(content, content.candidates, query);
  return whole.text.length <= budget ? whole : undefined;
}

/** Whether texts, of which each gets a line, may be within a budget: long pages are not rendered to find out. */
function mayFit(candidates: readonly Candidate[], budget: number): boolean {
  let left = budget;
  for (const { text } of candidates) {
    left -= text.length + 1;
    if (left < 0) return false;
  }
  return true;
}

export function takeBest(content: PageContent, query: ContentQuery): SelectedContent {
  const ranked = query.reduce === true ? listRelevant(content) : rankContent(content);
  return cutToBudget(content, ranked, query);
}

/** Returns the candidates above `relevanceFloor`, for a query that requests every record. */
export function listRelevant(content: PageContent): readonly Candidate[] {
  return renumber(rankContent(content).filter(({ score }) => score > relevanceFloor));
}

/** Returns scored candidates without copies. */
function rankContent({ candidates, terms }: PageContent): readonly Candidate[] {
  const regions = new Map<Element, Region>();
  // Above 0 in the main part, below 0 in navigation, footers and the like.
  const priorOf = ({ block: { element } }: Candidate): number => {
    const { prior, inMain } = element === undefined ? outside : regionOf(element, regions);
    return prior < 0 ? prior : inMain ? mainPrior : 0;
  };
  scoreCandidates(candidates, terms, priorOf);
  return renumber(deduplicate(candidates, priorOf, terms.wantsRecords));
}

function renumber(candidates: readonly Candidate[]): readonly Candidate[] {
  candidates.forEach((candidate, order) => {
    candidate.order = order;
  });
  return candidates;
}

function cutToBudget(
  content: PageContent,
  candidates: readonly Candidate[],
  query: ContentQuery,
): SelectedContent {
  const budget = query.budgetTokens * charactersPerToken;
  const keepLayout = query.keepLayout === true;
  let room = budget - joinLines(renderFrame(content.reading)).length - '\n[page]\n'.length;
  let chosen = fillBudget(candidates, room, keepLayout);
  let selection = renderSelection(content, chosen, query);
  // The estimated length of marks and repeated names is close, not exact.
  while (selection.text.length > budget && chosen.length > 0) {
    room -= selection.text.length - budget;
    chosen = fillBudget(candidates, room, keepLayout);
    selection = renderSelection(content, chosen, query);
  }
  return selection;
}

function renderSelection(
  content: PageContent,
  chosen: readonly Candidate[],
  query: ContentQuery,
): SelectedContent {
  const isWhole = chosen === content.candidates;
  const lines = [
    ...renderFrame(content.reading),
    ...renderCandidates(chosen, query.keepLayout === true, !isWhole),
  ];
  return toSelection(content, lines, isWhole ? 0 : countOmitted(content, chosen));
}

export function toSelection(
  content: PageContent,
  lines: readonly ContentLine[],
  omittedTokens: number,
): SelectedContent {
  const text = joinLines(lines);
  return {
    text,
    tokens: Math.ceil(text.length / charactersPerToken),
    lines,
    links: content.links,
    omittedTokens,
  };
}

/** Returns the tokens that were left out. Copies do not count: their text is sent once. */
export function countOmitted(content: PageContent, chosen: readonly Candidate[]): number {
  const sent = new Set(chosen.flatMap(({ block, copies }) => [block, ...copies]));
  let characters = 0;
  for (const { block, text } of content.candidates) if (!sent.has(block)) characters += text.length;
  return Math.ceil(characters / charactersPerToken);
}

/** Characters. Equal shorter texts need not be copies: two ingredients may both be "1 tsp". */
const minCopyLength = 24;
/** Characters. In navigation and similar regions single words count as copies too. */
const minIdleLength = 2;
/** A block with a lower prior stands in navigation, footer or related content. */
const idlePrior = -0.5;

/** Keeps the first of the blocks with the same text, with the best of their scores; the others become its copies. */
function deduplicate(
  candidates: readonly Candidate[],
  priorOf: (candidate: Candidate) => number,
  keepRecords: boolean,
): readonly Candidate[] {
  const first = new Map<string, Candidate>();
  return candidates.filter((candidate) => {
    const { kind } = candidate.block;
    if (kind === 'row' || kind === 'header' || kind === 'entity' || kind === 'heading') return true;
    const isIdle = priorOf(candidate) <= idlePrior;
    const minLength = isIdle ? minIdleLength : minCopyLength;
    if (candidate.text.length < minLength) return true;
    const key = candidate.text.toLowerCase();
    const kept = first.get(key);
    if (kept === undefined) {
      first.set(key, candidate);
      return true;
    }
    // Two records may share a long text; a copy in structured data or in navigation is not a record.
    if (keepRecords && !isIdle && kind === 'text' && kept.block.kind === 'text') return true;
    kept.copies.push(candidate.block);
    kept.score = Math.max(kept.score, candidate.score);
    return false;
  });
}

const mainPrior = 0.35;
/** Priors of tags, and of roles. */
const tagPriors = toPriors({
  [mainPrior]: 'main article',
  [-1.3]: 'nav',
  [-1.1]: 'footer',
  [-0.5]: 'aside',
});
const rolePriors = toPriors({
  [mainPrior]: 'main',
  [-1.3]: 'navigation menu menubar',
  [-1.1]: 'contentinfo',
  [-0.5]: 'complementary',
  [-1]: 'search',
});
/** English words in class names and ids; weaker than tags, because sites use them with other meanings too. */
const wordPriors = toPriors({
  [-1.3]: 'nav navbar navigation navi submenu megamenu menu sitemap',
  [-1.1]: 'footer colophon',
  [-0.9]: 'related recommended recommendation recommend similar upsell crosssell',
  [-1]: 'cookie consent newsletter subscribe popup modal advert sponsor share sharing social login signup promo',
  [-0.7]: 'comment respond disqus',
  [-0.5]: 'sidebar',
});

function toPriors(words: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(words).flatMap(([prior, list]) =>
      list.split(' ').map((word) => [word, Number(prior)] as const),
    ),
  );
}

interface Region {
  readonly prior: number;
  readonly inMain: boolean;
}

const outside: Region = { prior: 0, inMain: false };

function regionOf(element: Element, regions: Map<Element, Region>): Region {
  const path: Element[] = [];
  let above: ParentNode | null = element;
  while (above !== null && isTag(above) && !regions.has(above)) {
    path.push(above);
    above = above.parent;
  }
  let region = above !== null && isTag(above) ? (regions.get(above) ?? outside) : outside;
  for (const inner of path.reverse()) {
    region = enterRegion(inner, region);
    regions.set(inner, region);
  }
  return region;
}

function enterRegion(element: Element, around: Region): Region {
  // Names on the root describe the page, not a part of it.
  if (element.name === 'html' || element.name === 'body') return around;
  const own = ownPrior(element);
  if (own === 0) return around;
  return { prior: Math.min(around.prior, own), inMain: around.inMain || own > 0 };
}

function ownPrior(element: Element): number {
  const known = tagPriors.get(element.name) ?? rolePriors.get(element.attribs['role'] ?? '');
  if (known !== undefined) return known;
  const names = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`;
  if (names.length < 3) return 0;
  let prior = 0;
  for (const word of splitName(names)) prior = Math.min(prior, wordPriors.get(word) ?? 0);
  return prior;
}

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
const idleData: ReadonlySet<string> = toWordSet(
  'review reviews comment articleBody isRelatedTo isSimilarTo isPartOf mainEntityOfPage potentialAction publisher ' +
    'primaryImageOfPage breadcrumb inLanguage wordCount commentCount position width height logo sameAs',
);

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

/** BM25 over weighted fields, as a share of the score that the best twentieth of the matching blocks reaches. */
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
    for (const [word, times] of counts) {
      score += ((idf.get(word) ?? 0) * times * (saturation + 1)) / (times + saturation * stretch);
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
  const found = countAll(counted.flatMap(({ counts }) => [...counts.keys()]));
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
    const words = getOrMake(matched, block.heading, () => new Set<string>());
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
  const hintsOf = (element: Element) =>
    getOrMake(hints, element, () => [...new Set(wanted(hintWords(element)))]);
  const textOf = (block: ContentBlock) =>
    getOrMake(texts, block, () => countAll(wanted(splitWords(block.text))));
  return (candidate) => {
    const { block } = candidate;
    const counts = new Map<string, number>();
    const add = (words: Iterable<string>, weight: number) => {
      for (const word of words) count(counts, word, weight);
    };
    const addText = (above: ContentBlock, weight: number) => {
      for (const [word, times] of textOf(above)) count(counts, word, weight * times);
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
