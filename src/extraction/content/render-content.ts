import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import type { ContentBlock, ContentKind } from '../../page/content/content-block.ts';
import type { Candidate } from './list-candidates.ts';

/** A line of the content that is sent, and the nodes of the page it comes from. */
export interface ContentLine {
  readonly text: string;
  /** `frame` for lines that are not page content: the address, gaps, "part 2 of 3". */
  readonly kind: ContentKind | 'frame';
  /** Nodes of the line itself first, then those of blocks with the same text; empty for `frame`. */
  readonly sources: readonly ContentSource[];
}

export const charactersPerToken = 4;

/** Characters of address and title that every chunk repeats; longer addresses end in tracking parameters. */
const maxFrameLength = 500;

const gap: ContentLine = { text: '...', kind: 'frame', sources: [] };
/** Separates the page's text from its meta tags and structured data. */
const pageMark: ContentLine = { text: '[page]', kind: 'frame', sources: [] };

export function renderFrame(reading: PageReading): readonly ContentLine[] {
  const lines = [toFrame(`URL: ${reading.url.slice(0, maxFrameLength)}`)];
  if (reading.title !== '') {
    lines.push(toFrame(`Title: ${reading.title.slice(0, maxFrameLength)}`));
  }
  return lines;
}

export function toFrame(text: string): ContentLine {
  return { text, kind: 'frame', sources: [] };
}

/** Returns candidates as lines in page order, with a mark at each gap between two of them. */
export function renderCandidates(
  chosen: readonly Candidate[],
  keepLayout: boolean,
  marksGaps: boolean,
): readonly ContentLine[] {
  const lines: ContentLine[] = [];
  let last: Candidate | undefined;
  for (const candidate of chosen) {
    const isPage = isPageText(candidate.block);
    if (isPage && (last === undefined || !isPageText(last.block))) lines.push(pageMark);
    else if (marksGaps && isPage && last !== undefined && last.order + 1 < candidate.order) {
      lines.push(gap);
    }
    lines.push({
      text: renderText(candidate, last?.block, keepLayout),
      kind: candidate.block.kind,
      sources: listSources(candidate),
    });
    last = candidate;
  }
  return lines;
}

/** Returns the line of a candidate; of structured values with the same name only the first shows the name. */
export function renderText(
  { block, text }: Candidate,
  before: ContentBlock | undefined,
  keepLayout: boolean,
): string {
  if (block.name !== '') return isSameName(block, before) ? `- ${text}` : `${block.name}: ${text}`;
  if (block.kind === 'heading') return `${'#'.repeat(keepLayout ? block.level : 1)} ${text}`;
  return keepLayout && block.indent > 1 ? `${'  '.repeat(block.indent - 1)}${text}` : text;
}

function isSameName(block: ContentBlock, other: ContentBlock | undefined): boolean {
  return other !== undefined && block.name === other.name && block.heading === other.heading;
}

/** Whether a block is text of the page, not of a meta tag or structured data. */
export function isPageText(block: ContentBlock): boolean {
  return block.name === '' && block.kind !== 'entity';
}

export function joinLines(lines: readonly ContentLine[]): string {
  return lines.map((line) => line.text).join('\n');
}

function listSources({ block, copies }: Candidate): readonly ContentSource[] {
  const sources: ContentSource[] = [];
  for (const { parts, extras } of [block, ...copies]) {
    for (const part of parts) sources.push(part.source);
    for (const extra of extras) sources.push(extra.source);
  }
  return sources;
}

/** Exponent of a block's length in its score's divisor: recipes at 1,000 tokens keep .88 of their values with it, .78 without. */
const costExponent = 0.4;
/** Characters; far shorter blocks lose hardly any score by their length. */
const freeCost = 80;
const breakCost = 1;
const gapCost = 4;

/** The best candidates that fit, with headings and headers, in page order; no threshold: left-over budget is best used. */
export function fillBudget(
  candidates: readonly Candidate[],
  budgetCharacters: number,
  keepLayout: boolean,
): readonly Candidate[] {
  const byBlock = new Map(candidates.map((candidate) => [candidate.block, candidate]));
  const chosen = new Set<Candidate>();
  const chosenOrders = new Set<number>();
  const ranked = candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .sort((a, b) => b.worth - a.worth || a.candidate.order - b.candidate.order);
  let left = budgetCharacters;
  for (const { candidate } of ranked) {
    if (left <= 0) break;
    if (chosen.has(candidate)) continue;
    const wanted = [candidate, ...listMissing(candidate.block, byBlock, chosen)];
    const cost = wanted.reduce((sum, one) => sum + costOf(one, chosenOrders, keepLayout), 0);
    if (cost > left) continue;
    for (const one of wanted) {
      chosen.add(one);
      chosenOrders.add(one.order);
    }
    left -= cost;
  }
  return [...chosen].sort((a, b) => a.order - b.order);
}

function worthOf({ score, text }: Candidate): number {
  return score <= 0 ? score : score / (1 + text.length / freeCost) ** costExponent;
}

function listMissing(
  block: ContentBlock,
  byBlock: ReadonlyMap<ContentBlock, Candidate>,
  chosen: ReadonlySet<Candidate>,
): readonly Candidate[] {
  const context = block.heading === undefined ? block.headers : [block.heading, ...block.headers];
  const missing: Candidate[] = [];
  for (const above of context) {
    const candidate = byBlock.get(above);
    if (candidate !== undefined && !chosen.has(candidate)) missing.push(candidate);
  }
  return missing;
}

function costOf(
  candidate: Candidate,
  chosenOrders: ReadonlySet<number>,
  keepLayout: boolean,
): number {
  const { order, block } = candidate;
  const before = chosenOrders.has(order - 1);
  const after = chosenOrders.has(order + 1);
  const gaps = isPageText(block) ? (before && after ? -gapCost : before || after ? 0 : gapCost) : 0;
  return renderText(candidate, undefined, keepLayout).length + breakCost + gaps;
}
