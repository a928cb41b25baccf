import { isTag, type Element, type ParentNode } from 'domhandler';
import type { ContentQuery } from '../../../contracts/extraction-page.ts';
import type { PageReading } from '../../page-reading.ts';
import { fillBudget } from './fill-budget.ts';
import { listCandidates, type Candidate, type ContentLink } from './list-candidates.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import {
  charactersPerToken,
  joinLines,
  renderCandidates,
  renderFrame,
  type ContentLine,
} from './render-content.ts';
import { resolveQuery, type QueryTerms } from './resolve-query.ts';
import { scoreCandidates } from './score-candidates.ts';
import { splitName } from './split-words.ts';

/** The content of one page, or of one chunk of it, that is sent to a model. */
export interface SelectedContent {
  readonly text: string;
  /** Length of `text` in tokens of four characters. */
  readonly tokens: number;
  readonly lines: readonly ContentLine[];
  /** Addresses for the references (`@L12`) in `text`. */
  readonly links: ReadonlyMap<string, ContentLink>;
  /** Tokens of the page that were left out; 0 when nothing was. */
  readonly omittedTokens: number;
}

/** All content of a page that can be sent. */
export interface PageContent {
  readonly reading: PageReading;
  readonly terms: QueryTerms;
  readonly candidates: readonly Candidate[];
  readonly links: ReadonlyMap<string, ContentLink>;
}

/** Blocks with a lower score stand in navigation, footers and the like and match nothing in the query. */
const relevanceFloor = -0.6;

/**
 * Returns the content of a page that is sent for a query: all of it where it fits, otherwise the
 * best blocks in page order.
 */
export function selectContent(reading: PageReading, query: ContentQuery): SelectedContent {
  const content = openContent(reading, query);
  return takeWhole(content, query) ?? takeBest(content, query);
}

/** Returns all content that can be sent, without ranking it. */
export function openContent(reading: PageReading, query: ContentQuery): PageContent {
  const terms = resolveQuery(query);
  return { reading, terms, ...listCandidates(reading, readBlocks(reading), terms) };
}

/**
 * Returns the whole page where it fits and the query does not ask for less, else `undefined`. Most pages
 * end here, before any ranking.
 */
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

/** Returns the best content of a page that fits the budget. */
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
  const regions = createPageRegions();
  const priorOf = ({ block }: Candidate): number => regions.priorOf(block.element);
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

/** Returns lines as the content that is sent. */
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

const tagPriors: ReadonlyMap<string, number> = new Map([
  ['main', 0.35],
  ['article', 0.35],
  ['nav', -1.3],
  ['footer', -1.1],
  ['aside', -0.5],
]);
const rolePriors: ReadonlyMap<string, number> = new Map([
  ['main', 0.35],
  ['navigation', -1.3],
  ['menu', -1.3],
  ['menubar', -1.3],
  ['contentinfo', -1.1],
  ['complementary', -0.5],
  ['search', -1],
]);
/**
 * English words in class names and ids, of use only where a page has them. Their weights are below those of tags,
 * because sites use the words with other meanings too.
 */
const wordPriors: ReadonlyMap<string, number> = new Map([
  ...['nav', 'navbar', 'navigation', 'navi', 'submenu', 'megamenu', 'menu', 'sitemap'].map(
    prior(-1.3),
  ),
  ...['footer', 'colophon'].map(prior(-1.1)),
  ...[
    'related',
    'recommended',
    'recommendation',
    'recommend',
    'similar',
    'upsell',
    'crosssell',
  ].map(prior(-0.9)),
  ...['cookie', 'consent', 'newsletter', 'subscribe', 'popup', 'modal', 'advert', 'sponsor'].map(
    prior(-1),
  ),
  ...['share', 'sharing', 'social', 'login', 'signup', 'promo'].map(prior(-1)),
  ...['comment', 'respond', 'disqus'].map(prior(-0.7)),
  ...['sidebar'].map(prior(-0.5)),
]);

function prior(value: number): (word: string) => readonly [string, number] {
  return (word) => [word, value];
}

/** The regions of a page that blocks stand in, judged by tags and by class names and ids. */
interface PageRegions {
  /** Above 0 in the main part, below 0 in navigation, footers and the like. */
  priorOf(element: Element | undefined): number;
}

interface Region {
  readonly prior: number;
  readonly inMain: boolean;
}

const outside: Region = { prior: 0, inMain: false };

/** Returns the regions of one page; every element is judged once. */
function createPageRegions(): PageRegions {
  const regions = new Map<Element, Region>();
  return {
    priorOf(element) {
      if (element === undefined) return 0;
      const { prior, inMain } = regionOf(element, regions);
      return prior < 0 ? prior : inMain ? 0.35 : 0;
    },
  };
}

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
