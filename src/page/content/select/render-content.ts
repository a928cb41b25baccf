import type { ContentSource, PageReading } from '../../page-reading.ts';
import type { ContentBlock, ContentKind } from '../blocks/content-block.ts';
import type { Candidate } from './list-candidates.ts';

/** A line of the content that is sent, and the nodes of the page it comes from. */
export interface ContentLine {
  readonly text: string;
  /** `frame` for lines that are not page content: the address, gaps, "part 2 of 3". */
  readonly kind: ContentKind | 'frame';
  /** Nodes of the line itself first, then those of blocks with the same text; empty for `frame`. */
  readonly sources: readonly ContentSource[];
}

/** Characters that count as one token. */
export const charactersPerToken = 4;

/** Characters of address and title that every chunk repeats; longer addresses end in tracking parameters. */
const maxFrameLength = 500;

const gap: ContentLine = { text: '...', kind: 'frame', sources: [] };
/** Separates the page's text from its meta tags and structured data. */
const pageMark: ContentLine = { text: '[page]', kind: 'frame', sources: [] };

/** Returns the lines above all others: the page's address and title. */
export function renderFrame(reading: PageReading): readonly ContentLine[] {
  const lines = [toFrame(`URL: ${reading.url.slice(0, maxFrameLength)}`)];
  if (reading.title !== '') {
    lines.push(toFrame(`Title: ${reading.title.slice(0, maxFrameLength)}`));
  }
  return lines;
}

/** Returns a line of kind `frame`. */
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

/** Whether two structured values have the same name and entity. */
export function isSameName(block: ContentBlock, other: ContentBlock | undefined): boolean {
  return other !== undefined && block.name === other.name && block.heading === other.heading;
}

/** Whether a block is text of the page, not of a meta tag or structured data. */
export function isPageText(block: ContentBlock): boolean {
  return block.name === '' && block.kind !== 'entity';
}

/** Returns lines as one text. */
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
