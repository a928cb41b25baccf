import { addAll } from '../../runtime/collections.ts';
import type { ContentQuery } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import type { ContentBlock } from '../../page/content/content-block.ts';
import {
  type ContentLine,
  charactersPerToken,
  fillBudget,
  isPageText,
  joinLines,
  renderCandidates,
  renderFrame,
  renderText,
  toFrame,
} from './render-content.ts';
import type { Candidate } from './list-candidates.ts';
import {
  countOmitted,
  listRelevant,
  openContent,
  type PageContent,
  type SelectedContent,
  takeBest,
  takeWhole,
  toSelection,
} from './select-content.ts';

/** One of the chunks that a page is sent in. */
export interface ContentChunk extends SelectedContent {
  readonly index: number;
  readonly count: number;
}

/** A chunk may end in its last quarter, at a boundary of the page's structure. */
const minFilledShare = 0.75;
/** Share of the budget for the lines that every chunk repeats. */
const maxRepeatedShare = 0.2;
const rowDepth = 10;
const textDepth = 20;

/** The relevant content in as many chunks as it needs, each with the address, the title and the headings open at its start. */
export function chunkContent(reading: PageReading, query: ContentQuery): readonly ContentChunk[] {
  const { maxParts = 1 } = query;
  const content = openContent(reading, query);
  const budget = query.budgetTokens * charactersPerToken;
  const isSplit = maxParts > 1 && (query.reduce === false || content.terms.wantsRecords);
  const single = takeWhole(content, query) ?? (isSplit ? undefined : takeBest(content, query));
  if (single !== undefined) return [{ ...single, index: 0, count: 1 }];
  const relevant = query.reduce === false ? content.candidates : listRelevant(content);
  const keepLayout = query.keepLayout === true;
  const room = budget - frameLength(content) - '\n[page]\n'.length;
  const fitting = fillBudget(relevant, room * maxParts * (1 - maxRepeatedShare), keepLayout);
  const groups = cutGroups(fitting, room, keepLayout).slice(0, maxParts);
  const sent = groups.flatMap(({ members }) => members);
  const omitted = countOmitted(content, sent);
  return groups.map(({ repeated, members }, index) => {
    const lines: ContentLine[] = [...renderFrame(reading)];
    if (groups.length > 1) lines.push(toFrame(partMark(index, groups.length)));
    addAll(lines, renderCandidates([...repeated, ...members], keepLayout, false));
    const { text, tokens, links, omittedTokens } = toSelection(content, lines, omitted);
    return { text, tokens, lines, links, omittedTokens, index, count: groups.length };
  });
}

function partMark(index: number, count: number): string {
  return `Part ${index + 1} of ${count} of the page; a record may continue in the next part.`;
}

function frameLength(content: PageContent): number {
  return joinLines([...renderFrame(content.reading), toFrame(partMark(99, 99))]).length + 1;
}

interface Group {
  readonly repeated: readonly Candidate[];
  readonly members: readonly Candidate[];
}

function cutGroups(
  candidates: readonly Candidate[],
  room: number,
  keepLayout: boolean,
): readonly Group[] {
  const byBlock = new Map(candidates.map((candidate) => [candidate.block, candidate]));
  const groups: Group[] = [];
  let start = 0;
  while (start < candidates.length) {
    const repeated = listOpen(candidates[start], byBlock, room * maxRepeatedShare);
    const left = room - lengthOf(repeated, keepLayout);
    const end = findCut(candidates, start, left, keepLayout);
    groups.push({ repeated, members: candidates.slice(start, end) });
    start = end;
  }
  return groups;
}

function listOpen(
  first: Candidate | undefined,
  byBlock: ReadonlyMap<ContentBlock, Candidate>,
  room: number,
): readonly Candidate[] {
  if (first === undefined) return [];
  const above: ContentBlock[] = [...first.block.headers].reverse();
  let { heading } = first.block;
  while (heading !== undefined) {
    above.push(heading);
    ({ heading } = heading);
  }
  const open: Candidate[] = [];
  let length = 0;
  for (const block of above) {
    const candidate = byBlock.get(block);
    length += block.text.length;
    if (candidate === undefined || candidate === first || length > room) continue;
    open.push(candidate);
  }
  return open.reverse();
}

/** Returns the end of the group: the boundary in its last quarter that is highest in the page's structure. */
function findCut(
  candidates: readonly Candidate[],
  start: number,
  room: number,
  keepLayout: boolean,
): number {
  let used = 0;
  let best = start + 1;
  let bestDepth = Number.POSITIVE_INFINITY;
  for (let at = start; at < candidates.length; at += 1) {
    const candidate = candidates[at];
    if (candidate === undefined) break;
    const depth = boundaryDepth(candidate);
    if (at > start && (used >= room * minFilledShare || best === start + 1) && depth <= bestDepth) {
      best = at;
      bestDepth = used >= room * minFilledShare ? depth : Number.POSITIVE_INFINITY;
    }
    used += lengthOf([candidate], keepLayout);
    if (used > room) return best;
  }
  return candidates.length;
}

/** Depth in the page's structure of a cut before this block; lower is better. */
function boundaryDepth({ block }: Candidate): number {
  if (block.level > 0) return block.level;
  if (block.kind === 'entity' || block.kind === 'header') return 0;
  if (block.kind === 'row') return rowDepth;
  return isPageText(block) ? textDepth + block.indent : rowDepth;
}

function lengthOf(candidates: readonly Candidate[], keepLayout: boolean): number {
  return candidates.reduce(
    (sum, candidate) => sum + renderText(candidate, undefined, keepLayout).length + 1,
    0,
  );
}
