import type { PageReading } from '../../../contracts/page-reading.ts';
import { deduplicate } from './deduplicate.ts';
import { fillBudget } from './fill-budget.ts';
import { type Candidate, type ContentLink, listCandidates } from './list-candidates.ts';
import { createPageRegions } from './page-regions.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import {
  charactersPerToken,
  type ContentLine,
  joinLines,
  renderCandidates,
  renderFrame,
} from './render-content.ts';
import { type ContentQuery, type QueryTerms, resolveQuery } from './resolve-query.ts';
import { scoreCandidates } from './score-candidates.ts';

/** What is sent to a model of one page, or of one part of it. */
export interface SelectedContent {
  readonly text: string;
  /** Length of `text` by four characters a token. */
  readonly tokens: number;
  readonly lines: readonly ContentLine[];
  /** Addresses behind the references (`@L12`) in `text`. */
  readonly links: ReadonlyMap<string, ContentLink>;
  /** Tokens of the page that were left out; 0 when nothing was. */
  readonly omittedTokens: number;
}

/** Everything that can be sent of a page. */
export interface PageContent {
  readonly reading: PageReading;
  readonly terms: QueryTerms;
  readonly candidates: readonly Candidate[];
  readonly links: ReadonlyMap<string, ContentLink>;
}

/** Blocks that score less stand in navigation, footers and the like and match nothing that was asked for. */
const relevanceFloor = -0.6;

/** The part of a page that is sent for a query: all of it where it fits, otherwise what ranks best, in the page's order. */
export function selectContent(reading: PageReading, query: ContentQuery): SelectedContent {
  const content = openContent(reading, query);
  return takeWhole(content, query) ?? takeBest(content, query);
}

/** Reads what can be sent; nothing is ranked yet. */
export function openContent(reading: PageReading, query: ContentQuery): PageContent {
  const terms = resolveQuery(query);
  return { reading, terms, ...listCandidates(reading, readBlocks(reading), terms) };
}

/** The whole page, where it fits and nothing asks for less. Nothing is ranked: most pages end here. */
export function takeWhole(content: PageContent, query: ContentQuery): SelectedContent | undefined {
  if (query.reduce === true) return undefined;
  const whole = renderSelection(content, content.candidates, query);
  return whole.text.length <= query.budgetTokens * charactersPerToken ? whole : undefined;
}

/** The best of a page that fits the budget. */
export function takeBest(content: PageContent, query: ContentQuery): SelectedContent {
  const ranked = query.reduce === true ? listRelevant(content) : rankContent(content);
  return cutToBudget(content, ranked, query);
}

/** Candidates that do not stand idle, for a query that wants every record. */
export function listRelevant(content: PageContent): readonly Candidate[] {
  return renumber(rankContent(content).filter(({ score }) => score > relevanceFloor));
}

/** Scored candidates without copies. */
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
  // The estimate of marks and repeated names is close, not exact.
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

/** Lines as what is sent. */
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

/** Copies are not omitted: their text is sent, once. */
export function countOmitted(content: PageContent, chosen: readonly Candidate[]): number {
  const sent = new Set(chosen.flatMap(({ block, copies }) => [block, ...copies]));
  let characters = 0;
  for (const { block, text } of content.candidates) if (!sent.has(block)) characters += text.length;
  return Math.ceil(characters / charactersPerToken);
}
